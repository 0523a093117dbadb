"""5.0 Combat: the fighter's attack, damage, combined attacks, and the bomber's defensive fire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import TypeVar

from companion.book import Look
from companion.dice import D10
from companion.errors import IllegalAction, Objection
from companion.referee import Bullets, choose, decide, draw, roll, together
from companion.referee.tallies import Amount
from companion.schwarm.book import BOOK, rule, taken, tally
from companion.schwarm.s0_terms import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Altitude,
    Fighter,
    Position,
    Turret,
    opposite_altitude,
    zone,
)
from companion.schwarm.s1_setup import ANY, PARTS, TRACK, Hits, bears_on, cup, hits, reaches
from companion.schwarm.s2_first_pass import out_of_reach, within_reach
from companion.schwarm.s3_turrets import let_go, turrets_on
from companion.schwarm.sky import Flyer, Sky

POSITIONS = BOOK.chart("positions")
TURRETS = BOOK.chart("turrets")
DAMAGE = BOOK.chart("damage")
DESTRUCTION = BOOK.chart("destruction")

HIT = 10
MISS = "no hit"
BLACK, RED = "black", "red"
GUN_OF = {FRONT: "nose machine gun", RIGHT: "right machine gun", REAR: "tail machine gun", LEFT: "left machine gun"}


class FaceDown(Enum):
    """A fighter counter that has not been turned over."""

    FACE_DOWN = "face down"

    def __str__(self) -> str:
        return self.value


FACE_DOWN = FaceDown.FACE_DOWN


@dataclass(frozen=True)
class Attack:
    """One fighter about to attack, and all that bears on its two dice.

    `out` are the counters that were turned over before it in this pass. `wingman` shares its position and attacks in
    combination with it; `wing_turrets` are stacked with the wingman. `turrets` are stacked with the fighter or
    scatter fire over its zone. `gun_hits` are the hits on the machine guns that count in this zone. `pressed` is None
    while the player has not decided, `wing_pressed` while nothing was said of the wingman's attack. `points` are the
    PT the player has; `earns_point` says that one more hit on the bomber would earn another.
    """

    position: Position
    fighter: Fighter | FaceDown = FACE_DOWN
    wingman: Fighter | FaceDown | None = None
    placed_together: bool = True
    out: tuple[Fighter, ...] = ()
    turrets: tuple[Turret, ...] = ()
    wing_turrets: tuple[Turret, ...] = ()
    sun: Position | None = None
    gun_hits: int = 0
    pressed: bool | None = False
    wing_pressed: bool | None = None
    points: int = int(TRACK["PT"])
    earns_point: bool = False

    @property
    def counter(self) -> Fighter:
        """The fighter's counter, which has been turned over."""
        if isinstance(self.fighter, FaceDown):
            raise ValueError("the counter is still face down")
        return self.fighter


class Fire(StrEnum):
    """What the bomber's fire did."""

    MISS = "fighter not hit"
    HIT = "fighter hit"


class Fate(StrEnum):
    """What became of the fighter."""

    UNHURT = "fighter unhurt"
    SAVED = "fighter hit and saved for 1 PT"
    SHOT_DOWN = "fighter shot down, the game is lost"


@dataclass(frozen=True)
class Result:
    """What an attack did: the part of the bomber that was hit, if any, and the fighter's fate.

    `kept_point` says that a PT was earned by a hit that a save then cancelled.
    """

    damage: str
    fate: Fate
    kept_point: bool = False

    def __str__(self) -> str:
        return f"{self.damage}, {self.fate}"


P = TypeVar("P")

Group = tuple[Fighter, ...]


# 5.0 ---------------------------------------------------------------------- combat


@rule("5.0.a", "5.0.b", "5.3.i")
async def combat(sky: Sky) -> Sky:
    """Pairs are named; then the attacks follow one another."""
    return await attacks(sky, await name_pairs(sky))


@rule("5.0.a")
async def attacks(sky: Sky, waiting: tuple[tuple[Flyer, ...], ...]) -> Sky:
    """Fighters attack in the player's order, until all have or one is lost."""
    if not waiting or over(sky):
        return sky
    names = {" + ".join(str(flyer.number) for flyer in group): group for group in waiting}
    said = next(iter(names)) if len(names) == 1 else await choose("Which attack is resolved next?", names)
    sky = await resolve_group(sky, names[said])
    return await attacks(sky, tuple(group for group in waiting if group != names[said]))


