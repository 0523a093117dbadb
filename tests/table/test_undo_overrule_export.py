"""Taking back, overruling the referee, and what is written out of it all."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.asking import luck_of
from companion.errors import BadInput
from companion.odds import labelled, odds
from companion.playing import left_to_chance, options_of, throw
from companion.referee import Case, Record, Ruling, Terms, hear, word
from companion.referee.grounds import Thrown
from companion.referee.questions import Draw, Throw
from companion.referee.telling import sayable
from companion.schwarm.attack import Fire
from companion.table import FORMS, Session, account, export, luck
from companion.table.export import as_cell
from tests.table.games import CHECKED, HIT, SETUP, WHOLE
from tests.table.laws import BOARD
from tests.table.players import (
    BOOK,
    PRACTICE,
    STUBBORN,
    Anybody,
    begin,
    give,
    look_at,
    overruled,
    play_out,
    resume,
    same,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


# -------------------------------------------------------------------------- undo


@pytest.mark.parametrize("count", [1, 2, 3, 10, len(WHOLE) - 1, len(WHOLE), len(WHOLE) + 50])
def test_any_number_of_answers_can_be_taken_back(path: Path, count: int) -> None:
    session = give(begin(path), *WHOLE)
    before, kept = path.read_bytes(), max(len(WHOLE) - count, 0)
    assert session.undo(count) == len(WHOLE) - kept
    assert path.read_bytes().startswith(before), "nothing is erased"
    assert same(session, look_at(path))
    fresh = give(begin(path.with_name("fresh.jsonl")), *WHOLE[:kept])
    assert session.asked == fresh.asked
    assert session.hearing.outcome == fresh.hearing.outcome
    give(session, *WHOLE[kept:])
    assert same(session, look_at(path))
    assert [entry.answer for entry in session.entries] == list(WHOLE)


@pytest.mark.parametrize("count", [0, -1])
def test_nothing_to_take_back(path: Path, count: int) -> None:
    session = give(begin(path), *SETUP)
    before = path.read_bytes()
    assert session.undo(count) == 0
    session.undo(9)
    assert session.undo() == 0
    assert before.count(b"\n") + 1 == path.read_bytes().count(b"\n")


def test_undo_after_undo(path: Path) -> None:
    session = give(begin(path), *WHOLE)
    for left in range(len(WHOLE) - 1, -1, -1):
        session.undo()
        assert [entry.answer for entry in session.entries] == list(WHOLE[:left])
    assert same(session, look_at(path))


# ---------------------------------------------------------------------- overruling


def test_overruling_changes_what_follows(path: Path) -> None:
    session = give(begin(path), *HIT)
    assert session.asked.endswith("back of the fighter counter")
    session.overrule("defensive fire", "fighter hit", "the die lay under the board: it was a ten")
    assert "The fighter is hit. Save it" in session.asked
    give(session, "no")
    assert str(session.hearing.record.verdict).startswith("lost: a fighter was shot down")
    assert same(session, look_at(path))
    assert [(each.ruled, each.instead) for each in overruled(session)] == [(Fire.MISS, Fire.HIT)]


def test_overruling_moves_a_fighter(path: Path) -> None:
    session = give(begin(path), *CHECKED[:-1])
    assert session.can_overrule()["position check"][0] == "5 Level"
    session.overrule("position check", "5 Level", "a cocked die")
    give(session, CHECKED[-1])
    assert "fighter 1 counterclockwise to 4 Level" in options(session)
    assert same(session, look_at(path))


def options(session: Session) -> list[str]:
    assert session.hearing.question is not None
    return options_of(session.hearing.question)


@pytest.mark.parametrize("why", ["", " ", "\t\n"])
def test_overruling_wants_a_reason(path: Path, why: str) -> None:
    session = give(begin(path), *HIT)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="wants a reason"):
        session.overrule("defensive fire", "fighter hit", why)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("rule", "verdict", "message"),
    [
        ("defensive fire", "fighter unhurt", "could not have ruled 'fighter unhurt': choose one of"),
        ("resolve attack", "cockpit", "could not have ruled 'cockpit': choose one of"),
        ("position check", "6 Level", "The last answer did not complete the rule 'position check'; it completed: "),
        ("nonsense", "fighter hit", "did not complete the rule 'nonsense'"),
    ],
)
def test_overruling_cannot_do_everything(path: Path, rule: str, verdict: str, message: str) -> None:
    session = give(begin(path), *HIT)
    before = path.read_bytes()
    with pytest.raises(BadInput, match=re.escape(message)):
        session.overrule(rule, verdict, "because")
    assert path.read_bytes() == before
    assert same(session, look_at(path))


def test_what_can_be_overruled_could_have_been(path: Path) -> None:
    session = begin(path)
    assert session.can_overrule() == {}
    for said in WHOLE:
        session.answer(said)
        before = session.asked, list(session.entries)
        for rule, others in session.can_overrule().items():
            session.overrule(rule, others[-1], "to try it")
            assert same(session, look_at(path))
            session.undo()
            session.answer(said)
        assert session.asked == before[0]
        assert [entry.answer for entry in session.entries] == [entry.answer for entry in before[1]]


def test_an_overruling_is_taken_back_with_its_answer(path: Path) -> None:
    session = give(begin(path), *HIT)
    session.overrule("defensive fire", "fighter hit", "a cocked die")
    session.undo()
    assert overruled(session) == []
    give(session, HIT[-1])
    assert session.asked.endswith("back of the fighter counter")
    assert same(session, look_at(path))


def test_two_overrulings_of_one_answer(path: Path) -> None:
    session = give(begin(path), *HIT)
    session.overrule("resolve attack", "fuselage", "a cocked die")
    session.overrule("defensive fire", "fighter hit", "another cocked die")
    give(session, "yes")
    assert same(session, look_at(path))
    assert [each.instead for each in overruled(session)] == ["fuselage", Fire.HIT]


def test_one_of_several_verdicts_is_overruled(path: Path) -> None:
    """The zone of one arc is overruled, and all arcs lie there: no space is left for the next pair."""
    session = begin(path, Terms.of(BOOK, {"zones": "board"}, [BOOK.practice]))
    give(session, *SETUP, "2", "rear", *(BOARD[f"zone on the board {clock}"] for clock in range(1, 13)))
    give(session, "6 Low", "6 Low")
    assert "7 Low" in options(session)
    session.overrule("zone", "front", "the board is torn at arc 6")
    assert "7 Low" in options(session)


def test_an_overruling_cannot_take_the_ground_from_another(path: Path) -> None:
    """The whole fight is overruled first; were the red die a hit, it would not be over."""
    session = give(begin(path), *HIT)
    session.overrule("fight", "fuselage, fighter unhurt", "a cocked die")
    before = path.read_bytes()
    with pytest.raises(BadInput, match="fight was overruled before"):
        session.overrule("defensive fire", "fighter hit", "another cocked die")
    assert path.read_bytes() == before
    assert same(session, look_at(path))


def test_nothing_is_overruled_before_anything_was_answered(path: Path) -> None:
    session = begin(path, Terms.of(BOOK, {"initial-damage": "skipped"}, [BOOK.practice]))
    assert session.can_overrule() == {}
    with pytest.raises(BadInput, match="it completed: none"):
        session.overrule("initial damage", "no hit", "because")


def test_a_whole_game_cannot_be_overruled(path: Path) -> None:
    session = give(begin(path), *WHOLE)
    assert "game" not in session.can_overrule()
    with pytest.raises(BadInput, match="game could not have ruled 'won'"):
        session.overrule("game", "won", "I want to have won")


def test_every_verdict_to_choose_from_can_be_said(path: Path) -> None:
    for others in give(begin(path), *WHOLE).can_overrule().values():
        assert "None" not in others


# ------------------------------------------------------------------------- exports

NASTY = 'one|two \\| [b]three[/b] [url=x]y[/url] [*] <script>4</script> **five** `six` "seven", eight; ü'
FORM_NAMES = ("txt", "md", "bbcode", "csv", "json")


def posted(path: Path, why: str = NASTY) -> Session:
    """A game by the computer's dice, with an overruling in it."""
    session, player = give(begin(path), *HIT), Anybody(Random(2), habits=STUBBORN)
    session.overrule("defensive fire", "fighter hit", why)
    while (question := session.hearing.question) is not None:
        chance = left_to_chance(question)
        session.answer(throw(question) if chance else player(question), "virtual" if chance else "hand")
    return session


