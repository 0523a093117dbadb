"""What can be asked of Schwarm! in one line, and how its words are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.book import Key, Look
from companion.errors import BadInput
from companion.referee import Case
from companion.referee.notation import Ask, Situation, Words
from companion.schwarm import table_talk
from companion.schwarm.attack import FACE_DOWN, Attack, FaceDown
from companion.schwarm.game import game
from companion.schwarm.s0_terms import INERTIA, Fighter, Position, Turret, zone
from companion.schwarm.s1_setup import (
    DORSAL,
    VENTRAL,
    Hits,
    fighters,
    initial_damage,
    sun,
    turret_setup,
)
from companion.schwarm.s2_first_pass import check_all, place_pairs, position_check
from companion.schwarm.s4_tactical_adjustment import call_off, move_fighters, turn_turrets
from companion.schwarm.s5_combat import (
    BLACK,
    POSITIONS,
    RED,
    attack,
    combat,
    combine,
    damage_report,
    defensive_fire,
    face_down,
    opposite,
    resolve_attack,
)
from companion.schwarm.s6_other_passes import next_pass
from companion.schwarm.s7_end_of_the_game import end_of_pass
from companion.schwarm.spoken import (
    NUMBERS,
    SKY,
    TYPES,
    counter,
    give,
    once,
    read_fighter,
    read_hits,
    read_position,
    read_sky,
)

PRESSED = {True: "pressed", False: "not pressed", None: "to be decided"}


def read_check(text: str) -> Situation:
    """`1 High [dorsal] [ventral] [5=4 …]`: the fighter's position, turrets stacked with it, inertias from the board."""
    words = Words(text, ASK["check"].form)
    place = read_position(words)
    turrets: list[str] = []
    cells: dict[Look, Key] = {}
    while words.left:
        if match := words.take(f"{DORSAL}|{VENTRAL}"):
            once(words, turrets, match[0].lower())
        elif match := words.take(r"(\d+)=(\d)"):
            give(cells, INERTIA.look(int(match[1])), int(match[2]))
        else:
            raise words.fault("dorsal, ventral (a turret stacked with the fighter) or an inertia such as 5=4")
    return Situation((place, tuple(turrets)), () if turrets else ("no turret is stacked with the fighter",), cells)


def read_attack(text: str) -> Situation:
    """The fighter's position (with the numbers printed there), its counter, and what else bears on its dice."""
    words = Words(text, ASK["attack"].form)
    place = read_position(words)
    cells = read_printed(words, place)
    fighter = read_fighter(words)
    kind = fighter if isinstance(fighter, str) else fighter.type
    situation = Attack(place, FACE_DOWN if isinstance(fighter, str) else fighter)
    said: list[str] = []
    while words.left:
        situation = read_flag(words, situation, kind, said)
    check_pieces(situation, kind)
    called, *others = sides(situation, kind)
    return replace(
        attacking(situation, cells, kind, tuple(assumptions(situation, said))),
        called=called[0],
        beside={label: attacking(other, cells, kind, ()) for label, other in others},
    )


def check_pieces(situation: Attack, kind: str) -> None:
    """Raise BadInput when a counter or a turret marker, of which there is one, is in two places."""
    pair = (situation.fighter, situation.wingman)
    seen = [*situation.out, *(piece for piece in pair if isinstance(piece, Fighter))]
    if len(set(seen)) < len(seen):
        raise BadInput(
            f"Of the {kind} counters {', '.join(map(str, seen))} one is named twice: each counter exists once."
        )
    if len(seen) + pair.count(FACE_DOWN) > len(fighters(kind)):
        raise BadInput(f"{len(seen)} {kind} counters are out, so not enough are left face down: there are six.")
    names = [turret.name for turret in (*situation.turrets, *situation.wing_turrets)]
    if len(set(names)) < len(names):
        raise BadInput(f"The {names[-1]} turret is in two places: there is one {names[-1]} marker.")


def sides(situation: Attack, kind: str) -> Iterator[tuple[str, Attack]]:
    """The attack by its name, and those beside it: with each counter it may turn out to have, or (not) pressed."""
    if isinstance(situation.fighter, FaceDown):
        yield "face down", situation
        for back in face_down(fighters(kind), situation.out, situation.wingman):
            yield str(back), replace(situation, fighter=back)
    else:
        yield PRESSED[situation.pressed], situation
        if situation.pressed is not None and situation.points > 0:
            yield PRESSED[not situation.pressed], replace(situation, pressed=not situation.pressed)


def read_printed(words: Words, place: Position) -> dict[Look, Key]:
    """`+1/0`: the black and red numbers that the board prints at a position; `?` for one that is not known."""
    cells: dict[Look, Key] = {}
    if match := words.take(r"([+-]?\d|\?)/([+-]?\d|\?)"):
        for colour, number in zip((BLACK, RED), match.groups(), strict=True):
            if number != "?":
                give(cells, POSITIONS.look(colour, place.altitude, place.clock), int(number))
    return cells


