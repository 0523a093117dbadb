"""Zones of control, reach and falling back: against plain searches written another way."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from random import Random

import pytest

from companion.board import Hex, Layout, Map, parse_map
from companion.board.zones import away, reach, zone

from .fields import KEY, LAYOUTS, MEADOW, at_random, plain, some

H = Hex
SEEDS = range(25)
by_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=str)


def passable(field: Map, here: Hex, there: Hex) -> bool:
    """Whether a way leads over a side, from the names of what lies on it."""
    on = field.features_between(here, there)
    return "river" not in on or "bridge" in on


def walked(field: Map, start: Hex, limit: int, blocked: Collection[Hex], stops: Collection[Hex]) -> dict[Hex, int]:
    """Every hex reached, by walking on from the last hexes reached, step after step."""
    found, last = {start: 0}, [start]
    for step in range(1, limit + 1):
        nexts = []
        for here in last:
            for there in field.grid if here == start or here not in stops else ():
                touches = field.grid.distance(here, there) == 1 and passable(field, here, there)
                if touches and there not in blocked and there not in found:
                    found[there] = step
                    nexts.append(there)
        last = nexts
    return found


@by_layout
def test_a_zone_is_every_neighbour_that_can_be_entered(layout: Layout) -> None:
    for seed in SEEDS:
        dice = Random(seed)
        field = at_random(dice, layout)
        units = some(dice, field.grid, 6)
        touched = {
            hex
            for hex in field.grid
            for unit in units
            if field.grid.distance(unit, hex) == 1 and passable(field, unit, hex)
        }
        assert zone(field.ways, units) == touched
    assert zone(plain(layout).ways, []) == frozenset()


@by_layout
def test_reach_is_what_a_plain_walk_finds(layout: Layout) -> None:
    for seed in SEEDS:
        dice = Random(seed)
        field = at_random(dice, layout)
        start, *foes = some(dice, field.grid, 7)
        held = zone(field.ways, foes)
        found = reach(field.ways, start, 3, blocked=foes, stops=held)
        assert found.costs == walked(field, start, 3, foes, held)
        for end, path in found.paths.items():
            assert (path[0], path[-1], len(path) - 1) == (start, end, found.costs[end])
            assert all(field.ways.has_edge(*step) for step in pairwise(path))
            assert not set(path[1:]) & set(foes)
            assert not set(path[1:-1]) & held


def test_reach_without_obstacles_is_distance() -> None:
    field = plain(LAYOUTS[0])
    found = reach(field.ways, H(4, 3), 2)
    assert found.costs == {hex: field.grid.distance(H(4, 3), hex) for hex in field.grid.within(H(4, 3), 2)}


def test_a_move_halts_where_it_enters_a_zone_but_may_leave_one_it_began_in() -> None:
    field, middle = plain(LAYOUTS[0]), H(4, 3)
    ring = field.grid.ring(middle, 1)
    assert reach(field.ways, middle, 3, stops=ring).costs.keys() == {middle, *ring}
    assert reach(field.ways, middle, 3, stops=[middle]).costs.keys() == field.grid.within(middle, 3)
    assert reach(field.ways, middle, 3, blocked=ring).costs.keys() == {middle}


def test_a_river_keeps_zones_and_moves_apart_and_a_bridge_joins_them() -> None:
    field = parse_map(MEADOW, KEY)
    assert H(4, 2) not in zone(field.ways, [H(3, 2)])
    assert H(4, 1) in zone(field.ways, [H(3, 2)])
    assert reach(field.ways, H(3, 2), 2).costs[H(4, 2)] == 2
    assert reach(field.graph, H(3, 2), 2).costs[H(4, 2)] == 1


def test_costs_are_the_callers_to_say() -> None:
    field = parse_map(MEADOW, KEY)

    def climbing(here: Hex, there: Hex) -> int | None:
        return 1 + max(0, int(field.graph.edges[here, there]["rise"]))

    assert reach(field.ways, H(1, 1), 2, cost=climbing).costs[H(1, 2)] == 2
    assert H(1, 3) not in reach(field.ways, H(1, 1), 2, cost=climbing).costs
    assert reach(field.ways, H(1, 1), 3, cost=lambda here, there: None).costs == {H(1, 1): 0}


@by_layout
def test_away_is_further_from_every_foe(layout: Layout) -> None:
    field = plain(layout)
    grid, middle = field.grid, H(4, 3)
    for direction in range(6):
        foe = grid.neighbour(middle, direction)
        assert foe is not None
        behind = {grid.neighbour(middle, (direction + turn) % 6) for turn in (2, 3, 4)}
        assert away(grid, field.ways, middle, [foe]) == behind
        across = grid.neighbour(middle, (direction + 3) % 6)
        assert across is not None
        assert away(grid, field.ways, middle, [foe, across]) == frozenset()
    assert away(grid, field.ways, middle, []) == set(grid.neighbours(middle))


def test_no_way_back_over_a_river() -> None:
    field = parse_map(MEADOW, KEY)
    assert away(field.grid, field.graph, H(3, 2), [H(2, 1)]) == {H(4, 1), H(4, 2), H(3, 3)}
    assert away(field.grid, field.ways, H(3, 2), [H(2, 1)]) == {H(4, 1), H(3, 3)}
