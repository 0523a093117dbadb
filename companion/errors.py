"""What can go wrong at the table, told so that a player knows what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class RulesError(Exception):
    """The ground of every error Companion raises on purpose; its text is written for the player."""


class BadInput(RulesError):
    """A word, a file or a name that cannot be read: what it was, what was expected, what to do."""


def brief(words: object, most: int = 300) -> str:
    """Words out of a file, as a message can quote them: of the long ones, the beginning and the end."""
    text = str(words)
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 4 :]}"


class BadAnswer(BadInput):
    """An answer that the question asked cannot have."""


class NotPrinted(RulesError):
    """A cell that the text does not print was needed where nobody can be asked for it."""


class Unsettled(RulesError):
    """An exact number was wanted where cells or choices are still open."""


@dataclass(frozen=True)
class Objection:
    """One reason against an action: the statement that forbids it, and the facts."""

    statement: str
    facts: str

    def __str__(self) -> str:
        return f"{self.facts} ({self.statement})"


class IllegalAction(RulesError):
    """The rules forbid what was asked: every objection at once, and what would be legal instead."""

    def __init__(self, objections: Sequence[Objection], legal: Sequence[str] = ()) -> None:
        self.objections = tuple(objections)
        self.legal = tuple(legal)
        told = "; ".join(map(str, self.objections))
        super().__init__(f"Illegal: {told}." + (f" Legal: {', '.join(self.legal)}." if self.legal else ""))
