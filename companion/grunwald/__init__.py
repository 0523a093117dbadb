"""The Grunwald Swords: Shields & Swords II, for two: the book's chapters, in its order."""

from companion.grunwald import s2_components, s7_combat_phase, s9_fire_phase, s13_victory_check
from companion.grunwald.book import BENCH, BOOK

__all__ = ["BENCH", "BOOK", "s2_components", "s7_combat_phase", "s9_fire_phase", "s13_victory_check"]
