"""Maps by hand: what is read, and every fault at once."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from companion.board import Hex, Map, Side, load_map, parse_map
from companion.errors import BadInput

from .fields import KEY, MEADOW

H = Hex


def test_a_map_is_read_as_written(tmp_path: Path) -> None:
    (tmp_path / "meadow.toml").write_text(MEADOW, "utf-8")
    field = load_map(tmp_path / "meadow.toml", KEY)
    assert (field.name, len(field.grid.hexes), str(field.grid.layout)) == ("The meadow", 30, "flat even")
    assert {hex for hex in field.grid if "high" in field.terrain_in(hex)} == {
        H(1, 2), H(1, 3), H(2, 2), H(2, 3), H(4, 1),
    }  # fmt: skip
    assert field.features_between(H(3, 2), H(4, 1)) == field.features_between(H(4, 1), H(3, 2)) == {"river", "bridge"}
    assert field.features_between(H(1, 1), H(1, 2)) == frozenset()


def test_a_map_is_one_value() -> None:
    one, other = parse_map(MEADOW, KEY), parse_map(MEADOW, KEY)
    assert one == other
    assert hash(one) == hash(other)
    assert one.graph is one.graph
    assert one != parse_map(MEADOW.replace("0504/0505", "0504/0503"), KEY)


def test_the_graph_has_terrain_on_its_nodes_and_features_on_its_edges() -> None:
    field = parse_map(MEADOW, KEY)
    assert field.graph.nodes[H(5, 4)] == {"terrain": {"wood"}, "level": 0}
    assert parse_map(MEADOW.replace('"0504"', '"0102"'), KEY).level(H(1, 2)) == 1
    assert field.graph.edges[H(1, 1), H(1, 2)] == {"features": frozenset(), "rise": 1}
    assert field.graph.edges[H(1, 2), H(1, 1)]["rise"] == -1
    assert field.graph.edges[H(1, 2), H(1, 3)]["rise"] == 0
    assert field.graph.edges[H(5, 5), H(5, 4)]["features"] == {"trench"}
    assert nx.is_frozen(field.graph)
    assert nx.is_frozen(field.ways)


def test_a_river_bars_the_way_and_a_bridge_opens_it() -> None:
    field = parse_map(MEADOW, KEY)
    lost = set(field.graph.edges) - set(field.ways.edges)
    assert {Side.between(*edge) for edge in lost} == {
        Side(H(3, 1), H(3, 2)), Side(H(3, 2), H(4, 2)), Side(H(3, 3), H(4, 2)),
    }  # fmt: skip
    assert len(lost) == 6
    assert field.ways.has_edge(H(3, 2), H(4, 1))
    assert field.ways.has_edge(H(5, 4), H(5, 5))


def faults(text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        parse_map(text, KEY, "bad.toml")
    first, *lines = str(caught.value).splitlines()
    assert first == f"bad.toml has {len(lines)} fault{'s' * (len(lines) > 1)}:"
    return lines


def test_every_fault_is_told_at_once() -> None:
    assert faults("""name = 7
size = "6 by 5"
grid = "flat odd"
scale = "big"
[terrain]
high = "0101 0103-0102 0601 0701 0101"
swamp = "0101"
wood = ["0101"]
[hexsides]
river = "0101/0102 0102/0101 0101/0103 0101"
bridge = "0303/0304"
dyke = "0101/0102"
""") == [
        "bad.toml:4: 'scale' is no entry of a map: it may be name, size, grid, terrain, hexsides.",
        'bad.toml:1: name is 7, which is no text: write name = "The meadow".',
        "bad.toml:7: 'swamp' is no terrain: it may be high, wood.",
        "bad.toml:6: 0103-0102 runs backwards: write the lower column and the lower row first.",
        "bad.toml:6: 0701 is not on the map: it runs from 0101 to 0605.",
        "bad.toml:6: high is named twice at 0101: strike one of them out.",
        "bad.toml:8: wood is ['0101']: write the terrain in quotes, with spaces between.",
        "bad.toml:12: 'dyke' is no hexside: it may be river, trench, bridge.",
        "bad.toml:10: 0101/0103: 0101 does not touch 0103: its neighbours are 0201 0202 0102.",
        "bad.toml:10: '0101' is no hexside: write the two hexes that share it, such as 0503/0504.",
        "bad.toml:10: river is named twice at 0101/0102: strike one of them out.",
        "bad.toml:11: bridge 0303/0304 crosses nothing: nothing bars the way there.",
    ]  # fmt: skip


def test_without_a_grid_the_rest_is_still_looked_at() -> None:
    assert faults('name = "x"\nsize = "6"\n[terrain]\nswamp = "0101"\nhigh = "9999"') == [
        "bad.toml:2: '6' is no size: write columns by rows, 99 at most, such as 40 by 30.",
        'bad.toml: grid is missing: write grid = "flat 0807-0906".',
        "bad.toml:4: 'swamp' is no terrain: it may be high, wood.",
    ]


def test_a_heading_is_no_entry() -> None:
    (fault,) = faults('name = "x"\nsize = "6 by 5"\ngrid = "flat odd"\nterrain = "high 0101"')
    assert fault == "bad.toml:4: terrain is a heading: write [terrain] in a line of its own, and the entries below it."


def test_what_is_no_toml(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"map: .*expected TOML, one `name = value` a line"):
        parse_map("name = The meadow", KEY)
    with pytest.raises(BadInput, match="there is no such file"):
        load_map(tmp_path / "none.toml", KEY)


def test_terrain_and_features_are_optional() -> None:
    field = parse_map('name = ""\nsize = "2 by 2"\ngrid = "pointed even"', KEY)
    assert field == Map("", field.grid, KEY)
    assert set(field.graph.edges) == set(field.ways.edges)
