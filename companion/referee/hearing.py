"""Hearing a case: one run of the rule against the answers of the table."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.book import Look, Pack, Reading
from companion.errors import BadAnswer
from companion.question import Question
from companion.referee.grounds import (
    Chosen,
    Computed,
    Drawn,
    Ground,
    Heard,
    Looked,
    Overruled,
    Pending,
    Stood,
    Summed,
    Thrown,
)
from companion.referee.listening import LISTENER
from companion.referee.questions import Added, Choose, Draw, Pool, Throw, Throwing, Together, Total
from companion.referee.rules import Arithmetic, Case
from companion.referee.rulings import Ruling
from companion.referee.tallies import Gathering, Tally
from companion.referee.terms import Terms

T = TypeVar("T")

Run = Generator[tuple[Question[Any], "Record"], Any, T]
"""A run yields the questions that the table must answer, each with the record of the rule that asks; it receives
what was said with what the rule receives, and returns a verdict."""


@dataclass(frozen=True)
class Overruling:
    """A verdict that somebody put in the place of a rule's own, and why."""

    verdict: Any
    why: str


@dataclass
class Record:
    """What has been overheard of one rule so far; called rules have records of their own.

    `history` is what the rule has received, question by question, and `rest` what is left of the one that it waits for,
    once a die lies on the table and only cells are wanted. `begun` and `done` are the numbers of answers the table had
    given when the rule was entered and when it came to its verdict.
    """

    case: Case[Any]
    entries: list[Ground | Record] = field(default_factory=list)
    history: list[Any] = field(default_factory=list)
    rest: Question[Any] | None = None
    read: dict[Look, Any] = field(default_factory=dict)
    begun: int = 0
    verdict: Any = None
    done: int | None = None

    def freeze(self) -> Heard:
        """The record as it stands."""
        grounds = tuple(entry.freeze() if isinstance(entry, Record) else entry for entry in self.entries)
        return Heard(self.case.rule, self.case.facts, self.verdict, grounds, self.done is not None)

    def waiting(self) -> Iterator[Record]:
        """The innermost rules that wait for the table."""
        called = [entry for entry in self.entries if isinstance(entry, Record) and entry.done is None]
        for each in called:
            yield from each.waiting()
        if not called:
            yield self


