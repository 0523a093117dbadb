"""What players ask of odds, held against plain counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from companion.asking import read_question
from companion.dice import D6, D10
from companion.odds import Bounds, odds
from companion.odds.exploring import cells_that_matter, event, modifiers_for, options, worth_of_modifiers
from companion.referee import Bullets, choose, decide, roll

from .toy import SMALL, rule, tally

FACES = D6.faces


@tally("attack DRM")
def attack_drm(up: int, down: int) -> Bullets:
    """Two modifiers, one that does not apply, and one that comes to nothing."""
    yield "1.1.a", "uphill", up
    yield "1.1.b", "tired", down
    yield "1.2.a", "wind", "there is none"
    yield "1.2.b", "luck", 0


@tally("defence DRM")
def defence_drm(wall: int) -> Bullets:
    """One modifier."""
    yield "1.1.a", "wall", wall


@rule("1.1.a")
async def duel(up: int, down: int, wall: int) -> tuple[int, int]:
    """Two dice, each with its modifiers."""
    return await roll(D6, "attack", attack_drm(up, down)), await roll(D6, "defence", defence_drm(wall))


def won(outcome: tuple[int, int]) -> bool:
    return outcome[0] > outcome[1]


def counted(attack: int, defence: int) -> Fraction:
    """The chance to win, throw by throw."""
    return Fraction(sum(a + attack > d + defence for a, d in product(FACES, repeat=2)), 36)


def test_each_modifier_is_worth_what_leaving_it_out_costs() -> None:
    found = worth_of_modifiers(duel(2, -1, 1), won)
    assert [(each.tally, each.bullet.what, each.chance, each.without) for each in found] == [
        ("attack DRM", "uphill", counted(1, 1), counted(-1, 1)),
        ("attack DRM", "tired", counted(1, 1), counted(2, 1)),
        ("defence DRM", "wall", counted(1, 1), counted(1, 0)),
    ]


@pytest.mark.parametrize("wanted", [Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1)])
def test_the_modifiers_for_a_wanted_chance(wanted: Fraction) -> None:
    more = range(-12, 13)
    assert modifiers_for(duel(2, -1, 1), won, wanted) == {
        "attack DRM": [m for m in more if counted(1 + m, 1) >= wanted],
        "defence DRM": [m for m in more if counted(1, 1 + m) >= wanted],
    }


@rule("1.1.a")
async def gamble() -> str:
    """A die; then it may be thrown again; the high die wins, unless one shouts."""
    face = await roll(D6, "die")
    if await decide("Throw again?"):
        face = await roll(D6, "second die")
    if await choose("Shout or hold?", ("shout", "hold")) == "shout":
        return "lost"
    return "won" if face >= 5 else "lost"


def test_each_option_of_each_decision_with_the_rest_played_best() -> None:
    chances = {(each.why, each.option): each.chance for each in options(gamble(), lambda outcome: outcome == "won")}
    assert chances == {
        ("Throw again?", True): Fraction(1, 3),
        ("Throw again?", False): Fraction(1, 3),
        ("Shout or hold?", "shout"): 0,
        ("Shout or hold?", "hold"): Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 3),
    }


@rule("1.2.a")
async def by_the_chart() -> bool:
    """Five times in six by one cell, else by another; neither is printed."""
    cell = 2 if await roll(D6, "die") > 1 else 3
    return int(await SMALL.look(cell)) > 0


def test_the_cell_that_matters_most_comes_first() -> None:
    dist = odds(by_the_chart())
    first, second = cells_that_matter(dist, bool)
    assert dist.P(bool) == Bounds(Fraction(0), Fraction(1))
    assert (str(first.look), first.worst, first.average) == ("small 2", Fraction(1, 6), Fraction(1, 6))
    assert (str(second.look), second.worst, second.average) == ("small 3", Fraction(5, 6), Fraction(5, 6))


# ---------------------------------------------------------------------- in the player's words


@pytest.mark.parametrize(
    ("said", "chance"),
    [
        ("fighter unhurt", Fraction(8, 10)),
        ("Fighter Unhurt ", Fraction(8, 10)),
        ("no hit, fighter unhurt", Fraction(5, 10) * Fraction(8, 10)),
        ("no hit", Fraction(5, 10)),
    ],
)
def test_an_event_is_an_outcome_or_a_part_of_it(said: str, chance: Fraction) -> None:
    asked = read_question("schwarm", ["attack", "9 Level +1/0 FW-190:3/1 PT 0"])
    dist = odds(asked.case, terms=asked.terms)
    assert dist.P(event(said, dist)) == chance


def test_an_event_that_cannot_be_is_told_with_those_that_can() -> None:
    dist = odds(gamble())
    with pytest.raises(ValueError, match="'moon' is none of what can come: lost; won"):
        event("moon", dist)


@rule("1.1.a")
async def one_die() -> int:
    """A die."""
    return await roll(D10, "die")


@pytest.mark.parametrize(
    ("said", "chance"), [("8+", Fraction(3, 10)), ("2-", Fraction(2, 10)), ("-3+", 1), ("4", Fraction(1, 10))]
)
def test_that_much_or_more(said: str, chance: Fraction) -> None:
    dist = odds(one_die())
    assert dist.P(event(said, dist)) == chance


def test_words_are_not_more_or_less_than_a_number() -> None:
    dist = odds(gamble())
    with pytest.raises(ValueError, match="is no number"):
        event("3+", dist)
