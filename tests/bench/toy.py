"""A toy rulebook, and a table that goes through every way in which the dice can fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from companion.book import Book, Look
from companion.dice import Die
from companion.odds import Dist, Open
from companion.question import Question
from companion.referee import Bench, Case, Hearing, Ruling, Terms, hear, word
from companion.referee.questions import Choose, Draw, Pool, Throw, Total

T = TypeVar("T")

TOYBOOK = Path(__file__).with_name("toybook")
BOOK = Book("toy", TOYBOOK)
BENCH = Bench(BOOK)
rule, tally, taken = BENCH.rule, BENCH.tally, BENCH.taken

SMALL = BOOK.chart("small")
GREAT = BOOK.chart("great")
NOTES = BOOK.chart("notes")
TURNS = BOOK.chart("turns")
GUNS = BOOK.chart("guns")

PLAIN = Terms()
NO_CELLS: Mapping[str, Any] = {}
Decide = Callable[[Choose[Any]], Any]
"""How a choice is made from the question alone."""


class Table:
    """A table at which one thing after another is left to chance, and which remembers what has not come up yet."""

    def __init__(self, turns: list[int]) -> None:
        self.turns, self.sizes = turns, list[int]()

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""
        if len(self.sizes) == len(self.turns):
            self.turns.append(0)
        self.sizes.append(len(options))
        return options[self.turns[len(self.sizes) - 1]]


def every_way(run: Callable[[Table], T]) -> dict[T, Fraction]:
    """The chance of whatever a run can come to, when all that it leaves to the table falls in every way."""
    found: Counter[tuple[T, int]] = Counter()
    turns: list[int] = []
    while True:
        table, ways = Table(turns), 1
        result = run(table)
        for size in table.sizes:
            ways *= size
        found[result, ways] += 1
        while turns and turns[-1] + 1 == table.sizes[len(turns) - 1]:
            turns.pop()
        if not turns:
            break
        turns[-1] += 1
    chances: dict[T, Fraction] = {}
    for (result, ways), times in found.items():
        chances[result] = chances.get(result, Fraction(0)) + Fraction(times, ways)
    return chances


def resolve(
    dist: Dist, cells: Mapping[str, Any], decide: Decide | None = None, known: frozenset[str] = frozenset()
) -> dict[Any, Fraction]:
    """What is left of a distribution when the open cells are filled (each once on a branch) and the choices made."""
    chances: dict[Any, Fraction] = {}
    for outcome, chance in dist.items():
        inner: Mapping[Any, Fraction] = {outcome: Fraction(1)}
        if isinstance(outcome, Open):
            question: Any = outcome.question
            answer = decide(question) if decide and isinstance(question, Choose) else cells[str(question)]
            assert str(outcome) not in known, f"{outcome} is open on its own branch"
            cell = {str(outcome)} if isinstance(question, Look) else set()
            inner = resolve(outcome.branch(answer), cells, decide, known | cell)
        for verdict, more in inner.items():
            chances[verdict] = chances.get(verdict, Fraction(0)) + chance * more
    return chances


def heard(
    case: Case[Any],
    terms: Terms = PLAIN,
    cells: Mapping[str, Any] = NO_CELLS,
    decide: Decide | None = None,
    before: Iterable[Any] = (),
) -> dict[Any, Fraction]:
    """The chance of every verdict that a table can reach, answering question after question in every possible way.

    Gaps are read from `cells`; choices are made by `decide`, or any option is as likely as the other. What was answered
    `before` is given.
    """

    def run(table: Table) -> Any:
        hearing = Hearing(case, terms)
        for answer in before:
            hearing.answer(answer)
        while hearing.question is not None:
            hearing.answer(said(hearing.question, table, cells, decide))
        ruling = hear(case, [answer for _, answer in hearing.log], terms)
        assert isinstance(ruling, Ruling)
        assert ruling == hearing.outcome
        return ruling.verdict

    return every_way(run)


def said(question: Question[Any], table: Table, cells: Mapping[str, Any], decide: Decide | None) -> str:
    """What a player says to a question."""
    match question:
        case Throw(die):
            return face_of(die, table)
        case Pool(count, die) | Total(count, die):
            return ("," if "10" in map(str, die.faces) and die.name != "d10" else "").join(
                face_of(die, table) for _ in range(count)
            )
        case Draw(cup):
            return word(table.pick(cup))
        case Choose(_, options) as choice:
            return word(decide(choice) if decide else table.pick(options))
        case Look():
            return str(cells[str(question)])
    raise AssertionError(f"a table is asked {question!r}")


def face_of(die: Die, table: Table) -> str:
    """A face as players read it off: the ten of a d10 shows a zero."""
    face = table.pick([face for face, weight in die.weights.items() for _ in range(weight)])
    return "0" if die.name == "d10" and face == 10 else str(face)
