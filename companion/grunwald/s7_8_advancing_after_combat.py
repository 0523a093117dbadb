"""7.8 Advancing After Combat: one Attacker may take the hex that was left; a charging Heavy Horse must."""

from __future__ import annotations

from companion.board import Hex
from companion.grunwald.book import rule, taken
from companion.grunwald.position import Position, Unit
from companion.grunwald.s2_components import Kind
from companion.grunwald.s5_move_phase import exerting
from companion.grunwald.s7_combat_phase import ATTACKER
from companion.grunwald.s12_terrain_features import rise
from companion.referee import choose

NOBODY = "nobody"


@rule("7.8.a", "7.8.b", "7.8.c", "7.8.g")
async def advance(
    position: Position, attackers: tuple[Unit, ...], hex: Hex, primary: Unit, charge: bool
) -> Unit | None:
    """One of the Attackers may move into the hex that was left, whatever EZOC there is."""
    able = tuple(unit for unit in attackers if not barred(position, unit, hex))
    must = who_must_advance(able, primary) if charge else ()
    if not able or len(must) == 1:
        return must[0] if must else None
    taker = await choose(f"Who Advances to {hex}?", must or (*able, NOBODY), by=ATTACKER)
    return taker if isinstance(taker, Unit) else None


def barred(position: Position, unit: Unit, hex: Hex) -> bool:
    """Whether something keeps an Attacker from the hex."""
    if unit.wall:
        return stays_in_wall(unit)
    return rise(position.field, unit.hex, hex) > 0 and uphill_into_zone(unit, hex, exerting(position, unit, hex))


@rule("7.8.d", "8.0.g")
def stays_in_wall(unit: Unit) -> bool:
    """A Unit in Shield Wall never Advances."""
    return unit.wall


@rule("7.8.e", "12.1.c")
def uphill_into_zone(unit: Unit, hex: Hex, foes: tuple[Unit, ...]) -> bool:
    """No Unit Advances uphill into a hex that lies in EZOC."""
    return bool(foes)


@rule("7.8.f")
def who_must_advance(able: tuple[Unit, ...], primary: Unit) -> tuple[Unit, ...]:
    """A charging Heavy Horse must: any that can, or only the Primary, as the reading has it."""
    heavy = tuple(unit for unit in able if unit.kind is Kind.HEAVY_HORSE)
    if taken("charge-advance") == "primary":
        return tuple(unit for unit in heavy if unit.hex == primary.hex)
    return heavy
