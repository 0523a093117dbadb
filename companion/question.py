"""What a rule awaits."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Question(Generic[T]):
    """Something a rule must know before it can go on: `await` hands it to whoever hears the rule."""

    def __await__(self) -> Generator[Question[Any], Any, T]:
        answer: T = yield self
        return answer
