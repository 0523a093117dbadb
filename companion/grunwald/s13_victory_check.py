"""13.0 Victory Check: what an Eliminated Unit is worth."""

from __future__ import annotations

from companion.grunwald.book import BOOK, rule

WORTH = BOOK.chart("victory-points")


@rule("13.1.b", "13.1.c")
def victory_points(of_its_type: int, crown: bool) -> int:
    """What the battle gives for its type, and 2 VP more for a crown."""
    return of_its_type + (int(WORTH["Crown"]) if crown else 0)
