"""7.0 Combat Phase: who attacks whom, the class, the DRM, the roll, and what each side makes of the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from companion.board import Hex
from companion.dice import D8
from companion.errors import IllegalAction, Objection
from companion.grunwald.book import BOOK, forbids, rule, taken, tally
from companion.grunwald.s2_components import CLASSES, CRT, ELIMINATED, REDUCED, Kind, is_horse, step_lost
from companion.grunwald.s8_shield_wall_phase import cannot_form_wall
from companion.referee import Bullets, choose, decide, roll
from companion.referee.tallies import Amount

UTMM = BOOK.chart("utmm")
MODIFIERS = BOOK.chart("cc-modifiers")
SUPPORT = BOOK.chart("support")
BELOW = BOOK.chart("below-the-crt")

ATTACKER, DEFENDER = "the attacker", "the defender"


@dataclass(frozen=True)
class Attacker:
    """A Unit that attacks, and the hexside across which it does: downhill, or over a trench.

    On a map it has a hex, by which it is told from others like it.
    """

    kind: Kind
    cc: str
    wall: bool = False
    suppressed: bool = False
    reduced: bool = False
    downhill: bool = False
    trench: bool = False
    hex: Hex | None = None

    def __str__(self) -> str:
        flags = [flag for flag in ("wall", "suppressed", "reduced", "downhill", "trench") if getattr(self, flag)]
        return " ".join([*([str(self.hex)] if self.hex else []), f"{self.kind}:{self.cc}", *flags])


@dataclass(frozen=True)
class Target:
    """The Unit that is attacked."""

    kind: Kind
    wall: bool = False
    suppressed: bool = False
    reduced: bool = False


@dataclass(frozen=True)
class Assault:
    """One Attack: who attacks, the target, and the phase it is made in.

    A `charge` is made in the Horse Phase; `bonus` says that the Bonus Command is played with it.
    """

    attackers: tuple[Attacker, ...]
    target: Target
    pitched: bool = False
    charge: bool = False
    bonus: bool = False


@dataclass(frozen=True)
class Result:
    """How an Attack ended: the result that counts, and what became of the target and of the Attackers."""

    code: str
    target: str = ""
    attackers: tuple[tuple[Attacker, str], ...] = ()

    def __str__(self) -> str:
        told = [self.code]
        if self.target not in ("", _PLAIN.get(self.code)):
            told.append(f"the target {self.target}")
        told += [f"{attacker} {fate}" for attacker, fate in self.attackers if fate != _PLAIN.get(self.code)]
        return ", ".join(told)


RETREATS = "retreats"
_PLAIN = {"DE": ELIMINATED, "DL": REDUCED, "DR": RETREATS, "EX": "", "AR": RETREATS}  # what the code says


# 7.1 ------------------------------------------------------------------ procedure


@rule("7.1.b", "7.5.c", "7.5.d")
async def attack(assault: Assault) -> Result:
    """An Attack is declared, the class and the DRM are found, the die is rolled, and its result is carried out."""
    may_attack(assault)
    return await fight_out(assault, await primary_unit(assault.attackers))


async def fight_out(assault: Assault, primary: Attacker) -> Result:
    """The roll, what the sides make of it, and what it does."""
    rolled = await attack_roll(assault, primary)
    return await carry_out(await options(rolled, assault, primary), assault)


# 7.2 ---------------------------------------------------------------- declaration


@rule("7.2.a", "7.2.b", "7.2.e", "7.2.h")
def may_attack(assault: Assault) -> None:
    """Raise IllegalAction with everything that forbids the Attack."""
    if objections := tuple(objections_to(assault)):
        raise IllegalAction(objections, ("an Attack without them",))


@forbids
def objections_to(assault: Assault) -> Iterator[Objection]:
    """Everything that forbids an Attack."""
    horse = [is_horse(each.kind) for each in assault.attackers]
    if any(horse) and not all(horse):
        yield Objection("7.2.i", "Horse and other Units do not take part in each other's attacks")
    if assault.charge and not all(horse):
        yield Objection("10.0.g", "only Horse can Charge")
    if assault.charge and assault.pitched:
        yield Objection("10.0.l", "a Charge is made in the Horse Phase, which is no Pitched Combat Phase")
    for each in assault.attackers:
        if each.suppressed:
            yield Objection("9.3.c", f"{each} is Suppressed and does not attack")
    units: tuple[Attacker | Target, ...] = (*assault.attackers, assault.target)
    for kind in (each.kind for each in units if each.wall):
        yield from cannot_form_wall(kind, 0, str(kind))


@rule("7.2.f", "7.2.g")
async def primary_unit(attackers: tuple[Attacker, ...]) -> Attacker:
    """The Attacker with the best class, before any modifier; the others take part."""
    best = min(CLASSES.index(each.cc) for each in attackers)
    return await primary_of_equals(tuple(dict.fromkeys(each for each in attackers if CLASSES.index(each.cc) == best)))


@rule("7.2.j")
async def primary_of_equals(equals: tuple[Attacker, ...]) -> Attacker:
    """Of several with the same best class, the active player says which is Primary."""
    if len(equals) == 1:
        return equals[0]
    return await choose("Which Attacker is the Primary Unit?", equals, by=ATTACKER)


# 7.3 ------------------------------------------------------------ CC determination


@tally("CC")
def class_shift(assault: Assault, primary: Attacker) -> Bullets:
    """How many classes the Primary Unit goes up."""
    target = assault.target
    yield "7.3.b", "target Suppressed", _if(target.suppressed, "target Suppressed", "it is not")
    yield "7.3.c", "Pitched Combat Phase", _if(assault.pitched, "Pitched Combat", "it is not")
    yield "7.3.d", "attacking Downhill", downhill(assault, primary)
    yield "7.3.f", "target in Shield Wall", _if(target.wall, "target in Shield Wall", "it is not")
    yield (
        "7.3.g",
        "Attacker in Shield Wall",
        _if(_stands(assault, primary, "wall"), "Attacker in Shield Wall", "it is not"),
    )
    yield "12.3.a", "across a trench", _if(_stands(assault, primary, "trench"), "trench", "there is none")
    if not assault.charge:
        return
    if primary.kind is Kind.HEAVY_HORSE:
        yield "10.0.j", "Bonus with Horse", _if(assault.bonus, "Heavy Horse with Bonus", "it is not played")
    else:
        yield "10.0.k", "Bonus with Horse", _if(assault.bonus, "Light Horse with Bonus", "it is not played")


def _if(applies: bool, circumstance: str, why_not: str) -> Amount:
    return MODIFIERS.look(circumstance) if applies else why_not


def downhill(assault: Assault, primary: Attacker) -> Amount:
    """Downhill counts in the Combat Phase; in a Charge as the reading has it."""
    if not _stands(assault, primary, "downhill"):
        return "it is not"
    if assault.charge and taken("downhill-charge") == "no":
        return "not in a Charge"
    return MODIFIERS.look("downhill")


def _stands(assault: Assault, primary: Attacker, ground: str) -> bool:
    """Whether the Unit that decides, the Primary or any of them, attacks downhill, over a trench or out of the wall."""
    everybody = [bool(getattr(each, ground)) for each in assault.attackers]
    if len(set(everybody)) > 1 and taken("attackers-ground") == "primary":
        return bool(getattr(primary, ground))
    return any(everybody)


@rule("7.3.a", "7.3.e", "7.3.h", "7.3.i")
def modified_class(base: str, up: int) -> str:
    """The base class moved by the sum of all modifiers, within the scale."""
    place = CLASSES.index(base) - up
    if place < 0:
        return best_class()
    return CLASSES[place] if place < len(CLASSES) else worst_class()


@rule("7.3.j")
def best_class() -> str:
    """No class is better than AA."""
    return CLASSES[0]


@rule("7.3.k")
def worst_class() -> str:
    """No class is worse than F."""
    return CLASSES[-1]


# 7.4 ----------------------------------------------------------- DRM determination


@tally("DRM")
def drm(assault: Assault, primary: Attacker) -> Bullets:
    """What is added to the attack roll."""
    same, lower = supporters(assault.attackers, primary)
    yield "7.4.b", f"{primary.kind} against {assault.target.kind}", UTMM.look(primary.kind, assault.target.kind)
    yield "7.4.d", f"{same} of the same CC", worth_of_support("same CC", same) or "there is none"
    told = f"{sum(lower)} of a lower CC"
    yield "7.4.e", told, sum(worth_of_support("lower CC", count) for count in lower) or "there is none"


@rule("7.2.g", "7.4.f")
def supporters(attackers: tuple[Attacker, ...], primary: Attacker) -> tuple[int, tuple[int, ...]]:
    """How many of the others have the Primary's base CC, and how many a lower one: together, or class by class."""
    same = sum(each.cc == primary.cc for each in attackers) - 1
    lower = Counter(each.cc for each in attackers if each.cc != primary.cc)
    if len(lower) > 1 and taken("lower-support") == "by-class":
        return same, tuple(lower.values())
    return same, (lower.total(),)


