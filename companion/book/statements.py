"""Chapters of a restated rulebook: headings, and one bullet a statement with its permanent id."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from companion.book.files import read_text
from companion.errors import BadInput

_HEADING = re.compile(r"^## (?:(\d+(?:\.\d+)+) )?(.+?)(?: \{#([a-z0-9-]+)\})?$")
_BULLET = re.compile(r"^- \[([a-z0-9.-]+)\] (?:\(told: (.+?)\) )?(.+)$")


@dataclass(frozen=True)
class Statement:
    """One fact of the rulebook, restated; `told` is the reason why no function carries it out."""

    id: str
    text: str
    told: str | None = None

    @property
    def section(self) -> str:
        """The id of its section."""
        return self.id.rpartition(".")[0]


@dataclass(frozen=True)
class Section:
    """A section as the book numbers it (`5.4`), or by the slug of its heading."""

    id: str
    title: str
    statements: tuple[Statement, ...]

    @property
    def heading(self) -> str:
        return f"{self.id} {self.title}" if self.id[0].isdigit() else self.title


@dataclass(frozen=True)
class Chapter:
    """One file of the rulebook."""

    name: str
    title: str
    sections: tuple[Section, ...]


def read_chapter(path: Path) -> Chapter:
    """Open `N-title.md`. Raises BadInput with file and line for a line that is no heading and no statement."""
    title = path.stem
    sections: list[tuple[str, str, list[Statement]]] = []
    open_bullet: list[str] = []
    begun = 0

    def close() -> None:
        if not open_bullet:
            return
        match = _BULLET.match(" ".join(open_bullet))
        if match is None:
            raise BadInput(f"{path.name}:{begun}: a statement starts with its id: - [5.4.a] text.")
        sections[-1][2].append(Statement(match[1], match[3], match[2]))
        open_bullet.clear()

    for number, line in enumerate(read_text(path).splitlines(), 1):
        if line.startswith("  ") and open_bullet:
            open_bullet.append(line.strip())
            continue
        close()
        if heading := _HEADING.match(line):
            section = heading[1] or heading[3]
            if not section:
                raise BadInput(f"{path.name}:{number}: an unnumbered heading needs its slug: ## Title {{#slug}}.")
            sections.append((section, heading[2], []))
        elif line.startswith("- ") and sections:
            open_bullet.append(line)
            begun = number
        elif line.startswith("# "):
            title = line[2:]
        elif line.strip():
            raise BadInput(f"{path.name}:{number}: {line[:40]!r} is neither a heading nor a statement.")
    close()
    return Chapter(path.stem, title, tuple(Section(id, name, tuple(found)) for id, name, found in sections))
