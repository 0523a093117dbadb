"""Important terms: arcs, altitudes, positions, zones, and the pieces that stand on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.schwarm.book import BOOK, rule, taken

ZONES = BOOK.chart("zones")
ZONES_ON_THE_BOARD = BOOK.chart("zones-on-the-board")
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
    return str(await (ZONES_ON_THE_BOARD if taken("zones") == "board" else ZONES).look(clock))


def even(face: int) -> bool:
    """Whether a die shows an even number."""
    return face % 2 == 0
