"""What can be asked of The Grunwald Swords in one line, and how its words are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.board import Grid, Hex, Picture
from companion.errors import BadInput
from companion.grunwald.position import Position, Unit, open_position
from companion.grunwald.s2_components import CLASSES, Kind
from companion.grunwald.s3_sequence_of_play import moves
from companion.grunwald.s4_command_phase import integrity
from companion.grunwald.s7_1_procedure import Declared, as_assault, attack_on_map
from companion.grunwald.s7_6_retreats import retreat
from companion.grunwald.s7_combat_phase import Assault, Attacker, Target, attack
from companion.grunwald.s9_fire_phase import Aim, Shot, fire, fire_on_map
from companion.grunwald.s13_victory_check import victory_points
from companion.grunwald.showing import picture
from companion.referee.notation import Ask, Drawn, Situation, Words

T = TypeVar("T")

KINDS = "|".join(sorted(Kind, key=len, reverse=True))
SCALE = "|".join(sorted(CLASSES, key=len, reverse=True))


HEX = r"\d{4}"
CIRCUMSTANCES = "pitched|charge|bonus"


def read_attack(text: str, options: Mapping[str, str]) -> Situation:
    """Attackers joined by `+`, `>`, the target, and the circumstances; on a map each by its hex."""
    if "position" in options:
        return read_declared(text, options)
    words = Words(text, ASK["attack"].form)
    attackers = [read_attacker(words)]
    while words.take(r"\+"):
        attackers.append(read_attacker(words))
    words.need(">", "+ and another Attacker, or > and the target")
    assault = Assault(tuple(attackers), read_target(words))
    assault = flagged(words, assault, CIRCUMSTANCES)
    words.end("pitched, charge or bonus")
    return Situation((assault,), (*phase_assumed(assault), *ground_assumed(assault)))


def read_declared(text: str, options: Mapping[str, str]) -> Situation:
    """`1012 + 1112 > 1013 [pitched] [charge] [bonus]`, in a position."""
    words, position = Words(text, ON_MAP["attack"]), open_position(options["position"])
    attackers = [read_unit(words, position)]
    while words.take(r"\+"):
        attackers.append(read_unit(words, position))
    words.need(">", "+ and another Attacker, or > and the target")
    declared = flagged(words, Declared(position, tuple(attackers), read_unit(words, position)), CIRCUMSTANCES)
    words.end("pitched, charge or bonus")
    return Situation((declared,), (*phase_assumed(as_assault(declared)), *active_assumed(position, attackers)),
                     rule=attack_on_map)  # fmt: skip


def read_unit(words: Words, position: Position) -> Unit:
    """A Unit by the hex it stands in, or `0101 enters`."""
    number = words.need(HEX, "the hex of a Unit, such as 1013")[0]
    return position.at(number, entering=words.take("enters") is not None)


def read_goal(words: Words, position: Position) -> Hex | None:
    """`to 0914`, if it is said."""
    return position.field.grid.hex(words.need(HEX, "the hex to go to")[0]) if words.take("to") else None


def active_assumed(position: Position, units: list[Unit]) -> Iterator[str]:
    """Whose Commands are being carried out, where the position does not say."""
    if not position.active:
        yield f"{' and '.join(dict.fromkeys(unit.wing for unit in units))} is active"


def phase_assumed(assault: Assault) -> Iterator[str]:
    """What an Attack leaves out of the Phase it is made in, taken at its plainest."""
    if not (assault.pitched or assault.charge):
        yield "an ordinary Combat Phase"
    if assault.charge and not assault.bonus:
        yield "no Bonus Command"


def ground_assumed(assault: Assault) -> Iterator[str]:
    """What an Attack leaves out of ground and Units, taken at its plainest."""
    if not any(each.downhill or each.trench for each in assault.attackers):
        yield "level ground, no trench"
    if not (assault.target.reduced or any(each.reduced for each in assault.attackers)):
        yield "all Units fresh"


def read_attacker(words: Words) -> Attacker:
    """`V:A [wall] [suppressed] [reduced] [downhill] [trench]`."""
    match = words.need(f"({KINDS}):({SCALE})", "an Attacker by type and class, such as V:A")
    attacker = Attacker(Kind(match[1].upper()), match[2].upper())
    return flagged(words, attacker, "wall|suppressed|reduced|downhill|trench")


def read_target(words: Words) -> Target:
    """`L [wall] [suppressed] [reduced]`; its class, if it is told, does not matter."""
    match = words.need(f"({KINDS})(?::(?:{SCALE}))?", f"the target's type, one of {', '.join(Kind)}")
    return flagged(words, Target(Kind(match[1].upper())), "wall|suppressed|reduced")


def flagged(words: Words, piece: T, flags: str) -> T:
    """A piece with the flags that follow it."""
    said: list[str] = []
    while match := words.take(flags):
        piece = replace(piece, **{once(words, said, match[0]): True})  # type: ignore[type-var]
    return piece


def once(words: Words, said: list[str], word: str) -> str:
    """A word that may be said once. Raises BadInput when it was said before."""
    if (plain := word.lower()) in said:
        raise BadInput(f"{plain} is said twice. The form is: {words.form}")
    said.append(plain)
    return plain


def read_fire(text: str, options: Mapping[str, str]) -> Situation:
    """The Fire Factor (with the type of the firing Unit, if it is Horse), `>`, the target, and where they stand."""
    if "position" in options:
        return read_aim(text, options)
    words = Words(text, ASK["fire"].form)
    firing = words.need(rf"(?:({KINDS}):)?([1-9]\d?)", "a Fire Factor, such as 4 or LH:4")
    suppressed = words.take("suppressed") is not None
    words.need(">", "> and the target")
    kind = Kind(firing[1].upper()) if firing[1] else None
    shot = Shot(int(firing[2]), read_target(words), kind, suppressed)
    flags: dict[str, Callable[[Shot], Shot]] = {
        "high ground": lambda shot: replace(shot, high=True),
        "both high": lambda shot: replace(shot, high=True, target_high=True),
        "bonus": lambda shot: replace(shot, bonus=True),
    }
    said: list[str] = []
    while match := words.take("|".join(flags)):
        shot = flags[once(words, said, match[0])](shot)
    words.end("high ground, both high or bonus")
    assumed = [f"no {word}" for word in ("high ground", "bonus") if word not in said and "both high" not in said]
    if shot.kind is None:
        assumed.append("the firing Unit is no Horse")
    return Situation((shot,), tuple(assumed))


def read_aim(text: str, options: Mapping[str, str]) -> Situation:
    """`1013 > 1016 [bonus]`, in a position."""
    words, position = Words(text, ON_MAP["fire"]), open_position(options["position"])
    unit = read_unit(words, position)
    words.need(">", "> and the target")
    aim = flagged(words, Aim(position, unit, read_unit(words, position)), "bonus")
    words.end("bonus")
    assumed = [*active_assumed(position, [unit]), *([] if aim.bonus else ["no bonus"])]
    return Situation((aim,), tuple(assumed), rule=fire_on_map)


def read_moves(text: str, options: Mapping[str, str]) -> Situation:
    """`1013 [enters] [to 0914]`, in a position."""
    words, position = Words(text, ASK["moves"].form), read_position_option("moves", options)
    unit = read_unit(words, position)
    goal = read_goal(words, position)
    words.end("to and a hex")
    return Situation((position, unit, goal), ("its Wing has the Command of the Phase",))


def read_retreat(text: str, options: Mapping[str, str]) -> Situation:
    """`1013 [to 0914]`, or `1012,1112` of several Attackers; who they Retreat from is an option."""
    words = Words(text.replace(",", " , "), ASK["retreat"].form)
    position = read_position_option("retreat", options)
    if "from" not in options:
        raise BadInput(f"retreat wants --from: the hexes of those it must get away from. {ASK['retreat'].form}")
    units = [read_unit(words, position)]
    while words.take(r"[,+]"):
        units.append(read_unit(words, position))
    attacked = words.take("attacker") is None and len(units) == 1
    goal = read_goal(words, position)
    words.end("attacker, or to and a hex")
    foes = tuple(position.at(number) for number in options["from"].replace(",", " ").split())
    assumed = (f"{units[0]} is the target",) if attacked and len(foes) == 1 else ()
    return Situation((position, tuple(units), foes, attacked, goal), assumed)


def read_integrity(text: str, options: Mapping[str, str]) -> Situation:
    """The side, if it does not follow from whose Commands are carried out, in a position."""
    words, position = Words(text, ASK["integrity"].form), read_position_option("integrity", options)
    names = [army.name for army in position.armies]
    if not text and not position.active:
        raise BadInput(f"integrity: whose turn is it? Say {' or '.join(names)}. {ASK['integrity'].form}")
    name = words.need("|".join(names), f"a side, {' or '.join(names)}")[0] if text else ""
    words.end("nothing more")
    army = next(
        army for army in position.armies
        if (army.name.lower() == name.lower() if name else position.active[0] in army.wings)
    )  # fmt: skip
    return Situation((position, army), () if name else (f"it is the turn of {army.name}",))


def read_position_option(what: str, options: Mapping[str, str]) -> Position:
    """The position that a question is about."""
    if "position" not in options:
        raise BadInput(f"{what} wants --position: a file, or one of those that come with the book. {ASK[what].form}")
    return open_position(options["position"])


def read_picture(options: Mapping[str, str]) -> Picture:
    """`--position FILE [--zoc red,blue] [--moves 0607]`."""
    if "position" not in options:
        raise BadInput(f"show wants --position: a file, or one of those that come with the book. {SHOW.form}")
    position = open_position(options["position"])
    zones, movers = (options.get(name, "").replace(",", " ").split() for name in ("zoc", "moves"))
    drawn = picture(position, zones, [position.at(number) for number in movers])
    return replace(drawn, part=read_part(options["part"], position.field.grid)) if "part" in options else drawn


def read_part(text: str, grid: Grid) -> frozenset[Hex]:
    """`0403-0909`: the hexes of the rectangle between two corners."""
    words = Words(text.replace("-", " "), SHOW.form)
    corners = [grid.hex(words.need(HEX, "two hexes with a hyphen between, such as 0403-0909")[0]) for _ in range(2)]
    words.end("no more than two hexes")
    (left, right), (top, bottom) = sorted(hex.column for hex in corners), sorted(hex.row for hex in corners)
    return frozenset(hex for hex in grid if left <= hex.column <= right and top <= hex.row <= bottom)


def read_points(text: str) -> Situation:
    """`3 [crown]`: what the battle gives for the type, and a crown."""
    words = Words(text, ASK["vp"].form)
    points = int(words.need(r"(\d{1,3})", "the VP of its type, such as 3")[0])
    crown = words.take("crown") is not None
    words.end("crown")
    return Situation((points, crown), () if crown else ("no crown",))


ON_MAP = {
    "attack": '"1012 + 1112 > 1013 [pitched] [charge] [bonus]" --position FILE',
    "fire": '"1013 > 1016 [bonus]" --position FILE',
}

ASK = {
    "attack": Ask(
        read_attack, attack,
        '"V:A [wall] [suppressed] [reduced] [downhill] [trench] [+ L:B ...] > L [wall] [suppressed] [reduced] '
        f'[pitched] [charge] [bonus]", or on a map {ON_MAP["attack"]}',
        'attack "V:A + V:A + L:B > L pitched" 6',
        ("position",),
    ),
    "fire": Ask(
        read_fire, fire,
        '"[LH:]4 [suppressed] > I [wall] [suppressed] [high ground|both high] [bonus]", '
        f'or on a map {ON_MAP["fire"]}',
        'fire "4 > I wall high ground" 5',
        ("position",),
    ),
    "moves": Ask(
        read_moves, moves, "1013 [enters] [to 0914] --position FILE", "moves 0607 --position meadow", ("position",)
    ),
    "retreat": Ask(
        read_retreat, retreat, '"1013 [attacker] [to 0914]" --from 1012,1112 --position FILE',
        "retreat 0606 --from 0506,0607 --position meadow", ("position", "from"),
    ),
    "integrity": Ask(
        read_integrity, integrity, "[SIDE] --position FILE", "integrity --position meadow", ("position",)
    ),
    "vp": Ask(read_points, victory_points, '"3 [crown]"', 'vp "3 crown"'),
}  # fmt: skip

SHOW = Drawn(
    read_picture, ("position", "zoc", "moves", "part"),
    "--position FILE [--zoc SIDE,WING] [--moves 0607] [--part 0403-0909]", "--position meadow --zoc blue --moves 0607",
)  # fmt: skip
