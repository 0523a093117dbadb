"""What a drawing of a map shows, whichever way it is drawn: counters, named sets of hexes, and which part."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.board.grid import Hex, Layout, Side
from companion.board.maps import Feature, Map, Terrain
from companion.errors import BadInput

SET_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b3478a")  # told apart by the colour-blind too (Okabe and Ito)


@dataclass(frozen=True)
class Counter:
    """A counter as it lies on the map.

    `label` is what is written large on it, four characters at most; `note` a second, smaller line; `told` what it is
    in words; `colour` its background, `#rrggbb`.
    """

    hex: Hex
    label: str
    note: str = ""
    told: str = ""
    colour: str = "#ffffff"

    @property
    def ink(self) -> str:
        """Black or white, whichever is easier to read on its colour."""
        red, green, blue = (int(self.colour[n : n + 2], 16) for n in (1, 3, 5))
        return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"

    def __str__(self) -> str:
        return f"{self.hex} {self.told or f'{self.label} {self.note}'.strip()}"


@dataclass(frozen=True)
class Picture:
    """A map, its counters, and named sets of hexes such as a zone of control.

    `part` is all that is shown of it; `notes` stand below it, line by line.
    """

    map: Map
    counters: tuple[Counter, ...] = ()
    sets: Mapping[str, Collection[Hex]] = field(default_factory=dict)
    part: frozenset[Hex] | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.hexes:
            raise BadInput("There is nothing to draw: none of the hexes asked for is on the map.")
        if len(self.sets) > len(SET_COLOURS):
            raise BadInput(f"A drawing brings out {len(SET_COLOURS)} sets of hexes at most, not {len(self.sets)}.")

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes shown, column by column."""
        return tuple(hex for hex in self.map.grid if self.part is None or hex in self.part)

    @cached_property
    def shown(self) -> frozenset[Hex]:
        """The same, as a set."""
        return frozenset(self.hexes)

    def terrain(self) -> Iterator[tuple[Hex, Terrain]]:
        """What fills the hexes shown, in the order of the map key."""
        for kind in self.map.key.terrains:
            yield from ((hex, kind) for hex in self.hexes if kind.name in self.map.terrain_in(hex))

    def features(self) -> Iterator[tuple[Hex, int, Feature]]:
        """The features of the sides shown, in the order of the map key: a hex, the direction of the side, its kind.

        The hex may be the one that is not shown, where the part ends at the side.
        """
        sides = sorted({side for side, _ in self.map.features if self.shown.intersection(side)})
        for kind in self.map.key.features:
            for side in sides:
                if kind.name in self.map.features_between(*side):
                    yield side.first, self._direction(side), kind

    def _direction(self, side: Side) -> int:
        return next(n for n in range(6) if self.map.grid.neighbour(side.first, n) == side.second)

    def laid(self) -> tuple[Counter, ...]:
        """The counters that lie in the hexes shown."""
        return tuple(counter for counter in self.counters if counter.hex in self.shown)

    def brought_out(self) -> dict[str, tuple[Hex, ...]]:
        """The named sets, each with its hexes that are shown."""
        return {name: tuple(sorted(self.shown.intersection(hexes))) for name, hexes in self.sets.items()}

    def kinds(self) -> list[Terrain | Feature]:
        """The terrain and the features that are shown, each once."""
        return list(dict.fromkeys([*(kind for _, kind in self.terrain()), *(kind for _, _, kind in self.features())]))

    def told(self) -> list[str]:
        """The picture in words, line by line, for who cannot see it."""
        grid = self.map.grid
        lines = [f"{grid.columns} by {grid.rows} hexes, {grid.layout}; {len(self.hexes)} shown"]
        if counters := self.laid():
            lines.append(f"Counters: {'; '.join(map(str, counters))}")
        lines += [f"{name}: {' '.join(map(str, hexes)) or 'none'}" for name, hexes in self.brought_out().items()]
        return [*lines, *self.notes]


def ends(layout: Layout, direction: int, kind: Feature) -> tuple[tuple[float, float], tuple[float, float]]:
    """The line that stands for a feature, in side lengths from a hex's centre: along the side, or across it."""
    (x1, y1), (x2, y2) = layout.corners[direction], layout.corners[(direction + 1) % 6]
    if not kind.opens:
        return (x1, y1), (x2, y2)
    return ((x1 + x2) * 0.3, (y1 + y2) * 0.3), ((x1 + x2) * 0.7, (y1 + y2) * 0.7)
