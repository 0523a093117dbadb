"""Somebody at the table: answers any question with something the rules allow, picked by a seeded random number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.asking import whole_game
from companion.book import Look, Pack, open_book
from companion.keeping import look_at_session, resume_session
from companion.playing import options_of
from companion.question import Question
from companion.referee import Terms
from companion.referee.grounds import Overruled, every
from companion.referee.questions import Throw
from companion.table import Session

BOOK = open_book("schwarm")
GAME = whole_game("schwarm")
PRACTICE = Terms.of(BOOK, packs=[BOOK.practice])

STUBBORN = {
    "Fly another pass?": "yes",
    "Call off an attack?": "done",
    "Move a fighter?": "done",
    "The fighter is hit. Save it for 1 PT?": "yes",
}
"""What keeps a game going."""


@dataclass
class Anybody:
    """Picks among all that can be answered; `reads` is their board, `wont` what they mostly say instead of picking."""

    dice: Random
    reads: Mapping[str, str] = field(default_factory=dict)
    habits: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, question: Question[Any]) -> str:
        """An answer."""
        match question:
            case Throw(die):
                return str(self.dice.choice(die.faces))
            case Look():
                return self.reads.get(question.why) or str(self.dice.choice(question.outcomes.keys))
        options = options_of(question)
        assert options, f"nothing can be answered to {question}"
        habit = self.habits.get(getattr(question, "why", ""))
        return habit if habit in options and self.dice.random() < 0.8 else self.dice.choice(options)


def begin(path: Path, terms: Terms = PRACTICE) -> Session:
    """A new game of Schwarm!."""
    return Session.begin(path, BOOK, GAME, terms)


def resume(path: Path, *, as_edited: bool = False) -> Session:
    """A game taken up again."""
    return resume_session(str(path), as_edited=as_edited)


def look_at(path: Path) -> Session:
    """A game read from its file."""
    return look_at_session(str(path))


def own_pack(name: str = "mine", *, invented: bool = False) -> Pack:
    """The cells of a player's own copy: the values of the practice pack, as if they had been read from a board."""
    return Pack.of(name, BOOK.practice.cells, invented=invented)


def play(session: Session, player: Callable[[Question[Any]], str], most: int = 2000) -> Iterator[str]:
    """Play on until the game is over (or for so many answers): each answer, once it has been taken."""
    for _ in range(most):
        if session.hearing.question is None:
            return
        said = player(session.hearing.question)
        session.answer(said)
        yield said


def play_out(session: Session, seed: int = 0, **habits: Any) -> Session:
    """Play a game to its end."""
    for _ in play(session, Anybody(Random(seed), **habits)):
        pass
    assert session.hearing.question is None, "the game never ends"
    return session


def give(session: Session, *answers: object) -> Session:
    """Give some answers, in order."""
    for said in answers:
        session.answer(said)
    return session


def same(session: Session, other: Session) -> bool:
    """Whether two sessions stand at the same point: log, question, and all that was overheard."""
    return (
        (session.entries, session.asked) == (other.entries, other.asked)
        and session.hearing.question == other.hearing.question
        and session.hearing.record.freeze() == other.hearing.record.freeze()
    )


def overruled(session: Session) -> list[Overruled]:
    """What stands overruled, in the order in which the rules were entered."""
    heard = every((session.hearing.record.freeze(),))
    return [ground for ground in heard if isinstance(ground, Overruled)]


def bug(told: str, *raises: type[BaseException]) -> pytest.MarkDecorator:
    """Something that should hold and does not yet: what a test of it raises. The mark must go once it holds."""
    return pytest.mark.xfail(reason=told, strict=True, raises=raises or (AssertionError, SILENT))


SILENT = pytest.fail.Exception
"""Nothing was raised where something should have been."""
