"""The conformance corpus: questions in the players' notation, what the referee must say, and a near-miss twin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.book.files import load_toml
from companion.errors import BadInput


@dataclass(frozen=True)
class Example:
    """One question and all that is expected of its answer.

    `changed` says, for a twin, which one fact differs from the case it stands beside.
    """

    id: str
    source: str
    ask: str
    expect: Mapping[str, Any] = field(hash=False)
    terms: Mapping[str, Any] = field(hash=False)
    changed: str | None = None


def read_cases(path: Path) -> Iterator[Example]:
    """Every case of a file, each followed by its twin. Raises BadInput naming what a case lacks."""
    source = load_toml(path)
    for number, entry in enumerate(source.data.get("case", ()), 1):
        id = entry.get("id", f"case {number}")
        for key in ("id", "source", "ask", "expect", "twin"):
            if key not in entry:
                raise BadInput(f"{source.item('case', number)}: {id}: a case needs `{key}`.")
        terms = entry.get("terms", {})
        yield Example(id, entry["source"], entry["ask"], entry["expect"], terms)
        twin = entry["twin"]
        for key in ("changed", "expect"):
            if key not in twin:
                raise BadInput(f"{source.item('case', number)}: {id}: a twin needs `{key}`.")
        yield Example(
            f"{id}-twin", entry["source"], twin.get("ask", entry["ask"]), twin["expect"],
            twin.get("terms", terms), twin["changed"],
        )  # fmt: skip
