"""7.0 Combat Phase: who attacks whom, the class, the DRM, the roll, and what each side makes of the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.dice import D8
from companion.errors import IllegalAction, Objection
from companion.grunwald.book import BOOK, rule, taken, tally
from companion.grunwald.s2_components import CLASSES, CRT, Kind, is_horse, step_lost
from companion.referee import Bullets, choose, decide, roll
from companion.referee.tallies import Amount

UTMM = BOOK.chart("utmm")
MODIFIERS = BOOK.chart("class-modifiers")
SUPPORT = BOOK.chart("support")

ATTACKER, DEFENDER = "the attacker", "the defender"


@dataclass(frozen=True)
class Attacker:
    """A Unit that attacks, and the hexside across which it does: downhill, or over a trench."""

    kind: Kind
    cc: str
    wall: bool = False
    suppressed: bool = False
    reduced: bool = False
    downhill: bool = False
    trench: bool = False

    def __str__(self) -> str:
        flags = ("wall", "suppressed", "reduced", "downhill", "trench")
        return " ".join([f"{self.kind}:{self.cc}", *(flag for flag in flags if getattr(self, flag))])


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


_PLAIN = {"DE": "Eliminated", "DL": "reduced", "DR": "retreats", "EX": "", "AR": "retreats"}  # what the code says


# 7.1 ------------------------------------------------------------------ procedure


@rule("7.1.b", "7.5.b")
async def attack(assault: Assault) -> Result:
    """An Attack is declared, the class and the DRM are found, the die is rolled, and its result is carried out."""
    may_attack(assault)
    primary = await primary_unit(assault.attackers)
    rolled = await attack_roll(assault, primary)
    return await carry_out(await options(rolled, assault, primary), assault)


# 7.2 ---------------------------------------------------------------- declaration


@rule("7.2.a", "7.2.d")
def may_attack(assault: Assault) -> None:
    """Raise IllegalAction with everything that forbids the Attack."""
    if objections := tuple(objections_to(assault)):
        raise IllegalAction(objections, ("an Attack without them",))


def objections_to(assault: Assault) -> Iterator[Objection]:
    """Everything that forbids an Attack."""
    horse = [is_horse(each.kind) for each in assault.attackers]
    if any(horse) and not all(horse):
        yield Objection("7.2.g", "Horse and other Units do not take part in each other's attacks")
    if assault.charge and not all(horse):
        yield Objection("10.0.f", "only Horse can Charge")
    if assault.charge and assault.pitched:
        yield Objection("7.7.c", "a Charge is made in the Horse Phase, which is no Pitched Combat Phase")
    for each in assault.attackers:
        if each.suppressed:
            yield Objection("9.3.c", f"{each} is Suppressed and does not attack")
    for kind in (*(each.kind for each in assault.attackers if each.wall), *[assault.target.kind] * assault.target.wall):
        if is_horse(kind):
            yield Objection("8.0.b", f"{kind} is Horse, which is never in Shield Wall")


@rule("7.2.e", "7.2.f")
async def primary_unit(attackers: tuple[Attacker, ...]) -> Attacker:
    """The Attacker with the best class, before any modifier; the others take part."""
    best = min(CLASSES.index(each.cc) for each in attackers)
    return await primary_of_equals(tuple(dict.fromkeys(each for each in attackers if CLASSES.index(each.cc) == best)))


@rule("7.2.h")
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
    yield "7.3.b", "target Suppressed", _if(target.suppressed, "Suppressed target", "it is not")
    yield "7.3.c", "Pitched Combat Phase", _if(assault.pitched, "Pitched", "it is not")
    yield "7.3.d", "attacking Downhill", downhill(assault, primary)
    yield "7.3.e", "target in Shield Wall", _if(target.wall, "target in Shield Wall", "it is not")
    yield "7.3.f", "Attacker in Shield Wall", _if(primary.wall, "attacker in Shield Wall", "it is not")
    yield "12.3.b", "across a trench", _if(_crosses(assault, primary, "trench"), "across a trench", "there is none")
    if not assault.charge:
        return
    if primary.kind is Kind.HEAVY_HORSE:
        yield "10.0.i", "Bonus with Horse", _if(assault.bonus, "Bonus for Heavy Horse", "it is not played")
    else:
        yield "10.0.j", "Bonus with Horse", _if(assault.bonus, "Bonus for Light Horse", "it is not played")


def _if(applies: bool, circumstance: str, why_not: str) -> Amount:
    return MODIFIERS.look(circumstance) if applies else why_not


def downhill(assault: Assault, primary: Attacker) -> Amount:
    """Downhill counts in the Combat Phase; in a Charge as the reading has it."""
    if not _crosses(assault, primary, "downhill"):
        return "it is not"
    if assault.charge and taken("downhill-charge") == "combat-only":
        return "not in a Charge"
    return MODIFIERS.look("downhill")


def _crosses(assault: Assault, primary: Attacker, hexside: str) -> bool:
    """Whether the hexside that decides, the Primary's or any, is of a kind."""
    everybody = [bool(getattr(each, hexside)) for each in assault.attackers]
    if not any(everybody) or taken("whose-hexside") == "any":
        return any(everybody)
    return bool(getattr(primary, hexside))


