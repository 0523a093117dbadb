"""Where a Unit may go: the search that every Phase with moves shares, and its verdict. What forbids a step is the
chapters' to say; a hex that cannot be reached is told with everything that bars the way to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import networkx as nx

from companion.board import Hex, zones
from companion.errors import IllegalAction, Objection
from companion.grunwald.book import BOOK, forbids, rule, taken
from companion.grunwald.position import Position, Unit

MOVES = BOOK.chart("moves")

Objections = Iterator[Objection]


@dataclass(frozen=True)
class Manner:
    """How Units go in one Phase (as the chart `moves` names it).

    `hindered` lists what keeps a Unit where it is, `step` what forbids to go from a hex to the next, `end` what forbids
    to stop in a hex.
    """

    phase: str
    hindered: Callable[[Position, Unit], Objections]
    step: Callable[[Position, Unit, Hex, Hex], Objections]
    end: Callable[[Position, Unit, Hex], Objections]

    @property
    def reach(self) -> int:
        """How many hexes the Phase gives to a Unit that nothing slows down."""
        return int(MOVES[self.phase])

    def hexes(self, unit: Unit) -> int:
        """How many hexes a Unit goes at most; a Suppressed one goes one, as the reading has it."""
        if unit.suppressed and (self.phase == "Move" or taken("suppressed-pace") == "every-phase"):
            return min(self.reach, suppressed_pace())
        return self.reach


@rule("2.5.c", "5.5.b", "9.3.b")
def suppressed_pace() -> int:
    """A Suppressed Unit goes one hex."""
    return int(MOVES["Suppressed"])


def beyond(phase: str, hex: Hex) -> tuple[Objection, ...]:
    """A hex that no Unit could reach in the Phase."""
    return (Objection(MOVES.statement_of((phase,)), f"{hex} is more than {MOVES[phase]} away"),)


@forbids
def too_far(unit: Unit, there: Hex) -> Objections:
    """A hex that only the Suppression of the Unit keeps it from."""
    yield Objection("9.3.b", f"{unit} is Suppressed, and {there} is more than {suppressed_pace()} hex away")


@dataclass(frozen=True)
class Going:
    """Where a Unit may go in one Phase, what keeps it where it is, and what speaks against each other hex near it."""

    phase: str
    unit: Unit
    legal: tuple[Hex, ...]
    hindered: tuple[Objection, ...] = ()
    refused: tuple[tuple[Hex, tuple[Objection, ...]], ...] = ()

    def told(self) -> Iterator[str]:
        """In words; then what speaks against the other hexes, a line for all that fail alike."""
        if self.hindered:
            yield f"{self.phase}: nowhere; {'; '.join(_told(self.hindered))}"
            return
        yield f"{self.phase}: {' '.join(map(str, self.legal)) or 'nowhere'}"
        for objections, hexes in _alike(self.refused).items():
            yield f"{self.phase}, not {' '.join(map(str, hexes))}: {'; '.join(_told(objections))}"

    def data(self) -> dict[str, Any]:
        """The legal hexes; the statements that keep the Unit where it is; those that speak against each other hex."""
        return {
            self.phase: " ".join(map(str, self.legal)) or "nowhere",
            f"{self.phase} hindered": _statements(self.hindered),
            f"{self.phase} not": {str(hex): _statements(objections) for hex, objections in self.refused},
        }

    @property
    def cites(self) -> tuple[str, ...]:
        """The statements that forbid something here."""
        refused = (objection for _, objections in self.refused for objection in objections)
        return tuple(objection.statement for objection in (*self.hindered, *refused))

    def check(self, hex: Hex) -> None:
        """Raise IllegalAction with everything that speaks against going to a hex."""
        if hex in self.legal:
            return
        against = (*self.hindered, *dict(self.refused).get(hex, ())) or beyond(self.phase, hex)
        legal = [f"{self.unit} to {' or '.join(map(str, self.legal))}" if self.legal else f"{self.unit} stays"]
        raise IllegalAction(against, legal)


def _alike(refused: Iterable[tuple[Hex, tuple[Objection, ...]]]) -> dict[tuple[Objection, ...], list[Hex]]:
    """The hexes that are refused, by the objections against them."""
    found: dict[tuple[Objection, ...], list[Hex]] = {}
    for hex, objections in refused:
        found.setdefault(objections, []).append(hex)
    return found


def _told(objections: Iterable[Objection]) -> list[str]:
    """Objections in words, each fact once, with all the statements that make it one."""
    facts: dict[str, list[str]] = {}
    for objection in objections:
        facts.setdefault(objection.facts, []).append(objection.statement)
    return [f"{fact} ({' '.join(statements)})" for fact, statements in facts.items()]


def _statements(objections: tuple[Objection, ...]) -> str:
    return " ".join(dict.fromkeys(objection.statement for objection in objections))


# --------------------------------------------------------------------- the search


def goals(position: Position, unit: Unit, manner: Manner) -> tuple[Hex, ...]:
    """The hexes in which a Unit may end its move."""
    if _any(manner.hindered(position, unit)):
        return ()
    return _ends(position, unit, manner, _reached(position, unit, manner))


def going(position: Position, unit: Unit, manner: Manner) -> Going:
    """Where a Unit may go, with every objection against each other hex within reach."""
    if hindered := tuple(manner.hindered(position, unit)):
        return Going(manner.phase, unit, (), hindered)
    costs = _reached(position, unit, manner)
    legal = _ends(position, unit, manner, costs)
    near = position.field.grid.within(unit.hex, manner.reach - unit.enters) - {*legal, unit.start}
    refused = tuple((hex, tuple(_against(position, unit, manner, costs, hex))) for hex in sorted(near))
    return Going(manner.phase, unit, legal, (), refused)


def _ends(position: Position, unit: Unit, manner: Manner, costs: Mapping[Hex, int]) -> tuple[Hex, ...]:
    return tuple(sorted(hex for hex in costs if hex != unit.start and not _any(manner.end(position, unit, hex))))


def _reached(position: Position, unit: Unit, manner: Manner) -> Mapping[Hex, int]:
    """Every hex to which the steps of a move lead, and how many they are."""

    def cost(here: Hex, there: Hex) -> int | None:
        return None if _any(manner.step(position, unit, here, there)) else 1

    return zones.reach(_ways(position, unit), unit.start, manner.hexes(unit), cost=cost).costs


def _ways(position: Position, unit: Unit) -> nx.DiGraph:
    """The hexes and what touches what; for a Unit that enters, with the step onto the map."""
    if not unit.enters:
        return position.field.graph
    ways = nx.DiGraph(position.field.graph)
    ways.add_edge(unit.start, unit.hex)
    return ways


def _against(position: Position, unit: Unit, manner: Manner, costs: Mapping[Hex, int], goal: Hex) -> Objections:
    """Everything that speaks against a hex: as the end of the move, and on every way that is short enough."""
    found = list(manner.end(position, unit, goal))
    if goal not in costs:
        ways, most = _ways(position, unit), manner.hexes(unit)
        barred = [
            objection
            for here, cost in costs.items()
            for there in ways.adj[here]
            if cost + 1 + position.field.grid.distance(there, goal) <= most
            for objection in manner.step(position, unit, here, there)
        ]
        found += barred or too_far(unit, goal)
    return iter(dict.fromkeys(found))


def _any(objections: Objections) -> bool:
    return next(objections, None) is not None
