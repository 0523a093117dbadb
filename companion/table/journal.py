"""The file of a session: one JSON object a line, each chained to the line before, on disk before the game goes on."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from companion.errors import BadInput

FORMAT = 1


class Journal:
    """A session's file, held open and locked: nobody else plays on it meanwhile.

    `opening` is the first line, `entries` the others. `notices` tells what was found and mended on opening: a torn last
    line is kept aside, in a file of its own.
    """

    def __init__(self, path: Path, opening: Mapping[str, Any], entries: list[dict[str, Any]], last: str) -> None:
        self.path, self.opening, self.entries, self._last = path, opening, entries, last
        self.notices: list[str] = []
        self._lock = FileLock(f"{path}.lock")

    @classmethod
    def create(cls, path: Path, opening: Mapping[str, Any]) -> Journal:
        """Begin a session's file. Raises BadInput when there is one of that name, or when it cannot be written."""
        line = _line({"companion": FORMAT, **opening})
        journal = cls(path, opening, [], line)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            journal._hold()
            with path.open("x", encoding="utf-8") as file:
                file.write(line + "\n")
                _to_disk(file)
        except FileExistsError:
            journal.close()
            raise BadInput(f"{path}: there is a session of that name: resume it, or choose another name.") from None
        except OSError as fault:
            raise BadInput(f"{path}: no session can be begun here ({fault.strerror}).") from None
        return journal

    @classmethod
    def open(cls, path: Path, *, as_edited: bool = False) -> Journal:
        """Open a session's file to play on, mending a torn last line. Raises BadInput as `read` does."""
        journal = cls(path, {}, [], "")
        if not path.exists():
            raise BadInput(f"{path}: there is no such session.")
        journal._hold()
        try:
            journal._mend()
            found = cls.read(path, as_edited=as_edited)
        except BaseException:
            journal.close()
            raise
        journal.opening, journal.entries, journal._last = found.opening, found.entries, found._last
        journal.notices += found.notices
        return journal

    @classmethod
    def read(cls, path: Path, *, as_edited: bool = False) -> Journal:
        """Read a session's file without touching it.

        Raises BadInput for what is no session, for a newer format, and for a line that was edited (unless the lines are
        to be taken `as_edited`: then that is a notice).
        """
        lines = _text(path).split("\n")
        torn = lines.pop()
        if not lines:
            raise BadInput(f"{path.name}:1: this is no session: its first line should say the format and the game.")
        objects = [_object(path, number, line) for number, line in enumerate(lines, 1)]
        opening = objects.pop(0)
        version = opening.pop("companion", None)
        if not isinstance(version, int) or "game" not in opening:
            raise BadInput(f"{path.name}:1: this is no session: its first line should say the format and the game.")
        if version > FORMAT:
            raise BadInput(
                f"{path.name}: format {version} is newer than this Companion, which reads {FORMAT}: get the newer one."
            )
        journal = cls(path, opening, objects, lines[-1])
        for number, (before, entry) in enumerate(zip(lines, objects, strict=False), 2):
            if entry.get("prev") != _mark(before):
                told = f"{path.name}:{number - 1}: this line, or the mark in the next, was edited after it was written."
                if not as_edited:
                    raise BadInput(f"{told} Nothing was changed. To play on from the lines as they stand: --as-edited.")
                journal.notices.append(told)
        if torn:
            journal.notices.append(f"{path.name}:{len(lines) + 1}: the last line is torn; it counts for nothing.")
        return journal

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write one entry; when this returns, it is on disk.

        Raises BadInput when it cannot be written: then nothing of it is in the file.
        """
        line = _line({**entry, "prev": _mark(self._last)})
        size = self.path.stat().st_size if self.path.exists() else 0
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
                _to_disk(file)
        except OSError as fault:
            self._cut_back(size)
            raise BadInput(
                f"{self.path}: cannot be written ({fault.strerror}): the last answer was not taken, all others hold."
            ) from None
        self.entries.append(dict(entry))
        self._last = line

    def close(self) -> None:
        """Let others have the file."""
        self._lock.release()

    def _hold(self) -> None:
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadInput(f"{self.path}: another program is playing this session: leave it there first.") from None
        except OSError as fault:
            raise BadInput(f"{self.path}: the session cannot be locked ({fault.strerror}).") from None

    def _mend(self) -> None:
        """Move a torn last line (the program stopped in the middle of writing it) to a file beside."""
        text = _text(self.path)
        whole, newline, torn = text.rpartition("\n")
        if not torn:
            return
        aside = self.path.with_name(self.path.name + ".torn")
        with aside.open("a", encoding="utf-8") as file:
            file.write(torn + "\n")
        os.truncate(self.path, len((whole + newline).encode()))
        self.notices.append(
            f"{self.path.name}: the last line was torn: it is kept in {aside.name}, all others are here."
        )

    def _cut_back(self, size: int) -> None:
        try:
            os.truncate(self.path, size)
        except OSError:
            return  # the torn line is mended when the session is opened again


def _line(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _mark(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:8]


def _to_disk(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such session.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: this is no session, it is not even text.") from None
    except OSError as fault:
        raise BadInput(f"{path}: cannot be read ({fault.strerror}).") from None


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise BadInput(f"{path.name}:{number}: this line is not one JSON object, as every line of a session is.")
    return told
