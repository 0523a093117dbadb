"""A map: what lies in its hexes and on its hexsides, and the graph to which questions of movement are put."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from companion.board.grid import Grid, Hex, Side

if TYPE_CHECKING:
    import networkx as nx

Place = TypeVar("Place", Hex, Side)

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Terrain:
    """What may fill a hex: how it is drawn (one character; a colour, `#rrggbb`), and how high it lies."""

    name: str
    mark: str
    colour: str
    level: int = 0


@dataclass(frozen=True)
class Feature:
    """What may lie on a hexside: how it is drawn, whether it bars the way, or opens one where another bars it."""

    name: str
    mark: str
    colour: str
    bars: bool = False
    opens: bool = False


@dataclass(frozen=True)
class MapKey:
    """The terrain and the features that a game knows; later ones are drawn over earlier ones."""

    terrains: tuple[Terrain, ...] = ()
    features: tuple[Feature, ...] = ()

    @cached_property
    def terrain(self) -> dict[str, Terrain]:
        """Terrain by name."""
        return {terrain.name: terrain for terrain in self.terrains}

    @cached_property
    def feature(self) -> dict[str, Feature]:
        """Features by name."""
        return {feature.name: feature for feature in self.features}


@dataclass(frozen=True)
class Map:
    """A grid with its terrain and features: one frozen, hashable value."""

    name: str
    grid: Grid
    key: MapKey
    terrain: frozenset[tuple[Hex, str]] = frozenset()
    features: frozenset[tuple[Side, str]] = frozenset()

    def terrain_in(self, hex: Hex) -> frozenset[str]:
        """The names of the terrain in a hex."""
        return self._terrain.get(hex, NOTHING)

    def features_between(self, one: Hex, other: Hex) -> frozenset[str]:
        """The names of the features on the side of two neighbours."""
        return self._features.get(Side.between(one, other), NOTHING)

    def level(self, hex: Hex) -> int:
        """How high a hex lies: the highest level among its terrain, 0 where it has none."""
        return max((self.key.terrain[name].level for name in self.terrain_in(hex)), default=0)

    def barred(self, features: Iterable[str]) -> bool:
        """Whether a side with these features cannot be passed: one bars it, and none opens it."""
        kinds = [self.key.feature[name] for name in features]
        return any(kind.bars for kind in kinds) and not any(kind.opens for kind in kinds)

    @cached_property
    def graph(self) -> nx.DiGraph:
        """Every hex, with its `terrain` and `level`; an edge from each to each neighbour, `features` and `rise`.

        `rise` is the level of the second less that of the first: above zero is uphill. The graph is frozen.
        """
        import networkx as nx

        graph = nx.DiGraph()
        for hex in self.grid:
            graph.add_node(hex, terrain=self.terrain_in(hex), level=self.level(hex))
        level = graph.nodes(data="level")
        for hex in self.grid:
            for near in self.grid.neighbours(hex):
                rise = level[near] - level[hex]
                graph.add_edge(hex, near, features=self.features_between(hex, near), rise=rise)
        return nx.freeze(graph)

    @cached_property
    def ways(self) -> nx.DiGraph:
        """The graph without the edges that are barred: where units pass, attack and exert control."""
        import networkx as nx

        barred = [(here, there) for here, there, on in self.graph.edges(data="features") if on and self.barred(on)]
        open_ways = nx.DiGraph(self.graph)
        open_ways.remove_edges_from(barred)
        return nx.freeze(open_ways)

    @cached_property
    def _terrain(self) -> dict[Hex, frozenset[str]]:
        return _gathered(self.terrain)

    @cached_property
    def _features(self) -> dict[Side, frozenset[str]]:
        return _gathered(self.features)


def _gathered(pairs: Iterable[tuple[Place, str]]) -> dict[Place, frozenset[str]]:
    """All that is named for each place."""
    found: dict[Place, set[str]] = {}
    for place, name in pairs:
        found.setdefault(place, set()).add(name)
    return {place: frozenset(names) for place, names in found.items()}
