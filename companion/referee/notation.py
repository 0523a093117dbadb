"""The players' notation: the words of a question, read by a game into the situation that a rule is heard in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.book import Key, Look
from companion.errors import BadInput
from companion.referee.rules import Case, Marked


@dataclass(frozen=True)
class Situation:
    """What a question says.

    `args` are the arguments of the rule. `assumed` is what the question left out, at its plainest. `cells` are numbers
    from the box that it gives. `switched` are options that follow from it. `parts` are rules whose odds are shown one
    by one instead of the whole; `beside` is the same question with one fact or decision changed, each by its name, and
    `called` the name of this one. `rule` is the rule to put it to, where it is not that of the question's kind.
    """

    args: tuple[Any, ...] = ()
    assumed: tuple[str, ...] = ()
    cells: Mapping[Look, Key] = field(default_factory=dict, hash=False)
    switched: Mapping[str, str] = field(default_factory=dict, hash=False)
    parts: Mapping[str, Case[Any]] = field(default_factory=dict, hash=False)
    beside: Mapping[str, Situation] = field(default_factory=dict, hash=False)
    called: str = "as asked"
    rule: Marked[..., Any] | None = None


class Ask(NamedTuple):
    """One kind of question: how its words are read (None: it has none), the rule it is put to, and its form.

    `options` are those that take a value (`--from 1012,1112`); where there are any, `parse` is given them by name.
    """

    parse: Callable[..., Situation] | None
    rule: Marked[..., Any]
    form: str
    example: str
    options: tuple[str, ...] = ()


class Drawn(NamedTuple):
    """What a game can draw: how the options of a drawing, by name, become a picture; which they are, and their form."""

    read: Callable[[Mapping[str, str]], Any]
    options: tuple[str, ...]
    form: str
    example: str


class Words:
    """The words of a question, taken one after the other; whatever is left over is an error."""

    def __init__(self, text: str, form: str) -> None:
        self.left, self.form = " ".join(text.split()), form

    def take(self, pattern: str) -> re.Match[str] | None:
        """The next words, if they look like this (up to the next space or comma)."""
        if match := re.match(rf"(?:{pattern})(?=[\s,;]|$)", self.left, re.IGNORECASE | re.ASCII):
            self.left = self.left[match.end() :].lstrip(" ")
        return match

    def need(self, pattern: str, expected: str) -> re.Match[str]:
        """The next words, which must look like this. Raises BadInput with what was expected."""
        if match := self.take(pattern):
            return match
        raise self.fault(expected)

    def fault(self, expected: str) -> BadInput:
        """The error for the word that comes next."""
        found = repr(self.left.split(" ")[0]) if self.left else "the end of the question"
        return BadInput(f"Expected {expected}, found {found}. The form is: {self.form}")

    def end(self, expected: str) -> None:
        """Raise BadInput when something is left over."""
        if self.left:
            raise self.fault(expected)
