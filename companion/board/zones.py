"""Questions to the graph of a map: zones of control, reach, and ways of falling back.

`ways` is a graph of hexes, `Map.ways` unless the game has another rule of passage; sets of hexes are any collection.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

import networkx as nx

from companion.board.grid import Grid, Hex

Cost = Callable[[Hex, Hex], int | None]


class Reach(NamedTuple):
    """Where a move may lead: for each hex the least cost, and one cheapest path, its start included."""

    costs: Mapping[Hex, int]
    paths: Mapping[Hex, list[Hex]]


def one_a_hex(here: Hex, there: Hex) -> int:
    """Every hex entered costs one."""
    return 1


def zone(ways: nx.DiGraph, units: Iterable[Hex]) -> frozenset[Hex]:
    """The hexes that units control together: all that can be entered from theirs in one step."""
    return frozenset().union(*(ways.adj[unit] for unit in units))


def reach(
    ways: nx.DiGraph,
    start: Hex,
    allowance: int,
    *,
    blocked: Collection[Hex] = (),
    stops: Collection[Hex] = (),
    cost: Cost = one_a_hex,
) -> Reach:
    """Every hex that a move can get to: it never enters a blocked hex, and goes no further once it entered a stop.

    Neither holds for the start itself. A cost of None forbids a step. Costs may not be negative.
    """

    def weight(here: Hex, there: Hex, _: object) -> int | None:
        halted = here in stops and here != start
        return None if halted or there in blocked else cost(here, there)

    return Reach(*nx.single_source_dijkstra(ways, start, cutoff=allowance, weight=weight))


def away(grid: Grid, ways: nx.DiGraph, start: Hex, foes: Collection[Hex]) -> frozenset[Hex]:
    """The hexes one step off that lie further, in plain hexes, from every one of the foes."""
    return frozenset(
        there for there in ways.adj[start] if all(grid.distance(there, foe) > grid.distance(start, foe) for foe in foes)
    )