@rule("5.4.d", "7.0.a")
def over(sky: Sky) -> bool:
    """Whether no more attacks follow: a fighter is lost, or the bomber has fallen and that ends the pass."""
    return sky.fallen or (bool(destroyed(sky.on_bomber)) and taken("after-kill") == "stop")


@rule("5.0.d")
async def attack(attack: Attack) -> Result:
    """Turn the fighter over, decide whether to press, throw both dice, and carry out what they say."""
    return await fight(await make_ready(attack))


@rule("5.0.c", "5.0.e")
async def make_ready(attack: Attack) -> Attack:
    """The counter is turned over, and the player decides about pressing, all before the dice."""
    may_attack(attack)
    undecided = attack.pressed is None and FACE_DOWN in (attack.fighter, attack.wingman)
    if undecided and taken("press-when") == "before-reveal":
        return await turn_over(await press_wingman(await press(attack)))
    return await press(await turn_over(attack))


@rule("5.0.e")
def may_attack(attack: Attack) -> None:
    """Pressing wants a PT, and a turret that aims a fighter that it reaches."""
    aimed = tuple(turret.name for turret in (*attack.turrets, *attack.wing_turrets) if turret.aimed)
    objections, legal = out_of_reach(attack.position, aimed), within_reach(aimed)
    if objections and taken("turret-loses") == "printed":
        objections, legal = (), ()
    if attack.pressed and attack.points < 1:
        objections = (*objections, Objection("5.0.e", "pressing costs 1 PT, there is none left"))
        legal = (*legal, "not pressed")
    if objections:
        raise IllegalAction(objections, legal)


@rule("1.1.c", "2.0.b", "2.0.d", "5.0.c", "5.1.a", "5.3.a")
async def turn_over(attack: Attack) -> Attack:
    """A counter face down is any of the chosen six that this pass has not shown; a pair is turned over at once."""
    fighter, wingman = attack.fighter, attack.wingman
    if isinstance(fighter, FaceDown):
        fighter = await draw(face_down(cup(), attack.out, wingman), "back of the fighter counter")
    if isinstance(wingman, FaceDown):
        wingman = await draw(face_down(cup(), attack.out, fighter), "back of the wingman's counter")
    return replace(attack, fighter=fighter, wingman=wingman)


def face_down(
    six: tuple[Fighter, ...], out: tuple[Fighter, ...], partner: Fighter | FaceDown | None
) -> tuple[Fighter, ...]:
    """The counters of the chosen six that nobody has seen in this pass."""
    return tuple(fighter for fighter in six if fighter not in out and fighter != partner)


@rule("5.0.e")
async def press(attack: Attack) -> Attack:
    """Pressing is the player's decision and costs 1 PT."""
    pressed = attack.pressed
    if pressed is None:
        pressed = attack.points > 0 and await decide("Press the attack for 1 PT?")
    return replace(attack, pressed=pressed, points=attack.points - pressed)


@rule("5.0.e")
async def press_wingman(attack: Attack) -> Attack:
    """Where pressing comes before the counters are turned over, the wingman's attack is decided with the leader's."""
    if attack.wingman is None:
        return attack
    if taken("press-pair") == "once":
        return replace(attack, wing_pressed=attack.pressed)
    pressed = attack.points > 0 and await decide("Press the wingman's attack too, for 1 PT?")
    return replace(attack, wing_pressed=pressed, points=attack.points - pressed)


@rule("5.0.f")
def pressing(attack: Attack) -> int:
    """What pressing adds to both dice."""
    return int(bool(attack.pressed))


@rule("5.0.d")
async def fight(attack: Attack) -> Result:
    """Both dice are thrown at once; a fighter that is hit may be saved, and then its own hit does not count."""
    damage, fire = await together(resolve_attack(attack), defensive_fire(attack))
    own = own_point(attack, damage)
    fate = await fate_of_fighter(attack.points + own) if fire is Fire.HIT else Fate.UNHURT
    if fate is Fate.SAVED:
        return Result(cancelled(damage), fate, own)
    if damage == ANY:
        damage = await name_damage(attack.position.clock)
    return Result(damage, fate)


# 5.1 ------------------------------------------------- resolving a fighter's attack


