"""Opens a rulebook: its chapters, charts, readings, terms, packs and cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from companion.book.cases import Example, read_cases
from companion.book.charts import Chart, read_chart
from companion.book.files import load_toml
from companion.book.packs import Pack, read_pack
from companion.book.readings import Reading, read_readings
from companion.book.statements import Chapter, Section, Statement, read_chapter
from companion.errors import BadInput, brief

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Book:
    """One restated rulebook. Everything in it is read when it is first wanted."""

    game: str
    path: Path

    def __str__(self) -> str:
        return self.title

    @cached_property
    def about(self) -> Mapping[str, Any]:
        """What `book.toml` says: title, edition, dice, chapters in order, things to try."""
        source = load_toml(self.path / "book.toml")
        source.require({"title", "edition", "dice", "chapters", "try"}, "a book needs")
        return source.data

    @property
    def title(self) -> str:
        return str(self.about["title"])

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters in the book's order."""
        return tuple(read_chapter(self.path / f"{name}.md") for name in self.about["chapters"])

    @cached_property
    def sections(self) -> Mapping[str, Section]:
        """Every section by its id, in the book's order."""
        return {section.id: section for chapter in self.chapters for section in chapter.sections}

    @cached_property
    def statements(self) -> Mapping[str, Statement]:
        """Every statement by its id. Raises BadInput when an id is given twice or lies outside its section."""
        found: dict[str, Statement] = {}
        for section in self.sections.values():
            for statement in section.statements:
                if statement.id in found:
                    raise BadInput(f"{self.game}: statement id {statement.id} is given twice; ids are permanent.")
                if statement.section != section.id:
                    raise BadInput(f"{self.game}: statement {statement.id} stands in section {section.id}.")
                found[statement.id] = statement
        return found

    @cached_property
    def charts(self) -> Mapping[str, Chart]:
        """Every chart by its name."""
        return {path.stem: read_chart(path, self.game) for path in sorted((self.path / "charts").glob("*.toml"))}

    @cached_property
    def readings(self) -> Mapping[str, Reading]:
        """Every reading and option by its id."""
        return read_readings(self.path / "readings.toml")

    @cached_property
    def glossary(self) -> Mapping[str, Mapping[str, str]]:
        """The book's words: what each means, and the statement that says so."""
        return load_toml(self.path / "terms.toml").data

    @cached_property
    def cases(self) -> tuple[Example, ...]:
        """The conformance corpus, twins after their cases."""
        return tuple(case for path in sorted((self.path / "cases").glob("*.toml")) for case in read_cases(path))

    @cached_property
    def practice(self) -> Pack:
        """The pack of invented values, so that a newcomer without the box can play."""
        return self.pack(self.path / "packs" / "practice.toml")

    def pack(self, path: Path) -> Pack:
        """A pack from a file, checked against the charts."""
        return read_pack(path, self.game, self.charts)

    def chart(self, name: str) -> Chart:
        """A chart by its name. Raises BadInput with the charts there are."""
        return _find(self, self.charts, name, "chart")

    def reading(self, id: str) -> Reading:
        """A reading or option by its id. Raises BadInput with those there are."""
        return _find(self, self.readings, id, "reading or option")

    def section(self, id: str) -> Section:
        """A section by its id. Raises BadInput with those there are."""
        return _find(self, self.sections, id, "section")

    def statement(self, id: str) -> Statement:
        """A statement by its id. Raises BadInput when the book has none of that id."""
        if id not in self.statements:
            raise BadInput(f"{self.game} has no statement {id!r}: see `companion rule {self.game}`.")
        return self.statements[id]


def _find(book: Book, shelf: Mapping[str, T], id: str, kind: str) -> T:
    if id not in shelf:
        raise BadInput(f"{book.game} has no {kind} {id!r}. It has: {', '.join(shelf)}.")
    return shelf[id]


def shelf() -> Path:
    """The folder of the rulebooks: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "rulebook"
    return inside if inside.is_dir() else package.parent / "rulebook"


@cache
def open_book(game: str) -> Book:
    """The rulebook of a game. Raises BadInput with the books there are."""
    if game not in books():
        raise BadInput(f"There is no rulebook {brief(game)!r} here. There is: {', '.join(books())}.")
    return Book(game, shelf() / game)


@cache
def books() -> tuple[str, ...]:
    """The games whose rulebooks are here."""
    return tuple(path.parent.name for path in sorted(shelf().glob("*/book.toml")))