class Hearing(Generic[T]):
    """One case, alive.

    `question` is what the table is asked now and `asker` the record of the rule that asks, `log` what was answered,
    `outcome` where the case stands, `record` what has been overheard, `completed` the rules that came to a verdict, in
    order. A wrong answer raises BadAnswer and leaves the hearing as it was. Once a rule has come to a verdict (the last
    of `completed`), `overruling` is asked whether another counts in its place.
    """

    def __init__(
        self,
        case: Case[T],
        terms: Terms = Terms(),  # noqa: B008 (frozen)
        overruling: Callable[[Hearing[T], Record], Overruling | None] = lambda hearing, record: None,
    ) -> None:
        self.case, self.terms, self.overruling = case, terms, overruling
        self._begin()

    def _begin(self) -> None:
        self.question: Question[Any] | None = None
        self.log: list[tuple[Question[Any], Any]] = []
        self.completed: list[Record] = []
        self._read: dict[Look, Any] = {}
        self.record = Record(self.case, read=self._read)
        self.asker = self._listening = self.record
        self._inside = False  # arithmetic runs inside other arithmetic or a tally: then it is an aside
        self._run = self._hear(self.record)
        self._advance(None)

    def answer(self, said: Any) -> None:
        """Give the table's answer to the question asked.

        Raises BadAnswer when it cannot be one, IllegalAction when the rules forbid what follows: then it was not given.
        """
        if self.question is None:
            raise BadAnswer(f"{said}: one answer too many: the case is ruled, nothing more is asked.")
        value = self.question.read(said)  # type: ignore[attr-defined]
        self.log.append((self.question, said))
        try:
            self._advance((said, value))
        except Exception:
            before = self.log[:-1]
            self._begin()
            for _, earlier in before:
                self.answer(earlier)
            raise

    @property
    def outcome(self) -> Ruling[T] | Pending:
        """Where the case stands."""
        heard = self.record.freeze()
        if self.question is None:
            return Ruling(self.case, heard.verdict, heard.grounds, self.terms)
        return Pending(self.question, heard.grounds)

    # What the listeners' protocol wants: arithmetic and readings inside the rule that runs now.

    def compute(
        self, function: Arithmetic[..., Any] | Gathering[...], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Any:
        aside, self._inside = self._inside, True
        try:
            verdict = function.body(*args, **kwargs)
        finally:
            self._inside = aside
        if isinstance(function, Arithmetic):
            self._listening.entries.append(Computed(function, function.facts(args, kwargs), verdict, aside))
        return verdict

    def stood(self, reading: Reading, value: str) -> None:
        ground = Stood(reading, value)
        if ground not in self._listening.entries:
            self._listening.entries.append(ground)

    def _advance(self, answer: Any) -> None:
        try:
            self.question, self.asker = self._run.send(answer)
        except StopIteration:
            self.question, self.asker = None, self.record

    def _hear(self, record: Record) -> Run[Any]:
        """Run one rule to its verdict; what the record needs is noted on the way."""
        run = record.case.run()
        reply = None
        while True:
            self._listening, token = record, LISTENER.set(self)
            try:
                question = run.send(reply)
            except StopIteration as verdict:
                record.verdict, record.done = verdict.value, len(self.log)
                self.completed.append(record)
                self._overrule(record)
                return record.verdict
            finally:
                LISTENER.reset(token)
            reply = yield from self._settle(question, record)

    def _overrule(self, record: Record) -> None:
        if (overruling := self.overruling(self, record)) is not None:
            record.entries.append(Overruled(record.verdict, overruling.verdict, overruling.why))
            record.verdict = overruling.verdict

    def _settle(self, question: Question[Any], record: Record) -> Run[Any]:
        """What the rule receives for its question; the record keeps it."""
        if isinstance(question, Throwing):
            question = record.rest = question.lies((yield from self._answered(question.throw, record)))
        value = yield from self._answered(question, record)
        record.rest = None
        record.history.append(value)
        return value

    def _sum(self, tally: Tally, record: Record, die: str | None = None, face: int = 0) -> Run[int]:
        """The total of a tally once its cells are known, with the face of the die that it is added to."""
        values = []
        for look in tally.looks:
            values.append((yield from self._answered(look, record)))
        record.entries.append(summed := Summed(tally.filled(values), die, face))
        return summed.total

    def _answered(self, question: Question[Any], record: Record) -> Run[Any]:
        """What is known, or what a called rule or the table answers."""
        match question:
            case Tally():
                return (yield from self._sum(question, record))
            case Added():
                return (yield from self._sum(question.plus, record, question.die, question.face))
            case Look() if (known := self._known(question)) is not None:
                record.entries.append(Looked(question, *known))
                return known[0]
            case Case():
                record.entries.append(called := Record(question, begun=len(self.log), read=self._read))
                return (yield from self._hear(called))
            case Together(cases):
                return (yield from self._together(cases, record))
            case Pool(count=0) | Total(count=0):
                return question.read("")
        if not hasattr(question, "read"):
            raise TypeError(f"a rule awaited {question!r}, which is no question for a table")
        said, value = yield question, record
        record.entries.append(self._note(question, said, value))
        return value

    def _together(self, cases: tuple[Case[Any], ...], record: Record) -> Run[tuple[Any, ...]]:
        """Ask the first question of each case, then hear each to its end, in order."""
        records = [Record(case, begun=len(self.log), read=self._read) for case in cases]
        record.entries += records
        runs = [self._hear(called) for called in records]
        replies: list[Any] = []
        for first in [next(run, None) for run in runs]:
            if first is None:
                replies.append(None)
            elif isinstance(first[0], Look) and first[0] in self._read:
                replies.append((str(self._read[first[0]]), self._read[first[0]]))
            else:
                replies.append((yield first))
                if isinstance(first[0], Look):
                    self._read[first[0]] = replies[-1][1]
        for run, reply in zip(runs, replies, strict=True):
            while reply is not None:
                try:
                    reply = yield run.send(reply)
                except StopIteration:
                    break
        return tuple(called.verdict for called in records)

    def _known(self, look: Look) -> tuple[Any, Pack | str] | None:
        if look in self._read:
            return self._read[look], "read before"
        return self.terms.cell(look)

    def _note(self, question: Question[Any], said: Any, value: Any) -> Ground:
        match question:
            case Throw(die, why):
                return Thrown(why, die, (value,), value)
            case Pool(_, die, _, why) | Total(_, die, _, why):
                return Thrown(why, die, question.faces(said), value)
            case Draw(_, why):
                return Drawn(why, value)
            case Choose(why, _, by):
                return Chosen(why, by, value)
            case Look():
                self._read[question] = value
                return Looked(question, value, "read from the player's copy")
        raise TypeError(f"a rule awaited {question!r}, which is no question for a table")


def hear(case: Case[T], answers: Iterable[Any] = (), terms: Terms = Terms()) -> Ruling[T] | Pending:  # noqa: B008
    """Hear a case with the table's answers so far: a ruling, or the question that is pending.

    Answers are faces (`7`; a pool in one word, `"36114"`), options, cells, in the order in which they are asked.
    Raises BadAnswer for one that is impossible or one too many, IllegalAction where the rules forbid the case.
    """
    hearing = Hearing(case, terms)
    for said in answers:
        hearing.answer(said)
    return hearing.outcome
