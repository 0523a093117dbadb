"""Derivations on paper: they agree with the enumerator, and their formulas hold wherever they say they do."""

from __future__ import annotations

import shlex
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from sympy import Poly, sympify

from companion.asking import asks, read_question
from companion.book import open_book
from companion.dice import D6, D8, D10, Die
from companion.odds import Dist, labelled, odds
from companion.odds.deriving import FARTHEST, Closed, Derivation, M, X, derive
from companion.referee import Bullets, Case, Terms, pool, roll, total

from .programs import Program, play, programs
from .toy import GREAT, rule, tally

modest = settings(max_examples=80, deadline=None, derandomize=True)


@modest
@given(programs(choices=False, gaps=False, most=80))
def test_programs_without_gaps(program: Program) -> None:
    assert derive(play(program)).chances == labelled(odds(play(program)))


@modest
@given(programs(choices=True, gaps=True, most=80))
def test_programs_with_gaps_and_choices(program: Program) -> None:
    derivation = derive(play(program))
    assert sum(derivation.chances.values()) == 1
    assert not derivation.differs_from(odds(play(program)))


def test_a_difference_is_told_with_both_chances() -> None:
    derivation = derive(reaching(4, 0))
    assert not derivation.differs_from(Dist({True: 1, False: 1}))
    assert derivation.differs_from(Dist({True: 1, False: 2})) == {
        "yes": (Fraction(1, 2), Fraction(1, 3)),
        "no": (Fraction(1, 2), Fraction(2, 3)),
    }


# ---------------------------------------------------------------------- the net DRM


@tally("DRM")
def net(drm: int) -> Bullets:
    """The net DRM."""
    yield "1.1.a", "modifier", drm


@rule("1.1.a")
async def reaching(target: int, drm: int) -> bool:
    """A modified die reaches a target."""
    return await roll(D6, "die", net(drm)) >= target


@rule("1.2.b")
async def on_the_chart(row: str, drm: int) -> str:
    """A modified d8 on the printed row of a chart that ends at -2 and does not end above."""
    return str(await GREAT.look(row, await roll(D8, "attack roll", net(drm))))


@rule("1.1.a")
async def thrown_again(drm: int) -> int:
    """A modified die of six and more is thrown again; what it shows then counts."""
    first = await roll(D6, "die", net(drm))
    return await roll(D6, "second die") if first >= 6 else first


def formulas(derivation: Derivation, die: str) -> dict[str, Closed]:
    return {closed.outcome: closed for closed in derivation.closed if closed.die == die}


def agree(case_at: Any, die: str, drms: range) -> None:
    """The formulas of one derivation against the enumerator, for every net DRM."""
    closed = formulas(derive(case_at(0)), die)
    for drm in drms:
        weighed = labelled(odds(case_at(drm)))
        assert {outcome: each.at(drm) for outcome, each in closed.items() if each.at(drm)} == weighed
        assert all(each.formula.subs(M, drm) == each.at(drm) for each in closed.values())


def test_a_threshold_in_the_net_drm() -> None:
    agree(lambda drm: reaching(5, drm), "die", range(-FARTHEST, FARTHEST + 1))
    closed = formulas(derive(reaching(5, 0)), "die")["yes"]
    assert str(closed) == "die: P(yes) = 0 for -12 to -2, m/6 + 1/3 for -1 to +4, 1 for +5 to +12"
    with pytest.raises(ValueError, match=r"good for a net DRM from -12 to 12, not for 13"):
        closed.at(13)


def test_a_chart_in_the_net_drm() -> None:
    closed = formulas(derive(on_the_chart("AA", 0)), "attack roll")
    assert closed["DE"].pieces[0][0] == -3  # the chart has nothing below -2, so the formula does not either
    agree(lambda drm: on_the_chart("AA", drm), "attack roll", range(-3, FARTHEST + 1))


def test_what_follows_a_die_is_in_its_formula() -> None:
    agree(thrown_again, "die", range(-FARTHEST, FARTHEST + 1))


# ---------------------------------------------------------------------- the number of dice


@rule("1.1.a")
async def salvo(dice: int, target: int, profile: tuple[int, ...]) -> int:
    """Each die that reaches a target is thrown again for damage."""
    return await damage(await total(dice, D6, tuple(int(face >= target) for face in D6.faces), "to hit"), profile)


@rule("1.1.a")
async def damage(hits: int, profile: tuple[int, ...]) -> int:
    """The damage of each hit is read off its die."""
    return await total(hits, D6, profile, "damage")


@rule("1.1.a")
async def sum_of(dice: int, die: Die, grade: tuple[int, ...] | None = None) -> int:
    """Dice, added up."""
    return await total(dice, die, grade)


