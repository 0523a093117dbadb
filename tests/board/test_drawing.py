"""Drawings, looked at by counting: what stands in the SVG and in the text, and where."""

from __future__ import annotations

import re
from dataclasses import replace
from math import dist
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion.board import Counter, Hex, Layout, Picture, parse_map
from companion.board.picture import SET_COLOURS
from companion.board.saving import save
from companion.board.svg import SIDE, as_svg
from companion.board.text import as_text, layouts
from companion.errors import BadInput

from .fields import KEY, LAYOUTS, MEADOW, plain

H = Hex
by_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=str)
FIELD = parse_map(MEADOW, KEY)
HORSE = Counter(H(3, 2), "HH", "AA", "a heavy horse", "#222a5c")
LEVY = Counter(H(5, 4), "L", colour="#e6b422")
SCENE = Picture(FIELD, (HORSE, LEVY), {"may move": [H(3, 3), H(4, 1)], "zone & reach": {H(4, 1)}})


def drawn(picture: Picture) -> ET.Element:
    return ET.fromstring(re.sub(r' xmlns="[^"]+"', "", as_svg(picture), count=1))


def of(root: ET.Element, style: str) -> list[ET.Element]:
    return [element for element in root.iter() if style in element.get("class", "").split()]


def middle(polygon: ET.Element) -> tuple[float, float]:
    corners = [tuple(map(float, pair.split(","))) for pair in polygon.get("points", "").split()]
    assert len(corners) == 6
    return sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6


# ------------------------------------------------------------------ SVG


@by_layout
def test_every_hex_is_drawn_with_its_number(layout: Layout) -> None:
    root, field = drawn(Picture(plain(layout))), plain(layout)
    hexes = of(root, "hex")
    assert len(hexes) == len(field.grid.hexes) == 42
    assert [number.text for number in of(root, "number")] == [str(hex) for hex in field.grid]
    for hex, polygon in zip(field.grid, hexes, strict=True):
        x, y = layout.centre(hex)
        assert dist(middle(polygon), (SIDE * x, SIDE * y)) < 0.1


def test_everything_lies_on_the_paper() -> None:
    root = drawn(SCENE)
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for polygon in root.iter("polygon"):
        x, y = middle(polygon)
        assert left + SIDE < x < left + width - SIDE
        assert top + SIDE < y < top + height - SIDE
    assert float(of(root, "paper")[0].get("width", 0)) == width
    entries = [re.findall(r"[-\d.]+", entry.get("transform", "")) for entry in of(root, "entry")]
    lowest = max(middle(polygon)[1] for polygon in of(root, "hex")) + SIDE
    assert all(left < float(x) < left + width and lowest < float(y) < top + height - 12 for x, y in entries)


def test_terrain_counters_and_sets_are_counted() -> None:
    root = drawn(SCENE)
    swatches = {"terrain": 2, "set": 2}
    assert len(of(root, "terrain")) == 6 + swatches["terrain"]
    assert len(of(root, "set")) == 3 + swatches["set"]
    assert [mark.text for mark in of(root, "mark")] == ["^"] * 5 + ["&"]
    assert [counter.find("title").text for counter in of(root, "counter")] == ["0302 a heavy horse", "0504 L"]  # type: ignore[union-attr]
    assert [label.text for label in of(root, "label")] == ["HH", "L"]
    assert [entry.findtext("text") for entry in of(root, "entry")] == [
        "high", "wood", "river", "trench", "bridge", "may move", "zone & reach",
    ]  # fmt: skip


def test_features_lie_along_their_sides_and_bridges_across() -> None:
    root, found = drawn(Picture(FIELD)), set()
    for line in of(root, "feature")[:-3]:  # three stand in the legend
        (x1, y1, x2, y2) = (float(line.get(end, 0)) / SIDE for end in ("x1", "y1", "x2", "y2"))
        one, other = sorted(by_distance((x1 + x2) / 2, (y1 + y2) / 2)[:2])
        across = "opens" in line.get("class", "")
        assert dist((x1, y1), (x2, y2)) == pytest.approx(0.7 if across else 1, abs=0.02)
        assert {by_distance(x1, y1)[0], by_distance(x2, y2)[0]} == {one, other} or not across
        found.add((one, other, "bridge" if across else line.get("stroke")))
    river, trench = KEY.feature["river"].colour, KEY.feature["trench"].colour
    assert found == {
        (H(3, 1), H(3, 2), river),
        (H(3, 2), H(4, 1), river),
        (H(3, 2), H(4, 2), river),
        (H(3, 3), H(4, 2), river),
        (H(3, 2), H(4, 1), "bridge"),
        (H(5, 4), H(5, 5), trench),
    }


