"""8.0 Shield Wall Phase: who can form the wall, and the one hex that it may move as it does."""

from __future__ import annotations

from dataclasses import replace

from companion.board import Hex
from companion.errors import Objection
from companion.grunwald.book import forbids, rule, taken
from companion.grunwald.going import Going, Manner, Objections, going
from companion.grunwald.position import Position, Unit
from companion.grunwald.s2_components import Kind, is_horse
from companion.grunwald.s5_move_phase import entering, exerting, lies_in_zone, stacking
from companion.grunwald.s6_withdraw_phase import WITHDRAW


@rule("8.0.a", "8.0.j")
def shield_wall_phase(position: Position, unit: Unit, bonus: bool) -> Going:
    """Where a Unit may go as it forms the wall."""
    return with_bonus(position, unit) if bonus else going(position, unit, FORM_WALL)


@rule("4.3.g", "8.0.l", "8.0.m")
def with_bonus(position: Position, unit: Unit) -> Going:
    """With Bonus a Unit in EZOC withdraws one hex instead; the others move as without."""
    if exerting(position, unit, unit.hex):
        return going(position, unit, WITHDRAW_INTO_WALL)
    return going(position, unit, replace(FORM_WALL, phase="Shield Wall with Bonus"))


@rule("8.0.b")
def forms_wall(unit: Unit) -> bool:
    """Whether a Unit goes into Shield Wall with its Wing."""
    return not any(True for _ in cannot_form_wall(unit.kind, unit.fire, str(unit)))


@forbids
def cannot_form_wall(kind: Kind, fire: int, who: str) -> Objections:
    """Neither Horse nor a Unit with a Fire Factor is ever in Shield Wall."""
    if is_horse(kind):
        yield Objection("8.0.n", f"{who} is Horse, which is never in Shield Wall")
    if fire:
        yield Objection("8.0.n", f"{who} has a Fire Factor, and so is never in Shield Wall")


@forbids
def engaged(position: Position, unit: Unit) -> Objections:
    """A Unit that begins in EZOC does not have the move."""
    yield from cannot_form_wall(unit.kind, unit.fire, str(unit))
    if foes := exerting(position, unit, unit.hex):
        yield Objection("8.0.k", f"{lies_in_zone(unit.hex, foes)}, and {unit} begins there")


def ineligible(position: Position, unit: Unit) -> Objections:
    """Whoever cannot form the wall does not withdraw into it."""
    return cannot_form_wall(unit.kind, unit.fire, str(unit))


@forbids
def into_zone(position: Position, unit: Unit, there: Hex) -> Objections:
    """Where the reading has it so, the step leads into no EZOC."""
    if (foes := exerting(position, unit, there)) and taken("wall-step") == "stays-free":
        yield Objection("8.0.j", lies_in_zone(there, foes))


def step(position: Position, unit: Unit, here: Hex, there: Hex) -> Objections:
    """What forbids the step into the wall."""
    yield from entering(position, unit, here, there)
    yield from into_zone(position, unit, there)


FORM_WALL = Manner("Shield Wall", engaged, step, stacking)
WITHDRAW_INTO_WALL = replace(WITHDRAW, phase="Shield Wall with Bonus", hindered=ineligible)
