"""9.0 Fire Phase: who may fire at whom, the roll, and what it does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.dice import D8
from companion.errors import IllegalAction, Objection
from companion.grunwald.book import BOOK, forbids, rule, taken, tally
from companion.grunwald.going import Objections
from companion.grunwald.position import Position, Unit
from companion.grunwald.s2_components import Kind, is_horse
from companion.grunwald.s7_combat_phase import Target
from companion.grunwald.s8_shield_wall_phase import cannot_form_wall
from companion.grunwald.s12_terrain_features import on_high_ground
from companion.referee import Bullets, roll
from companion.referee.tallies import Amount

RANGE = BOOK.chart("range")
MODIFIERS = BOOK.chart("fire-modifiers")


class Fire(StrEnum):
    """What Fire does to its target."""

    SUPPRESSED = "target Suppressed"
    NOTHING = "no effect"


@dataclass(frozen=True)
class Shot:
    """One Unit that fires: its Fire Factor and type, where both stand, and the Bonus Command."""

    factor: int
    target: Target
    kind: Kind | None = None
    suppressed: bool = False
    high: bool = False
    target_high: bool = False
    bonus: bool = False


@dataclass(frozen=True)
class Aim:
    """One Unit on the map that fires at another, and the Bonus Command."""

    position: Position
    unit: Unit
    target: Unit
    bonus: bool = False


# 9.1 ---------------------------------------------------------------- declaration


@rule("9.0.a", "9.0.c", "9.1.b")
async def fire_on_map(aim: Aim) -> Fire:
    """One Fire is declared and resolved before the next; several may be at one target."""
    may_aim(aim)
    return await fire(as_shot(aim))


@rule("9.0.b", "9.1.e")
def may_aim(aim: Aim) -> None:
    """Raise IllegalAction with everything that forbids the Fire."""
    if found := tuple(objections_to_aim(aim)):
        targets = [foe for foe in aim.position.foes(aim.unit) if not any(objections_to_aim(replace(aim, target=foe)))]
        raise IllegalAction(found, [f"Fire at {' or '.join(map(str, targets))}" if targets else "no Fire by it"])


@forbids
def objections_to_aim(aim: Aim) -> Objections:
    """Everything that forbids a Fire on the map."""
    position, unit, target = aim.position, aim.unit, aim.target
    if not unit.fire:
        yield Objection("9.0.b", f"{unit} has no Fire Factor")
    if not position.hostile(unit, target):
        yield Objection("9.0.b", f"{target} is no enemy of {unit}")
    if position.active and unit.wing not in position.active:
        yield Objection("4.1.a", f"the Commands are those of {' and '.join(position.active)}, not of {unit.wing}")
    if unit.fired:
        yield Objection("9.1.a", f"{unit} has fired in this Phase already")
    if near := list(position.beside(unit, unit.hex)):
        yield Objection("9.1.c", f"{unit} is next to {' and '.join(map(str, near))}")
    far, most = position.field.grid.distance(unit.hex, target.hex), fire_range(aim)
    if far > most:
        yield Objection("9.1.d", f"{target} is {far} hexes away, and {unit} reaches {most}")


def fire_range(aim: Aim) -> int:
    """How many hexes a Unit reaches."""
    field, plain = aim.position.field, int(RANGE["plain"])
    if not on_high_ground(field, aim.unit.hex):
        return plain
    if on_high_ground(field, aim.target.hex) and taken("fire-hill-target") == "no":
        return plain
    return plain + (light_horse_reach() if aim.unit.kind is Kind.LIGHT_HORSE else longer_reach())


@rule("9.1.f", "12.1.e")
def longer_reach() -> int:
    """From High Ground the range is longer."""
    return int(RANGE["more from High Ground"])


@rule("9.1.g")
def light_horse_reach() -> int:
    """A Light Horse does not have the longer range."""
    return 0


def as_shot(aim: Aim) -> Shot:
    """The Fire as the die sees it."""
    unit, target, field = aim.unit, aim.target, aim.position.field
    mark = Target(target.kind, target.wall, target.suppressed, target.reduced)
    high, target_high = on_high_ground(field, unit.hex), on_high_ground(field, target.hex)
    return Shot(unit.fire, mark, unit.kind, unit.suppressed, high, target_high, aim.bonus)


# 9.2 ------------------------------------------------------ fire roll and results


@rule("9.0.b", "9.2.a", "9.2.f", "9.2.g", "9.2.h")
async def fire(shot: Shot) -> Fire:
    """The modified die Suppresses the target when it reaches the Fire Factor."""
    may_fire(shot)
    if shot.target.suppressed:
        return suppressed_already()
    result = await roll(D8, "fire roll", fire_drm(shot))
    return Fire.SUPPRESSED if result >= shot.factor else Fire.NOTHING


@rule("9.0.b")
def may_fire(shot: Shot) -> None:
    """Raise IllegalAction when the Unit may not fire, or the target cannot be as it is said to be."""
    if found := tuple(objections_to(shot)):
        raise IllegalAction(found, ("Fire without them",))


@forbids
def objections_to(shot: Shot) -> Objections:
    """Everything that forbids a Fire wherever the Units stand."""
    if shot.suppressed and taken("suppressed-fire") == "may-not":
        yield Objection("9.3.c", "the firing Unit is Suppressed")
    if shot.target.wall:
        yield from cannot_form_wall(shot.target.kind, 0, str(shot.target.kind))


@rule("9.2.i")
def suppressed_already() -> Fire:
    """Nothing more happens to a Unit that is Suppressed."""
    return Fire.NOTHING


@tally("fire DRM")
def fire_drm(shot: Shot) -> Bullets:
    """What is added to the fire roll."""
    yield "9.2.b", "target in Shield Wall", _if(shot.target.wall, "target in Shield Wall", "it is not")
    yield "9.2.c", "firing from High Ground", high_ground(shot)
    yield "9.2.d", "Horse as target", _if(is_horse(shot.target.kind), "target is Horse", "it is none")
    yield "9.2.e", "Bonus with Fire", _if(shot.bonus, "Bonus", "it is not played")


def _if(applies: bool, circumstance: str, why_not: str) -> Amount:
    return MODIFIERS.look(circumstance) if applies else why_not


def high_ground(shot: Shot) -> Amount:
    """High Ground helps as the readings have it: Units that are no Horse, against targets that are not on it."""
    if not shot.high:
        return "it is not"
    if shot.target_high and taken("fire-hill-target") == "no":
        return "the target is on High Ground too"
    if shot.kind is not None and is_horse(shot.kind) and taken("fire-hill-horse") == "no":
        return "the firing Unit is Horse"
    return MODIFIERS.look("High Ground")
