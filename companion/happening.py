"""What has happened at the table since an answer was given, in the order in which it happened. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.referee import Hearing, Record
from companion.referee.grounds import Chosen, Computed, Ground, Heard, every
from companion.referee.rules import Marked
from companion.referee.talk import Talk
from companion.referee.telling import at_the_table, sayable


@dataclass(frozen=True)
class Event:
    """Something to be told of the table, and the statements of the rule by which it happened."""

    text: str
    cites: tuple[str, ...] = ()


class Moment:
    """A hearing as it stood before an answer, to tell afterwards what that answer has brought about."""

    def __init__(self, hearing: Hearing[Any], talk: Talk) -> None:
        self.record, self.talk = hearing.record, talk
        self._known = {id(entry) for entry in _entries(hearing.record)}
        self._done = set(map(id, hearing.completed))
        self._table = table(hearing.record)

    @classmethod
    def before_all(cls, hearing: Hearing[Any], talk: Talk) -> Moment:
        """The moment before a case was heard at all."""
        moment = cls(hearing, talk)
        moment._known, moment._done, moment._table = set(), set(), _table_of(hearing.case.args)
        return moment

    def rulings(self) -> list[Heard]:
        """The rules that came to a verdict by dice, draws or cells since, without what was ruled before within them."""
        return list(self._rulings(self.record))

    def events(self) -> list[Event]:
        """What fell due and what changed on the table since; what one rule did at a time stands together."""
        together = groupby(self._within(self.record), key=lambda event: event.cites)
        return [Event("; ".join(dict.fromkeys(event.text for event in some)), cites) for cites, some in together]

    def _rulings(self, record: Record) -> Iterator[Heard]:
        for called in _called(record):
            if id(called) in self._done:
                continue
            if called.done is not None and sayable(called.verdict) and by_chance(called.freeze()):
                yield self._since(called)
            else:
                yield from self._rulings(called)

    def _since(self, record: Record) -> Heard:
        """A record frozen without the rules that had come to their verdicts before."""
        grounds: list[Ground] = []
        for entry in record.entries:
            if not isinstance(entry, Record):
                grounds.append(entry)
            elif id(entry) not in self._done:
                grounds.append(self._since(entry))
        return Heard(record.case.rule, record.case.facts, record.verdict, tuple(grounds), record.done is not None)

    def _within(self, record: Record) -> Iterator[Event]:
        """What happened in a rule that had not come to its verdict before."""
        for entry in record.entries:
            if isinstance(entry, Record) and id(entry) not in self._done:
                if id(entry) not in self._known:
                    yield from self._change(_table_of(entry.case.args), record.case.rule)
                    yield from entered(entry, self.talk)
                yield from self._within(entry)
            elif isinstance(entry, Computed) and not entry.aside and id(entry) not in self._known:
                yield from self._left(entry.rule, entry.verdict, tuple(entry.facts.values()))
        if record.done is not None:
            yield from self._left(record.case.rule, record.verdict, record.case.args)

    def _left(self, rule: Marked[..., Any], verdict: Any, args: Iterable[Any]) -> Iterator[Event]:
        yield from self._change(_table_of((verdict,)), rule)
        if (say := self.talk.leaving.get(rule.name)) and (text := say(verdict, *args)):
            yield Event(text, rule.statements)

    def _change(self, now: Any, rule: Marked[..., Any]) -> Iterator[Event]:
        """What a rule has changed on the table, if it has one at all."""
        if now is None:
            return
        if self._table is not None:
            yield from (Event(text, rule.statements) for text in self.talk.changes(self._table, now))
        self._table = now


def events_of(hearing: Hearing[Any], talk: Talk) -> list[Event]:
    """What fell due and what changed on the table since a case was brought."""
    return [*entered(hearing.record, talk), *Moment.before_all(hearing, talk).events()]


def entered(record: Record, talk: Talk) -> Iterator[Event]:
    """What is said when a rule is entered."""
    rule = record.case.rule
    if (say := talk.entering.get(rule.name)) and (text := say(*record.case.args)):
        yield Event(text, rule.statements)


def in_force(record: Record) -> Iterator[Record]:
    """The rules that wait for their verdicts, outermost first."""
    yield record
    for called in _called(record):
        if called.done is None:
            yield from in_force(called)


def table(record: Record) -> Any:
    """The table as the innermost rule in force that knows one was given it, or None."""
    tables = (_table_of(each.case.args) for each in in_force(record))
    return next((each for each in reversed(list(tables)) if each is not None), None)


def by_chance(heard: Heard) -> bool:
    """Whether dice, a draw, a cell from the box or an overruling led to a verdict, and not decisions alone."""
    return any(at_the_table(ground) and not isinstance(ground, Chosen) for ground in every(heard.grounds))


def _table_of(values: Iterable[Any]) -> Any:
    """The whole situation among some values: the one that can tell itself."""
    return next((value for value in values if hasattr(value, "told")), None)


def _called(record: Record) -> Iterator[Record]:
    return (entry for entry in record.entries if isinstance(entry, Record))


def _entries(record: Record) -> Iterator[Ground | Record]:
    for entry in record.entries:
        yield entry
        if isinstance(entry, Record):
            yield from _entries(entry)
