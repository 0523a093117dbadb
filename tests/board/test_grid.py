"""Printed numbers, neighbours and distances, in all four layouts, each against another witness."""

from __future__ import annotations

from itertools import pairwise
from math import dist, sqrt

import networkx as nx
import numpy as np
import pytest
from hexalattice.hexalattice import create_hex_grid
from hypothesis import given
from hypothesis import strategies as st

from companion.board import Grid, Hex, Layout, Side
from companion.errors import BadInput

from .fields import LAYOUTS, plain

GRID = Grid(40, 30, LAYOUTS[0])
layouts = st.sampled_from(LAYOUTS)
hexes = st.builds(Hex, st.integers(1, 40), st.integers(1, 30))
by_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=str)


def lattice(layout: Layout, columns: int, rows: int) -> dict[Hex, tuple[float, float]]:
    """Centres from hexalattice, which knows pointed rows, each second one shifted: numbered here as printed."""
    lanes, places = (columns, rows) if layout.top == "flat" else (rows, columns)
    skipped = layout.shifted == "odd"  # its first row is never shifted: begin with the second
    centres, _ = create_hex_grid(nx=places, ny=lanes + skipped, min_diam=1.0, do_plot=False)
    found = {}
    for n, (across, down) in enumerate(centres[places * skipped :]):
        lane, place = n // places + 1, n % places + 1
        hex = Hex(lane, place) if layout.top == "flat" else Hex(place, lane)
        found[hex] = (float(down), float(across)) if layout.top == "flat" else (float(across), float(down))
    return found


# ------------------------------------------------------------------ numbers


@given(hexes)
def test_a_number_is_read_as_it_is_printed(hex: Hex) -> None:
    assert GRID.hex(str(hex)) == hex
    assert len(str(hex)) == 4


@pytest.mark.parametrize("number", ["503", "05030", "o503", "", "05 3", "٠٥٠٣", "-503"])
def test_a_number_has_four_digits(number: str) -> None:
    with pytest.raises(BadInput, match="write its four digits, column and row, such as 0503"):
        GRID.hex(number)


@pytest.mark.parametrize("number", ["0001", "0100", "4101", "0131", "9999"])
def test_a_number_is_on_the_map(number: str) -> None:
    with pytest.raises(BadInput, match=f"{number} is not on the map: it runs from 0101 to 4030"):
        GRID.hex(number)


def test_a_block_runs_from_corner_to_corner() -> None:
    assert [str(hex) for hex in GRID.block("0604-0606")] == ["0604", "0605", "0606"]
    assert [str(hex) for hex in GRID.block("0604-0705")] == ["0604", "0605", "0704", "0705"]
    assert GRID.block("0604") == (Hex(6, 4),)
    assert GRID.block("0101-4030") == GRID.hexes
    with pytest.raises(BadInput, match="0606-0604 runs backwards"):
        GRID.block("0606-0604")
    with pytest.raises(BadInput, match="'' is no hex"):
        GRID.block("0604-")


def test_sides_are_named_by_the_hexes_that_share_them() -> None:
    assert [str(side) for side in GRID.sides("0503/0502,0403")] == ["0502/0503", "0403/0503"]
    assert GRID.sides("0503/0504") == GRID.sides("0504/0503") == (Side(Hex(5, 3), Hex(5, 4)),)
    with pytest.raises(BadInput, match="'0503' is no hexside: write the two hexes"):
        GRID.sides("0503")
    with pytest.raises(BadInput, match="0503 does not touch 0505 or 0503: its neighbours are 0502 0603 0604 0504"):
        GRID.sides("0503/0504,0505,0503")


@pytest.mark.parametrize(("size", "read"), [("40 by 30", (40, 30)), ("9x8", (9, 8)), (" 1 by 99 ", (1, 99))])
def test_a_size_is_columns_by_rows(size: str, read: tuple[int, int]) -> None:
    grid = Grid.parse(size, "flat odd")
    assert (grid.columns, grid.rows) == read
    assert len(grid.hexes) == read[0] * read[1] == len(set(grid))


@pytest.mark.parametrize("size", ["40", "0 by 3", "3 by 0", "100 by 3", "-4 by 3", "forty by thirty", ""])
def test_a_size_that_cannot_be(size: str) -> None:
    with pytest.raises(BadInput, match="is no size: write columns by rows"):
        Grid.parse(size, "flat odd")


# ------------------------------------------------------------------ layouts


@by_layout
def test_a_layout_is_given_or_told_by_any_two_neighbours_that_differ_in_both_numbers(layout: Layout) -> None:
    assert Layout.parse(str(layout).upper()) == layout
    grid, tried = plain(layout).grid, 0
    for hex in grid:
        for near in grid.neighbours(hex):
            if hex.column != near.column and hex.row != near.row:
                assert Layout.parse(f"{layout.top} {hex}-{near}") == layout
                tried += 1
    assert tried > 40


def test_the_printed_example_of_a_pair() -> None:
    assert str(Layout.parse("flat 0807-0906")) == "flat odd"
    assert str(Layout.parse("flat 0906-0807")) == "flat odd"
    assert str(Layout.parse("pointed 0807-0906")) == "pointed odd"
    assert str(Layout.parse("flat 0807-0908")) == "flat even"


