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

    def computed(self, rule: Arithmetic[Any, Any], facts: Mapping[str, Any], verdict: Any, aside: bool) -> None:
        """An arithmetic rule gave its verdict; an aside only serves another rule or a tally."""

    def stood(self, reading: Reading, value: str) -> None:
        """A rule stood on a reading or an option."""


LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)

INSIDE: ContextVar[bool] = ContextVar("inside", default=False)
"""Whether arithmetic runs inside other arithmetic or a tally: then it is an aside."""
