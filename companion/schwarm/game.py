"""A whole game of Schwarm!, from setup to the end: one rule."""

from __future__ import annotations

from companion.schwarm.book import rule
from companion.schwarm.s1_setup import initial_damage, starting_track, sun, turret_setup
from companion.schwarm.s2_first_pass import check_all, place_pairs
from companion.schwarm.s4_tactical_adjustment import adjust, earn_at_once
from companion.schwarm.s5_combat import combat, credit, points_earned
from companion.schwarm.s6_other_passes import next_pass
from companion.schwarm.s7_end_of_the_game import End, end_of_pass
from companion.schwarm.sky import Sky, markers


@rule("2.0.a", "6.0.d")
async def game() -> End:
    """Passes against the bomber until it is destroyed, a fighter is lost, or the PT run out."""
    sky = await setup()
    while True:
        sky = credit(await fly_pass(sky))
        end = await end_of_pass(sky)
        if isinstance(end, End):
            return end
        sky = earn_at_once(next_pass(sky))


@rule("1.1.d", "1.2.a", "1.3.a", "1.4.c")
async def setup() -> Sky:
    """The track, the bomber's first damage, the Sun, and the turrets."""
    track = starting_track()
    damage = await initial_damage()
    points = track.points + points_earned(track.damage, damage)
    space = await sun()
    turrets = await turret_setup(space)
    return Sky(
        sun=space,
        turrets=markers(turrets.dorsal, turrets.ventral),
        points=points,
        scored=track.damage,
        initial=damage,
        aborts=track.aborts,
    )


@rule("2.0.a", "2.0.l", "5.0.a", "6.0.e")
async def fly_pass(sky: Sky) -> Sky:
    """Place the pairs, check every fighter, adjust, attack."""
    return await combat(await adjust(await check_all(await place_pairs(sky))))
