"""The hex map of the bench: a printed grid, the map that lies on it, questions to its graph, and drawings.

Questions to the graph are in `zones`, drawings in `svg`, `text` and `print_plot`: each is imported where it is used.

>>> from companion.board import zones
>>> key = MapKey(
...     terrains=(Terrain("high", "^", "#d9b77e", level=1),),
...     features=(Feature("river", "~", "#3b7dc4", bars=True), Feature("ford", ":", "#9cc7ea", opens=True)),
... )
>>> meadow = parse_map(
...     '''
...     name = "The meadow"
...     size = "4 by 4"
...     grid = "flat 0302-0201"
...     [terrain]
...     high = "0102-0103"
...     [hexsides]
...     river = "0202/0201,0302,0303"
...     ford = "0202/0302"
...     ''',
...     key,
... )
>>> here, foe = meadow.grid.hex("0202"), meadow.grid.hex("0303")
>>> meadow.grid.distance(here, foe)
1
>>> meadow.ways.has_edge(here, foe)
False
>>> meadow.graph.edges[here, meadow.grid.hex("0102")]["rise"]
1
>>> held = zones.zone(meadow.ways, [foe])
>>> sorted(map(str, held))
['0203', '0302', '0304', '0402', '0403']
>>> moves = zones.reach(meadow.ways, here, 2, blocked=[foe], stops=held)
>>> print(*moves.paths[meadow.grid.hex("0302")])
0202 0302
"""

from companion.board.grid import Grid, Hex, Layout, Side
from companion.board.mapfile import load_map, parse_map
from companion.board.maps import Feature, Map, MapKey, Terrain
from companion.board.picture import Counter, Picture

__all__ = [
    "Counter",
    "Feature",
    "Grid",
    "Hex",
    "Layout",
    "Map",
    "MapKey",
    "Picture",
    "Side",
    "Terrain",
    "load_map",
    "parse_map",
]