@rule("5.1.a", "5.1.b", "5.1.c")
async def resolve_attack(attack: Attack) -> str:
    """Ten or more on the modified black die hits the bomber."""
    attack = await turn_over(attack)
    result = await roll(D10, "black attack die", black_drm(attack))
    return await damage_table(attack.position.clock, result) if result >= HIT else MISS


@rule("5.1.d", "5.1.e")
async def damage_table(clock: int, result: int) -> str:
    """The table of the fighter's own arc says what was hit."""
    return str(await DAMAGE.look(clock, result))


@rule("5.1.f")
async def name_damage(clock: int) -> str:
    """Any: the player names the part that is hit."""
    parts = PARTS
    if taken("any-damage") == "this-table":
        table = [await damage_table(clock, result) for result in range(HIT, int(DAMAGE.axes[-1].keys[-1]))]
        parts = tuple(dict.fromkeys(part for part in table if part != ANY))
    return await choose("Any: which part of the bomber is hit?", parts)


@tally("black DRM")
def black_drm(attack: Attack) -> Bullets:
    """What is added to the black attack die."""
    lender = black_from(attack)
    yield "5.1.h", f"black number printed at {attack.position}", printed(BLACK, attack.position)
    if lender is attack:
        yield "5.1.i", "back of the fighter counter", lender.counter.black
    else:
        yield "5.3.c", "back of the wingman's counter, the better of the pair", lender.counter.black
    for what, amount in turret_numbers(lender.turrets, BLACK, attack.position.altitude):
        yield "5.1.j", what, amount
    yield "5.1.k", "attacking into the sun", -2 if into_the_sun(attack) else whereabouts(attack.sun)
    yield "5.1.n", "attack pressed", pressing(attack) or "it is not"


def printed(colour: str, position: Position) -> Look:
    """The cell that holds the number of a colour at a position."""
    return POSITIONS.look(colour, position.altitude, position.clock)


def turret_numbers(turrets: tuple[Turret, ...], colour: str, altitude: Altitude) -> Iterator[tuple[str, Amount]]:
    """What each turret that bears on the fighter adds to the die of a colour."""
    if not turrets:
        yield "a turret", "none is stacked with the fighter or in its zone"
    for turret in turrets:
        yield str(turret), turret_number(turret, colour, altitude)


@rule("1.4.h", "1.4.k", "3.0.d", "markers.a", "markers.b", "markers.c", "markers.d")
def turret_number(turret: Turret, colour: str, altitude: Altitude) -> Amount:
    """The marker's number of that colour: with the guns visible black and red, on Scattered Fire red only."""
    if not bears_on(turret, altitude):
        return f"it does not cover {altitude}"
    if colour == BLACK and not turret.aimed and taken("scattered-black") == "no":
        return "that side has a red number only"
    return TURRETS.look(turret.side, colour, covered(turret, altitude))


def covered(turret: Turret, altitude: Altitude) -> str:
    """The space of the marker whose number counts; out of its reach (under some readings only) that of Level."""
    return f"{turret.name} {altitude if reaches(turret.name, altitude) else Altitude.LEVEL}"


@rule("5.1.k", "5.1.l")
def into_the_sun(attack: Attack) -> bool:
    """A fighter opposite the Sun, across the clock and across the altitudes, attacks into it."""
    return attack.sun is not None and attack.position == opposite(attack.sun)


@rule("5.1.l")
def opposite(position: Position) -> Position:
    """Opposite is six arcs on, and High for Low; Level is opposite Level."""
    return Position((position.clock + 5) % 12 + 1, opposite_altitude(position.altitude))


def whereabouts(sun: Position | None) -> str:
    """Why the sun does not count."""
    return f"the Sun is at {sun}" if sun else "the Sun is elsewhere"


# 5.2 ---------------------------------------------------------------------- damage


@rule("5.2.a", "5.2.f")
async def strike(sky: Sky, flyer: Flyer, ready: Attack) -> Sky:
    """The attack is fought; hits are marked, PT are paid and earned."""
    result = await fight(ready)
    if result.fate is Fate.SAVED:
        return replace(sky, points=sky.points - 1 + result.kept_point)
    if result.fate is Fate.SHOT_DOWN:
        sky = lost(sky, flyer)
    return sky if result.damage == MISS else await score(sky, flyer, result.damage)


