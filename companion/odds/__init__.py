"""Exact odds: the same rules that adjudicate a real die, weighed over every die."""

from companion.odds.dist import Bounds, Dist, Open, bind, certain, joint, labelled, mix
from companion.odds.players import Player, always, at_random, best, habit
from companion.odds.sequences import Step, sequence
from companion.odds.weighing import Enumerator, Weighed, odds, odds_from, weigh

__all__ = [
    "Bounds",
    "Dist",
    "Enumerator",
    "Open",
    "Player",
    "Step",
    "Weighed",
    "always",
    "at_random",
    "best",
    "bind",
    "certain",
    "habit",
    "joint",
    "labelled",
    "mix",
    "odds",
    "odds_from",
    "sequence",
    "weigh",
]
