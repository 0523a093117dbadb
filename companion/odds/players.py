"""Players: how a choice is made while odds are weighed. Without one, choices stay open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from companion.errors import Unsettled
from companion.odds.dist import Bounds, Dist, mix
from companion.referee.questions import Choose

Player = Callable[[Choose[Any], Mapping[Any, Dist]], Dist]
"""Takes a choice and what would follow from each option; gives what follows from the decision."""


def habit(decide: Callable[[Choose[Any]], Any]) -> Player:
    """Decides from the question alone, whatever would follow."""
    return lambda question, futures: futures[decide(question)]


def always(option: Any) -> Player:
    """Takes one option wherever it is offered, the first one elsewhere."""
    return habit(lambda question: option if option in question.options else question.options[0])


def at_random(question: Choose[Any], futures: Mapping[Any, Dist]) -> Dist:
    """Picks each option equally often."""
    return mix((future, 1) for future in futures.values())


def best(worth: Callable[[Any], Fraction | int]) -> Player:
    """Picks the option whose future is worth most (the first of equals). Raises Unsettled while a future is open."""

    def value(future: Dist) -> Fraction:
        expected = future.expect(worth)
        if isinstance(expected, Bounds):
            raise Unsettled(f"what is best hangs on {next(iter(future.opens))}: fill the cell first.")
        return expected

    return lambda question, futures: max(futures.values(), key=value)
