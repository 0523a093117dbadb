"""Ranges as a chart writes them: `1..12`, `-2..8+`, `AA..F`, `1, 4..6`, `6..`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.errors import BadAnswer, BadInput

Key = int | str

_NUMBER = r"[+-]?\d+"
_CLASSES = ("AA", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")  # the order of combat classes: AA stands above A


@dataclass(frozen=True)
class Axis:
    """The keys that one index of a chart can have, in order; `open_high` lets the last stand for all above it."""

    name: str
    keys: tuple[Key, ...]
    open_low: bool = False
    open_high: bool = False

    @classmethod
    def parse(cls, name: str, spec: str | Sequence[Key]) -> Axis:
        """Read a domain: a list of names, a range of numbers (`-2..8+`) or of classes (`AA..F`), or `?`: not known."""
        if spec == "?":
            return cls(name, ())
        if isinstance(spec, list) and spec:
            return cls(name, tuple(spec))
        if not isinstance(spec, str):
            raise BadInput(f"{name} = {spec!r} is no domain: write 1..12, -2..8+, AA..F or a list of names.")
        if numbers := re.fullmatch(rf"({_NUMBER})(-?)\.\.({_NUMBER})(\+?)", spec):
            low, high = int(numbers[1]), int(numbers[3])
            if low <= high:
                return cls(name, tuple(range(low, high + 1)), bool(numbers[2]), bool(numbers[4]))
        elif classes := re.fullmatch(r"(AA|[A-Z])\.\.([A-Z])", spec):
            span = _CLASSES[_CLASSES.index(classes[1]) : _CLASSES.index(classes[2]) + 1]
            if span:
                return cls(name, span)
        raise BadInput(f"{name} = {spec!r} is no domain: write 1..12, -2..8+, AA..F or a list of names.")

    def __str__(self) -> str:
        if not self.numeric:
            return ", ".join(map(str, self.keys))
        return f"{self.keys[0]}{'-' * self.open_low} to {self.keys[-1]}{'+' * self.open_high}"

    def label(self, key: Key) -> str:
        """A key as the chart prints it: the last of an open end with a plus."""
        return f"{key}+" if self.open_high and key == self.keys[-1] else str(key)

    @cached_property
    def numeric(self) -> bool:
        return bool(self.keys) and all(isinstance(key, int) for key in self.keys)

    @cached_property
    def _places(self) -> dict[Key, int]:
        return {key: place for place, key in enumerate(self.keys)}

    def key(self, wanted: Key) -> Key:
        """The key that stands for a value: itself, or the open end beyond which it lies."""
        if wanted in self._places:
            return wanted
        if isinstance(wanted, int) and self.numeric:
            if self.open_high and wanted > int(self.keys[-1]):
                return self.keys[-1]
            if self.open_low and wanted < int(self.keys[0]):
                return self.keys[0]
        raise BadInput(f"{self.name} {wanted!r} is outside {self}.")

    def read(self, said: object) -> Key:
        """The key that a player said, numbers with or without a sign, names by any unique beginning."""
        text = "" if said is None else str(said).strip()
        if not self.keys and text:
            return text
        if self.numeric:
            if re.fullmatch(_NUMBER, text, re.ASCII) and len(text) < 9 and int(text) in self._places:
                return int(text)
        else:
            exact = [key for key in self.keys if str(key).casefold() == text.casefold()]
            near = [key for key in self.keys if text and str(key).casefold().startswith(text.casefold())]
            if len(found := exact or near) == 1:
                return found[0]
        raise BadAnswer(f"{self.name}: {text!r} is not one of {self}.")

    def span(self, written: str) -> tuple[Key, ...]:
        """The keys of a list of ranges: `1, 4..6`, `6..` to the end, `..2` from the start."""
        keys: list[Key] = []
        for part in (part.strip() for part in str(written).split(",")):
            low, dots, high = part.partition("..")
            first = self._place(low, part) if low else 0
            last = self._place(high, part) if high else len(self.keys) - 1 if dots else first
            if not part or last < first:
                raise BadInput(f"{part!r} is no range of {self.name}: write 3, 1..4, 6.. or ..2.")
            keys += self.keys[first : last + 1]
        return tuple(keys)

    def _place(self, written: str, part: str) -> int:
        text = written.strip().removesuffix("+") if self.open_high else written.strip()
        key: Key = int(text) if self.numeric and re.fullmatch(_NUMBER, text, re.ASCII) else text
        if key not in self._places:
            raise BadInput(f"{part!r} reaches outside {self.name} {self}.")
        return self._places[key]