@rule("7.3.a", "7.3.g")
def modified_class(base: str, up: int) -> str:
    """The base class moved by the sum of all modifiers, within the scale."""
    place = CLASSES.index(base) - up
    if place < 0:
        return best_class()
    return CLASSES[place] if place < len(CLASSES) else worst_class()


@rule("7.3.h")
def best_class() -> str:
    """No class is better than AA."""
    return CLASSES[0]


@rule("7.3.i")
def worst_class() -> str:
    """No class is worse than F."""
    return CLASSES[-1]


# 7.4 ----------------------------------------------------------- DRM determination


@tally("DRM")
def drm(assault: Assault, primary: Attacker) -> Bullets:
    """What is added to the attack roll."""
    same, worse = supporters(assault.attackers, primary)
    yield "7.4.a", f"{primary.kind} against {assault.target.kind}", UTMM.look(primary.kind, assault.target.kind)
    yield "7.4.b", f"{same} of the same class", same * int(SUPPORT["same class"]) or "there is none"
    pairs = (worse + 1) // 2
    yield "7.4.c", f"{worse} of a worse class", pairs * int(SUPPORT["every two of a worse class"]) or "there is none"


@rule("7.2.f", "7.4.d")
def supporters(attackers: tuple[Attacker, ...], primary: Attacker) -> tuple[int, int]:
    """How many of the others have the Primary's base class, and how many a worse one."""
    same = sum(each.cc == primary.cc for each in attackers) - 1
    return same, len(attackers) - 1 - same


# 7.5 ---------------------------------------------------------------- attack roll


@rule("2.0.b", "7.5.a", "utmm.a", "crt.a")
async def attack_roll(assault: Assault, primary: Attacker) -> str:
    """One die with the DRM, read in the row of the modified class."""
    cc = modified_class(primary.cc, await class_shift(assault, primary))
    return await result_of(cc, await roll(D8, "attack roll", drm(assault, primary)))


@rule("7.5.a")
async def result_of(cc: str, modified: int) -> str:
    """The cell of the CRT; what comes of less than its lowest column is a reading."""
    lowest = int(CRT.axes[1].keys[0])
    if modified < lowest and taken("below-minus-two") == "undefined":
        return str(
            await choose(f"What is the result of {modified}, below {lowest}?", CRT.outcomes.keys, by="the table")
        )
    return str(await CRT.look(cc, max(lowest, modified)))


async def options(rolled: str, assault: Assault, primary: Attacker) -> str:
    """What the sides make of the result: of an asterisk, then of an EX."""
    code = rolled.removesuffix("*")
    if rolled.endswith("*") and await exchange_for_asterisk(assault.target):
        code = "EX"
        if taken("asterisk-exchange") == "no":
            return code
    if code != "EX":
        return code
    sides = [attackers_option(primary), defenders_option(assault.target)]
    for option in sides if taken("exchange-options") == "attacker-first" else sides[::-1]:
        if code == "EX":
            code = await option
    return code


