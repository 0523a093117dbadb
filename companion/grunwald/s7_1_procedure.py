"""7.1 Procedure: an Attack on the map, from its declaration (7.2) to the advance (7.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.errors import IllegalAction, Objection
from companion.grunwald.book import forbids, rule, taken
from companion.grunwald.going import Objections
from companion.grunwald.position import Position, Unit
from companion.grunwald.s2_components import ELIMINATED, REDUCED
from companion.grunwald.s7_6_retreats import after_step, attackers_fall_back, target_falls_back
from companion.grunwald.s7_8_advancing_after_combat import advance
from companion.grunwald.s7_combat_phase import (
    RETREATS,
    Assault,
    Attacker,
    Result,
    Target,
    fight_out,
    objections_to,
    primary_unit,
)
from companion.grunwald.s10_horse_phase import may_charge
from companion.grunwald.s12_terrain_features import across_trench, can_cross, rise


@dataclass(frozen=True)
class Declared:
    """An Attack as it is declared on the map, and the Phase it is made in (`charge`: the Horse Phase)."""

    position: Position
    attackers: tuple[Unit, ...]
    target: Unit
    pitched: bool = False
    charge: bool = False
    bonus: bool = False


@dataclass(frozen=True)
class Fought:
    """How an Attack on the map ended: its result, what became of each Unit, who Advanced, and how things stand now."""

    code: str
    fates: tuple[tuple[Unit, str], ...]
    advanced: Unit | None
    position: Position

    def __str__(self) -> str:
        fates = [f"{unit} {fate}" for unit, fate in self.fates]
        advanced = [f"{self.advanced} Advances"] if self.advanced else []
        return ", ".join([self.code, *fates, *advanced])


@rule("7.0.c", "7.1.a", "7.1.b", "7.5.c", "7.5.d")
async def attack_on_map(declared: Declared) -> Fought:
    """An Attack is declared, the class and the DRM are found, the die is rolled, and its result is carried out."""
    may_declare(declared)
    assault = as_assault(declared)
    primary = await primary_unit(assault.attackers)
    return await aftermath(declared, await fight_out(assault, primary), _unit(declared, primary))


# 7.2 ---------------------------------------------------------------- declaration


@rule("7.0.d", "7.2.a", "7.2.b", "7.2.e", "7.2.h")
def may_declare(declared: Declared) -> None:
    """Raise IllegalAction with everything that forbids the Attack."""
    found = (*objections_on_map(declared), *objections_to(as_assault(declared)))
    if found:
        raise IllegalAction(tuple(dict.fromkeys(found)), _legal_attackers(declared))


@forbids
def objections_on_map(declared: Declared) -> Objections:
    """Everything that forbids the Attack where the Units stand, and after what they did in this Phase."""
    position, target = declared.position, declared.target
    counted = not declared.charge or taken("charge-limits") == "apart"
    if target.targeted and counted:
        yield Objection("7.2.d", f"{target} was attacked in this Phase already")
    if len(wings := dict.fromkeys(unit.wing for unit in declared.attackers)) > 1:
        yield Objection("7.2.k", f"{' and '.join(wings)} do not join in one Attack")
    for unit in declared.attackers:
        if not position.hostile(unit, target):
            yield Objection("7.2.a", f"{target} is no enemy of {unit}")
        if target.hex not in position.field.grid.neighbours(unit.hex):
            yield Objection("7.2.b", f"{unit} is not next to {target.hex}")
        elif not can_cross(position.field, unit.hex, target.hex):
            yield Objection("12.2.c", f"no bridge or ford leads from {unit.hex} to {target.hex}")
        if unit.attacked and counted:
            yield Objection("7.2.c", f"{unit} has attacked in this Phase already")
        if position.active and unit.wing not in position.active:
            yield Objection("7.2.e", f"{unit.wing} is not active")
        if declared.charge and not may_charge(position, unit):
            yield Objection("10.0.g", f"{unit} is not Horse in EZOC")


def _legal_attackers(declared: Declared) -> list[str]:
    """Who could attack the same target alone."""
    able = [
        unit
        for unit in declared.position.foes(declared.target)
        if not any(True for _ in _objections(replace(declared, attackers=(unit,))))
    ]
    return [f"an Attack on {declared.target} by {' or '.join(map(str, able))}" if able else "no Attack on it"]


def _objections(declared: Declared) -> Objections:
    yield from objections_on_map(declared)
    yield from objections_to(as_assault(declared))


def as_assault(declared: Declared) -> Assault:
    """The Attack as the die sees it: types and classes, and the ground between the Units."""
    target = declared.target
    return Assault(
        tuple(_attacker(declared, unit) for unit in declared.attackers),
        Target(target.kind, target.wall, target.suppressed, target.reduced),
        declared.pitched,
        declared.charge,
        declared.bonus,
    )


def _attacker(declared: Declared, unit: Unit) -> Attacker:
    field, there = declared.position.field, declared.target.hex
    return Attacker(
        unit.kind, unit.cc, unit.wall, unit.suppressed, unit.reduced,
        downhill=rise(field, unit.hex, there) < 0, trench=across_trench(field, unit.hex, there), hex=unit.hex,
    )  # fmt: skip


def _unit(declared: Declared, attacker: Attacker) -> Unit:
    """The Unit on the map that an Attacker is."""
    return next(unit for unit in declared.attackers if unit.hex == attacker.hex)


# 7.5 to 7.8 ------------------------------------------------- what becomes of it


@rule("7.2.c", "7.2.d", "7.5.p")
async def aftermath(declared: Declared, result: Result, primary: Unit) -> Fought:
    """The losses are taken, the Retreats made, and the hex that was left may be entered."""
    table = _Aftermath(declared)
    await table.target_suffers(result)
    await table.attackers_suffer(result)
    advanced = await table.somebody_advances(primary)
    return Fought(result.code, tuple(table.fates), advanced, table.position)


class _Aftermath:
    """A position in which a result is being carried out, and what became of each Unit so far."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        self.fates: list[tuple[Unit, str]] = []
        self.position = declared.position
        self.target = self._changed(declared.target, replace(declared.target, targeted=True))
        self.attackers = [self._changed(unit, replace(unit, attacked=True)) for unit in declared.attackers]

    def _changed(self, unit: Unit, changed: Unit) -> Unit:
        self.position = self.position.with_unit(unit, changed)
        return changed

    async def target_suffers(self, result: Result) -> None:
        fate = result.target
        if fate == RETREATS:
            self.position, fate = await target_falls_back(self.position, self.target, tuple(self.attackers))
        elif fate in (ELIMINATED, REDUCED):
            self.position = self.position.with_unit(self.target, after_step(self.target, fate))
        if fate:
            self.fates.append((self.target, fate))

    async def attackers_suffer(self, result: Result) -> None:
        by_hex = {unit.hex: unit for unit in self.attackers}
        suffered = [(by_hex[each.hex], fate) for each, fate in result.attackers if each.hex]
        if going := tuple(unit for unit, fate in suffered if fate == RETREATS):
            self.position, fates = await attackers_fall_back(self.position, going, self.target)
            suffered = [(unit, fate) for unit, fate in suffered if fate != RETREATS] + list(fates)
        for unit, fate in suffered:
            if fate in (ELIMINATED, REDUCED):
                self.position = self.position.with_unit(unit, after_step(unit, fate))
            self.fates.append((unit, fate))

    async def somebody_advances(self, primary: Unit) -> Unit | None:
        hex = self.target.hex
        if self.position.holds(hex):
            return None
        standing = tuple(unit for each in self.attackers if (unit := self.position.holds(each.hex)))
        taker = await advance(self.position, standing, hex, primary, self.declared.charge)
        if taker:
            self.position = self.position.moved(taker, hex)
        return taker
