"""9.0 Fire Phase: the roll, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.dice import D8
from companion.errors import IllegalAction, Objection
from companion.grunwald.book import BOOK, rule, taken, tally
from companion.grunwald.s2_components import Kind, is_horse
from companion.grunwald.s7_combat_phase import Target
from companion.referee import Bullets, roll
from companion.referee.tallies import Amount

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
    objections = []
    if shot.suppressed and taken("suppressed-fire") == "may-not":
        objections.append(Objection("9.3.c", "the firing Unit is Suppressed"))
    if shot.target.wall and is_horse(shot.target.kind):
        objections.append(Objection("8.0.n", f"{shot.target.kind} is Horse, which is never in Shield Wall"))
    if objections:
        raise IllegalAction(tuple(objections), ("Fire without them",))


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
