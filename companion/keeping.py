"""Where sessions are kept: the platform's folder for a user's data, or wherever a path says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from companion.asking import whole_game
from companion.book import open_book
from companion.errors import BadInput, RulesError
from companion.table import Journal, Session

SUFFIX = ".jsonl"


@dataclass(frozen=True)
class Kept:
    """A session in the folder: its name, its game, how many answers count, and where it stands."""

    name: str
    game: str
    answers: int
    state: str

    def data(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return dict(vars(self))


def folder() -> Path:
    """The folder of the sessions."""
    return user_data_path("companion") / "sessions"


def new_session(game: str) -> Path:
    """A path for a new session of a game, named for the day."""
    today = date.today().isoformat()
    names = (folder() / f"{game}-{today}-{number}{SUFFIX}" for number in count(1))
    return next(path for path in names if not os.path.lexists(path))


def found(session: str) -> Path:
    """The file of a session, given by its path or by its name in the folder. Raises BadInput when there is none."""
    path = Path(session)
    inside = folder() / f"{path.name}{'' if path.suffix == SUFFIX else SUFFIX}"
    try:
        if path.exists():
            return path
        if path.name == session and inside.exists():
            return inside
    except (OSError, ValueError) as fault:
        raise BadInput(f"{session[:80]!r} cannot be the name of a session: {fault.args[-1]}.") from None
    raise BadInput(f"{session}: there is no such session, neither as a file nor among `companion sessions`.")


def resume_session(session: str, *, as_edited: bool = False) -> Session:
    """Take up a session to play on."""
    return _heard(Journal.open(found(session), as_edited=as_edited))


def look_at_session(session: str) -> Session:
    """Read a session without holding its file."""
    return _heard(Journal.read(found(session)))


def _heard(journal: Journal) -> Session:
    """The session in a file, which is let go when it cannot be heard."""
    try:
        return Session.resume(journal, open_book(journal.game), whole_game(journal.game))
    except BaseException:
        journal.close()
        raise


def kept_sessions() -> Iterator[Kept]:
    """Every session in the folder, the newest first; one that cannot be heard says why."""
    for path in sorted(folder().glob(f"*{SUFFIX}"), key=_written, reverse=True):
        try:
            session = _heard(Journal.read(path))
            yield Kept(path.stem, session.book.game, len(session.entries), session.asked)
        except RulesError as fault:
            yield Kept(path.stem, "?", 0, str(fault))


def _written(path: Path) -> float:
    """When a file was last written; one that has just been taken away comes last."""
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0
