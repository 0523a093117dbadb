"""2.0 First pass: placing the pairs, and the position check, by which fighters slip toward the bomber's tail."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from companion.dice import D10
from companion.errors import IllegalAction, Objection
from companion.referee import Bullets, choose, roll
from companion.schwarm.book import BOOK, rule, taken, tally
from companion.schwarm.s0_terms import ALTITUDES, AROUND, INERTIA, Altitude, Position, Turn, arc, even, position, zone
from companion.schwarm.s1_setup import cup, forbid, out_of_reach
from companion.schwarm.s3_turrets import follow, stack, too_many
from companion.schwarm.s4_tactical_adjustment import aborted
from companion.schwarm.s6_other_passes import high_price, pair_price
from companion.schwarm.sky import Flyer, Sky, spaces

ALTITUDE_LOSS = BOOK.chart("altitude-loss")

NOSE, TAIL = 12, 6


class Gone(StrEnum):
    """What becomes of a fighter that has no altitude left to lose."""

    ABORTS = "aborts"


# 2.0 ------------------------------------------------------------------- first pass


@rule("2.0.a", "2.0.i")
async def place_pairs(sky: Sky) -> Sky:
    """The player decides how many pairs attack, pays for them, and puts them on the map one fighter at a time."""
    pairs = await choose("How many pairs attack?", affordable(sky))
    prices = tuple(pair_price(sky.number, pair) for pair in range(1, pairs + 1))
    sky = replace(sky.paid(sum(prices)), prices=prices)
    zones: list[str] = []
    for pair in range(1, pairs + 1):
        zones.append(await zone_of_pair(sky.number, pair, tuple(zones)))
        sky = await place_pair(sky, pair, zones[-1])
    return sky


@rule("2.0.i", "6.0.f")
def affordable(sky: Sky) -> tuple[int, ...]:
    """As many pairs as there are in the cup and PT to pay for them."""
    most, left = 0, sky.points
    while most < len(cup()) // 2 and pair_price(sky.number, most + 1) <= left:
        most += 1
        left -= pair_price(sky.number, most)
    if not most:
        raise IllegalAction([Objection("6.0.f", "a pair costs 1 PT and there is none left")], ["ending the game"])
    return tuple(range(1, most + 1))


@rule("2.0.g", "2.0.k")
async def zone_of_pair(number: int, pair: int, zones: tuple[str, ...]) -> str:
    """Both of a pair share a zone; in the first pass all pairs share one."""
    together = number == 1 or taken("all-pairs-one-zone") == "every-pass"
    if zones and together:
        return zones[0]
    return await choose(f"Which zone does {'the swarm' if together else f'pair {pair}'} attack?", AROUND)


@rule("2.0.d", "2.0.e")
async def place_pair(sky: Sky, pair: int, where: str) -> Sky:
    """Each of the two goes face up, its back unseen, to a position in their zone."""
    sky = await place_fighter(sky, 2 * pair - 1, pair, where)
    return await place_fighter(sky, 2 * pair, pair, where)


@rule("2.0.e", "2.0.h")
async def place_fighter(sky: Sky, number: int, pair: int, where: str) -> Sky:
    """A fighter goes to any position in the zone of its pair; a turret there may take it at once."""
    dear = high_price(sky.number)
    if dear and paid_for_high(sky, pair):
        dear = 0
    open_to = ALTITUDES if dear <= sky.points else ALTITUDES[1:]
    clocks = [int(clock) for clock in INERTIA.axes[0].keys if await zone(int(clock)) == where]
    place = position(await choose(f"Where does fighter {number} go?", spaces(clocks, open_to)))
    flyer = Flyer(number, pair, place, place, dear=place.altitude == Altitude.HIGH)
    if flyer.dear:
        sky = sky.paid(dear).priced(pair, dear)
    return await stack(sky.with_flyer(flyer), flyer)


@rule("6.0.g")
def paid_for_high(sky: Sky, pair: int) -> bool:
    """Whether what High costs has been paid for a pair, once and for both of its fighters."""
    return any(each.pair == pair and each.dear for each in sky.flyers) and taken("high-surcharge") == "pair"


# 2.1 ------------------------------------------------------------- position check


@rule("2.0.l")
async def check_all(sky: Sky) -> Sky:
    """When the last fighter is placed, every one takes a position check."""
    return await check_rest(sky, tuple(flyer.number for flyer in sky.flyers))


@rule("2.1.c", "2.1.1.a")
async def check_rest(sky: Sky, due: tuple[int, ...]) -> Sky:
    """Those that are due are checked one by one, in the player's order."""
    if not due:
        return sky
    number = due[0] if len(due) == 1 else await choose("Which fighter is checked next?", due)
    sky = await check(sky, sky.flyer(number))
    return await check_rest(sky, tuple(other for other in due if other != number))