@rule("5.2.a", "5.2.e", "5.2.f")
async def score(sky: Sky, flyer: Flyer, part: str) -> Sky:
    """A hit is marked on its part; on a machine gun it counts in the zone of that gun; every two hits earn 1 PT."""
    scored = sky.scored.add(part)
    earned = points_earned(scored, sky.initial) - points_earned(sky.scored, sky.initial)
    if taken("pt-when") == "at-once":
        sky = replace(sky, scored=scored, points=sky.points + earned)
    else:
        sky = replace(sky, scored=scored, held=sky.held + earned)
    if part not in GUN_OF.values():
        return sky
    named = next(where for where, gun in GUN_OF.items() if gun == part)
    weakened = named if taken("gun-zone") == "named" else await zone(flyer.position.clock)
    return replace(sky, guns=tuple(sorted({**dict(sky.guns), weakened: sky.guns_hit(weakened) + 1}.items())))


@dataclass(frozen=True)
class Report:
    """What the hits on the bomber amount to."""

    destroyed: tuple[str, ...]
    scored: int
    earned: int
    defence: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        end = f"B-17 destroyed ({', '.join(self.destroyed)})" if self.destroyed else "not destroyed"
        fire = ", ".join(f"{zone} {drm:+d}" for zone, drm in self.defence if drm) or "unweakened"
        return f"{end}; {hits(self.scored)} scored, {self.earned} PT earned; defensive fire {fire}"


@rule("5.2.a")
async def damage_report(scored: Hits, initial: Hits = Hits()) -> Report:  # noqa: B008 (frozen)
    """Hits scored by fighters and the initial ones: what they destroy, earn and silence."""
    on_bomber = scored.plus(initial)
    guns = await gun_hits(on_bomber)
    defence = tuple((where, gun_drm(number)) for where, number in guns)
    return Report(destroyed(on_bomber), scored.total, points_earned(scored, initial), defence)


@rule("5.2.b", "5.2.d")
def destroyed(damage: Hits) -> tuple[str, ...]:
    """The parts whose hits destroy the bomber; guns are never among them."""
    return tuple(str(part) for part in DESTRUCTION.axes[0].keys if damage[str(part)] >= int(DESTRUCTION[part]))


@rule("5.2.e")
async def gun_hits(damage: Hits) -> tuple[tuple[str, int], ...]:
    """The hits on machine guns that count in each zone: by the gun that is named, or by the zone attacked from."""
    left = sum(damage[gun] for gun in GUN_OF.values())
    if not left or taken("gun-zone") == "named":
        return tuple((where, damage[gun]) for where, gun in GUN_OF.items())
    *asked, last = GUN_OF
    counted: list[tuple[str, int]] = []
    for where in asked:
        why = f"How many machine-gun hits were scored from the {where} zone?"
        counted.append((where, await choose(why, range(left + 1), by="the table") if left else 0))
        left -= counted[-1][1]
    return (*counted, (last, left))


