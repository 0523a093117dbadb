"""Distributions: exact chances, and sure bounds where a cell is not printed or a choice not made."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from companion.book import Look
from companion.dice import D6, D8, Die
from companion.errors import RulesError, Unsettled
from companion.odds import (
    Bounds,
    Dist,
    Open,
    always,
    at_random,
    best,
    certain,
    habit,
    joint,
    labelled,
    mix,
    odds,
    odds_from,
    weigh,
)
from companion.referee import Case, Hearing, Terms, choose, decide, draw, pool, roll, together, total
from companion.referee.questions import Choose

from .toy import BOOK, GREAT, NOTES, SMALL, TURNS, rule, taken

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
LOADED = Dist({"hit": 1, "graze": 2, "miss": 3})


def opens(dist: Dist) -> dict[str, Fraction]:
    """The open outcomes by their questions."""
    return {str(outcome): chance for outcome, chance in dist.opens.items()}


def only_open(dist: Dist) -> Open:
    (outcome,) = dist.opens
    return outcome


# ------------------------------------------------------------------ what is settled


def test_chances_are_fractions_of_the_whole() -> None:
    assert dict(LOADED) == {"hit": Fraction(1, 6), "graze": THIRD, "miss": HALF}
    assert list(LOADED) == ["hit", "graze", "miss"]
    assert "edge" not in LOADED
    with pytest.raises(KeyError):
        LOADED["edge"]


def test_the_chance_of_an_event() -> None:
    assert LOADED.P("graze") == THIRD
    assert LOADED.P("edge") == 0
    assert LOADED.P(lambda outcome: outcome != "miss") == HALF
    assert type(LOADED.P("hit")) is Fraction


def test_expectations() -> None:
    assert LOADED.expect(len) == Fraction(3 + 2 * 5 + 3 * 4, 6)
    assert LOADED.expect(lambda outcome: Fraction(1, 3) if outcome == "hit" else 0) == Fraction(1, 18)
    assert Dist(D6.weights).mean() == Fraction(7, 2)
    assert Dist(Die("2d6").weights).mean() == 7


def test_so_much_or_more() -> None:
    assert Dist({3: 1, 1: 2, 2: 1}).at_least() == [(1, 1), (2, HALF), (3, Fraction(1, 4))]


def test_outcomes_of_no_weight_are_none() -> None:
    assert list(Dist({"hit": 0, "miss": 5})) == ["miss"]
    assert Dist({"hit": 0, "miss": 5}) == certain("miss")


def test_equal_is_what_has_equal_chances() -> None:
    assert Dist({"hit": 2, "graze": 4, "miss": 6}) == LOADED
    assert hash(Dist({"hit": 2, "graze": 4, "miss": 6})) == hash(LOADED)
    assert Dist({"hit": 2, "graze": 2, "miss": 2}) != LOADED
    assert Dist({"hit": 1, "graze": 2}) != LOADED
    assert Dist({"heads": 3, "tails": 3}) == {"heads": HALF, "tails": HALF}
    assert Dist({"heads": 1}) != "heads"


def test_the_smallest_denominator() -> None:
    reduced = Dist({"hit": 4, "miss": 8}, 12).reduced()
    assert (reduced.weights, reduced.whole) == ({"hit": 1, "miss": 2}, 3)
    assert Dist({"hit": 4}, 6).reduced().weights == {"hit": 2}


def test_functions_of_the_outcome() -> None:
    assert LOADED.map(lambda outcome: outcome == "miss") == Dist({True: 1, False: 1})


def test_mixtures() -> None:
    coin, sure = Dist({"hit": 1, "miss": 1}), certain("hit")
    assert mix([(coin, 2), (sure, 1)]) == Dist({"hit": 2, "miss": 1})
    assert mix([(LOADED, 6), (coin, 4), (sure, 0)]) == Dist({"hit": 3, "graze": 2, "miss": 5})
    assert mix([(coin, 1), (sure, 0)]) is coin
    assert mix([(Dist({"hit": 1}, 2), 1), (Dist({"hit": 1}, 3), 1)])["hit"] == Fraction(5, 12)


def test_given_an_event() -> None:
    assert LOADED.given(lambda outcome: outcome != "miss") == Dist({"hit": 1, "graze": 2})
    assert LOADED.given("hit") == certain("hit")


def test_given_what_cannot_happen() -> None:
    with pytest.raises(Unsettled, match="edge cannot happen here"):
        LOADED.given("edge")


# -------------------------------------------------------------------------- big numbers


@rule("1.1.a")
async def sum_of(dice: int) -> int:
    """Dice, added up."""
    return await total(dice, D6)


def test_big_numbers_stay_exact() -> None:
    weighed = odds(sum_of(60))
    assert weighed[360] == Fraction(1, 6**60)
    assert sum(weighed.values()) == 1
    assert weighed.mean() == 210
    tiny = Dist({"all": 1, "else": 10**60})
    assert tiny.P(lambda outcome: outcome != "else") == Fraction(1, 10**60 + 1)
    assert mix([(tiny, 3), (certain("all"), 10**40)])["else"] == Fraction(3 * 10**60, (10**60 + 1) * (3 + 10**40))


@rule("1.1.a")
async def no_dice() -> tuple[tuple[int, ...], int]:
    """No dice at all, twice."""
    return await pool(0, D6, D6.faces, "none"), await total(0, D8)


def test_no_dice_fall_in_one_way() -> None:
    assert odds(no_dice()) == certain(((), 0))


@rule("1.1.a")
async def out_of(cup: tuple[str, ...]) -> str:
    """A piece, if an even die allows it."""
    return await draw(cup, "piece") if await roll(D6, "die") % 2 == 0 else "nothing"


@rule("1.1.a")
async def so_many(dice: int) -> int:
    """Dice, added up."""
    return sum(await pool(dice, D6, D6.faces, "dice"))


def test_nothing_comes_out_of_an_empty_cup() -> None:
    with pytest.raises((ValueError, RulesError), match="piece"):
        odds(out_of(()))


def test_there_are_never_fewer_than_no_dice() -> None:
    with pytest.raises((ValueError, RulesError), match="dice"):
        odds(so_many(-1))


# ------------------------------------------------------------------------- what is open


@rule("1.1.a")
async def shot(threshold: int) -> str:
    """A die must reach a number, and the second cell of the small chart is added to it."""
    face = await roll(D6, "die")
    if face == 1:
        return "miss"
    return "hit" if face + int(await SMALL.look(2)) >= threshold else "miss"


def test_a_gap_is_open_where_it_is_asked_for() -> None:
    weighed = odds(shot(6))
    assert dict(weighed.settled) == {"miss": Fraction(1, 6)}
    assert opens(weighed) == {"small 2": Fraction(5, 6)}
    branches = dict(only_open(weighed).branches)
    assert branches == {n: Dist({"hit": n + 1, "miss": 4 - n}) for n in (0, 1, 2)}


def test_labels_are_what_players_say_the_open_ones_last() -> None:
    weighed = odds(shot(6)).map(lambda outcome: outcome == "hit")
    assert list(labelled(weighed, "? ").items()) == [("no", Fraction(1, 6)), ("? small 2", Fraction(5, 6))]
    assert labelled(odds(even_choice())) == {"Yes?": 1}
    assert str(LOADED) == "hit 1/6, graze 1/3, miss 1/2"


def test_bounds_are_sure() -> None:
    weighed = odds(shot(6))
    assert weighed.P("hit") == Bounds(Fraction(1, 6), HALF)
    assert weighed.P("miss") == Bounds(HALF, Fraction(5, 6))
    assert str(weighed.P("hit")) == "1/6 to 1/2"
    assert odds(shot(2)).P("hit") == Fraction(5, 6)
    assert odds(shot(9)).P("hit") == 0
    assert weighed.expect(lambda outcome: 6 if outcome == "hit" else 0) == (1, 3)


def test_a_pack_closes_the_gap() -> None:
    weighed = odds(shot(6), terms=Terms.of(BOOK, {}, [BOOK.practice]))
    assert weighed == Dist({"hit": 1, "miss": 5})


def test_functions_reach_every_branch() -> None:
    weighed = odds(shot(6)).map(lambda outcome: outcome == "hit")
    assert weighed.P(True) == Bounds(Fraction(1, 6), HALF)
    assert only_open(weighed).branch(2) == Dist({True: 3, False: 2})


@rule("1.1.a")
async def number(n: int) -> int:
    """A die and a cell."""
    return await roll(D6, "die") * int(await SMALL.look(n))


def test_means_and_so_much_or_more_while_something_is_open() -> None:
    weighed = odds(number(3))
    assert weighed.mean() == Bounds(Fraction(0), Fraction(7))
    chances = dict(weighed.at_least())
    assert list(chances) == [0, 1, 2, 3, 4, 5, 6, 8, 10, 12]
    assert chances[0] == 1
    assert chances[2] == Bounds(Fraction(0), Fraction(1))
    assert chances[12] == Bounds(Fraction(0), Fraction(1, 6))


def test_given_what_hangs_on_a_gap() -> None:
    with pytest.raises(Unsettled, match="hangs on small 2: fill the cell"):
        odds(shot(6)).given("hit")


@rule("1.1.a")
async def face_and_cell() -> tuple[int, int]:
    """A die, and a cell that is asked for from four on."""
    face = await roll(D6, "die")
    return face, int(await SMALL.look(2)) if face > 3 else 0


def test_given_what_happens_on_every_branch_or_on_none() -> None:
    weighed = odds(face_and_cell())
    assert opens(weighed.given(lambda outcome: outcome[0] > 3)) == {"small 2": 1}
    assert opens(weighed.given(lambda outcome: outcome[0] != 3)) == {"small 2": Fraction(3, 5)}
    assert weighed.given(lambda outcome: outcome[0] < 3) == Dist({(1, 0): 1, (2, 0): 1})


def test_given_what_is_equally_likely_on_every_branch() -> None:
    weighed = odds(face_and_cell()).given(lambda outcome: outcome[0] in (1, 5, 6))
    assert weighed.P(lambda outcome: outcome[0] == 6) == THIRD
    assert weighed.P(lambda outcome: outcome[0] == 4) == 0


def test_the_open_equal_the_open() -> None:
    assert odds(shot(6)) == odds(shot(6))
    assert odds(shot(6)) != odds(shot(5))
    assert odds(even_choice()) == odds(even_choice())
    assert odds(even_choice()) != odds(shot(6))
    assert hash(odds(shot(6))) == hash(odds(shot(6)))
    assert repr(only_open(odds(shot(6)))) == "Open(small 2)"


# ----------------------------------------------- one cell has one value, one choice has not


@rule("1.1.a")
async def even_odds() -> str:
    """Odd wants a one in the cell, even anything else."""
    if await roll(D6, "die") % 2:
        return "hit" if await SMALL.look(2) == 1 else "miss"
    return "miss" if await SMALL.look(2) == 1 else "hit"


@rule("1.1.a")
async def even_choice() -> str:
    """Odd wants a yes, even a no."""
    if await roll(D6, "die") % 2:
        return "hit" if await decide("Yes?") else "miss"
    return "miss" if await decide("Yes?") else "hit"


def test_one_cell_has_one_value_on_all_branches() -> None:
    weighed = odds(even_odds())
    assert opens(weighed) == {"small 2": 1}
    assert weighed.P("hit") == HALF


def test_one_choice_may_be_made_otherwise_each_time() -> None:
    weighed = odds(even_choice())
    assert len(weighed.opens) > 1
    assert labelled(weighed) == {"Yes?": 1}
    assert weighed.P("hit") == Bounds(Fraction(0), Fraction(1))


@rule("1.1.a")
async def behind_a_choice() -> str:
    """The same cell lies bare on one side of the die, and behind a choice on the other."""
    if await roll(D6, "die") % 2 and not await decide("Look?"):
        return "miss"
    return "hit" if await SMALL.look(2) == 1 else "miss"


@rule("1.1.a")
async def behind_another_cell() -> str:
    """Odd: the third cell must equal the second. Even: the second must be a one."""
    if await roll(D6, "die") % 2:
        return "hit" if await SMALL.look(3) == await SMALL.look(2) else "miss"
    return "hit" if await SMALL.look(2) == 1 and await SMALL.look(3) == 2 else "miss"


def test_one_cell_at_several_depths() -> None:
    assert odds(behind_a_choice()).P("hit") == Bounds(Fraction(0), Fraction(1))
    assert odds(behind_a_choice(), always(False)).P("hit") == Bounds(Fraction(0), HALF)
    assert odds(behind_another_cell()).P("hit") == Bounds(Fraction(0), HALF)  # never both: 1 = 1 forbids the 2
    assert opens(odds(behind_another_cell())) == {"small 3": HALF, "small 2": HALF}


@rule("1.1.a")
async def cell(n: int) -> int:
    """A cell."""
    return int(await SMALL.look(n))


@rule("1.1.a")
async def over_and_over() -> tuple[int, ...]:
    """A cell, again and again: by another rule, by itself, by another rule, and by two rules at once."""
    return (await cell(2), int(await SMALL.look(2)), await cell(2), *await together(cell(2), cell(2)))


@rule("1.1.a")
async def itself_first() -> tuple[int, int, int]:
    """A cell by itself, and then by another rule behind a die."""
    return int(await SMALL.look(2)), await roll(D6, "die"), await cell(2)


def test_a_cell_that_is_known_is_known_to_called_rules() -> None:
    weighed = odds(itself_first())
    assert only_open(weighed).branch(1) == Dist({(1, face, 1): 1 for face in D6.faces})


@pytest.mark.parametrize("foresight", [False, True])
def test_a_cell_that_is_known_is_not_asked_again(foresight: bool) -> None:
    weighed = odds(over_and_over(), foresight=foresight)
    assert opens(weighed) == {"small 2": 1}
    assert dict(only_open(weighed).branches) == {n: certain((n,) * 5) for n in (0, 1, 2)}
    assert weighed.P(lambda outcome: len(set(outcome)) == 1) == 1


@rule("1.1.a")
async def nested() -> int:
    """One cell, and what is in it decides about the next."""
    first = int(await SMALL.look(2))
    return first * int(await SMALL.look(3)) if first else await roll(D6, "die")


def test_gaps_behind_gaps() -> None:
    weighed = odds(nested())
    assert opens(weighed) == {"small 2": 1}
    inner = only_open(weighed).branch(2)
    assert opens(inner) == {"small 3": 1}
    assert dict(only_open(inner).branches) == {n: certain(2 * n) for n in (0, 1, 2)}
    assert only_open(weighed).branch(0) == Dist(D6.weights)
    assert weighed.P(4) == Bounds(Fraction(0), Fraction(1))
    assert weighed.mean() == Bounds(Fraction(0), Fraction(4))
    assert weighed.P(lambda outcome: outcome < 7) == 1


# --------------------------------------------------------------- cells of which nothing is known


@rule("1.1.a")
async def note() -> str:
    """Whatever the notes say, on five and six."""
    return str(await NOTES.look(1)) if await roll(D6, "die") > 4 else "nothing"


def test_free_text_can_be_anything() -> None:
    weighed = odds(note())
    assert only_open(weighed).branches == ()
    assert opens(weighed) == {"note 1": THIRD}
    assert weighed.P("nothing") == Bounds(Fraction(2, 3), Fraction(1))
    assert weighed.P("anything") == Bounds(Fraction(0), THIRD)
    assert only_open(weighed).branch("abort") == certain("abort")
    with pytest.raises(Unsettled, match="note 1 is not printed and its values are not known"):
        weighed.expect(len)


@rule("1.1.a")
async def lost() -> str:
    """Which die, and where to."""
    die = Die(str(await TURNS.look_up_die()))
    return str(await TURNS.look(min(8, await roll(die, "turns"))))


def test_a_die_can_be_a_gap() -> None:
    weighed = odds(lost())
    assert opens(weighed) == {"turns die": 1}
    sides = dict(only_open(weighed).branches)
    assert sides["d6"] == Dist({"left": 2, "right": 1})
    assert sides["d8"] == Dist({"left": 1, "right": 1})
    assert set(sides) == {"d6", "d8", "d10", "2d6", "3d6", "d66"}
    assert weighed.P("left") == Bounds(Fraction(0), Fraction(2, 3))


@rule("1.2.b")
async def combat(attacker: str, roll: int) -> str:
    """A cell of the great chart."""
    return str(await GREAT.look(attacker, roll))


def test_what_is_printed_is_not_open() -> None:
    assert odds(combat("AA", 99)) == certain("EX")
    assert opens(odds(combat("A", 99))) == {"CRT A 8+": 1}


# ------------------------------------------------------------------------------- players


@rule("1.1.a")
async def press_luck(held: int) -> int:
    """Throw on or keep what is held; a one loses all."""
    if held >= 10 or not await decide(f"Throw on with {held}?"):
        return held
    face = await roll(D6, "die")
    return 0 if face == 1 else await press_luck(held + face)


def test_players() -> None:
    assert odds(press_luck(5), habit(lambda question: "5?" in question.why)).P(0) == Fraction(1, 6)
    assert odds(press_luck(5), always(False)) == certain(5)
    assert odds(press_luck(5), always("nothing it offers")) == odds(press_luck(5), always(True))
    assert odds(press_luck(8), at_random).P(8) == HALF
    assert odds(press_luck(8), at_random)[0] == Fraction(1, 12)
    assert odds(press_luck(8), best(lambda held: held)).mean() == Fraction(10 + 11 + 12 + 13 + 14, 6)
    assert odds(press_luck(9), best(lambda held: -held)) == certain(9)
    assert odds(press_luck(9)).mean() == Bounds(Fraction(9), Fraction(11 + 12 + 13 + 14 + 15, 6))


@rule("1.1.a")
async def pick_then_read() -> int:
    """A choice whose worth hangs on a cell."""
    return int(await SMALL.look(2)) if await decide("The cell?") else 1


@rule("1.1.a")
async def read_then_pick() -> int:
    """The same, the cell being known."""
    known = int(await SMALL.look(2))
    return int(await SMALL.look(2)) if await decide("The cell?") else known * 0 + 1


def test_the_best_is_not_known_while_a_gap_decides() -> None:
    with pytest.raises(Unsettled, match="what is best hangs on small 2"):
        odds(pick_then_read(), best(lambda outcome: outcome))


def test_the_best_is_known_where_the_cell_was_read_before() -> None:
    weighed = odds(read_then_pick(), best(lambda outcome: outcome))
    assert {value: branch.mean() for value, branch in only_open(weighed).branches} == {0: 1, 1: 1, 2: 2}


def test_a_player_sees_what_would_follow() -> None:
    seen: list[tuple[str, Mapping[Any, Dist]]] = []

    def watch(question: Choose[Any], futures: Mapping[Any, Dist]) -> Dist:
        seen.append((question.why, dict(futures)))
        return futures[question.options[0]]

    odds(options(), watch)
    assert seen == [("Which?", {"a": Dist({("a", n): 1 for n in D6.faces}), "b": certain(("b", 0))})]


@rule("1.1.a")
async def options() -> tuple[str, int]:
    """One of two."""
    picked = await choose("Which?", ("a", "b"))
    return picked, await roll(D6, "die") if picked == "a" else 0


# ------------------------------------------------------------ odds in the middle of a case


@rule("1.1.a")
async def assault() -> tuple[int, int, int]:
    """A die, a rule that is called, and dice together."""
    first = await roll(D6, "die")
    second = await sum_of(2)
    hits = await pool(second % 3, D6, (0, 0, 0, 0, 1, 1), "hit dice")
    return first, second, sum(hits)


def test_the_odds_from_where_a_case_stands() -> None:
    hearing = Hearing(assault())
    assert odds_from(hearing.record) == odds(assault())
    hearing.answer(5)
    assert odds_from(hearing.record).map(lambda outcome: outcome[1]) == Dist(Die("2d6").weights)
    assert odds_from(hearing.record).P(lambda outcome: outcome[0] == 5) == 1
    hearing.answer("34")
    assert odds_from(hearing.record) == Dist({(5, 7, 0): 2, (5, 7, 1): 1})


@rule("1.1.a")
async def cell_and_dice() -> tuple[int, ...]:
    """A cell, the same cell again, and two dice."""
    return int(await SMALL.look(2)), int(await SMALL.look(2)), await roll(D6, "die"), await roll(D6, "die")


def test_the_odds_from_behind_a_cell_that_was_read_twice() -> None:
    hearing = Hearing(cell_and_dice())
    for answer in (1, 4):
        hearing.answer(answer)
    assert odds_from(hearing.record) == Dist({(1, 1, 4, face): 1 for face in D6.faces})


# -------------------------------------------------------------- what the odds stand on


@rule("1.1.a")
async def tie() -> str:
    """Both throw; a reading breaks the tie."""
    mine, yours = await together(sum_of(1), sum_of(1))
    if mine == yours:
        return taken("tie")
    return "attacker" if mine > yours else "defender"


def test_the_odds_say_what_they_stand_on() -> None:
    weighed = weigh(tie())
    assert weighed.dist.P("attacker") == Fraction(21, 36)
    assert dict(weighed.stood) == {BOOK.reading("tie"): "attacker"}
    assert {"1.1.a", "1.1.c"} <= weighed.cites
    assert "ends.b" not in weighed.cites


def test_the_odds_stand_on_the_terms() -> None:
    terms = Terms.of(BOOK, {"tie": "nobody"})
    assert odds(tie(), terms=terms) == Dist({"attacker": 15, "defender": 15, "nobody": 6})
    assert dict(weigh(tie(), terms=terms).stood) == {BOOK.reading("tie"): "nobody"}


@rule("1.1.a")
async def tie_behind_gaps() -> str:
    """Two cells, one after the other, and then the tie."""
    return taken("tie") if await SMALL.look(2) == await SMALL.look(3) else "nobody"


def test_the_odds_say_what_they_stand_on_behind_gaps() -> None:
    weighed = weigh(tie_behind_gaps())
    assert dict(weighed.stood) == {BOOK.reading("tie"): "attacker"}
    assert "1.1.c" in weighed.cites


def test_a_cell_stands_for_its_chart() -> None:
    case: Case[Any] = combat("B", 0)
    (outcome,) = odds(case).opens
    assert isinstance(outcome.question, Look)
    assert "1.2.b" in weigh(case).cites


def test_independent_outcomes_side_by_side() -> None:
    coin, die = Dist({"heads": 1, "tails": 1}), Dist(D6.weights)
    both = joint([coin, die, coin])
    assert both == Dist({(a, n, b): 1 for a in coin for n in D6.faces for b in coin})
    assert joint([]) == certain(())
    assert joint([die]) == die.map(lambda face: (face,))
