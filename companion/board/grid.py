"""A hex grid as printed: numbers, which hexes touch, plain hex counts, and where each hex lies on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin, sqrt
from typing import Literal, NamedTuple, get_args

from companion.errors import BadInput

Top = Literal["flat", "pointed"]
Shifted = Literal["odd", "even"]

_LAYOUTS = 'flat odd, flat even, pointed odd, pointed even, or the top and two neighbours: "flat 0807-0906"'
_AROUND = (
    (0, -1),
    (1, -1),
    (1, 0),
    (0, 1),
    (-1, 1),
    (-1, 0),
)  # cube steps, clockwise from flat north
_NAMES = {"flat": ("N", "NE", "SE", "S", "SW", "NW"), "pointed": ("NE", "E", "SE", "SW", "W", "NW")}


class Hex(NamedTuple):
    """A hex by its printed number, column and row, both counted from one."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{self.column:02}{self.row:02}"


class Side(NamedTuple):
    """The side that two neighbouring hexes share; the lower number stands first."""

    first: Hex
    second: Hex

    @classmethod
    def between(cls, one: Hex, other: Hex) -> Side:
        """The side of two hexes, in whichever order they are named."""
        return cls(*sorted((one, other)))

    def __str__(self) -> str:
        return f"{self.first}/{self.second}"


@dataclass(frozen=True)
class Layout:
    """How a printed grid is laid: the top of a hex, and the columns (flat) or rows (pointed) that are shifted.

    Shifted means by half a hex towards the higher numbers: down, or to the right.
    """

    top: Top
    shifted: Shifted

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Read `flat odd`, or the top with two neighbours that tell the rest: `flat 0807-0906`. Raises BadInput."""
        words = text.lower().split()
        if len(words) == 2 and words[0] in get_args(Top):
            top: Top = "flat" if words[0] == "flat" else "pointed"
            if words[1] in get_args(Shifted):
                return cls(top, "odd" if words[1] == "odd" else "even")
            if pair := re.fullmatch(r"(\d\d)(\d\d)-(\d\d)(\d\d)", words[1], re.ASCII):
                column, row, next_column, next_row = map(int, pair.groups())
                return cls.inferred(top, Hex(column, row), Hex(next_column, next_row))
        raise BadInput(f"{text!r} is no layout of a grid: write {_LAYOUTS}.")

    @classmethod
    def inferred(cls, top: Top, one: Hex, other: Hex) -> Layout:
        """The layout in which two hexes touch, given the top. Raises BadInput unless both numbers differ by one."""
        if abs(one.column - other.column) != 1 or abs(one.row - other.row) != 1:
            raise BadInput(
                f"{one}-{other} does not tell the layout: name two neighbours on your map whose columns differ by one "
                "and whose rows differ by one, such as 0807-0906."
            )
        (lane, place), (next_lane, next_place) = _lanes(top, one), _lanes(top, other)
        return cls(top, "odd" if (lane if place < next_place else next_lane) % 2 else "even")

    def __str__(self) -> str:
        return f"{self.top} {self.shifted}"

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the six directions, clockwise from north; a direction is an index into them."""
        return _NAMES[self.top]

    @cached_property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners around the centre, in side lengths, y downwards; side n runs from corner n to corner n + 1."""
        start = -120 if self.top == "flat" else -90
        return tuple((cos(radians(start + 60 * n)), sin(radians(start + 60 * n))) for n in range(6))

    def is_shifted(self, hex: Hex) -> bool:
        """Whether a hex lies in a shifted column or row."""
        return _lanes(self.top, hex)[0] % 2 == (self.shifted == "odd")

    def centre(self, hex: Hex) -> tuple[float, float]:
        """Where the centre of a hex lies: side lengths to the right of 0101's unshifted place, and below it."""
        lane, place = _lanes(self.top, hex)
        along, across = 1.5 * (lane - 1), sqrt(3) * (place - 1 + self.is_shifted(hex) / 2)
        return (along, across) if self.top == "flat" else (across, along)

    def cube(self, hex: Hex) -> tuple[int, int, int]:
        """Cube coordinates: three numbers whose sum is zero, and which change by at most one from hex to hex."""
        lane, place = _lanes(self.top, hex)
        place -= (lane - lane % 2) // 2 if self.shifted == "odd" else (lane + lane % 2) // 2
        q, r = (lane, place) if self.top == "flat" else (place, lane)
        return q, r, -q - r

    def uncube(self, q: int, r: int) -> Hex:
        """The hex at cube coordinates; it may lie off the map."""
        lane, place = (q, r) if self.top == "flat" else (r, q)
        place += (lane - lane % 2) // 2 if self.shifted == "odd" else (lane + lane % 2) // 2
        return Hex(lane, place) if self.top == "flat" else Hex(place, lane)


