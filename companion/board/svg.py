"""A picture as SVG text: for the browser, a notebook or a printer, on light and on dark."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from xml.etree import ElementTree as ET

from companion.board.grid import Hex
from companion.board.maps import Feature, Terrain
from companion.board.picture import SET_COLOURS, Counter, Picture, ends

SIDE = 24.0  # the length of a hexside, in pixels

_MARGIN, _ROW, _NARROWEST = 12.0, 18.0, 240.0
_DASHES = ("none", "6 3", "2 3", "8 3 2 3")
_STYLE = """
.hexmap { --paper: #fdfcf8; --ink: #2b2b2b; --line: #b9b4a6; --faint: #6d6857; font-family: system-ui, sans-serif }
@media screen and (prefers-color-scheme: dark) {
  .hexmap { --paper: #1b1d1f; --ink: #e8e6df; --line: #4d5054; --faint: #b5b1a4 }
  .hexmap .terrain { fill-opacity: .4 }
}
.hexmap .paper { fill: var(--paper) }
.hexmap .hex { fill: none; stroke: var(--line) }
.hexmap text { text-anchor: middle }
.hexmap .number, .hexmap .mark {
  fill: var(--faint); font-size: 7px; stroke: var(--paper); stroke-opacity: .6; stroke-width: 2; paint-order: stroke
}
.hexmap .mark { font-size: 10px }
.hexmap .set { fill-opacity: .15; stroke-width: 1.5 }
.hexmap .feature { stroke-width: 4.5; stroke-linecap: round }
.hexmap .opens { stroke-width: 8; stroke-linecap: butt }
.hexmap .piece { stroke: var(--ink); stroke-width: .8 }
.hexmap .label { font-size: 11px; font-weight: 700 }
.hexmap .note { font-size: 8px }
.hexmap .entry text { fill: var(--ink); font-size: 11px; text-anchor: start }
"""


def as_svg(picture: Picture) -> str:
    """The picture as one SVG element, which may stand alone in a file or inside a page.

    Its title and description tell it in words; each counter tells itself when pointed at.
    """
    return ET.tostring(_Drawing(picture).root, encoding="unicode")


class _Drawing:
    """An SVG element being filled, layer upon layer."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.layout = picture, picture.map.grid.layout
        self.root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "hexmap", "role": "img"})
        _add(self.root, "title").text = picture.map.name
        _add(self.root, "desc").text = f"{'. '.join(picture.told())}."
        _add(self.root, "style").text = _STYLE
        paper = _add(self.root, "rect", "paper")
        self._terrain()
        self._hexes()
        self._sets()
        self._numbers()
        self._features()
        self._counters()
        self._frame(paper)

    def _frame(self, paper: ET.Element) -> None:
        """Lay the legend under the map, and the paper under both."""
        across, down = zip(*map(self._centre, self.picture.hexes), strict=True)
        left, top = min(across) - SIDE - _MARGIN, min(down) - SIDE - _MARGIN
        width = max(max(across) + SIDE + _MARGIN - left, _NARROWEST)
        bottom = self._legend(left + _MARGIN, max(down) + SIDE + _MARGIN, width - 2 * _MARGIN)
        size = {"width": f"{width:.0f}", "height": f"{bottom - top:.0f}"}
        paper.attrib.update(x=f"{left:.0f}", y=f"{top:.0f}", **size)
        self.root.attrib.update(viewBox=f"{left:.0f} {top:.0f} {size['width']} {size['height']}", **size)

    def _terrain(self) -> None:
        for hex, kind in self.picture.terrain():
            self._polygon(hex, "terrain", fill=kind.colour)

    def _hexes(self) -> None:
        for hex in self.picture.hexes:
            self._polygon(hex, "hex")

    def _numbers(self) -> None:
        """Numbers, and the mark of the terrain: for who cannot tell its colour."""
        for hex in self.picture.hexes:
            self._write(hex, "number", str(hex), -12)
        for hex, mark in {hex: kind.mark for hex, kind in self.picture.terrain()}.items():
            self._write(hex, "mark", mark, 19)

    def _sets(self) -> None:
        for n, hexes in enumerate(self.picture.brought_out().values()):
            for hex in hexes:
                self._polygon(hex, "set", 0.92 - 0.1 * n, **_set_look(n))

    def _features(self) -> None:
        for hex, direction, kind in self.picture.features():
            x, y = self._centre(hex)
            _line(self.root, kind, [(x + SIDE * dx, y + SIDE * dy) for dx, dy in ends(self.layout, direction, kind)])

    def _counters(self) -> None:
        for counter in self.picture.laid():
            x, y = self._centre(counter.hex)
            _counter(_add(self.root, "g", "counter", transform=f"translate({x:.1f} {y + 3:.1f})"), counter)

    def _legend(self, left: float, top: float, width: float) -> float:
        """Say what the colours mean, row after row; returns where the last row ends."""
        x, y = left, top
        sets = [(name, n) for n, name in enumerate(self.picture.sets)]
        for name, look in [*((kind.name, kind) for kind in self.picture.kinds()), *sets]:
            step = 34 + 6 * len(name)
            if x > left and x + step > left + width:
                x, y = left, y + _ROW
            entry = _add(self.root, "g", "entry", transform=f"translate({x:.1f} {y:.1f})")
            _swatch(entry, look)
            _add(entry, "text", x="20", y="10").text = name
            x += step
        y += _ROW * (x > left)
        for note in self.picture.notes:
            for line in wrap(note, int(width / 6)):
                entry = _add(self.root, "g", "entry", transform=f"translate({left:.1f} {y:.1f})")
                _add(entry, "text", y="10").text = line
                y += _ROW
        return y + _MARGIN / 2

    def _centre(self, hex: Hex) -> tuple[float, float]:
        x, y = self.layout.centre(hex)
        return SIDE * x, SIDE * y

    def _polygon(self, hex: Hex, style: str, scale: float = 1, **look: str) -> None:
        x, y = self._centre(hex)
        size = SIDE * scale
        points = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in self.layout.corners)
        _add(self.root, "polygon", style, points=points, **look)

    def _write(self, hex: Hex, style: str, text: str, below: float) -> None:
        x, y = self._centre(hex)
        _add(self.root, "text", style, x=f"{x:.1f}", y=f"{y + below:.1f}").text = text


