"""2.0 First pass: the position check, by which a fighter slips toward the bomber's tail and may sink."""

from __future__ import annotations

from enum import Enum

from companion.dice import D10
from companion.errors import IllegalAction, Objection
from companion.referee import Bullets, choose, roll
from companion.schwarm.book import BOOK, rule, taken, tally
from companion.schwarm.s0_terms import ALTITUDES, INERTIA, Altitude, Position, even
from companion.schwarm.s1_setup import DORSAL, reaches

ALTITUDE_LOSS = BOOK.chart("altitude-loss")

NOSE, TAIL = 12, 6
ABORTS = "aborts"


class Turn(Enum):
    """The way a fighter changes arcs: the step on the clock."""

    CLOCKWISE = 1
    COUNTERCLOCKWISE = -1

    def __str__(self) -> str:
        return self.name.lower()


# 2.1 ------------------------------------------------------------- position check


@rule("2.1.a", "2.1.c", "2.1.1.a")
async def position_check(position: Position, turrets: tuple[str, ...] = ()) -> Position | str:
    """Roll for one fighter: it slips toward the tail while the result pays for the arcs it leaves, and may sink."""
    may_stack(position, turrets)
    result = await roll(D10, "position check die", check_drm(turrets))
    clock, arcs = await slide(position.clock, None, result)
    return await sink(position.at(clock), arcs)


@rule("1.4.a", "1.4.b")
def may_stack(position: Position, turrets: tuple[str, ...]) -> None:
    """A turret is stacked only with a fighter at an altitude that it reaches."""
    objections = [
        Objection("1.4.a" if name == DORSAL else "1.4.b", f"the {name} turret does not reach {position}")
        for name in turrets
        if not reaches(name, position.altitude)
    ]
    if objections:
        legal = [str(altitude) for altitude in ALTITUDES if all(reaches(name, altitude) for name in turrets)]
        raise IllegalAction(objections, legal)


# 2.1.1 ---------------------------------------------------------------- procedure


@tally("check DRM")
def check_drm(turrets: tuple[str, ...]) -> Bullets:
    """One more when a turret is stacked with the fighter."""
    stacked = len(turrets) if len(turrets) < 2 or taken("both-turrets") == "each" else 1
    names = " and ".join(f"the {name} turret" for name in turrets) or "a turret"
    yield "2.1.1.b", f"{names} stacked with the fighter", stacked or "there is none"


@rule("2.1.1.c", "2.1.1.d", "2.1.1.e", "2.1.1.f", "terms.a")
async def slide(clock: int, turn: Turn | None, result: int, paid: int = 0, arcs: int = 0) -> tuple[int, int]:
    """The fighter goes from arc to arc toward the tail while the result pays the inertia of each arc it leaves."""
    inertia = int(await INERTIA.look(clock))
    if not pays_to_leave(result, paid, inertia, first=arcs == 0):
        return clock, arcs
    turn = turn or await direction(clock)
    return await slide((clock - 1 + turn.value) % 12 + 1, turn, result, paid + inertia, arcs + 1)


@rule("2.1.1.c", "2.1.1.g")
def pays_to_leave(result: int, paid: int, inertia: int, *, first: bool) -> bool:
    """The result pays for leaving: at first it must exceed the inertia, later it must cover the sum."""
    equal = taken("first-step") == "yes" if first else taken("later-steps") == "yes"
    return result > paid + inertia or (equal and result == paid + inertia)


@rule("2.1.1.c", "2.1.1.h", "2.1.1.i", "2.1.1.j", "2.1.1.k")
async def direction(clock: int) -> Turn:
    """Toward 6, and on the same way past it; from 6 or 12 a die decides, even for clockwise."""
    if clock in (NOSE, TAIL):
        return Turn.CLOCKWISE if even(await roll(D10, "direction die")) else Turn.COUNTERCLOCKWISE
    return Turn.CLOCKWISE if clock < TAIL else Turn.COUNTERCLOCKWISE


# 2.1.2 --------------------------------------------------------- loss of altitude


@rule("2.1.2.a", "2.1.2.d")
async def levels_lost(arcs: int) -> int:
    """Two or three arcs cost one level, four cost two."""
    most = ALTITUDE_LOSS.axes[0].keys[-1]
    if arcs > int(most) and taken("five-arcs") == "ask":
        return await choose(f"How many levels do {arcs} arcs cost at your table?", (0, 1, 2, 3), by="the table")
    return int(await ALTITUDE_LOSS.look(min(arcs, most)))


@rule("2.1.2.b", "2.1.2.c")
async def sink(position: Position, arcs: int) -> Position | str:
    """The fighter sinks by what it owes; one that cannot sink further aborts and returns to the cup."""
    lost = await levels_lost(arcs)
    below = ALTITUDES[ALTITUDES.index(position.altitude) :]
    if lost < len(below):
        return Position(position.clock, below[lost])
    if len(below) > 1 and taken("two-levels-from-level") == "stops":
        return Position(position.clock, Altitude.LOW)
    return ABORTS
