"""The map during a pass and the track beside it, as one frozen value: the argument of the rule in force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.schwarm.s0_terms import Fighter, Position
from companion.schwarm.s1_setup import DORSAL, VENTRAL, Hits


@dataclass(frozen=True)
class Flyer:
    """A fighter on the map: its number in the order of placing, its pair, where it was placed and where it is.

    `dear` says that it was placed at High, for which its pair may have paid.
    """

    number: int
    pair: int
    placed: Position
    position: Position
    dear: bool = False

    def __str__(self) -> str:
        return f"fighter {self.number}"


@dataclass(frozen=True)
class Marker:
    """A turret marker: its zone, the number of the fighter it is stacked with, and whether it moved in this pass."""

    name: str
    zone: str
    on: int | None = None
    moved: bool = False

    def __str__(self) -> str:
        return f"{self.name} turret in the {self.zone} zone"


@dataclass(frozen=True)
class Sky:
    """Everything that a player sees on the table.

    `shown` are the counters turned over in this pass, `prices` the PT paid for each of its pairs. `guns` are the hits
    on machine guns that count in each zone. `aborts` stands on the Abort marker, `abort_points` were earned so in this
    pass, `held` are PT earned in this pass that may be spent only after it. `fallen` says that a fighter was shot
    down.
    """

    sun: Position
    turrets: tuple[Marker, ...]
    points: int
    scored: Hits
    initial: Hits
    aborts: int = 0
    flyers: tuple[Flyer, ...] = ()
    shown: tuple[Fighter, ...] = ()
    guns: tuple[tuple[str, int], ...] = ()
    number: int = 1
    prices: tuple[int, ...] = ()
    abort_points: int = 0
    held: int = 0
    fallen: bool = False

    def told(self) -> list[str]:
        """What a player sees, in lines."""
        lines = [f"Pass {self.number}. PT {self.points}, Abort {self.aborts}. Sun {self.sun}. B-17: {self.on_bomber}."]
        for turret in self.turrets:
            aim = f"aims at fighter {turret.on}" if turret.on else f"Scattered Fire, {turret.zone}"
            lines.append(f"{turret.name} turret: {aim}")
        lines += [f"{flyer} at {flyer.position}, pair {flyer.pair}" for flyer in self.flyers]
        return [*lines, "A fighter was shot down."] if self.fallen else lines

    @property
    def pairs(self) -> int:
        """How many pairs were placed in this pass."""
        return len(self.prices)

    @property
    def on_bomber(self) -> Hits:
        """All hits on the bomber, those of the setup too."""
        return self.scored.plus(self.initial)

    def flyer(self, number: int) -> Flyer:
        """A fighter by its number."""
        return next(flyer for flyer in self.flyers if flyer.number == number)

    def turret(self, name: str) -> Marker:
        """A turret marker by its name."""
        return next(turret for turret in self.turrets if turret.name == name)

    def stacked_with(self, flyer: Flyer) -> tuple[str, ...]:
        """The turrets that are stacked with a fighter."""
        return tuple(turret.name for turret in self.turrets if turret.on == flyer.number)

    def guns_hit(self, zone: str) -> int:
        """The hits on machine guns that count in a zone."""
        return dict(self.guns).get(zone, 0)

    def with_flyer(self, flyer: Flyer) -> Sky:
        """The map with a fighter put there, or changed."""
        others = (other for other in self.flyers if other.number != flyer.number)
        return replace(self, flyers=tuple(sorted((*others, flyer), key=lambda each: each.number)))

    def without_flyer(self, flyer: Flyer) -> Sky:
        """The map without a fighter."""
        return replace(self, flyers=tuple(other for other in self.flyers if other.number != flyer.number))

    def with_gun_hits(self, zone: str, hits: int) -> Sky:
        """The map with so many hits on machine guns counted in a zone."""
        return replace(self, guns=tuple(sorted({**dict(self.guns), zone: hits}.items())))

    def with_turret(self, turret: Marker) -> Sky:
        """The map with a turret marker changed."""
        return replace(self, turrets=tuple(turret if each.name == turret.name else each for each in self.turrets))

    def one_more_abort(self) -> Sky:
        """The track with one more aborted fighter on the Abort marker."""
        return replace(self, aborts=self.aborts + 1)

    def priced(self, pair: int, more: int) -> Sky:
        """The map after more was paid for a pair."""
        return replace(self, prices=tuple(p + more * (n == pair) for n, p in enumerate(self.prices, 1)))

    def paid(self, points: int) -> Sky:
        """The track after points were spent."""
        return replace(self, points=self.points - points)


def markers(dorsal: str, ventral: str) -> tuple[Marker, ...]:
    """Both turret markers on Scattered Fire in their zones."""
    return Marker(DORSAL, dorsal), Marker(VENTRAL, ventral)


def spaces(clocks: Iterable[int], altitudes: Iterable[str]) -> tuple[str, ...]:
    """The positions of some arcs, as players name them."""
    return tuple(f"{clock} {altitude}" for clock in clocks for altitude in altitudes)
