"""3.0 The turrets: how a turret marker comes to aim at a fighter, follows it, and loses it."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import Objection
from companion.schwarm.book import rule, taken
from companion.schwarm.s0_terms import Altitude, Position, Turret, zone
from companion.schwarm.s1_setup import DORSAL, VENTRAL, Faults, reaches
from companion.schwarm.sky import Flyer, Marker, Sky

# 3.0 ------------------------------------------------------------------ the turrets


@rule("3.0.a", "3.0.b")
async def stack(sky: Sky, flyer: Flyer, *, arrived: bool = False) -> Sky:
    """A free turret in the zone of a fighter just placed (or arrived) aims at it, if it reaches that altitude."""
    here = await zone(flyer.position.clock)
    alone = [await zone(other.position.clock) for other in sky.flyers].count(here) == 1
    for turret in sky.turrets:
        near = turret.zone == here and free(turret) and reaches(turret.name, flyer.position.altitude)
        if near and may_take(sky, flyer, alone=alone, arrived=arrived):
            sky = aim(sky, turret, flyer)
    return sky


@rule("3.0.c")
def aim(sky: Sky, turret: Marker, flyer: Flyer) -> Sky:
    """The turret goes on top of the fighter, guns visible."""
    return sky.with_turret(replace(turret, on=flyer.number))


@rule("3.0.b", "4.3.g")
def free(turret: Marker) -> bool:
    """A turret that is stacked stays where it is, and one that has moved in this pass cannot aim."""
    return turret.on is None and not turret.moved


@rule("3.0.a")
def may_take(sky: Sky, flyer: Flyer, *, alone: bool, arrived: bool) -> bool:
    """Whether a turret takes a fighter that it reaches: the first of these in its zone, or only the very first."""
    if sky.stacked_with(flyer) and not both_may_aim():
        return False
    if arrived:
        return alone or taken("restacking") == "yes"
    return alone or taken("stacking") == "first-reachable"


def both_may_aim() -> bool:
    """Whether two turrets may be stacked with one fighter."""
    return taken("two-turrets") == "may"


def too_many(turrets: tuple[str, ...]) -> Faults:
    """Two turrets are stacked with one fighter only if both may aim at it."""
    if len(turrets) < 2 or both_may_aim():
        return (), ()
    objection = Objection("3.0.a", "a fighter is under one turret at most")
    return (objection,), tuple(f"the {name} turret alone" for name in turrets)


@rule("1.4.i", "1.4.l", "3.0.e", "3.0.g", "3.1.1.f")
async def turrets_on(sky: Sky, flyer: Flyer) -> tuple[Turret, ...]:
    """What bears on a fighter: the turrets stacked with it, and those on Scattered Fire in its zone."""
    here = await zone(flyer.position.clock)
    return tuple(
        Turret(turret.name, aimed=turret.on == flyer.number)
        for turret in sky.turrets
        if turret.on == flyer.number or (turret.on is None and turret.zone == here)
    )


@rule("1.4.i")
def bears_on(turret: Turret, altitude: Altitude) -> bool:
    """A turret bears on the fighter it aims at; on Scattered Fire, on all in its zone that it covers."""
    return turret.aimed or taken("scattered-cover") == "zone" or covers(turret.name, altitude)


def covers(turret: str, altitude: Altitude) -> bool:
    """Whether Scattered Fire of a turret covers an altitude."""
    return dorsal_covers(altitude) if turret == DORSAL else ventral_covers(altitude)


@rule("3.0.i")
def dorsal_covers(altitude: Altitude) -> bool:
    """The dorsal turret covers what it reaches, High and Level."""
    return reaches(DORSAL, altitude)


@rule("3.0.h")
def ventral_covers(altitude: Altitude) -> bool:
    """The ventral turret covers what it reaches, Level and Low."""
    return reaches(VENTRAL, altitude)


# 3.1.1 ---------------------------------------------------------- tracking a turret


@rule("3.1.1.a", "3.1.1.b")
async def follow(sky: Sky, flyer: Flyer, position: Position) -> Sky:
    """A fighter changes position: a stacked turret follows it, unless it leaves the zone or gets out of reach."""
    moved = replace(flyer, position=position)
    before, after = await zone(flyer.position.clock), await zone(position.clock)
    for name in sky.stacked_with(flyer):
        if before != after or loses(name, flyer.position.altitude, position.altitude):
            sky = let_go(sky, name)
    sky = sky.with_flyer(moved)
    if before != after and taken("restacking") != "no":
        sky = await stack(sky, moved, arrived=True)
    return sky


@rule("3.1.1.d")
def loses(turret: str, before: Altitude, after: Altitude) -> bool:
    """Whether a turret loses a fighter by its change of altitude: the dorsal one that sinks to Low."""
    if taken("turret-loses") == "printed":
        return turret == DORSAL and (before, after) == (Altitude.LEVEL, Altitude.LOW)
    return not reaches(turret, after)


@rule("3.0.f", "3.1.1.e")
def let_go(sky: Sky, name: str) -> Sky:
    """A turret that is no longer stacked is turned to Scattered Fire."""
    return sky.with_turret(replace(sky.turret(name), on=None))


@rule("3.0.f")
def leave(sky: Sky, flyer: Flyer) -> Sky:
    """A fighter leaves the map; a turret that was stacked with it is free."""
    for name in sky.stacked_with(flyer):
        sky = let_go(sky, name)
    return sky.without_flyer(flyer)
