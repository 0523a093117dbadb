"""5.0 Move Phase: three hexes, one Unit a hex, and the Zones of Control that stop it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.board import Hex
from companion.errors import Objection
from companion.grunwald.book import forbids, rule
from companion.grunwald.going import Going, Manner, Objections, going
from companion.grunwald.position import OFF_MAP, Position, Unit
from companion.grunwald.s12_terrain_features import can_cross

# 5.0 ------------------------------------------------------------------ move phase


@rule("5.0.a", "5.0.b", "5.0.c", "5.0.d", "5.0.e", "5.1.b", "5.3.a", "5.6.a")
def move_phase(position: Position, unit: Unit) -> Going:
    """Where a Unit may go in a Move Phase, or in a second one."""
    return reinforcement(position, unit) if unit.enters else going(position, unit, MOVE)


# 5.1 -------------------------------------------------------------- stacking limit


@forbids
def entering(position: Position, unit: Unit, here: Hex, there: Hex) -> Objections:
    """What forbids any Unit in any Phase to go from a hex to the next."""
    if here != OFF_MAP and not can_cross(position.field, here, there):
        yield Objection("12.2.a", f"no bridge or ford leads from {here} to {there}")
    other = position.holds(there)
    if other and position.hostile(unit, other):
        yield Objection("5.1.d", f"{other.wing} {other.kind} stands in {there}")


@forbids
def stacking(position: Position, unit: Unit, there: Hex) -> Objections:
    """A hex holds one Unit: no move ends where a friend stands."""
    other = position.holds(there)
    if other and other != unit and not position.hostile(unit, other):
        yield Objection("5.1.c", f"{other.wing} {other.kind} stands in {there}")


# 5.2 ------------------------------------------------------------ zones of control


@rule("5.2.a", "12.2.b", "12.2.d")
def exerting(position: Position, unit: Unit, hex: Hex) -> tuple[Unit, ...]:
    """The enemies of a Unit in whose ZOC a hex lies: all that stand next to it, across no hexside that is barred."""
    return tuple(foe for foe in position.beside(unit, hex) if can_cross(position.field, foe.hex, hex))


def zone_of(position: Position, units: Iterable[Unit]) -> frozenset[Hex]:
    """The hexes that Units control together."""
    field = position.field
    return frozenset(hex for unit in units for hex in field.graph.adj[unit.hex] if can_cross(field, unit.hex, hex))


def lies_in_zone(hex: Hex, foes: Iterable[Unit]) -> str:
    """The fact that a hex lies in EZOC, and whose."""
    return f"{hex} lies in the EZOC of {' and '.join(map(str, foes))}"


@forbids
def stopping(position: Position, unit: Unit, here: Hex) -> Objections:
    """A Unit that came into EZOC goes no further in this Phase."""
    if here != unit.start and (foes := exerting(position, unit, here)):
        yield Objection("5.2.b", f"{lies_in_zone(here, foes)}, where a move ends")


@forbids
def passing(position: Position, unit: Unit, there: Hex) -> Objections:
    """A friend's hex cannot be passed when it lies in EZOC."""
    other = position.holds(there)
    if other and other != unit and not position.hostile(unit, other) and (foes := exerting(position, unit, there)):
        yield Objection("5.2.d", f"{other} cannot be passed: {lies_in_zone(there, foes)}")


def step(position: Position, unit: Unit, here: Hex, there: Hex) -> Objections:
    """What forbids a step in a Move Phase."""
    yield from stopping(position, unit, here)
    yield from entering(position, unit, here, there)
    yield from passing(position, unit, there)


# 5.4 --------------------------------------------------------------- reinforcements


@rule("5.4.b")
def reinforcement(position: Position, unit: Unit) -> Going:
    """Where a reinforcement may go: the hex it enters by is the first of its three."""
    return going(position, unit, MOVE)


# 5.5 -------------------------------------------------- Shield Wall and Suppression


@forbids
def staying(position: Position, unit: Unit) -> Objections:
    """What keeps a Unit where it is for a whole Move Phase."""
    if unit.wall:
        yield Objection("5.5.a", f"{unit} is in Shield Wall")
    if not unit.enters and (foes := exerting(position, unit, unit.hex)):
        yield Objection("5.2.c", f"{lies_in_zone(unit.hex, foes)}, and {unit} begins there")


MOVE = Manner("Move", staying, step, stacking)
