"""The forms that need no second run: rules that return what they await, and sequences of rules weighed once."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from companion.dice import D6, D8
from companion.odds import Dist, Enumerator, Step, odds, sequence
from companion.referee import Case, roll

from .toy import NO_CELLS, SMALL, heard, rule

RUNS: Counter[str] = Counter()


@rule("1.1.a")
async def handed_on() -> int:
    """The die, as it is."""
    RUNS["handed on"] += 1
    return await roll(D6, "die")


@rule("1.1.a")
async def called_and_handed_on() -> int:
    """What another rule says."""
    RUNS["called"] += 1
    return await handed_on()


@rule("1.1.a")
async def changed() -> int:
    """The die, and one more."""
    RUNS["changed"] += 1
    return await roll(D6, "die") + 1


@rule("1.1.a")
async def kept_in_a_name() -> int:
    """The die, kept a while."""
    RUNS["kept in a name"] += 1
    face = await roll(D6, "die")
    return face  # noqa: RET504


@rule("1.1.a")
async def in_the_end() -> int:
    """The die, unless something is done in the end."""
    try:
        return await roll(D6, "die")
    finally:
        RUNS["in the end"] += 1


@rule("1.1.a")
async def one_or_the_other() -> int:
    """A high die is thrown again, a low one stands for all low ones."""
    RUNS["one or the other"] += 1
    if await roll(D6, "die") > 4:
        return await roll(D8, "another die")
    return 0


@pytest.mark.parametrize(
    ("case", "runs"),
    [
        (handed_on(), {"handed on": 1}),
        (called_and_handed_on(), {"called": 1, "handed on": 1}),
        (changed(), {"changed": 6}),
        (in_the_end(), {"in the end": 6}),
        (one_or_the_other(), {"one or the other": 6}),
    ],
    ids=str,
)
def test_what_is_handed_on_is_not_run_again(case: Case[int], runs: dict[str, int]) -> None:
    RUNS.clear()
    weighed = odds(case)
    assert dict(RUNS) == runs
    assert dict(weighed) == heard(case, cells=NO_CELLS)


def test_a_name_between_costs_only_time() -> None:
    assert dict(odds(kept_in_a_name())) == heard(kept_in_a_name())


# ---------------------------------------------------------------------- sequences


@rule("1.1.a")
async def blow(strength: int) -> int:
    """A die that hits as often as it shows no more than a strength."""
    return int(await roll(D6, "die") <= strength)


def growing(most: int) -> Step[int]:
    """Each hit makes the next blow stronger; at the most nothing is thrown any more."""
    return Step(lambda strength: blow(strength) if strength < most else None, lambda strength, hit: strength + hit)


def every_throw(start: int, most: int, times: int) -> Dist:
    """The same, throw by throw."""
    ends: Counter[int] = Counter()
    for faces in product(D6.faces, repeat=times):
        strength = start
        for face in faces:
            strength += strength < most and face <= strength
        ends[strength] += 1
    return Dist(ends)


@pytest.mark.parametrize(("start", "most", "times"), [(1, 4, 0), (1, 4, 1), (1, 3, 5), (2, 6, 6), (6, 9, 4)])
def test_a_sequence_is_the_product_of_its_steps(start: int, most: int, times: int) -> None:
    assert sequence(start, [growing(most)] * times) == every_throw(start, most, times)


@rule("1.2.a")
async def with_a_cell(n: int) -> int:
    """A die, and a cell that is printed for 1 only."""
    return await roll(D6, "die") + int(await SMALL.look(n))


@pytest.mark.parametrize("cell", SMALL.outcomes.keys)
def test_a_cell_that_is_read_in_the_first_step_is_known_in_the_next(cell: Any) -> None:
    step: Step[int] = Step(lambda _: with_a_cell(2), lambda total, more: total + more)
    weighed = sequence(0, [step, step])
    (outcome,) = weighed.opens
    assert outcome.branch(cell) == Dist(Counter(a + b + 2 * int(cell) for a, b in product(D6.faces, repeat=2)))


def test_a_situation_is_weighed_once_for_all_sequences() -> None:
    enumerator = Enumerator()
    first = sequence(0, [Step(lambda _: changed(), max)] * 3, enumerator)
    RUNS.clear()
    assert sequence(0, [Step(lambda _: changed(), max)] * 3, enumerator) == first
    assert not RUNS
    assert first.P(7) == 1 - Fraction(5, 6) ** 3
