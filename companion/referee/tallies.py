"""Tallies: lists of modifiers, one bullet a statement, which also say what was considered and did not apply."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, ParamSpec

from companion.book import Look
from companion.question import Question

P = ParamSpec("P")

Amount = int | Look | str | None
"""What a bullet adds: a number, a cell to look up, or nothing (and, as a string, why not)."""

Bullets = Iterator[tuple[str, str, Amount]]
"""What a tally yields: statement id, what it is, amount."""


@dataclass(frozen=True)
class Bullet:
    """One line of a tally."""

    statement: str
    what: str
    amount: Amount

    @property
    def applies(self) -> bool:
        return not (self.amount is None or isinstance(self.amount, str))


@dataclass(frozen=True)
class Tally(Question[int]):
    """A list of modifiers; awaited, it gives its total, asking for the cells that are not printed."""

    name: str
    bullets: tuple[Bullet, ...]

    def __await__(self) -> Generator[Question[Any], Any, int]:
        settled = []
        for bullet in self.bullets:
            amount = bullet.amount
            if isinstance(amount, Look):
                amount = yield from amount.__await__()
            settled.append(Bullet(bullet.statement, bullet.what, amount))
        return (yield Cited(Tally(self.name, tuple(settled))))

    @property
    def total(self) -> int:
        """The sum of what applies."""
        return sum(bullet.amount for bullet in self.bullets if isinstance(bullet.amount, int))


@dataclass(frozen=True)
class Cited(Question[int]):
    """A tally whose cells are known, read into the record; the answer is its total."""

    tally: Tally


def tally(name: str) -> Callable[[Callable[P, Bullets]], Callable[P, Tally]]:
    """Make a generator of bullets into a tally of that name."""

    def mark(bullets: Callable[P, Bullets]) -> Callable[P, Tally]:
        def gather(*args: P.args, **kwargs: P.kwargs) -> Tally:
            return Tally(name, tuple(Bullet(*bullet) for bullet in bullets(*args, **kwargs)))

        gather.__name__, gather.__doc__, gather.__wrapped__ = bullets.__name__, bullets.__doc__, bullets  # type: ignore[attr-defined]
        return gather

    return mark
