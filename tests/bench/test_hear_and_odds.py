"""What a table can reach, answer by answer, is what the odds weigh: for random small rules, and for Schwarm! itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.book import Look
from companion.errors import IllegalAction
from companion.odds import at_random, habit, odds, odds_from, weigh
from companion.referee import Case, Hearing, Terms
from companion.referee.questions import Choose
from companion.schwarm import BOOK as SCHWARM
from companion.schwarm.attack import FACE_DOWN, Attack
from companion.schwarm.s0_terms import Altitude, Fighter, Position, Turret
from companion.schwarm.s1_setup import Hits, initial_damage, sun, turret_setup
from companion.schwarm.s2_first_pass import position_check
from companion.schwarm.s5_combat import attack, damage_report

from .programs import Both, Call, Cell, Program, Roll, play, programs
from .toy import PLAIN, Table, heard, resolve, said

T = TypeVar("T")
modest = settings(max_examples=60, deadline=None, derandomize=True)


def last(question: Choose[Any]) -> Any:
    return question.options[-1]


@modest
@given(programs(choices=True, gaps=True, most=60), st.tuples(st.integers(0, 2), st.integers(0, 2)))
def test_programs(program: Program, values: tuple[int, int]) -> None:
    cells = {"small 2": values[0], "small 3": values[1]}
    assert heard(play(program), cells=cells) == resolve(odds(play(program), at_random), cells)
    assert heard(play(program), cells=cells, decide=last) == resolve(odds(play(program)), cells, last)
    assert heard(play(program), cells=cells, decide=last) == resolve(
        odds(play(program), habit(last), foresight=True), cells
    )


class Dealt(Table):
    """A table on which everything falls as it was dealt."""

    def pick(self, options: Sequence[T]) -> T:
        self.sizes.append(len(options))
        return options[self.turns[len(self.sizes) % len(self.turns)] % len(options)]


def begun(case: Case[Any], cells: Mapping[str, Any], turns: list[int], answers: int) -> Hearing[Any]:
    """A hearing that was given some answers, or all it asked for."""
    hearing, table = Hearing(case), Dealt(turns)
    while hearing.question is not None and len(hearing.log) < answers:
        hearing.answer(said(hearing.question, table, cells, last))
    return hearing


DEALT = st.lists(st.integers(0, 11), min_size=3, max_size=7)


def odds_in_the_middle(program: Program, turns: list[int], answers: int) -> None:
    """Where no called rule is being heard, the odds are those of going on from here."""
    cells = {"small 2": 1, "small 3": 2}
    hearing = begun(play(program), cells, turns, answers)
    before = [answer for _, answer in hearing.log]
    if hearing.question is not None and list(hearing.record.waiting()) == [hearing.record]:
        asked = {str(question) for question, _ in hearing.log if isinstance(question, Look)}
        assert not asked & {str(each) for each in odds_from(hearing.record).opens}
        assert resolve(odds_from(hearing.record), cells, last) == heard(play(program), PLAIN, cells, last, before)


@modest
@given(programs(choices=True, gaps=False, most=60), DEALT, st.integers(1, 4))
def test_odds_in_the_middle(program: Program, turns: list[int], answers: int) -> None:
    odds_in_the_middle(program, turns, answers)


AGAIN = Program((Cell(2), Roll(2), Cell(2)))
CALLED = Program((Call(Program((Cell(2),))), Roll(2), Cell(2)))
AT_ONCE = Program((Both(Program((Roll(2), Cell(2))), Program((Cell(2),))),))


@modest
@example(AGAIN, [0], 1)
@example(CALLED, [0], 1)
@given(programs(choices=True, gaps=True, most=60), DEALT, st.integers(1, 4))
def test_odds_in_the_middle_with_gaps(program: Program, turns: list[int], answers: int) -> None:
    odds_in_the_middle(program, turns, answers)


@modest
@example(AT_ONCE, [0])
@given(programs(choices=True, gaps=True), DEALT)
def test_no_cell_is_asked_twice(program: Program, turns: list[int]) -> None:
    log = begun(play(program), {"small 2": 1, "small 3": 2}, turns, 99).log
    cells = [question for question, _ in log if isinstance(question, Look)]
    assert len(cells) == len(set(cells))


HIGH, LEVEL, LOW = Altitude
BOARD = {str(chart.look(*cell)): chart.outcomes.keys[-1] for chart in SCHWARM.charts.values() for cell in chart.gaps}


def agree(case: Case[Any], switched: Mapping[str, str]) -> dict[Any, Fraction]:
    """Hold a table against the odds, with the practice pack on it, and for the rest a board full of last values.

    Whoever decides, decides at random.
    """
    terms = Terms.of(SCHWARM, switched, [SCHWARM.practice])
    reached = heard(case, terms, BOARD)
    assert reached == resolve(odds(case, at_random, terms=terms), BOARD)
    assert reached == resolve(odds(case, at_random, foresight=True, terms=terms), BOARD)
    assert all(reached.values())
    return reached


CHECKS: list[tuple[Position, tuple[str, ...]]] = [
    (Position(1, HIGH), ()),
    (Position(5, LOW), ()),
    (Position(6, LEVEL), ()),
    (Position(9, LEVEL), ("dorsal", "ventral")),
    (Position(11, LOW), ("ventral",)),
    (Position(12, HIGH), ("dorsal",)),
    (Position(12, LEVEL), ("dorsal", "ventral")),
]
SWITCHED = [
    {},
    {"first-step": "yes"},
    {"later-steps": "no"},
    {"both-turrets": "each", "two-levels-from-level": "stops"},
    {"five-arcs": "ask", "first-step": "yes"},
]


@pytest.mark.parametrize("switched", SWITCHED, ids=lambda switched: " ".join(switched.values()) or "adopted")
@pytest.mark.parametrize(("position", "turrets"), CHECKS, ids=str)
def test_position_check(position: Position, turrets: tuple[str, ...], switched: dict[str, str]) -> None:
    agree(position_check(position, turrets), switched)


def test_position_check_of_the_printed_arcs_needs_no_pack() -> None:
    """The example of 2.1.2: from 1 a 7 pays 3, 2 and 1, and the fourth arc asks too much."""
    case = position_check(Position(1, HIGH))
    assert heard(case, cells={"inertia 5": 9}) == resolve(odds(case), {"inertia 5": 9})
    assert heard(case, cells={"inertia 5": 9})[Position(4, LEVEL)] == Fraction(3, 10)  # 6, 7 and 8


def counters(type: str, backs: str) -> tuple[Fighter, ...]:
    return tuple(Fighter(type, *map(int, back.split("/"))) for back in backs.split())


ATTACKS = {
    "press or not": (Attack(Position(12, HIGH), Fighter("FW-190", 3, 1), pressed=None, points=1), {}),
    "no points": (Attack(Position(9, LEVEL), Fighter("FW-190", 5, 1), points=0), {}),
    "any": (Attack(Position(9, LEVEL), Fighter("FW-190", 5, 1), points=0), {"any-damage": "this-table"}),
    "face down": (Attack(Position(6, LOW), out=counters("FW-190", "5/1"), points=0), {"scattered-cover": "zone"}),
    "the last counter": (
        Attack(Position(3, LOW), out=counters("BF-109", "1/0 3/1 3/0 0/1 2/1")),
        {"fighter": "BF-109"},
    ),
    "turrets and sun": (
        Attack(
            Position(12, LEVEL), Fighter("FW-190", 1, 0), turrets=(Turret("dorsal", True), Turret("ventral", False)),
            sun=Position(12, LEVEL), gun_hits=3, points=2,
        ),
        {"sun-red": "plus"},
    ),
    "a pair": (
        Attack(
            Position(11, HIGH), Fighter("FW-190", 1, 0), wingman=FACE_DOWN, points=0,
            out=counters("FW-190", "3/1 3/0 2/0"),
            wing_turrets=(Turret("dorsal", True),), sun=Position(5, LOW),
        ),
        {"combined-black": "turret"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("situation", "switched"), ATTACKS.values(), ids=ATTACKS)
def test_attack(situation: Attack, switched: dict[str, str]) -> None:
    assert len(agree(attack(situation), switched)) > 2


@pytest.mark.parametrize("value", ["once", "twice", "skipped"])
def test_initial_damage(value: str) -> None:
    assert len(agree(initial_damage(), {"initial-damage": value})) == {"once": 5, "twice": 14, "skipped": 1}[value]


@pytest.mark.parametrize("value", ["symmetry", "board"])
def test_turret_setup(value: str) -> None:
    reached = agree(turret_setup(Position(3, LOW)), {"zones": value})
    assert {zones.ventral for zones in reached} == {"front", "rear"}
    assert {zones.dorsal for zones in reached} == {"front", "rear", {"symmetry": "right", "board": "left"}[value]}


def test_sun() -> None:
    assert set(agree(sun(), {}).values()) == {Fraction(1, 10)}


HITS = Hits((1, 0, 2, 0, 0, 1, 0, 0))
STANDING: dict[str, Case[Any]] = {
    "check": position_check(Position(12, LEVEL), ("dorsal", "ventral")),
    "attack": attack(
        Attack(
            Position(9, LEVEL), Fighter("FW-190", 1, 0), wingman=Fighter("FW-190", 3, 1), placed_together=False,
            points=0, turrets=(Turret("dorsal", True),), sun=Position(9, LEVEL), gun_hits=2,
        )
    ),
    "scattered": attack(
        Attack(Position(9, LOW), Fighter("FW-190", 3, 1), turrets=(Turret("dorsal", False), Turret("ventral", False)))
    ),
    "cup": attack(Attack(Position(9, LEVEL), points=0, out=counters("FW-190", "1/0 3/1"))),
    "report": damage_report(HITS, HITS),
    "setup": turret_setup(Position(3, LOW)),
}  # fmt: skip


@pytest.mark.parametrize("case", STANDING.values(), ids=STANDING)
def test_every_reading_a_case_stands_on_is_felt(case: Case[Any]) -> None:
    """Whatever a reading is switched to, table and odds stand on it alike; here each value changes something."""
    adopted = agree(case, {})
    stood = weigh(case, at_random, terms=Terms.of(SCHWARM, {}, [SCHWARM.practice])).stood
    assert stood
    for reading in stood:
        for value, _ in reading.values:
            assert alike(case, {reading.id: value}, adopted) is (value == reading.adopted), f"{reading} {value}"


def alike(case: Case[Any], switched: dict[str, str], adopted: dict[Any, Fraction]) -> bool:
    """Whether a case comes out as adopted; one that a reading forbids does not."""
    try:
        return agree(case, switched) == adopted
    except IllegalAction:
        return False
