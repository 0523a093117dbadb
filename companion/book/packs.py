"""Packs: cells that are not in the text, from a player's own copy or (the practice pack) invented by us."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.book.axes import Key
from companion.book.charts import DIE, Cell, Chart, Look, read_cells
from companion.book.files import Source, load_toml
from companion.errors import BadInput, brief

_HEAD = {"pack", "game", "name", "invented", "note"}
_FORMAT = 1


@dataclass(frozen=True)
class Pack:
    """The cells of one pack; two packs with the same cells and name are equal (`digest`)."""

    name: str
    invented: bool
    digest: str
    cells: Mapping[tuple[str, Cell], Key] = field(compare=False, repr=False)

    @classmethod
    def of(cls, name: str, cells: Mapping[tuple[str, Cell], Key], *, invented: bool = False) -> Pack:
        """A pack made in memory."""
        content = json.dumps(
            [name, invented, sorted((chart, *map(str, cell), v) for (chart, cell), v in cells.items())]
        )
        return cls(name, invented, "sha256:" + hashlib.sha256(content.encode()).hexdigest()[:16], dict(cells))

    def as_data(self, game: str) -> dict[str, Any]:
        """The pack in the form of a pack file, as plain data."""
        data: dict[str, Any] = {"pack": _FORMAT, "game": game, "name": self.name, "invented": self.invented}
        for (chart, cell), value in self.cells.items():
            table = data
            for key in (chart, *map(str, cell[:-1])):
                table = table.setdefault(key, {})
            if cell == DIE:
                table["die"] = str(value)
            else:
                table[str(value)] = ", ".join(filter(None, (table.get(str(value)), str(cell[-1]))))
        return data

    def __str__(self) -> str:
        return f"the {self.name} pack (invented values)" if self.invented else self.name


def read_pack(path: Path, game: str, charts: Mapping[str, Chart]) -> Pack:
    """Open a pack file. Raises BadInput as `pack_from` does."""
    return pack_from(load_toml(path), game, charts)


def pack_from(source: Source, game: str, charts: Mapping[str, Chart]) -> Pack:
    """A pack from its data. Raises BadInput with the line: another game, no such chart, a cell outside, two values.

    A pack may say what the book prints, as long as it says the same.
    """
    _check_head(source, game)
    cells: dict[tuple[str, Cell], Key] = {}
    faults = []
    for name in (name for name in source.data if name not in _HEAD):
        if name not in charts:
            faults.append(f"{source.line(name)}: {name!r} is no chart of {game}: its charts are {', '.join(charts)}.")
            continue
        try:
            found = _cells(source, charts[name], source.data[name])
        except BadInput as fault:
            faults.append(str(fault))
            continue
        for cell, value in found.items():
            if told := contradiction(charts[name], cell, value):
                faults.append(f"{source.line(name, *map(str, cell[:-1]))}: {told}")
            cells[name, cell] = value
    if faults:
        raise BadInput("\n".join(faults))
    return Pack.of(source.data.get("name", source.path.stem), cells, invented=source.data.get("invented", False))


def _check_head(source: Source, game: str) -> None:
    """What a pack says of itself."""
    data = source.data
    source.require({"pack", "game"}, "a pack starts with `pack = 1` and its game; this file lacks")
    if type(data["pack"]) is not int or data["pack"] != _FORMAT:
        raise source.fault(f"pack = {data['pack']!r}: this Companion reads format {_FORMAT}.", "pack")
    if data["game"] != game:
        raise source.fault(f"this pack is for {data['game']!r}, not for {game!r}.", "game")
    if not isinstance(data.get("name", ""), str):
        raise source.fault(f'name = {data["name"]!r}: write a name in quotes, such as "my board".', "name")
    if not isinstance(data.get("invented", False), bool):
        raise source.fault(f"invented = {data['invented']!r}: write true or false, without quotes.", "invented")


def _cells(source: Source, chart: Chart, rows: Any) -> dict[Cell, Key]:
    """The cells of one chart in a pack, and its die if the text does not print that."""
    if not isinstance(rows, Mapping):
        raise source.fault(f"{chart.name} = {brief(repr(rows))}: expected a table of outcome = ranges.", chart.name)
    own = dict(rows)
    die: dict[Cell, Key] = {}
    if chart.die == "?" and "die" in own:
        try:
            die = {DIE: Look(chart, DIE).read(own.pop("die"))}
        except BadInput as fault:
            raise source.fault(str(fault), chart.name, "die") from None
    return {**die, **read_cells(source, chart, own, (chart.name,))}


def contradiction(chart: Chart, cell: Cell, value: Key) -> str | None:
    """What is wrong with a value where the text prints another."""
    printed = chart.printed(cell)
    return None if printed in (None, value) else f"{chart.label(cell)} is printed as {printed}, not {value}."


class PackFile:
    """A player's own pack file, which grows by what is read at the table; what they wrote in it stays as it is."""

    def __init__(self, path: Path, game: str, charts: Mapping[str, Chart]) -> None:
        self.path, self.game, self.charts = path, game, charts

    @cached_property
    def pack(self) -> Pack:
        """What is in the file so far; an empty pack when it does not exist yet."""
        if not os.path.exists(self.path):
            return Pack.of(self.path.stem, {})
        return read_pack(self.path, self.game, self.charts)

    def keep(self, look: Look, value: Key) -> None:
        """Write one cell into the file.

        Raises BadInput when the file or the printed text has another value there, when the file holds invented values,
        or when it cannot be written; then nothing in it has changed.
        """
        if self.pack.invented:
            raise BadInput(f"{self.path.name}: a pack of invented values is not the place for what your board prints.")
        if told := contradiction(look.chart, look.cell, value):
            raise BadInput(f"{self.path.name}: {told}")
        kept = self.pack.cells.get((look.chart.name, look.cell))
        if kept == value:
            return
        if kept is not None:
            raise BadInput(f"{self.path.name}: {look} has two values, {kept} and {value}: correct the file by hand.")
        self._replace(self._with(look, value))
        self.__dict__.pop("pack", None)

    def _replace(self, text: str) -> None:
        """Put another text into the file (where a link leads, if it is one), whole or not at all."""
        path = Path(os.path.realpath(self.path))
        beside = path.with_name(path.name + ".new")
        try:
            with beside.open("x", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except FileExistsError:
            raise BadInput(f"{beside}: is in the way of writing {path.name}: move it; nothing was changed.") from None
        except OSError as fault:
            if os.path.exists(beside):
                beside.unlink()
            raise BadInput(f"{self.path}: cannot be written ({fault.strerror}); nothing in it was changed.") from None

    def _with(self, look: Look, value: Key) -> str:
        """The text of the file with one more cell, in the form of the chart files."""
        import tomlkit

        if os.path.exists(self.path):
            document = tomlkit.parse(self.path.read_bytes().decode("utf-8-sig"))
        else:
            document = tomlkit.document()
            document.update({"pack": _FORMAT, "game": self.game, "name": self.path.stem})
        table: Any = document
        for name in (look.chart.name, *map(str, look.cell[:-1])):
            table = table.setdefault(name, tomlkit.table())
        if look.cell == DIE:
            table["die"] = str(value)
            return tomlkit.dumps(document)
        if len(look.chart.axes) == 1 and "cells" in table:
            table = table["cells"]
        span, last = table.get(str(value)), look.cell[-1]
        table[str(value)] = f"{span}, {last}" if span is not None else str(last)
        return tomlkit.dumps(document)
