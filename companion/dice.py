"""Dice: a name, and the weight of every face."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from companion.errors import BadAnswer, BadInput


@dataclass(frozen=True)
class Die:
    """A die as players name it: `d6`, `d8`, `d10`, `d66` (two digits), or a thrown sum such as `2d6`."""

    name: str

    @cached_property
    def weights(self) -> dict[int, int]:
        """How many of the equally likely throws show each face, in ascending order of the faces."""
        match = re.fullmatch(r"([1-9]?)d([1-9]\d{0,2})", self.name)
        if match is None:
            raise BadInput(f"{self.name!r} is no die: write d6, d8, d10, d66 or a sum such as 2d6.")
        count, sides = int(match[1] or 1), int(match[2])
        if sides == 66:
            return {10 * tens + units: 1 for tens, units in product(range(1, 7), repeat=2)}
        return dict(sorted(Counter(map(sum, product(range(1, sides + 1), repeat=count))).items()))

    @cached_property
    def faces(self) -> tuple[int, ...]:
        """The faces in ascending order."""
        return tuple(self.weights)

    @property
    def shows(self) -> str:
        """The faces in words, for a message: `1 to 10 (0 is ten)`."""
        if self.name == "d66":
            return "two digits from 1 to 6"
        zero = " (0 is ten)" if self.name == "d10" else ""
        return f"{self.faces[0]} to {self.faces[-1]}{zero}"

    def read(self, said: object, why: str = "the die") -> int:
        """The face that a player said; `0` is ten on a d10. Raises BadAnswer with what the die can show."""
        text = str(said).strip()
        face = int(text) if re.fullmatch(r"\d{1,3}", text, re.ASCII) else None
        if face == 0 and self.name == "d10":
            face = 10
        if isinstance(said, bool) or face not in self.weights:
            raise BadAnswer(f"{why}: {text!r} is not on a {self.name}, which shows {self.shows}.")
        return face


D6, D8, D10, D66 = Die("d6"), Die("d8"), Die("d10"), Die("d66")
