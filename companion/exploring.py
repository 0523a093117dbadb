"""What a player wants to know of odds, beside the odds themselves: for the terminal and for JSON. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from companion.asking import Asked
from companion.errors import BadInput, Unsettled
from companion.odds import Bounds, Dist, Enumerator
from companion.odds.exploring import (
    FARTHEST,
    PATIENCE,
    Chance,
    Event,
    Matter,
    Option,
    Worth,
    cells_that_matter,
    event,
    modifiers_for,
    options,
    worth_of_modifiers,
)
from companion.referee import word
from companion.referee.telling import runs


@dataclass(frozen=True)
class Explored:
    """The chance of an event in a question, and what hangs together with it.

    `of` and `given` are events in the player's words; `want` is the chance that is wished for.
    """

    asked: Asked
    of: str
    given: str | None = None
    want: str | None = None
    worth: bool = False

    @cached_property
    def dist(self) -> Dist:
        """The odds of the whole question, given what is given. Raises BadInput for an event that cannot be."""
        dist = Enumerator(terms=self.asked.terms, patience=PATIENCE).weigh(self.asked.case)
        if self.given is None:
            return dist
        try:
            return dist.given(_event(self.given, dist))
        except Unsettled:
            hangs = "; ".join(map(str, dist.opens))
            raise Unsettled(
                f"Whether {self.given!r} comes hangs on what is open: {hangs}. Fill or decide it."
            ) from None

    @cached_property
    def event(self) -> Event:
        """What is asked about."""
        return _event(self.of, self.dist)

    @property
    def chance(self) -> Chance:
        """The chance of the event."""
        return self.dist.P(self.event)

    @property
    def matters(self) -> list[Matter]:
        """The cells that the chance hangs on."""
        return cells_that_matter(self.dist, self.event) if isinstance(self.chance, Bounds) else []

    @property
    def worths(self) -> list[Worth]:
        """What each modifier does to the chance, when that is asked."""
        return worth_of_modifiers(self.asked.case, self.event, self.asked.terms) if self.worth else []

    @property
    def modifiers(self) -> dict[str, list[int]]:
        """The changes of each list of modifiers that would do, when a chance is wished for."""
        if self.want is None:
            return {}
        return modifiers_for(self.asked.case, self.event, wanted(self.want), self.asked.terms)

    @cached_property
    def decisions(self) -> dict[str, list[Option]]:
        """The decisions that matter for the event, option by option."""
        found: dict[str, list[Option]] = {}
        if any(hasattr(outcome.question, "options") for outcome in self.dist.opens) and not self.matters:
            for each in options(self.asked.case, self.event, self.asked.terms):
                found.setdefault(each.why, []).append(each)
        return {why: each for why, each in found.items() if len({option.chance for option in each}) > 1}

    def told(self) -> Iterator[str]:
        """All of it in lines."""
        yield f"{self.of}{f', given {self.given}' if self.given else ''}: {percent(self.chance)}"
        for matter in self.matters[:1]:
            known = f"once it is known, the bounds are {percent(matter.average)} wide on average"
            yield f"most hangs on {matter.look}: {known}"
        for why, each in self.decisions.items():
            yield f"{why} {', '.join(f'{word(option.option)} {percent(option.chance)}' for option in each)}"
        for worth in self.worths:
            bullet = f"{worth.tally}, {worth.bullet.what} {worth.bullet.amount:+d} [{worth.bullet.statement}]"
            yield f"{bullet}: without it {percent(worth.without)}"
        for name, amounts in self.modifiers.items():
            yield f"{self.want} or better {changed(name, amounts)}"

    def data(self) -> dict[str, Any]:
        """All of it for JSON."""
        packs = [str(pack) for pack in self.asked.terms.packs]
        return {
            "assumed": list(self.asked.situation.assumed),
            "packs": packs,
            "invented": any(pack.invented for pack in self.asked.terms.packs),
            "of": self.of,
            "given": self.given,
            "chance": plain(self.chance),
            "hangs_on": [str(each.look) for each in self.matters],
            "decisions": {
                why: {word(each.option): plain(each.chance) for each in found} for why, found in self.decisions.items()
            },
            "worth": [
                {
                    "tally": each.tally,
                    "statement": each.bullet.statement,
                    "what": each.bullet.what,
                    "amount": each.bullet.amount,
                    "without": plain(each.without),
                }
                for each in self.worths
            ],
            "modifiers": self.modifiers,
        }


def wanted(said: str) -> Fraction:
    """A chance that is wished for: `2/3`, `0.5` or `60%`. Raises BadInput for what is none from 0 to 1."""
    try:
        chance = Fraction(said.removesuffix("%").strip()) / (100 if said.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        chance = Fraction(-1)
    if not 0 <= chance <= 1:
        raise BadInput(f"--want {said}: a chance is a number from 0 to 1, such as 2/3, 0.5 or 60%.")
    return chance


def percent(chance: Chance) -> str:
    """A chance in words: the fraction and per cent, or its bounds."""
    if isinstance(chance, Bounds):
        return f"{chance.low} to {chance.high} ({float(chance.low):.1%} to {float(chance.high):.1%})"
    return f"{chance} ({float(chance):.1%})"


def plain(chance: Chance) -> str | list[str]:
    """A chance as JSON has it: a fraction, or its two bounds."""
    return [str(bound) for bound in chance] if isinstance(chance, Bounds) else str(chance)


def changed(tally: str, amounts: list[int]) -> str:
    """What would have to be done to a list of modifiers: nothing, something, or more than was tried."""
    if len(amounts) > 2 * FARTHEST:
        return f"whatever the {tally}"
    if not amounts:
        return f"by no change of the {tally} from {-FARTHEST:+d} to {FARTHEST:+d}"
    return f"with the {tally} changed by {spans(amounts)}"


def spans(amounts: list[int]) -> str:
    """Amounts, runs of them as one: `-3 to +1, +4`."""
    told = (f"{first:+d}" if first == last else f"{first:+d} to {last:+d}" for first, last in runs(amounts))
    return ", ".join(told)


def _event(said: str, dist: Dist) -> Event:
    try:
        return event(said, dist)
    except ValueError as fault:
        raise BadInput(str(fault)) from None