@rule("2.1.a")
async def check(sky: Sky, flyer: Flyer) -> Sky:
    """A fighter's check: it goes where the die sends it, or back into the cup."""
    place = await position_check(flyer.position, sky.stacked_with(flyer))
    return await follow(sky, flyer, place) if isinstance(place, Position) else sent_home(sky, flyer)


@rule("2.1.2.c", "4.4.e")
def sent_home(sky: Sky, flyer: Flyer) -> Sky:
    """A fighter that is out of altitude goes back into the cup, and counts on the Abort marker."""
    return aborted(sky, flyer)


@rule("2.1.a", "2.1.1.a")
async def position_check(position: Position, turrets: tuple[str, ...] = ()) -> Position | Gone:
    """Roll for one fighter: it slips toward the tail while the result pays for the arcs it leaves, and may sink."""
    forbid(out_of_reach(position, turrets), too_many(turrets))
    result = await roll(D10, "position check die", check_drm(turrets))
    clock, arcs = await slide(position.clock, None, result)
    return await sink(position.at(clock), arcs)


# 2.1.1 ---------------------------------------------------------------- procedure


@tally("check DRM")
def check_drm(turrets: tuple[str, ...]) -> Bullets:
    """One more when a turret is stacked with the fighter."""
    stacked = len(turrets) if len(turrets) < 2 or taken("both-turrets") == "each" else 1
    names = " and ".join(f"the {name} turret" for name in turrets) or "a turret"
    yield "2.1.1.b", f"{names} stacked with the fighter", stacked or "there is none"


@rule("2.1.1.c", "2.1.1.d", "2.1.1.e", "2.1.1.f", "2.1.1.h", "terms.a")
async def slide(clock: int, turn: Turn | None, result: int, paid: int = 0, arcs: int = 0) -> tuple[int, int]:
    """The fighter goes from arc to arc toward the tail while the result pays the inertia of each arc it leaves."""
    inertia = int(await INERTIA.look(clock))
    if not pays_to_leave(result, paid, inertia, first=arcs == 0):
        return clock, arcs
    turn = turn or await direction(clock)
    return await slide(arc(clock, turn.value), turn, result, paid + inertia, arcs + 1)


@rule("2.1.1.c", "2.1.1.g")
def pays_to_leave(result: int, paid: int, inertia: int, *, first: bool) -> bool:
    """The result pays for leaving: at first it must exceed the inertia, later it must cover the sum."""
    equal = taken("first-step") == "yes" if first else taken("later-steps") == "yes"
    return result > paid + inertia or (equal and result == paid + inertia)


@rule("2.1.1.c")
async def direction(clock: int) -> Turn:
    """The way toward 6; from 6 or 12 a die decides."""
    if clock in (NOSE, TAIL):
        face = await roll(D10, "direction die")
        return even_direction(face) if even(face) else odd_direction(face)
    return Turn.CLOCKWISE if clock < TAIL else Turn.COUNTERCLOCKWISE


@rule("2.1.1.i", "2.1.1.j")
def even_direction(face: int) -> Turn:
    """From 6 or 12 an even die sends the fighter clockwise."""
    return Turn.CLOCKWISE


@rule("2.1.1.i", "2.1.1.k")
def odd_direction(face: int) -> Turn:
    """From 6 or 12 an odd die sends the fighter counterclockwise."""
    return Turn.COUNTERCLOCKWISE


# 2.1.2 --------------------------------------------------------- loss of altitude


@rule("2.1.2.a")
async def levels_lost(arcs: int) -> int:
    """Two or three arcs cost one level; fewer cost none."""
    two, *_, four = map(int, ALTITUDE_LOSS.axes[0].keys)
    if arcs < two:
        return 0
    if arcs > four and taken("five-arcs") == "ask":
        why = f"How many levels do {arcs} arcs cost at your table?"
        return int(await choose(why, ALTITUDE_LOSS.outcomes.keys, by="the table"))
    return int(await ALTITUDE_LOSS.look(arcs if arcs < four else as_for_four(arcs)))


@rule("2.1.2.d")
def as_for_four(arcs: int) -> int:
    """Four arcs cost two levels; so do more, unless the table is asked."""
    return int(ALTITUDE_LOSS.axes[0].keys[-1])


@rule("2.1.2.b")
async def sink(position: Position, arcs: int) -> Position | Gone:
    """The fighter sinks by what it owes; one that is at Low and owes more aborts."""
    lost = await levels_lost(arcs)
    below = ALTITUDES[ALTITUDES.index(position.altitude) :]
    if lost < len(below):
        return Position(position.clock, below[lost])
    if len(below) > 1 and taken("two-levels-from-level") == "stops":
        return Position(position.clock, Altitude.LOW)
    return Gone.ABORTS
