"""5.0 Combat: the fighter's attack, damage, combined attacks, and the bomber's defensive fire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from companion.book import Look
from companion.dice import D10
from companion.errors import Objection
from companion.referee import Bullets, choose, decide, draw, roll, together
from companion.referee.tallies import Amount
from companion.schwarm.attack import (
    FACE_DOWN,
    MISS,
    Armed,
    Attack,
    FaceDown,
    Fate,
    Fire,
    Numbers,
    Report,
    Result,
    Shares,
)
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
    arc,
    opposite_altitude,
    zone,
)
from companion.schwarm.s1_setup import ANY, DORSAL, PARTS, Faults, Hits, cup, forbid, hits, out_of_reach, reaches
from companion.schwarm.s3_turrets import bears_on, leave, too_many, turrets_on
from companion.schwarm.sky import Flyer, Sky

POSITIONS = BOOK.chart("positions")
DORSAL_TURRET = BOOK.chart("dorsal-turret")
VENTRAL_TURRET = BOOK.chart("ventral-turret")
DAMAGE = BOOK.chart("damage")
DESTRUCTION = BOOK.chart("destruction")

HIT = 10
BLACK, RED = "black", "red"
GUNS_VISIBLE, SCATTERED_FIRE = "guns visible", "scattered fire"
GUN_OF = {FRONT: "nose machine gun", RIGHT: "right machine gun", REAR: "tail machine gun", LEFT: "left machine gun"}

P = TypeVar("P")

Group = tuple[P, ...]
"""Fighters that attack as one, or wait to be paired."""


# 5.0 ---------------------------------------------------------------------- combat


@rule("5.0.a", "5.0.b")
async def combat(sky: Sky) -> Sky:
    """Fighters on one position are paired; then the attacks follow one another."""
    crowds = on_one_position(sky)
    if any(len(crowd) > 1 for crowd in crowds) and taken("pairs-named") == "by-position":
        return await attacks(sky, (), crowds)
    named = [await pair_up(crowd) for crowd in crowds]
    return await attacks(sky, tuple(group for groups in named for group in groups))


@rule("5.0.a")
async def attacks(sky: Sky, waiting: tuple[Group[Flyer], ...], crowds: tuple[Group[Flyer], ...] = ()) -> Sky:
    """Fighters attack in the player's order, until all have or one is lost.

    `waiting` have been paired, `crowds` on one position have not.
    """
    if over(sky) or not (waiting or crowds):
        return sky
    names = {" + ".join(str(flyer.number) for flyer in group): group for group in (*waiting, *crowds)}
    said = next(iter(names)) if len(names) == 1 else await choose("Which attack is resolved next?", names)
    group, *others = await pair_up(names[said]) if names[said] in crowds else (names[said],)
    waiting, crowds = without(names[said], waiting), without(names[said], crowds)
    if others:
        return await attacks(sky, (*waiting, group, *others), crowds)
    return await attacks(await resolve_group(sky, group), waiting, crowds)


def without(group: Group[P], groups: tuple[Group[P], ...]) -> tuple[Group[P], ...]:
    """All groups but one."""
    return tuple(each for each in groups if each != group)


def over(sky: Sky) -> bool:
    """Whether no more attacks follow: a fighter is lost, or the bomber is, and that ends the pass."""
    return sky.fallen or (bomber_lost(sky) and taken("after-kill") == "stop")


@rule("7.0.a")
def bomber_lost(sky: Sky) -> bool:
    """Whether the hits on the bomber have destroyed it."""
    return bool(destroyed(sky.on_bomber))


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
    mine, theirs = (tuple(each.name for each in turrets) for turrets in (attack.aimed, attack.wing_turrets))
    far = aims_too_far(attack.position, (*mine, *theirs))
    forbid(far, too_many(mine), too_many(theirs), pressed_for_nothing(attack))


def aims_too_far(position: Position, turrets: tuple[str, ...]) -> Faults:
    """A turret aims where it reaches, unless it holds on to a fighter at any altitude."""
    faults = out_of_reach(position, turrets)
    return ((), ()) if any(faults) and taken("turret-loses") == "printed" else faults


def pressed_for_nothing(attack: Attack) -> Faults:
    """Pressing costs 1 PT."""
    if not attack.pressed or attack.points > 0:
        return (), ()
    return (Objection("5.0.e", "pressing costs 1 PT, there is none left"),), ("not pressed",)


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
    lender = lends_black(attack)
    yield "5.1.h", f"black number at {attack.position}", printed(BLACK, attack.position)
    if lender.fighter == attack.counter:
        yield "5.1.i", "back of the fighter counter", lender.fighter.black
    else:
        yield "5.3.c", "back of the wingman's counter, the better of the pair", lender.fighter.black
    for what, amount in turret_numbers((*lender.turrets, *attack.scattered), BLACK, attack.position.altitude):
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


def turret_number(turret: Turret, colour: str, altitude: Altitude) -> Amount:
    """What a turret adds to the die of a colour at an altitude, or why it adds nothing."""
    if not bears_on(turret, altitude):
        return f"it does not cover {altitude}"
    if not reaches(turret.name, altitude):
        if taken("beyond-reach") == "nothing":
            return f"its marker has no number for {altitude}"
        altitude = Altitude.LEVEL  # which both turrets reach
    return aimed_number(turret, colour, altitude) if turret.aimed else scattered_number(turret, colour, altitude)


@rule("3.0.d")
def aimed_number(turret: Turret, colour: str, altitude: Altitude) -> Look:
    """With the guns visible the marker has a black number and a red one."""
    return dorsal_back(colour, altitude) if turret.name == DORSAL else ventral_back(colour, altitude)


@rule("1.4.h")
def scattered_number(turret: Turret, colour: str, altitude: Altitude) -> Amount:
    """On Scattered Fire it has a red number only."""
    if colour == BLACK:
        return scattered_black(turret, altitude)
    return dorsal_front(colour, altitude) if turret.name == DORSAL else ventral_front(colour, altitude)


@rule("1.4.k")
def scattered_black(turret: Turret, altitude: Altitude) -> Amount:
    """The box gives Scattered Fire an attack modifier as well, for which that side has no number."""
    if taken("scattered-black") == "no":
        return "that side has a red number only"
    if taken("scattered-number") == "as-aimed":
        return aimed_number(turret, BLACK, altitude)
    return dorsal_front(BLACK, altitude) if turret.name == DORSAL else ventral_front(BLACK, altitude)


@rule("markers.a")
def dorsal_back(colour: str, altitude: Altitude) -> Look:
    """The dorsal marker with its guns visible."""
    return DORSAL_TURRET.look(GUNS_VISIBLE, colour, altitude)


@rule("markers.b")
def ventral_back(colour: str, altitude: Altitude) -> Look:
    """The ventral marker with its guns visible."""
    return VENTRAL_TURRET.look(GUNS_VISIBLE, colour, altitude)


@rule("markers.c")
def dorsal_front(colour: str, altitude: Altitude) -> Look:
    """The dorsal marker on Scattered Fire."""
    return DORSAL_TURRET.look(SCATTERED_FIRE, colour, altitude)


@rule("markers.d")
def ventral_front(colour: str, altitude: Altitude) -> Look:
    """The ventral marker on Scattered Fire."""
    return VENTRAL_TURRET.look(SCATTERED_FIRE, colour, altitude)


@rule("5.1.k", "5.1.l")
def into_the_sun(attack: Attack) -> bool:
    """A fighter opposite the Sun, across the clock and across the altitudes, attacks into it."""
    return attack.sun is not None and attack.position == opposite(attack.sun)


@rule("5.1.l")
def opposite(position: Position) -> Position:
    """Opposite is six arcs on, and High for Low; Level is opposite Level."""
    return Position(arc(position.clock, 6), opposite_altitude(position.altitude))


def whereabouts(sun: Position | None) -> str:
    """Why the sun does not count."""
    return f"the Sun is at {sun}" if sun else "the Sun is elsewhere"


# 5.2 ---------------------------------------------------------------------- damage


@rule("5.2.a", "5.2.f")
async def strike(sky: Sky, flyer: Flyer, ready: Attack) -> Sky:
    """The attack is fought; hits are marked, PT are paid and earned."""
    result = await fight(ready)
    if result.fate is Fate.SAVED:
        return saved(replace(sky, points=sky.points - 1 + result.kept_point), flyer)
    if result.fate is Fate.SHOT_DOWN:
        sky = lost(sky, flyer)
    return sky if result.damage == MISS else await score(sky, flyer, result.damage)


@rule("5.2.a", "5.2.e", "5.2.f")
async def score(sky: Sky, flyer: Flyer, part: str) -> Sky:
    """A hit is marked on its part; on a machine gun it counts in the zone of that gun; every two hits earn 1 PT."""
    scored = sky.scored.add(part)
    earned = points_earned(scored, sky.initial) - points_earned(sky.scored, sky.initial)
    sky = earn(replace(sky, scored=scored), earned)
    if part not in GUN_OF.values():
        return sky
    named = next(where for where, gun in GUN_OF.items() if gun == part)
    weakened = named if taken("gun-zone") == "named" else await zone(flyer.position.clock)
    return sky.with_gun_hits(weakened, sky.guns_hit(weakened) + 1)


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


def earn(sky: Sky, points: int) -> Sky:
    """PT that were earned go onto the track, or are held back until after the pass."""
    if not points:
        return sky
    if taken("pt-when") == "at-once":
        return replace(sky, points=sky.points + points)
    return replace(sky, held=sky.held + points)


@rule("5.2.f")
def credit(sky: Sky) -> Sky:
    """PT that were held back until after the pass go onto the track."""
    return replace(sky, points=sky.points + sky.held, held=0)


# 5.3 ------------------------------------------------------------ combined attacks


@rule("5.0.b")
def on_one_position(sky: Sky) -> tuple[Group[Flyer], ...]:
    """The fighters of each position; for purists, those of them that were placed together."""
    purist = taken("purist-pairs") == "yes"
    crowds: dict[object, Group[Flyer]] = {}
    for flyer in sky.flyers:
        key = (flyer.position, beginning(flyer) if purist else None)
        crowds[key] = (*crowds.get(key, ()), flyer)
    return tuple(crowds.values())


@rule("5.3.k", "5.3.l")
def beginning(flyer: Flyer) -> tuple[Position, int | None]:
    """For purists: what two fighters have in common that were placed together."""
    return flyer.placed, flyer.pair if taken("placed-together") == "same-pair" else None


@rule("5.3.f", "5.3.g", "5.3.h", "5.3.i")
async def pair_up(alone: Group[P]) -> tuple[Group[P], ...]:
    """Two pair up; of more the player names the pairs before any counter is turned over; an odd one stays alone."""
    ways = [way for way in pairings(alone) if taken("combining") == "at-will" or sum(len(g) == 1 for g in way) < 2]
    if len(ways) == 1:
        return ways[0]
    names = {", ".join(" + ".join(map(str, group)) for group in way): way for way in ways}
    return names[await choose("Which fighters combine?", names)]


def pairings(fighters: Group[P]) -> Iterator[tuple[Group[P], ...]]:
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


def may_combine(placed_together: bool) -> bool:
    """Whether two fighters on one position may combine: any two, but for the purists' condition."""
    return taken("purist-pairs") == "no" or suits_purists(placed_together)