def worth_of_support(cc: str, units: int) -> int:
    """What so many Participating Units subtract, an incomplete set of them counting whole."""
    return int(SUPPORT[cc, "DRM"]) * ceil(units / int(SUPPORT[cc, "for every"]))


# 7.5 ---------------------------------------------------------------- attack roll


@rule("2.0.c", "7.5.a", "7.5.b")
async def attack_roll(assault: Assault, primary: Attacker) -> str:
    """One die with the DRM, read in the row of the modified class."""
    cc = modified_class(primary.cc, await class_shift(assault, primary))
    return await result_of(cc, await roll(D8, "attack roll", drm(assault, primary)))


@rule("7.5.b", "crt.d")
async def result_of(cc: str, modified: int) -> str:
    """The cell of the CRT; what comes of less than its lowest column is a reading."""
    lowest = int(CRT.axes[1].keys[0])
    if modified < lowest and taken("below-the-table") == "ask":
        return str(await BELOW.look(cc, modified))
    return str(await CRT.look(cc, max(lowest, modified)))


async def options(rolled: str, assault: Assault, primary: Attacker) -> str:
    """What the sides make of the result: of an asterisk, then of an EX."""
    code = rolled.removesuffix("*")
    if rolled.endswith("*") and await exchange_for_asterisk(assault.target):
        code = "EX"
        if taken("ex-from-asterisk") == "no":
            return code
    if code != "EX":
        return code
    sides = [attackers_option(primary), defenders_option(assault.target)]
    for option in sides if taken("ex-order") == "attacker-first" else sides[::-1]:
        if code == "EX":
            code = await option
    return code


