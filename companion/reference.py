"""A section of a rulebook with all that hangs from it: statements, charts, functions, cases, readings."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from companion.asking import played
from companion.book import Chart, Reading, Section, open_book
from companion.conformance import Entry, Tried, corpus, ledger


@dataclass(frozen=True)
class SectionPage:
    """One section, one page: text, charts, source, cases with their verdicts, readings."""

    section: Section
    statements: tuple[Entry, ...]
    charts: tuple[Chart, ...]
    functions: tuple[Callable[..., Any], ...]
    cases: tuple[Tried, ...]
    readings: tuple[Reading, ...]


def page_of(game: str, id: str) -> SectionPage:
    """The page of a section. Raises BadInput for a section that the book does not have."""
    book = open_book(game)
    section = book.section(id)
    own = {statement.id: statement for statement in section.statements}
    carried = import_module(f"companion.{game}").BENCH.carried if game in played() else {}
    functions = dict.fromkeys(
        function for statement in section.statements for function in carried.get(statement.id, ())
    )
    return SectionPage(
        section,
        tuple(entry for entry in ledger(game) if entry.id in own),
        tuple(chart for chart in book.charts.values() if own.keys() & {chart.statement, *chart.statements.values()}),
        tuple(functions),
        tuple(case for case in corpus(game) if own.keys() & case.cites),
        tuple(reading for reading in book.readings.values() if own.keys() & set(reading.on)),
    )


def source_of(function: Callable[..., Any]) -> str:
    """The source of a rule or a tally, as it stands."""
    return inspect.getsource(inspect.unwrap(function)).rstrip()