@pytest.mark.parametrize("pair", ["0807-0907", "0807-0808", "0807-0807", "0807-1006", "0807-0905"])
@pytest.mark.parametrize("top", ["flat", "pointed"])
def test_a_pair_that_does_not_tell_the_layout(top: str, pair: str) -> None:
    with pytest.raises(BadInput, match=f"{pair} does not tell the layout: name two neighbours"):
        Layout.parse(f"{top} {pair}")


@pytest.mark.parametrize("text", ["", "flat", "0807-0906", "round odd", "flat both", "flat 807-906", "flat odd even"])
def test_a_layout_that_cannot_be_read(text: str) -> None:
    with pytest.raises(BadInput, match=f"{text!r} is no layout of a grid: write flat odd, flat even"):
        Layout.parse(text)


# ------------------------------------------------------------------ neighbours and distances


@by_layout
def test_neighbours_are_those_that_another_library_plots_next_to_each_other(layout: Layout) -> None:
    grid, centres = plain(layout).grid, lattice(layout, 7, 6)
    assert set(centres) == set(grid)
    for hex in grid:
        near = {other for other in grid if 0.99 < dist(centres[hex], centres[other]) < 1.01}
        assert set(grid.neighbours(hex)) == near


@by_layout
def test_centres_are_those_of_another_library(layout: Layout) -> None:
    theirs = lattice(layout, 7, 6)
    ours = np.array([layout.centre(hex) for hex in theirs]) / sqrt(3)
    there = np.array(list(theirs.values()))
    assert np.allclose(ours - ours[0], there - there[0])


@by_layout
def test_distances_are_the_fewest_steps_from_neighbour_to_neighbour(layout: Layout) -> None:
    field = plain(layout)
    for start, steps in nx.all_pairs_shortest_path_length(field.graph):
        assert steps == {hex: field.grid.distance(start, hex) for hex in field.grid}


@given(layouts, hexes, hexes, hexes)
def test_distances_are_a_measure(layout: Layout, one: Hex, two: Hex, three: Hex) -> None:
    grid = Grid(40, 30, layout)
    assert grid.distance(one, two) == grid.distance(two, one)
    assert (grid.distance(one, two) == 0) == (one == two)
    assert grid.distance(one, three) <= grid.distance(one, two) + grid.distance(two, three)


@given(layouts, hexes)
def test_cube_coordinates_lead_back(layout: Layout, hex: Hex) -> None:
    q, r, s = layout.cube(hex)
    assert q + r + s == 0
    assert layout.uncube(q, r) == hex


@given(layouts, hexes, st.integers(0, 5), st.integers(1, 5))
def test_a_direction_leads_straight_ahead(layout: Layout, hex: Hex, direction: int, far: int) -> None:
    grid = Grid(40, 30, layout)
    line = [hex]
    while len(line) <= far and (ahead := grid.neighbour(line[-1], direction)):
        line.append(ahead)
    for other in line[1:]:
        assert grid.direction(hex, other) == direction
        assert grid.direction(other, hex) == (direction + 3) % 6
    assert grid.direction(hex, hex) is None
    assert all(grid.distance(one, two) == 1 for one, two in pairwise(line))


def test_what_lies_off_the_line_has_no_direction() -> None:
    assert GRID.direction(Hex(5, 5), Hex(6, 4)) is None
    assert GRID.direction(Hex(5, 5), Hex(7, 4)) is not None


@by_layout
def test_directions_run_clockwise_by_their_names(layout: Layout) -> None:
    """On paper, with y downwards: north is less y, east is more x; each corner lies between its two sides."""
    grid, middle = plain(layout).grid, Hex(4, 3)
    x, y = layout.centre(middle)
    for direction, name in enumerate(layout.directions):
        near = grid.neighbour(middle, direction)
        assert near is not None
        there, below = layout.centre(near)
        assert ("N" in name, "S" in name) == (below < y - 0.1, below > y + 0.1)
        assert ("W" in name, "E" in name) == (there < x - 0.1, there > x + 0.1)
        corner, next_corner = layout.corners[direction], layout.corners[(direction + 1) % 6]
        side = ((corner[0] + next_corner[0]) / 2, (corner[1] + next_corner[1]) / 2)
        assert np.allclose(side, ((there - x) / 2, (below - y) / 2))


@given(layouts, hexes, st.integers(0, 7))
def test_what_lies_within_and_on_a_ring(layout: Layout, hex: Hex, far: int) -> None:
    grid = Grid(40, 30, layout)
    assert grid.within(hex, far) == {other for other in grid if grid.distance(hex, other) <= far}
    assert grid.ring(hex, far) == {other for other in grid if grid.distance(hex, other) == far}


@given(layouts, st.integers(1, 6))
def test_a_whole_ring_has_six_hexes_a_step(layout: Layout, far: int) -> None:
    grid = Grid(40, 30, layout)
    assert len(grid.ring(Hex(20, 15), far)) == 6 * far
    assert len(grid.within(Hex(20, 15), far)) == 1 + 3 * far * (far + 1)
