"""4.0 Tactical adjustment: better angles and altitudes for PT, turrets that turn, attacks called off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.dice import D10
from companion.referee import choose, roll
from companion.schwarm import s2_first_pass as first_pass  # which needs 4.4, as 4.1 may need 2.1.2
from companion.schwarm.book import rule, taken
from companion.schwarm.s0_terms import ALTITUDES, AROUND, Position, Turn, arc, even, zone
from companion.schwarm.s1_setup import reaches
from companion.schwarm.s3_turrets import follow, leave
from companion.schwarm.s5_combat import earn
from companion.schwarm.sky import Flyer, Marker, Sky


class Enough(StrEnum):
    """What the player says who wants no more of it."""

    DONE = "done"


DONE = Enough.DONE


@dataclass(frozen=True)
class Move:
    """One step of a fighter: an arc to either side, or a level up or down."""

    flyer: Flyer
    to: Position
    way: str

    @property
    def lateral(self) -> bool:
        """Whether it leads to another arc."""
        return self.to.altitude == self.flyer.position.altitude

    def __str__(self) -> str:
        return f"{self.flyer} {self.way} to {self.to}"


Moves = tuple[Move, ...]
"""The moves made in an adjustment, in order."""


# 4.0 --------------------------------------------------------- tactical adjustment


@rule("4.0.a", "4.0.b")
async def adjust(sky: Sky) -> Sky:
    """The player moves fighters, the turrets of empty zones turn, then attacks may be called off."""
    if taken("empty-zone") == "before-shifts":
        return await call_off(await move_fighters(await turn_turrets(sky)))
    return await call_off(await turn_turrets(await move_fighters(sky)))


@rule("4.0.a")
async def move_fighters(sky: Sky, made: Moves = ()) -> Sky:
    """One move after the other, each paid when it is begun, until the player is content."""
    said = await choose("Move a fighter?", (DONE, *legal_moves(sky, made))) if sky.flyers else DONE
    if isinstance(said, Move):
        return await move_fighters(await carry_out(sky, made, said), (*made, said))
    return await sink_shifted(await where_they_ended(sky, made), made)


def legal_moves(sky: Sky, made: Moves) -> Iterator[Move]:
    """Every move that can be paid for."""
    for flyer in sky.flyers:
        for move in moves_of(flyer):
            if move_price(move, made) <= sky.points and within_limit(move, made):
                yield move


def moves_of(flyer: Flyer) -> Iterator[Move]:
    """The four ways in which a fighter can move."""
    here = flyer.position
    for turn in Turn:
        yield Move(flyer, here.at(arc(here.clock, turn.value)), str(turn))
    level = ALTITUDES.index(here.altitude)
    if level > 0:
        yield Move(flyer, Position(here.clock, ALTITUDES[level - 1]), "up")
    if level < len(ALTITUDES) - 1:
        yield Move(flyer, Position(here.clock, ALTITUDES[level + 1]), "down")


@rule("4.1.a", "4.1.b", "4.2.a", "4.2.d")
async def carry_out(sky: Sky, made: Moves, move: Move) -> Sky:
    """The fighter moves, a turret with it if it can, and the move is paid for."""
    sky = sky.paid(move_price(move, made))
    if taken("turret-sees") == "the-end":
        return sky.with_flyer(replace(move.flyer, position=move.to))
    return await follow(sky, move.flyer, move.to)


@rule("3.1.1.a", "3.1.1.b")
async def where_they_ended(sky: Sky, made: Moves) -> Sky:
    """For a turret that sees only the end of an adjustment: it follows its fighter there, or loses it."""
    if made and taken("turret-sees") == "the-end":
        for flyer in sky.flyers:
            sky = await follow(sky, replace(flyer, position=began(flyer, made)), flyer.position)
    return sky


def began(flyer: Flyer, made: Moves) -> Position:
    """Where a fighter was before it was adjusted."""
    return next((move.flyer.position for move in made if move.flyer.number == flyer.number), flyer.position)


# 4.1, 4.2 ------------------------------------- lateral and altitude adjustment


def move_price(move: Move, made: Moves) -> int:
    """The PT that a move costs, after those that were made."""
    if move.lateral:
        return arc_price(sum(each.lateral for each in made))
    return climb_price() if move.way == "up" else descent_price()


@rule("4.1.a", "4.1.b", "4.1.c", "4.1.d")
def arc_price(arcs: int) -> int:
    """1 PT buys two arcs, for one fighter or for two: the second of them is already paid."""
    return 1 if arcs % 2 == 0 else 0


@rule("4.2.a", "4.2.b", "4.2.c")
def climb_price() -> int:
    """Each level up costs 1 PT."""
    return 1


@rule("4.2.d")
def descent_price() -> int:
    """Down is free."""
    return 0


@rule("4.1.c", "4.1.d", "4.2.b", "4.2.c")
def within_limit(move: Move, made: Moves) -> bool:
    """The book prints prices up to 2 PT; each further PT buys as much again."""
    if taken("lateral-price") == "proportion" or move.way == "down":
        return True
    if move.lateral:
        return sum(each.lateral for each in made) < 4
    return sum(each.way == "up" for each in made) < 2


@rule("4.1.a", "2.1.2.a")
async def sink_shifted(sky: Sky, made: Moves) -> Sky:
    """What a paid shift costs in altitude, if anything."""
    if taken("lateral-altitude") == "free":
        return sky
    for flyer in sky.flyers:
        place = await first_pass.sink(flyer.position, arcs_changed(flyer, made))
        if not isinstance(place, Position):
            sky = first_pass.sent_home(sky, flyer)
        elif place != flyer.position:
            sky = await follow(sky, flyer, place)
    return sky


@rule("2.1.2.a", "4.1.a")
def arcs_changed(flyer: Flyer, made: Moves) -> int:
    """The arcs that a fighter was shifted: all that it flew, or those between beginning and end."""
    if taken("lateral-arcs") == "flown":
        return sum(move.lateral and move.flyer.number == flyer.number for move in made)
    apart = abs(began(flyer, made).clock - flyer.position.clock)
    return min(apart, 12 - apart)


# 4.3 ------------------------------------------------------------ turret adjustment


@rule("4.3.a", "4.3.h")
async def turn_turrets(sky: Sky) -> Sky:
    """Each turret of a zone without fighters moves to a neighbouring zone."""
    for turret in sky.turrets:
        if turret.zone not in [await zone(flyer.position.clock) for flyer in sky.flyers]:
            sky = sky.with_turret(await turn(sky, turret))
    return sky


@rule("4.3.b")
async def turn(sky: Sky, turret: Marker) -> Marker:
    """It goes to the side where it can fire at a fighter; where neither side stands out, by a die if at all."""
    targets = {await zone(f.position.clock) for f in sky.flyers if reaches(turret.name, f.position.altitude)}
    found = [side for side in neighbours(turret.zone) if side in targets]
    if len(found) == 1:
        return turned(turret, found[0])
    if not (nobody_flies(sky) or torn_between(found) or taken("turret-no-target") == "random"):
        return turret
    face = await roll(D10, f"{turret.name} turret direction die")
    return turned(turret, even_side(turret) if even(face) else odd_side(turret))


@rule("4.3.c")
def nobody_flies(sky: Sky) -> bool:
    """With no fighter left in any zone a die decides."""
    return not sky.flyers


@rule("4.3.d")
def torn_between(targets: list[str]) -> bool:
    """With a target on both sides a die decides."""
    return len(targets) == 2


@rule("4.3.e")
def even_side(turret: Marker) -> str:
    """An even die sends the turret clockwise."""
    return neighbours(turret.zone)[0]


@rule("4.3.f")
def odd_side(turret: Marker) -> str:
    """An odd die sends the turret counterclockwise."""
    return neighbours(turret.zone)[1]


@rule("4.3.g")
def turned(turret: Marker, side: str) -> Marker:
    """A turret that has moved like this cannot aim in this pass."""
    return replace(turret, zone=side, moved=True)


def neighbours(zone: str) -> tuple[str, str]:
    """The zones next door, clockwise and counterclockwise."""
    place = AROUND.index(zone)
    return AROUND[(place + 1) % 4], AROUND[(place - 1) % 4]


# 4.4 ------------------------------------------------------------ aborting the attack


@rule("4.4.a", "4.4.b")
async def call_off(sky: Sky) -> Sky:
    """The player may call off any attack; it costs nothing."""
    said = await choose("Call off an attack?", (DONE, *(flyer.number for flyer in sky.flyers))) if sky.flyers else DONE
    if isinstance(said, int):
        return await call_off(called_off(sky, sky.flyer(said)))
    sky = earn_by_aborting(sky)
    free_loop(sky)
    return sky


@rule("4.4.c")
def called_off(sky: Sky, flyer: Flyer) -> Sky:
    """A fighter whose attack is called off goes back into the cup, and counts on the Abort marker."""
    return aborted(sky, flyer)


def aborted(sky: Sky, flyer: Flyer) -> Sky:
    """The table with one more fighter back in the cup, and what that earns."""
    return earn_at_once(leave(sky, flyer).one_more_abort())


@rule("4.4.d", "other-counters.b")
def earn_by_aborting(sky: Sky) -> Sky:
    """Every two aborts on the marker are turned into 1 PT, as far as this pass allows."""
    while sky.aborts > 1 and may_earn_by_aborting(sky):
        sky = earn(replace(sky, aborts=sky.aborts - 2, abort_points=sky.abort_points + 1), 1)
    return sky


def earn_at_once(sky: Sky) -> Sky:
    """Two aborts on the marker earn their PT at once, or not before 4.4 is over."""
    at_once = sky.aborts > 1 and taken("abort-pt") == "at-once"
    return earn_by_aborting(sky) if at_once else sky


def may_earn_by_aborting(sky: Sky) -> bool:
    """Whether two aborts earn a PT: always, but for the limits of the first pass."""
    return sky.number > 1 or (has_paid_for_a_second_pair(sky) and has_earned_none(sky))


@rule("4.4.f")
def has_earned_none(sky: Sky) -> bool:
    """In the first pass aborting earns at most 1 PT."""
    return sky.abort_points < 1


@rule("4.4.g")
def has_paid_for_a_second_pair(sky: Sky) -> bool:
    """In the first pass it does so only if a second pair was paid for."""
    return sky.pairs > 1


@rule("4.4.d")
def aborts_carried(sky: Sky) -> int:
    """What stays on the Abort marker for the next pass: an odd abort, not what the first pass could not pay."""
    if taken("abort-count") == "each-pass":
        return 0
    unpaid = not may_earn_by_aborting(sky) and taken("first-pass-aborts") == "lost"
    return 0 if unpaid else sky.aborts


@rule("4.4.b")
def free_loop(sky: Sky) -> str | None:
    """Pairs that were paid for and called off whole, at no loss: allowed, and pointed out."""
    flying = {flyer.pair for flyer in sky.flyers}
    cost = sum(price for pair, price in enumerate(sky.prices, 1) if pair not in flying)
    if not 0 < cost <= sky.abort_points:
        return None
    return f"{cost} PT paid for what was called off, {sky.abort_points} PT earned by it: allowed, at no loss"
