"""What the lines of a session say: an answer, an undo, an overruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion.errors import BadInput, brief


@dataclass(frozen=True)
class Answer:
    """One answer: its number in the file, the question, the answer in full, what came of it, and whose it is.

    `ask` begins with the first statement of the rule that asked, for whoever reads the file. `said` are the verdicts
    that the answer brought, the innermost first, so that a rule that has changed since is found out.
    """

    n: int
    ask: str
    answer: str
    said: str
    by: str

    @property
    def question(self) -> str:
        """The words of the question alone: rules may come to be cited otherwise."""
        return self.ask.partition(" ")[2]


@dataclass(frozen=True)
class Undo:
    """Every answer from number `undo` on is taken back, and what was overruled in them."""

    n: int
    undo: int


@dataclass(frozen=True)
class Overrule:
    """Another verdict in the place of a rule's own, at the answer with number `of`; what that answer then brought."""

    n: int
    overrule: str
    rule: str
    of: int
    why: str
    said: str = ""


Entry = Answer | Undo | Overrule

_KINDS: Mapping[str, type[Entry]] = {"undo": Undo, "overrule": Overrule, "answer": Answer}
_NUMBERS = {"n", "undo", "of"}
_LEFT_OUT = {"said": "", "by": ""}


def read_entry(told: Mapping[str, Any], where: str) -> Entry:
    """The entry on a line. Raises BadInput, with the line, for one that says none of the three, or says it wrongly."""
    kind = next((kind for word, kind in _KINDS.items() if word in told), None)
    if kind is None:
        raise BadInput(f"{where}: this entry is no answer, no undo and no overruling.")
    said = {**_LEFT_OUT, **told}
    names = [field.name for field in fields(kind)]
    for name in names:
        wanted = int if name in _NUMBERS else str
        if type(said.get(name)) is not wanted:
            raise BadInput(
                f"{where}: {name!r} of this {kind.__name__.lower()} is {brief(repr(said.get(name)))}, "
                f"where a {'whole number' if wanted is int else 'word'} belongs."
            )
    return kind(**{name: said[name] for name in names})
