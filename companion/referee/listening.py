"""Who is listening while a rule runs: the arithmetic inside it is overheard, never told by hand."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol

from companion.book import Reading
from companion.referee.terms import Terms

if TYPE_CHECKING:
    from companion.referee.rules import Arithmetic


class Listener(Protocol):
    """Takes down what it overhears, under its terms."""

    terms: Terms

    def computed(self, rule: Arithmetic[Any, Any], facts: Mapping[str, Any], verdict: Any) -> None:
        """An arithmetic rule gave its verdict."""

    def stood(self, reading: Reading, value: str) -> None:
        """A rule stood on a reading or an option."""


LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)
