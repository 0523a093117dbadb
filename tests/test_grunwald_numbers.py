"""A second witness for the charts of The Grunwald Swords: the printed figures, listed once more by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import pytest

from companion.book import Cell, Key, open_book
from companion.errors import BadInput, NotPrinted

BOOK = open_book("grunwald")
CELLS = BOOK.practice.cells

TYPES = ("V", "L", "I", "HH", "LH")
CLASSES = ("AA", "A", "B", "C", "D", "E", "F")
ROLLS = range(-2, 9)


def row(lead: Key, keys: Sequence[Key], values: Sequence[Key]) -> dict[Cell, Key]:
    """One printed row; it may stop before the chart does."""
    return {(lead, key): value for key, value in zip(keys[: len(values)], values, strict=True)}


def column(**values: Key) -> dict[Cell, Key]:
    """A chart of one column, `_` for each space in a name."""
    return {(name.replace("_", " "),): value for name, value in values.items()}


PRINTED: Mapping[str, Mapping[Cell, Key]] = {
    "utmm": row("V", TYPES, (1, -1, -1, 1, 0))
    | row("L", TYPES, (1, 1, 1, 2, 1))
    | row("I", TYPES, (1, 0, 1, 1, 0))
    | row("HH", TYPES, (0, -1, 0, 0, -1)),
    "crt": row("AA", ROLLS, ["DE", "DE", "DE", "DL", "DL", "DL", "DR", "DR", "NE", "NE", "NE"])
    | row("A", ROLLS, ["DE", "DE", "DL", "DL", "DL", "DR", "DR"]),
    "below-the-crt": {},
    "cc-modifiers": column(
        Pitched_Combat=1, target_Suppressed=1, downhill=1, Light_Horse_with_Bonus=1, Heavy_Horse_with_Bonus=2,
        target_in_Shield_Wall=-1, Attacker_in_Shield_Wall=-1, trench=-2,
    ),
    "support": row("same CC", ("DRM", "for every"), (-1, 1)) | row("lower CC", ("DRM", "for every"), (-1, 2)),
    "fire-modifiers": column(target_in_Shield_Wall=-1, target_is_Horse=1, High_Ground=1, Bonus=1),
    "range": column(plain=4, more_from_High_Ground=2),
    "moves": column(
        Move=3, Horse=3, Withdraw=1, Withdraw_with_Bonus=2, Shield_Wall=1, Shield_Wall_with_Bonus=1,
        Suppressed=1, Retreat=1,
    ),
    "integrity": {
        ("original", "Veteran or Horse", "hexes"): 6, ("original", "Veteran or Horse", "Units"): 1,
        ("original", "others", "hexes"): 4, ("original", "others", "Units"): 2,
        ("advanced", "Veteran or Horse", "hexes"): 1, ("advanced", "Veteran or Horse", "Units"): 1,
        ("advanced", "others", "hexes"): 2, ("advanced", "others", "Units"): 2,
    },
    "phases": column(
        Command=1, Fire=2, Horse=3, Withdraw=4, Shield_Wall=5, Move=6, Second_Move=7, Combat=8, Second_Combat=9,
        Pitched_Combat=10, Victory_Check=11, Initiative=12,
    ),
    "usual": column(Wings=1, Commands=2),
    "battle": {},
    "command-backs": {},
    "victory-points": column(Crown=2),
}  # fmt: skip

GAPS: Mapping[str, set[Cell]] = {
    "utmm": {("LH", defender) for defender in TYPES},
    "crt": {("A", roll) for roll in range(5, 9)} | set(product(CLASSES[2:], ROLLS)),
    "below-the-crt": set(product(CLASSES, range(-9, -2))),
    "battle": {("Wings",), ("Commands",), ("VP to win",)},
    "command-backs": {
        (command,) for command in ("Fire", "Horse", "Withdraw", "Shield Wall", "Move", "Combat", "Bonus")
    },
    "victory-points": {(kind,) for kind in TYPES},
}


def test_every_chart_is_listed_here() -> None:
    assert set(BOOK.charts) == set(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_and_what_is_not(name: str) -> None:
    chart = BOOK.chart(name)
    assert dict(chart.cells) == PRINTED[name]
    assert set(chart.gaps) == GAPS.get(name, set())


def test_ends_of_the_crt() -> None:
    crt = BOOK.chart("crt")
    assert crt.die == "d8"
    assert crt["AA", 12] == "NE"
    with pytest.raises(BadInput, match="roll -3 is outside"):
        crt["AA", -3]
    with pytest.raises(NotPrinted, match="CRT A 5"):
        crt["A", 5]


def test_cells_cite_their_own_row() -> None:
    utmm, crt, moves = (BOOK.chart(name) for name in ("utmm", "crt", "moves"))
    assert [utmm.statement_of((kind, "V")) for kind in TYPES] == [f"utmm.{letter}" for letter in "abcde"]
    assert [crt.statement_of((cc, 0)) for cc in CLASSES] == ["crt.a", "crt.b", *["crt.c"] * 5]
    assert [moves.statement_of((move,)) for move in ("Move", "Horse", "Withdraw")] == ["5.0.d", "10.0.c", "6.0.d"]


def test_every_citation_is_in_the_book() -> None:
    cited = {id for chart in BOOK.charts.values() for id in (chart.statement, *chart.statements.values())}
    cited |= {id for reading in BOOK.readings.values() for id in reading.on}
    cited |= {entry["statement"] for entry in BOOK.glossary.values()}
    assert cited <= set(BOOK.statements)


def test_the_practice_pack_fills_every_gap_but_those_of_a_reading_and_nothing_else() -> None:
    gaps = {(chart.name, cell) for chart in BOOK.charts.values() for cell in chart.gaps}
    assert set(CELLS) == {(name, cell) for name, cell in gaps if name != "below-the-crt"}
    assert BOOK.practice.invented
