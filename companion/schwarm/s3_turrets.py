"""3.0 The turrets: how a turret marker comes to aim at a fighter, follows it, and loses it."""

from __future__ import annotations

from dataclasses import replace

from companion.schwarm.book import rule, taken
from companion.schwarm.s0_terms import Altitude, Position, Turret, zone
from companion.schwarm.s1_setup import DORSAL, reaches
from companion.schwarm.sky import Flyer, Marker, Sky

# 3.0 ------------------------------------------------------------------ the turrets


@rule("3.0.a", "3.0.b", "3.0.c")
async def stack(sky: Sky, flyer: Flyer) -> Sky:
    """A free turret in the zone of a fighter just placed aims at it, if it reaches that altitude."""
    here = await zone(flyer.position.clock)
    first = [await zone(other.position.clock) for other in sky.flyers].count(here) == 1
    for turret in sky.turrets:
        if turret.zone == here and free(turret) and may_take(turret, flyer, first):
            sky = sky.with_turret(replace(turret, on=flyer.number))
    return sky


@rule("3.0.b", "4.3.g")
def free(turret: Marker) -> bool:
    """A turret that is stacked stays where it is, and one that has moved in this pass cannot aim."""
    return turret.on is None and not turret.moved


@rule("3.0.a")
def may_take(turret: Marker, flyer: Flyer, first: bool) -> bool:
    """Whether a turret takes a fighter placed in its zone: one that it reaches, the first of them or the very first."""
    return reaches(turret.name, flyer.position.altitude) and (first or taken("stacking") == "first-reachable")


@rule("1.4.i", "1.4.l", "3.0.e", "3.0.g", "3.1.1.f")
async def turrets_on(sky: Sky, flyer: Flyer) -> tuple[Turret, ...]:
    """What bears on a fighter: the turrets stacked with it, and those on Scattered Fire in its zone."""
    here = await zone(flyer.position.clock)
    return tuple(
        Turret(turret.name, aimed=turret.on == flyer.number)
        for turret in sky.turrets
        if turret.on == flyer.number or (turret.on is None and turret.zone == here)
    )


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
    if before != after and taken("restacking") == "yes":
        sky = await stack(sky, moved)
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