@rule("7.5.k", "crt.b")
async def exchange_for_asterisk(target: Target) -> bool:
    """With an asterisk, against a target in Shield Wall, the attacker may take EX."""
    return target.wall and await decide("Shield Wall: treat the result as EX?", by=ATTACKER)


@rule("7.5.l", "7.5.n")
async def attackers_option(primary: Attacker) -> str:
    """A Heavy Horse may make DR of an EX, a Light Horse AR."""
    if primary.kind is Kind.HEAVY_HORSE:
        return await heavy_horse_option()
    return await light_horse_option() if primary.kind is Kind.LIGHT_HORSE else "EX"


@rule("7.5.l", "7.5.m")
async def heavy_horse_option() -> str:
    """EX with a Heavy Horse as Primary: the attacker may make it DR."""
    return "DR" if await decide("Heavy Horse: treat EX as DR?", by=ATTACKER) else "EX"


@rule("7.5.n")
async def light_horse_option() -> str:
    """EX with a Light Horse as Primary: the attacker may make it AR."""
    return "AR" if await decide("Light Horse: treat EX as AR?", by=ATTACKER) else "EX"


@rule("7.5.o")
async def defenders_option(target: Target) -> str:
    """EX against a Light Horse: the defender may make it DR."""
    light = target.kind is Kind.LIGHT_HORSE
    return "DR" if light and await decide("Light Horse attacked: treat EX as DR?", by=DEFENDER) else "EX"


@rule("7.5.j")
async def carry_out(code: str, assault: Assault) -> Result:
    """What the result does to the target and to the Attackers."""
    match code:
        case "DE":
            return Result(code, eliminated())
        case "AE":
            return Result(code, attackers=((await attacker_eliminated(assault.attackers), "Eliminated"),))
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


@rule("7.5.c")
def eliminated() -> str:
    """DE: the target leaves the map."""
    return "Eliminated"


@rule("7.5.d")
async def attacker_eliminated(attackers: tuple[Attacker, ...]) -> Attacker:
    """AE: the owner chooses which Attacker is Eliminated."""
    return await one_of(attackers, "Which Attacker is Eliminated?")


@rule("7.5.e")
def target_loses_step(target: Target) -> str:
    """DL: the target loses a Step."""
    return step_lost(target.reduced)


@rule("7.5.f")
async def attacker_loses_step(attackers: tuple[Attacker, ...]) -> tuple[Attacker, str]:
    """AL: the owner chooses which Attacker loses a Step."""
    loser = await one_of(attackers, "Which Attacker loses a Step?")
    return loser, step_lost(loser.reduced)


@rule("7.5.i")
async def exchanged(attackers: tuple[Attacker, ...]) -> tuple[Attacker, str]:
    """EX: the owner chooses which Attacker loses the Step."""
    loser = await one_of(attackers, "Which Attacker loses a Step?")
    return loser, step_lost(loser.reduced)


async def one_of(attackers: tuple[Attacker, ...], why: str) -> Attacker:
    """One Attacker, which the owner chooses where they differ."""
    different = tuple(dict.fromkeys(attackers))
    return different[0] if len(different) == 1 else await choose(why, different, by=ATTACKER)


@rule("7.5.g")
def target_retreats(target: Target) -> str:
    """DR: the target Retreats, unless it is in Shield Wall."""
    return retreat_ignored() if target.wall else "retreats"


@rule("7.5.h")
def attackers_retreat(attackers: tuple[Attacker, ...]) -> tuple[tuple[Attacker, str], ...]:
    """AR: all Attackers Retreat, but those in Shield Wall."""
    return tuple((each, retreat_ignored() if each.wall else "retreats") for each in attackers)


# 7.6 ------------------------------------------------------------------- retreats


@rule("7.6.f", "8.0.e")
def retreat_ignored() -> str:
    """A Unit in Shield Wall ignores a Retreat, and loses nothing for it."""
    return "ignores the Retreat"
