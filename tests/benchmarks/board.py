"""Time questions to a map of 40 by 30 hexes with 88 counters: `python -m tests.benchmarks.board`.

Each question is timed beside two others that give the same answer: a plain walk written by hand, and networkx' general
search over a graph cut down for the question. A ratio above one says how many times slower the other is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from random import Random
from time import perf_counter

import networkx as nx

from companion.board import Grid, Hex, Layout, Map, Picture, Side
from companion.board.svg import as_svg
from companion.board.text import as_text
from companion.board.zones import reach, zone
from tests.board.fields import KEY

ALLOWANCE = 3


def battlefield() -> Map:
    """A map of Grunwald's size: a river with a bridge through the middle, and a hill."""
    grid = Grid(40, 30, Layout("flat", "odd"))
    bank = [Side.between(Hex(20, row), near) for row in range(1, 31) for near in grid.neighbours(Hex(20, row))]
    river = sorted({side for side in bank if side.second.column == 21})
    hill = frozenset((hex, "high") for hex in grid.within(Hex(10, 10), 4))
    return Map("benchmark", grid, KEY, hill, frozenset([*((side, "river") for side in river), (river[30], "bridge")]))


def by_hand(field: Map, start: Hex, blocked: Collection[Hex], stops: Collection[Hex]) -> set[Hex]:
    """The same walk without a graph: neighbours and sides are worked out at every step."""
    found, last = {start}, [start]
    for _ in range(ALLOWANCE):
        last = [
            there
            for here in last
            if here == start or here not in stops
            for there in field.grid.neighbours(here)
            if there not in blocked and not field.barred(field.features_between(here, there))
        ]
        found.update(last)
    return found


def by_general_search(field: Map, start: Hex, blocked: Collection[Hex], stops: Collection[Hex]) -> set[Hex]:
    """networkx' breadth-first search, over a view of the graph that hides what may not be entered or left."""
    view = nx.subgraph_view(
        field.ways,
        filter_node=lambda hex: hex not in blocked,
        filter_edge=lambda here, there: here == start or here not in stops,
    )
    return set(nx.single_source_shortest_path_length(view, start, cutoff=ALLOWANCE))


def seconds(ask: Callable[[], object], times: int = 5) -> float:
    """The least time that a question took."""
    taken = []
    for _ in range(times):
        began = perf_counter()
        ask()
        taken.append(perf_counter() - began)
    return min(taken)


def time_moves(field: Map, wing: Collection[Hex], foes: frozenset[Hex]) -> None:
    """The moves of a wing among its foes, once all three ways agree on them."""
    held = zone(field.ways, foes)
    for unit in wing:
        found = set(reach(field.ways, unit, ALLOWANCE, blocked=foes, stops=held).costs)
        assert found == by_hand(field, unit, foes, held) == by_general_search(field, unit, foes, held)
    ours = seconds(lambda: [reach(field.ways, unit, ALLOWANCE, blocked=foes, stops=held) for unit in wing])
    plain = seconds(lambda: [by_hand(field, unit, foes, held) for unit in wing])
    general = seconds(lambda: [by_general_search(field, unit, foes, held) for unit in wing])
    first = next(iter(wing))
    one = seconds(lambda: reach(field.ways, first, ALLOWANCE, blocked=foes, stops=zone(field.ways, foes)))
    print(f"one move, its zone of control included: {1000 * one:.2f} ms")
    print(f"all moves of 44 units: {1000 * ours:.1f} ms; by hand {plain / ours:.1f}, networkx {general / ours:.1f}")


def time_distances(field: Map, units: Collection[Hex]) -> None:
    """From every unit to every unit, by counting and by searching the graph."""
    ours = seconds(lambda: [field.grid.distance(one, other) for one in units for other in units])
    paths = seconds(lambda: [nx.single_source_shortest_path_length(field.graph, one) for one in units], 1)
    print(f"distances of 88 units to each other: {1000 * ours:.1f} ms; over the graph {paths / ours:.0f}")


def main() -> None:
    """Print each question with its time, and how it compares."""
    field = battlefield()
    units = Random(1410).sample([hex for hex in field.grid if 12 <= hex.column <= 29], 88)
    foes = frozenset(units[44:])
    time_moves(field, units[:44], foes)
    time_distances(field, units)
    print(f"building both graphs: {1000 * seconds(lambda: battlefield().ways):.0f} ms")
    picture = Picture(field, sets={"zone": zone(field.ways, foes)})
    for name, draw in {"SVG": as_svg, "text": as_text}.items():
        print(f"the whole map as {name}: {1000 * seconds(partial(draw, picture)):.0f} ms")


if __name__ == "__main__":
    main()
