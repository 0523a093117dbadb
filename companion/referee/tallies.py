"""Tallies: lists of modifiers, one bullet a statement, which also say what was considered and did not apply."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ParamSpec

from companion.book import Look
from companion.question import Question
from companion.referee.listening import INSIDE

P = ParamSpec("P")

Amount = int | Look | str | None
"""What a bullet adds: a number, a cell to look up, or nothing (and, as a string, why not)."""

Bullets = Iterator[tuple[str, str, Amount]]
"""What a tally yields: statement id, what it is, amount."""


@dataclass(frozen=True)
class Bullet:
    """One line of a tally; `look` is the cell that its amount was read from, if it was."""

    statement: str
    what: str
    amount: Amount
    look: Look | None = None


@dataclass(frozen=True)
class Tally(Question[int]):
    """A list of modifiers; awaited, it gives its total, asking for the cells that are not printed."""

    name: str
    bullets: tuple[Bullet, ...]

    def __await__(self) -> Generator[Question[Any], Any, int]:
        return self.added_to(None, 0)

    def added_to(self, die: str | None, face: int) -> Generator[Question[Any], Any, int]:
        """Look up the cells, read the tally into the record, and give its total (with the face of a die)."""
        settled = []
        for bullet in self.bullets:
            if isinstance(bullet.amount, Look):
                bullet = replace(bullet, amount=(yield from bullet.amount.__await__()), look=bullet.amount)
            settled.append(bullet)
        total: int = yield Cited(Tally(self.name, tuple(settled)), die, face)
        return total

    @property
    def total(self) -> int:
        """The sum of what applies."""
        return sum(bullet.amount for bullet in self.bullets if isinstance(bullet.amount, int))


@dataclass(frozen=True)
class Cited(Question[int]):
    """A tally whose cells are known, read into the record, and the face of the die that it is added to, if any."""

    tally: Tally
    die: str | None = None
    face: int = 0

    @property
    def total(self) -> int:
        """The answer: the total of the tally, added to the face."""
        return self.face + self.tally.total


def tally(name: str) -> Callable[[Callable[P, Bullets]], Callable[P, Tally]]:
    """Make a generator of bullets into a tally of that name."""

    def mark(bullets: Callable[P, Bullets]) -> Callable[P, Tally]:
        @wraps(bullets)
        def gather(*args: P.args, **kwargs: P.kwargs) -> Tally:
            token = INSIDE.set(True)
            try:
                return Tally(name, tuple(Bullet(*bullet) for bullet in bullets(*args, **kwargs)))
            finally:
                INSIDE.reset(token)

        return gather

    return mark
