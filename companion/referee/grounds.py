"""Grounds: what the referee overheard while a case ran, as frozen records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

from companion.book import Key, Look, Pack, Reading
from companion.dice import Die
from companion.question import Question

if TYPE_CHECKING:
    from companion.referee.rules import Arithmetic, Marked
    from companion.referee.tallies import Tally


@dataclass(frozen=True)
class Heard:
    """A rule was entered; `verdict` is None while it still waits for the table."""

    rule: Marked[..., Any]
    facts: Mapping[str, Any] = field(hash=False)
    verdict: Any
    grounds: tuple[Ground, ...]
    done: bool = True


@dataclass(frozen=True)
class Computed:
    """An arithmetic rule gave its verdict."""

    rule: Arithmetic[..., Any]
    facts: Mapping[str, Any] = field(hash=False)
    verdict: Any
    aside: bool = False


@dataclass(frozen=True)
class Thrown:
    """Dice lay on the table: their natural faces, and what the rule made of them."""

    why: str
    die: Die
    faces: tuple[int, ...]
    value: Any


@dataclass(frozen=True)
class Summed:
    """A list of modifiers was added up, on top of the face of a die if one is named."""

    tally: Tally
    die: str | None = None
    face: int = 0

    @property
    def total(self) -> int:
        """The sum, with the face."""
        return self.face + self.tally.total


@dataclass(frozen=True)
class Looked:
    """A cell was read: from the text, from a pack (then that is its source), or by the player."""

    look: Look
    value: Key
    source: Pack | str


@dataclass(frozen=True)
class Drawn:
    """A piece came out of the cup."""

    why: str
    piece: Any


@dataclass(frozen=True)
class Chosen:
    """Somebody decided."""

    why: str
    by: str
    option: Any


@dataclass(frozen=True)
class Stood:
    """A rule stood on a reading or an option."""

    reading: Reading
    value: str


@dataclass(frozen=True)
class Overruled:
    """Somebody overruled the referee: what was ruled, what counts instead, and why."""

    ruled: Any
    instead: Any
    why: str


Ground = Union[Heard, Computed, Thrown, Summed, Looked, Drawn, Chosen, Stood, Overruled]


@dataclass(frozen=True)
class Pending:
    """The case waits for the table: the question, and what was overheard so far."""

    question: Question[Any]
    grounds: tuple[Ground, ...]

    @property
    def asks(self) -> str:
        """The question in words."""
        from companion.referee.telling import asks

        return asks(self.question)

    @property
    def stood(self) -> Mapping[Reading, str]:
        """The readings and options it has stood on so far."""
        return stood(self.grounds)


def stood(grounds: tuple[Ground, ...]) -> dict[Reading, str]:
    """The readings and options among the grounds, with their values."""
    return {ground.reading: ground.value for ground in every(grounds) if isinstance(ground, Stood)}


def every(grounds: tuple[Ground, ...]) -> Iterator[Ground]:
    """All grounds, those of called rules after the rule that called them."""
    for ground in grounds:
        yield ground
        if isinstance(ground, Heard):
            yield from every(ground.grounds)


def sums(grounds: tuple[Ground, ...]) -> dict[str, int]:
    """The total of each list of modifiers that was added up, by its name."""
    return {ground.tally.name: ground.tally.total for ground in every(grounds) if isinstance(ground, Summed)}


def cited(grounds: tuple[Ground, ...]) -> Iterator[str]:
    """Every statement that was overheard, in order (with repetitions)."""
    for ground in every(grounds):
        match ground:
            case Heard(rule=rule) | Computed(rule=rule):
                yield from rule.statements
            case Summed(tally):
                yield from (bullet.statement for bullet in tally.bullets)
            case Looked(look):
                yield look.chart.statement_of(look.cell)
            case Stood(reading):
                yield from reading.on
