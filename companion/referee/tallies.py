"""Tallies: lists of modifiers, one bullet a statement, which also say what was considered and did not apply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Generic, ParamSpec, cast

from companion.book import Key, Look
from companion.question import Question
from companion.referee.listening import LISTENER

P = ParamSpec("P")

Amount = Key | Look | None
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
    """A list of modifiers; awaited, it gives its total, and asks for the cells that are not printed."""

    name: str
    bullets: tuple[Bullet, ...]

    @property
    def looks(self) -> tuple[Look, ...]:
        """The cells that it needs."""
        return tuple(bullet.amount for bullet in self.bullets if isinstance(bullet.amount, Look))

    def filled(self, values: Iterable[Key]) -> Tally:
        """The tally once its cells are known, in order."""
        known = iter(values)
        return Tally(
            self.name,
            tuple(
                Bullet(bullet.statement, bullet.what, next(known), bullet.amount)
                if isinstance(bullet.amount, Look)
                else bullet
                for bullet in self.bullets
            ),
        )

    @property
    def total(self) -> int:
        """The sum of what applies."""
        return sum(bullet.amount for bullet in self.bullets if isinstance(bullet.amount, int))


class Gathering(Generic[P]):
    """A generator of bullets, made a tally of that name; whoever listens may remember it."""

    def __init__(self, name: str, bullets: Callable[P, Bullets]) -> None:
        self.name, self.bullets = name, bullets
        update_wrapper(cast(Callable[..., Any], self), bullets)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Tally:
        if (listener := LISTENER.get()) is None:
            return self.body(*args, **kwargs)
        tally: Tally = listener.compute(self, args, kwargs)
        return tally

    def body(self, *args: P.args, **kwargs: P.kwargs) -> Tally:
        """The bullets for these arguments."""
        return Tally(self.name, tuple(Bullet(*bullet) for bullet in self.bullets(*args, **kwargs)))
