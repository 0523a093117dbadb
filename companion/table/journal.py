"""The file of a session: one JSON object a line, each chained to the line before, on disk before the game goes on."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from companion.errors import BadInput

FORMAT = 1

NOTHING = "Nothing was taken down; all that was written before holds."


class Journal:
    """A session's file, held open and locked: nobody else plays on it meanwhile.

    `opening` is the first line, `entries` the others. `notices` tells what was found and mended on opening: a torn last
    line is kept aside, in a file of its own. Each line has the mark of the line before (`prev`) and its own (`mark`):
    an edit shows.
    """

    def __init__(self, path: Path, opening: Mapping[str, Any], entries: list[dict[str, Any]], last: str) -> None:
        self.path, self.opening, self.entries, self._last = path, opening, entries, last
        self.notices: list[str] = []
        self._size = 0
        self._lock = FileLock(f"{path}.lock")

    @classmethod
    def create(cls, path: Path, opening: Mapping[str, Any]) -> Journal:
        """Begin a session's file. Raises BadInput when there is one of that name, or when it cannot be written."""
        line = _line({"companion": FORMAT, **opening})
        journal = cls(path, opening, [], line)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            journal._hold()
            journal._begin(line)
        except FileExistsError:
            journal.close()
            raise BadInput(f"{path}: there is a session of that name: resume it, or choose another name.") from None
        except OSError as fault:
            journal.close()
            raise BadInput(f"{path}: no session can be begun here ({fault.strerror}).") from None
        return journal

    def _begin(self, line: str) -> None:
        """Write the first line; a file that cannot take it is not left behind."""
        with self.path.open("xb") as file:
            try:
                self._write(file, line)
            except OSError:
                self.path.unlink(missing_ok=True)
                raise

    @classmethod
    def open(cls, path: Path, *, as_edited: bool = False) -> Journal:
        """Open a session's file to play on, mending a torn last line. Raises BadInput as `read` does."""
        _bytes(path)
        journal = cls(path, {}, [], "")
        journal._hold()
        try:
            found = cls.read(path, as_edited=as_edited)
            journal.opening, journal.entries, journal._last = found.opening, found.entries, found._last
            journal.notices += found.notices
            journal._mend()
        except BaseException:
            journal.close()
            raise
        return journal

    @classmethod
    def read(cls, path: Path, *, as_edited: bool = False) -> Journal:
        """Read a session's file without touching it.

        Raises BadInput for what is no session, for a newer format, and for a line that was edited (unless the lines are
        to be taken `as_edited`: then that is a notice).
        """
        *whole, torn = _bytes(path).split(b"\n")
        lines = [_text(path, line) for line in whole]
        objects = [_object(path, number, line) for number, line in enumerate(lines, 1)]
        opening = objects.pop(0) if objects else {}
        version = opening.pop("companion", None)
        if type(version) is not int or version < 1 or not isinstance(opening.get("game"), str):
            raise BadInput(f"{path.name}:1: this is no session: its first line should say the format and the game.")
        if version > FORMAT:
            raise BadInput(
                f"{path.name}: format {version} is newer than this Companion, which reads {FORMAT}: get the newer one."
            )
        journal = cls(path, opening, objects, lines[-1])
        for told in _edits(path, lines, objects):
            if not as_edited:
                raise BadInput(f"{told} Nothing was changed. To play on from the lines as they stand: --as-edited.")
            journal.notices.append(told)
        if torn:
            journal.notices.append(f"{path.name}:{len(lines) + 1}: the last line is torn; it counts for nothing.")
        return journal

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write one entry; when this returns, it is on disk.

        Raises BadInput when it cannot be written, or when somebody else has touched the file: then nothing of it is in
        the file.
        """
        told = {**entry, "prev": _mark(self._last)}
        try:
            line = _line({**told, "mark": _mark(_line(told))})
            with self.path.open("r+b") as file:
                if file.seek(0, os.SEEK_END) != self._size:
                    raise BadInput(f"{self.path}: another program has changed this session's file. {NOTHING}")
                self._write(file, line)
        except UnicodeEncodeError:
            raise BadInput(f"{self.path}: a letter in it cannot be written: type it anew. {NOTHING}") from None
        except OSError as fault:
            self._cut_back()
            raise BadInput(f"{self.path}: cannot be written ({fault.strerror}). {NOTHING}") from None
        self.entries.append(dict(entry))
        self._last = line

    def close(self) -> None:
        """Let others have the file."""
        if self._lock.is_locked:
            Path(self._lock.lock_file).unlink(missing_ok=True)
        self._lock.release()

    def _write(self, file: BinaryIO, line: str) -> None:
        data = f"{line}\n".encode()
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        self._size += len(data)

    def _hold(self) -> None:
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadInput(f"{self.path}: another program is playing this session: leave it there first.") from None
        except OSError as fault:
            raise BadInput(f"{self.path}: the session cannot be locked ({fault.strerror}).") from None

    def _mend(self) -> None:
        """Move a torn last line (the program stopped in the middle of writing it) to a file beside, never to a link."""
        data = _bytes(self.path)
        whole, newline, torn = data.rpartition(b"\n")
        self._size = len(whole + newline)
        if not torn:
            return
        aside = self.path.with_name(self.path.name + ".torn")
        try:
            with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _NO_LINK, 0o666), "ab") as file:
                file.write(torn + b"\n")
            os.truncate(self.path, self._size)
        except OSError as fault:
            raise BadInput(
                f"{self.path.name}: the last line is torn and cannot be kept in {aside.name} ({fault.strerror}). "
                "Nothing was changed."
            ) from None
        self.notices[-1] = f"{self.path.name}: the last line was torn: it is kept in {aside.name}, all others are here."

    def _cut_back(self) -> None:
        try:
            os.truncate(self.path, self._size)
        except OSError:
            return  # the torn line is mended when the session is opened again


_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def _line(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _mark(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:8]


def _edits(path: Path, lines: list[str], entries: list[dict[str, Any]]) -> Iterator[str]:
    """What was edited after it was written: a line that its own mark, or the mark in the next line, does not fit."""
    known = False
    for number, (before, entry) in enumerate(zip(lines, entries, strict=False), 2):
        prev, own = entry.pop("prev", None), entry.pop("mark", None)
        if prev != _mark(before) and not known:
            yield f"{path.name}:{number - 1}: this line, or the mark in the next, was edited after it was written."
        if known := own != _mark(_line({**entry, "prev": prev})):
            yield f"{path.name}:{number}: this line was edited after it was written."


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such session.") from None
    except OSError as fault:
        raise BadInput(f"{path}: cannot be read ({fault.strerror}).") from None


def _text(path: Path, line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path}: this is no session, it is not even text.") from None


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
        _line(told).encode()  # a half letter can be read, but never written again
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise BadInput(f"{path.name}:{number}: this line is not one JSON object, as every line of a session is.")
    return told
