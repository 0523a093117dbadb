"""Important terms: arcs, altitudes, positions, zones, and the pieces that stand on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from companion.schwarm.book import BOOK, rule, taken

ZONES = BOOK.chart("zones")
INERTIA = BOOK.chart("inertia")

FRONT, RIGHT, REAR, LEFT = "front", "right", "rear", "left"
AROUND = (FRONT, RIGHT, REAR, LEFT)  # clockwise


class Altitude(StrEnum):
    """The three levels, from the top."""

    HIGH = "High"
    LEVEL = "Level"
    LOW = "Low"


ALTITUDES = tuple(Altitude)


def opposite_altitude(altitude: Altitude) -> Altitude:
    """High for Low, Low for High, Level for Level."""
    return ALTITUDES[::-1][ALTITUDES.index(altitude)]


@dataclass(frozen=True)
class Position:
    """A clock arc at an altitude: `9 Level`. Facing the bomber's nose is 12, its tail 6."""

    clock: int
    altitude: Altitude

    def __str__(self) -> str:
        return f"{self.clock} {self.altitude}"

    def at(self, clock: int) -> Position:
        """The same altitude on another arc."""
        return replace(self, clock=clock)


def position(space: str) -> Position:
    """A space of the map as a position: `11 High`."""
    clock, altitude = space.split()
    return Position(int(clock), Altitude(altitude))


class Turn(Enum):
    """The way a fighter changes arcs: the step on the clock."""

    CLOCKWISE = 1
    COUNTERCLOCKWISE = -1

    def __str__(self) -> str:
        return self.name.lower()


def arc(clock: int, steps: int) -> int:
    """The clock arc so many steps on, clockwise: one step on from 12 is 1."""
    return (clock - 1 + steps) % 12 + 1


@dataclass(frozen=True)
class Fighter:
    """A fighter counter, turned over: its type, its black number for attack and its red one for defence."""

    type: str
    black: int
    red: int

    def __str__(self) -> str:
        return f"{self.black}/{self.red}"


@dataclass(frozen=True)
class Turret:
    """A turret marker that bears on a fighter: stacked with it (guns visible), or scattering fire over its zone."""

    name: str
    aimed: bool

    @property
    def side(self) -> str:
        return "guns visible" if self.aimed else "scattered fire"

    def __str__(self) -> str:
        return f"{self.name} turret, {self.side}"


@rule("terms.d", "terms.e")
async def zone(clock: int) -> str:
    """Three arcs make a zone: front, right, rear or left."""
    return by_symmetry(clock) if taken("zones") == "symmetry" else str(await ZONES.look(clock))


@rule("terms.e")
def by_symmetry(clock: int) -> str:
    """The zones lie around 12, 3, 6 and 9, with an arc to either side."""
    return AROUND[arc(clock, 1) // 3 % len(AROUND)]


def even(face: int) -> bool:
    """Whether a die shows an even number."""
    return face % 2 == 0