@rule("5.3.k", "5.3.l")
def suits_purists(placed_together: bool) -> bool:
    """For purists only fighters combine that began the pass together, and are together again."""
    return placed_together


@rule("5.0.c", "5.3.a", "5.3.b")
async def resolve_group(sky: Sky, group: Group[Flyer]) -> Sky:
    """A fighter attacks; two that combine are turned over together and roll one after the other."""
    flyer, *others = group
    if others:
        first = await choose("Which of the two rolls first?", (each.number for each in group))
        flyer, *others = sorted(group, key=lambda each: each.number != first)
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


def lends_black(attack: Attack) -> Armed:
    """The counter whose black number the fighter attacks with, and the turrets whose numbers go with it."""
    altitude = attack.position.altitude
    own = armed(attack.counter, attack.aimed, altitude)
    if not isinstance(attack.wingman, Fighter) or not may_combine(attack.placed_together):
        return own
    turrets = attack.wing_turrets if taken("combined-black") == "turret" else attack.aimed
    return better((own, armed(attack.wingman, turrets, altitude)))


def armed(fighter: Fighter, turrets: tuple[Turret, ...], altitude: Altitude) -> Armed:
    """A fighter with the turrets stacked with it, whose numbers are all printed."""
    numbers = (turret_number(turret, BLACK, altitude) for turret in turrets)
    return Armed(fighter, turrets, sum(int(look.chart[look.cell]) for look in numbers if isinstance(look, Look)))


