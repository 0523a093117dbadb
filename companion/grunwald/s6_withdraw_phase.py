"""6.0 Withdraw Phase: out of EZOC, away from it, and never through it."""

from __future__ import annotations

from companion.board import Hex
from companion.errors import Objection
from companion.grunwald.book import forbids, rule, taken
from companion.grunwald.going import Going, Manner, Objections, going
from companion.grunwald.position import Position, Unit
from companion.grunwald.s5_move_phase import entering, exerting, lies_in_zone, stacking


@rule("6.0.a", "6.0.c")
def withdraw_phase(position: Position, unit: Unit, bonus: bool) -> Going:
    """Where a Unit may withdraw to."""
    return with_bonus(position, unit) if bonus else without_bonus(position, unit)


@rule("6.0.d")
def without_bonus(position: Position, unit: Unit) -> Going:
    """Without Bonus it is one hex."""
    return going(position, unit, WITHDRAW)


@rule("4.3.f", "6.0.e")
def with_bonus(position: Position, unit: Unit) -> Going:
    """With Bonus it may be two hexes."""
    return going(position, unit, WITHDRAW_TWO)


@forbids
def not_engaged(position: Position, unit: Unit) -> Objections:
    """Only a Unit that begins in EZOC withdraws."""
    if unit.enters or not exerting(position, unit, unit.hex):
        yield Objection("6.0.b", f"{unit} is in no EZOC")


def step(position: Position, unit: Unit, here: Hex, there: Hex) -> Objections:
    """What forbids a step of a withdrawal."""
    yield from entering(position, unit, here, there)
    yield from into_zone(position, unit, there)
    yield from not_away(position, unit, here, there)


@forbids
def into_zone(position: Position, unit: Unit, there: Hex) -> Objections:
    """No hex of the way lies in EZOC."""
    if foes := exerting(position, unit, there):
        yield Objection("6.0.g", lies_in_zone(there, foes))


@forbids
def not_away(position: Position, unit: Unit, here: Hex, there: Hex) -> Objections:
    """Each step, or the first, leads away from every enemy in whose ZOC the Unit began."""
    if here != unit.hex and taken("withdraw-away") == "end":
        return
    distance = position.field.grid.distance
    for foe in exerting(position, unit, unit.hex):
        if distance(there, foe.hex) <= distance(here, foe.hex):
            yield Objection("6.0.f", f"{there} is no further from {foe} than {here}")


@forbids
def end(position: Position, unit: Unit, there: Hex) -> Objections:
    """The last hex is free of EZOC, and of friends."""
    if foes := exerting(position, unit, there):
        yield Objection("6.0.h", lies_in_zone(there, foes))
    yield from stacking(position, unit, there)


WITHDRAW = Manner("Withdraw", not_engaged, step, end)
WITHDRAW_TWO = Manner("Withdraw with Bonus", not_engaged, step, end)
