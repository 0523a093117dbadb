"""The terms under which a case is heard: readings, options and packs, as one frozen value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from companion.book import Book, Key, Look, Pack, Reading

PRINTED = "printed"  # the source of a cell that the text prints


@dataclass(frozen=True)
class Terms:
    """What departs from the adopted readings and the printed cells; `Terms()` is the book as adopted."""

    switched: tuple[tuple[str, str], ...] = ()
    packs: tuple[Pack, ...] = ()

    @classmethod
    def of(cls, book: Book, switched: Mapping[str, str] | None = None, packs: Iterable[Pack] = ()) -> Terms:
        """Terms checked against a book. Raises BadInput for a reading, option or value it does not have."""
        pairs = {id: book.reading(id).check(value) for id, value in (switched or {}).items()}
        apart = {id: value for id, value in pairs.items() if value != book.reading(id).adopted}
        return cls(tuple(sorted(apart.items())), tuple(packs))

    @cached_property
    def _values(self) -> dict[str, str]:
        return dict(self.switched)

    def taken(self, reading: Reading) -> str:
        """The value a reading or option has under these terms."""
        return self._values.get(reading.id, reading.adopted)

    def switch(self, reading: Reading, value: str) -> Terms:
        """The same terms with one reading taken otherwise."""
        values = self._values | {reading.id: reading.check(value)}
        if value == reading.adopted:
            del values[reading.id]
        return replace(self, switched=tuple(sorted(values.items())))

    def knowing(self, read: Mapping[Look, Key]) -> Terms:
        """The same terms, and the cells that a player has read from their copy."""
        cells = {(look.chart.name, look.cell): value for look, value in read.items()}
        return replace(self, packs=(*self.packs, Pack.of("read at the table", cells))) if cells else self

    def cell(self, look: Look) -> tuple[Key, Pack | str] | None:
        """What a cell holds, and whether the text or which pack says so; None for a gap."""
        if (printed := look.chart.printed(look.cell)) is not None:
            return printed, PRINTED
        for pack in self.packs:
            if (held := pack.cells.get((look.chart.name, look.cell))) is not None:
                return held, pack
        return None
