"""Random small rules: a program is a list of steps, each asks something; its verdict hangs on all that was received."""

from __future__ import annotations

from dataclasses import dataclass
from math import perm, prod
from typing import Any

from hypothesis import strategies as st

from companion.dice import Die
from companion.referee import Bullets, choose, draw, pool, roll, together, total

from .toy import BOOK, SMALL, rule, taken, tally

Got = Any
"""What was received: a number, or a nested tuple of numbers."""


def worth(got: Got) -> int:
    """A number that hangs on every number in a nested tuple, and on its place."""
    return got if isinstance(got, int) else sum(place * worth(part) for place, part in enumerate(got, 1)) + len(got)


@dataclass(frozen=True)
class Program:
    """Steps, one after the other, and how much of what was received is kept as the verdict (all, when `keeps` is 0)."""

    steps: tuple[Step, ...]
    keeps: int = 0

    def verdict(self, got: Got) -> Got:
        return worth(got) % self.keeps if self.keeps else got


@dataclass(frozen=True)
class Roll:
    """One die."""

    sides: int


@dataclass(frozen=True)
class Pooled:
    """Like dice, of which the grades matter."""

    count: int
    sides: int
    grade: tuple[int, ...]


@dataclass(frozen=True)
class Totalled:
    """Like dice, of which the sum of the grades matters."""

    count: int
    sides: int
    grade: tuple[int, ...]


@dataclass(frozen=True)
class AsMany:
    """None, one or two like dice, as what was received before says."""

    sides: int
    grade: tuple[int, ...]

    def count(self, got: Got) -> int:
        return worth(got) % 3


@dataclass(frozen=True)
class Grab:
    """Some pieces, one after the other, out of a cup."""

    cup: tuple[int, ...]
    many: int


@dataclass(frozen=True)
class Pick:
    """A choice."""

    options: tuple[int, ...]


@dataclass(frozen=True)
class Cell:
    """A cell of the small chart: 1 is printed, 2 and 3 are not."""

    n: int


@dataclass(frozen=True)
class Modified:
    """One die and a list of modifiers: numbers, cells, and what does not apply."""

    sides: int
    plus: tuple[int | Cell | None, ...]


@dataclass(frozen=True)
class Call:
    """Another rule."""

    program: Program


@dataclass(frozen=True)
class Both:
    """Two rules, whose dice are thrown together."""

    one: Program
    other: Program


@dataclass(frozen=True)
class Stand:
    """A disputed reading: the place of the value taken."""

    reading: str = "tie"


@dataclass(frozen=True)
class Fork:
    """One step or the other, as what was received before says."""

    even: Step
    odd: Step

    def way(self, got: Got) -> Step:
        return self.odd if worth(got) % 2 else self.even


Step = Roll | Pooled | Totalled | AsMany | Grab | Pick | Cell | Modified | Call | Both | Stand | Fork


@rule("1.1.a")
async def play(program: Program) -> Got:
    """Do as the program says."""
    got: Got = ()
    for step in program.steps:
        got = (*got, await ask(step, got))
    return program.verdict(got)


async def ask(step: Step, got: Got) -> Got:
    match step:
        case Roll(sides):
            return await roll(Die(f"d{sides}"), "die")
        case Modified(sides, plus):
            return await roll(Die(f"d{sides}"), "die", modifiers(plus))
        case Pooled(count, sides, grade):
            return await pool(count, Die(f"d{sides}"), grade, "pool")
        case Totalled(count, sides, grade):
            return await total(count, Die(f"d{sides}"), grade, "dice")
        case AsMany(sides, grade):
            return await pool(step.count(got), Die(f"d{sides}"), grade, "as many dice")
        case Grab(cup, many):
            return await grab(cup, many)
        case Pick(options):
            return await choose(f"One of {options}?", options)
        case Cell(n):
            return await SMALL.look(n)
        case Call(program):
            return await play(program)
        case Both(one, other):
            return await together(play(one), play(other))
        case Stand(reading):
            return [value for value, _ in BOOK.reading(reading).values].index(taken(reading))
        case Fork():
            return await ask(step.way(got), got)


async def grab(cup: tuple[int, ...], many: int) -> Got:
    pieces: list[int] = []
    for n in range(many):
        pieces.append(await draw(cup, f"piece {n + 1}"))
        place = cup.index(pieces[-1])
        cup = (*cup[:place], *cup[place + 1 :])
    return tuple(pieces)


@tally("modifiers")
def modifiers(plus: tuple[int | Cell | None, ...]) -> Bullets:
    """Whatever is written."""
    for line in plus:
        yield "1.1.b", "a line", SMALL.look(line.n) if isinstance(line, Cell) else line


def ways(step: Step | Program) -> int:
    """At most so many ways can the dice of a step fall."""
    match step:
        case Program(steps):
            return prod(map(ways, steps))
        case Roll(sides) | Modified(sides):
            return sides
        case Pooled(count, sides) | Totalled(count, sides):
            return int(sides**count)
        case AsMany(sides):
            return sides**2
        case Grab(cup, many):
            return perm(len(cup), many)
        case Call(program):
            return ways(program)
        case Both(one, other):
            return ways(one) * ways(other)
        case Fork(even, odd):
            return max(ways(even), ways(odd))
        case Pick() | Cell() | Stand():
            return 1


def dice() -> st.SearchStrategy[Step]:
    """Dice of any kind."""
    return st.sampled_from([2, 3, 4, 6]).flatmap(dice_of)


def dice_of(sides: int) -> st.SearchStrategy[Step]:
    """Dice of so many sides."""
    counts, grades = st.integers(0, 3), st.tuples(*[st.integers(-1, 3)] * sides)
    return (
        st.builds(Roll, st.just(sides))
        | st.builds(Pooled, counts, st.just(sides), grades)
        | st.builds(Totalled, counts, st.just(sides), grades)
        | st.builds(AsMany, st.just(sides), grades)
    )


@st.composite
def grabs(draw: st.DrawFn) -> Grab:
    """Pieces out of a cup, some of them alike."""
    cup = draw(st.lists(st.integers(0, 2), min_size=1, max_size=4))
    return Grab(tuple(cup), draw(st.integers(1, min(len(cup), 3))))


def modified(cells: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    """A die and its modifiers."""
    lines = st.lists(st.none() | st.integers(-2, 2) | cells, max_size=3).map(tuple)
    return st.builds(Modified, st.sampled_from([2, 3, 6]), lines)


def programs(*, choices: bool, gaps: bool, most: int = 400) -> st.SearchStrategy[Program]:
    """Programs whose dice fall in `most` ways at the most."""
    cells = st.builds(Cell, st.sampled_from([1, 2, 3] if gaps else [1]))
    picks = st.lists(st.integers(0, 3), min_size=1, max_size=3, unique=True).map(lambda options: Pick(tuple(options)))
    simple: st.SearchStrategy[Any] = dice() | grabs() | cells | modified(cells) | st.just(Stand())
    if choices:
        simple |= picks

    def some(steps: st.SearchStrategy[Any], least: int = 1, most: int = 3) -> st.SearchStrategy[Program]:
        return st.builds(Program, st.lists(steps, min_size=least, max_size=most).map(tuple), st.integers(0, 4))

    def nested(steps: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        inner = some(steps)
        return st.builds(Call, inner) | st.builds(Both, inner, inner) | st.builds(Fork, steps, steps)

    small = simple.filter(lambda step: ways(step) <= 9)
    steps = simple | nested(small) | nested(small | nested(small))
    return some(steps, 2, 4).filter(lambda program: ways(program) <= most)
