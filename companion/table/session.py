"""A game in progress: one rule, heard against a log of answers. Undo, overruling and loading know no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

from companion.book import Book, Look
from companion.errors import BadAnswer, BadInput, RulesError, brief
from companion.odds import Dist, Open, odds
from companion.question import Question
from companion.referee import Case, Hearing, Overruling, Record, Terms, word
from companion.referee.questions import Choose, Draw, Throw
from companion.referee.telling import asks, sayable
from companion.table.entries import Answer, Entry, Overrule, Undo
from companion.table.journal import Journal
from companion.table.pinned import terms_as_data, terms_from_data

BESIDE = " | "  # between the verdicts that one answer brought
FEW = 3  # a rule that took more answers than this is a whole phase, not something to overrule at a stroke


class Session:
    """A game on disk and alive: every answer is in the journal before the next question is asked.

    `entries` are the answers that count, `overruled` the overrulings that stand.
    """

    def __init__(self, journal: Journal, book: Book, case: Case[Any], terms: Terms) -> None:
        self.journal, self.book, self.case, self.terms = journal, book, case, terms
        self.entries: list[Answer] = []
        self.overruled: list[Overrule] = []
        self.hearing = self._hearing()

    # Beginning, and taking up again.

    @classmethod
    def begin(cls, path: Path, book: Book, case: Case[Any], terms: Terms) -> Session:
        """Begin a session. Raises BadInput when the file exists or cannot be written."""
        opening = {"game": book.game, "opening": {}, "terms": terms_as_data(terms, book)}
        return cls(Journal.create(path, opening), book, case, terms)

    @classmethod
    def resume(cls, journal: Journal, book: Book, case: Case[Any]) -> Session:
        """Take up a session from its file, open to be played on or only read.

        Raises BadInput for a session of another game, and where the rules have changed since: with the entry from which
        on the questions part, or whose verdicts are others now.
        """
        where = f"{journal.path.name}:1"
        if journal.game != book.game:
            raise BadInput(f"{where}: this is a session of {journal.game}, not of {book.game}.")
        session = cls(journal, book, case, terms_from_data(journal.opening, book, where))
        session._load()
        return session

    def close(self) -> None:
        """Leave the table; the file is free for others."""
        self.journal.close()

    # Playing.

    def answer(self, said: Any, by: str = "hand") -> Answer:
        """Answer the question asked. Raises BadAnswer when it cannot be, BadInput when it cannot be written down."""
        said, asked = in_full(self.hearing.question, said), self.asked
        self.hearing.answer(said)
        entry = Answer(self._next, asked, said, self._came(), by)
        try:
            self.journal.append(entry)
        except BadInput:
            self._hear_again(self.entries)
            raise
        self.entries.append(entry)
        return entry

    @property
    def asked(self) -> str:
        """The question that waits, with the first statement of the rule that asks it: `5.4.a red defence die`."""
        if self.hearing.question is None:
            return "nothing: the game is over"
        rule = self.hearing.asker.case.rule
        return f"{rule.statements[0]} {asks(self.hearing.question)}"

    def undo(self, count: int = 1) -> int:
        """Take back the last answers (and what was overruled in them); gives how many were taken back."""
        count = min(count, len(self.entries))
        if count > 0:
            first = self.entries[-count].n
            self.journal.append(Undo(self._next, first))
            self._hear_again(self.entries[:-count])
        return max(count, 0)

    def overrule(self, rule: str, verdict: str, why: str) -> None:
        """Put another verdict in the place of a rule's own, among those it could have had.

        `rule` is a name that `can_overrule` gives. Raises BadInput when the last answer did not complete that rule, or
        when it could not have ruled so, and without a reason.
        """
        if not why.strip():
            raise BadInput("Overruling the referee wants a reason: it is kept with the session.")
        ruled = self._ruled()
        if rule not in ruled:
            completed = ", ".join(ruled) or "none"
            raise BadInput(f"The last answer did not complete the rule {rule!r}; it completed: {completed}.")
        self._could_be(ruled[rule], rule, verdict)
        entry = Overrule(self._next, verdict, rule, self.entries[-1].n, why)
        before = self.overruled
        self.overruled = [*before, entry]
        try:
            self._hear_again(self.entries)
            self._check_overruled(entry)
            self.journal.append(entry := replace(entry, said=self._came()))
        except RulesError:
            self.overruled = before
            self._hear_again(self.entries)
            raise
        self.overruled[-1] = entry

    def can_overrule(self) -> dict[str, tuple[str, ...]]:
        """The rules that the last answer completed, each with the verdicts it could have had instead."""
        found = {}
        for name, record in self._ruled().items():
            if len(self.hearing.log) - record.begun > FEW:
                continue
            others = tuple(said for said in possible(record, self.terms) if said != word(record.verdict))
            if others:
                found[name] = others
        return found

    # The inside.

    @property
    def _next(self) -> int:
        """The number of the next entry."""
        return len(self.journal.entries) + 1

    def _came(self) -> str:
        """What the last answer led to: every verdict that it brought and that can be said, the innermost first."""
        return BESIDE.join(word(record.verdict) for record in self._ruled().values())

    def _ruled(self) -> dict[str, Record]:
        """The rules that the last answer brought to a verdict that can be said, innermost first, each by its name."""
        named = _named(self.hearing) if self.hearing.log else []
        return {name: record for name, record in named if sayable(record.verdict)}

    def _hearing(self) -> Hearing[Any]:
        return Hearing(self.case, self.terms, self._overruling)

    def _overruling(self, hearing: Hearing[Any], record: Record) -> Overruling | None:
        """What was put in the place of the verdict that a rule has just come to, if anything was."""
        answer = self.entries[len(hearing.log) - 1].n if 0 < len(hearing.log) <= len(self.entries) else None
        here = [each for each in self.overruled if each.of == answer]
        if not here:
            return None
        name = next(name for name, each in _named(hearing) if each is record)
        for each in reversed(here):
            if each.rule == name:
                return Overruling(self._could_be(record, name, each.overrule), each.why)
        return None

    def _check_overruled(self, last: Overrule) -> None:
        """See that an overruling leaves those before it, of the same answer, something to overrule."""
        for each in self.overruled:
            if each.of == last.of and each.rule not in self._ruled():
                raise BadInput(f"{each.rule} was overruled before and would not be reached: undo that, or leave it so.")

    def _could_be(self, record: Record, rule: str, verdict: str) -> Any:
        """The verdict of that name, if the rule could have come to it. Raises BadInput with those that it could."""
        outcomes = possible(record, self.terms)
        if verdict not in outcomes:
            raise BadInput(f"{rule} could not have ruled {brief(verdict)!r}: choose one of {', '.join(outcomes)}.")
        return outcomes[verdict]

    def _hear_again(self, entries: list[Answer]) -> None:
        """Hear the case from the start with these answers and the overrulings that still stand."""
        last = entries[-1].n if entries else 0
        self.entries, self.overruled = list(entries), [each for each in self.overruled if each.of <= last]
        self.hearing = self._hearing()
        for entry in entries:
            self.hearing.answer(entry.answer)

    # Loading: what still counts is found first, then it is heard once.

    def _load(self) -> None:
        for entry in self.journal.entries:
            self._take(entry)
        answers, self.entries = self.entries, []
        for answer in answers:
            self._replay(answer)

    def _take(self, entry: Entry) -> None:
        """Take one entry into what counts."""
        match entry:
            case Answer():
                self.entries.append(entry)
            case Overrule():
                self._must_count(entry.of, entry)
                self.overruled.append(entry)
            case Undo():
                self._must_count(entry.undo, entry)
                self.entries = [each for each in self.entries if each.n < entry.undo]
                self.overruled = [each for each in self.overruled if each.of < entry.undo]

    def _must_count(self, n: int, entry: Entry) -> None:
        if all(each.n != n for each in reversed(self.entries)):
            raise BadInput(f"{self.journal.where(entry)}: it is about entry {n}, which is no answer that counts.")

    def _replay(self, entry: Answer) -> None:
        """Give an answer as it was given, and see that it is still asked for and still leads where it led."""
        if self.asked.partition(" ")[2] != entry.question:
            then, now = brief(entry.ask), self.asked
            parted = f"From entry {entry.n} on the questions part: then it was {then!r}, now it is {now!r}."
            raise self._changed(entry, parted)
        self.entries.append(entry)
        overruled = [each for each in self.overruled if each.of == entry.n]
        try:
            self.hearing.answer(entry.answer)
        except RulesError as fault:
            about = overruled[-1] if overruled and not isinstance(fault, BadAnswer) else entry
            where = self.journal.where(about)
            raise BadInput(f"{where}: entry {about.n} can no longer be answered so: {brief(fault)}") from None
        self._compare(entry, overruled)

    def _compare(self, entry: Answer, overruled: list[Overrule]) -> None:
        """See that an answer, with what was overruled in it, led where it led."""
        for each in overruled:
            if each.rule not in self._ruled():
                told = f"Entry {each.n} overrules {brief(each.rule)!r}; now that answer does not reach it."
                raise self._changed(each, told)
        led, came = (overruled[-1].said if overruled else entry.said), self._came()
        if came != led:
            both = zip_longest(led.split(BESIDE), came.split(BESIDE), fillvalue="nothing")
            then, now = next((brief(then), brief(now)) for then, now in both if then != now)
            at = f"At entry {entry.n} ({brief(f'{entry.ask}: {entry.answer}')})"
            raise self._changed(entry, f"{at} the ruling was {then!r}, now it is {now!r}.")

    def _changed(self, entry: Entry, how: str) -> BadInput:
        return BadInput(
            f"{self.journal.where(entry)}: the rules have changed since this session was played. {how} "
            "The file was left as it is."
        )


def _named(hearing: Hearing[Any]) -> list[tuple[str, Record]]:
    """The rules that came to a verdict with the last answer, innermost first; those of one name are numbered."""
    last = [*takewhile(lambda record: record.done == len(hearing.log), reversed(hearing.completed))][::-1]
    names: Counter[str] = Counter()
    named = []
    for record in last:
        names[record.case.rule.name] += 1
        number = names[record.case.rule.name]
        named.append((f"{record.case.rule.name} ({number})" if number > 1 else record.case.rule.name, record))
    return named


def in_full(question: Question[Any] | None, said: Any) -> str:
    """An answer as it is kept: a face, an option or a cell in full, dice as they were told."""
    if isinstance(question, Throw | Choose | Draw | Look):
        return word(question.read(said))
    return word(said)


def possible(record: Record, terms: Terms) -> dict[str, Any]:
    """What a rule could have ruled in its situation, by what players call it."""
    return {word(outcome): outcome for outcome in settled(odds(record.case, terms=terms))}


def settled(dist: Dist) -> Iterator[Any]:
    """Every outcome that can come, on any branch that one answer opens."""
    for outcome in dist:
        if isinstance(outcome, Open):
            for _, branch in outcome.branches:
                yield from (each for each in branch if not isinstance(each, Open))
        else:
            yield outcome
