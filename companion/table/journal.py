"""The file of a session: one JSON object a line, each chained to the line before, on disk before the game goes on."""

from __future__ import annotations

import hashlib
import json
import os
import weakref
from collections.abc import Iterator, Mapping
from contextlib import closing
from io import FileIO
from itertools import count
from pathlib import Path
from typing import Any

import portalocker

from companion.errors import BadInput
from companion.table.entries import Entry, read_entry

FORMAT = 1

NOTHING = "Nothing was taken down; all that was written before holds."


class Journal:
    """A session's file. While it is open to be played on, it is locked: nobody else plays on it.

    `opening` is the first line, `entries` the others. `notices` tells what was found and mended on opening: a torn last
    line is kept aside, in a file of its own. Each line has the mark of the line before (`prev`) and its own (`mark`):
    an edit shows.
    """

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path, self._file = path, file
        self.opening: dict[str, Any] = {}
        self.entries: list[Entry] = []
        self.notices: list[str] = []
        self._size, self._last = 0, ""
        self._leave = weakref.finalize(self, file.close)

    @classmethod
    def create(cls, path: Path, opening: Mapping[str, Any]) -> Journal:
        """Begin a session's file. Raises BadInput when something has that name, or when it cannot be written."""
        if os.path.lexists(path):
            raise BadInput(f"{path}: that name is taken: if it is a session, resume it, or choose another name.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            journal = cls(path, FileIO(path, "x+"))
            journal._begin(opening)
        except OSError as fault:
            raise BadInput(f"{path}: no session can be begun here ({fault.strerror}).") from None
        return journal

    @classmethod
    def open(cls, path: Path, *, as_edited: bool = False) -> Journal:
        """Open a session's file to play on, mending a torn last line. Raises BadInput as `read` does."""
        journal = cls(path, _opened(path, "r+"))
        try:
            journal._lock()
            if torn := journal._read(as_edited):
                journal._set_aside(torn)
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
        with closing(cls(path, _opened(path, "r"))) as journal:
            if journal._read(as_edited):
                line = len(journal.entries) + 2
                journal.notices.append(f"{path.name}:{line}: the last line is torn; it counts for nothing.")
        return journal

    @property
    def game(self) -> str:
        """The game that is played."""
        return str(self.opening["game"])

    def where(self, entry: Entry) -> str:
        """The file and the line of an entry."""
        return f"{self.path.name}:{entry.n + 1}"

    def append(self, entry: Entry) -> None:
        """Write one entry; when this returns, it is on disk.

        Raises BadInput when it cannot be written, or when somebody else has touched the file: then nothing of it is in
        the file.
        """
        if not self._is_in_place():
            raise BadInput(f"{self.path}: another program has moved or changed this session's file. {NOTHING}")
        told = {**vars(entry), "prev": _mark(self._last)}
        try:
            self._write(_line({**told, "mark": _mark(_line(told))}))
        except UnicodeEncodeError:
            raise BadInput(f"{self.path}: a letter in it cannot be written: type it anew. {NOTHING}") from None
        except OSError as fault:
            raise BadInput(f"{self.path}: cannot be written ({fault.strerror}). {NOTHING}") from None
        self.entries.append(entry)

    def close(self) -> None:
        """Let others have the file."""
        self._leave()

    # Writing.

    def _begin(self, opening: Mapping[str, Any]) -> None:
        """Write the first line, or leave nothing behind."""
        try:
            self._lock()
            self._write(_line({"companion": FORMAT, **opening}))
        except BaseException:
            self.close()
            self.path.unlink(missing_ok=True)
            raise
        self.opening = dict(opening)

    def _lock(self) -> None:
        try:
            portalocker.lock(self._file, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
        except portalocker.AlreadyLocked:
            raise BadInput(f"{self.path}: another program is playing this session: leave it there first.") from None
        except portalocker.LockException as fault:
            raise BadInput(f"{self.path}: the session cannot be locked ({fault}).") from None

    def _is_in_place(self) -> bool:
        """Whether the file still has its name, and nothing in it that was not written here."""
        try:
            named, held = os.stat(self.path), os.fstat(self._file.fileno())
        except OSError:
            return False
        return os.path.samestat(named, held) and held.st_size == self._size

    def _write(self, line: str) -> None:
        """Put one more line on disk, or none of it."""
        data = f"{line}\n".encode()
        self._file.seek(self._size)
        try:
            _put(self._file, data)
        except OSError:
            self._file.truncate(self._size)
            raise
        self._size, self._last = self._size + len(data), line

    def _set_aside(self, torn: bytes) -> None:
        """Move a torn last line (the program stopped in the middle of writing it) to a new file beside."""
        names = (self.path.with_name(f"{self.path.name}.torn{number or ''}") for number in count())
        aside = next(path for path in names if not os.path.lexists(path))
        try:
            with FileIO(aside, "x") as file:
                _put(file, torn + b"\n")
            self._file.truncate(self._size)
        except OSError as fault:
            aside.unlink(missing_ok=True)
            raise BadInput(
                f"{self.path}: its last line is torn and cannot be kept in {aside.name} ({fault.strerror}): "
                "nothing was changed."
            ) from None
        self.notices.append(
            f"{self.path.name}: the last line was torn: it is kept in {aside.name}, all others are here."
        )

    # Reading.

    def _read(self, as_edited: bool) -> bytes:
        """Take in every whole line; gives what stands after the last line end."""
        try:
            whole, end, torn = self._file.readall().rpartition(b"\n")
            lines = whole.decode().split("\n") if end else []
        except UnicodeDecodeError:
            raise BadInput(f"{self.path}: this is no session, it is not even text.") from None
        except OSError as fault:
            raise BadInput(f"{self.path}: cannot be read ({fault.strerror}).") from None
        objects = [_object(f"{self.path.name}:{number}", line) for number, line in enumerate(lines, 1)]
        self._open(objects.pop(0) if objects else {})
        for edit in _edits(self.path.name, lines, objects):
            if not as_edited:
                raise BadInput(f"{edit} Nothing was changed. To play on from the lines as they stand: --as-edited.")
            self.notices.append(edit)
        for told in objects:
            self.entries.append(self._entry(told))
        self._size, self._last = len(whole) + len(end), lines[-1]
        return torn

    def _open(self, told: dict[str, Any]) -> None:
        """Take in the first line."""
        version, where = told.pop("companion", None), f"{self.path.name}:1"
        if type(version) is not int or version < 1 or not isinstance(told.get("game"), str):
            raise BadInput(f"{where}: this is no session: its first line should say the format and the game.")
        if version > FORMAT:
            newer = f"format {version} is newer than this Companion, which reads {FORMAT}"
            raise BadInput(f"{where}: {newer}: get the newer one.")
        self.opening = told

    def _entry(self, told: dict[str, Any]) -> Entry:
        """Another line."""
        before = len(self.entries)
        entry = read_entry(told, where := f"{self.path.name}:{before + 2}")
        if entry.n != before + 1:
            raise BadInput(f"{where}: entry {entry.n} follows entry {before}; a line is missing or added.")
        return entry


def _opened(path: Path, mode: str) -> FileIO:
    try:
        if path.exists() and not path.is_file():
            raise BadInput(f"{path}: cannot be read: it is no file.")
        return FileIO(path, mode)
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such session.") from None
    except OSError as fault:
        raise BadInput(f"{path}: cannot be opened ({fault.strerror}).") from None


def _put(file: FileIO, data: bytes) -> None:
    """Write all of it, onto the disk."""
    while data:
        data = data[file.write(data) :]
    os.fsync(file.fileno())


def _line(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _mark(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:8]


def _edits(file: str, lines: list[str], entries: list[dict[str, Any]]) -> Iterator[str]:
    """What was edited after it was written: a line that its own mark, or the mark in the next line, does not fit."""
    known = False
    for number, (before, entry) in enumerate(zip(lines, entries, strict=False), 2):
        prev, own = entry.pop("prev", None), entry.pop("mark", None)
        if prev != _mark(before) and not known:
            yield f"{file}:{number - 1}: this line, or the mark in the next, was edited after it was written."
        if known := own != _mark(_line({**entry, "prev": prev})):
            yield f"{file}:{number}: this line was edited after it was written."


def _object(where: str, line: str) -> dict[str, Any]:
    """One line as an object. Raises BadInput for anything that is not plainly one."""
    try:
        told = json.loads(line, object_pairs_hook=_once)
        _line(told).encode()  # half a letter, or no number, can be read but never written again
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise BadInput(f"{where}: this line is not one JSON object, as every line of a session is.")
    return told


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of an object, each name given once."""
    if len(told := dict(pairs)) < len(pairs):
        raise ValueError("a name is given twice")
    return told
