"""Schwarm!, a swarm of German fighters against one B-17: the book's chapters, in its order, and the whole game."""

from companion.schwarm import (
    game,
    s0_terms,
    s1_setup,
    s2_first_pass,
    s3_turrets,
    s4_tactical_adjustment,
    s5_combat,
    s6_other_passes,
    s7_end_of_the_game,
)
from companion.schwarm.book import BENCH, BOOK

__all__ = [
    "BENCH",
    "BOOK",
    "game",
    "s0_terms",
    "s1_setup",
    "s2_first_pass",
    "s3_turrets",
    "s4_tactical_adjustment",
    "s5_combat",
    "s6_other_passes",
    "s7_end_of_the_game",
]
