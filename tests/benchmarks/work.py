"""The work that is measured, in plain data: what each program is given, whoever's library it is written with."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

Chances = Mapping[Any, Fraction]
"""What every program gives: the exact chance of each outcome."""

DICE = 6
"""(a) One salvo: so many d6 hit on 5 or more, each hit damages on 5 or more; the outcome is the damage."""

FIVE_UP = (0, 0, 0, 0, 1, 1)

CRT: Mapping[str, str] = {"AA": "DE DE DE DL DL DL DR DR EX DR EX", "A": "DE DE DL DL DL DR DR ? ? ? ?"}
"""Two rows of a results chart, from -2 to 8 or more; `?` is not printed."""

LEAST, MOST = -2, 8


def result(row: str, modified: int) -> str:
    """A cell of the chart: its result, or the name of the cell where nothing is printed."""
    column = min(MOST, max(LEAST, modified))
    printed = CRT[row].split()[column - LEAST]
    return printed if printed != "?" else f"CRT {row} {column}{'+' if column == MOST else ''}"


ROW = ("A", 0)
"""(b) A d8 on a row of the chart with gaps, with its modifier: the outcome is the result, or the missing cell."""


COUNTERS = ((1, 0), (3, 1), (3, 0), (5, 1), (2, 0), (4, 0))
"""Fighters: what each adds to the black die of its attack and to the red die of the bomber's fire."""

POSITION = (0, 1)
"""What their position adds to both dice."""

DAMAGE: Mapping[int, str] = {
    10: "right machine gun", 11: "fuselage", 12: "fuselage", 13: "engine", 14: "engine",
}  # fmt: skip
"""What a black die of ten or more hits, in the arc they all come from; 14 is 14 or more."""

SHOT = COUNTERS[1]
"""(c) Two d10 at once, and a point to save the fighter with: the outcome is the damage and the fighter's fate."""

PROFILES = ((0, 0, 0, 0, 1, 1), (0, 0, 0, 1, 1, 1), (0, 0, 1, 1, 1, 2), (0, 1, 1, 2, 2, 3))
TARGETS = range(2, 7)
COUNTS = range(1, 11)
"""(d) Two hundred salvos: every profile of damage, target and number of dice."""

THREE = tuple(
    (row, drm)
    for row in CRT
    for drm in range(-6, 3)
    if not any(result(row, face + drm).startswith("CRT") for face in range(1, 9))
)
"""(e) Three attacks in a row, for every row and modifier whose cells are printed: the outcome is the three results."""

POINTS = 2
"""(f) A pass of six fighters, one after the other: every two hits on the gun take one off the red die, every two hits
earn a point, a point saves a fighter that is hit (its own hit is cancelled), a fighter lost ends the pass. The outcome
is the hits on the gun and elsewhere, the points left, and whether a fighter was lost."""
