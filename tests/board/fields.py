"""Small maps, and maps at random, for the tests of the board."""

from __future__ import annotations

from random import Random

from companion.board import Feature, Grid, Hex, Layout, Map, MapKey, Side, Terrain

LAYOUTS = [Layout.parse(text) for text in ("flat odd", "flat even", "pointed odd", "pointed even")]

KEY = MapKey(
    (Terrain("high", "^", "#d9b77e", level=1), Terrain("wood", "&", "#a9c08f")),
    (
        Feature("river", "~", "#3b7dc4", bars=True),
        Feature("trench", "#", "#7a5230"),
        Feature("bridge", "=", "#8a5a2b", opens=True),
    ),
)

MEADOW = """
name = "The meadow"
size = "6 by 5"
grid = "flat 0302-0201"

[terrain]
high = "0102-0203 0401"
wood = "0504"

[hexsides]
river = "0302/0301,0401,0402 0303/0402"
bridge = "0401/0302"
trench = "0504/0505"
"""


def plain(layout: Layout, columns: int = 7, rows: int = 6) -> Map:
    """A map with nothing on it."""
    return Map("plain", Grid(columns, rows, layout), KEY)


def at_random(dice: Random, layout: Layout, columns: int = 9, rows: int = 8) -> Map:
    """A map with rivers, bridges and hills thrown about."""
    grid = Grid(columns, rows, layout)
    sides = sorted({Side.between(hex, near) for hex in grid for near in grid.neighbours(hex)})
    river = [side for side in sides if dice.random() < 0.3]
    bridges = [side for side in river if dice.random() < 0.2]
    features = [(side, "river") for side in river] + [(side, "bridge") for side in bridges]
    return Map("random", grid, KEY, frozenset((hex, "high") for hex in some(dice, grid, 12)), frozenset(features))


def some(dice: Random, grid: Grid, number: int) -> list[Hex]:
    """So many hexes of a grid."""
    return dice.sample(grid.hexes, number)
