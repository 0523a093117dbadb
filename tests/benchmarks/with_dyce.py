"""The work in dyce 0.7, the natural way: histograms, `@` for like dice, `expand` for what hangs on a die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dyce import H, expand

from tests.benchmarks import work

NEVER = Fraction(0)  # the share below which dyce may drop a branch


def chances(h: Any) -> work.Chances:
    return {outcome: Fraction(count, h.total) for outcome, count in h.items() if count}


def struck(hits: Any, damage: Any) -> Any:
    return expand(lambda hits: hits.outcome @ damage or H({0: 1}), hits, min_path_probability=NEVER)


def salvo() -> Any:
    hit = H(work.FIVE_UP)
    return struck(work.DICE @ hit, hit)


def result(row: str, drm: int) -> Any:
    return expand(lambda roll: work.result(row, roll.outcome + drm), H(8))


def crt_row() -> Any:
    return result(*work.ROW)


def attack(counter: tuple[int, int], points: int, gun_hits: int) -> Any:
    """The damage and the fate of one fighter."""
    black_drm, red_drm = counter[0] + work.POSITION[0], counter[1] + work.POSITION[1] - gun_hits // 2

    def resolve(black: Any, red: Any) -> tuple[str, str]:
        attacked, fired = black.outcome + black_drm, red.outcome + red_drm
        damage = work.DAMAGE[min(14, attacked)] if attacked >= 10 else "no hit"
        if fired < 10:
            return damage, "unhurt"
        return ("no hit", "saved") if points else (damage, "lost")

    return expand(resolve, H(10), H(10), min_path_probability=NEVER)


def two_dice() -> Any:
    return attack(work.SHOT, 1, 0)


def sweep() -> list[Any]:
    found = []
    for profile in work.PROFILES:
        damage = H(profile)
        for target in work.TARGETS:
            hit = H([int(face >= target) for face in range(1, 7)])
            for dice in work.COUNTS:
                found.append(struck(dice @ hit, damage))
    return found


def three_attacks() -> list[Any]:
    found = []
    for row, drm in work.THREE:
        one = result(row, drm)
        found.append(expand(lambda a, b, c: (a.outcome, b.outcome, c.outcome), one, one, one))
    return found


def six_fighters() -> Any:
    state = H({(0, 0, work.POINTS, False): 1})
    for counter in work.COUNTERS:

        def follow(before: Any, counter: Any = counter) -> Any:
            guns, others, points, lost = before.outcome
            if lost:
                return before.outcome

            def carry(result: Any) -> tuple[int, int, int, bool]:
                damage, fate = result.outcome
                gun, other = damage == "right machine gun", damage not in ("no hit", "right machine gun")
                earned = (guns + others + gun + other) // 2 - (guns + others) // 2
                return guns + gun, others + other, points + earned - (fate == "saved"), fate == "lost"

            return expand(carry, attack(counter, points, guns), min_path_probability=NEVER)

        state = expand(follow, state, min_path_probability=NEVER)
    return state
