"""10.0 Horse Phase: Horse moves, and then it may charge."""

from __future__ import annotations

from companion.board import Hex
from companion.errors import Objection
from companion.grunwald.book import forbids, rule
from companion.grunwald.going import Going, Manner, Objections, going
from companion.grunwald.position import Position, Unit
from companion.grunwald.s2_components import Kind, is_horse
from companion.grunwald.s5_move_phase import entering, exerting, lies_in_zone, passing, stacking


@rule("10.0.a", "10.0.b", "10.0.c", "10.0.d", "10.0.l")
def horse_phase(position: Position, unit: Unit) -> Going:
    """Where a Horse Unit may go in a Horse Phase."""
    return going(position, unit, RIDE)


@forbids
def kept(position: Position, unit: Unit) -> Objections:
    """What keeps a Unit where it is for a whole Horse Phase."""
    if not is_horse(unit.kind):
        yield Objection("10.0.b", f"{unit} is no Horse")
        return
    heavy = [] if unit.enters else [foe for foe in exerting(position, unit, unit.hex) if foe.kind is Kind.HEAVY_HORSE]
    if heavy:
        yield Objection("10.0.f", f"{lies_in_zone(unit.hex, heavy)}, which is Heavy Horse")


@forbids
def stopping(position: Position, unit: Unit, here: Hex) -> Objections:
    """A Horse Unit that came into EZOC stops."""
    if here != unit.start and (foes := exerting(position, unit, here)):
        yield Objection("10.0.e", f"{lies_in_zone(here, foes)}, where it stops")


def step(position: Position, unit: Unit, here: Hex, there: Hex) -> Objections:
    """What forbids a step in a Horse Phase."""
    yield from stopping(position, unit, here)
    yield from entering(position, unit, here, there)
    yield from passing(position, unit, there)


RIDE = Manner("Horse", kept, step, stacking)


@rule("10.0.g", "10.0.h")
def may_charge(position: Position, unit: Unit) -> bool:
    """When all the moves are done, Horse in EZOC may Attack, whether it moved or not."""
    return is_horse(unit.kind) and bool(exerting(position, unit, unit.hex))
