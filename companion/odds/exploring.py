"""What players ask of odds: how likely, what is each modifier worth, which one would do, which choice is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.book import Look
from companion.errors import Unsettled
from companion.odds.dist import Bounds, Dist, Open, cells_of, fill
from companion.odds.players import Player, best
from companion.odds.weighing import Enumerator
from companion.referee.questions import Choose, word
from companion.referee.rules import Case
from companion.referee.tallies import Bullet, Tally
from companion.referee.terms import Terms

Event = Callable[[Any], bool]
"""Whether an outcome is what is asked about."""

Chance = Fraction | Bounds
"""Exact, or sure bounds while something is open."""

PATIENCE = 30_000
"""How often rules are run for one chance: some seconds. What needs more is too large a question."""

LITTLE_PATIENCE = 1_000
"""The same for one of many modifiers that are tried."""

FARTHEST = 12
"""How far from what it is a modifier is sought."""


@dataclass(frozen=True)
class Worth:
    """What one modifier does to the chance of an event."""

    tally: str
    bullet: Bullet
    chance: Chance
    without: Chance


@dataclass(frozen=True)
class Option:
    """A decision, one of its options, and the chance of an event when that is taken wherever it is offered."""

    why: str
    option: Any
    chance: Chance


@dataclass(frozen=True)
class Matter:
    """A cell that nobody has read, and how wide the bounds of an event are once it is, at the worst and on average."""

    look: Look
    worst: Fraction
    average: Fraction


def worth_of_modifiers(case: Case[Any], event: Event, terms: Terms = Terms()) -> list[Worth]:  # noqa: B008 (frozen)
    """What each modifier that applies is worth: the chance of an event with it and without it, all else as it is.

    What a cell adds that nobody has read is not known, so it is left out.
    """
    tallies = _tallies(case, event, terms)
    chance = Enumerator(patience=PATIENCE, terms=terms).weigh(case).P(event)
    found = []
    for name, bullet in dict.fromkeys((tally.name, bullet) for tally in tallies for bullet in tally.bullets):
        unread = bullet.look is not None and terms.cell(bullet.look) is None
        if isinstance(bullet.amount, int) and bullet.amount and not unread:
            without = Enumerator(patience=PATIENCE, terms=terms, adjust=_leaving_out(name, bullet)).weigh(case).P(event)
            found.append(Worth(name, bullet, chance, without))
    return found


def modifiers_for(
    case: Case[Any],
    event: Event,
    wanted: Fraction,
    terms: Terms = Terms(),  # noqa: B008 (frozen)
) -> dict[str, list[int]]:
    """For each list of modifiers, how much more or less in all would make an event at least as likely as wanted.

    Amounts from twelve less to twelve more are tried, one list at a time; those that the rules know no result for are
    left out. While something is open, only what is sure counts.
    """
    found: dict[str, list[int]] = {}
    for name in dict.fromkeys(tally.name for tally in _tallies(case, event, terms)):
        found[name] = [
            more for more in range(-FARTHEST, FARTHEST + 1) if _at_least(case, event, wanted, terms, name, more)
        ]
    return found


def options(case: Case[Any], event: Event, terms: Terms = Terms()) -> list[Option]:  # noqa: B008 (frozen)
    """Every decision in a case, option by option: the chance of an event when it is taken wherever it is offered.

    The other decisions are made as is best for the event. Raises Unsettled while that hangs on a cell.
    """
    decisions: dict[tuple[str, Any], None] = {}
    aim = best(lambda outcome: int(event(outcome)))

    def noting(question: Choose[Any], futures: Mapping[Any, Dist]) -> Dist:
        decisions.update(((question.why, option), None) for option in question.options)
        return aim(question, futures)

    Enumerator(noting, terms, foresight=True, patience=PATIENCE).weigh(case)
    return [
        Option(
            why,
            option,
            Enumerator(_insisting(why, option, aim), terms, foresight=True, patience=PATIENCE).weigh(case).P(event),
        )
        for why, option in decisions
    ]


def cells_that_matter(dist: Dist, event: Event) -> list[Matter]:
    """The cells that an event hangs on, the one that would narrow its bounds most first."""
    matters = [_matter(dist, look, event) for look in dict.fromkeys(cells_of(dist)) if look.outcomes.keys]
    return sorted(matters, key=lambda each: (each.average, each.worst, each.look))


def event(said: str, dist: Dist) -> Event:
    """The event that a player means: an outcome, one of its parts, or `3+` and `3-` for that much or more, or less.

    Raises ValueError with the parts of the outcomes that there are.
    """
    text, outcomes = said.strip().casefold(), list(_outcomes(dist))
    if text[:-1].lstrip("-").isdigit() and text[-1:] in ("+", "-"):
        return _bounded(int(text[:-1]), text[-1], outcomes)
    if not any(_means(outcome, text) for outcome in outcomes):
        parts = dict.fromkeys(part for outcome in outcomes for part in _parts(word(outcome)))
        raise ValueError(f"{said!r} is none of what can come: {'; '.join(parts)}.")
    return lambda outcome: _means(outcome, text)


def _means(outcome: Any, text: str) -> bool:
    told = word(outcome).casefold()
    return text in (told, *_parts(told))


def _parts(told: str) -> list[str]:
    """`fuselage, fighter unhurt` in its two parts."""
    return [part.strip() for part in told.replace(";", ",").split(",")]


def _bounded(limit: int, side: str, outcomes: list[Any]) -> Event:
    for outcome in outcomes:
        if not isinstance(outcome, int):
            raise ValueError(f"{word(outcome)!r} is no number, so it is neither {limit} or more nor less.")
    return (lambda outcome: outcome >= limit) if side == "+" else (lambda outcome: outcome <= limit)


def _outcomes(dist: Dist) -> Iterator[Any]:
    for outcome in dist:
        if isinstance(outcome, Open):
            for _, branch in outcome.branches:
                yield from _outcomes(branch)
        else:
            yield outcome


def _tallies(case: Case[Any], event: Event, terms: Terms) -> list[Tally]:
    """Every list of modifiers that is added up when a case is weighed."""
    seen: dict[Tally, None] = {}

    def note(tally: Tally) -> int:
        seen[tally] = None
        return 0

    Enumerator(patience=PATIENCE, terms=terms, adjust=note).weigh(case).P(event)
    return list(seen)


def _leaving_out(name: str, bullet: Bullet) -> Callable[[Tally], int]:
    amount = bullet.amount if isinstance(bullet.amount, int) else 0
    return lambda tally: -amount if tally.name == name and bullet in tally.bullets else 0


def _at_least(case: Case[Any], event: Event, wanted: Fraction, terms: Terms, name: str, more: int) -> bool:
    """Whether it is sure; where too much hangs open to see all of it, it is not."""
    enumerator = Enumerator(terms=terms, adjust=lambda tally: more * (tally.name == name), patience=LITTLE_PATIENCE)
    try:
        chance = enumerator.weigh(case).P(event)
    except Unsettled:
        return False
    return (chance.low if isinstance(chance, Bounds) else chance) >= wanted


def _insisting(why: str, option: Any, otherwise: Player) -> Player:
    def play(question: Choose[Any], futures: Mapping[Any, Dist]) -> Dist:
        insists = question.why == why and option in question.options
        return futures[option] if insists else otherwise(question, futures)

    return play


def _matter(dist: Dist, look: Look, event: Event) -> Matter:
    widths = []
    for value in look.outcomes.keys:
        chance = fill(dist, look, value).P(event)
        widths.append(chance.high - chance.low if isinstance(chance, Bounds) else Fraction(0))
    return Matter(look, max(widths), sum(widths, Fraction(0)) / len(widths))
