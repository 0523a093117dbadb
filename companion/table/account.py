"""The account of a session: what happened, how likely it was before the die fell, and how lucky the dice were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from companion.dice import Die
from companion.odds import Bounds, Dist, bind, odds
from companion.odds.chances import chances
from companion.referee import Record, word
from companion.referee.grounds import Overruled, Thrown
from companion.referee.questions import Throw, Total
from companion.referee.telling import sayable
from companion.table.entries import Answer
from companion.table.session import Session


@dataclass(frozen=True)
class Row:
    """One answer, and the rulings on dice that it brought, each with the chance it had before the dice fell."""

    entry: Answer
    rulings: tuple[str, ...] = ()
    chances: tuple[Fraction | None, ...] = ()
    overruled: str = ""


def account(session: Session) -> Iterator[Row]:
    """Every answer that counts, in order."""
    rulings: dict[int, list[Record]] = {}
    for record in filter(rolled, session.hearing.completed):
        rulings.setdefault(record.done or 0, []).append(record)
    for count, entry in enumerate(session.entries, 1):
        records = rulings.get(count, [])
        said = tuple(f"{record.case.rule.name}: {word(record.verdict)}" for record in records)
        chances = tuple(prior(record, session) for record in records)
        why = "; ".join(
            f"instead of {word(each.ruled)}, because: {each.why}" for record in records for each in overrulings(record)
        )
        yield Row(entry, said, chances, why)


def rolled(record: Record) -> bool:
    """Whether a rule threw dice itself and came to a verdict that can be said."""
    return sayable(record.verdict) and any(isinstance(entry, Thrown | Overruled) for entry in record.entries)


def overrulings(record: Record) -> Iterator[Overruled]:
    """What was overruled in a rule."""
    return (entry for entry in record.entries if isinstance(entry, Overruled))


def prior(record: Record, session: Session) -> Fraction | None:
    """The chance that a rule's own verdict had before its dice fell; None while it hangs on a cell nobody has read."""
    ruled = next((word(each.ruled) for each in overrulings(record)), word(record.verdict))
    chance = odds(record.case, terms=session.terms.knowing(record.read)).P(lambda outcome: word(outcome) == ruled)
    return None if isinstance(chance, Bounds) else chance


@dataclass(frozen=True)
class Luck:
    """The dice on which high (1) or low (-1) is good: how many, how good in all, and the chance of at least as good."""

    dice: int
    goodness: int
    expected: Fraction
    as_good: Fraction
    signs: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        good = ", ".join(f"{die} {'as it fell' if sign > 0 else 'counted backwards'}" for die, sign in self.signs)
        mean = f"{float(self.expected):.1f}".removesuffix(".0")
        exact = f"{self.as_good}, " if len(str(self.as_good)) < 24 else ""
        return (
            f"Luck: {self.goodness} from {self.dice} dice ({good}); the mean is {mean}. "
            f"As good or better: {exact}{float(self.as_good):.2%}."
        )


def luck(session: Session, signs: Mapping[str, int]) -> Luck | None:
    """How lucky the dice were, exactly: a face counts as it is where high is good, and mirrored where low is good."""
    dice = [(question, said) for question, said in session.hearing.log if isinstance(question, Throw)]
    thrown = [(q.die, q.read(said), signs[q.why]) for q, said in dice if q.why in signs]
    if not thrown:
        return None
    goodness = sum(face if sign > 0 else die.faces[0] + die.faces[-1] - face for die, face, sign in thrown)
    total = Dist({0: 1})
    for die, count in Counter(die for die, _, _ in thrown).items():
        total = _added(total, count, die)
    mean, as_good = total.mean(), total.P(lambda outcome: outcome >= goodness)
    assert not isinstance(mean, Bounds)  # dice leave nothing open
    assert not isinstance(as_good, Bounds)
    return Luck(len(thrown), goodness, mean, as_good, tuple(signs.items()))


def _added(total: Dist, count: int, die: Die) -> Dist:
    more = chances(Total(count, die, die.faces, "goodness"))
    assert more is not None  # a total is always left to chance
    dist = more
    return bind(total, lambda so_far, _: dist.map(lambda face: so_far + face))
