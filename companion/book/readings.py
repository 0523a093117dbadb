"""Readings: where the text disputes with itself or is silent; and the options that the book itself offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.book.files import load_toml
from companion.errors import BadInput


@dataclass(frozen=True)
class Reading:
    """A disputed point, or (kind "option") a switch of the book: its question, its values, the one adopted and why."""

    id: str
    kind: str
    on: tuple[str, ...]
    question: str
    adopted: str
    why: str
    values: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return self.id

    def means(self, value: str) -> str:
        """What a value of the reading says."""
        return dict(self.values)[value]

    def check(self, value: str) -> str:
        """The value, if the reading has it. Raises BadInput with those it has."""
        if value not in dict(self.values):
            raise BadInput(f"{self.kind} {self.id} has no value {value!r}: choose {' or '.join(dict(self.values))}.")
        return value


def read_readings(path: Path) -> Mapping[str, Reading]:
    """Open `readings.toml`: every reading and option by its id."""
    source = load_toml(path)
    readings = {}
    for id, entry in source.data.items():
        source.require({"kind", "on", "question", "adopted", "why", "readings"}, f"{id} needs", id)
        reading = Reading(
            id, entry["kind"], tuple(entry["on"]), entry["question"], entry["adopted"], entry["why"],
            tuple(entry["readings"].items()),
        )  # fmt: skip
        if reading.kind not in ("reading", "option"):
            raise source.fault(f'kind = "{reading.kind}": expected "reading" or "option".', id, "kind")
        if reading.adopted not in entry["readings"]:
            raise source.fault(f'adopted = "{reading.adopted}" is not among its readings.', id, "adopted")
        readings[id] = reading
    return readings
