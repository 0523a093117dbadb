"""Weighing a case: every die is answered in every way, and every verdict gets its exact chance."""

from __future__ import annotations

import dis
from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from types import CodeType, CoroutineType
from typing import Any, NamedTuple

from companion.book import Key, Look, Reading
from companion.errors import Unsettled
from companion.odds.chances import chances
from companion.odds.dist import After, Dist, Known, Leaf, Open, bind, certain, filled, gathered, joint, opened
from companion.odds.players import Player
from companion.question import Question
from companion.referee.hearing import Record
from companion.referee.listening import LISTENER
from companion.referee.questions import Added, Choose, Throwing, Together
from companion.referee.rules import Arithmetic, Case
from companion.referee.tallies import Gathering, Tally
from companion.referee.terms import Terms

Run = Generator[Question[Any], Any, Any] | Coroutine[Question[Any], Any, Any]


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
    return Enumerator(player, terms, foresight).weigh(case)


def weigh(case: Case[Any], player: Player | None = None, *, foresight: bool = False, terms: Terms = Terms()) -> Weighed:  # noqa: B008
    """The odds of a case, with what they stand on."""
    enumerator = Enumerator(player, terms, foresight)
    dist = enumerator.weigh(case)
    look_ahead(dist)
    return Weighed(dist, dict(enumerator.readings), frozenset(enumerator.cites))


def odds_from(record: Record, terms: Terms = Terms()) -> Dist:  # noqa: B008
    """The exact chance of every verdict of a rule that is being heard, given what it has received so far."""
    return Enumerator(None, terms).continued(record)


