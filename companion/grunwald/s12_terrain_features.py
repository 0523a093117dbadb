"""12.0 Terrain Features: high ground, rivers and trenches, as a map names them."""

from __future__ import annotations

from companion.board import Feature, Hex, Map, MapKey, Terrain
from companion.grunwald.book import rule

KEY = MapKey(
    terrains=(Terrain("high", "^", "#d9b77e", level=1), Terrain("higher", "A", "#b98d4f", level=2)),
    features=(
        Feature("trench", "x", "#7a5230"),
        Feature("river", "~", "#3b7dc4", bars=True),
        Feature("ford", ":", "#9cc7ea", opens=True),
        Feature("bridge", "=", "#8d8d86", opens=True),
    ),
)


@rule("12.1.b")
def rise(field: Map, here: Hex, there: Hex) -> int:
    """How many levels it goes up from one hex to another: more than none is uphill, less is downhill."""
    return field.level(there) - field.level(here)


def on_high_ground(field: Map, hex: Hex) -> bool:
    """Whether a hex lies above the plain."""
    return field.level(hex) > 0


@rule("12.2.a", "12.2.d")
def can_cross(field: Map, here: Hex, there: Hex) -> bool:
    """A river cannot be crossed, save by a bridge or a ford."""
    return not field.barred(field.features_between(here, there))


def across_trench(field: Map, here: Hex, there: Hex) -> bool:
    """Whether a trench lies between two hexes."""
    return "trench" in field.features_between(here, there)