@rule("5.3.c")
def better(pair: Group[Armed]) -> Armed:
    """Of the black numbers of a pair the better one serves both; of equals, its own."""
    return max(pair, key=lambda each: each.black)


@rule("5.0.b", "5.3.a")
async def combine(groups: tuple[Group[Fighter], ...], placed_together: bool = True) -> Shares:
    """Fighters on one position: pairs that were named stay, the others pair up; each fighter rolls for itself."""
    if may_combine(placed_together):
        alone = tuple(fighter for group in groups if len(group) == 1 for fighter in group)
        groups = (*(group for group in groups if len(group) == 2), *await pair_up(alone))
    else:
        groups = tuple((fighter,) for group in groups for fighter in group)
    return Shares(tuple(numbers for group in groups for numbers in share(group)))


@rule("5.3.d")
def share(group: Group[Fighter]) -> Group[Numbers]:
    """Both fighters of a pair use the better black number, each keeps its own red."""
    black = better(tuple(map(Armed, group))).black
    return tuple(Numbers(fighter, black, fighter.red) for fighter in group)


# 5.4 ---------------------------------------------------- the B-17's defensive fire


@rule("5.4.a", "5.4.b")
async def defensive_fire(attack: Attack) -> Fire:
    """Ten or more on the modified red die hits the fighter."""
    attack = await turn_over(attack)
    return Fire.HIT if await roll(D10, "red defence die", red_drm(attack)) >= HIT else Fire.MISS


@tally("red DRM")
def red_drm(attack: Attack) -> Bullets:
    """What is added to the red defence die."""
    yield "5.4.h", f"red number at {attack.position}", printed(RED, attack.position)
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


@rule("5.4.e")
def saved(sky: Sky, flyer: Flyer) -> Sky:
    """A fighter that was saved stays until the pass is over, or is gone at once."""
    return sky if taken("saved-fighter") == "stays" else leave(sky, flyer)


@rule("5.4.c", "5.4.d")
def lost(sky: Sky, flyer: Flyer) -> Sky:
    """A fighter shot down leaves the map, and a turret that was stacked with it is free."""
    return replace(leave(sky, flyer), fallen=True)
