"""Schwarm!, a swarm of German fighters against one B-17: the book's chapters, in its order."""

from companion.schwarm import s0_terms, s1_setup, s2_first_pass, s5_combat
from companion.schwarm.book import BENCH, BOOK

__all__ = ["BENCH", "BOOK", "s0_terms", "s1_setup", "s2_first_pass", "s5_combat"]
