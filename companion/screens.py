"""What each answer shows on a terminal, the verdict first and its citation beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.asking import GIVEN, Asked, asks, played, talk_of, worded
from companion.book import Book, Reading, books, open_book
from companion.conformance import Entry, Tried
from companion.errors import BadInput
from companion.happening import events_of
from companion.referee import Hearing, Pending, Ruling, telling
from companion.referee.otherwise import Compared, had_it_been

if TYPE_CHECKING:
    from companion.board import Picture
    from companion.drawing import Page
    from companion.exploring import Explored
    from companion.keeping import Kept
    from companion.odds.deriving import Derivation
from companion.reference import SectionPage, source_of

WELCOME = "You keep the dice, the counters and the charts. It says what the rule is, what happens, why, and how likely."


def welcome(page: Page) -> None:
    """The games, what each needs from its box, and three things to try."""
    page.title("Companion: a rulebook that can referee.")
    page.line(WELCOME)
    for game in played():
        book = open_book(game)
        page.title(f"{game}: {book.title} ({', '.join(book.about['dice'])})")
        page.note("ask", list(asks(game)))
        gaps = [chart for chart in book.charts.values() if chart.gaps]
        page.note("from its box", [f"{chart} ({len(chart.gaps)} of {len(list(chart.domain))} cells)" for chart in gaps])
        for example in book.about["try"]:
            page.line(f"companion {example}", depth=2)
    page.note("restated, not refereed yet", [game for game in books() if game not in played()])


def odds(page: Page, asked: Asked, *, cumulative: bool) -> None:
    """The odds of a question: its parts, and what stands beside it."""
    page.title(f"{asked.text}: {asked.case.rule.name}", asked.case.rule.statements)
    for part, sides in asked.columns.items():
        if part:
            page.title(part, asked.situation.parts[part].rule.statements)
        page.odds({side: weighed.dist for side, weighed in sides.items()}, cumulative=cumulative)
    terms(page, asked, asked.stood)


def explored(page: Page, explored: Explored) -> None:
    """The chance of an event, and what hangs together with it."""
    asked = explored.asked
    first, *others = explored.told()
    page.title(f"{asked.text}: {first}")
    for line in others:
        page.line(line)
    terms(page, asked, {})


def derivation(page: Page, derivation: Derivation) -> None:
    """A derivation, step by step, and its formulas."""
    page.title(f"{derivation.case.rule.name}, derived", derivation.case.rule.statements)
    for line in derivation.lines:
        page.note(line.title, [line.text])
    if derivation.closed:
        page.line("In the net DRM m of a die, from twelve less to twelve more:")
    for closed in derivation.closed:
        page.line(str(closed), depth=2)
    page.line("The enumerator comes to the same.")


def outcome(page: Page, asked: Asked, hearing: Hearing[Any]) -> None:
    """A ruling, or what the table is asked for next."""
    found, talk = hearing.outcome, talk_of(asked.book.game)
    if isinstance(found, Pending):
        page.title(f"You are asked: {worded(talk, found.question)}")
        page.line(f"Answer with {telling.allowed(found.question)}, after the answers already given.")
    else:
        verdict(page, found)
    for event in events_of(hearing, talk):
        page.line(f"• {event.text}", event.cites)
    page.note("dice", list(telling.natural(hearing.log)))
    for line in telling.lines(found.grounds):
        page.line(line.text, line.cites, depth=line.depth + 1)
    for other in filter(lambda other: other.matters, had_it_been(hearing)):
        page.line(str(other))
    if telling.invented(found.grounds):
        page.line("This used values invented for practice, not what your board prints.", style="bold")
    terms(page, asked, found.stood)


def verdict(page: Page, found: Ruling[Any]) -> None:
    """A verdict with the statements that decided it; of a whole table each thing by itself."""
    told, cites = telling.headline(found)
    if not hasattr(found.verdict, "told"):
        page.title(told, cites)
        return
    first, *others = found.verdict.told()
    page.title(first, cites)
    page.options(others)


def terms(page: Page, asked: Asked, stood: Mapping[Reading, str]) -> None:
    """What an answer rests on: what was assumed and given, readings, options, packs."""
    page.note("assumed", asked.situation.assumed)
    page.note("given", [f"{look} is {value}" for look, value in asked.situation.cells.items()])
    for reading, value in stood.items():
        page.line(f"{reading.kind} {reading}: {value}, {reading.means(value)}")
    page.note("packs", [str(pack) for pack in asked.terms.packs if pack.name != GIVEN])


def picture(page: Page, drawn: Picture) -> None:
    """A map in characters; for a screen reader in words. Where the terminal is too narrow, what to do about it."""
    if page.plain:
        for line in drawn.told():
            page.line(line)
        return
    from companion.board.text import as_text

    text = as_text(drawn)
    if (wide := max(map(len, text.splitlines()))) > page.console.width:
        raise BadInput(f"The map is {wide} characters wide, the terminal {page.console.width}: "
                       "show a --part of it, or --save it as .svg.")  # fmt: skip
    page.verbatim(text)


def compared(page: Page, asked: Asked, compared: Sequence[Compared]) -> None:
    """Every reading a question stands on, and what comes out under each of its values."""
    if not compared:
        page.title("No reading and no option is involved here.")
    for each in compared:
        matters = "it matters here" if each.matters else "no difference here"
        page.title(f"{each.reading.kind} {each.reading}: {matters}", each.reading.on)
        page.line(each.reading.question)
        for value, came in each.outcomes:
            page.line(f"{value}{' (taken)' if value == each.taken else ''}: {came}", depth=2)
        if each.matters and len({came for _, came in each.outcomes}) == 1:
            page.line("The difference shows once what is open is known.", depth=2)
    page.note("packs", [str(pack) for pack in asked.terms.packs if pack.name != GIVEN])


def contents(page: Page, book: Book) -> None:
    """The table of contents."""
    page.title(f"{book.title} ({book.about['edition']})")
    for section in book.sections.values():
        page.line(section.heading, depth=1 + section.id.count("."))


FEW_CASES = 6  # with their twins: the others are a word away


def section(page: Page, found: SectionPage, *, all_cases: bool) -> None:
    """A section: text, charts, source, readings, and the cases that are its own (or all that touch it)."""
    page.title(found.section.heading)
    for entry in found.statements:
        page.line(f"{entry.id}  {entry.text}")
        told = f"told: {entry.told}" if entry.told else ", ".join(entry.carried) or "not carried out yet"
        page.line(told, depth=3, style="dim")
    for chart in found.charts:
        page.chart(chart)
    for function in found.functions:
        page.code(source_of(function))
    for reading in found.readings:
        page.line(f"{reading.kind} {reading}: {reading.question}", reading.on)
        for value, means in reading.values:
            page.line(f"{value}{' (adopted)' if value == reading.adopted else ''}: {means}", depth=2)
        page.line(" ".join(reading.why.split()), depth=2, style="dim")
    own = [case for case in found.cases if case.example.id.startswith(f"{found.section.id}-")]
    shown = list(found.cases) if all_cases else (own or list(found.cases))[: 2 * FEW_CASES]
    for case in shown:
        twin = f", the twin ({case.example.changed})" if case.example.changed else ""
        page.line(
            f"case {case.example.id}{twin} {'holds' if case.holds else 'FAILS'}: {case.example.ask} → {case.said}"
        )
    if len(shown) < len(found.cases):
        page.line(f"and {len(found.cases) - len(shown)} more cases that touch it: add --cases")


def ledger(page: Page, book: Book, entries: Sequence[Entry], cases: Sequence[Tried]) -> None:
    """The ledger: counts, then each section with what is missing or untried."""
    holds = sum(case.holds for case in cases)
    page.title(f"{book.title}: {len(entries)} statements; {len(cases)} cases, {holds} hold")
    page.note("statements", [f"{len(ids)} {state}" for state, ids in _states(entries).items()])
    for section in book.sections.values():
        states = _states([entry for entry in entries if entry.section == section.id])
        told = [f"{len(states['tried'])} tried, {len(states['told'])} told"]
        told += [f"{state}: {' '.join(states[state])}" for state in ("missing", "untried") if states[state]]
        page.note(section.heading, told)
    for case in cases:
        if not case.holds:
            page.line(f"case {case.example.id} FAILS: {'; '.join(case.faults)}", style="bold")


def sessions(page: Page, found: Sequence[Kept]) -> None:
    """The sessions kept here, the newest first."""
    if not found:
        page.title("No session is kept here yet. Begin one: companion play schwarm --practice")
    for each in found:
        page.note(each.name, [each.game, f"{each.answers} answers", each.state])


def _states(entries: Sequence[Entry]) -> dict[str, list[str]]:
    return {state: [e.id for e in entries if e.state == state] for state in ("tried", "untried", "told", "missing")}