@rule("7.5.n", "crt.g")
async def exchange_for_asterisk(target: Target) -> bool:
    """With an asterisk, against a target in Shield Wall, the attacker may take EX."""
    return target.wall and await decide("Shield Wall: treat the result as EX?", by=ATTACKER)


@rule("7.5.o", "7.5.r")
async def attackers_option(primary: Attacker) -> str:
    """A Heavy Horse may make DR of an EX, a Light Horse AR."""
    if primary.kind is Kind.HEAVY_HORSE:
        return await heavy_horse_option()
    return await light_horse_option() if primary.kind is Kind.LIGHT_HORSE else "EX"


@rule("7.5.o", "7.5.p")
async def heavy_horse_option() -> str:
    """EX with a Heavy Horse as Primary: the attacker may make it DR."""
    return "DR" if await decide("Heavy Horse: treat EX as DR?", by=ATTACKER) else "EX"


@rule("7.5.r")
async def light_horse_option() -> str:
    """EX with a Light Horse as Primary: the attacker may make it AR."""
    return "AR" if await decide("Light Horse: treat EX as AR?", by=ATTACKER) else "EX"


@rule("7.5.s")
async def defenders_option(target: Target) -> str:
    """EX against a Light Horse: the defender may make it DR."""
    light = target.kind is Kind.LIGHT_HORSE
    return "DR" if light and await decide("Light Horse attacked: treat EX as DR?", by=DEFENDER) else "EX"


@rule("7.5.l")
async def carry_out(code: str, assault: Assault) -> Result:
    """What the result does to the target and to the Attackers."""
    match code:
        case "DE":
            return Result(code, eliminated())
        case "AE":
            return Result(code, attackers=((await attacker_eliminated(assault.attackers), ELIMINATED),))
        case "DL":
            return Result(code, target_loses_step(assault.target))
        case "AL":
            return Result(code, attackers=(await attacker_loses_step(assault.attackers),))
        case "EX":
            return Result(code, target_loses_step(assault.target), (await exchanged(assault.attackers),))
        case "DR":
            return Result(code, target_retreats(assault.target))
        case "AR":
            return Result(code, attackers=attackers_retreat(assault.attackers))
    return Result(code)


@rule("7.5.e")
def eliminated() -> str:
    """DE: the target leaves the map."""
    return ELIMINATED


@rule("7.5.f")
async def attacker_eliminated(attackers: tuple[Attacker, ...]) -> Attacker:
    """AE: the owner chooses which Attacker is Eliminated."""
    return await one_of(attackers, "Which Attacker is Eliminated?")


@rule("7.5.g")
def target_loses_step(target: Target) -> str:
    """DL: the target loses a Step."""
    return step_lost(target.reduced)


@rule("7.5.h")
async def attacker_loses_step(attackers: tuple[Attacker, ...]) -> tuple[Attacker, str]:
    """AL: the owner chooses which Attacker loses a Step."""
    return await one_loses_step(attackers)


@rule("7.5.k")
async def exchanged(attackers: tuple[Attacker, ...]) -> tuple[Attacker, str]:
    """EX: the owner chooses which Attacker loses the Step."""
    return await one_loses_step(attackers)


async def one_loses_step(attackers: tuple[Attacker, ...]) -> tuple[Attacker, str]:
    """The Attacker that its owner chooses, and what becomes of it."""
    loser = await one_of(attackers, "Which Attacker loses a Step?")
    return loser, step_lost(loser.reduced)


async def one_of(attackers: tuple[Attacker, ...], why: str) -> Attacker:
    """One Attacker, which the owner chooses where they differ."""
    different = tuple(dict.fromkeys(attackers))
    return different[0] if len(different) == 1 else await choose(why, different, by=ATTACKER)


@rule("7.5.i")
def target_retreats(target: Target) -> str:
    """DR: the target Retreats, unless it is in Shield Wall."""
    return retreat_ignored() if target.wall else RETREATS


@rule("7.5.j")
def attackers_retreat(attackers: tuple[Attacker, ...]) -> tuple[tuple[Attacker, str], ...]:
    """AR: all Attackers Retreat, but those in Shield Wall."""
    return tuple((each, retreat_ignored() if each.wall else RETREATS) for each in attackers)


# 7.6 ------------------------------------------------------------------- retreats


@rule("7.6.i", "8.0.f")
def retreat_ignored() -> str:
    """A Unit in Shield Wall ignores a Retreat, and loses nothing for it."""
    return "ignores the Retreat"
