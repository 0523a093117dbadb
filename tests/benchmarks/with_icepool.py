"""The work in icepool 2.1.3, the natural way: dice, `@` for like dice, `map` for what hangs on a die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
from icepool import Die, d

from tests.benchmarks import work


def chances(die: Any) -> work.Chances:
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


def struck(hits: Any, damage: Any) -> Any:
    return hits.map(lambda number: number @ damage)


def salvo() -> Any:
    hit = Die(work.FIVE_UP)
    return struck(work.DICE @ hit, hit)


def result(row: str, drm: int) -> Any:
    return d(8).map(lambda roll: work.result(row, roll + drm))


def crt_row() -> Any:
    return result(*work.ROW)


def attack(counter: tuple[int, int], points: int, gun_hits: int) -> Any:
    """The damage and the fate of one fighter."""
    black_drm, red_drm = counter[0] + work.POSITION[0], counter[1] + work.POSITION[1] - gun_hits // 2

    def resolve(black: int, red: int) -> tuple[str, str]:
        attacked, fired = black + black_drm, red + red_drm
        damage = work.DAMAGE[min(14, attacked)] if attacked >= 10 else "no hit"
        if fired < 10:
            return damage, "unhurt"
        return ("no hit", "saved") if points else (damage, "lost")

    return icepool.map(resolve, d(10), d(10))


def two_dice() -> Any:
    return attack(work.SHOT, 1, 0)


def sweep() -> list[Any]:
    found = []
    for profile in work.PROFILES:
        damage = Die(profile)
        for target in work.TARGETS:
            hit = d(6) >= target
            for dice in work.COUNTS:
                found.append(struck(dice @ hit, damage))
    return found


def three_attacks() -> list[Any]:
    found = []
    for row, drm in work.THREE:
        one = result(row, drm)
        found.append(icepool.tupleize(one, one, one))
    return found


def six_fighters() -> Any:
    state = Die([(0, 0, work.POINTS, False)])
    for counter in work.COUNTERS:

        def follow(guns: int, others: int, points: int, lost: bool, counter: Any = counter) -> Any:
            if lost:
                return guns, others, points, lost

            def carry(damage: str, fate: str) -> tuple[int, int, int, bool]:
                gun, other = damage == "right machine gun", damage not in ("no hit", "right machine gun")
                earned = (guns + others + gun + other) // 2 - (guns + others) // 2
                return guns + gun, others + other, points + earned - (fate == "saved"), fate == "lost"

            return attack(counter, points, guns).map(carry)

        state = state.map(follow)
    return state