def test_forms() -> None:
    assert set(FORMS) == set(FORM_NAMES)


@pytest.mark.parametrize("form", FORM_NAMES)
def test_every_form_has_every_answer(path: Path, form: str) -> None:
    session = posted(path)
    told = export(session, form)
    for entry in session.entries:
        assert entry.ask in told
        assert entry.answer in told
    assert told == export(look_at(path), form)


def test_json_form(path: Path) -> None:
    session = posted(path)
    told = json.loads(export(session, "json"))
    assert told["game"] == "schwarm"
    assert told["terms"]["packs"] == {"practice": BOOK.practice.digest}
    assert told["end"] == str(session.hearing.record.verdict)
    rows = told["answers"]
    assert [(row["n"], row["ask"], row["answer"], row["by"]) for row in rows] == [
        (entry.n, entry.ask, entry.answer, entry.by) for entry in session.entries
    ]
    assert [row["overruled"] for row in rows if row["overruled"]] == [f"instead of fighter not hit, because: {NASTY}"]
    chances = [chance for row in rows for chance in row["chances"]]
    assert chances
    assert all(0 < Fraction(chance) <= 1 for chance in chances)


@pytest.mark.parametrize("why", [NASTY, "two\nlines", "two\r\nlines"])
def test_csv_form(path: Path, why: str) -> None:
    session = posted(path, why)
    rows = list(csv.DictReader(io.StringIO(export(session, "csv"), newline="")))
    assert [(int(row["n"]), row["asked"], row["answer"], row["by"]) for row in rows] == [
        (entry.n, entry.ask, entry.answer, entry.by) for entry in session.entries
    ]
    assert [row["overruled"] for row in rows if row["overruled"]] == [f"instead of fighter not hit, because: {why}"]