@rule("1.1.a")
async def sorted_out(dice: int, die: Die, grade: tuple[int, ...]) -> tuple[int, ...]:
    """Dice, graded."""
    return await pool(dice, die, grade, "dice")


@pytest.mark.parametrize(
    "case",
    [
        *(sum_of(n, die) for n in (0, 1, 4, 10) for die in (D6, D8, D10, Die("2d6"))),
        sum_of(7, D6, (-3, -1, 0, 0, 2, 5)),
        *(sorted_out(n, D6, (0, 0, 1, 1, 1, 2)) for n in (0, 1, 5)),
        *(salvo(n, target, (0, 1, 1, 2, 2, 3)) for n in (1, 3, 5) for target in (2, 6)),
    ],
    ids=str,
)
def test_like_dice(case: Case[Any]) -> None:
    assert not derive(case).differs_from(odds(case))


@pytest.mark.parametrize("target", range(2, 7))
def test_the_binomial_law_of_a_salvo(target: int) -> None:
    law = derive(salvo(2, target, (0, 0, 0, 0, 1, 1))).lines[-1]
    assert law.title == "to hit, in the number of dice"
    p = Fraction(7 - target, 18)
    assert f"P(k) = C(n, k) ({p})^k ({1 - p})^(n - k)" in law.text
    for n in range(1, 11):
        weighed = odds(salvo(n, target, (0, 0, 0, 0, 1, 1)))
        assert dict(weighed) == {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


def test_the_generating_function_of_a_salvo_with_a_profile() -> None:
    law = derive(salvo(3, 5, (0, 1, 1, 2, 2, 3))).lines[-1]
    each = Poly(sympify(law.text.removesuffix(".").rpartition("power n of ")[2]), X)
    for n in range(1, 8):
        weighed = odds(salvo(n, 5, (0, 1, 1, 2, 2, 3)))
        assert {power: Fraction(int(c.p), int(c.q)) for (power,), c in (each**n).terms()} == dict(weighed)


# ---------------------------------------------------------------------- the games


QUESTIONS = [
    pytest.param(game, ask.example, practice, id=f"{game} {what}{', practice pack' if practice else ''}")
    for game in ("schwarm", "grunwald")
    for what, ask in asks(game).items()
    for practice in (False, True)
]


@pytest.mark.parametrize(("game", "example", "practice"), QUESTIONS)
def test_every_question_of_every_game(game: str, example: str, practice: bool) -> None:
    packs = [open_book(game).practice] if practice else []
    asked = read_question(game, shlex.split(example), packs=packs)
    assert not derive(asked.case, asked.terms).differs_from(odds(asked.case, terms=asked.terms))


@pytest.mark.parametrize("cc", ["AA", "A", "B"])
def test_an_attack_of_grunwald_in_its_net_drm(cc: str) -> None:
    """The formulas of one attack hold for every DRM that supporters can make of it."""
    one = read_question("grunwald", ["attack", f"V:{cc} > I"])
    closed = formulas(derive(one.case, one.terms), "attack roll")
    for supporters in range(8):
        asked = read_question("grunwald", ["attack", " + ".join([f"V:{cc}"] * (supporters + 1)) + " > I"])
        weighed = labelled(odds(asked.case, terms=asked.terms))
        at = {outcome: each.at(-1 - supporters) for outcome, each in closed.items()}
        assert {outcome: chance for outcome, chance in at.items() if chance} == weighed


def attack_at(black: int, red: int) -> tuple[Derivation, dict[str, dict[str, Fraction]]]:
    """An attack where the board prints these numbers: on paper, and the odds of its two dice."""
    asked = read_question("schwarm", ["attack", f"9 Level {black:+d}/{red:+d} FW-190:3/1"])
    parts = asked.situation.parts
    weighed = {f"{each.split()[0]}": labelled(odds(case, terms=asked.terms)) for each, case in parts.items()}
    return derive(asked.case, asked.terms), weighed


def test_both_dice_of_an_attack_in_their_net_drm() -> None:
    """The formulas that one attack gives hold for every number that a position can print."""
    closed = {c: formulas(attack_at(0, 0)[0], c) for c in ("black attack die", "red defence die")}
    for printed in range(-9, 10):
        derivation, weighed = attack_at(printed, printed)
        for die, counter in (("black attack die", 3), ("red defence die", 1)):
            if abs(printed + counter) <= FARTHEST:
                at = {outcome: each.at(printed + counter) for outcome, each in closed[die].items()}
                assert {outcome: chance for outcome, chance in at.items() if chance} == weighed[die.split()[0]]
        assert not derivation.differs_from(odds(derivation.case, terms=attack_terms(printed)))


def attack_terms(printed: int) -> Terms:
    return read_question("schwarm", ["attack", f"9 Level {printed:+d}/{printed:+d} FW-190:3/1"]).terms
