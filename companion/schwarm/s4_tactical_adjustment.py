"""4.0 Tactical adjustment: better angles and altitudes for PT, turrets that turn, attacks called off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.dice import D10
from companion.referee import choose, roll
from companion.schwarm.book import rule, taken
from companion.schwarm.s0_terms import ALTITUDES, AROUND, Position, even, zone
from companion.schwarm.s1_setup import reaches
from companion.schwarm.s2_first_pass import ABORTS, Turn, aborted, sink
from companion.schwarm.s3_turrets import follow
from companion.schwarm.sky import Flyer, Marker, Sky

DONE = "done"


@dataclass(frozen=True)
class Spent:
    """What has been bought in this adjustment: the arcs, those of each fighter, and the levels climbed."""

    arcs: tuple[int, ...] = ()
    levels: int = 0


# 4.0 --------------------------------------------------------- tactical adjustment


@rule("4.0.a", "4.0.b")
async def adjust(sky: Sky) -> Sky:
    """The player moves fighters, the turrets of empty zones turn, then attacks may be called off."""
    if taken("empty-zone") == "before-shifts":
        return await call_off(await move_fighters(await turn_turrets(sky)))
    return await call_off(await turn_turrets(await move_fighters(sky)))


@rule("4.0.a")
async def move_fighters(sky: Sky, spent: Spent = Spent()) -> Sky:
    """One move after the other, each paid when it is begun, until the player is content."""
    if not sky.flyers:
        return sky
    moves = {str(move): move for move in legal_moves(sky, spent)}
    said = await choose("Move a fighter?", (DONE, *moves))
    if said == DONE:
        return await sink_shifted(sky, spent)
    return await move_fighters(*await carry_out(sky, spent, moves[said]))


@dataclass(frozen=True)
class Move:
    """One step of a fighter: an arc to either side, or a level up or down."""

    flyer: Flyer
    to: Position
    way: str

    @property
    def lateral(self) -> bool:
        return self.to.altitude == self.flyer.position.altitude

    def __str__(self) -> str:
        return f"{self.flyer} {self.way} to {self.to}"


def legal_moves(sky: Sky, spent: Spent) -> Iterator[Move]:
    """Every move that can be paid for."""
    for flyer in sky.flyers:
        for move in moves_of(flyer):
            cost = move_price(move, spent)
            if cost <= sky.points and within_limit(move, spent):
                yield move


def moves_of(flyer: Flyer) -> Iterator[Move]:
    """The four ways in which a fighter can move."""
    here = flyer.position
    for turn in Turn:
        yield Move(flyer, here.at((here.clock - 1 + turn.value) % 12 + 1), str(turn))
    level = ALTITUDES.index(here.altitude)
    if level > 0:
        yield Move(flyer, Position(here.clock, ALTITUDES[level - 1]), "up")
    if level < len(ALTITUDES) - 1:
        yield Move(flyer, Position(here.clock, ALTITUDES[level + 1]), "down")


@rule("4.1.a", "4.1.b", "4.2.a", "4.2.d")
async def carry_out(sky: Sky, spent: Spent, move: Move) -> tuple[Sky, Spent]:
    """The fighter moves, a turret with it if it can, and the move is paid for."""
    sky = sky.paid(move_price(move, spent))
    if move.lateral:
        spent = replace(spent, arcs=(*spent.arcs, move.flyer.number))
    elif move.way == "up":
        spent = replace(spent, levels=spent.levels + 1)
    return await follow(sky, move.flyer, move.to), spent


# 4.1, 4.2 ------------------------------------- lateral and altitude adjustment


@rule("4.1.a", "4.1.b", "4.1.c", "4.1.d", "4.2.a", "4.2.b", "4.2.c", "4.2.d")
def move_price(move: Move, spent: Spent) -> int:
    """1 PT buys two arcs, for one fighter or for two; 1 PT buys a level up; down is free."""
    if move.lateral:
        return 1 if len(spent.arcs) % 2 == 0 else 0
    return 1 if move.way == "up" else 0


@rule("4.1.c", "4.1.d", "4.2.b", "4.2.c")
def within_limit(move: Move, spent: Spent) -> bool:
    """The book prints prices up to 2 PT; each further PT buys as much again."""
    if taken("lateral-price") == "proportion" or move.way == "down":
        return True
    return len(spent.arcs) < 4 if move.lateral else spent.levels < 2


@rule("4.1.a", "2.1.2.a")
async def sink_shifted(sky: Sky, spent: Spent) -> Sky:
    """What a paid shift costs in altitude, if anything."""
    if taken("lateral-altitude") == "free":
        return sky
    for flyer in sky.flyers:
        place = await sink(flyer.position, spent.arcs.count(flyer.number))
        if place == ABORTS:
            sky = aborted(sky, flyer)
        elif isinstance(place, Position) and place != flyer.position:
            sky = await follow(sky, flyer, place)
    return sky


# 4.3 ------------------------------------------------------------ turret adjustment


@rule("4.3.a", "4.3.h")
async def turn_turrets(sky: Sky) -> Sky:
    """Each turret of a zone without fighters moves to a neighbouring zone."""
    for turret in sky.turrets:
        if turret.zone not in [await zone(flyer.position.clock) for flyer in sky.flyers]:
            sky = sky.with_turret(await turn(sky, turret))
    return sky


@rule("4.3.b", "4.3.c", "4.3.d", "4.3.e", "4.3.f", "4.3.g")
async def turn(sky: Sky, turret: Marker) -> Marker:
    """It goes to the side where it can fire at a fighter; a die decides between two, even for clockwise."""
    clockwise, counterclockwise = neighbours(turret.zone)
    targets = {await zone(f.position.clock) for f in sky.flyers if reaches(turret.name, f.position.altitude)}
    found = [side for side in (clockwise, counterclockwise) if side in targets]
    if len(found) == 1:
        return replace(turret, zone=found[0], moved=True)
    if sky.flyers and not found and taken("turret-no-target") == "stays":
        return turret
    side = clockwise if even(await roll(D10, f"{turret.name} turret direction die")) else counterclockwise
    return replace(turret, zone=side, moved=True)


def neighbours(zone: str) -> tuple[str, str]:
    """The zones next door, clockwise and counterclockwise."""
    place = AROUND.index(zone)
    return AROUND[(place + 1) % 4], AROUND[(place - 1) % 4]


# 4.4 ------------------------------------------------------------ aborting the attack


@rule("4.4.a", "4.4.b")
async def call_off(sky: Sky) -> Sky:
    """The player may call off any attack; it costs nothing."""
    said = (
        await choose("Call off an attack?", (DONE, *(str(flyer.number) for flyer in sky.flyers)))
        if sky.flyers
        else DONE
    )
    if said == DONE:
        free_loop(sky)
        return sky
    return await call_off(aborted(sky, sky.flyer(int(said))))


@rule("4.4.b")
def free_loop(sky: Sky) -> str | None:
    """Pairs that were paid for and called off whole, at no loss: allowed, and pointed out."""
    flying = {flyer.pair for flyer in sky.flyers}
    cost = sum(price for pair, price in enumerate(sky.prices, 1) if pair not in flying)
    if not 0 < cost <= sky.abort_points:
        return None
    return f"{cost} PT paid for what was called off, {sky.abort_points} PT earned by it: allowed, at no loss"