@dataclass(frozen=True)
class Grid:
    """All hexes of a map: so many columns by so many rows, in a layout.

    Distances are plain hex counts: terrain and units do not lengthen them.
    """

    columns: int
    rows: int
    layout: Layout

    @classmethod
    def parse(cls, size: str, layout: str) -> Grid:
        """Read `40 by 30` (columns by rows) and a layout. Raises BadInput."""
        return cls(*read_size(size), Layout.parse(layout))

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex, column by column."""
        return tuple(Hex(column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1))

    def __contains__(self, hex: Hex) -> bool:
        return 1 <= hex[0] <= self.columns and 1 <= hex[1] <= self.rows

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.hexes)

    def hex(self, number: str) -> Hex:
        """The hex of a printed number. Raises BadInput when it is none, or is off the map."""
        if not re.fullmatch(r"\d{4}", number, re.ASCII):
            raise BadInput(f"{number!r} is no hex: write its four digits, column and row, such as 0503.")
        if (found := Hex(int(number[:2]), int(number[2:]))) not in self:
            raise BadInput(f"{number} is not on the map: it runs from 0101 to {Hex(self.columns, self.rows)}.")
        return found

    def block(self, written: str) -> tuple[Hex, ...]:
        """One hex, `0504`, or all those from column to column and row to row, `0604-0608`. Raises BadInput."""
        start, dash, end = written.partition("-")
        first = self.hex(start)
        last = self.hex(end) if dash else first
        if last.column < first.column or last.row < first.row:
            raise BadInput(f"{written} runs backwards: write the lower column and the lower row first.")
        columns, rows = range(first.column, last.column + 1), range(first.row, last.row + 1)
        return tuple(Hex(column, row) for column in columns for row in rows)

    def sides(self, written: str) -> tuple[Side, ...]:
        """The sides between a hex and its neighbours: `0503/0504`, or `0503/0504,0604`. Raises BadInput."""
        one, slash, others = written.partition("/")
        if not slash:
            raise BadInput(f"{written!r} is no hexside: write the two hexes that share it, such as 0503/0504.")
        here, there = self.hex(one), [self.hex(other) for other in others.split(",")]
        near = self.neighbours(here)
        if apart := [str(hex) for hex in there if hex not in near]:
            told = f"{here} does not touch {' or '.join(apart)}: its neighbours are {' '.join(map(str, near))}"
            raise BadInput(f"{written}: {told}.")
        return tuple(Side.between(here, hex) for hex in there)

    def neighbour(self, hex: Hex, direction: int) -> Hex | None:
        """The next hex in a direction, counted clockwise from north; none beyond the edge of the map."""
        found = self._next(hex, direction)
        return found if found in self else None

    def neighbours(self, hex: Hex) -> tuple[Hex, ...]:
        """The hexes on the map that touch this one, clockwise from north."""
        return tuple(found for found in self.around(hex) if found in self)

    def around(self, hex: Hex) -> tuple[Hex, ...]:
        """The six hexes that touch this one, clockwise from north, those that would lie beyond the edge included."""
        return tuple(self._next(hex, direction) for direction in range(6))

    def _next(self, hex: Hex, direction: int) -> Hex:
        q, r, _ = self.layout.cube(hex)
        step = _step(self.layout.top, direction)
        return self.layout.uncube(q + step[0], r + step[1])

    def distance(self, one: Hex, other: Hex) -> int:
        """Hexes from one to the other, counting the last and not the first."""
        here, there = self.layout.cube(one), self.layout.cube(other)
        return max(abs(here[0] - there[0]), abs(here[1] - there[1]), abs(here[2] - there[2]))

    def direction(self, one: Hex, other: Hex) -> int | None:
        """The direction in which the other lies straight ahead; none when it is the same hex or off the line."""
        here, there = self.layout.cube(one), self.layout.cube(other)
        far = self.distance(one, other)
        off = (there[0] - here[0], there[1] - here[1])
        steps = (_step(self.layout.top, direction) for direction in range(6))
        return next((n for n, (q, r) in enumerate(steps) if far and off == (far * q, far * r)), None)

    def within(self, hex: Hex, far: int) -> frozenset[Hex]:
        """All hexes of the map at this distance or nearer, itself among them."""
        q, r, _ = self.layout.cube(hex)
        disc = (
            self.layout.uncube(q + across, r + down)
            for across in range(-far, far + 1)
            for down in range(max(-far, -across - far), min(far, -across + far) + 1)
        )
        return frozenset(found for found in disc if found in self)

    def ring(self, hex: Hex, far: int) -> frozenset[Hex]:
        """All hexes of the map at exactly this distance."""
        return frozenset(found for found in self.within(hex, far) if self.distance(hex, found) == far)


def read_size(written: str) -> tuple[int, int]:
    """Columns and rows of a map, from `40 by 30`. Raises BadInput."""
    read = re.fullmatch(r"\s*(\d{1,2})\s*(?:by|x)\s*(\d{1,2})\s*", written, re.ASCII)
    if not read or not int(read[1]) or not int(read[2]):
        raise BadInput(f"{written!r} is no size: write columns by rows, 99 at most, such as 40 by 30.")
    return int(read[1]), int(read[2])


def _lanes(top: Top, hex: Hex) -> tuple[int, int]:
    """The column or row in which a hex lies among those that are shifted in turn, and its place in it."""
    return (hex.column, hex.row) if top == "flat" else (hex.row, hex.column)


def _step(top: Top, direction: int) -> tuple[int, int]:
    """The change of cube coordinates; a pointed grid has no hex to the north, it begins with the north-east."""
    return _AROUND[(direction + (top == "pointed")) % 6]
