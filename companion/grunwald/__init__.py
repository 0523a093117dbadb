"""The Grunwald Swords: Shields & Swords II on a map of hexes, for two."""

from companion.grunwald.book import BOOK

__all__ = ["BOOK"]