@rule("5.2.e", "5.4.i")
def gun_drm(gun_hits: int) -> int:
    """Every two hits on the guns of a zone take one off the red die there."""
    return -(gun_hits // 2)


@rule("5.2.f", "5.2.g")
def points_earned(scored: Hits, initial: Hits) -> int:
    """Every two hits earn a PT, or every three in the harder game."""
    counted = scored.total + (initial.total if taken("initial-damage-pt") == "yes" else 0)
    return counted // int(taken("pt-every"))


# 5.3 ------------------------------------------------------------ combined attacks


@rule("5.0.b", "5.3.h", "5.3.i", "5.3.k", "5.3.l")
async def name_pairs(sky: Sky) -> tuple[tuple[Flyer, ...], ...]:
    """Fighters on one position combine two by two, for purists only if they were placed on one position."""
    purist = not may_combine(placed_together=False)
    spaces: dict[tuple[Position, Position | None], tuple[Flyer, ...]] = {}
    for flyer in sky.flyers:
        key = flyer.position, flyer.placed if purist else None
        spaces[key] = (*spaces.get(key, ()), flyer)
    named = [await pair_up(flyers) for flyers in spaces.values()]
    return tuple(group for groups in named for group in groups)


@rule("5.3.f", "5.3.g", "5.3.h", "5.3.i")
async def pair_up(alone: tuple[P, ...]) -> tuple[tuple[P, ...], ...]:
    """Two pair up; of more the player names the pairs before any counter is turned over; an odd one stays alone."""
    ways = [way for way in pairings(alone) if taken("combining") == "at-will" or sum(len(g) == 1 for g in way) < 2]
    if len(ways) == 1:
        return ways[0]
    names = {", ".join(" + ".join(map(str, group)) for group in way): way for way in ways}
    return names[await choose("Which fighters combine?", names)]


def pairings(fighters: tuple[P, ...]) -> Iterator[tuple[tuple[P, ...], ...]]:
    """Every way to make pairs of some fighters and leave the others alone, most pairs first."""
    if not fighters:
        yield ()
        return
    first, *others = fighters
    for n, partner in enumerate(others):
        for rest in pairings((*others[:n], *others[n + 1 :])):
            yield ((first, partner), *rest)
    for rest in pairings(tuple(others)):
        yield ((first,), *rest)


@rule("5.3.k", "5.3.l")
def may_combine(placed_together: bool) -> bool:
    """Fighters on one position may combine; for purists, only if they began the pass together there too."""
    return placed_together or taken("purist-pairs") == "no"


@rule("5.0.c", "5.3.a", "5.3.b")
async def resolve_group(sky: Sky, group: tuple[Flyer, ...]) -> Sky:
    """A fighter attacks; two that combine are turned over together and roll one after the other."""
    flyer, *others = group
    if others:
        first = await choose("Which of the two rolls first?", tuple(str(each.number) for each in group))
        flyer, others = sky.flyer(int(first)), [each for each in group if str(each.number) != first]
    ready = await make_ready(await situation(sky, flyer, tuple(others)))
    sky = await strike(turned_over(sky, ready), flyer, ready)
    for wing in others:
        if not over(sky):
            second = await second_of_pair(sky, wing, flyer, ready)
            sky = await strike(turned_over(sky, second), wing, second)
    return sky


def turned_over(sky: Sky, ready: Attack) -> Sky:
    """The table with the counters shown and the PT paid for pressing."""
    shown = (*sky.shown, *(seen for seen in (ready.fighter, ready.wingman) if isinstance(seen, Fighter)))
    return replace(sky, shown=tuple(dict.fromkeys(shown)), points=ready.points)


@rule("5.0.c")
async def situation(sky: Sky, flyer: Flyer, others: tuple[Flyer, ...]) -> Attack:
    """What bears on a fighter that is about to attack."""
    here = await zone(flyer.position.clock)
    wings = [turret for wing in others for turret in await turrets_on(sky, wing) if turret.aimed]
    return Attack(
        flyer.position,
        wingman=FACE_DOWN if others else None,
        out=sky.shown,
        turrets=await turrets_on(sky, flyer),
        wing_turrets=tuple(wings),
        sun=sky.sun,
        gun_hits=sky.guns_hit(here),
        pressed=None,
        points=sky.points,
        earns_point=points_earned(sky.scored.add(PARTS[0]), sky.initial) > points_earned(sky.scored, sky.initial),
    )


@rule("5.0.e", "5.3.b")
async def second_of_pair(sky: Sky, wing: Flyer, flyer: Flyer, ready: Attack) -> Attack:
    """The other of a pair: both counters are known, and it is pressed and paid for by itself."""
    attack = await situation(sky, wing, (flyer,))
    attack = replace(attack, fighter=ready.wingman or FACE_DOWN, wingman=ready.fighter)
    if ready.wing_pressed is not None:
        return replace(attack, pressed=ready.wing_pressed)
    if taken("press-pair") == "once":
        return replace(attack, pressed=ready.pressed)
    return await press(attack)


@rule("5.3.c")
def black_from(attack: Attack) -> Attack:
    """Of the two black numbers of a pair the better serves both: the attack whose number is used."""
    if not isinstance(attack.wingman, Fighter) or not may_combine(attack.placed_together):
        return attack
    wing = replace(attack, fighter=attack.wingman)
    if taken("combined-black") == "counters":
        return attack if better((attack.counter, wing.counter)) == attack.counter else wing
    scattered = tuple(turret for turret in attack.turrets if not turret.aimed)
    wing = replace(wing, turrets=(*attack.wing_turrets, *scattered))
    return wing if stacked_strength(wing) > stacked_strength(attack) else attack


def stacked_strength(attack: Attack) -> int:
    """The black number of the counter, with those of the turrets stacked with it."""
    spaces = [covered(turret, attack.position.altitude) for turret in attack.turrets if turret.aimed]
    return attack.counter.black + sum(int(TURRETS["guns visible", BLACK, space]) for space in spaces)


@rule("5.3.c")
def better(group: Group) -> Fighter:
    """The fighter whose black number is the better one; the first of equals."""
    return max(group, key=lambda fighter: fighter.black)


@dataclass(frozen=True)
class Numbers:
    """The numbers a fighter attacks with, on a position it shares."""

    fighter: Fighter
    black: int
    red: int

    def __str__(self) -> str:
        return f"{self.fighter} attacks with black {self.black:+d}, red {self.red:+d}"


@dataclass(frozen=True)
class Shares:
    """The numbers of every fighter on one position."""

    numbers: tuple[Numbers, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.numbers))


