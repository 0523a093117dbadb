"""The referee: rules that await the table, questions, tallies, and hearing a case."""

from companion.referee.grounds import Ground, Pending
from companion.referee.hearing import Hearing, Overruling, Record, hear
from companion.referee.questions import choose, decide, draw, pool, roll, together, total, word
from companion.referee.rules import Arithmetic, Bench, Case, Rule
from companion.referee.rulings import Ruling
from companion.referee.tallies import Bullet, Bullets, Tally
from companion.referee.terms import Terms

__all__ = [
    "Arithmetic",
    "Bench",
    "Bullet",
    "Bullets",
    "Case",
    "Ground",
    "Hearing",
    "Overruling",
    "Pending",
    "Record",
    "Rule",
    "Ruling",
    "Tally",
    "Terms",
    "choose",
    "decide",
    "draw",
    "hear",
    "pool",
    "roll",
    "together",
    "total",
    "word",
]
