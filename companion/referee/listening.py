"""Who is listening while a rule runs: the arithmetic inside it is overheard, never told by hand."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol

from companion.book import Reading
from companion.referee.terms import Terms

if TYPE_CHECKING:
    from companion.referee.rules import Arithmetic
    from companion.referee.tallies import Gathering


class Listener(Protocol):
    """Takes down what it overhears, under its terms."""

    terms: Terms

    def compute(
        self, function: Arithmetic[..., Any] | Gathering[...], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Any:
        """An arithmetic rule or a tally is called: run its body, or remember what it gave."""

    def stood(self, reading: Reading, value: str) -> None:
        """A rule stood on a reading or an option."""


LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)
