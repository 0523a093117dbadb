"""1.0 Setup: the pieces, the bomber's first damage, the Sun and the turrets."""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import D10
from companion.errors import IllegalAction, Objection
from companion.referee import draw, roll
from companion.schwarm.book import BOOK, rule, taken
from companion.schwarm.s0_terms import ALTITUDES, FRONT, REAR, Altitude, Fighter, Position, even, position, zone

COUNTERS = BOOK.chart("counters")
TRACK = BOOK.chart("track")
INITIAL_DAMAGE = BOOK.chart("initial-damage")
SUN = BOOK.chart("sun")

ANY = "any"
PARTS = tuple(str(part) for part in BOOK.chart("damage").outcomes.keys if part != ANY)
DORSAL, VENTRAL = "dorsal", "ventral"
FOCKE_WULF, MESSERSCHMITT = "FW-190", "BF-109"


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


@rule("1.1.b", "1.1.c", "counters.b")
def cup() -> tuple[Fighter, ...]:
    """All fighters of the chosen type go into the cup."""
    return focke_wulfs() if taken("fighter") == FOCKE_WULF else messerschmitts()


@rule("counters.d")
def focke_wulfs() -> tuple[Fighter, ...]:
    """The six FW-190."""
    return fighters(FOCKE_WULF)


@rule("counters.e")
def messerschmitts() -> tuple[Fighter, ...]:
    """The six BF-109."""
    return fighters(MESSERSCHMITT)


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


@rule("1.2.a")
async def initial_damage() -> Hits:
    """Roll for what the bomber has already suffered: once, or as an option says."""
    damage = Hits()
    for _ in range(damage_rolls()):
        result = INITIAL_DAMAGE[await roll(D10, "initial damage die")]
        damage = mark(damage, str(result))
    return damage


def damage_rolls() -> int:
    """How often the initial damage is rolled."""
    match taken("initial-damage"):
        case "skipped":
            return rolls_of_a_harder_game()
        case "twice":
            return rolls_of_an_easy_game()
    return 1


@rule("1.2.c")
def rolls_of_a_harder_game() -> int:
    """For a harder game the roll is left out."""
    return 0


@rule("1.2.d")
def rolls_of_an_easy_game() -> int:
    """For an easy game it is made twice."""
    return 2


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


# 1.4 --------------------------------------------------------------- turret setup


@dataclass(frozen=True)
class TurretZones:
    """Where the two turret markers lie, both on their Scattered Fire side."""

    dorsal: str
    ventral: str

    def __str__(self) -> str:
        return f"dorsal turret {self.dorsal}, ventral turret {self.ventral}, both on Scattered Fire"


@rule("1.4.c", "1.4.d", "1.4.g")
async def turret_setup(sun: Position) -> TurretZones:
    """One turret at random to the front, the other to the rear; then a die for the dorsal one."""
    ahead = await draw((DORSAL, VENTRAL), "turret for the Front zone")
    dorsal, ventral = (FRONT, REAR) if ahead == DORSAL else (REAR, FRONT)
    if even(await roll(D10, "dorsal turret die")):
        return TurretZones(toward_the_sun(await zone(sun.clock)), ventral)
    return TurretZones(left_where_it_was(dorsal), ventral)


@rule("1.4.e")
def toward_the_sun(zone: str) -> str:
    """On an even die the dorsal turret goes to the zone of the Sun."""
    return zone


@rule("1.4.f")
def left_where_it_was(zone: str) -> str:
    """On an odd die the dorsal turret stays."""
    return zone


def reaches(turret: str, altitude: Altitude) -> bool:
    """Whether a turret fires at an altitude."""
    return dorsal_reaches(altitude) if turret == DORSAL else ventral_reaches(altitude)


@rule("1.4.a")
def dorsal_reaches(altitude: Altitude) -> bool:
    """The dorsal turret fires at High and Level."""
    return altitude in (Altitude.HIGH, Altitude.LEVEL)


@rule("1.4.b")
def ventral_reaches(altitude: Altitude) -> bool:
    """The ventral turret fires at Level and Low."""
    return altitude in (Altitude.LEVEL, Altitude.LOW)


def out_of_reach(position: Position, turrets: tuple[str, ...]) -> Faults:
    """A turret is stacked only with a fighter at an altitude that it reaches."""
    says = {DORSAL: "1.4.a", VENTRAL: "1.4.b"}
    beyond = [name for name in turrets if not reaches(name, position.altitude)]
    objections = tuple(Objection(says[name], f"the {name} turret does not reach {position}") for name in beyond)
    within = (f"at {each}" for each in ALTITUDES if beyond and all(reaches(name, each) for name in turrets))
    return objections, tuple(within)


Faults = tuple[tuple[Objection, ...], tuple[str, ...]]
"""What is to be said against something, and what would be legal instead."""


def forbid(*faults: Faults) -> None:
    """Raise IllegalAction with every objection at once, if there is any."""
    if objections := [objection for told, _ in faults for objection in told]:
        raise IllegalAction(objections, [instead for _, legal in faults for instead in legal])
