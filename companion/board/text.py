"""A picture as characters, for a terminal; and the four layouts, to ask a player which one is printed."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple, get_args

from companion.board.grid import Grid, Hex, Layout, Top
from companion.board.maps import Map, MapKey
from companion.board.picture import Picture

SET_MARKS = "*+o%"

Spot = tuple[int, int]  # a place on the screen: characters to the right, lines down


class _Outline(NamedTuple):
    """How one hex is drawn in characters, its top left corner at 0, 0.

    `lane` and `place` are the steps to the next column or row of hexes and to the next hex in it, `shift` the half step
    of a shifted one. `sides` are the places and characters of the six sides, clockwise from north.
    """

    lane: int
    place: int
    shift: int
    sides: tuple[tuple[Spot, str], ...]
    label: Spot
    terrain: Spot
    sets: tuple[Spot, ...]


_FLAT = _Outline(
    lane=5,
    place=2,
    shift=1,
    sides=(((1, 0), "____"), ((5, 1), "\\"), ((5, 2), "/"), ((1, 2), "____"), ((0, 2), "\\"), ((0, 1), "/")),
    label=(1, 1),
    terrain=(1, 2),
    sets=((4, 2), (3, 2)),
)
_POINTED = _Outline(
    lane=2,
    place=6,
    shift=3,
    sides=(((4, 0), "'."), ((6, 1), "|"), ((4, 2), ".'"), ((1, 2), "'."), ((0, 1), "|"), ((1, 0), ".'")),
    label=(1, 1),
    terrain=(3, 2),
    sets=((3, 0), (5, 1)),
)


_OUTLINES = {"flat": _FLAT, "pointed": _POINTED}
_LABEL = 4


def as_text(picture: Picture) -> str:
    """The picture in lines of characters: each hex with its counter or its number, and a legend below.

    A mark stands for the uppermost terrain of a hex and for the topmost feature of a side; at most two of the sets that
    hold a hex are marked in it.
    """
    return "\n".join([*_Screen(picture).lines(), "", *_legend(picture)]).rstrip()


def layouts(*tops: Top) -> str:
    """Small pictures of the layouts with these tops (of all four if none is given), each under its name."""
    return "\n\n".join(_side_by_side(Layout(top, "odd"), Layout(top, "even")) for top in tops or get_args(Top))


class _Screen:
    """The characters of a picture, by their places."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.layout = picture, picture.map.grid.layout
        self.outline = _OUTLINES[self.layout.top]
        self.characters: dict[Spot, str] = {}
        for hex in picture.hexes:
            for side, characters in self.outline.sides:
                self._write(hex, side, characters)
        for hex, direction, kind in picture.features():
            side, characters = self.outline.sides[direction]
            self._write(hex, side, kind.mark * len(characters))
        self._fill()

    def _fill(self) -> None:
        """Labels, terrain and sets: what stands inside the outlines."""
        labels = {counter.hex: counter.label for counter in self.picture.counters}
        terrain = {hex: kind.mark for hex, kind in self.picture.terrain()}
        for hex in self.picture.hexes:
            self._write(hex, self.outline.label, labels.get(hex, str(hex))[:_LABEL].center(_LABEL))
            self._write(hex, self.outline.terrain, terrain.get(hex, ""))
            marks = (mark for mark, hexes in zip(SET_MARKS, self.picture.sets.values(), strict=False) if hex in hexes)
            for spot, mark in zip(self.outline.sets, marks, strict=False):
                self._write(hex, spot, mark)

    def _write(self, hex: Hex, spot: Spot, characters: str) -> None:
        across, down = self._corner(hex)
        for n, character in enumerate(characters):
            self.characters[across + spot[0] + n, down + spot[1]] = character

    def _corner(self, hex: Hex) -> Spot:
        half = self.outline.shift * self.layout.is_shifted(hex)
        if self.layout.top == "flat":
            return self.outline.lane * hex.column, self.outline.place * hex.row + half
        return self.outline.place * hex.column + half, self.outline.lane * hex.row

    def lines(self) -> list[str]:
        """The lines of the screen, without the empty margin to the left and above."""
        across, down = zip(*self.characters, strict=True)
        columns, rows = range(min(across), max(across) + 1), range(min(down), max(down) + 1)
        return ["".join(self.characters.get((x, y), " ") for x in columns).rstrip() for y in rows]


def _legend(picture: Picture) -> list[str]:
    kinds = [f"{kind.mark} {kind.name}" for kind in picture.kinds()]
    sets = [f"{mark} {name}" for mark, name in zip(SET_MARKS, picture.sets, strict=False)]
    return [*("   ".join(line) for line in (kinds, sets) if line), *picture.notes]


def _side_by_side(*each: Layout) -> str:
    small = [[str(layout), *_Screen(Picture(Map("", Grid(3, 2, layout), MapKey()))).lines()] for layout in each]
    width = max(len(line) for lines in small for line in lines) + 4
    return "\n".join("".join(line.ljust(width) for line in row).rstrip() for row in zip_longest(*small, fillvalue=""))
