"""A ruling: the case, the verdict, and the grounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.book import Reading
from companion.referee.grounds import Chosen, Ground, Looked, Stood, cited, every
from companion.referee.terms import Terms

if TYPE_CHECKING:
    from companion.referee.rules import Case

T = TypeVar("T")


@dataclass(frozen=True)
class Ruling(Generic[T]):
    """What the referee rules, and why. Rendered only when somebody looks (`companion.referee.telling`)."""

    case: Case[T]
    verdict: T
    grounds: tuple[Ground, ...]
    terms: Terms

    @cached_property
    def cites(self) -> tuple[str, ...]:
        """The statements that the ruling rests on, in order."""
        return tuple(dict.fromkeys((*self.case.rule.statements, *cited(self.grounds))))

    @property
    def stood(self) -> Mapping[Reading, str]:
        """The readings and options it stood on."""
        return {ground.reading: ground.value for ground in every(self.grounds) if isinstance(ground, Stood)}
