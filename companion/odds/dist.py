"""Exact distributions: integer weights over one denominator, and what is still open."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import gcd, lcm, prod
from typing import Any, NamedTuple

from companion.book import Look
from companion.errors import Unsettled
from companion.question import Question
from companion.referee.questions import word

Known = tuple[tuple[Look, Any], ...]
"""Cells that have a value on a branch."""


class Bounds(NamedTuple):
    """Sure bounds of a number while cells or choices are open."""

    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


NOTHING_KNOWN = Bounds(Fraction(0), Fraction(1))  # of the chance of an event


class Open:
    """An outcome that is not settled: the question, and what follows from each answer to it.

    An unprinted cell has one value, whichever dice led to it; an undecided choice may be made otherwise each time.
    What follows is worked out when it is first looked at. `values` is empty when nothing is known of the answers.
    """

    __slots__ = ("_follows", "_known", "question", "values")

    def __init__(self, question: Question[Any], values: Iterable[Any], follows: Callable[[Any], Dist]) -> None:
        self.question, self.values = question, tuple(values)
        self._follows, self._known = follows, dict[Any, Dist]()

    def branch(self, value: Any) -> Dist:
        """What follows from one answer."""
        if value not in self._known:
            self._known[value] = self._follows(value)
        return self._known[value]

    @property
    def branches(self) -> tuple[tuple[Any, Dist], ...]:
        """Every answer with what follows from it."""
        return tuple((value, self.branch(value)) for value in self.values)

    def __str__(self) -> str:
        return str(getattr(self.question, "why", self.question))

    def __repr__(self) -> str:
        return f"Open({self})"


class Dist(Mapping[Any, Fraction]):
    """The exact chance of every outcome; an `Open` outcome is one that waits for a cell or a choice.

    >>> coin = Dist({"heads": 1, "tails": 1})
    >>> coin["heads"], coin.P("tails"), coin.P(lambda side: side != "edge")
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 1))
    """

    __slots__ = ("weights", "whole")

    def __init__(self, weights: Mapping[Any, int], whole: int | None = None) -> None:
        """`weights` are non-negative integers; `whole` their sum. Zero weights are dropped."""
        settled = dict(weights) if 0 not in weights.values() else {o: w for o, w in weights.items() if w}
        self.weights: dict[Any, int] = settled
        self.whole: int = sum(settled.values()) if whole is None else whole

    def __getitem__(self, outcome: Any) -> Fraction:
        return Fraction(self.weights[outcome], self.whole)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __hash__(self) -> int:
        return hash(frozenset(self.settled.items()))

    def __eq__(self, other: object) -> bool:
        """Equal chances of the settled outcomes, and of the open ones with equal branches (all are worked out)."""
        if not isinstance(other, Dist):
            return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented
        if dict(self.settled.items()) != dict(other.settled.items()):
            return False
        left = list(other.opens.items())
        for mine, chance in self.opens.items():
            twin = next((n for n, (theirs, p) in enumerate(left) if p == chance and _alike(mine, theirs)), None)
            if twin is None:
                return False
            del left[twin]
        return not left

    def __str__(self) -> str:
        return ", ".join(f"{label} {chance}" for label, chance in labelled(self).items())

    def __repr__(self) -> str:
        return f"Dist({self})"

    def reduced(self) -> Dist:
        """The same chances over the smallest denominator."""
        common = gcd(self.whole, *self.weights.values())
        return self if common < 2 else Dist({o: w // common for o, w in self.weights.items()}, self.whole // common)

    @property
    def settled(self) -> Dist:
        """The settled outcomes alone (their chances sum to less than one while something is open)."""
        return Dist({o: w for o, w in self.weights.items() if not isinstance(o, Open)}, self.whole)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is open."""
        return Open not in map(type, self.weights)

    @property
    def opens(self) -> Mapping[Open, Fraction]:
        """The open outcomes with their chances."""
        return {o: Fraction(w, self.whole) for o, w in self.weights.items() if isinstance(o, Open)}

    def map(self, function: Callable[[Any], Hashable]) -> Dist:
        """The distribution of a function of the outcome, on every branch."""
        return gathered(
            [
                (_mapped(outcome, function) if isinstance(outcome, Open) else function(outcome), weight, self.whole)
                for outcome, weight in self.weights.items()
            ]
        )

    def given(self, event: Any) -> Dist:
        """The distribution, given an event. Raises Unsettled when the chance of the event hangs on what is open,
        or when it cannot happen.
        """
        happens = _indicator(event)
        kept = []
        for outcome, weight in self.weights.items():
            bounds = _extremes(certain(outcome), happens, NOTHING_KNOWN)
            if bounds.low != bounds.high:
                raise Unsettled(f"whether {event} happens hangs on {outcome}: fill the cell or decide first.")
            if bounds.low:
                kept.append((outcome, weight * bounds.low))
        if not kept:
            raise Unsettled(f"{event} cannot happen here, so nothing can be said given it.")
        whole = lcm(*(weight.denominator for _, weight in kept))
        return mix((_given(outcome, event), int(weight * whole)) for outcome, weight in kept)

    def P(self, event: Any) -> Fraction | Bounds:  # noqa: N802 (the field's own name)
        """The chance of an event, an outcome or a predicate: exact, or sure bounds while something is open."""
        bounds = _extremes(self, _indicator(event), NOTHING_KNOWN)
        return bounds.low if bounds.low == bounds.high else bounds

    def expect(self, worth: Callable[[Any], Fraction | int]) -> Fraction | Bounds:
        """The expectation of a number that each outcome is worth: exact, or sure bounds while something is open."""
        bounds = _extremes(self, worth)
        return bounds.low if bounds.low == bounds.high else bounds

    def mean(self) -> Fraction | Bounds:
        """The mean of numeric outcomes."""
        return self.expect(lambda outcome: Fraction(outcome))

    def at_least(self) -> list[tuple[Any, Fraction | Bounds]]:
        """For each settled outcome in ascending order, the chance of that much or more."""
        outcomes = sorted({o for d in _layers(self) for o in d.weights if not isinstance(o, Open)})
        return [(least, self.P(lambda outcome, least=least: outcome >= least)) for least in outcomes]


