"""The odds of random small rules, held against an enumeration that throws every die by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.book import Pack
from companion.odds import Bounds, Dist, Open, at_random, best, habit, odds
from companion.referee import Terms
from companion.referee.questions import Choose

from .programs import (
    AsMany,
    Both,
    Call,
    Cell,
    Fork,
    Got,
    Grab,
    Modified,
    Pick,
    Pooled,
    Program,
    Roll,
    Stand,
    Step,
    Totalled,
    play,
    programs,
    worth,
)  # fmt: skip
from .toy import BOOK, Table, every_way, resolve

modest = settings(max_examples=120, deadline=None, derandomize=True)

Cells = Mapping[int, int]
CELLS = (2, 3)  # what the small chart does not print and a program may ask for
WORLDS = [dict(zip(CELLS, values, strict=True)) for values in product(range(3), repeat=2)]
TIE = [value for value, _ in BOOK.reading("tie").values]


class Unanswered(Exception):
    """A run came to a cell or a choice of which nothing is known."""


Mind = Callable[[tuple[int, ...], tuple[int, ...]], int]
"""A player: all that was seen so far, and the options."""


@dataclass
class Run:
    """One run of a program at a table, done step by step, without the referee and without the odds."""

    table: Table
    cells: Cells
    mind: Mind | None
    stand: int = 0
    past: list[int] = field(default_factory=list)

    def program(self, program: Program) -> Got:
        got: Got = ()
        for step in program.steps:
            got = (*got, self.step(step, got))
        return program.verdict(got)

    def step(self, step: Step, got: Got) -> Got:
        match step:
            case Roll(sides):
                return self.throw(sides)
            case Modified(sides, plus):
                face = self.throw(sides)
                return face + sum(self.cell(line.n) if isinstance(line, Cell) else line or 0 for line in plus)
            case Pooled(count, sides, grade):
                return tuple(sorted(grade[self.throw(sides) - 1] for _ in range(count)))
            case Totalled(count, sides, grade):
                return sum(grade[self.throw(sides) - 1] for _ in range(count))
            case AsMany(sides, grade):
                return tuple(sorted(grade[self.throw(sides) - 1] for _ in range(step.count(got))))
            case Grab(cup, many):
                left = list(cup)
                return tuple(self.note(left.pop(self.table.pick(range(len(left))))) for _ in range(many))
            case Pick(options):
                return self.pick(options)
            case Cell(n):
                return self.cell(n)
            case Call(program):
                return self.program(program)
            case Both(one, other):
                return (self.program(one), self.program(other))
            case Stand():
                return self.stand
            case Fork():
                return self.step(step.way(got), got)

    def throw(self, sides: int) -> int:
        return self.note(self.table.pick(range(1, sides + 1)))

    def pick(self, options: tuple[int, ...]) -> int:
        if self.mind is None:
            raise Unanswered(f"One of {options}?")
        return self.note(self.mind(tuple(self.past), options))

    def note(self, seen: int) -> int:
        self.past.append(seen)
        return seen

    def cell(self, n: int) -> int:
        if n != 1 and n not in self.cells:
            raise Unanswered(f"small {n}")
        return 1 if n == 1 else self.cells[n]


def enumerated(program: Program, cells: Cells, mind: Mind | None = None, stand: int = 0) -> dict[Got, Fraction]:
    """The chance of every verdict, by throwing every die by itself. What is not known ends a run, as a string."""

    def run(table: Table) -> Got:
        try:
            return Run(table, cells, mind, stand).program(program)
        except Unanswered as question:
            return str(question)

    return every_way(run)


def expectation(chances: Mapping[Got, Fraction], prize: Callable[[Got], int]) -> Fraction:
    return sum((chance * prize(got) for got, chance in chances.items()), Fraction(0))


def in_words(dist: Dist) -> dict[Got, Fraction]:
    """A distribution whose open outcomes are known by their questions alone."""
    chances: dict[Got, Fraction] = {}
    for outcome, chance in dist.items():
        key = str(outcome) if isinstance(outcome, Open) else outcome
        chances[key] = chances.get(key, Fraction(0)) + chance
    return chances


def by_habit(n: int) -> tuple[Mind, Callable[[Choose[Any]], Any]]:
    """One habit twice: for the enumeration, and for the odds."""

    def mind(_: tuple[int, ...], options: tuple[int, ...]) -> int:
        return options[n % len(options)]

    return mind, lambda question: question.options[n % len(question.options)]


def labelled(cells: Cells) -> dict[str, int]:
    return {f"small {n}": value for n, value in cells.items()}


def filled(cells: Cells) -> Terms:
    return Terms.of(BOOK, {}, [Pack.of("filled", {("small", (n,)): value for n, value in cells.items()})])


@modest
@given(programs(choices=False, gaps=False), st.booleans(), st.sampled_from(TIE))
def test_dice_and_cups(program: Program, foresight: bool, tie: str) -> None:
    weighed = odds(play(program), foresight=foresight, terms=Terms.of(BOOK, {"tie": tie}))
    assert dict(weighed) == enumerated(program, {}, stand=TIE.index(tie))


@modest
@given(programs(choices=True, gaps=False), st.booleans(), st.integers(0, 2))
def test_a_player_with_a_habit(program: Program, foresight: bool, n: int) -> None:
    mind, decide = by_habit(n)
    assert dict(odds(play(program), habit(decide), foresight=foresight)) == enumerated(program, {}, mind)


@modest
@given(programs(choices=True, gaps=False), st.booleans())
def test_a_player_without_a_mind(program: Program, foresight: bool) -> None:
    def run(table: Table) -> Got:
        return Run(table, {}, lambda _, options: table.pick(options)).program(program)

    assert dict(odds(play(program), at_random, foresight=foresight)) == every_way(run)


@modest
@given(programs(choices=True, gaps=True), st.booleans())
def test_what_is_open_is_open_as_often_as_it_is_asked(program: Program, foresight: bool) -> None:
    weighed = odds(play(program), foresight=foresight)
    assert in_words(weighed) == enumerated(program, {})
    assert sum(weighed.values()) == 1


@modest
@given(programs(choices=True, gaps=True), st.booleans(), st.integers(0, 2), st.sampled_from(WORLDS))
def test_branches_are_what_follows_from_the_answers(program: Program, foresight: bool, n: int, world: Cells) -> None:
    mind, decide = by_habit(n)
    expected = enumerated(program, world, mind)
    assert resolve(odds(play(program), foresight=foresight), labelled(world), decide) == expected
    assert resolve(odds(play(program), habit(decide), foresight=foresight), labelled(world)) == expected
    assert resolve(odds(play(program), foresight=foresight, terms=filled(world)), {}, decide) == expected


@modest
@given(programs(choices=False, gaps=True))
def test_foresight_changes_nothing_where_nobody_chooses(program: Program) -> None:
    assert odds(play(program)) == odds(play(program), foresight=True)


@settings(modest, max_examples=60)
@given(programs(choices=False, gaps=True, most=100), st.integers(0, 3))
def test_bounds_are_reached_by_some_board_and_passed_by_none(program: Program, least: int) -> None:
    def event(verdict: Got) -> int:
        return int(worth(verdict) >= least)

    chances = [expectation(enumerated(program, world), event) for world in WORLDS]
    low, high = min(chances), max(chances)
    assert odds(play(program)).P(event) == (low if low == high else Bounds(low, high))


@settings(modest, max_examples=60)
@given(programs(choices=True, gaps=False, most=60), st.integers(0, 3))
def test_bounds_over_choices_are_the_best_and_the_worst_play(program: Program, least: int) -> None:
    def event(verdict: Got) -> int:
        return int(worth(verdict) >= least)

    high = odds(play(program), best(event), foresight=True).expect(event)
    low = odds(play(program), best(lambda verdict: -event(verdict)), foresight=True).expect(event)
    assert odds(play(program)).P(event) == (low if low == high else (low, high))


TINY = [
    Program((Roll(3), Pick((0, 1)), Roll(2))),
    Program((Call(Program((Roll(2), Pick((0, 1))))), Roll(2), Pick((0, 1)))),
    Program((Call(Program((Roll(2), Pick((0, 1))), 3)), Roll(2), Fork(Pick((0, 1, 2)), Grab((0, 0, 1), 1)))),
    Program((Both(Program((Roll(2), Pick((1, 2)))), Program((Roll(3), Pick((0, 3))))),)),
    Program((Pick((0, 1)), Call(Program((Pick((0, 2)), Grab((1, 2), 2)))), Fork(Roll(2), Pick((4, 5))))),
]


@pytest.mark.parametrize("program", TINY)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(prizes=st.lists(st.integers(-9, 9), min_size=7, max_size=7))
def test_best_play_is_the_best_of_all_policies(program: Program, prizes: list[int]) -> None:
    def prize(verdict: Got) -> int:
        return prizes[worth(verdict) % len(prizes)]

    def under_one_policy(decisions: Table) -> Fraction:
        policy: dict[tuple[int, ...], int] = {}

        def mind(past: tuple[int, ...], options: tuple[int, ...]) -> int:
            if past not in policy:
                policy[past] = decisions.pick(options)
            return policy[past]

        return expectation(enumerated(program, {}, mind), prize)

    values = every_way(under_one_policy)
    assert odds(play(program), best(prize), foresight=True).expect(prize) == max(values)
    assert odds(play(program), best(lambda got: -prize(got)), foresight=True).expect(prize) == min(values)


def test_without_foresight_a_called_rule_sees_only_its_own_verdict() -> None:
    called = Program((Pick((0, 1)),), 4)  # 1 or 2
    program = Program((Call(called),), 2)  # makes 0 of 1, and 1 of 2
    prize = {0: 0, 1: 5, 2: 3}.__getitem__  # so the called rule prefers 1, and its caller would have it say 2
    assert dict(odds(play(program), best(prize))) == {0: 1}
    assert dict(odds(play(program), best(prize), foresight=True)) == {1: 1}


def test_a_step_that_is_asked_twice_is_answered_twice() -> None:
    assert odds(play(Program((Roll(2), Roll(2)), 0)))[1, 1] == Fraction(1, 4)
    assert odds(play(Program((Call(Program((Roll(2),))), Call(Program((Roll(2),)))))))[(1,), (2,)] == Fraction(1, 4)
