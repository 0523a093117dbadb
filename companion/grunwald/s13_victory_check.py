"""13.0 Victory Check: what an Eliminated Unit is worth."""

from __future__ import annotations

from companion.grunwald.book import BOOK, rule

CROWN = BOOK.chart("crown")


@rule("13.1.a", "13.1.b")
def victory_points(of_its_type: int, crown: bool) -> int:
    """What the battle gives for its type, and 2 VP more for a crown."""
    return of_its_type + (int(CROWN["with a crown"]) if crown else 0)