def labelled(dist: Dist, mark: str = "") -> dict[str, Fraction]:
    """The chances by what players call the outcomes; the open ones go by their question, marked, and stand last."""
    chances: dict[str, Fraction] = {}
    for outcome, chance in sorted(dist.items(), key=lambda pair: isinstance(pair[0], Open)):
        label = f"{mark}{outcome}" if isinstance(outcome, Open) else word(outcome)
        chances[label] = chances.get(label, Fraction(0)) + chance
    return chances


def certain(outcome: Hashable) -> Dist:
    """An outcome that is sure."""
    return Dist({outcome: 1}, 1)


Leaf = tuple[Any, int, int]
"""An outcome with its chance: a weight among a whole."""


def gathered(leaves: Sequence[Leaf]) -> Dist:
    """The distribution of outcomes whose chances sum to one; those that wait for one cell are one."""
    wholes = {whole for _, _, whole in leaves}
    common = lcm(*wholes)
    scales = {whole: common // whole for whole in wholes}
    weights: dict[Any, int] = {}
    cells: dict[Look, list[tuple[Open, int]]] = {}
    for outcome, weight, whole in leaves:
        if isinstance(outcome, Open) and isinstance(outcome.question, Look):
            cells.setdefault(outcome.question, []).append((outcome, weight * scales[whole]))
        else:
            weights[outcome] = weights.get(outcome, 0) + weight * scales[whole]
    for opens in cells.values():
        weights[_merged(opens)] = sum(weight for _, weight in opens)
    return Dist(weights, common)


def mix(parts: Iterable[tuple[Dist, int]]) -> Dist:
    """The weighted mixture of distributions."""
    parts = [(part, weight) for part, weight in parts if weight]
    if len(parts) == 1:
        return parts[0][0]
    total = sum(weight for _, weight in parts)
    return gathered(
        [
            (outcome, weight * inner, total * part.whole)
            for part, weight in parts
            for outcome, inner in part.weights.items()
        ]
    )


After = Callable[[Any, Known], Dist]
"""What follows from an outcome, given the cells that have a value on its branch."""


def bind(dist: Dist, after: After, known: Known = ()) -> Dist:
    """What follows from a distribution: `after` for every settled outcome, on every branch of the open ones."""
    leaves: list[Leaf] = []
    for outcome, weight in dist.weights.items():
        then = _after(outcome, after, known)
        whole = dist.whole * then.whole
        leaves += [(verdict, weight * share, whole) for verdict, share in then.weights.items()]
    return gathered(leaves)


def joint(dists: Sequence[Dist]) -> Dist:
    """Independent outcomes side by side, as tuples; a cell that several wait for has one value in all of them."""
    if all(dist.is_settled for dist in dists):
        weights = map(prod, product(*(dist.weights.values() for dist in dists)))
        outcomes = product(*(dist.weights for dist in dists))
        return Dist(dict(zip(outcomes, weights, strict=True)), prod(dist.whole for dist in dists))
    found = certain(())
    for dist in dists:
        found = bind(found, partial(_beside, dist))
    return found


def _beside(dist: Dist, before: tuple[Any, ...], known: Known) -> Dist:
    return filled(dist, known).map(lambda outcome: (*before, outcome))


def opened(question: Question[Any], values: Iterable[Any], after: After, known: Known) -> Open:
    """An open outcome: what follows from each answer, in which a cell that was asked for has a value."""
    if isinstance(question, Look):
        look = question
        return Open(look, values, lambda value: after(value, (*known, (look, value))))
    return Open(question, values, lambda value: after(value, known))


def filled(dist: Dist, known: Known) -> Dist:
    """The distribution once some cells are known."""
    for look, value in known:
        dist = fill(dist, look, value)
    return dist


def fill(dist: Dist, look: Look, value: Any) -> Dist:
    """The distribution once a cell is known."""
    if dist.is_settled:
        return dist
    return mix((_fill(outcome, look, value), weight) for outcome, weight in dist.weights.items())


def _fill(outcome: Any, look: Look, value: Any) -> Dist:
    if not isinstance(outcome, Open):
        return certain(outcome)
    if outcome.question == look:
        return outcome.branch(value)
    return certain(Open(outcome.question, outcome.values, lambda other: fill(outcome.branch(other), look, value)))


def _after(outcome: Any, after: After, known: Known) -> Dist:
    if isinstance(outcome, Open):
        beyond: After = lambda value, known: bind(outcome.branch(value), after, known)  # noqa: E731
        return certain(opened(outcome.question, outcome.values, beyond, known))
    return after(outcome, known)


def _mapped(outcome: Open, function: Callable[[Any], Hashable]) -> Open:
    return Open(outcome.question, outcome.values, lambda value: outcome.branch(value).map(function))


def _given(outcome: Any, event: Any) -> Dist:
    if isinstance(outcome, Open):
        return certain(Open(outcome.question, outcome.values, lambda value: outcome.branch(value).given(event)))
    return certain(outcome)


def _merged(opens: list[tuple[Open, int]]) -> Open:
    """Open outcomes that wait for one and the same cell, as one."""
    if len(opens) == 1:
        return opens[0][0]
    first = opens[0][0]
    return Open(first.question, first.values, lambda value: mix((each.branch(value), weight) for each, weight in opens))


def _alike(one: Open, other: Open) -> bool:
    return one is other or (one.question == other.question and one.branches == other.branches)


def _indicator(event: Any) -> Callable[[Any], int]:
    if callable(event):
        return lambda outcome: int(bool(event(outcome)))
    return lambda outcome: int(outcome == event)


def _layers(dist: Dist) -> Iterator[Dist]:
    """A distribution and those on its branches, at any depth."""
    yield dist
    for outcome in dist.opens:
        for _, branch in outcome.branches:
            yield from _layers(branch)


def _extremes(dist: Dist, worth: Callable[[Any], Fraction | int], unknown: Bounds | None = None) -> Bounds:
    """The least and the greatest expectation over every way to fill the cells and to decide.

    A cell on which several open outcomes hang has the same value in all of them, so it is filled first.
    `unknown` bounds what an answer of which nothing is known can be worth.
    """
    opens = dist.opens
    if (shared := _shared_cell(opens)) is not None:
        worlds = [_extremes(fill(dist, shared, value), worth, unknown) for value in shared.outcomes.keys]
        return Bounds(min(world.low for world in worlds), max(world.high for world in worlds))
    settled = dist.settled.weights.items()
    low = high = sum((weight * Fraction(worth(outcome)) for outcome, weight in settled), Fraction(0)) / dist.whole
    for outcome, chance in opens.items():
        inner = [_extremes(branch, worth, unknown) for _, branch in outcome.branches]
        if not inner and unknown is None:
            raise Unsettled(f"{outcome} is not printed and its values are not known: read it at the table.")
        low += chance * min((each.low for each in inner), default=unknown.low if unknown else Fraction(0))
        high += chance * max((each.high for each in inner), default=unknown.high if unknown else Fraction(0))
    return Bounds(low, high)


def _shared_cell(opens: Iterable[Open]) -> Look | None:
    """A cell on which more than one of these open outcomes hangs."""
    seen: set[Look] = set()
    opens = list(opens)
    if len(opens) < 2:
        return None
    for outcome in opens:
        cells = set(_cells(outcome))
        if common := {cell for cell in seen & cells if cell.outcomes.keys}:
            return min(common)
        seen |= cells
    return None


def cells_of(dist: Dist) -> Iterator[Look]:
    """The cells that a distribution waits for, at any depth."""
    for outcome in dist.opens:
        yield from _cells(outcome)


def _cells(outcome: Open) -> Iterator[Look]:
    if isinstance(outcome.question, Look):
        yield outcome.question
    for _, branch in outcome.branches:
        yield from cells_of(branch)