@pytest.mark.parametrize("why", [NASTY, "two\nlines"])
def test_md_form(path: Path, why: str) -> None:
    session = posted(path, why)
    head, *lines = export(session, "md").splitlines()
    assert head == "# Schwarm!: evening"
    table = lines[lines.index("|---|---|---|---|---|") + 1 : -2]
    assert len(table) == len(session.entries)
    for line in table:
        assert len(re.findall(r"(?<!\\)\|", line)) == 6, "five columns"
    assert lines[-1] == f"**{session.hearing.record.verdict}**"


def test_md_form_of_typed_markup(path: Path) -> None:
    told = export(posted(path, "<b>three</b> **five** [y](x)"), "md")
    for raw in ("<b>", " **five**", "[y](x)"):
        assert raw not in told


@pytest.mark.parametrize(
    "why",
    [
        "plain",
        NASTY,
        "[b]never closed",
        "two\n[/list]lines",
    ],
)
def test_bbcode_form(path: Path, why: str) -> None:
    session = posted(path, why)
    told = export(session, "bbcode")
    open_tags, items = list[str](), 0
    for end, tag in re.findall(r"\[(/?)(b|i|list|url|\*)[^\]]*\]", told):
        if tag == "*":
            assert open_tags == ["list"]
            items += 1
        elif end:
            assert open_tags.pop() == tag
        else:
            open_tags.append(tag)
    assert open_tags == []
    assert items == len(session.entries)
    assert "[url" not in told


@pytest.mark.parametrize("why", [NASTY, "two\nlines"])
def test_txt_form(path: Path, why: str) -> None:
    session = posted(path, why)
    title, terms, _, *lines, _, end = export(session, "txt").splitlines()
    assert title == "Schwarm!: evening"
    assert terms.startswith("Played with ")
    assert terms.endswith("the practice pack (invented values).")
    assert [line.split(". ")[0] for line in lines] == [str(entry.n) for entry in session.entries]
    assert end == str(session.hearing.record.verdict)


