"""A game in progress: one rule, heard against a log of answers. Undo, overruling and loading know no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from companion.book import Book, Look, Pack
from companion.errors import BadInput, RulesError
from companion.odds import Dist, Open, odds
from companion.question import Question
from companion.referee import Case, Hearing, Overruling, Record, Terms, word
from companion.referee.questions import Choose, Draw, Throw
from companion.referee.telling import asks, sayable
from companion.table.journal import Journal

FEW = 3  # a rule that took more answers than this is a whole phase, not something to overrule at a stroke


@dataclass(frozen=True)
class Entry:
    """One answer that counts: its number in the file, the question, the answer, what came of it, and whose it is."""

    n: int
    ask: str
    answer: str
    said: str
    by: str


@dataclass(frozen=True)
class Standing:
    """An overruling that stands: the number of answers given when the rule ruled, its name, what counts instead."""

    answers: int
    rule: str
    overruling: Overruling


class Session:
    """A game on disk and alive: every answer is in the journal before the next question is asked."""

    def __init__(self, journal: Journal, book: Book, case: Case[Any], terms: Terms) -> None:
        self.journal, self.book, self.case, self.terms = journal, book, case, terms
        self.entries: list[Entry] = []
        self.overruled: list[Standing] = []
        self._number = 0
        self.hearing = Hearing(case, terms)

    # Beginning, and taking up again.

    @classmethod
    def begin(cls, path: Path, book: Book, case: Case[Any], terms: Terms) -> Session:
        """Begin a session. Raises BadInput when the file exists or cannot be written."""
        opening = {"game": book.game, "opening": {}, "terms": _terms_as_data(terms, book)}
        return cls(Journal.create(path, opening), book, case, terms)

    @classmethod
    def resume(cls, path: Path, book: Book, case: Case[Any], *, as_edited: bool = False) -> Session:
        """Take up a session where it was left.

        Raises BadInput as the journal does, for a session of another game, and where the rules have changed since: with
        the entry from which on the questions part.
        """
        return cls._of(Journal.open(path, as_edited=as_edited), book, case)

    @classmethod
    def look_at(cls, path: Path, book: Book, case: Case[Any]) -> Session:
        """Read a session without holding or changing its file."""
        return cls._of(Journal.read(path), book, case)

    @classmethod
    def _of(cls, journal: Journal, book: Book, case: Case[Any]) -> Session:
        try:
            if journal.opening["game"] != book.game:
                raise BadInput(
                    f"{journal.path.name}: this is a session of {journal.opening['game']}, not of {book.game}."
                )
            session = cls(journal, book, case, _terms_from_data(journal, book))
            for line, told in enumerate(journal.entries, 2):
                session._replay(line, told)
        except BaseException:
            journal.close()
            raise
        return session

    def close(self) -> None:
        """Leave the table; the file is free for others."""
        self.journal.close()

    # Playing.

    def answer(self, said: Any, by: str = "hand") -> Entry:
        """Answer the question asked. Raises BadAnswer when it cannot be, BadInput when it cannot be written down."""
        said, asked = in_full(self.hearing.question, said), self.asked
        self.hearing.answer(said)
        entry = Entry(self._number + 1, asked, said, self._came(), by)
        try:
            self.journal.append({"n": entry.n, "ask": entry.ask, "answer": said, "said": entry.said, "by": by})
        except BadInput:
            self._hear_again(self.entries)
            raise
        self._number = entry.n
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
            self.journal.append({"n": self._number + 1, "undo": self.entries[-count].n})
            self._number += 1
            self._take_back(self.entries[-count].n)
        return max(count, 0)

    def overrule(self, rule: str, verdict: str, why: str) -> None:
        """Put another verdict in the place of a rule's own, among those it could have had.

        Raises BadInput when the last answer did not complete that rule, or when it could not have ruled so.
        """
        if not why.strip():
            raise BadInput("Overruling the referee wants a reason: it is kept with the session.")
        told = {
            "n": self._number + 1,
            "overrule": verdict,
            "rule": rule,
            "of": self.entries[-1].n if self.entries else 0,
        }
        standing = self._overruling(rule, verdict, why)
        self.journal.append({**told, "why": why})
        self._number += 1
        self.overruled.append(standing)
        self._hear_again(self.entries)

    def can_overrule(self) -> dict[str, tuple[str, ...]]:
        """The rules that the last answer completed, each with the verdicts it could have had instead."""
        found = {}
        for record in self._completed():
            if len(self.hearing.log) - record.begun > FEW:
                continue
            others = tuple(said for said in possible(record, self.terms) if said != word(record.verdict))
            if others:
                found[record.case.rule.name] = others
        return found

    # The inside.

    def _came(self) -> str:
        """What the last answer led to: the verdict of the first rule that it completed, if that can be said."""
        return next((word(record.verdict) for record in self._completed()), "")

    def _completed(self) -> list[Record]:
        """The rules that the last answer brought to a verdict that can be said, innermost first."""
        last = takewhile(lambda record: record.done == len(self.hearing.log), reversed(self.hearing.completed))
        return [record for record in reversed(list(last)) if sayable(record.verdict)]

    def _take_back(self, first: int) -> None:
        self._hear_again([entry for entry in self.entries if entry.n < first])

    def _hear_again(self, entries: list[Entry]) -> None:
        """Hear the case from the start with these answers and the overrulings that still stand."""
        self.overruled = [each for each in self.overruled if each.answers <= len(entries)]
        standing = {(each.answers, each.rule): each.overruling for each in self.overruled}
        self.entries, self.hearing = list(entries), Hearing(self.case, self.terms, standing)
        for entry in entries:
            self.hearing.answer(entry.answer)

    def _overruling(self, rule: str, verdict: str, why: str) -> Standing:
        """An overruling of what the last answer brought, if that rule could have ruled so."""
        for record in self._completed():
            if record.case.rule.name == rule:
                outcomes = possible(record, self.terms)
                if verdict not in outcomes:
                    raise BadInput(f"{rule} could not have ruled {verdict!r}: choose one of {', '.join(outcomes)}.")
                return Standing(len(self.hearing.log), rule, Overruling(outcomes[verdict], why))
        names = ", ".join(record.case.rule.name for record in self._completed()) or "none"
        raise BadInput(f"The last answer did not complete the rule {rule!r}; it completed: {names}.")

    def _replay(self, line: int, told: Mapping[str, Any]) -> None:
        """Take one line of the journal as it was taken when it was written."""
        where = f"{self.journal.path.name}:{line}"
        number = told.get("n")
        if number != self._number + 1:
            raise BadInput(f"{where}: entry {number!r} follows entry {self._number}; a line is missing or added.")
        self._number += 1
        if "undo" in told:
            self._take_back(int(told["undo"]))
        elif "overrule" in told:
            self.overruled.append(self._overruling(*(str(told.get(key)) for key in ("rule", "overrule", "why"))))
            self._hear_again(self.entries)
        elif {"ask", "answer"} <= set(told):
            self._replay_answer(where, told)
        else:
            raise BadInput(f"{where}: this entry is no answer, no undo and no overruling.")

    def _replay_answer(self, where: str, told: Mapping[str, Any]) -> None:
        entry = Entry(
            int(told["n"]), str(told["ask"]), str(told["answer"]), str(told.get("said", "")), str(told.get("by", ""))
        )
        question = self.asked
        if question != entry.ask:
            raise BadInput(
                f"{where}: the rules have changed since this session was played. From entry {entry.n} on the questions "
                f"part: then it was {entry.ask!r}, now it is {question!r}. The file was left as it is."
            )
        try:
            self.hearing.answer(entry.answer)
        except RulesError as fault:
            raise BadInput(f"{where}: entry {entry.n} can no longer be answered so: {fault}") from None
        if (came := self._came()) != entry.said:
            raise BadInput(
                f"{where}: the rules have changed since this session was played. At entry {entry.n} ({entry.ask}: "
                f"{entry.answer}) the ruling was {entry.said!r}, now it is {came!r}. The file was left as it is."
            )
        self.entries.append(entry)


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


def _terms_as_data(terms: Terms, book: Book) -> dict[str, Any]:
    """Terms as a session pins them: all readings and options, packs by digest, the cells of a player's own packs."""
    values = {reading.id: terms.taken(reading) for reading in book.readings.values()}
    return {
        "readings": {id: value for id, value in values.items() if book.readings[id].kind == "reading"},
        "options": {id: value for id, value in values.items() if book.readings[id].kind == "option"},
        "packs": {pack.name: pack.digest for pack in terms.packs},
        "cells": {
            pack.name: [[chart, list(cell), value] for (chart, cell), value in pack.cells.items()]
            for pack in terms.packs
            if pack != book.practice
        },
    }


def _terms_from_data(journal: Journal, book: Book) -> Terms:
    try:
        pinned = journal.opening["terms"]
        packs = [_pack(journal, book, name, digest, pinned["cells"]) for name, digest in pinned["packs"].items()]
        return Terms.of(book, {**pinned["readings"], **pinned["options"]}, packs)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise BadInput(f"{journal.path.name}:1: the terms of the session cannot be read.") from None


def _pack(journal: Journal, book: Book, name: str, digest: str, cells: Mapping[str, Any]) -> Pack:
    if name in cells:
        pack = Pack.of(name, {(chart, tuple(cell)): value for chart, cell, value in cells[name]})
    else:
        pack = book.practice
    if pack.digest != digest:
        raise BadInput(f"{journal.path.name}:1: the {name} pack has changed since this session was begun.")
    return pack
