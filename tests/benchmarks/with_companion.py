"""The work with Companion: rules, weighed. Those of (c) and (f) are the rules of Schwarm! themselves."""

from __future__ import annotations

from companion.book import Pack
from companion.dice import D6, D8
from companion.odds import Dist, Enumerator, Step, habit, joint, odds, sequence
from companion.referee import Bullets, Case, Terms, roll, total
from companion.schwarm.attack import MISS, Attack, Fate, Result
from companion.schwarm.s0_terms import Altitude, Fighter, Position
from companion.schwarm.s5_combat import fight
from tests.bench.toy import BOOK, rule, tally
from tests.benchmarks import work

CRT = BOOK.chart("great")


def chances(dist: Dist) -> work.Chances:
    return {str(outcome) if hasattr(outcome, "question") else outcome: chance for outcome, chance in dist.items()}


@rule("1.1.a")
async def shooting(dice: int, target: int, profile: tuple[int, ...]) -> int:
    """Each die that reaches the target is thrown again for damage."""
    hit = tuple(int(face >= target) for face in D6.faces)
    return await damage(await total(dice, D6, hit, "to hit"), profile)


@rule("1.1.a")
async def damage(hits: int, profile: tuple[int, ...]) -> int:
    """The damage of each hit is read off its die."""
    return await total(hits, D6, profile, "damage")


def salvo() -> Dist:
    return odds(shooting(work.DICE, 5, work.FIVE_UP))


@tally("DRM")
def modifier(drm: int) -> Bullets:
    """The net modifier."""
    yield "1.2.b", "modifier", drm


@rule("1.2.b")
async def attack_roll(row: str, drm: int) -> str:
    """A modified d8 on a row of the chart."""
    modified = await roll(D8, "attack roll", modifier(drm))
    return str(await CRT.look(row, max(work.LEAST, min(work.MOST, modified))))


def crt_row(weighed: Enumerator | None = None) -> Dist:
    return (weighed or Enumerator()).weigh(attack_roll(*work.ROW))


LEFT_LEVEL = Position(9, Altitude.LEVEL)
NUMBERS = Pack.of(
    "benchmark",
    {
        ("positions", ("black", "Level", 9)): work.POSITION[0],
        ("positions", ("red", "Level", 9)): work.POSITION[1],
    },
)
TERMS = Terms(packs=(NUMBERS,))
DECIDES = habit(lambda question: True if True in question.options else "engine")


def attack(counter: tuple[int, int], points: int, gun_hits: int = 0) -> Case[Result]:
    """One fighter's attack, as Schwarm! has it."""
    return fight(Attack(LEFT_LEVEL, Fighter("FW-190", *counter), gun_hits=gun_hits, points=points))


FATES = {Fate.UNHURT: "unhurt", Fate.SAVED: "saved", Fate.SHOT_DOWN: "lost"}


def two_dice(weighed: Enumerator | None = None) -> Dist:
    dist = (weighed or Enumerator(DECIDES, TERMS)).weigh(attack(work.SHOT, 1))
    return dist.map(lambda result: (str(result.damage), FATES[result.fate]))


def sweep() -> list[Dist]:
    return [
        odds(shooting(dice, target, profile))
        for profile in work.PROFILES
        for target in work.TARGETS
        for dice in work.COUNTS
    ]


def three_attacks(weighed: Enumerator | None = None) -> list[Dist]:
    weighed = weighed or Enumerator()
    return [joint([weighed.weigh(attack_roll(row, drm))] * 3) for row, drm in work.THREE]


Pass = tuple[int, int, int, bool]


def carry(state: Pass, result: Result) -> Pass:
    """The hits are counted; every two of them earn a point, and a saved fighter has cost one."""
    guns, others, points, _ = state
    gun, other = result.damage == "right machine gun", result.damage not in (MISS, "right machine gun")
    earned = (guns + others + gun + other) // 2 - (guns + others) // 2
    return guns + gun, others + other, points + earned - (result.fate is Fate.SAVED), result.fate is Fate.SHOT_DOWN


def turn(counter: tuple[int, int]) -> Step[Pass]:
    """The turn of one fighter: nothing happens any more when one is lost."""

    def case(state: Pass) -> Case[Result] | None:
        guns, _, points, lost = state
        return None if lost else attack(counter, min(1, points), guns // 2 * 2)

    return Step(case, carry)


def six_fighters(weighed: Enumerator | None = None) -> Dist:
    steps = [turn(counter) for counter in work.COUNTERS]
    return sequence((0, 0, work.POINTS, False), steps, weighed or Enumerator(DECIDES, TERMS))


WEIGHED, ATTACKS_WEIGHED = Enumerator(), Enumerator(DECIDES, TERMS)
"""These remember what was weighed in the runs before."""
