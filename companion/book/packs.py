"""Packs: cells that are not in the text, from a player's own copy or (the practice pack) invented by us."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from companion.book.axes import Key
from companion.book.charts import Cell, Chart, Look, read_cells
from companion.book.files import load_toml
from companion.errors import BadInput

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

    def __str__(self) -> str:
        return f"the {self.name} pack (invented values)" if self.invented else self.name


def read_pack(path: Path, game: str, charts: Mapping[str, Chart]) -> Pack:
    """Open a pack. Raises BadInput naming file and line: another game, an unknown chart, a cell outside, two values.

    A pack may say what the book prints, as long as it says the same.
    """
    source = load_toml(path)
    source.require({"pack", "game"}, "a pack starts with `pack = 1` and its game; this file lacks")
    if source.data["pack"] != _FORMAT:
        raise source.fault(f"pack = {source.data['pack']!r}: this Companion reads format {_FORMAT}.", "pack")
    if source.data["game"] != game:
        raise source.fault(f"this pack is for {source.data['game']!r}, not for {game!r}.", "game")
    cells: dict[tuple[str, Cell], Key] = {}
    faults = []
    for name, rows in source.data.items():
        if name in _HEAD:
            continue
        if name not in charts or not isinstance(rows, dict):
            faults.append(f"{source.line(name)}: {name!r} is no chart of {game}: its charts are {', '.join(charts)}.")
            continue
        try:
            found = read_cells(source, charts[name], rows, (name,))
        except BadInput as fault:
            faults.append(str(fault))
            continue
        for cell, value in found.items():
            printed = charts[name].printed(cell)
            if printed not in (None, value):
                faults.append(f"{source.line(name)}: {charts[name].label(cell)} is printed as {printed}, not {value}.")
            cells[name, cell] = value
    if faults:
        raise BadInput("\n".join(faults))
    return Pack.of(source.data.get("name", path.stem), cells, invented=bool(source.data.get("invented")))


class PackFile:
    """A player's own pack file, which grows by what is read at the table."""

    def __init__(self, path: Path, game: str, charts: Mapping[str, Chart]) -> None:
        self.path, self.game, self.charts = path, game, charts

    @cached_property
    def pack(self) -> Pack:
        """What is in the file so far; an empty pack when it does not exist yet."""
        if not self.path.exists():
            return Pack.of(self.path.stem, {})
        return read_pack(self.path, self.game, self.charts)

    def keep(self, look: Look, value: Key) -> None:
        """Write one cell into the file. Raises BadInput when the file has another value there."""
        if self.pack.invented:
            raise BadInput(f"{self.path.name}: a pack of invented values is not the place for what your board prints.")
        kept = self.pack.cells.get((look.chart.name, look.cell), value)
        if kept != value:
            raise BadInput(f"{self.path.name}: {look} has two values, {kept} and {value}: correct the file by hand.")
        cells = {**self.pack.cells, (look.chart.name, look.cell): value}
        text = _write(self.game, self.pack.name, cells)
        beside = self.path.with_name(self.path.name + ".new")
        try:
            beside.write_text(text, "utf-8")
            os.replace(beside, self.path)
        except OSError as fault:
            raise BadInput(f"{self.path}: cannot be written ({fault}); nothing in it was changed.") from None
        self.__dict__.pop("pack", None)


def _write(game: str, name: str, cells: Mapping[tuple[str, Cell], Key]) -> str:
    """A pack as TOML, by outcome, in the form of the chart files."""
    tables: dict[tuple[str, ...], dict[Key, list[Key]]] = {}
    for (chart, cell), value in cells.items():
        tables.setdefault((chart, *map(str, cell[:-1])), {}).setdefault(value, []).append(cell[-1])
    lines = [f"pack = {_FORMAT}", f"game = {json.dumps(game)}", f"name = {json.dumps(name)}"]
    for table, rows in sorted(tables.items()):
        lines += ["", f"[{'.'.join(map(json.dumps, table))}]"]
        lines += [f"{json.dumps(str(value))} = {json.dumps(', '.join(map(str, keys)))}" for value, keys in rows.items()]
    return "\n".join(lines) + "\n"
