"""One attack: what bears on its two dice, and what comes of it, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from companion.schwarm.s0_terms import Fighter, Position, Turret
from companion.schwarm.s1_setup import TRACK, hits


class FaceDown(Enum):
    """A fighter counter that has not been turned over."""

    FACE_DOWN = "face down"

    def __str__(self) -> str:
        return self.value


FACE_DOWN = FaceDown.FACE_DOWN


@dataclass(frozen=True)
class Attack:
    """One fighter about to attack, and all that bears on its two dice.

    `out` are the counters that were turned over before it in this pass. `wingman` shares its position and attacks in
    combination with it; `wing_turrets` are stacked with the wingman. `turrets` are stacked with the fighter or
    scatter fire over its zone. `gun_hits` are the hits on the machine guns that count in this zone. `pressed` is None
    while the player has not decided, `wing_pressed` while nothing was said of the wingman's attack. `points` are the
    PT the player has; `earns_point` says that one more hit on the bomber would earn another.
    """

    position: Position
    fighter: Fighter | FaceDown = FACE_DOWN
    wingman: Fighter | FaceDown | None = None
    placed_together: bool = True
    out: tuple[Fighter, ...] = ()
    turrets: tuple[Turret, ...] = ()
    wing_turrets: tuple[Turret, ...] = ()
    sun: Position | None = None
    gun_hits: int = 0
    pressed: bool | None = False
    wing_pressed: bool | None = None
    points: int = int(TRACK["PT"])
    earns_point: bool = False

    @property
    def counter(self) -> Fighter:
        """The fighter's counter, which has been turned over."""
        if isinstance(self.fighter, FaceDown):
            raise ValueError("the counter is still face down")
        return self.fighter

    @property
    def aimed(self) -> tuple[Turret, ...]:
        """The turrets that are stacked with the fighter."""
        return tuple(turret for turret in self.turrets if turret.aimed)

    @property
    def scattered(self) -> tuple[Turret, ...]:
        """The turrets that scatter fire over its zone."""
        return tuple(turret for turret in self.turrets if not turret.aimed)


class Miss(StrEnum):
    """What the black die does that hits no part of the bomber."""

    NO_HIT = "no hit"


MISS = Miss.NO_HIT


class Fire(StrEnum):
    """What the bomber's fire did."""

    MISS = "fighter not hit"
    HIT = "fighter hit"


class Fate(StrEnum):
    """What became of the fighter."""

    UNHURT = "fighter unhurt"
    SAVED = "fighter hit and saved for 1 PT"
    SHOT_DOWN = "fighter shot down, the game is lost"


@dataclass(frozen=True)
class Result:
    """What an attack did: the part of the bomber that was hit, if any, and the fighter's fate.

    `kept_point` says that a PT was earned by a hit that a save then cancelled.
    """

    damage: str
    fate: Fate
    kept_point: bool = False

    def __str__(self) -> str:
        return f"{self.damage}, {self.fate}"


@dataclass(frozen=True)
class Armed:
    """A fighter counter and the turrets stacked with it, which add `burden` to its black number."""

    fighter: Fighter
    turrets: tuple[Turret, ...] = ()
    burden: int = 0

    @property
    def black(self) -> int:
        """The number that is compared when two fighters combine."""
        return self.fighter.black + self.burden


@dataclass(frozen=True)
class Numbers:
    """The numbers a fighter attacks with, on a position it shares."""

    fighter: Fighter
    black: int
    red: int

    def __str__(self) -> str:
        return f"{self.fighter} attacks with black {self.black:+d}, red {self.red:+d}"


@dataclass(frozen=True)
class Shares:
    """The numbers of every fighter on one position."""

    numbers: tuple[Numbers, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.numbers))


@dataclass(frozen=True)
class Report:
    """What the hits on the bomber amount to."""

    destroyed: tuple[str, ...]
    scored: int
    earned: int
    defence: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        end = f"B-17 destroyed ({', '.join(self.destroyed)})" if self.destroyed else "not destroyed"
        fire = ", ".join(f"{zone} {drm:+d}" for zone, drm in self.defence if drm) or "unweakened"
        return f"{end}; {hits(self.scored)} scored, {self.earned} PT earned; defensive fire {fire}"