@rule("5.0.b", "5.3.a")
async def combine(groups: tuple[Group, ...], placed_together: bool = True) -> Shares:
    """Fighters on one position: pairs that were named stay, the others pair up; each fighter rolls for itself."""
    if may_combine(placed_together):
        alone = tuple(fighter for group in groups if len(group) == 1 for fighter in group)
        groups = (*(group for group in groups if len(group) == 2), *await pair_up(alone))
    else:
        groups = tuple((fighter,) for group in groups for fighter in group)
    return Shares(tuple(numbers for group in groups for numbers in share(group)))


@rule("5.3.c", "5.3.d")
def share(group: Group) -> tuple[Numbers, ...]:
    """Both fighters of a pair use the better black number, each keeps its own red."""
    return tuple(Numbers(fighter, better(group).black, fighter.red) for fighter in group)


# 5.4 ---------------------------------------------------- the B-17's defensive fire


@rule("5.4.a", "5.4.b")
async def defensive_fire(attack: Attack) -> Fire:
    """Ten or more on the modified red die hits the fighter."""
    attack = await turn_over(attack)
    return Fire.HIT if await roll(D10, "red defence die", red_drm(attack)) >= HIT else Fire.MISS


@tally("red DRM")
def red_drm(attack: Attack) -> Bullets:
    """What is added to the red defence die."""
    yield "5.4.h", f"red number printed at {attack.position}", printed(RED, attack.position)
    yield "5.4.i", f"{hits(attack.gun_hits)} on the guns of the zone", gun_drm(attack.gun_hits) or "two are needed"
    for what, amount in turret_numbers(attack.turrets, RED, attack.position.altitude):
        yield "5.4.j", what, amount
    if attack.wingman is None:
        yield "5.4.k", "back of the fighter counter", attack.counter.red
    else:
        yield "5.3.d", "back of its own counter, whatever the wingman's shows", attack.counter.red
    yield "5.4.l", "attack pressed", pressing(attack) or "it is not"
    yield "5.4.m", "attacking out of the sun", sun_red() if out_of_the_sun(attack) else whereabouts(attack.sun)


@rule("5.4.m")
def sun_red() -> int:
    """What the sun in the gunners' eyes does to the red die."""
    return -2 if taken("sun-red") == "minus" else 2


@rule("5.4.n")
def out_of_the_sun(attack: Attack) -> bool:
    """A fighter on the Sun's own position attacks out of the sun."""
    return attack.position == attack.sun


@rule("5.4.e", "5.2.f")
def own_point(attack: Attack, damage: str) -> bool:
    """A fighter is saved with PT that were there before the dice, not with the one its own hit would earn."""
    earned = damage != MISS and attack.earns_point
    return earned and taken("save-with-own-point") == "yes" and taken("pt-when") == "at-once"


@rule("5.4.c", "5.4.d", "5.4.e")
async def fate_of_fighter(points: int) -> Fate:
    """A hit destroys the fighter and ends the game, unless 1 PT is spent at once to save it."""
    if points > 0 and await decide("The fighter is hit. Save it for 1 PT?"):
        return Fate.SAVED
    return Fate.SHOT_DOWN


@rule("5.4.f")
def cancelled(damage: str) -> str:
    """What a saved fighter has hit does not count."""
    return MISS


@rule("5.4.c", "5.4.d")
def lost(sky: Sky, flyer: Flyer) -> Sky:
    """A fighter shot down leaves the map, and a turret that was stacked with it is free."""
    for name in sky.stacked_with(flyer):
        sky = let_go(sky, name)
    return replace(sky.without_flyer(flyer), fallen=True)
