"""A ruling: the case, the verdict, and the grounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from companion.book import Reading
from companion.referee.grounds import Ground, cited, stood
from companion.referee.terms import Terms

if TYPE_CHECKING:
    from companion.referee.rules import Case

T = TypeVar("T")


@dataclass(frozen=True)
class Ruling(Generic[T]):
    """What the referee rules, and why; it is put into words only when somebody looks."""

    case: Case[T]
    verdict: T
    grounds: tuple[Ground, ...]
    terms: Terms

    @cached_property
    def cites(self) -> tuple[str, ...]:
        """The statements that the ruling rests on, in order; of a verdict that cites some itself, those too."""
        own: tuple[str, ...] = getattr(self.verdict, "cites", ())
        return tuple(dict.fromkeys((*self.case.rule.statements, *cited(self.grounds), *own)))

    @property
    def stood(self) -> Mapping[Reading, str]:
        """The readings and options it stood on."""
        return stood(self.grounds)

    def __str__(self) -> str:
        from companion.referee.telling import plain

        return plain(self)

    def _repr_markdown_(self) -> str:
        from companion.referee.telling import markdown

        return markdown(self)