class Enumerator:
    """Weighs cases under one player and terms, each situation once.

    It runs a rule once for each branch, and it listens, so it knows which `readings` were taken and which statements it
    `cites`. `adjust` is what-if: it says how much more each list of modifiers, its cells filled in, is to come to.
    `patience` is how often it may run a rule before it gives up (Unsettled); without one it takes the time it takes.
    """

    def __init__(
        self,
        player: Player | None = None,
        terms: Terms = Terms(),  # noqa: B008 (frozen)
        foresight: bool = False,
        adjust: Callable[[Tally], int] = lambda tally: 0,
        patience: int | None = None,
    ) -> None:
        self.player, self.foresight, self.terms, self.adjust = player, foresight, terms, adjust
        self.patience = patience
        self.readings: dict[Reading, str] = {}
        self.cites: set[str] = set()
        self._weighed: dict[Case[Any], Dist] = {}
        self._computed: dict[tuple[Any, ...], tuple[Any, Any]] = {}

    def weigh(self, case: Case[Any]) -> Dist:
        """The odds of a case, remembered."""
        if (known := self._weighed.get(case)) is None:
            known = self._weighed[case] = self._follow(case, (), ())
        return known

    def continued(self, record: Record) -> Dist:
        """The odds of a case from where a hearing of it stands."""
        known = tuple(record.read.items())
        return self._follow(record.case, tuple(record.history), known, record.rest)

    # What the listeners' protocol wants.

    def compute(
        self, function: Arithmetic[..., Any] | Gathering[...], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Any:
        """What arithmetic gives; the same objects (those that a rule is given again on each branch) give the same."""
        key = (function, *map(id, args))
        if not kwargs and (kept := self._computed.get(key)) is not None:
            return kept[1]
        verdict = function.body(*args, **kwargs)
        if isinstance(function, Arithmetic):
            self.cites.update(function.statements)
        if not kwargs and _frozen(args):
            self._computed[key] = args, verdict
        return verdict

    def stood(self, reading: Reading, value: str) -> None:
        self.readings[reading] = value
        self.cites.update(reading.on)

    # Following a rule from question to question.

    def _follow(
        self, case: Case[Any], received: tuple[Any, ...], known: Known, rest: Question[Any] | None = None
    ) -> Dist:
        """All that follows once a rule has received these answers (and only the rest of its question is open)."""
        self.cites.update(case.rule.statements)
        leaves: list[Leaf] = []
        token = LISTENER.set(self)
        try:
            self._branch(_Branch(case, received, known, 1, 1), leaves, rest)
        finally:
            LISTENER.reset(token)
        return gathered(leaves)

    def _branch(self, at: _Branch, leaves: list[Leaf], rest: Question[Any] | None = None) -> None:
        """Follow a fresh run, brought to where a branch stands."""
        if self.patience is not None:
            self._lose_patience(at.case)
        run = self._inlined(at.case) if self.foresight else at.case.run()
        *before, last = None, *at.received
        for answer in before:
            _ = run.send(answer)
        self._go_on(run, last, at, leaves, rest)

    def _lose_patience(self, case: Case[Any]) -> None:
        assert self.patience is not None
        self.patience -= 1
        if self.patience < 0:
            told = "too much hangs open to look at all of it. Fill cells, decide, or ask a smaller question."
            raise Unsettled(f"{case.rule.name}: {told}")

    def _go_on(self, run: Run, answer: Any, at: _Branch, leaves: list[Leaf], rest: Question[Any] | None = None) -> None:
        """Give a run its answer, and follow it on every branch of what it asks next."""
        cells: list[Key] = []
        try:
            question = run.send(answer)
            while isinstance(question, Look) and (held := self._held(question, at.known)) is not None:
                cells.append(held)
                question = run.send(held)
        except StopIteration as verdict:
            leaves.append((verdict.value, at.weight, at.whole))
            return
        if cells:
            at = at._replace(received=(*at.received, *cells))
        if isinstance(question, _OPEN):
            leaves += at.shares(self._unsettled(question, at))
            return
        answers = self._answers(rest or question, at.known)
        if _returns_the_answer(run):
            leaves += at.shares(answers)
            return
        beside: Run | None = run
        for outcome, weight in answers.weights.items():
            if isinstance(outcome, Open):
                leaves.append((self._beyond(outcome, at), weight * at.weight, answers.whole * at.whole))
                continue
            then = at.given(outcome, weight, answers.whole)
            if beside is None:
                self._branch(then, leaves)
            else:
                run, beside = beside, None
                self._go_on(run, outcome, then, leaves)

    def _unsettled(self, question: Look | Choose[Any], at: _Branch) -> Dist:
        """What follows a cell that is not printed, or a choice: open, unless a player sees all and decides."""
        after = self._after(at)
        if isinstance(question, Look):
            return certain(opened(question, question.outcomes.keys, after, at.known))
        if self.player is None:
            return certain(opened(question, question.options, after, at.known))
        return self.player(question, {option: after(option, at.known) for option in question.options})

    def _beyond(self, outcome: Open, at: _Branch) -> Open:
        """What follows where the answer itself is open."""
        after = self._after(at)
        return opened(
            outcome.question, outcome.values, lambda value, known: bind(outcome.branch(value), after, known), at.known
        )

    def _after(self, at: _Branch) -> After:
        """What follows an answer, given where the rule stands."""
        return lambda answer, known: self._follow(at.case, (*at.received, answer), known)

    def _inlined(self, case: Case[Any]) -> Generator[Question[Any], Any, Any]:
        """A fresh run in which called rules are run through, not weighed apart."""
        run, reply = case.run(), None
        while True:
            try:
                question = run.send(reply)
            except StopIteration as verdict:
                return verdict.value
            match question:
                case Case():
                    self.cites.update(question.rule.statements)
                    reply = yield from self._inlined(question)
                case Together(cases):
                    verdicts = []
                    for called in cases:
                        verdicts.append((yield from self._inlined(called)))
                    reply = tuple(verdicts)
                case _:
                    reply = yield question

    # What a question can be answered with.

    def _answers(self, question: Question[Any], known: Known) -> Dist:
        """The chance of everything that a rule can receive for its question."""
        match question:
            case Case():
                return filled(self.weigh(question), known)
            case Throwing():
                return self._added(Dist(question.throw.die.weights), question.plus, known)
            case Added():
                return self._added(certain(question.face), question.plus, known)
            case Tally():
                return self._added(certain(0), question, known)
            case Together():
                return filled(joint([self.weigh(case) for case in question.cases]), known)
        if (fallen := chances(question)) is None:
            raise TypeError(f"a rule awaited {question!r}, which is no question for a table")
        return fallen

    def _held(self, look: Look, known: Known) -> Key | None:
        """What is known of a cell, under the terms or on this branch."""
        self.cites.add(look.chart.statement_of(look.cell))
        if (held := self.terms.cell(look)) is not None:
            return held[0]
        return next((value for cell, value in known if cell == look), None)

    def _added(self, faces: Dist, plus: Tally, known: Known) -> Dist:
        """Faces with the total of a tally."""
        cells = []
        for look in plus.looks:
            if (held := self._held(look, known)) is None:
                then = partial(self._added_with, faces, plus, known, look)
                return certain(Open(look, look.outcomes.keys, then))
            cells.append(held)
        self.cites.update(bullet.statement for bullet in plus.bullets)
        filled_in = plus.filled(cells)
        more = filled_in.total + self.adjust(filled_in)
        return Dist({face + more: weight for face, weight in faces.weights.items()}, faces.whole)

    def _added_with(self, faces: Dist, plus: Tally, known: Known, look: Look, value: Key) -> Dist:
        return self._added(faces, plus, (*known, (look, value)))


class _Branch(NamedTuple):
    """Where a rule stands: what it has received, the cells that have a value, and the chance of getting here."""

    case: Case[Any]
    received: tuple[Any, ...]
    known: Known
    weight: int
    whole: int

    def given(self, answer: Any, weight: int = 1, whole: int = 1) -> _Branch:
        """Where it stands after one more answer, of this weight among the whole."""
        return _Branch(self.case, (*self.received, answer), self.known, self.weight * weight, self.whole * whole)

    def shares(self, dist: Dist) -> list[Leaf]:
        """A distribution of verdicts, as its share of all."""
        here, whole = self.weight, self.whole * dist.whole
        return [(outcome, here * weight, whole) for outcome, weight in dist.weights.items()]


def _frozen(values: tuple[Any, ...]) -> bool:
    """Whether values can be relied on to stay as they are."""
    try:
        hash(values)
    except TypeError:
        return False
    return not any(isinstance(value, Iterator) for value in values)


def _returns_the_answer(run: Run) -> bool:
    """Whether a rule will return what it awaits, just as it is: then nothing need be run to know what follows."""
    if not isinstance(run, CoroutineType) or getattr(run.cr_await, "gi_code", None) is not _AWAITING:
        return False
    return run.cr_frame is not None and run.cr_frame.f_lasti in _returning(run.cr_code)


_OPEN = (Look, Choose)  # what dice do not answer
_AWAITING = Question.__await__.__code__


@cache
def _returning(code: CodeType) -> frozenset[int]:
    """Where in the code of a coroutine `return await` waits: what follows the loop that waits is the return."""
    steps = [step for step in dis.get_instructions(code) if step.opname != "END_SEND"]
    resumed = ["YIELD_VALUE", "RESUME", "JUMP_BACKWARD_NO_INTERRUPT", "RETURN_VALUE"]
    return frozenset(
        step.offset for n, step in enumerate(steps) if [each.opname for each in steps[n : n + 4]] == resumed
    )


def look_ahead(dist: Dist, most: int = 32) -> None:
    """Work out the branches of what is open, nearest first, so that whoever listens hears what they stand on."""
    waiting = list(dist.opens)
    while waiting and most > 0:
        outcome = waiting.pop(0)
        most -= len(outcome.values)
        for _, branch in outcome.branches:
            waiting += branch.opens