@pytest.mark.parametrize("form", FORM_NAMES)
def test_virtual_dice_and_overrulings_are_marked(path: Path, form: str) -> None:
    told = export(posted(path, "a cocked die"), form)
    assert re.search("OVERRULED|overruled", told)
    assert "instead of fighter not hit, because: a cocked die" in told
    assert told.count("virtual") == sum(entry.by == "virtual" for entry in look_at(path).entries) > 0


@pytest.mark.parametrize("form", ["txt", "md", "bbcode", "csv", "json"])
def test_invented_values_are_marked(path: Path, form: str) -> None:
    session = give(begin(path), *SETUP)
    assert "invented" in export(session, form)
    own = give(begin(path.with_name("own.jsonl"), Terms()), *SETUP)
    assert "invented" not in export(own, form)


@pytest.mark.parametrize("form", FORM_NAMES)
@pytest.mark.parametrize(
    ("rule", "verdict"),
    [("resolve attack", "fuselage"), ("defensive fire", "fighter hit"), ("fight", "fuselage, fighter unhurt")],
)
def test_every_overruling_is_marked(path: Path, form: str, rule: str, verdict: str) -> None:
    session = give(begin(path), *HIT)
    session.overrule(rule, verdict, "a cocked die")
    assert "because: a cocked die" in export(session, form)


@pytest.mark.parametrize("form", FORM_NAMES)
def test_every_ruling_of_the_dice_is_told(path: Path, form: str) -> None:
    session = give(begin(path), *HIT)
    told = export(session, form)
    for record in thrown_by(session):
        assert f"{record.case.rule.name}: {word(record.verdict)}" in told


def test_where_a_turret_turned_is_told(path: Path) -> None:
    *_, row = account(give(begin(path), *CHECKED, "done", "4"))
    assert "right" in row.rulings[0]
    assert row.chances == (Fraction(1, 2),)


ODD = "one\x0btwo\x1b[31m\u2028three\x85four\u202efive\x00\tsix"


@pytest.mark.parametrize("form", ["txt", "md", "bbcode"])
def test_what_cannot_be_printed_is_not_posted(path: Path, form: str) -> None:
    """Other line ends, terminal escapes, letters that turn the line around."""
    session = posted(path, ODD)
    told = export(session, form)
    assert [line for line in told.split("\n") if not line.replace("\u200b", "").isprintable()] == []
    assert "one two" in told


@pytest.mark.parametrize("said", ["=1+1", "=HYPERLINK(1)", "+cmd|x", "@SUM(A1)", "-2+3", "\t=1", "\r=1"])
def test_no_cell_is_a_formula(said: str) -> None:
    assert as_cell(said) == f"'{said}"


@pytest.mark.parametrize("said", ["-1", "+1", "3/0", "", "fighter 1 down to 5 Low", "1/2"])
def test_cells_stay_as_they_are(said: str) -> None:
    assert as_cell(said) == said


def test_the_cells_of_a_table_are_guarded(path: Path) -> None:
    """The file may have come from anybody: whose an answer is may be any word."""
    session = begin(path)
    session.answer("5", "=1+1")
    (row,) = csv.DictReader(io.StringIO(export(session, "csv"), newline=""))
    assert row["by"] == "'=1+1"


def test_switched_readings_are_told(path: Path) -> None:
    session = begin(path, Terms.of(BOOK, {"zones": "board", "fighter": "BF-109"}, [BOOK.practice]))
    session.answer("5")
    for form in FORM_NAMES:
        for told in ("BF-109", "zones", "board", "practice"):
            assert told in export(session, form)


def test_game_that_is_not_over_says_so(path: Path) -> None:
    session = give(begin(path), *SETUP)
    for form in ("txt", "md", "bbcode", "json"):
        assert f"Not over: {session.asked}" in export(session, form)


def test_what_was_taken_back_is_not_told(path: Path) -> None:
    session = give(begin(path), "9", "8")
    session.undo(2)
    give(session, *SETUP)
    rows = list(account(session))
    assert [(row.entry.n, row.entry.answer) for row in rows] == [(4, "5"), (5, "1"), (6, "dorsal"), (7, "3")]


# ------------------------------------------------------------------- odds and luck


