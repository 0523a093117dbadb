"""Maps that a person writes by hand, in TOML; every fault is told at once, by file and line.

    name = "The meadow"
    size = "40 by 30"                        # columns by rows
    grid = "flat 0807-0906"                  # or flat odd, flat even, pointed odd, pointed even

    [terrain]
    high = "0504 0505 0604-0608"             # hexes; 0604-0608 is the block from corner to corner

    [hexsides]
    river = "0503/0504 0603/0604"            # each side by the two hexes that share it
    bridge = "0603/0604"

Which names may stand under `[terrain]` and `[hexsides]` is the game's to say, by its map key.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from companion.board.grid import Grid, Layout, Side, read_size
from companion.board.maps import Map, MapKey
from companion.book.files import Source, load_toml
from companion.errors import BadInput

T = TypeVar("T")

_ENTRIES = ("name", "size", "grid", "terrain", "hexsides")


def load_map(path: Path, key: MapKey) -> Map:
    """Open a map file. Raises BadInput with every fault found in it."""
    return read_map(load_toml(path), key)


def parse_map(text: str, key: MapKey, name: str = "map") -> Map:
    """Read a map from text. Raises BadInput with every fault found in it."""
    try:
        return read_map(Source(Path(name), text, tomllib.loads(text)), key)
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"{name}: {fault}: expected TOML, one `name = value` a line.") from None


def read_map(source: Source, key: MapKey) -> Map:
    """Read an opened map file. Raises BadInput with every fault found in it."""
    return _Reading(source, key).map()


class _Reading:
    """One map file being read; its faults are gathered and told together."""

    def __init__(self, source: Source, key: MapKey) -> None:
        self.source, self.key = source, key
        self.faults: list[str] = []

    def map(self) -> Map:
        self._known(self.source.data, _ENTRIES, "entry of a map")
        name = self._entry("name", str, "The meadow") or ""
        size, layout = self._entry("size", read_size, "40 by 30"), self._entry("grid", Layout.parse, "flat 0807-0906")
        grid = Grid(*size, layout) if size and layout else None
        terrain = self._places("terrain", self.key.terrain, grid.block if grid else _unread)
        features = self._places("hexsides", self.key.feature, grid.sides if grid else _unread)
        self._crossings(features)
        if self.faults or not grid:
            count = f"{len(self.faults)} fault{'s' * (len(self.faults) > 1)}"
            raise BadInput("\n".join([f"{self.source.path.name} has {count}:", *self.faults]))
        return Map(name, grid, self.key, frozenset(terrain), frozenset(features))

    def _entry(self, entry: str, read: Callable[[str], T], example: str) -> T | None:
        written = self.source.data.get(entry)
        if not isinstance(written, str):
            said = "is missing" if written is None else f"is {written!r}, which is no text"
            self._fault(f'{entry} {said}: write {entry} = "{example}".', entry)
            return None
        return self._read(read, written, entry)

    def _places(
        self, table: str, known: Mapping[str, object], read: Callable[[str], Collection[T]]
    ) -> set[tuple[T, str]]:
        entries = self.source.data.get(table, {})
        if not isinstance(entries, dict):
            self._fault(f"{table} is a heading: write [{table}] in a line of its own, and the entries below it.", table)
            return set()
        self._known(entries, known, table.removesuffix("s"), table)
        return {(place, name) for name in entries if name in known for place in self._places_of(table, name, read)}

    def _places_of(self, table: str, name: str, read: Callable[[str], Collection[T]]) -> Collection[T]:
        """The hexes or sides in one entry of a table."""
        written = self.source.data[table][name]
        if not isinstance(written, str):
            self._fault(f"{name} is {written!r}: write the {table} in quotes, with spaces between.", table, name)
            return ()
        counts = Counter(place for word in written.split() for place in self._read(read, word, table, name) or ())
        if twice := [str(place) for place, times in counts.items() if times > 1]:
            self._fault(f"{name} is named twice at {' '.join(twice)}: strike one of them out.", table, name)
        return counts

    def _crossings(self, features: Collection[tuple[Side, str]]) -> None:
        """A bridge must have something to cross: a slip of a digit would else leave the river shut."""
        barred = {side for side, name in features if self.key.feature[name].bars}
        for side, name in sorted(features):
            if self.key.feature[name].opens and side not in barred:
                self._fault(f"{name} {side} crosses nothing: nothing bars the way there.", "hexsides", name)

    def _known(self, names: Iterable[str], known: Iterable[str], what: str, *within: str) -> None:
        for name in names:
            if name not in known:
                self._fault(f"{name!r} is no {what}: it may be {', '.join(known) or 'nothing'}.", *within, name)

    def _read(self, read: Callable[[str], T], written: str, *keys: str) -> T | None:
        try:
            return read(written)
        except BadInput as fault:
            self._fault(str(fault), *keys)
            return None

    def _fault(self, told: str, *keys: str) -> None:
        self.faults.append(str(self.source.fault(told, *keys)))


def _unread(written: str) -> tuple[()]:
    """What a list of places means while the grid is not known."""
    return ()
