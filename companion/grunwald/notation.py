"""What can be asked of The Grunwald Swords in one line, and how its words are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from companion.errors import BadInput
from companion.grunwald.s2_components import CLASSES, Kind
from companion.grunwald.s7_combat_phase import Assault, Attacker, Target, attack
from companion.grunwald.s9_fire_phase import Shot, fire
from companion.grunwald.s13_victory_check import victory_points
from companion.referee.notation import Ask, Situation, Words

T = TypeVar("T")

KINDS = "|".join(sorted(Kind, key=len, reverse=True))
SCALE = "|".join(sorted(CLASSES, key=len, reverse=True))


def read_attack(text: str) -> Situation:
    """Attackers joined by `+`, `>`, the target, and the circumstances."""
    words = Words(text, ASK["attack"].form)
    attackers = [read_attacker(words)]
    while words.take(r"\+"):
        attackers.append(read_attacker(words))
    words.need(">", "+ and another Attacker, or > and the target")
    assault = Assault(tuple(attackers), read_target(words))
    assault = flagged(words, assault, "pitched|charge|bonus")
    words.end("pitched, charge or bonus")
    return Situation((assault,), tuple(assumptions(assault)))


def assumptions(assault: Assault) -> Iterator[str]:
    """What an Attack leaves out, taken at its plainest."""
    if not (assault.pitched or assault.charge):
        yield "an ordinary Combat Phase"
    if assault.charge and not assault.bonus:
        yield "no Bonus Command"
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


def read_fire(text: str) -> Situation:
    """The Fire Factor (with the type of the firing Unit, if it is Horse), `>`, the target, and where they stand."""
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


def read_points(text: str) -> Situation:
    """`3 [crown]`: what the battle gives for the type, and a crown."""
    words = Words(text, ASK["vp"].form)
    points = int(words.need(r"(\d{1,3})", "the VP of its type, such as 3")[0])
    crown = words.take("crown") is not None
    words.end("crown")
    return Situation((points, crown), () if crown else ("no crown",))


ASK = {
    "attack": Ask(
        read_attack, attack,
        '"V:A [wall] [suppressed] [reduced] [downhill] [trench] [+ L:B ...] > L [wall] [suppressed] [reduced] '
        '[pitched] [charge] [bonus]"',
        'attack "V:A + V:A + L:B > L pitched" 6',
    ),
    "fire": Ask(
        read_fire, fire, '"[LH:]4 [suppressed] > I [wall] [suppressed] [high ground|both high] [bonus]"',
        'fire "4 > I wall high ground" 5',
    ),
    "vp": Ask(read_points, victory_points, '"3 [crown]"', 'vp "3 crown"'),
}  # fmt: skip