def read_flag(words: Words, situation: Attack, kind: str, said: list[str]) -> Attack:
    """One of the optional words of an attack."""
    if match := words.take(r"pressed|press\?"):
        once(words, said, "pressed")
        return replace(situation, pressed=None if match[0].endswith("?") else True)
    if match := words.take(f"({DORSAL}|{VENTRAL}) (aimed|scattered)"):
        once(words, said, match[1].lower())
        turret = Turret(match[1].lower(), match[2].lower() == "aimed")
        return replace(situation, turrets=(*situation.turrets, turret))
    if words.take("sun"):
        once(words, said, "sun")
        return replace(situation, sun=read_position(words))
    if match := words.take(r"guns (\d{1,2})"):
        once(words, said, "guns")
        return replace(situation, gun_hits=int(match[1]))
    if match := words.take(r"pt (\d{1,2})"):
        once(words, said, "PT")
        return replace(situation, points=int(match[1]))
    if match := words.take(rf"out ({NUMBERS}(?: {NUMBERS})*)"):
        once(words, said, "out")
        return replace(situation, out=counters_out(kind, match[1].split()))
    if words.take("earns"):
        once(words, said, "earns")
        return replace(situation, earns_point=True)
    if words.take("with"):
        once(words, said, "with")
        return read_wingman(words, situation, kind, said)
    raise words.fault("pressed, press?, dorsal or ventral aimed or scattered, sun, guns, PT, earns, out or with")


def counters_out(kind: str, numbers: list[str]) -> tuple[Fighter, ...]:
    """The counters turned over before in this pass."""
    return tuple(counter(kind, "/".join(str(int(n)) for n in each.split("/"))) for each in numbers)


def read_wingman(words: Words, situation: Attack, kind: str, said: list[str]) -> Attack:
    """`with FW-190:1/0 [dorsal] [together|apart]`: the fighter it combines with, turrets stacked with that one."""
    wingman = read_fighter(words)
    if (wingman if isinstance(wingman, str) else wingman.type) != kind:
        raise BadInput("Only one type of fighter is flown in a game (1.1.b): both of a pair are of the same type.")
    turrets: list[str] = []
    while match := words.take(f"({DORSAL}|{VENTRAL})(?! (?:aimed|scattered))"):
        once(words, turrets, match[1].lower())
    if placed := words.take("together|apart"):
        said.append("together")
    return replace(
        situation,
        wingman=FACE_DOWN if isinstance(wingman, str) else wingman,
        wing_turrets=tuple(Turret(name, aimed=True) for name in turrets),
        placed_together=placed is None or placed[0].lower() == "together",
    )


def assumptions(situation: Attack, said: list[str]) -> Iterator[str]:
    """What an attack leaves out, taken at its plainest."""
    plainest = {
        "pressed": "not pressed",
        DORSAL: "no dorsal turret",
        VENTRAL: "no ventral turret",
        "sun": "the Sun elsewhere",
        "guns": "no gun hits in its zone",
        "PT": f"{situation.points} PT in hand",
        "with": "alone",
    }
    if isinstance(situation.fighter, FaceDown):
        plainest["out"] = "no counter out yet in this pass"
    if situation.wingman is not None:
        plainest["together"] = "both were placed together"
    if situation.points - bool(situation.pressed) < 1:
        plainest["earns"] = "its own hit would earn no PT"
    yield from (told for word, told in plainest.items() if word not in said)


def attacking(situation: Attack, cells: dict[Look, Key], kind: str, assumed: tuple[str, ...]) -> Situation:
    """An attack with its two dice as parts, as far as they can be looked at apart."""
    parts: Mapping[str, Case[Any]] = {"black die": resolve_attack(situation), "red die": defensive_fire(situation)}
    return Situation((situation,), assumed, cells, {"fighter": kind}, parts if situation.pressed is not None else {})


def read_turrets(text: str) -> Situation:
    """`11 High`: where the Sun is."""
    words = Words(text, ASK["turrets"].form)
    place = read_position(words)
    words.end("nothing more")
    return Situation((place,))


def read_damage(text: str) -> Situation:
    """`cockpit 1, nose machine gun 3, initial engine 1`: hits by part; those of the setup are marked initial."""
    words = Words(text, ASK["damage"].form)
    scored = initial = Hits()
    while words.left:
        scored, initial = read_hits(words, scored, initial)
    return Situation((scored, initial), () if initial.total else ("no initial damage",))


