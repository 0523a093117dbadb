"""4.0 Command Phase: Wing Integrity, by either of its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

import networkx as nx

from companion.board import Hex
from companion.grunwald.book import BOOK, rule, taken
from companion.grunwald.position import Army, Position, Unit
from companion.grunwald.s2_components import Kind, is_horse

LIMITS = BOOK.chart("integrity")
FOOT = (Kind.LEVY, Kind.INFANTRY)


@dataclass(frozen=True)
class Fallen:
    """A Unit that does not satisfy Wing Integrity, and what it had near it."""

    unit: Unit
    lacks: str

    def __str__(self) -> str:
        return f"{self.unit}: {self.lacks}"


@dataclass(frozen=True)
class Integrity:
    """Who would be Eliminated for want of Wing Integrity, by the original rule and by the advanced one."""

    army: Army
    original: tuple[Fallen, ...]
    advanced: tuple[Fallen, ...]
    played: str

    def told(self) -> Iterator[str]:
        """In words, the rule that is played first."""
        yield f"{self.army.name}, by the {self.played} rule: {_names(getattr(self, self.played))}"
        other = "advanced" if self.played == "original" else "original"
        yield f"{self.army.name}, by the {other} rule: {_names(getattr(self, other))}"
        yield from (f"original: {fallen}" for fallen in self.original)
        yield from (f"advanced: {fallen}" for fallen in self.advanced)

    def data(self) -> dict[str, Any]:
        """The hexes of those that fall, by rule."""
        return {name: " ".join(str(each.unit.hex) for each in getattr(self, name)) or "nobody" for name in BY_RULE}


def _names(fallen: Collection[Fallen]) -> str:
    return f"{', '.join(str(each.unit) for each in fallen)} Eliminated" if fallen else "nobody falls"


# 4.2 -------------------------------------------------------------- wing integrity


@rule("4.2.a", "4.2.b", "4.2.e", "4.2.f", "advanced-wing-integrity.d", "advanced-wing-integrity.e")
def integrity(position: Position, army: Army) -> Integrity:
    """Which Levy and Infantry of a side, in all its Wings, would be Eliminated as a Phase begins."""
    falls = {name: tuple(_fall(position, army, lacks)) for name, lacks in BY_RULE.items()}
    return Integrity(army, falls["original"], falls["advanced"], taken("integrity"))


Lacks = Callable[[Position, Unit], str]


def _fall(position: Position, army: Army, lacks: Lacks) -> Iterator[Fallen]:
    """All that fail together; and then those that stood by them, where the reading looks at once."""
    foot = [unit for unit in position.on_map.values() if unit.wing in army.wings and unit.kind in FOOT]
    fallen = [Fallen(unit, told) for unit in foot if (told := lacks(position, unit))]
    yield from fallen
    if fallen and taken("integrity-falls") == "at-once":
        gone = {each.unit for each in fallen}
        left = replace(position, units=tuple(unit for unit in position.units if unit not in gone))
        yield from _fall(left, army, lacks)


def lacks_original(position: Position, unit: Unit) -> str:
    """What a Unit lacks under the original rule; nothing when it passes."""
    if veteran_or_horse_near(position, unit) or company_near(position, unit):
        return ""
    leaders, others = _limit("original", "Veteran or Horse"), _limit("original", "others")
    company = foot_within(position, unit, others[0])
    return f"no Veteran or Horse Unit within {leaders[0]} hexes, {len(company)} of {others[1]} foot within {others[0]}"


@rule("4.2.c")
def veteran_or_horse_near(position: Position, unit: Unit) -> bool:
    """One way: a Veteran or a Horse Unit of its Wing is near enough."""
    hexes, units = _limit("original", "Veteran or Horse")
    return len(leaders_within(position, unit, hexes)) >= units


@rule("4.2.d")
def company_near(position: Position, unit: Unit) -> bool:
    """The other: enough Levy or Infantry of its Wing is near it."""
    hexes, units = _limit("original", "others")
    return len(foot_within(position, unit, hexes)) >= units


def lacks_advanced(position: Position, unit: Unit) -> str:
    """What a Unit lacks under the advanced rule; nothing when it passes."""
    if others_near(position, unit) or veteran_or_horse_beside(position, unit):
        return ""
    hexes, units = _limit("advanced", "others")
    return f"no Veteran or Horse Unit next to it, {len(_within(position, unit, hexes))} of {units} Units within {hexes}"


@rule("advanced-wing-integrity.b")
def others_near(position: Position, unit: Unit) -> bool:
    """One way: enough other Units of its Wing, of any type, are near it."""
    hexes, units = _limit("advanced", "others")
    return len(_within(position, unit, hexes)) >= units


@rule("advanced-wing-integrity.c")
def veteran_or_horse_beside(position: Position, unit: Unit) -> bool:
    """Failing that: a Veteran or a Horse Unit of its Wing is next to it."""
    hexes, units = _limit("advanced", "Veteran or Horse")
    return len(leaders_within(position, unit, hexes)) >= units


def leaders_within(position: Position, unit: Unit, hexes: int) -> list[Unit]:
    """The Veteran and Horse Units of its Wing within so many hexes."""
    return [other for other in _within(position, unit, hexes) if other.kind is Kind.VETERAN or is_horse(other.kind)]


def foot_within(position: Position, unit: Unit, hexes: int) -> list[Unit]:
    """The other Levy and Infantry of its Wing within so many hexes."""
    return [other for other in _within(position, unit, hexes) if other.kind in FOOT]


def _within(position: Position, unit: Unit, hexes: int) -> list[Unit]:
    """The other Units of its Wing within so many hexes, rivers counting as the reading has it."""
    near: Collection[Hex] = position.field.grid.within(unit.hex, hexes)
    if taken("integrity-distance") == "passable":
        near = nx.single_source_shortest_path_length(position.field.ways, unit.hex, cutoff=hexes)
    return [other for hex in near if (other := position.holds(hex)) and other.wing == unit.wing and other != unit]


def _limit(rule: str, near: str) -> tuple[int, int]:
    """How near, and how many Units."""
    return int(LIMITS[rule, near, "hexes"]), int(LIMITS[rule, near, "Units"])


BY_RULE: dict[str, Lacks] = {"original": lacks_original, "advanced": lacks_advanced}
