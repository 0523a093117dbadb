"""The chance of every answer that a die, a pool or a cup can give, as integer weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import Any

from companion.dice import Die
from companion.odds.dist import Dist
from companion.question import Question
from companion.referee.questions import Draw, Grade, Pool, Throw, Total


def forget() -> None:
    """Forget every chance that was worked out: for measuring."""
    chances.cache_clear()
    _graded.cache_clear()


@lru_cache(maxsize=4096)
def chances(question: Question[Any]) -> Dist | None:
    """What the rule receives, weighted; None for a question that is not left to chance."""
    match question:
        case Throw(die):
            return Dist(die.weights)
        case Total(count, die, grade):
            return _totals(count, _graded(die, grade))
        case Pool(count, die, grade):
            return Dist(dict(_pools(count, sorted(_graded(die, grade).items()))))
        case Draw(cup):
            return Dist(Counter(cup))
    return None


@lru_cache(maxsize=4096)
def _graded(die: Die, grade: Grade) -> Counter[int]:
    """The weight of each grade of one die."""
    graded: Counter[int] = Counter()
    for weight, worth in zip(die.weights.values(), grade, strict=True):
        graded[worth] += weight
    return graded


def _totals(count: int, graded: Counter[int]) -> Dist:
    """The sum of like dice: a power of one die's generating function, packed into one integer.

    Grades are shifted to start at zero; each coefficient has a field wide enough for the number of all throws.
    """
    low = min(graded)
    width = (sum(graded.values()) ** count).bit_length()
    packed = sum(weight << (worth - low) * width for worth, weight in graded.items()) ** count
    mask, weights, value = (1 << width) - 1, {}, low * count
    while packed:
        if packed & mask:
            weights[value] = packed & mask
        packed >>= width
        value += 1
    return Dist(weights)


def _pools(count: int, graded: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every sorted tuple of grades with the number of throws that give it."""
    if not graded:
        if count == 0:
            yield (), 1
        return
    (worth, weight), *rest = graded
    for many in range(count, -1, -1):
        ways = comb(count, many) * weight**many
        for others, more in _pools(count - many, rest):
            yield (worth,) * many + others, ways * more
