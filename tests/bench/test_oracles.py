"""Two dice libraries as oracles: dyce and icepool must agree with Companion to the last fraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import comb
from typing import Any

import icepool
import pytest
from dyce import H, P

from companion.dice import D6, D8, D10, D66, Die
from companion.odds import odds
from companion.referee import Bullets, draw, pool, roll, together, total
from companion.referee.questions import Grade

from .toy import rule, tally

Chances = dict[Any, Fraction]

HIT: Grade = (0, 0, 0, 0, 1, 1)
GRADED: Grade = (0, 0, 0, 1, 1, 2)
HIT_DIE = icepool.d6 >= 5
HIT_H = H({0: 4, 1: 2})


def of_icepool(die: Any) -> Chances:
    """What icepool says."""
    return {int(o) if isinstance(o, bool) else o: Fraction(q, die.denominator()) for o, q in die.items()}


def of_dyce(weights: Iterable[tuple[Hashable, int]]) -> Chances:
    """What dyce says."""
    counts: Counter[Any] = Counter()
    for outcome, count in weights:
        counts[outcome] += count
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items() if count}


# ---------------------------------------------------------------------- pools and totals


@rule("1.1.a")
async def volley(dice: int) -> tuple[int, int]:
    """Fives and sixes hit; each hit is thrown again and damages on a five or a six."""
    hits = sum(await pool(dice, D6, HIT, "attack dice"))
    return hits, sum(await pool(hits, D6, HIT, "damage dice"))


@pytest.mark.parametrize("dice", [0, 1, 2, 5, 9])
def test_hits_and_then_damage(dice: int) -> None:
    weighed = odds(volley(dice))
    if dice:
        assert dict(weighed.map(lambda both: both[0])) == of_icepool(dice @ HIT_DIE) == of_dyce((dice @ HIT_H).items())
        assert dict(weighed) == of_icepool(
            icepool.map(lambda hits: icepool.tupleize(hits, hits @ HIT_DIE), dice @ HIT_DIE)
        )
    each = Fraction(1, 9)
    assert dict(weighed.map(lambda both: both[1])) == {
        n: comb(dice, n) * each**n * (1 - each) ** (dice - n) for n in range(dice + 1)
    }


@rule("1.1.a")
async def sum_of(dice: int, die: Die, grade: Grade | None = None) -> int:
    """Dice, added up."""
    return await total(dice, die, grade)


@pytest.mark.parametrize("dice", [1, 2, 3, 7, 30])
def test_the_sum_of_six_sided_dice(dice: int) -> None:
    assert dict(odds(sum_of(dice, D6))) == of_icepool(dice @ icepool.d6) == of_dyce((dice @ H(6)).items())


@pytest.mark.parametrize("grade", [(0, 0, 0, 0, 1, 1, 1, 2), (-3, -1, 0, 0, 0, 1, 4, 4), (5,) * 8])
@pytest.mark.parametrize("dice", [1, 4, 15])
def test_the_sum_of_graded_dice(dice: int, grade: Grade) -> None:
    weighed = dict(odds(sum_of(dice, D8, grade)))
    assert weighed == of_icepool(dice @ icepool.Die(grade)) == of_dyce((dice @ H(grade)).items())


@pytest.mark.parametrize(
    ("name", "oracle"), [("d6", H(6)), ("d10", H(10)), ("2d6", 2 @ H(6)), ("3d4", 3 @ H(4)), ("9d2", 9 @ H(2))]
)
def test_a_die_that_is_a_sum(name: str, oracle: H[Any]) -> None:
    assert Die(name).weights == dict(oracle.items())


def test_two_digits() -> None:
    assert dict(odds(sum_of(1, D66))) == of_icepool(10 * icepool.d6 + icepool.d6)
    assert dict(odds(sum_of(2, D66))) == of_icepool(2 @ (10 * icepool.d6 + icepool.d6))


@rule("1.1.a")
async def kinds(dice: int, die: Die, grade: Grade) -> tuple[int, ...]:
    """Dice, each graded."""
    return await pool(dice, die, grade, "dice")


@pytest.mark.parametrize("dice", [1, 3, 12])
def test_a_pool_of_many_grades(dice: int) -> None:
    weighed = dict(odds(kinds(dice, D6, GRADED)))
    assert weighed == of_icepool(icepool.Die(GRADED).pool(dice).expand())
    assert weighed == of_dyce(P(*[H({0: 3, 1: 2, 2: 1})] * dice).rolls_with_counts())
    assert len(weighed) == comb(dice + 2, 2)


def test_a_pool_of_faces() -> None:
    weighed = odds(kinds(4, D6, D6.faces))
    assert dict(weighed) == of_icepool(icepool.d6.pool(4).expand())
    best_three = dict(weighed.map(lambda faces: sum(faces[1:])))
    assert (
        best_three
        == of_icepool(icepool.d6.highest(4, 3))
        == of_dyce((sum(faces[1:]), count) for faces, count in P(6, 6, 6, 6).rolls_with_counts())
    )


@pytest.mark.parametrize("least", [3, 11, 18])
def test_opposed_totals(least: int) -> None:
    both = odds(opposed())
    ours = both.P(lambda difference: difference >= least - 10)
    oracle = 3 @ H(6) - 2 @ H(8)
    assert dict(both) == of_dyce(oracle.items()) == of_icepool(3 @ icepool.d6 - 2 @ icepool.d8)
    assert ours == Fraction(sum(count for n, count in oracle.items() if n >= least - 10), oracle.total)


@rule("1.1.a")
async def opposed() -> int:
    """Three dice against two, thrown together."""
    mine, theirs = await together(sum_of(3, D6), sum_of(2, D8))
    return int(mine) - int(theirs)


# ------------------------------------------------------------- thresholds and modifiers


@tally("modifier")
def plus(modifier: int) -> Bullets:
    """One line that counts, and two that do not."""
    yield "1.1.b", "what is written", modifier
    yield "1.1.b", "what is not", None
    yield "1.1.b", "what is not either", "it is not written"


@rule("1.1.a")
async def check(modifier: int, threshold: int) -> bool:
    """Two ten-sided dice, thrown as one, and the modifier must come to the threshold."""
    return await roll(Die("2d10"), "two dice", plus(modifier)) >= threshold


@rule("1.1.a")
async def check_in_turn(modifier: int, threshold: int) -> bool:
    """The same, one die after the other."""
    one = await roll(D10, "first die", plus(modifier))
    return one + await roll(D10, "second die") >= threshold


@pytest.mark.parametrize("modifier", [-4, 0, 3])
@pytest.mark.parametrize("threshold", [2, 11, 15, 23])
def test_a_threshold(modifier: int, threshold: int) -> None:
    oracle = of_icepool(2 @ icepool.d10 + modifier >= threshold)
    assert dict(odds(check(modifier, threshold))) == dict(odds(check_in_turn(modifier, threshold))) == oracle
    assert odds(check(modifier, threshold)).P(True) == Fraction(
        sum(count for n, count in (2 @ H(10)).items() if n + modifier >= threshold), 100
    )


# ---------------------------------------------------------------- cups, and what hangs on what


@rule("1.1.a")
async def hand(cup: tuple[str, ...], many: int) -> tuple[str, ...]:
    """Pieces drawn one after the other, sorted in the hand."""
    held: list[str] = []
    for n in range(many):
        held.append(await draw(cup, f"piece {n + 1}"))
        place = cup.index(held[-1])
        cup = (*cup[:place], *cup[place + 1 :])
    return tuple(sorted(held))


@pytest.mark.parametrize("cup", ["abcdef", "aabccc", "aaab"])
@pytest.mark.parametrize("many", [1, 3, 4])
def test_draws_without_replacement(cup: str, many: int) -> None:
    assert dict(odds(hand(tuple(cup), many))) == of_icepool(icepool.Deck(list(cup)).deal(many).expand())


@rule("1.1.a")
async def with_rerolls(dice: int, rounds: int) -> int:
    """Dockfighters' way: what misses is thrown again."""
    hits = sum(await pool(dice, D6, HIT, "dice"))
    return hits + (await with_rerolls(dice - hits, rounds - 1) if rounds and hits < dice else 0)


