"""A second witness for the odds of The Grunwald Swords: plain loops, written from the printed rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from companion.asking import read_question
from companion.odds import labelled, odds

SCALE = ["AA", "A", "B", "C", "D", "E", "F"]
PRINTED = {
    "AA": ["DE", "DE", "DE", "DL", "DL", "DL", "DR", "DR", "NE", "NE", "NE"],
    "A": ["DE", "DE", "DL", "DL", "DL", "DR", "DR"],
}
MATRIX = {
    "V": [1, -1, -1, 1, 0],
    "L": [1, 1, 1, 2, 1],
    "I": [1, 0, 1, 1, 0],
    "HH": [0, -1, 0, 0, -1],
}
KINDS = ["V", "L", "I", "HH", "LH"]


def cell(row: str, roll: int) -> str:
    """What the chart prints, or the name of the cell."""
    column = max(-2, min(8, roll))
    printed = PRINTED.get(row, [])
    return printed[column + 2] if column + 2 < len(printed) else f"CRT {row} {column}{'+' if column == 8 else ''}"


def counted(row: str, drm: int) -> dict[str, Fraction]:
    """Eight faces, one after the other."""
    return {result: Fraction(n, 8) for result, n in Counter(cell(row, face + drm) for face in range(1, 9)).items()}


def asked(text: str) -> dict[str, Fraction]:
    question = read_question("grunwald", ["attack", text])
    return labelled(odds(question.case, terms=question.terms))


@pytest.mark.parametrize(("attacker", "cc"), [*product(MATRIX, SCALE)])
def test_every_type_against_every_type_from_every_class(attacker: str, cc: str) -> None:
    for place, defender in enumerate(KINDS):
        assert asked(f"{attacker}:{cc} > {defender}") == counted(cc, MATRIX[attacker][place])


def circumstances() -> Iterator[tuple[str, str, str, int]]:
    """Every set of circumstances that a Veteran can attack a Levy in, and what they come to by the list of 7.3."""
    worth = {"wall": -1, "trench": -2, "downhill": 1}
    for mine in product((0, 1), repeat=3):
        own = [word for word, said in zip(worth, mine, strict=True) if said]
        for suppressed, pitched in product((0, 1), repeat=2):
            target = " suppressed" if suppressed else ""
            yield (
                " ".join(own),
                target,
                " pitched" if pitched else "",
                sum(worth[w] for w in own) + suppressed + pitched,
            )


@pytest.mark.parametrize("cc", SCALE)
def test_every_circumstance_from_every_class(cc: str) -> None:
    for own, target, phase, up in circumstances():
        row = SCALE[max(0, min(6, SCALE.index(cc) - up))]
        assert asked(f"V:{cc} {own} > L{target}{phase}") == counted(row, -1)


@pytest.mark.parametrize("same", range(3))
@pytest.mark.parametrize("worse", range(5))
def test_supporters(same: int, worse: int) -> None:
    attackers = " + ".join(["V:AA", *["V:AA"] * same, *["V:B"] * worse])
    drm = 1 - same - [0, 1, 1, 2, 2][worse]
    assert asked(f"{attackers} > V") == counted("AA", drm)


@pytest.mark.parametrize("factor", range(1, 10))
def test_fire(factor: int) -> None:
    for wall, high, horse, bonus in product((0, 1), repeat=4):
        if wall and horse:
            continue
        text = f"{factor} > {'HH' if horse else 'I'}{' wall' * wall}{' high ground' * high}{' bonus' * bonus}"
        question = read_question("grunwald", ["fire", text])
        drm = high + horse + bonus - wall
        hits = sum(face + drm >= factor for face in range(1, 9))
        expected = {"target Suppressed": Fraction(hits, 8), "no effect": Fraction(8 - hits, 8)}
        found = labelled(odds(question.case, terms=question.terms))
        assert found == {result: chance for result, chance in expected.items() if chance}
