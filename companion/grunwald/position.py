"""A position: which Units stand where, in whose Wings, on which map; as a person writes it, line by line.

    map   meadow                     # a map that comes with the book, or a map file beside this one;
                                     # open ground instead: grid 12 by 10 flat odd
    side  Order: Red Black           # which Wings belong together; with two Wings in all, not needed
    side  Poland: Blue
    active Red                       # whose Commands are being carried out, if it matters

    1013 Red V:A                     # hex, Wing, type, class, and what else is to be seen on the Unit:
    1014 Blue I:C reduced wall       # reduced, crown, fire:4, wall, suppressed
    1015 Red LH:B fire:5 fired       # and what it did in this Phase: attacked, targeted, fired
    0101 Red HH:A enters             # a reinforcement that will come in by this hex

A position may change another: `like meadow`, then the lines that differ; `1013 none` empties a hex. What is on the back
of a counter is nowhere in it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from companion.board import Grid, Hex, Map, load_map
from companion.board.text import layouts
from companion.book.files import read_text
from companion.errors import BadInput
from companion.grunwald.book import BOOK
from companion.grunwald.s2_components import Kind, is_horse, is_printed_class
from companion.grunwald.s12_terrain_features import KEY

SHELF = BOOK.path / "positions"
OFF_MAP = Hex(0, 0)

FLAGS = ("reduced", "crown", "wall", "suppressed", "attacked", "targeted", "fired", "enters")
UNIT_LINE = "a Unit is written so: 1013 Red V:A reduced (hex, Wing, type:class, flags)"
LINES = "map, grid, side, active, like, or the hex of a Unit"


@dataclass(frozen=True)
class Unit:
    """One Unit as it lies on the map: where, of which Wing, its type, class and Fire Factor (0: none), and its state.

    One that `enters` is not on the map yet: its hex is the one it will come in by.
    """

    hex: Hex
    wing: str
    kind: Kind
    cc: str
    fire: int = 0
    reduced: bool = False
    crown: bool = False
    wall: bool = False
    suppressed: bool = False
    attacked: bool = False
    targeted: bool = False
    fired: bool = False
    enters: bool = False

    @property
    def start(self) -> Hex:
        """Where its move begins: its hex, or a place off the map."""
        return OFF_MAP if self.enters else self.hex

    def __str__(self) -> str:
        return f"{self.wing} {self.kind} at {self.hex}"

    def told(self) -> str:
        """Its line in a position, without the hex."""
        return self.written().partition(" ")[2]

    def written(self) -> str:
        """Its line in a position."""
        fire = [f"fire:{self.fire}"] if self.fire else []
        return " ".join([f"{self.hex} {self.wing} {self.kind}:{self.cc}", *fire, *self.flags])

    @property
    def flags(self) -> list[str]:
        """What is to be seen on it besides, in words."""
        return [flag for flag in FLAGS if getattr(self, flag)]


@dataclass(frozen=True)
class Army:
    """A player's side, and its Wings."""

    name: str
    wings: tuple[str, ...]