def thrown_by(session: Session) -> Iterator[Record]:
    """The rules that threw dice themselves and came to a verdict that can be said."""
    for record in session.hearing.completed:
        if sayable(record.verdict) and any(isinstance(entry, Thrown) for entry in record.entries):
            yield record


def brute(case: Case[Any], terms: Terms, answers: tuple[str, ...] = ()) -> dict[str, Fraction]:
    """The chance of every verdict, by hearing the case with every face of every die."""
    found = hear(case, answers, terms)
    if isinstance(found, Ruling):
        return {word(found.verdict): Fraction(1)}
    question = found.question
    assert isinstance(question, Throw | Draw)
    ways = question.die.faces if isinstance(question, Throw) else question.cup
    chances: dict[str, Fraction] = {}
    for way in ways:
        for verdict, chance in brute(case, terms, (*answers, str(way))).items():
            chances[verdict] = chances.get(verdict, Fraction(0)) + chance / len(ways)
    return chances


@pytest.mark.parametrize("seed", range(3))
def test_prior_odds_are_exact(path: Path, seed: int) -> None:
    """The chance in the account is that of the rule before its dice fell: as `odds` has it, and as every die says."""
    session = play_out(begin(path), seed, habits=STUBBORN)
    rows = list(account(session))
    for record in thrown_by(session):
        row, verdict = rows[(record.done or 0) - 1], word(record.verdict)
        chance = dict(zip(row.rulings, row.chances, strict=True))[f"{record.case.rule.name}: {verdict}"]
        assert chance == labelled(odds(record.case, terms=PRACTICE))[verdict]
        assert chance == brute(record.case, PRACTICE)[verdict]


def test_prior_odds_know_the_cells_that_were_read(path: Path) -> None:
    session = begin(path, Terms())
    give(session, *SETUP, "1", "right", "2 Low", "2 Low", "1", "10", "4")
    assert session.entries[-1].ask.endswith("inertia 5")
    *_, row = account(session)
    check = next(record for record in thrown_by(session) if record.case.rule.name == "position check")
    assert row.chances in ((None,), (labelled(odds(check.case, terms=PRACTICE))[word(check.verdict)],))


def test_prior_odds_of_what_was_overruled_are_those_of_the_die(path: Path) -> None:
    session = give(begin(path), *HIT)
    *_, ruled = account(session)
    session.overrule("defensive fire", "fighter hit", "a cocked die")
    *_, row = account(session)
    assert (ruled.rulings[-1], row.rulings[-1]) == ("defensive fire: fighter not hit", "defensive fire: fighter hit")
    assert row.chances[-1] == ruled.chances[-1] == Fraction(3, 5)


def test_luck_is_exact(path: Path) -> None:
    session = give(begin(path), *WHOLE)
    found = luck(session, luck_of("schwarm"))
    assert found is not None
    black, red = (8, 4), (3, 3)  # low is good for the red dice: a one counts as a ten
    goodness = sum(black) + sum(11 - face for face in red)
    throws = [sum(faces) for faces in product(range(1, 11), repeat=4)]
    assert (found.dice, found.goodness) == (4, goodness)
    assert found.expected == Fraction(sum(throws), len(throws))
    assert found.as_good == Fraction(sum(total >= goodness for total in throws), len(throws))
    for told in (str(goodness), "4 dice", "the mean is 22.", str(found.as_good), f"{float(found.as_good):.2%}"):
        assert told in str(found)


def test_luck_counts_no_other_dice(path: Path) -> None:
    session = give(begin(path), *CHECKED)
    assert luck(session, luck_of("schwarm")) is None
    give(session, *WHOLE[len(CHECKED) :])
    session.undo(3)  # the last red die, the last black die, and no other pass
    give(session, "10", "1", "no")
    found = luck(session, luck_of("schwarm"))
    assert found is not None
    assert (found.dice, found.goodness) == (4, 8 + 8 + 10 + 10)


def test_luck_survives_the_file(path: Path) -> None:
    session = play_out(begin(path), seed=4, habits=STUBBORN)
    session.close()
    assert luck(session, luck_of("schwarm")) == luck(resume(path), luck_of("schwarm"))
