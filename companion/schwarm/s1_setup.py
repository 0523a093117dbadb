"""1.0 Setup: the pieces, the bomber's first damage, the Sun and the turrets."""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import D10
from companion.referee import draw, roll
from companion.schwarm.book import BOOK, rule, taken
from companion.schwarm.s0_terms import ALTITUDES, FRONT, REAR, Altitude, Fighter, Position, Turret, even, zone

COUNTERS = BOOK.chart("counters")
TRACK = BOOK.chart("track")
INITIAL_DAMAGE = BOOK.chart("initial-damage")
SUN = BOOK.chart("sun")

ANY = "any"
PARTS = tuple(str(part) for part in BOOK.chart("damage").outcomes.keys if part != ANY)
DORSAL, VENTRAL = "dorsal", "ventral"


@dataclass(frozen=True)
class Hits:
    """Hits on the bomber, one number for each part, in the order of `PARTS`."""

    counts: tuple[int, ...] = (0,) * len(PARTS)

    def __getitem__(self, part: str) -> int:
        return self.counts[PARTS.index(part)]

    def add(self, part: str, hits: int = 1) -> Hits:
        """These hits and more on one part."""
        return Hits(tuple(n + hits * (part == name) for name, n in zip(PARTS, self.counts, strict=True)))

    def plus(self, other: Hits) -> Hits:
        """These hits and others."""
        return Hits(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    @property
    def total(self) -> int:
        """All hits together."""
        return sum(self.counts)

    def __str__(self) -> str:
        return ", ".join(f"{hits(n)} on {part}" for part, n in zip(PARTS, self.counts, strict=True) if n) or "no hit"


def hits(number: int) -> str:
    """A number of hits in words."""
    return "1 hit" if number == 1 else f"{number} hits"


# 1.1 ------------------------------------------------------------------- game pieces


@rule("1.1.b", "1.1.c", "counters.b", "counters.d", "counters.e")
def cup() -> tuple[Fighter, ...]:
    """All fighters of the chosen type go into the cup."""
    return fighters(taken("fighter"))


def fighters(type: str) -> tuple[Fighter, ...]:
    """The six counters of a type, in the order of the counter sheet."""
    backs = (str(COUNTERS[type, number]).split("/") for number in COUNTERS.axes[-1].keys)
    return tuple(Fighter(type, int(black), int(red)) for black, red in backs)


@dataclass(frozen=True)
class Track:
    """The Scoring Track: tactical points, aborted fighters, and the hits on the bomber."""

    points: int
    aborts: int
    damage: Hits

    def __str__(self) -> str:
        return f"PT {self.points}, Abort {self.aborts}, damage: {self.damage}"


@rule("1.1.d", "1.1.e", "1.1.f", "other-counters.c")
def starting_track() -> Track:
    """The markers at the start: the PT at five, everything else at nothing."""
    return Track(int(TRACK["PT"]), int(TRACK["Abort"]), Hits((int(TRACK["damage"]),) * len(PARTS)))


# 1.2 ------------------------------------------------------------- initial damage


@rule("1.2.a", "1.2.c", "1.2.d")
async def initial_damage() -> Hits:
    """Roll for what the bomber has already suffered: once, or as the option says."""
    damage = Hits()
    for _ in range({"skipped": 0, "once": 1, "twice": 2}[taken("initial-damage")]):
        result = INITIAL_DAMAGE[await roll(D10, "initial damage die")]
        damage = mark(damage, str(result))
    return damage


@rule("1.2.b")
def mark(damage: Hits, result: str) -> Hits:
    """The marker of the damaged part goes up by as many hits as the table says."""
    if result == "none":
        return damage
    number, part = result.split(maxsplit=1)
    return damage.add(part, int(number))


# 1.3 -------------------------------------------------------------------- the Sun


@rule("1.3.a")
async def sun() -> Position:
    """Roll for the space that the Sun stands on."""
    return position(str(await SUN.look(await roll(D10, "sun die"))))


def position(space: str) -> Position:
    """A space of the map as a position: `11 High`."""
    clock, altitude = space.split()
    return Position(int(clock), Altitude(altitude))


# 1.4 --------------------------------------------------------------- turret setup


@dataclass(frozen=True)
class TurretZones:
    """Where the two turret markers lie, both on their Scattered Fire side."""

    dorsal: str
    ventral: str

    def __str__(self) -> str:
        return f"dorsal turret {self.dorsal}, ventral turret {self.ventral}, both on Scattered Fire"


@rule("1.4.c", "1.4.d", "1.4.e", "1.4.f", "1.4.g")
async def turret_setup(sun: Position) -> TurretZones:
    """One turret at random to the front, the other to the rear; then on an even die the dorsal goes to the Sun."""
    ahead = await draw((DORSAL, VENTRAL), "turret for the Front zone")
    dorsal, ventral = (FRONT, REAR) if ahead == DORSAL else (REAR, FRONT)
    if even(await roll(D10, "dorsal turret die")):
        dorsal = await zone(sun.clock)
    return TurretZones(dorsal, ventral)


@rule("1.4.a", "1.4.b")
def reaches(turret: str, altitude: Altitude) -> bool:
    """The dorsal turret fires at High and Level, the ventral at Level and Low."""
    return altitude in (ALTITUDES[:2] if turret == DORSAL else ALTITUDES[1:])


@rule("1.4.i", "3.0.h", "3.0.i")
def bears_on(turret: Turret, altitude: Altitude) -> bool:
    """A turret bears on the fighter it aims at; on Scattered Fire, on all in its zone that it covers."""
    return turret.aimed or taken("scattered-cover") == "zone" or reaches(turret.name, altitude)