@dataclass(frozen=True)
class Position:
    """Units on a map: one frozen value. `ground` is the line that says which map it is."""

    ground: str
    field: Map
    armies: tuple[Army, ...]
    units: tuple[Unit, ...]
    active: tuple[str, ...] = ()

    @cached_property
    def _hash(self) -> int:
        return hash((self.field.name, self.armies, self.units, self.active))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def on_map(self) -> dict[Hex, Unit]:
        """The Units that are on the map, by their hexes."""
        return {unit.hex: unit for unit in self.units if not unit.enters}

    def holds(self, hex: Hex) -> Unit | None:
        """The Unit that stands in a hex."""
        return self.on_map.get(hex)

    @cached_property
    def _army(self) -> dict[str, Army]:
        return {wing: army for army in self.armies for wing in army.wings}

    def army(self, unit: Unit) -> Army:
        """The side of a Unit."""
        return self._army[unit.wing]

    def hostile(self, one: Unit, other: Unit) -> bool:
        """Whether two Units are enemies."""
        return self._army[one.wing] is not self._army[other.wing]

    def foes(self, unit: Unit) -> Iterator[Unit]:
        """The enemies of a Unit that are on the map."""
        return (other for other in self.on_map.values() if self.hostile(unit, other))

    def beside(self, unit: Unit, hex: Hex) -> Iterator[Unit]:
        """The enemies of a Unit in the hexes next to this one, whatever lies between."""
        for near in self.field.graph.adj[hex]:
            if (other := self.on_map.get(near)) and self.hostile(unit, other):
                yield other

    def at(self, number: str, *, entering: bool = False) -> Unit:
        """The Unit in the hex of this number, or the one that enters by it. Raises BadInput when there is none."""
        hex = self.field.grid.hex(number)
        units = [unit for unit in self.units if unit.enters] if entering else self.on_map.values()
        for unit in units:
            if unit.hex == hex:
                return unit
        does = "No Unit enters by" if entering else "No Unit stands in"
        raise BadInput(f"{does} {hex}. Units: {', '.join(map(str, units)) or 'none'}.")

    def moved(self, unit: Unit, hex: Hex) -> Position:
        """The position once a Unit has gone to a hex."""
        return self.with_unit(unit, replace(unit, hex=hex, enters=False))

    def with_unit(self, unit: Unit, changed: Unit | None) -> Position:
        """The position with another Unit, or none, in the place of one."""
        others = [each for each in self.units if each != unit]
        return replace(self, units=_in_order([*others, *([changed] if changed else [])]))

    def written(self) -> str:
        """The position as a person writes it."""
        sides = [f"side {army.name}: {' '.join(army.wings)}" for army in self.armies]
        active = [f"active {' '.join(self.active)}"] if self.active else []
        return "\n".join([self.ground, *sides, *active, "", *(unit.written() for unit in self.units), ""])


def _in_order(units: Iterable[Unit]) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=lambda unit: (unit.hex, unit.enters)))


# ------------------------------------------------------------------------- reading


def open_position(named: str) -> Position:
    """A position by the name of one that comes with the book, by the path of a file, or written out, with `;` between.

    Raises BadInput with every fault found in it.
    """
    if ";" in named or "\n" in named or re.match(r"\s*(like|grid|map)\s", named):
        return read_position(named.replace(";", "\n"), "the position", Path())
    path = SHELF / f"{named}.txt" if named in positions() else Path(named)
    if not path.is_file():
        raise BadInput(f"There is no position {named!r}: name a file, or one of these: {', '.join(positions())}.")
    return read_position(read_text(path), path.name, path.parent)


def positions() -> list[str]:
    """The names of the positions that come with the book."""
    return [path.stem for path in sorted(SHELF.glob("*.txt"))]


def read_position(text: str, name: str, folder: Path) -> Position:
    """Read a position from text; maps are looked for in the folder. Raises BadInput with every fault found in it."""
    return _Reading(name, folder).position(text)


