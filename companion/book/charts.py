"""Charts: what is printed, what the domain holds, and the gaps between the two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from companion.book.axes import Axis, Key
from companion.book.files import Source, load_toml
from companion.dice import Die
from companion.errors import BadInput, NotPrinted
from companion.question import Question

Cell = tuple[Key, ...]

_DICE = Axis("die", ("d6", "d8", "d10", "2d6", "3d6", "d66"))  # what a chart's unprinted die could be
DIE: Cell = ("die",)


@dataclass(frozen=True, eq=False)
class Chart:
    """A printed chart: `cells` maps a key for each axis to what is printed there; the rest of the domain is gaps.

    `die` is the die the chart is rolled on, the string "?" where the text does not print it, or None. `statements` are
    those of single keys, where the chart as a whole belongs to `statement`.
    """

    game: str
    name: str
    title: str
    statement: str
    axes: tuple[Axis, ...]
    outcomes: Axis
    cells: Mapping[Cell, Key] = field(repr=False)
    die: str | None = None
    statements: Mapping[str, str] = field(default_factory=dict)

    def statement_of(self, cell: Cell) -> str:
        """The statement that a cell belongs to: that of the chart, unless one of its keys has its own."""
        if not self.statements:
            return self.statement
        return next((self.statements[str(key)] for key in cell if str(key) in self.statements), self.statement)

    def __str__(self) -> str:
        return self.title

    @property
    def domain(self) -> Iterator[Cell]:
        """Every cell the printed chart has, in reading order."""
        return product(*(axis.keys for axis in self.axes))

    @cached_property
    def gaps(self) -> tuple[Cell, ...]:
        """The cells that the text does not print (and `die`, if it does not print that)."""
        die = (DIE,) if self.die == "?" else ()
        return (*die, *(cell for cell in self.domain if cell not in self.cells))

    def cell(self, *key: Key) -> Cell:
        """The cell for a key, open ends applied. Raises BadInput outside the domain."""
        if len(key) != len(self.axes):
            raise BadInput(f"{self.title} wants {', '.join(axis.name for axis in self.axes)}; it was given {key}.")
        return tuple(axis.key(wanted) for axis, wanted in zip(self.axes, key, strict=True))

    def __getitem__(self, key: Key | Cell) -> Key:
        """A cell of a chart that is printed whole. Raises NotPrinted for a gap: a chart with gaps is asked."""
        cell = self.cell(*(key if isinstance(key, tuple) else (key,)))
        if cell not in self.cells:
            raise NotPrinted(f"{self.label(cell)} is not printed in the text ({self.statement}): read it at the table.")
        return self.cells[cell]

    def look(self, *key: Key) -> Look:
        """Ask for a cell: printed, in a pack, or read by the player from their own copy."""
        if (look := self._looks.get(key)) is None:
            look = self._looks[key] = Look(self, self.cell(*key))
        return look

    @cached_property
    def _looks(self) -> dict[tuple[Key, ...], Look]:
        """The cells that were asked for before."""
        return {}

    def look_up_die(self) -> Look:
        """Ask which die the chart is rolled on; the answer is its name, to be made a `Die`."""
        return Look(self, DIE)

    def outcomes_of(self, cell: Cell) -> Axis:
        """What a cell can hold."""
        return _DICE if cell == DIE and self.die is not None else self.outcomes

    def printed(self, cell: Cell) -> Key | None:
        """What the text prints in a cell, or None."""
        if cell == DIE and self.die not in (None, "?"):
            return Die(self.die).name if self.die else None
        return self.cells.get(cell)

    def label(self, cell: Cell) -> str:
        """How players name a cell: `CRT A 5`."""
        return " ".join([self.title, *(axis.label(key) for axis, key in zip(self.axes, cell, strict=False))])

    def rows(self) -> Iterator[tuple[Cell, tuple[Key | None, ...]]]:
        """The chart as printed: each leading key with its row along the last axis, gaps as None."""
        for lead in product(*(axis.keys for axis in self.axes[:-1])):
            yield lead, tuple(self.cells.get((*lead, key)) for key in self.axes[-1].keys)


@dataclass(frozen=True)
class Look(Question[Any]):
    """One cell, wanted by a rule."""

    chart: Chart
    cell: Cell

    @property
    def why(self) -> str:
        return str(self)

    @property
    def outcomes(self) -> Axis:
        """What the cell can hold."""
        return self.chart.outcomes_of(self.cell)

    def __str__(self) -> str:
        return self.chart.label(self.cell)

    def __lt__(self, other: Look) -> bool:
        return str(self) < str(other)

    def read(self, said: object) -> Key:
        """What the player read from their copy. Raises BadAnswer with what the chart can hold."""
        return Axis(str(self), self.outcomes.keys).read(said)


def read_chart(path: Path, game: str) -> Chart:
    """Open one file of `charts/`. Raises BadInput with file and line for every fault in it."""
    source = load_toml(path)
    data = dict(source.data)
    source.require({"title", "statement", "index", "outcomes"}, "a chart needs")
    index, outcomes = data.pop("index"), data.pop("outcomes")
    if not isinstance(index, dict):
        raise source.fault('index is a table: { cc = "AA..F", roll = "1..8" }.', "index")
    axes = tuple(_axis(source, "index", name, spec) for name, spec in index.items())
    title, statement, die = data.pop("title"), data.pop("statement"), data.pop("die", None)
    own = data.pop("statements", {})
    if die not in (None, "?"):
        try:
            _ = Die(str(die)).faces
        except BadInput as fault:
            raise source.fault(str(fault), "die") from None
    blank = Chart(game, path.stem, title, statement, axes, _axis(source, "outcomes", "outcome", outcomes), {}, die, own)
    return replace(blank, cells=read_cells(source, blank, data))


def _axis(source: Source, key: str, name: str, spec: Any) -> Axis:
    try:
        return Axis.parse(name, spec)
    except BadInput as fault:
        raise source.fault(str(fault), key) from None


def read_cells(source: Source, chart: Chart, rows: Mapping[str, Any], within: tuple[str, ...] = ()) -> dict[Cell, Key]:
    """Cells written by outcome, as chart files, packs and pasted charts write them; all faults are told at once."""
    cells: dict[Cell, Key] = {}
    faults: list[str] = []
    for lead, spans in _spans(source, chart, rows, within, faults):
        for written, span in spans.items():
            where = source.line(*within, *map(str, lead or (("cells",) if "cells" in rows else ())), written)
            try:
                outcome = chart.outcomes.read(written)
                keys = chart.axes[-1].span(span)
            except BadInput as fault:
                faults.append(f"{where}: {chart.title}: {fault}")
                continue
            for cell in ((*lead, key) for key in keys):
                if cells.setdefault(cell, outcome) != outcome:
                    two = f"{cells[cell]} and {outcome}"
                    faults.append(f"{where}: {chart.label(cell)} has two values, {two}: keep one.")
    if faults:
        raise BadInput("\n".join(faults))
    return cells


def _spans(
    source: Source, chart: Chart, rows: Mapping[str, Any], within: tuple[str, ...], faults: list[str]
) -> Iterator[tuple[Cell, Mapping[str, str]]]:
    """Each leading key with its table of outcome to ranges."""
    if len(chart.axes) == 1:
        cells = rows.get("cells")
        yield (), cells if isinstance(cells, Mapping) else rows
        return
    tables: list[tuple[Cell, Mapping[str, Any]]] = [((), rows)]
    for axis in chart.axes[:-1]:
        deeper: list[tuple[Cell, Mapping[str, Any]]] = []
        for lead, table in tables:
            for name, inner in table.items():
                where = source.line(*within, *map(str, lead), name)
                try:
                    key = axis.read(name)
                except BadInput as fault:
                    faults.append(f"{where}: {chart.title}: {fault}")
                    continue
                if isinstance(inner, Mapping):
                    deeper.append(((*lead, key), inner))
                else:
                    faults.append(f"{where}: {chart.title} {name}: expected a table of outcome = ranges.")
        tables = deeper
    yield from tables
