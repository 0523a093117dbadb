"""Sequences: the same few rules over and over, each situation weighed once, states multiplied through their odds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from math import lcm
from typing import Any, Generic, TypeVar

from companion.odds.dist import Dist, Known, bind, certain, filled
from companion.odds.weighing import Enumerator
from companion.referee.rules import Case

State = TypeVar("State", bound=Hashable)

Weigh = Callable[[Case[Any]], Dist]


@dataclass(frozen=True)
class Step(Generic[State]):
    """One step: the case that a state brings before the referee (None: nothing is asked), and the state after it."""

    case: Callable[[State], Case[Any] | None]
    then: Callable[[State, Any], State]


def sequence(start: State, steps: Iterable[Step[State]], enumerator: Enumerator | None = None) -> Dist:
    """The exact chance of every state after some steps.

    Each case is weighed once and remembered by the enumerator (which has the player and the terms), so that a long
    sequence, or the next one with the same enumerator, is only sums and products of integers.
    """
    weigh = (enumerator or Enumerator()).weigh
    dist = certain(start)
    for step in steps:
        dist = _multiplied(dist, step, weigh) or _bound(dist, step, weigh)
    return dist


def _multiplied(dist: Dist, step: Step[Any], weigh: Weigh) -> Dist | None:
    """The states after a step, where nothing is open."""
    if not dist.is_settled:
        return None
    tables = [(state, weight, _table(step.case(state), weigh)) for state, weight in dist.weights.items()]
    if not all(table.is_settled for _, _, table in tables):
        return None
    common = lcm(*(table.whole for _, _, table in tables))
    then, weights = step.then, dict[Any, int]()
    for state, weight, table in tables:
        scale = weight * (common // table.whole)
        for verdict, share in table.weights.items():
            after = state if table is _NOTHING else then(state, verdict)
            weights[after] = weights.get(after, 0) + scale * share
    return Dist(weights, dist.whole * common)


def _table(case: Case[Any] | None, weigh: Weigh) -> Dist:
    return _NOTHING if case is None else weigh(case)


_NOTHING = certain(None)  # nothing was asked


def _bound(dist: Dist, step: Step[Any], weigh: Weigh) -> Dist:
    """The states after a step, on every branch of what is open."""

    def after(state: Any, known: Known) -> Dist:
        case = step.case(state)
        return (
            certain(state)
            if case is None
            else filled(weigh(case), known).map(lambda verdict: step.then(state, verdict))
        )

    return bind(dist, after)
