"""3.0 Sequence of Play: the Phases in which a Unit may go somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.board import Hex
from companion.errors import IllegalAction, Objection
from companion.grunwald.book import forbids, rule
from companion.grunwald.going import Going, Objections
from companion.grunwald.position import Position, Unit
from companion.grunwald.s5_move_phase import move_phase
from companion.grunwald.s6_withdraw_phase import withdraw_phase
from companion.grunwald.s8_shield_wall_phase import shield_wall_phase
from companion.grunwald.s10_horse_phase import horse_phase


@dataclass(frozen=True)
class Moves:
    """Where a Unit may go, Phase by Phase."""

    unit: Unit
    phases: tuple[Going, ...]

    def told(self) -> Iterator[str]:
        """In words: the legal hexes of each Phase first, then what speaks against the others."""
        yield f"{self.unit}, where it may go"
        lines = [list(going.told()) for going in self.phases]
        yield from (first for first, *_ in lines)
        yield from (line for _, *refused in lines for line in refused)

    def data(self) -> dict[str, Any]:
        """What each Phase allows, and what speaks against the rest, by statement."""
        return {name: told for going in self.phases for name, told in going.data().items()}

    @property
    def cites(self) -> tuple[str, ...]:
        """The statements that forbid something."""
        return tuple(cite for going in self.phases for cite in going.cites)


@rule("3.0.e", "3.0.f", "3.0.g", "3.0.h", "3.0.i")
def moves(position: Position, unit: Unit, goal: Hex | None) -> Moves:
    """Where a Unit may go in each of the Phases in which Units move, and what speaks against every other hex near it.

    With a goal: raise IllegalAction when it can be reached in none of them.
    """
    if idle := tuple(not_commanded(position, unit)):
        raise IllegalAction(idle, [f"a Unit of {' or '.join(position.active)}"])
    found = Moves(unit, tuple(_phases(position, unit)))
    if goal and not any(goal in going.legal for going in found.phases):
        _refuse(found, goal)
    return found


def _phases(position: Position, unit: Unit) -> Iterator[Going]:
    """The Phases in which Units move, in their order; reinforcements come in by a Horse Phase or a Move Phase."""
    yield horse_phase(position, unit)
    if not unit.enters:
        for phase in (withdraw_phase, shield_wall_phase):
            yield from (phase(position, unit, bonus) for bonus in (False, True))
    yield move_phase(position, unit)


def _refuse(found: Moves, goal: Hex) -> None:
    """Raise IllegalAction with what speaks against a hex in every Phase."""
    against = [each for going in found.phases for each in (*going.hindered, *dict(going.refused).get(goal, ()))]
    legal = [f"{going.phase}: {' '.join(map(str, going.legal))}" for going in found.phases if going.legal]
    raise IllegalAction(tuple(dict.fromkeys(against)), legal or [f"{found.unit} stays where it is"])


@forbids
def not_commanded(position: Position, unit: Unit) -> Objections:
    """What one Wing was given, another does not do."""
    if position.active and unit.wing not in position.active:
        yield Objection("4.1.a", f"the Commands are those of {' and '.join(position.active)}, not of {unit.wing}")
