"""2.0 Components: the types of Units, and the scale of Combat Classes."""

from __future__ import annotations

from enum import StrEnum

from companion.grunwald.book import BOOK, rule

CRT = BOOK.chart("crt")
ELIMINATED, REDUCED = "Eliminated", "reduced"
CLASSES = tuple(str(key) for key in CRT.axes[0].keys)  # the best first


class Kind(StrEnum):
    """The five types, by their letter codes."""

    VETERAN = "V"
    LEVY = "L"
    INFANTRY = "I"
    HEAVY_HORSE = "HH"
    LIGHT_HORSE = "LH"


@rule("2.2.d")
def is_printed_class(cc: str) -> bool:
    """Whether a counter can bear a class: AA is the best, D the worst; lower ones come of modifiers only."""
    return cc in CLASSES[: CLASSES.index("D") + 1]


@rule("2.2.n")
def is_horse(kind: Kind) -> bool:
    """Horse means both Heavy and Light Horse."""
    return kind in (Kind.HEAVY_HORSE, Kind.LIGHT_HORSE)


@rule("2.2.p")
def flipped() -> str:
    """A fresh Unit that loses a Step is turned to its reduced side."""
    return REDUCED


@rule("2.2.r")
def removed() -> str:
    """A reduced Unit that loses a Step is Eliminated."""
    return ELIMINATED


def step_lost(reduced: bool) -> str:
    """What becomes of a Unit that loses a Step."""
    return removed() if reduced else flipped()