def read_combine(text: str) -> Situation:
    """`FW-190 3/1 + 1/0, 2/0 [apart]`: counters on one position; + names a pair."""
    words = Words(text, ASK["combine"].form)
    kind = words.need("|".join(map(str, TYPES)), f"a type of fighter: {' or '.join(map(str, TYPES))}")[0].upper()
    groups: list[tuple[Fighter, ...]] = [()]
    while True:
        match = words.need(NUMBERS, "a counter such as 3/1")
        groups[-1] = (*groups[-1], counter(kind, f"{int(match[1])}/{int(match[2])}"))
        if words.left.startswith("+"):
            words.left = words.left[1:].lstrip()
        elif words.left.startswith(","):
            words.left, groups = words.left[1:].lstrip(), [*groups, ()]
        else:
            break
    apart = bool(words.take("apart"))
    words.end("+ (the other of a pair), a comma and another counter, or apart")
    fighters = [fighter for group in groups for fighter in group]
    if len(set(fighters)) < len(fighters):
        raise BadInput("Each counter of a type exists once, so it cannot stand on the position twice.")
    if any(len(group) > 2 for group in groups):
        raise BadInput("Only two fighters may combine (5.3.f): separate the others with commas.")
    assumed = () if apart else ("those that combine were placed on one position",)
    return Situation((tuple(groups), not apart), assumed, switched={"fighter": kind})


def read_place(text: str) -> Situation:
    """`8 Level`: a position."""
    words = Words(text, ASK["opposite"].form)
    place = read_position(words)
    words.end("nothing more")
    return Situation((place,))


def read_zone(text: str) -> Situation:
    """`9`: a clock arc."""
    words = Words(text, ASK["zone"].form)
    clock = int(words.need(r"1[0-2]|[1-9]", "a clock arc from 1 to 12")[0])
    words.end("nothing more")
    return Situation((clock,))


def when_pressing(attack: Attack) -> dict[str, dict[str, Case[Any]]]:
    """What to look at when an attack may be pressed: both dice, pressed and not."""
    sides = {PRESSED[pressed]: replace(attack, pressed=pressed) for pressed in (True, False)}
    return {
        "black die": {side: resolve_attack(each) for side, each in sides.items()},
        "red die": {side: defensive_fire(each) for side, each in sides.items()},
    }


BESIDE = {"press": when_pressing}
"""The rules that decide, each with what to look at before deciding."""


def on_table(what: str) -> Callable[[str], Situation]:
    """The reader of a question about a whole table."""

    def read(text: str) -> Situation:
        sky, assumed = read_sky(Words(text, ASK[what].form))
        return Situation((sky,), assumed)

    return read


PLAY = game
"""The rule that is a whole game."""

TALK = table_talk.TALK
"""What is said at the table while it is played."""

LUCK = {"black attack die": 1, "red defence die": -1}
"""The dice on which high is good (1) or bad (-1) for the player."""

ASK = {
    "setup": Ask(None, initial_damage, "setup", "setup 5"),
    "sun": Ask(None, sun, "sun", "sun 1"),
    "turrets": Ask(read_turrets, turret_setup, '"11 High" (where the Sun is)', 'turrets "11 High" dorsal 4'),
    "zone": Ask(read_zone, zone, '"9" (a clock arc)', "zone 9"),
    "check": Ask(read_check, position_check, '"1 High [dorsal] [ventral] [5=4]"', 'check "1 High" 7'),
    "attack": Ask(
        read_attack, attack,
        '"9 Level [+1/0] FW-190[:3/1] [pressed|press?] [dorsal aimed|scattered] [ventral aimed|scattered] '
        '[sun 11 High] [guns 3] [PT 2] [earns] [out 1/0 2/0] [with FW-190[:1/0] [dorsal] [ventral] [together|apart]]"',
        'attack "9 Level +1/0 FW-190:3/1 pressed" 7 9',
    ),
    "damage": Ask(
        read_damage, damage_report, '"cockpit 1, nose gun 3, initial engine 1"', 'damage "nose gun 3, fuselage 3"',
    ),
    "combine": Ask(read_combine, combine, '"FW-190 3/1 + 1/0, 2/0 [apart]"', 'combine "FW-190 3/1 + 1/0, 2/0"'),
    "opposite": Ask(read_place, opposite, '"8 Level"', 'opposite "8 Level"'),
    "place": Ask(on_table("place"), place_pairs, SKY, 'place "PT 5 dorsal front" 1 front "12 High" "1 Level"'),
    "checks": Ask(on_table("checks"), check_all, SKY, 'checks "1 at 1 High 2 at 1 Level" 1 7 3'),
    "move": Ask(on_table("move"), move_fighters, SKY, 'move "1 at 1 High" "fighter 1 down to 1 Level" done'),
    "turn": Ask(on_table("turn"), turn_turrets, SKY, 'turn "dorsal left 1 at 1 High"'),
    "abort": Ask(on_table("abort"), call_off, SKY, 'abort "pass 2 1 at 1 High 2 at 1 Low" 1 2'),
    "fight": Ask(on_table("fight"), combat, SKY, 'fight "1 at 9 Level" 3/1 no 7 9'),
    "next": Ask(on_table("next"), next_pass, SKY, 'next "dorsal front on 1 1 at 12 High"'),
    "end": Ask(on_table("end"), end_of_pass, SKY, 'end "PT 0"'),
    "game": Ask(None, game, "game", "game 5 1 dorsal 4"),
}  # fmt: skip