def by_distance(x: float, y: float) -> list[Hex]:
    return sorted(FIELD.grid, key=lambda hex: dist(FIELD.grid.layout.centre(hex), (x, y)))


def test_sets_lie_inside_their_hexes_each_in_the_one_before() -> None:
    picture = Picture(FIELD, sets={str(n): [H(2, 2)] for n in range(4)})
    sizes = [wide(polygon) for polygon in of(drawn(picture), "set") if polygon.tag == "polygon"]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] < 2 * SIDE
    assert len(set(sizes)) == 4


def wide(polygon: ET.Element) -> float:
    across = [float(pair.split(",")[0]) for pair in polygon.get("points", "").split()]
    return max(across) - min(across)


def test_a_drawing_tells_itself_in_words() -> None:
    root = drawn(SCENE)
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == ["title", "desc"]
    assert root.findtext("title") == "The meadow"
    assert root.findtext("desc") == (
        "6 by 5 hexes, flat even; 30 shown. Counters: 0302 a heavy horse; 0504 L. "
        "may move: 0303 0401. zone & reach: 0401."
    )


def test_drawings_may_share_a_page() -> None:
    """No ids to collide; every rule of style names the class of the drawing; printers keep to the light colours."""
    text = as_svg(SCENE)
    assert " id=" not in text
    style = drawn(SCENE).findtext("style") or ""
    rules = [line.strip() for line in style.splitlines() if line.strip() and not line.startswith((" ", "}", "@"))]
    assert all(rule.startswith(".hexmap") for rule in rules)
    assert "@media screen and (prefers-color-scheme: dark)" in style


def test_a_part_leaves_out_the_rest() -> None:
    part = Picture(FIELD, (HORSE, LEVY), {"may move": [H(3, 3), H(4, 1), H(6, 5)]}, FIELD.grid.within(H(3, 2), 1))
    root = drawn(part)
    assert len(of(root, "hex")) == 7
    assert len(of(root, "counter")) == 1
    assert len(of(root, "set")) == 2 + 1
    assert "wood" not in as_text(part)
    assert "0504" not in as_text(part)
    assert "7 shown" in part.told()[0]


def test_a_side_at_the_edge_of_the_part_is_drawn_from_the_hex_that_is_shown() -> None:
    root = drawn(Picture(FIELD, part=frozenset([H(4, 2)])))
    assert len(of(root, "feature")) == 2 + 1
    assert as_text(Picture(FIELD, part=frozenset([H(4, 2)]))).splitlines()[:3] == [" ____", "~0402\\", "~____/"]


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(BadInput, match="nothing to draw: none of the hexes asked for is on the map"):
        Picture(FIELD, part=frozenset([H(9, 9)]))
    with pytest.raises(BadInput, match="4 sets of hexes at most, not 5"):
        Picture(FIELD, sets={str(n): [] for n in range(5)})


def test_as_many_sets_as_can_be_told_apart() -> None:
    picture = Picture(FIELD, sets={str(n): [H(2, n + 1)] for n in range(len(SET_COLOURS))})
    looks = {(polygon.get("stroke"), polygon.get("stroke-dasharray")) for polygon in of(drawn(picture), "set")}
    assert len(looks) == len(SET_COLOURS)
    assert "* 0   + 1   o 2   % 3" in as_text(picture)


@pytest.mark.parametrize(("colour", "ink"), [("#222a5c", "#ffffff"), ("#e6b422", "#000000"), ("#ffffff", "#000000")])
def test_labels_can_be_read_on_their_colour(colour: str, ink: str) -> None:
    assert Counter(H(1, 1), "V", colour=colour).ink == ink


