"""Weighing a case: every die is answered in every way, and every verdict gets its exact chance."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.book import Look, Reading
from companion.odds.chances import chances
from companion.odds.dist import After, Dist, Known, bind, certain, filled, mix, opened
from companion.odds.players import Player
from companion.question import Question
from companion.referee.hearing import Record
from companion.referee.listening import LISTENER
from companion.referee.questions import Choose, Together
from companion.referee.rules import Arithmetic, Case
from companion.referee.tallies import Cited
from companion.referee.terms import Terms

Run = Generator[Question[Any], Any, Any]


@dataclass(frozen=True)
class Weighed:
    """The odds of a case, the readings they stand on, and the statements that were consulted, as far as worked out."""

    dist: Dist
    stood: Mapping[Reading, str] = field(hash=False)
    cites: frozenset[str]


def odds(case: Case[Any], player: Player | None = None, *, foresight: bool = False, terms: Terms = Terms()) -> Dist:  # noqa: B008
    """The exact chance of every verdict of a case.

    Called rules are weighed once a situation and remembered. `player` makes the choices; without one they stay
    open. A choice inside a called rule sees only that rule's future, unless `foresight` weighs nothing apart.
    """
    return weigh(case, player, foresight=foresight, terms=terms).dist


def weigh(case: Case[Any], player: Player | None = None, *, foresight: bool = False, terms: Terms = Terms()) -> Weighed:  # noqa: B008
    """The odds of a case, with what they stand on."""
    enumerator = _Enumerator(player, foresight, terms)
    dist = enumerator.weigh(case)
    look_ahead(dist)
    return Weighed(dist, dict(enumerator.readings), frozenset(enumerator.cites))


def odds_from(record: Record, terms: Terms = Terms()) -> Dist:  # noqa: B008
    """The exact chance of every verdict of a rule that is being heard, given what it has received so far."""
    return _Enumerator(None, False, terms).continued(record.case, tuple(record.history), tuple(record.read.items()))


class _Enumerator:
    """Runs a rule once for each branch; it listens, so it knows which readings and statements were consulted."""

    def __init__(self, player: Player | None, foresight: bool, terms: Terms) -> None:
        self.player, self.foresight, self.terms = player, foresight, terms
        self.readings: dict[Reading, str] = {}
        self.cites: set[str] = set()
        self._weighed: dict[Case[Any], Dist] = {}

    def computed(self, rule: Arithmetic[..., Any], facts: Mapping[str, Any], verdict: Any, aside: bool) -> None:
        self.cites.update(rule.statements)

    def stood(self, reading: Reading, value: str) -> None:
        self.readings[reading] = value
        self.cites.update(reading.on)

    def weigh(self, case: Case[Any]) -> Dist:
        """The odds of a case, remembered."""
        if (known := self._weighed.get(case)) is None:
            known = self._weighed[case] = self._explore(case, self._run(case), ())
        return known

    def continued(self, case: Case[Any], history: tuple[Any, ...], read: Known) -> Dist:
        """The odds of a case that has received `history`."""
        run = self._again(case, history[:-1])[0] if history else self._run(case)
        return self._explore(case, run, history, read)

    def _run(self, case: Case[Any]) -> Run:
        """A fresh run of a rule, in which what needs no branching is settled on the way."""
        self.cites.update(case.rule.statements)
        run = case.run()
        reply: Any = None
        while True:
            try:
                question = run.send(reply)
            except StopIteration as verdict:
                return verdict.value
            match question:
                case Cited(tally):
                    self.cites.update(bullet.statement for bullet in tally.bullets)
                    reply = question.total
                case Look() if (known := self.terms.cell(question)) is not None:
                    self.cites.add(question.chart.statement_of(question.cell))
                    reply = known[0]
                case Case() if self.foresight:
                    reply = yield from self._run(question)
                case Together(cases) if self.foresight:
                    verdicts = []
                    for called in cases:
                        verdicts.append((yield from self._run(called)))
                    reply = tuple(verdicts)
                case _:
                    reply = yield question

    def _explore(self, case: Case[Any], run: Run, history: tuple[Any, ...], known: Known = ()) -> Dist:
        """All that follows from a run that has been given `history`: its own continuation, and fresh runs beside it.

        `known` are the cells that have a value on this branch.
        """
        token = LISTENER.set(self)
        try:
            question = run.send(history[-1] if history else None)
        except StopIteration as verdict:
            return certain(verdict.value)
        finally:
            LISTENER.reset(token)
        alive: list[Run] = [run]

        def after(answer: Any, known: Known) -> Dist:
            beside = alive.pop() if alive else self._again(case, history)[0]
            return self._explore(case, beside, (*history, answer), known)

        return self._branch(question, after, known)

    def _again(self, case: Case[Any], history: tuple[Any, ...]) -> tuple[Run, Known]:
        """A fresh run, brought to where it awaits the answer after `history`, and the cells it has read."""
        run, token, known = self._run(case), LISTENER.set(self), []
        try:
            question = run.send(None)
            for answer in history:
                if isinstance(question, Look):
                    known.append((question, answer))
                question = run.send(answer)
        finally:
            LISTENER.reset(token)
        return run, tuple(known)

    def _branch(self, question: Question[Any], after: After, known: Known) -> Dist:
        match question:
            case Case():
                return bind(filled(self.weigh(question), known), after, known)
            case Together(cases):
                return bind(filled(self._product(cases), known), after, known)
            case Choose(_, options) if self.player is not None:
                return self.player(question, {option: after(option, known) for option in options})
            case Choose(_, options):
                return opened(question, options, after, known)
            case Look() if question in dict(known):
                return after(dict(known)[question], known)
            case Look():
                self.cites.add(question.chart.statement_of(question.cell))
                return opened(question, question.outcomes.keys, after, known)
        answers = chances(question)
        if answers is None:
            raise TypeError(f"a rule awaited {question!r}, which is no question for a table")
        return mix((after(answer, known), weight) for answer, weight in answers.weights.items())

    def _product(self, cases: tuple[Case[Any], ...]) -> Dist:
        """The verdicts of independent rules, side by side."""
        joint = certain(())
        for case in cases:
            each = self.weigh(case)
            joint = bind(joint, partial(_beside, each))
        return joint


def _beside(each: Dist, before: tuple[Any, ...], known: Known) -> Dist:
    """What follows from verdicts so far and one more rule."""
    return filled(each, known).map(lambda verdict: (*before, verdict))


def look_ahead(dist: Dist, most: int = 32) -> None:
    """Work out the branches of what is open, nearest first, so that whoever listens hears what they stand on."""
    waiting = list(dist.opens)
    while waiting and most > 0:
        outcome = waiting.pop(0)
        most -= len(outcome.values)
        for _, branch in outcome.branches:
            waiting += branch.opens
