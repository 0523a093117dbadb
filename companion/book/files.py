"""Files a person writes by hand: opened, with every fault told by file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import BadInput

_HEADER = re.compile(r"^\s*\[+\s*(.+?)\s*\]+\s*(?:#.*)?$")
_ENTRY = re.compile(r"""^\s*("[^"]*"|'[^']*'|[A-Za-z0-9_+\-]+(?:\s*\.\s*[A-Za-z0-9_+\-]+)*)\s*=""")


@dataclass(frozen=True)
class Source:
    """A TOML file: its data, and the way back from an entry to its line."""

    path: Path
    text: str
    data: Mapping[str, Any]

    def line(self, *keys: str) -> str:
        """`file:line` of an entry (or of the nearest table above it that the file names)."""
        table: list[str] = []
        best = (0, 0)
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := _HEADER.match(line):
                table = _names(header[1])
                path = table
            elif entry := _ENTRY.match(line):
                path = [*table, *_names(entry[1])]
            else:
                continue
            if tuple(path) == keys[: len(path)] and len(path) > best[0]:
                best = (len(path), number)
        return f"{self.path.name}:{best[1]}" if best[1] else self.path.name

    def item(self, table: str, number: int) -> str:
        """`file:line` of the n-th `[[table]]`, counted from one."""
        headers = [n for n, line in enumerate(self.text.splitlines(), 1) if line.strip().startswith(f"[[{table}]]")]
        return f"{self.path.name}:{headers[number - 1]}" if number <= len(headers) else self.path.name

    def fault(self, told: str, *keys: str) -> BadInput:
        """An error that names the line of an entry."""
        return BadInput(f"{self.line(*keys)}: {told}")

    def require(self, keys: Collection[str], told: str, *within: str) -> None:
        """Raise BadInput when an entry lacks any of these keys."""
        entry: Mapping[str, Any] = self.data
        for key in within:
            entry = entry[key]
        if missing := sorted(set(keys) - set(entry)):
            raise self.fault(f"{told} {', '.join(missing)}.", *within)


def read_text(path: Path) -> str:
    """The text of a file. Raises BadInput when it is missing, is a folder or a device, or is no UTF-8 text."""
    try:
        if path.exists() and not path.is_file():
            raise BadInput(f"{path}: cannot be read as text: it is a folder or a device, no file.")
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file: check the name, or leave it out.") from None
    except UnicodeDecodeError as fault:
        raise BadInput(f"{path}: cannot be read as text (byte {fault.start} is no UTF-8): save it as UTF-8.") from None
    except OSError as fault:
        raise BadInput(f"{path}: cannot be read as text ({fault.strerror}).") from None


def load_toml(path: Path) -> Source:
    """Open a TOML file. Raises BadInput with the line where it stops being TOML."""
    text = read_text(path)
    try:
        return Source(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"{path.name}: {fault}: expected TOML, one `name = value` a line.") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{path.name}: a number is too long, or lists lie too deep, to be read.") from None


def _names(dotted: str) -> list[str]:
    return [part.strip("\"' ") for part in re.findall(r'"[^"]*"|\'[^\']*\'|[^.\s]+', dotted)]