# ------------------------------------------------------------------ text


@by_layout
def test_text_lays_neighbours_side_by_side(layout: Layout) -> None:
    """Whatever the hex, its neighbour in one direction stands the same few characters off."""
    grid, text = plain(layout).grid, as_text(Picture(plain(layout)))
    spots = {}
    for down, line in enumerate(text.splitlines()):
        for number in re.finditer(r"\d{4}", line):
            spots[grid.hex(number[0])] = (number.start(), down)
    assert set(spots) == set(grid)
    steps = set()
    for hex in grid:
        for direction in range(6):
            if near := grid.neighbour(hex, direction):
                across, down = (a - b for a, b in zip(spots[near], spots[hex], strict=True))
                steps.add((direction, across, down))
                name = layout.directions[direction]
                assert ("N" in name, "S" in name) == (down < 0, down > 0)
                assert ("W" in name, "E" in name) == (across < 0, across > 0)
    assert len(steps) == 6


def test_text_shows_counters_features_and_sets() -> None:
    """Worked out by hand: the horse has the river to its north, north-east (bridged) and south-east."""
    assert as_text(SCENE).split("\n") == [
        " ____      ____      ____",
        "/0101\\____/0301\\____/0501\\____",
        "\\____/0201\\~~~~/0401\\____/0601\\",
        "/0102\\____/ HH =^_+*/0502\\____/",
        "\\^___/0202\\____~0402\\____/0602\\",
        "/0103\\^___/0303~____/0503\\____/",
        "\\^___/0203\\___*/0403\\____/0603\\",
        "/0104\\^___/0304\\____/ L  \\____/",
        "\\____/0204\\____/0404\\&###/0604\\",
        "/0105\\____/0305\\____/0505\\____/",
        "\\____/0205\\____/0405\\____/0605\\",
        "     \\____/    \\____/    \\____/",
        "",
        "^ high   & wood   ~ river   # trench   = bridge",
        "* may move   + zone & reach",
    ]


def test_long_labels_keep_to_their_hex() -> None:
    labelled = Picture(plain(LAYOUTS[2]), (Counter(H(2, 2), "Heavy horse"),))
    assert "|Heav |" in as_text(labelled)


def test_layouts_to_choose_from() -> None:
    every = layouts()
    assert [every.count(str(layout)) for layout in LAYOUTS] == [1, 1, 1, 1]
    assert "flat" not in layouts("pointed")
    assert layouts("flat").split("\n") == [
        "flat odd            flat even",
        "      ____           ____      ____",
        " ____/0201\\____     /0101\\____/0301\\",
        "/0101\\____/0301\\    \\____/0201\\____/",
        "\\____/0202\\____/    /0102\\____/0302\\",
        "/0102\\____/0302\\    \\____/0202\\____/",
        "\\____/    \\____/         \\____/",
    ]


def test_notes_stand_below_every_drawing() -> None:
    noted = replace(SCENE, notes=("horse goes first", "then all others"))
    assert as_text(noted).splitlines()[-2:] == ["horse goes first", "then all others"]
    assert [text.text for text in drawn(noted).iter() if text.text == "then all others"] == ["then all others"]
    assert noted.told()[-1] == "then all others"


@pytest.mark.parametrize(
    ("name", "begins"), [("a.svg", b"<svg"), ("a.txt", b" ____"), ("a.pdf", b"%PDF"), ("a.png", b"\x89PNG")]
)
def test_a_picture_is_saved_in_the_form_its_name_asks_for(tmp_path: Path, name: str, begins: bytes) -> None:
    if name.endswith(("pdf", "png")):
        pytest.importorskip("matplotlib")
    assert save(SCENE, tmp_path / name).read_bytes().lstrip(b"\n").startswith(begins)


@pytest.mark.parametrize(("name", "told"), [("a.gif", "name it so"), ("none/a.svg", "a folder that is there")])
def test_what_cannot_be_saved_is_told(tmp_path: Path, name: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        save(SCENE, tmp_path / name)
