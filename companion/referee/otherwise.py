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
    """For one die of a case: what each run of faces would have led to, all else as it fell."""

    why: str
    face: int
    ways: tuple[tuple[tuple[int, ...], str], ...]

    @property
    def matters(self) -> bool:
        """Whether any other face would have led elsewhere."""
        return len(self.ways) > 1

    def __str__(self) -> str:
        ways = "; ".join(f"{faces(run)} {came}" for run, came in self.ways)
        return f"had the {self.why} shown: {ways}"


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
    """For each die among the last answers: which faces lead to which verdict, the other answers unchanged."""
    for place, (question, said) in enumerate(hearing.log):
        if not isinstance(question, Throw) or place < len(hearing.log) - RECENT:
            continue
        ways: list[tuple[tuple[int, ...], str]] = []
        for face in question.die.faces:
            log = [*hearing.log[:place], (question, face), *hearing.log[place + 1 :]]
            came = outcome_word(rehear(hearing.case, log, hearing.terms))
            if ways and ways[-1][1] == came:
                ways[-1] = ((*ways[-1][0], face), came)
            else:
                ways.append(((face,), came))
        yield HadItBeen(question.why, question.read(said), tuple(ways))


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


def outcome_word(outcome: Ruling[Any] | Pending | RulesError) -> str:
    """An outcome in a few words: the verdict, or what is asked for."""
    if isinstance(outcome, Ruling):
        return word(outcome.verdict)
    return f"asks: {outcome.asks}" if isinstance(outcome, Pending) else str(outcome)
