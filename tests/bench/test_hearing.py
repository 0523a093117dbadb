"""Hearing a case: what the table may answer, in which order it is asked, and what the referee overhears."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, TypeVar

import pytest

from companion.book import Book
from companion.dice import D6, D10, Die
from companion.errors import BadAnswer, BadInput, IllegalAction, Objection
from companion.odds import odds
from companion.question import Question
from companion.referee import (
    Bench,
    Bullets,
    Case,
    Hearing,
    Pending,
    Ruling,
    Terms,
    choose,
    decide,
    draw,
    hear,
    pool,
    roll,
    together,
    total,
)
from companion.referee.grounds import Chosen, Computed, Drawn, Heard, Looked, Summed, Thrown, every
from companion.referee.listening import LISTENER

from .toy import BENCH, BOOK, GREAT, NOTES, SMALL, TOYBOOK, TURNS, rule, taken, tally

G = TypeVar("G")


def ruled(case: Case[Any], *answers: Any, terms: Terms | None = None) -> Ruling[Any]:
    """The ruling of a case that the answers settle."""
    ruling = hear(case, answers, terms or Terms())
    assert isinstance(ruling, Ruling)
    return ruling


def pending(case: Case[Any], *answers: Any) -> Pending:
    """What is asked after some answers."""
    outcome = hear(case, answers)
    assert isinstance(outcome, Pending)
    return outcome


def overheard(outcome: Ruling[Any] | Pending, kind: type[G]) -> list[G]:
    """All grounds of a kind."""
    return [ground for ground in every(outcome.grounds) if isinstance(ground, kind)]


def asked(case: Case[Any], *answers: Any) -> Iterator[str]:
    """The questions, as they are asked one after the other."""
    hearing = Hearing(case)
    for answer in answers:
        assert hearing.question is not None
        yield str(getattr(hearing.question, "why", None))
        hearing.answer(answer)
    assert hearing.question is None


# ------------------------------------------------------------------------------ the dice


@rule("1.1.a")
async def volley(dice: int = 5, die: Die = D6) -> tuple[int, ...]:
    """Dice, each worth what it shows."""
    return await pool(dice, die, die.faces, "volley")


@rule("1.1.a")
async def hits(dice: int) -> int:
    """Fives and sixes, added up."""
    return await total(dice, D6, (0, 0, 0, 0, 1, 1), "hit dice")


@rule("1.1.a")
async def face(die: Die) -> int:
    """One die."""
    return await roll(die, "die")


@pytest.mark.parametrize("word", ["36114", "3 6 1 1 4", "3,6,1,1,4", " 3, 6 1 1,4 ", 36114])
def test_a_pool_is_answered_in_one_word(word: object) -> None:
    ruling = ruled(volley(), word)
    assert ruling.verdict == (1, 1, 3, 4, 6)
    (thrown,) = overheard(ruling, Thrown)
    assert (thrown.faces, thrown.value) == ((3, 6, 1, 1, 4), (1, 1, 3, 4, 6))


def test_a_total_is_of_grades() -> None:
    ruling = ruled(hits(4), "5416")
    assert ruling.verdict == 2
    assert [(thrown.faces, thrown.value) for thrown in overheard(ruling, Thrown)] == [((5, 4, 1, 6), 2)]


def test_dice_with_two_digits_are_told_apart() -> None:
    assert ruled(volley(2, Die("2d6")), "11 3").verdict == (3, 11)
    assert ruled(volley(2, Die("d66")), "66,11").verdict == (11, 66)
    with pytest.raises(BadAnswer, match="'113' is not on a 2d6, which shows 2 to 12"):
        hear(volley(2, Die("2d6")), ["113"])


def test_nought_is_ten() -> None:
    assert ruled(face(D10), "0").verdict == ruled(face(D10), 0).verdict == ruled(face(D10), "10").verdict == 10
    assert ruled(volley(3, D10), "019").verdict == (1, 9, 10)
    with pytest.raises(BadAnswer, match="die: '11' is not on a d10, which shows 1 to 10"):
        hear(face(D10), ["11"])
    with pytest.raises(BadAnswer, match="'0' is not on a d6"):
        hear(face(D6), ["0"])
    with pytest.raises(BadAnswer, match="'0' is not on a 2d6"):
        hear(face(Die("2d6")), ["0"])


def test_no_dice_are_not_asked_for() -> None:
    assert ruled(volley(0)).verdict == ()
    assert ruled(hits(0)).verdict == 0
    assert overheard(ruled(hits(0)), Thrown) == []


# ------------------------------------------------------------------ answers that are none

NO_NUMBERS = [
    "",
    "  ",
    "six",
    "٦",
    "６",
    "²",
    "-1",
    "+1",
    "1.0",
    "1e0",
    "0x1",
    None,
    True,
    False,
    1.0,
    [1],
    b"1",
    object(),
    "1" * 9999,
]


def given_wrongly(*wrong: object) -> pytest.MarkDecorator:
    """Each of these is a wrong answer."""
    return pytest.mark.parametrize("wrong", wrong, ids=lambda said: repr(said)[:12])


def unharmed(case: Case[Any], wrong: object, right: object) -> Any:
    """Give a wrong answer, see that nothing came of it, and then give the right one."""
    hearing = Hearing(case)
    question, before = hearing.question, hearing.outcome
    with pytest.raises(BadAnswer):
        hearing.answer(wrong)
    assert hearing.question is question
    assert hearing.outcome == before
    assert hearing.log == []
    hearing.answer(right)
    assert isinstance(hearing.outcome, Ruling)
    assert hearing.log == [(question, right)]
    return hearing.outcome.verdict


@given_wrongly(*NO_NUMBERS, "0", "7", "11", 0, 7)
def test_what_is_no_face(wrong: object) -> None:
    assert unharmed(face(D6), wrong, "4") == 4


@given_wrongly(*NO_NUMBERS, "1234", "123456", "1237x", "12347", "１２３４５")
def test_what_is_no_pool(wrong: object) -> None:
    assert unharmed(volley(5), wrong, "55511") == (1, 1, 5, 5, 5)


@given_wrongly(*(wrong for wrong in NO_NUMBERS if wrong != "+1"), "3", "-1", 3, "٢", "２")
def test_what_is_no_cell_of_numbers(wrong: object) -> None:
    assert unharmed(cell(2), wrong, "+2") == 2


@given_wrongly("", " ", "D", "DLX", "de facto", "ＤＥ", None, True, 1, "D" * 9999)
def test_what_is_no_cell_of_words(wrong: object) -> None:
    assert unharmed(combat("B", 0), wrong, "dl") == "DL"
    assert unharmed(combat("B", 0), wrong, "e") == "EX"


@given_wrongly("", " ", None, "n", "nort", "northern", "west", 0, "n" * 9999)
def test_what_is_no_option(wrong: object) -> None:
    assert unharmed(march(), wrong, "s") == "south"


@given_wrongly("", None, 1, "ye s", "maybe", "true", "yes and no")
def test_what_is_neither_yes_nor_no(wrong: object) -> None:
    assert unharmed(sure(), wrong, "y") is True


@given_wrongly("", None, "ventral", "d", 3)
def test_what_is_not_in_the_cup(wrong: object) -> None:
    assert unharmed(drawn(("dorsal", "dorsum")), wrong, "dorsa") == "dorsal"


def test_nothing_said_is_not_the_word_none() -> None:
    for question in (choose("What?", ("none", "some")), NOTES.look(1)):
        with pytest.raises(BadAnswer):
            question.read(None)


def test_what_is_missing_is_counted() -> None:
    with pytest.raises(BadAnswer, match="volley: 5 dice were asked for and 4 told: 1 more to throw"):
        hear(volley(5), ["3611"])
    with pytest.raises(BadAnswer, match="2 too many"):
        hear(volley(5), ["3611455"])


def test_an_answer_too_many() -> None:
    with pytest.raises(BadAnswer, match="5: one answer too many: the case is ruled"):
        hear(face(D6), ["4", "5"])
    with pytest.raises(BadAnswer, match="one answer too many"):
        hear(volley(0), ["1"])


# --------------------------------------------------------------- choices, cups and cells


@rule("1.1.a")
async def march() -> str:
    """A direction."""
    return await choose("Where to?", ("north", "northeast", "south"), by="the scout")


@rule("1.1.a")
async def sure() -> bool:
    """For or against."""
    return await decide("Sure?")


@rule("1.1.a")
async def drawn(cup: tuple[str, ...]) -> str:
    """A piece."""
    return await draw(cup, "piece")


@rule("1.2.a")
async def cell(n: int) -> int:
    """A cell of the small chart."""
    return int(await SMALL.look(n))


@rule("1.2.b")
async def combat(attacker: str, result: int) -> str:
    """A cell of the great chart."""
    return str(await GREAT.look(attacker, result))


@pytest.mark.parametrize(
    ("said", "option"), [("north", "north"), ("NORTHE", "northeast"), ("s", "south"), (" South ", "south")]
)
def test_options_go_by_any_beginning_of_their_own(said: str, option: str) -> None:
    ruling = ruled(march(), said)
    assert ruling.verdict == option
    assert overheard(ruling, Chosen) == [Chosen("Where to?", "the scout", option)]


def test_yes_and_no() -> None:
    assert [ruled(sure(), said).verdict for said in ("yes", "NO", "n", True, False)] == [
        True,
        False,
        False,
        True,
        False,
    ]


def test_a_piece_comes_out_of_the_cup() -> None:
    assert overheard(ruled(drawn(("a", "b", "b")), "b"), Drawn) == [Drawn("piece", "b")]


def test_where_a_cell_was_read() -> None:
    printed, read, filled = (
        ruled(cell(1)),
        ruled(cell(2), "2"),
        ruled(cell(2), terms=Terms.of(BOOK, {}, [BOOK.practice])),
    )
    sources = [
        (looked.value, str(looked.source)) for each in (printed, read, filled) for looked in overheard(each, Looked)
    ]
    assert sources == [
        (1, "printed"),
        (2, "read from the player's copy"),
        (0, "the practice pack (invented values)"),
    ]


def test_an_open_end_stands_for_all_beyond_it() -> None:
    assert ruled(combat("AA", 31)).verdict == ruled(combat("AA", 8)).verdict == "EX"
    assert pending(combat("A", 31)).asks == pending(combat("A", 8)).asks == pending(combat("A", 9)).asks
    assert str(pending(combat("A", 31)).question) == "CRT A 8+"
    with pytest.raises(BadInput, match="roll -3 is outside -2 to 8"):
        hear(combat("AA", -3))


@rule("1.2.c")
async def note(page: int) -> str:
    """What the notes say."""
    return str(await NOTES.look(page))


def test_a_cell_of_which_nothing_is_known_takes_any_words() -> None:
    assert ruled(note(1), " retreat one hex ").verdict == "retreat one hex"
    with pytest.raises(BadAnswer, match="note 1"):
        hear(note(1), [" "])


@rule("1.2.a")
async def turn() -> tuple[str, str]:
    """Which die it is, and where it sends us."""
    die = Die(str(await TURNS.look_up_die()))
    return die.name, str(await TURNS.look(await roll(die, "turn die")))


def test_a_die_that_is_not_printed_is_asked_for() -> None:
    assert ruled(turn(), "d8", 7).verdict == ("d8", "right")
    assert str(pending(turn()).question) == "turns die"
    with pytest.raises(BadAnswer, match="turns die: 'd7' is not one of d6, d8, d10, 2d6, 3d6, d66"):
        hear(turn(), ["d7"])
    with pytest.raises(BadAnswer, match="'7' is not on a d6"):
        hear(turn(), ["d6", 7])


@rule("1.2.a")
async def twice() -> tuple[int, int, int]:
    """One cell, three times."""
    return int(await SMALL.look(3)), int(await SMALL.look(3)), int(await cell(3))


def test_a_cell_asked_twice_is_asked_once() -> None:
    ruling = ruled(twice(), 2)
    assert ruling.verdict == (2, 2, 2)
    sources = [looked.source for looked in overheard(ruling, Looked)]
    assert sources == ["read from the player's copy", "read before", "read before"]


# ------------------------------------------------------------- in which order one is asked


@rule("1.1.a")
async def die_then_cell(which: str, n: int) -> int:
    """A die, a cell, and a die again when the cell is a nought."""
    face = await roll(D6, f"{which} die")
    return face + (int(await SMALL.look(n)) or await roll(D6, f"{which} die again"))


@rule("1.1.a")
async def clash(n: int, m: int) -> tuple[int, int]:
    """Two dice at once."""
    return await together(die_then_cell("red", n), die_then_cell("black", m))


def test_dice_thrown_together_are_asked_together() -> None:
    questions = ["red die", "black die", "small 2", "red die again", "small 3"]
    assert list(asked(clash(2, 3), 6, 4, 0, 1, 2)) == questions
    assert ruled(clash(2, 3), 6, 4, 0, 1, 2).verdict == (7, 6)
    assert ruled(clash(2, 2), 6, 4, 1).verdict == (7, 5)


def test_the_grounds_of_dice_thrown_together_stay_with_their_rules() -> None:
    red, black = [ground for ground in ruled(clash(2, 3), 6, 4, 0, 1, 2).grounds if isinstance(ground, Heard)]
    assert [ground.why for ground in red.grounds if isinstance(ground, Thrown)] == ["red die", "red die again"]
    assert [ground.faces for ground in black.grounds if isinstance(ground, Thrown)] == [(4,)]
    assert (red.verdict, black.verdict) == (7, 6)


@rule("1.1.a")
async def several() -> tuple[Any, ...]:
    """No question, one question, and two questions, together."""
    return await together(cell(1), face(D6), die_then_cell("red", 1), hits(0))


def test_rules_that_ask_nothing_can_go_together_too() -> None:
    assert list(asked(several(), 3, 4)) == ["die", "red die"]
    assert ruled(several(), 3, 4).verdict == (1, 3, 5, 0)


@rule("1.1.a")
async def same_cell() -> tuple[int, int]:
    """Two rules want one cell, and nothing else."""
    return await together(cell(2), cell(2))


def test_a_cell_wanted_by_two_rules_at_once_is_asked_once() -> None:
    assert list(asked(same_cell(), 2)) == ["small 2"]


# ----------------------------------------------------------------------- what is overheard


@rule("ends.b")
def doubled(n: int) -> int:
    """Twice as much."""
    return 2 * n


@rule("ends.b", "1.1.b")
def strength(n: int, bonus: int = 1) -> int:
    """Twice as much, and a bonus."""
    return doubled(n) + bonus


@tally("modifiers")
def modifiers(n: int) -> Bullets:
    """What is written, what is in a cell, and what does not count."""
    yield "1.1.b", "written", doubled(n)
    yield "1.2.a", "in the cell", SMALL.look(2)
    yield "1.1.b", "not written", None
    yield "1.1.b", "not now", "it is too late"


@rule("1.1.a")
async def strike(n: int = 1) -> int:
    """A die with modifiers, against a strength."""
    result = await roll(D10, "strike die", modifiers(n))
    return result - strength(n)


def test_the_natural_face_and_the_total_are_both_in_the_grounds() -> None:
    ruling = ruled(strike(), "0", 1)
    (thrown,), (summed,) = overheard(ruling, Thrown), overheard(ruling, Summed)
    assert thrown == Thrown("strike die", D10, (10,), 10)
    assert (summed.tally.total, summed.total) == (3, 13)
    assert ruling.verdict == 13 - 3


def test_a_tally_keeps_what_did_not_apply() -> None:
    (summed,) = overheard(ruled(strike(), 7, 2), Summed)
    lines = [(bullet.what, bullet.amount) for bullet in summed.tally.bullets]
    assert lines == [("written", 2), ("in the cell", 2), ("not written", None), ("not now", "it is too late")]
    assert summed.tally.total == 4


def test_the_die_is_asked_before_the_cells_of_its_modifiers() -> None:
    assert list(asked(strike(), 3, 0)) == ["strike die", "small 2"]


def test_arithmetic_is_overheard_once_with_its_verdict() -> None:
    computed = overheard(ruled(strike(2), 3, 0), Computed)
    told = [(each.rule, dict(each.facts), each.verdict) for each in computed if not each.aside]
    assert told == [(strength, {"n": 2, "bonus": 1}, 5)]
    asides = [(each.rule, each.verdict) for each in computed if each.aside]
    assert asides == [(doubled, 4), (doubled, 4)]  # one for the tally, one for the strength


def test_arithmetic_is_plain_where_nobody_listens() -> None:
    assert strength(3) == 7
    assert LISTENER.get() is None


def test_arithmetic_can_be_heard_and_weighed_by_itself() -> None:
    ruling = ruled(strength.case(3, bonus=0))
    assert ruling.verdict == 6
    assert [each.rule for each in overheard(ruling, Computed)] == [doubled]
    assert dict(odds(strength.case(3))) == {7: 1}


def test_a_ruling_cites_each_statement_once_in_order() -> None:
    assert ruled(strike(), 7, 1).cites == ("1.1.a", "ends.b", "1.2.a", "1.1.b")


def test_what_is_pending_has_its_grounds_so_far() -> None:
    first, then = pending(strike()), pending(strike(), 7)
    assert (first.asks, overheard(first, Thrown)) == ("strike die", [])
    assert [thrown.faces for thrown in overheard(then, Thrown)] == [(7,)]
    assert str(then.question) == "small 2"
    assert overheard(then, Summed) == []


@rule("1.1.a")
async def campaign() -> int:
    """One strike after the other."""
    return int(await strike(1)) + int(await strike(2))


def test_a_called_rule_is_in_the_grounds_while_it_waits() -> None:
    (first, second) = [ground for ground in pending(campaign(), 5, 0).grounds if isinstance(ground, Heard)]
    assert (first.rule, first.verdict, first.done, dict(first.facts)) == (strike, 4, True, {"n": 1})
    assert (second.verdict, second.done, dict(second.facts)) == (None, False, {"n": 2})
    assert [type(ground) for ground in first.grounds] == [Computed, Thrown, Looked, Summed, Computed, Computed]


def test_a_ruling_is_a_value() -> None:
    assert ruled(strike(), 7, 1) == ruled(strike(), "7", "1")
    assert ruled(strike(), 7, 1) != ruled(strike(), 8, 1)
    assert hash(ruled(strike(), 7, 1)) == hash(ruled(strike(), 7, 1))


# ------------------------------------------------------------------------------ the terms


@rule("1.1.a", "1.1.c")
async def contest() -> str:
    """Both throw; whoever has more wins, and a tie goes to somebody."""
    mine, yours = await together(face(D6), face(D6))
    if mine == yours:
        return taken("tie")
    return "attacker" if mine > yours else "defender"


def test_a_reading_that_was_needed_is_stood_on() -> None:
    assert ruled(contest(), 3, 3).verdict == "attacker"
    assert dict(ruled(contest(), 3, 3).stood) == {BOOK.reading("tie"): "attacker"}
    assert "1.1.c" in ruled(contest(), 3, 3).cites
    assert dict(ruled(contest(), 3, 4).stood) == {}


def test_a_reading_that_is_switched_is_in_force() -> None:
    terms = Terms.of(BOOK, {"tie": "nobody", "long-game": "yes"})
    ruling = ruled(contest(), 3, 3, terms=terms)
    assert (ruling.verdict, dict(ruling.stood), ruling.terms) == ("nobody", {BOOK.reading("tie"): "nobody"}, terms)
    assert taken("tie") == "attacker"


def test_terms_are_values() -> None:
    terms = Terms.of(BOOK, {"tie": "nobody", "long-game": "no"})
    assert terms.switched == (("tie", "nobody"),)
    assert terms.switch(BOOK.reading("tie"), "attacker") == Terms()
    assert terms.switch(BOOK.reading("long-game"), "yes") == Terms.of(BOOK, {"long-game": "yes", "tie": "nobody"})
    assert hash(Terms.of(BOOK, {}, [BOOK.practice])) == hash(Terms((), (BOOK.practice,)))


def test_terms_that_the_book_does_not_have() -> None:
    with pytest.raises(BadInput, match=r"toy has no reading or option 'ties'\. It has: tie, long-game"):
        Terms.of(BOOK, {"ties": "nobody"})
    with pytest.raises(BadInput, match="reading tie has no value 'both': choose attacker or defender or nobody"):
        Terms.of(BOOK, {"tie": "both"})


def test_a_reading_is_stood_on_once_a_rule() -> None:
    @rule("1.1.a")
    async def thrice() -> list[str]:
        """The tie, three times."""
        return [taken("tie") for _ in range(3)]

    assert len(ruled(thrice()).grounds) == 1


# --------------------------------------------------------------------- rules as functions


@rule("1.1.a")
async def aim(distance: int, cover: bool = False, *, height: int = 0) -> int:
    """How far it is."""
    return distance + cover + height + await roll(D6, "aim die")


@rule("1.1.a")
async def approach(distance: int = 3, cover: int = 0) -> int:
    """How near one comes."""
    return distance - cover - await roll(D6, "approach die")


def test_arguments_go_by_name_and_default() -> None:
    assert approach() == approach(3) == approach(3, 0) == approach(cover=0, distance=3)
    assert hash(approach()) == hash(approach(cover=0))
    assert approach(cover=1) != approach(1)
    assert ruled(approach(cover=2), 1).verdict == 0
    assert dict(approach(cover=2).facts) == {"distance": 3, "cover": 2}
    assert str(approach(5, 1)) == "approach 5 1"


def test_arguments_that_a_rule_does_not_have() -> None:
    careless: Any = approach
    with pytest.raises(TypeError, match="too many positional"):
        careless(1, 2, 3)
    with pytest.raises(TypeError, match="unexpected keyword"):
        careless(distant=1)


def test_arguments_by_keyword_only() -> None:
    assert ruled(aim(3, height=2), 1).verdict == 6


def test_a_mark_wants_statements_that_are_there() -> None:
    with pytest.raises(BadInput, match=r"toy has no statement '9\.9\.z'"):
        rule("1.1.a", "9.9.z")
    with pytest.raises(BadInput, match="toy has no reading or option 'ties'"):
        taken("ties")


def test_a_tally_wants_statements_that_are_there() -> None:
    def lines() -> Bullets:
        yield "9.9.z", "from nowhere", 1

    with pytest.raises(BadInput, match=r"9\.9\.z"):
        tally("lines")(lines)


def test_a_bench_knows_what_carries_out_what() -> None:
    bench = Bench(Book("toy", TOYBOOK))
    assert bench.carried == {}

    @bench.rule("ends.a")
    async def forbid() -> None:
        """Nothing goes."""

    @bench.tally("lines")
    def lines() -> Bullets:
        yield "1.1.b", "a line", 1
        yield "1.1.b", "another", 1

    assert set(bench.carried) == {"ends.a", "1.1.b"}
    assert bench.carried["ends.a"] == [forbid]
    assert forbid.restated == "Nothing goes."
    assert strength in BENCH.carried["ends.b"]


# ---------------------------------------------------------------------- what is forbidden


@rule("ends.a")
async def forbidden(reasons: int, *, after: int = 0) -> str:
    """Objects, for as many reasons as one likes."""
    raise IllegalAction([Objection("ends.a", f"reason {n}") for n in range(reasons)], ["staying", "going"])


@rule("ends.a")
async def risky() -> str:
    """Ones are forbidden."""
    if await roll(D6, "risk") == 1:
        raise IllegalAction([Objection("ends.a", "it is a one")])
    return "fine"


def test_an_illegal_action_carries_all_objections() -> None:
    case: Case[str] = forbidden(3)
    with pytest.raises(IllegalAction) as illegal:
        hear(case)
    assert [(each.statement, each.facts) for each in illegal.value.objections] == [
        ("ends.a", "reason 0"),
        ("ends.a", "reason 1"),
        ("ends.a", "reason 2"),
    ]
    assert illegal.value.legal == ("staying", "going")
    assert str(illegal.value) == (
        "Illegal: reason 0 (ends.a); reason 1 (ends.a); reason 2 (ends.a). Legal: staying, going."
    )
    with pytest.raises(IllegalAction, match="reason 2"):
        odds(case)


def test_what_is_illegal_on_one_face_is_legal_on_another() -> None:
    assert ruled(risky(), 2).verdict == "fine"
    with pytest.raises(IllegalAction, match=r"it is a one \(ends.a\)"):
        hear(risky(), [1])
    assert LISTENER.get() is None


def test_what_was_illegal_is_not_ruled() -> None:
    hearing = Hearing(risky())
    with pytest.raises(IllegalAction):
        hearing.answer(1)
    assert isinstance(hearing.outcome, Pending)
    hearing.answer(2)
    assert hear(risky(), [2]) == hearing.outcome


# --------------------------------------------------------------------------- rules gone wrong


class Riddle(Question[str]):
    """Nothing that a table can answer."""


@rule("1.1.a")
async def riddle() -> str:
    """Asks what nobody can answer."""
    return await Riddle()


@rule("1.1.a")
async def seven() -> Any:
    """Awaits a number."""
    seven: Any = 7
    return await seven


@rule("1.1.a")
async def nap() -> str:
    """Awaits something that is not for the table."""
    await asyncio.sleep(0)
    return "rested"


def test_a_rule_that_awaits_nonsense() -> None:
    with pytest.raises(TypeError, match="which is no question for a table"):
        hear(riddle(), ["an answer"])
    with pytest.raises(TypeError, match="which is no question for a table"):
        odds(riddle())
    with pytest.raises(TypeError, match="can't be used in 'await'"):
        hear(seven())
    with pytest.raises(TypeError, match="which is no question for a table"):
        odds(nap())


def test_a_rule_that_awaits_what_is_not_for_the_table() -> None:
    with pytest.raises(TypeError):
        hear(nap())


def test_a_grade_that_does_not_fit_its_die() -> None:
    with pytest.raises(ValueError, match="short: a grade for a d6 has 6 entries, not 3"):
        _ = pool(2, D6, (0, 0, 1), "short")


def test_an_error_inside_arithmetic_leaves_the_referee_sound() -> None:
    @rule("ends.b")
    def broken(n: int) -> int:
        """Divides by nought."""
        return n // 0

    @rule("1.1.a")
    async def careful() -> int:
        """Tries, and counts on."""
        try:
            return broken(1)
        except ZeroDivisionError:
            return strength(1)

    told = [(each.rule, each.aside) for each in overheard(ruled(careful()), Computed)]
    assert told == [(doubled, True), (strength, False)]


# ------------------------------------------------------------------- several hearings at once


def test_two_hearings_do_not_mix_their_grounds() -> None:
    one, other = Hearing(campaign()), Hearing(campaign(), Terms.of(BOOK, {}, [BOOK.practice]))
    for hers, his in ((1, 9), (2, 8)):
        one.answer(hers)
        other.answer(his)
    assert one.outcome == pending(campaign(), 1, 2)
    assert other.outcome == ruled(campaign(), 9, 8, terms=other.terms)


def test_a_rule_may_hold_a_hearing_of_its_own() -> None:
    @rule("1.1.a")
    async def dreamer() -> tuple[Any, int]:
        """Hears another case in between, and weighs it."""
        dreamt = ruled(strike(1), 9, 0).verdict, len(odds(contest()))
        return dreamt, strength(await roll(D6, "die"))

    ruling = ruled(dreamer(), 2)
    assert ruling.verdict == ((8, 2), 5)
    assert [each.facts["n"] for each in overheard(ruling, Computed)] == [2, 2]
    assert [thrown.faces for thrown in overheard(ruling, Thrown)] == [(2,)]


def test_a_hearing_goes_on_where_it_was_left() -> None:
    hearing = Hearing(strike())
    outcomes = [hearing.outcome]
    for answer in (7, 1):
        hearing.answer(answer)
        outcomes.append(hearing.outcome)
    assert outcomes == [pending(strike()), pending(strike(), 7), ruled(strike(), 7, 1)]
    assert [said for _, said in hearing.log] == [7, 1]
