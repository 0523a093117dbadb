"""The rulebooks: restated statements, charts with their gaps, readings, packs and the corpus of cases."""

from companion.book.axes import Axis, Key
from companion.book.cases import Example
from companion.book.charts import DIE, Cell, Chart, Look
from companion.book.library import Book, books, open_book
from companion.book.packs import Pack, PackFile
from companion.book.readings import Reading
from companion.book.statements import Chapter, Section, Statement

__all__ = [
    "DIE",
    "Axis",
    "Book",
    "Cell",
    "Chapter",
    "Chart",
    "Example",
    "Key",
    "Look",
    "Pack",
    "PackFile",
    "Reading",
    "Section",
    "Statement",
    "books",
    "open_book",
]