def _add(parent: ET.Element, tag: str, style: str = "", **attributes: str) -> ET.Element:
    return ET.SubElement(parent, tag, {"class": style, **attributes} if style else attributes)


def _set_look(n: int) -> dict[str, str]:
    return {"fill": SET_COLOURS[n], "stroke": SET_COLOURS[n], "stroke-dasharray": _DASHES[n]}


def _line(parent: ET.Element, kind: Feature, points: Iterable[tuple[float, float]]) -> None:
    (x1, y1), (x2, y2) = points
    place = {"x1": f"{x1:.1f}", "y1": f"{y1:.1f}", "x2": f"{x2:.1f}", "y2": f"{y2:.1f}"}
    _add(parent, "line", "feature opens" if kind.opens else "feature", stroke=kind.colour, **place)


def _counter(group: ET.Element, counter: Counter) -> None:
    _add(group, "title").text = str(counter)
    _add(group, "rect", "piece", x="-15", y="-11", width="30", height="22", rx="3", fill=counter.colour)
    _add(group, "text", "label", y="-1" if counter.note else "4", fill=counter.ink).text = counter.label
    _add(group, "text", "note", y="8", fill=counter.ink).text = counter.note


def _swatch(entry: ET.Element, look: Terrain | Feature | int) -> None:
    if isinstance(look, Feature):
        _line(entry, look, [(2, 6), (14, 6)])
    elif isinstance(look, Terrain):
        _add(entry, "rect", "terrain", width="14", height="12", fill=look.colour)
    else:
        _add(entry, "rect", "set", x="1", y="1", width="13", height="11", **_set_look(look))
