"""The questions a rule may ask of the table, beside a cell (`Chart.look`) and another rule (a `Case`).

The table answers with faces, words and numbers; `read` turns an answer into what the rule receives, or raises
BadAnswer with what was asked, what is allowed and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from companion.dice import Die
from companion.errors import BadAnswer, BadInput
from companion.question import Question

if TYPE_CHECKING:
    from companion.referee.rules import Case
    from companion.referee.tallies import Tally

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

Grade = tuple[int, ...]
"""What each face of a die is worth, one entry a face: `(0, 0, 0, 0, 1, 1)` is a hit on five or six."""


@dataclass(frozen=True)
class Throw(Question[int]):
    """One die; the rule receives its natural face."""

    die: Die
    why: str

    def read(self, said: object) -> int:
        return self.die.read(said, self.why)


@dataclass(frozen=True)
class _Dice:
    count: int
    die: Die
    grade: Grade
    why: str

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError(f"{self.why}: {self.count} dice cannot be thrown.")
        if len(self.grade) != len(self.die.faces):
            raise ValueError(
                f"{self.why}: a grade for a {self.die.name} has {len(self.die.faces)} entries, not {len(self.grade)}."
            )

    @cached_property
    def worth(self) -> dict[int, int]:
        """The grade of each face."""
        return dict(zip(self.die.faces, self.grade, strict=True))

    def faces(self, said: object) -> tuple[int, ...]:
        """The faces in one word, `36114` (or `3,6,11` for dice with two-digit faces)."""
        text = str(said).strip()
        long = self.die.name not in ("d10",) and self.die.faces[-1] > 9
        words = re.split(r"[,\s]+", text) if long or "," in text or " " in text else list(text)
        faces = tuple(self.die.read(word, self.why) for word in words if word)
        if len(faces) != self.count:
            missing = self.count - len(faces)
            short = f"{missing} more to throw" if missing > 0 else f"{-missing} too many"
            raise BadAnswer(f"{self.why}: {self.count} dice were asked for and {len(faces)} told: {short}.")
        return faces


@dataclass(frozen=True)
class Pool(_Dice, Question[tuple[int, ...]]):
    """Like dice, each graded by its face; the rule receives the sorted grades."""

    def read(self, said: object) -> tuple[int, ...]:
        return tuple(sorted(self.worth[face] for face in self.faces(said)))


@dataclass(frozen=True)
class Total(_Dice, Question[int]):
    """Like dice, each graded by its face; the rule receives the sum of the grades."""

    def read(self, said: object) -> int:
        return sum(self.worth[face] for face in self.faces(said))


@dataclass(frozen=True)
class Draw(Question[T]):
    """One piece from a cup, without replacement: the rule receives it and takes it out of the cup itself."""

    cup: tuple[T, ...]
    why: str

    def read(self, said: object) -> T:
        return _one_of(tuple(dict.fromkeys(self.cup)), said, self.why)


@dataclass(frozen=True)
class Choose(Question[T]):
    """A decision, and whose it is."""

    why: str
    options: tuple[T, ...]
    by: str

    def read(self, said: object) -> T:
        return _one_of(self.options, said, self.why)


@dataclass(frozen=True)
class Together(Question[tuple[Any, ...]]):
    """Rules whose dice are thrown in one go: the first question of each is asked before any is heard on."""

    cases: tuple[Case[Any], ...]


@dataclass(frozen=True)
class Throwing(Question[int]):
    """A die with a tally added to its face."""

    throw: Throw
    plus: Tally

    def lies(self, face: int) -> Added:
        """What is left to be asked once the die lies on the table."""
        return Added(self.plus, self.throw.why, face)


@dataclass(frozen=True)
class Added(Question[int]):
    """A tally, added to what a die shows."""

    plus: Tally
    die: str
    face: int


def roll(die: Die, why: str, plus: Tally | None = None) -> Question[int]:
    """One die. The rule receives its face, plus the tally."""
    throw = Throw(die, why)
    return throw if plus is None else Throwing(throw, plus)


def pool(count: int, die: Die, grade: Grade, why: str) -> Pool:
    """`count` dice, each graded by its face. The rule receives the grades, sorted."""
    return Pool(count, die, grade, why)


def total(count: int, die: Die, grade: Grade | None = None, why: str = "dice") -> Total:
    """`count` dice, each graded by its face (by the face itself, without a grade). The rule receives the sum."""
    return Total(count, die, grade or die.faces, why)


def draw(cup: Iterable[T], why: str) -> Draw[T]:
    """A piece drawn blindly from a cup. Raises BadInput when it is empty."""
    pieces = tuple(cup)
    if not pieces:
        raise BadInput(f"{why}: there is no piece left in the cup.")
    return Draw(pieces, why)


def choose(why: str, options: Iterable[T], by: str = "the player") -> Choose[T]:
    """A decision among options. The rule receives the option."""
    return Choose(why, tuple(options), by)


def decide(why: str, by: str = "the player") -> Choose[bool]:
    """A decision for or against. The rule receives True or False."""
    return Choose(why, (True, False), by)


def together(first: Case[T], *others: Case[Any]) -> Question[tuple[T, *tuple[Any, ...]]]:
    """Hear rules whose dice are thrown together. The rule receives their verdicts, in order."""
    asked: Any = Together((first, *others))
    return asked  # type: ignore[no-any-return]


def word(option: object) -> str:
    """An option or a verdict as players say it."""
    if hasattr(option, "told"):
        return "; ".join(option.told())
    if isinstance(option, bool):
        return "yes" if option else "no"
    return str(option)


def _one_of(options: tuple[T, ...], said: object, why: str) -> T:
    text = "" if said is None else word(said).strip().casefold()
    exact = [option for option in options if word(option).casefold() == text]
    near = [option for option in options if text and word(option).casefold().startswith(text)]
    if len(found := exact or near) != 1:
        raise BadAnswer(f"{why} {text!r} is not one of {', '.join(map(word, options))}.")
    return found[0]
