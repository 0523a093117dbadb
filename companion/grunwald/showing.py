"""A position drawn: the Units as they lie, the Zones of Control of a side, and where a Unit may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.board import Counter, Hex, Picture
from companion.errors import BadInput
from companion.grunwald.position import Position, Unit
from companion.grunwald.s3_sequence_of_play import moves
from companion.grunwald.s5_move_phase import zone_of

COLOURS = ("#8c2f28", "#9cc0e3")  # of the two sides
MARKS = {"reduced": "r", "wall": "w", "suppressed": "s", "crown": "c"}


def picture(position: Position, zones: Sequence[str] = (), movers: Sequence[Unit] = ()) -> Picture:
    """The map with its Units; with the ZOC of sides or Wings, and with the hexes that Units may go to in any Phase.

    Raises BadInput for a side that is not there, and for more of both than a drawing can bring out.
    """
    sets: dict[str, frozenset[Hex]] = {
        f"ZOC of {name}": zone_of(position, units) for name, units in _held(position, zones)
    }
    notes = [*_key(position)]
    for unit in movers:
        phases: dict[tuple[Hex, ...], list[str]] = {}
        for going in moves(position, unit, None).phases:
            phases.setdefault(going.legal, []).append(going.phase)
        sets[f"{unit} may go"] = frozenset().union(*phases)
        notes += [
            f"{unit.hex} {', '.join(named)}: {' '.join(map(str, legal)) or 'nowhere'}"
            for legal, named in phases.items()
        ]
    return Picture(position.field, tuple(_counters(position)), sets, notes=tuple(notes))


def _held(position: Position, names: Sequence[str]) -> Iterator[tuple[str, list[Unit]]]:
    """The Units of each side or Wing that is named, whatever the case of the letters."""
    wings: dict[str, tuple[str, ...]] = {army.name: army.wings for army in position.armies}
    wings |= {wing: (wing,) for army in position.armies for wing in army.wings}
    called = {name.lower(): name for name in wings}
    for named in names:
        if (name := called.get(named.lower())) is None:
            raise BadInput(f"There is no side or Wing {named!r}: name one of {', '.join(wings)}.")
        yield name, [unit for unit in position.on_map.values() if unit.wing in wings[name]]


def _counters(position: Position) -> Iterator[Counter]:
    """The Units on the map: those of the first side in capitals, those of the other in small letters."""
    for unit in position.on_map.values():
        n = position.armies.index(position.army(unit))
        label = f"{unit.kind}:{unit.cc}" if len(unit.kind + unit.cc) < 4 else f"{unit.kind}{unit.cc}"
        note = f"{unit.wing[:3]} {_marks(unit)}".strip()
        yield Counter(unit.hex, label.lower() if n else label, note, unit.told(), COLOURS[n])


def _marks(unit: Unit) -> str:
    """What lies on a Unit, in letters."""
    return "".join(
        [*(mark for flag, mark in MARKS.items() if getattr(unit, flag)), f"f{unit.fire}" if unit.fire else ""]
    )


def _key(position: Position) -> Iterator[str]:
    """What the letters on the counters say."""
    letters = zip(("CAPITALS", "small letters"), position.armies, strict=False)
    yield "; ".join(f"{written}: {army.name}" for written, army in letters)
    seen = "".join(_marks(unit) for unit in position.on_map.values())
    if marks := [f"{mark} {flag}" for flag, mark in {**MARKS, "Fire Factor": "f"}.items() if mark in seen]:
        yield ", ".join(marks)
    if coming := [f"{unit.wing} {unit.kind} by {unit.hex}" for unit in position.units if unit.enters]:
        yield f"To come in: {', '.join(coming)}"