class _Reading:
    """One position being read; its faults are gathered and told together."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self.faults: list[str] = []
        self.ground = ""
        self.field: Map | None = None
        self.armies: list[Army] = []
        self.active: tuple[str, ...] = ()
        self.placed: list[tuple[str, Unit]] = []
        self.unread: list[tuple[str, list[str]]] = []
        self.like = ""  # the line that takes over another position, and so the line of all its Units

    def position(self, text: str) -> Position:
        for number, line in enumerate(text.splitlines(), 1):
            if words := line.partition("#")[0].split():
                self._line(f"{self.name}:{number}", words)
        if not self.ground:
            self._fault(self.name, f"it does not say on which map it is. {_asks_for_layout()}")
        if self.field:
            for where, words in self.unread:
                self._place(where, words, self.field.grid)
        armies = self._sides()
        self._crowded(armies)
        if self.faults or not self.field:
            count = f"{len(self.faults)} fault{'s' * (len(self.faults) > 1)}"
            raise BadInput("\n".join([f"{self.name} has {count}:", *self.faults]))
        return Position(self.ground, self.field, armies, _in_order(unit for _, unit in self.placed), self.active)

    def _line(self, where: str, words: list[str]) -> None:
        """One line: units wait until the map is known."""
        head, *rest = words
        match head.lower(), rest:
            case ("map", [named]):
                self._ground(where, f"map {named}", lambda: self._map(named))
            case ("grid", [columns, by, rows, *layout]):
                told = " ".join([columns, by, rows])
                ground = " ".join(["grid", told, *layout])
                self._ground(where, ground, lambda: Map(ground, Grid.parse(told, " ".join(layout)), KEY))
            case ("side", [_, *_]):
                self._side(where, " ".join(rest))
            case ("active", [_, *_]):
                self.active = tuple(rest)
            case ("like", [named]):
                self._like(where, named)
            case _ if re.fullmatch(r"\d{4}", head, re.ASCII):
                self.unread.append((where, words))
            case (("map" | "grid" | "side" | "active" | "like"), _):
                self._fault(where, f"{' '.join(words)!r} is not whole: {_EXAMPLES[head.lower()]}")
            case _:
                self._fault(where, f"{head!r} begins no line of a position: it begins with {LINES}.")

    def _ground(self, where: str, ground: str, read: Callable[[], Map]) -> None:
        if self.ground:
            self._fault(where, f"the map is said twice, by {self.ground!r} before: leave one of them out.")
            return
        self.ground = ground
        try:
            self.field = read()
        except BadInput as fault:
            self._fault(where, str(fault))

    def _map(self, named: str) -> Map:
        beside, shelved = self.folder / named, BOOK.path / "maps" / f"{named}.toml"
        if not beside.is_file() and not shelved.is_file():
            maps = ", ".join(path.stem for path in sorted(shelved.parent.glob("*.toml")))
            raise BadInput(f"there is no map {named!r}: name a map file beside this one, or one of these: {maps}.")
        return load_map(beside if beside.is_file() else shelved, KEY)

    def _side(self, where: str, said: str) -> None:
        name, colon, wings = said.partition(":")
        if not colon or not wings.split() or len(name.split()) != 1:
            self._fault(where, f"'side {said}' is not whole: {_EXAMPLES['side']}")
        elif taken := {wing for army in self.armies for wing in army.wings} & set(wings.split()):
            self._fault(where, f"{' and '.join(sorted(taken))} belongs to another side already.")
        else:
            self.armies.append(Army(name.strip(), tuple(dict.fromkeys(wings.split()))))

    def _like(self, where: str, named: str) -> None:
        """Take over another position; the lines that follow change it."""
        if self.ground or self.unread:
            self._fault(where, f"like {named} comes first, and the lines that differ below it.")
            return
        beside = self.folder / named
        try:
            other = open_position(str(beside) if beside.is_file() else named)
        except BadInput as fault:
            self._fault(where, str(fault))
            return
        self.ground, self.field, self.active, self.like = other.ground, other.field, other.active, where
        self.armies = list(other.armies)
        self.placed = [(where, unit) for unit in other.units]

    def _place(self, where: str, words: list[str], grid: Grid) -> None:
        number, *rest = words
        try:
            hex = grid.hex(number)
        except BadInput as fault:
            self._fault(where, str(fault))
            return
        self.placed = [(line, unit) for line, unit in self.placed if unit.hex != hex or line != self.like]
        if [word.lower() for word in rest] != ["none"] and (unit := self._unit(where, hex, rest)):
            self.placed.append((where, unit))

    def _unit(self, where: str, hex: Hex, words: Sequence[str]) -> Unit | None:
        """A Unit from the words after its hex; whatever is wrong with it is told."""
        before = len(self.faults)
        if len(words) < 2:
            self._fault(where, f"{hex} is not whole: {UNIT_LINE}.")
            return None
        wing, coded, *flags = words
        kind, _, cc = (part.upper() for part in coded.partition(":"))
        if kind not in list(Kind):
            self._fault(where, f"{coded!r} has no type: it is one of {', '.join(Kind)}, and {UNIT_LINE}.")
        if not is_printed_class(cc):
            self._fault(where, f"{coded!r} has no class that a counter can bear: AA, A, B, C or D (2.2.d).")
        fire, seen = self._flags(where, flags)
        if len(self.faults) > before:
            return None
        unit = Unit(hex, wing, Kind(kind), cc, fire, **seen)
        if unit.wall and (is_horse(unit.kind) or unit.fire):
            self._fault(where, f"{unit} is {_shieldless(unit)}, which is never in Shield Wall (8.0.n).")
        return unit

    def _flags(self, where: str, words: Sequence[str]) -> tuple[int, dict[str, bool]]:
        """The Fire Factor of a Unit, and its flags by name."""
        factor, seen = 0, dict.fromkeys(FLAGS, False)
        for word in map(str.lower, words):
            if fire := re.fullmatch(r"fire:([1-9]\d?)", word, re.ASCII):
                twice, factor = factor > 0, int(fire[1])
            elif word in FLAGS:
                twice, seen[word] = seen[word], True
            else:
                self._fault(where, f"{word!r} is nothing that a Unit can be: {', '.join(FLAGS)} or fire:4.")
                continue
            if twice:
                self._fault(where, f"{word} is said twice: leave one of them out.")
        return factor, seen

    def _sides(self) -> tuple[Army, ...]:
        """The two sides: as they are written, or each of two Wings by itself."""
        wings = list(dict.fromkeys(unit.wing for _, unit in self.placed))
        armies = self.armies or [Army(wing, (wing,)) for wing in wings]
        known = [wing for army in armies for wing in army.wings]
        if len(armies) > 2:
            told = ", ".join(army.name for army in armies)
            self._fault(self.name, f"there are {len(armies)} sides ({told}): say which Wings belong together, so that "
                        "there are two. " + _EXAMPLES["side"])  # fmt: skip
        for where, unit in self.placed:
            if unit.wing not in known:
                self._fault(where, f"{unit.wing} belongs to no side: add it to one of the lines that begin with side.")
        for wing in self.active:
            if wing not in known:
                self._fault(self.name, f"active {wing}: there is no such Wing. There is: {', '.join(known)}.")
        if len({army.name for army in armies for wing in self.active if wing in army.wings}) > 1:
            self._fault(self.name, f"active {' '.join(self.active)}: they are not of one side.")
        return tuple(armies)

    def _crowded(self, armies: Sequence[Army]) -> None:
        """Hexes with more than one Unit."""
        side = {wing: army.name for army in armies for wing in army.wings}
        standing: dict[Hex, list[tuple[str, Unit]]] = defaultdict(list)
        for where, unit in self.placed:
            if not unit.enters:
                standing[unit.hex].append((where, unit))
        for hex, (_, *others) in standing.items():
            for where, unit in others:
                first = standing[hex][0][1]
                mixed = side.get(unit.wing) != side.get(first.wing)
                why = "two sides are in one hex (5.1.d)" if mixed else "a hex holds one Unit (5.1.a)"
                self._fault(where, f"{unit} where {first} stands: {why}.")

    def _fault(self, where: str, told: str) -> None:
        self.faults.append(f"{where}: {told}")


_EXAMPLES = {
    "map": "map meadow",
    "grid": "grid 12 by 10 flat odd (columns by rows, then the layout)",
    "side": "side Order: Red Black",
    "active": "active Red",
    "like": "like meadow",
}


def _shieldless(unit: Unit) -> str:
    return "Horse" if is_horse(unit.kind) else "a Unit with a Fire Factor"


def _asks_for_layout() -> str:
    """How to say which of the four layouts is printed, with their pictures."""
    return (
        "Write `map NAME`, or for open ground `grid 12 by 10` and the layout of your map, one of these:\n"
        f"{layouts()}\nOr give the top and two neighbours whose numbers both differ: grid 12 by 10 flat 0807-0906"
    )