@pytest.mark.parametrize("rounds", [0, 1, 2])
@pytest.mark.parametrize("dice", [1, 4, 10])
def test_misses_thrown_again(dice: int, rounds: int) -> None:
    once_more = icepool.d6.reroll([1, 2, 3, 4], depth=rounds)
    assert dict(odds(with_rerolls(dice, rounds))) == of_icepool(dice @ (once_more >= 5))
    miss = Fraction(2, 3) ** (rounds + 1)
    assert odds(with_rerolls(dice, rounds))[0] == miss**dice


@rule("1.1.a")
async def as_many_as(first: Die, then: Die) -> int:
    """A die says how many dice are thrown."""
    return await total(await roll(first, "how many"), then)


@rule("1.1.a")
async def as_many_as_hits(dice: int) -> int:
    """Each hit throws one die more, three times over."""
    for _ in range(3):
        dice = sum(await pool(dice, D6, GRADED, "dice"))
    return dice


def test_a_pool_as_large_as_earlier_dice_say() -> None:
    assert dict(odds(as_many_as(D6, D8))) == of_icepool(icepool.d6 @ icepool.d8)
    oracle = [(n @ H(8)).items() for n in range(1, 7)]
    whole = [8**n for n in range(1, 7)]
    assert odds(as_many_as(D6, D8))[6] == sum(
        Fraction(dict(sums).get(6, 0), 6 * w) for sums, w in zip(oracle, whole, strict=True)
    )


@pytest.mark.parametrize("dice", [1, 3])
def test_a_chain_of_pools(dice: int) -> None:
    each = icepool.Die(GRADED)
    grown = dice @ each
    for _ in range(2):
        grown = grown @ each
    assert dict(odds(as_many_as_hits(dice))) == of_icepool(grown)
