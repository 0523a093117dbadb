"""What would change the result: the same case with another die, or under another reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.book import Reading
from companion.errors import RulesError
from companion.question import Question
from companion.referee.grounds import Pending
from companion.referee.hearing import Hearing
from companion.referee.questions import Throw, word
from companion.referee.rules import Case
from companion.referee.rulings import Ruling
from companion.referee.telling import faces
from companion.referee.terms import Terms

RECENT = 8  # answers: a question has fewer, a whole game many more

Log = list[tuple[Question[Any], Any]]


@dataclass(frozen=True)
class HadItBeen:
    """For one die of a case: which faces would have led to what, all else as it fell."""

    why: str
    face: int
    ways: tuple[tuple[tuple[int, ...], str], ...]

    @property
    def matters(self) -> bool:
        """Whether any other face would have led elsewhere."""
        return len(self.ways) > 1

    def __str__(self) -> str:
        ways = "; ".join(f"{faces(run)} → {came}" for run, came in self.ways)
        return f"with another {self.why}: {ways}"


@dataclass(frozen=True)
class Compared:
    """One reading a case stood on: what comes out under each of its values, and whether the dispute matters here."""

    reading: Reading
    taken: str
    outcomes: tuple[tuple[str, str], ...]
    matters: bool


def heard(case: Case[Any], answers: Iterable[Any], terms: Terms) -> Hearing[Any]:
    """A hearing that has been given these answers, as far as it asks for them."""
    hearing = Hearing(case, terms)
    for said in answers:
        hearing.answer(said)
    return hearing


def had_it_been(hearing: Hearing[Any]) -> Iterator[HadItBeen]:
    """For each die among the last answers: which faces lead to which verdict, the other answers unchanged.

    Of a verdict that is a whole table only what is otherwise there is told.
    """
    beside = hearing.case.args[0] if hearing.question is not None and hearing.case.args else hearing.record.verdict
    for place, (question, said) in enumerate(hearing.log):
        if not isinstance(question, Throw) or place < len(hearing.log) - RECENT:
            continue
        ways: dict[str, tuple[int, ...]] = {}
        for face in question.die.faces:
            log = [*hearing.log[:place], (question, face), *hearing.log[place + 1 :]]
            came = outcome_word(rehear(hearing.case, log, hearing.terms), beside)
            ways[came] = (*ways.get(came, ()), face)
        yield HadItBeen(question.why, question.read(said), tuple((run, came) for came, run in ways.items()))


def compare(case: Case[Any], answers: Iterable[Any] = (), terms: Terms = Terms()) -> list[Compared]:  # noqa: B008 (frozen)
    """Hear a case under every value of each reading or option it stood on, one at a time, with the same answers."""
    hearing = heard(case, answers, terms)
    outcome = hearing.outcome
    compared = []
    for reading, taken in outcome.stood.items():
        others = ((value, rehear(case, hearing.log, terms.switch(reading, value))) for value, _ in reading.values)
        told = tuple((value, outcome_word(other)) for value, other in others)
        compared.append(Compared(reading, taken, told, matters=len({came for _, came in told}) > 1))
    return compared


def rehear(case: Case[Any], log: Log, terms: Terms) -> Ruling[Any] | Pending | RulesError:
    """Hear a case again, answering each question as it was answered in a log; what is new is left pending."""
    known = list(log)
    try:
        hearing = Hearing(case, terms)
        while hearing.question is not None:
            place = next((n for n, (question, _) in enumerate(known) if question == hearing.question), None)
            if place is None:
                break
            hearing.answer(known.pop(place)[1])
    except RulesError as fault:
        return fault
    return hearing.outcome


def outcome_word(outcome: Ruling[Any] | Pending | RulesError, beside: Any = None) -> str:
    """An outcome in a few words: the verdict, or what is asked for; of a whole table what is not so in another."""
    if isinstance(outcome, Ruling):
        if not (hasattr(outcome.verdict, "told") and hasattr(beside, "told")):
            return word(outcome.verdict)
        return "; ".join(line for line in outcome.verdict.told() if line not in beside.told()) or "the same table"
    return f"asks: {outcome.asks}" if isinstance(outcome, Pending) else str(outcome)
