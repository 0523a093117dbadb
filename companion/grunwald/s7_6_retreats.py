"""7.6 Retreats: one hex, away from whom it is forced by and out of all EZOC, or else a Step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.board import Hex
from companion.errors import IllegalAction, Objection
from companion.grunwald.book import forbids, rule, taken
from companion.grunwald.going import Going, Manner, Objections, going
from companion.grunwald.position import Position, Unit
from companion.grunwald.s2_components import ELIMINATED, step_lost
from companion.grunwald.s5_move_phase import entering, exerting, lies_in_zone
from companion.grunwald.s7_combat_phase import ATTACKER, DEFENDER, RETREATS, retreat_ignored
from companion.referee import choose


@dataclass(frozen=True)
class Retreat:
    """A Unit that must Retreat: what becomes of it, and the hexes that are open to it, or why none is."""

    unit: Unit
    fate: str
    ways: Going | None = None
    edge: tuple[str, ...] = ()

    def told(self) -> Iterator[str]:
        """In words; then what speaks against each hex next to it."""
        yield f"{self.unit} {self.fate}"
        yield from self.edge
        if self.ways:
            _, *refused = self.ways.told()
            yield from refused

    def data(self) -> dict[str, Any]:
        """The legal hexes, and what speaks against the others, by statement."""
        return self.ways.data() if self.ways else {}

    def check(self, goal: Hex) -> None:
        """Raise IllegalAction with everything that speaks against a Retreat to a hex."""
        if self.ways:
            self.ways.check(goal)
        else:
            raise IllegalAction([Objection("7.6.i", f"{self.unit} {self.fate}")], [f"{self.unit} stays"])

    @property
    def cites(self) -> tuple[str, ...]:
        """The statements that forbid something."""
        return self.ways.cites if self.ways else ()


@dataclass(frozen=True)
class Retreats:
    """All that must Retreat from one Attack, each by itself as things stand; and who says in which order they go."""

    each: tuple[Retreat, ...]
    order: str = ""

    def told(self) -> Iterator[str]:
        """In words."""
        for retreat in self.each:
            yield from retreat.told()
        if len(self.each) > 1:
            yield f"{self.order} says who goes first: each may free a hex for the next, or take it"

    def data(self) -> dict[str, Any]:
        """Those of each Unit; of several, under the hex it stands in."""
        if len(self.each) == 1:
            return self.each[0].data()
        return {f"{each.unit.hex} {name}": told for each in self.each for name, told in each.data().items()}

    @property
    def cites(self) -> tuple[str, ...]:
        """The statements that forbid something."""
        return tuple(cite for each in self.each for cite in each.cites)


# ------------------------------------------------------------------ what is open


@rule("7.6.a", "7.6.d", "7.6.h")
def retreat(
    position: Position, units: tuple[Unit, ...], foes: tuple[Unit, ...], attacked: bool, goal: Hex | None
) -> Retreats:
    """What becomes of a target, or of Attackers, that must Retreat: each by itself, as things stand.

    With a goal: raise IllegalAction when a Unit may not Retreat to it.
    """
    if never := tuple(each for unit in units for each in never_fought(position, unit, foes)):
        raise IllegalAction(never, ["a Retreat of Units that fought each other"])
    each = tuple(_retreat(position, unit, foes, attacked) for unit in units)
    for retreat in each:
        if goal:
            retreat.check(goal)
    return Retreats(each, picker("retreat-order", attacked) if len(each) > 1 else "")


@forbids
def never_fought(position: Position, unit: Unit, foes: tuple[Unit, ...]) -> Objections:
    """A Unit Retreats from those it fought: enemies next to it."""
    for foe in foes:
        if not position.hostile(unit, foe):
            yield Objection("7.2.a", f"{foe} is no enemy of {unit}")
        if foe.hex not in position.field.grid.neighbours(unit.hex):
            yield Objection("7.2.b", f"{foe} is not next to {unit.hex}")


def _retreat(position: Position, unit: Unit, foes: tuple[Unit, ...], attacked: bool) -> Retreat:
    if unit.wall:
        return Retreat(unit, retreat_ignored())
    ways = open_to(position, unit, foes, attacked)
    if ways.legal:
        who = f"; {picker('retreat-hex', attacked)} picks" if len(ways.legal) > 1 else ""
        return Retreat(unit, f"{RETREATS} to {' or '.join(map(str, ways.legal))}{who}", ways)
    edge = (over_the_edge(unit),) if leads_off_map(position, unit, foes) else ()
    return Retreat(unit, f"cannot Retreat, loses a Step and is {cannot_retreat(unit)}", ways, edge)


def open_to(position: Position, unit: Unit, foes: tuple[Unit, ...], attacked: bool) -> Going:
    """Where a target, or an Attacker, may Retreat to."""
    return target_retreats_to(position, unit, foes) if attacked else attacker_retreats_to(position, unit, foes)


@rule("7.6.a", "7.6.b", "7.6.c", "7.6.g")
def target_retreats_to(position: Position, unit: Unit, attackers: tuple[Unit, ...]) -> Going:
    """A target goes one hex, away from every Attacker and from all EZOC."""
    return going(position, unit, Manner("Retreat", nothing, partial(target_step, attackers), nothing))


@rule("7.6.d", "7.6.e", "7.6.f", "7.6.g")
def attacker_retreats_to(position: Position, unit: Unit, target: tuple[Unit, ...]) -> Going:
    """An Attacker goes one hex, away from the target and from all EZOC."""
    return going(position, unit, Manner("Retreat", nothing, partial(attacker_step, target), nothing))


def nothing(*_: object) -> Objections:
    """No objection."""
    yield from ()


@forbids
def target_step(attackers: tuple[Unit, ...], position: Position, unit: Unit, here: Hex, there: Hex) -> Objections:
    """What forbids a hex to a target."""
    yield from blocked(position, unit, here, there)
    yield from (Objection("7.6.b", fact) for fact in _no_further(position, attackers, here, there))
    yield from (Objection("7.6.c", fact) for fact in _in_zone(position, unit, there))


@forbids
def attacker_step(target: tuple[Unit, ...], position: Position, unit: Unit, here: Hex, there: Hex) -> Objections:
    """What forbids a hex to an Attacker."""
    yield from blocked(position, unit, here, there)
    yield from (Objection("7.6.e", fact) for fact in _no_further(position, target, here, there))
    yield from (Objection("7.6.f", fact) for fact in _in_zone(position, unit, there))


@forbids
def blocked(position: Position, unit: Unit, here: Hex, there: Hex) -> Objections:
    """What stands in the way of any Retreat; friends do not give way."""
    yield from entering(position, unit, here, there)
    other = position.holds(there)
    if other and not position.hostile(unit, other):
        yield Objection("7.6.g", f"{other} does not give way")


def _no_further(position: Position, foes: Iterable[Unit], here: Hex, there: Hex) -> Iterator[str]:
    """The facts of a hex that does not lead away from somebody."""
    distance = position.field.grid.distance
    for foe in foes:
        if distance(there, foe.hex) <= distance(here, foe.hex):
            yield f"{there} does not lead away from {foe}"


def _in_zone(position: Position, unit: Unit, there: Hex) -> Iterator[str]:
    """The facts of a hex that is not away from EZOC, as the reading has it."""
    foes = exerting(position, unit, there)
    if taken("retreat-zoc") == "no-nearer":
        distance = position.field.grid.distance
        near = exerting(position, unit, unit.hex)
        foes = tuple(foe for foe in near if distance(there, foe.hex) < distance(unit.hex, foe.hex))
    if foes:
        yield lies_in_zone(there, foes)


def leads_off_map(position: Position, unit: Unit, foes: tuple[Unit, ...]) -> bool:
    """Whether a hex that would lead away from all of them is missing, because the map ends there."""
    grid = position.field.grid
    missing = [hex for hex in grid.around(unit.hex) if hex not in grid]
    return any(not any(_no_further(position, foes, unit.hex, hex)) for hex in missing)


@rule("5.3.b")
def over_the_edge(unit: Unit) -> str:
    """Who would have to Retreat over the edge of the map takes a Step Loss instead."""
    return f"{unit} would leave the map"


@rule("7.6.h")
def cannot_retreat(unit: Unit) -> str:
    """Whoever cannot keep every condition stays and loses a Step."""
    return step_lost(unit.reduced)


def picker(reading: str, attacked: bool) -> str:
    """Who picks a hex or the order, for a target or for Attackers: their owner or the opponent, by the reading."""
    sides = (DEFENDER, ATTACKER) if attacked else (ATTACKER, DEFENDER)
    return sides[0] if taken(reading) == "owner" else sides[1]


# --------------------------------------------------------------- at the table


@rule("7.6.a", "7.6.i")
async def target_falls_back(position: Position, unit: Unit, attackers: tuple[Unit, ...]) -> tuple[Position, str]:
    """A target Retreats: where it stands then, and what became of it."""
    return await falls_back(position, unit, target_retreats_to(position, unit, attackers), picker("retreat-hex", True))


@rule("7.5.j", "7.6.d")
async def attackers_fall_back(
    position: Position, units: tuple[Unit, ...], target: Unit
) -> tuple[Position, tuple[tuple[Unit, str], ...]]:
    """All Attackers Retreat, one after the other."""
    fates: list[tuple[Unit, str]] = []
    left = list(units)
    while left:
        first = left[0] if len(left) == 1 else await choose(
            "Which Attacker Retreats next?", left, by=picker("retreat-order", False)
        )  # fmt: skip
        left.remove(first)
        ways = attacker_retreats_to(position, first, (target,))
        position, fate = await falls_back(position, first, ways, picker("retreat-hex", False))
        fates.append((first, fate))
    return position, tuple(fates)


async def falls_back(position: Position, unit: Unit, ways: Going, who: str) -> tuple[Position, str]:
    """One Unit goes to the hex that is picked, or stays and loses a Step."""
    if not ways.legal:
        fate = cannot_retreat(unit)
        return position.with_unit(unit, after_step(unit, fate)), f"cannot Retreat: {fate}"
    hex = ways.legal[0]
    if len(ways.legal) > 1:
        hex = await choose(f"To which hex does {unit} Retreat?", ways.legal, by=who)
    return position.moved(unit, hex), f"{RETREATS} to {hex}"


def after_step(unit: Unit, fate: str) -> Unit | None:
    """A Unit that lost a Step: none when Eliminated, else on its reduced side, whose figures are yet to be seen."""
    return None if fate == ELIMINATED else replace(unit, reduced=True)
