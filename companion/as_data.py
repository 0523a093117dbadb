"""Answers as plain data, for `--json` and whoever builds on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.asking import Asked, asks, played
from companion.book import Book, open_book
from companion.conformance import Entry, Tried
from companion.errors import IllegalAction, RulesError
from companion.odds import Dist, Open, labelled
from companion.referee import Hearing, Ruling, telling, word
from companion.referee.otherwise import Compared, had_it_been
from companion.reference import SectionPage, source_of

if TYPE_CHECKING:
    from companion.board import Picture
    from companion.odds.deriving import Derivation


def fault(fault: RulesError) -> dict[str, Any]:
    """An error: its kind, its message, and for an illegal action every objection and what is legal."""
    told: dict[str, Any] = {"error": type(fault).__name__, "message": str(fault)}
    if isinstance(fault, IllegalAction):
        told |= {"objections": [vars(each) for each in fault.objections], "legal": list(fault.legal)}
    return told


def derivation(derivation: Derivation) -> dict[str, Any]:
    """A derivation: its chances, its steps as text and LaTeX, its formulas."""
    return {
        "odds": {label: str(chance) for label, chance in derivation.chances.items()},
        "steps": [vars(line) for line in derivation.lines],
        "formulas": [
            {
                "die": each.die,
                "outcome": each.outcome,
                "pieces": [[low, high, str(line)] for low, high, line in each.pieces],
            }
            for each in derivation.closed
        ],
    }


def picture(drawn: Picture) -> dict[str, Any]:
    """A map: its size and layout, the counters in words, the sets of hexes by name, and what is said below."""
    grid = drawn.map.grid
    return {
        "map": drawn.map.name,
        "grid": f"{grid.columns} by {grid.rows}, {grid.layout}",
        "counters": {str(counter.hex): counter.told for counter in drawn.laid()},
        "sets": {name: list(map(str, hexes)) for name, hexes in drawn.brought_out().items()},
        "notes": list(drawn.notes),
    }


def games() -> dict[str, Any]:
    """Each game: what can be asked, and what it needs from its box."""
    return {
        game: {
            "title": open_book(game).title,
            "ask": {what: ask.form for what, ask in asks(game).items()},
            "gaps": {chart.name: len(chart.gaps) for chart in open_book(game).charts.values() if chart.gaps},
        }
        for game in played()
    }


def outcome(asked: Asked, hearing: Hearing[Any]) -> dict[str, Any]:
    """A ruling, or what the table is asked for next; with grounds, assumptions, readings, and what would change it."""
    found = hearing.outcome
    if isinstance(found, Ruling):
        said: dict[str, Any] = {"verdict": word(found.verdict), "cites": list(found.cites), "open": []}
        if hasattr(found.verdict, "data"):
            said["parts"] = found.verdict.data()
    else:
        said = {"asks": found.asks, "allowed": telling.allowed(found.question), "open": [found.asks]}
    others = {each.why: {telling.faces(faces): came for faces, came in each.ways} for each in had_it_been(hearing)}
    return said | {
        "grounds": telling.data(found.grounds),
        "assumed": list(asked.situation.assumed),
        "stood": {reading.id: value for reading, value in found.stood.items()},
        "otherwise": others,
        "invented": telling.invented(found.grounds),
    }


def odds(asked: Asked) -> dict[str, Any]:
    """The odds of the whole, and of its parts side by side; with what is open, assumptions and readings."""
    whole = asked.weigh()
    return {
        "odds": chances(whole.dist),
        "open": [_open(outcome, chance) for outcome, chance in whole.dist.opens.items()],
        "parts": {
            part: {side: chances(weighed.dist) for side, weighed in sides.items()}
            for part, sides in asked.columns.items()
            if part
        },
        "assumed": list(asked.situation.assumed),
        "stood": {reading.id: value for reading, value in asked.stood.items()},
        "invented": any(pack.invented for pack in asked.terms.packs),
    }


def chances(dist: Dist) -> dict[str, str]:
    """The chance of each outcome as a fraction."""
    return {label: str(chance) for label, chance in labelled(dist).items()}


def _open(outcome: Open, chance: Fraction) -> dict[str, Any]:
    branches = {word(value): chances(branch) for value, branch in outcome.branches}
    return {"asks": str(outcome), "chance": str(chance), "branches": branches}


def compared(compared: Iterable[Compared]) -> dict[str, Any]:
    """Each reading, whether it matters, and what comes out under each of its values."""
    return {
        each.reading.id: {"taken": each.taken, "matters": each.matters, "outcomes": dict(each.outcomes)}
        for each in compared
    }


def contents(book: Book) -> dict[str, Any]:
    """The sections of a book in its order."""
    return {"title": book.title, "sections": {section.id: section.title for section in book.sections.values()}}


def section(page: SectionPage) -> dict[str, Any]:
    """A section with all that hangs from it."""
    return {
        "section": page.section.heading,
        "statements": [_entry(entry) for entry in page.statements],
        "charts": {chart.name: {"statement": chart.statement, "gaps": len(chart.gaps)} for chart in page.charts},
        "functions": {each.__name__: source_of(each) for each in page.functions},
        "cases": {case.example.id: _case(case) for case in page.cases},
        "readings": {reading.id: reading.adopted for reading in page.readings},
    }


def ledger(entries: Sequence[Entry], cases: Sequence[Tried]) -> dict[str, Any]:
    """Every statement with what becomes of it, and every case."""
    return {
        "statements": [_entry(entry) for entry in entries],
        "cases": {case.example.id: _case(case) for case in cases},
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return vars(entry) | {"state": entry.state}


def _case(case: Tried) -> dict[str, Any]:
    return {"ask": case.example.ask, "said": case.said, "holds": case.holds}
