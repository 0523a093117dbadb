"""What is said at the table while Schwarm! is played: what falls due, what has changed, what a decision costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.referee.talk import Talk
from companion.schwarm.attack import MISS
from companion.schwarm.s0_terms import AROUND
from companion.schwarm.s1_setup import PARTS, cup, hits
from companion.schwarm.s4_tactical_adjustment import Moves, move_price, moves_of
from companion.schwarm.s5_combat import destroyed, gun_drm
from companion.schwarm.s6_other_passes import high_price, pair_price
from companion.schwarm.sky import Flyer, Marker, Sky

# What has changed ------------------------------------------------------------


def changes(before: Sky, after: Sky) -> Iterator[str]:
    """What has changed on the table, in a few words each."""
    if after.number > before.number:
        yield f"Pass {after.number}. The fighters are back in the cup; both turrets stay, on Scattered Fire"
    else:
        yield from changes_of_fighters(before, after)
        yield from changes_of_turrets(before, after)
    yield from changes_of_hits(before, after)
    for name, was, now in (("PT", before.points, after.points), ("Abort marker", before.aborts, after.aborts)):
        if was != now:
            yield f"{name}: {was} → {now}"
    if after.held > before.held:
        yield f"{after.held} PT held back until after the pass"


def changes_of_fighters(before: Sky, after: Sky) -> Iterator[str]:
    """Who has moved, and who has left the map."""
    now = {flyer.number: flyer.position for flyer in after.flyers}
    for flyer in before.flyers:
        if flyer.number not in now:
            yield f"{capital(flyer)} is off the map" if after.fallen else f"{capital(flyer)} is back in the cup"
        elif now[flyer.number] != flyer.position:
            yield f"{capital(flyer)}: {flyer.position} → {now[flyer.number]}"


def changes_of_turrets(before: Sky, after: Sky) -> Iterator[str]:
    """Which turrets aim, have lost their fighter, or have turned to another zone."""
    for was, now in zip(before.turrets, after.turrets, strict=True):
        if was.zone != now.zone:
            yield f"The {now.name} turret: {was.zone} → {now.zone}; in this pass it keeps to Scattered Fire"
        elif now.on not in (was.on, None):
            yield f"The {now.name} turret is stacked with fighter {now.on}, guns visible"
        elif was.on != now.on:
            yield f"The {now.name} turret loses fighter {was.on}: Scattered Fire in the {now.zone} zone"


def changes_of_hits(before: Sky, after: Sky) -> Iterator[str]:
    """What was hit, and in which zones the bomber's fire has weakened."""
    for part in PARTS:
        if more := after.scored[part] - before.scored[part]:
            yield f"B-17: {hits(more)} on {part}, {after.on_bomber[part]} there in all"
    for where in AROUND:
        if gun_drm(after.guns_hit(where)) < gun_drm(before.guns_hit(where)):
            yield f"The B-17 fires into the {where} zone at {gun_drm(after.guns_hit(where))} from now on"


def capital(flyer: Flyer) -> str:
    """A fighter at the beginning of a sentence."""
    return str(flyer).capitalize()


def numbers(of: Sequence[int]) -> str:
    """Some fighters by their numbers: `fighters 1, 2 and 4`."""
    *first, last = map(str, of)
    return f"fighters {', '.join(first)} and {last}" if first else f"fighter {last}"


# What falls due, and what needs no asking ------------------------------------


def checks_due(sky: Sky) -> str | None:
    """Position checks, and who adds 1 to theirs."""
    stacked = [f"{turret.on} adds 1 (the {turret.name} turret)" for turret in sky.turrets if turret.on is not None]
    due = numbers([flyer.number for flyer in sky.flyers])
    return f"Due: a position check for {due}" + (f"; fighter {', fighter '.join(stacked)}" if stacked else "")


def last_check(sky: Sky, due: tuple[int, ...]) -> str | None:
    """The last check needs no asking."""
    return f"Fighter {due[0]} is the last to be checked" if len(due) == 1 < len(sky.flyers) else None


def all_checked(verdict: Sky, sky: Sky) -> str | None:
    """When no fighter is left."""
    return None if verdict.flyers else "No fighter is left on the map"


def stays(free: bool, turret: Marker) -> str | None:
    """A turret that is stacked, or that has moved in this pass, takes nobody."""
    if free:
        return None
    where = f"with fighter {turret.on}" if turret.on else "on Scattered Fire: it has turned"
    return f"The {turret.name} turret stays {where}"


def no_turret_turns(verdict: Sky, sky: Sky) -> str | None:
    """Turret adjustment, when nothing came of it."""
    return "Turrets: none has to turn" if verdict.turrets == sky.turrets else None


def aborting(sky: Sky) -> str:
    """What calling off attacks earns in this pass."""
    if sky.number > 1:
        return f"Every two aborted fighters earn 1 PT; the Abort marker is at {sky.aborts}"
    if sky.pairs < 2:
        return "First pass, and no second pair was paid for: aborting earns no PT"
    if sky.abort_points:
        return "First pass: the one PT that aborting can earn has been earned"
    return f"First pass: aborting earns 1 PT at most, for two fighters; the Abort marker is at {sky.aborts}"


def pairs_named(verdict: tuple[tuple[Flyer, ...], ...], alone: tuple[Flyer, ...]) -> str | None:
    """Who combines."""
    pairs = [numbers([each.number for each in group]) for group in verdict if len(group) > 1]
    return f"Combined attack: {'; '.join(pairs)}" if pairs else None


def attacks_due(
    sky: Sky, waiting: tuple[tuple[Flyer, ...], ...], crowds: tuple[tuple[Flyer, ...], ...] = ()
) -> str | None:
    """The last attack needs no asking."""
    left = (*waiting, *crowds)
    if not left and not sky.flyers:
        return "There is no fighter to attack"
    return f"The last attack: {numbers([each.number for each in left[0]])}" if len(left) == 1 else None


def attack_begins(sky: Sky, group: tuple[Flyer, ...]) -> str:
    """Who attacks, and from where."""
    return f"Attack from {group[0].position}: {numbers([each.number for each in group])}"


def hit_cancelled(verdict: str, damage: str) -> str | None:
    """What a save wipes out."""
    return f"The hit on {damage} does not count: the fighter was saved" if damage != MISS else None


def end_checked(sky: Sky) -> str:
    """The three ways in which a game can end after a pass."""
    bomber = f"destroyed ({', '.join(destroyed(sky.on_bomber))})" if destroyed(sky.on_bomber) else "flies on"
    return f"End of pass {sky.number}: the B-17 {bomber}; {'a' if sky.fallen else 'no'} fighter lost; PT {sky.points}"


# What a decision costs -------------------------------------------------------

Costs = Mapping[str, int]


def cost_of_pairs(sky: Sky) -> Costs:
    """Each number of pairs, with the price of all of them."""
    most = range(1, len(cup()) // 2 + 1)
    return {str(n): sum(pair_price(sky.number, pair) for pair in range(1, n + 1)) for n in most}


def cost_of_places(sky: Sky, number: int, pair: int, where: str) -> Costs:
    """The positions at High, where they cost the pair something."""
    if any(each.pair == pair and each.dear for each in sky.flyers):
        return {}
    return {f"{clock} High": high_price(sky.number) for clock in range(1, 13)}


def cost_of_moves(sky: Sky, made: Moves = ()) -> Costs:
    """Each move of each fighter."""
    return {str(move): move_price(move, made) for flyer in sky.flyers for move in moves_of(flyer)}


TALK = Talk(
    entering={
        "check all": checks_due,
        "check rest": last_check,
        "turn": lambda sky, turret: f"The {turret.name} turret has no fighter in its zone, {turret.zone}: due to turn",
        "call off": lambda sky: aborting(sky) if sky.flyers else None,
        "attacks": attacks_due,
        "resolve group": attack_begins,
        "end of pass": end_checked,
    },
    leaving={
        "check all": all_checked,
        "free": stays,
        "turn turrets": no_turret_turns,
        "free loop": lambda remark, sky: remark,
        "pair up": pairs_named,
        "cancelled": hit_cancelled,
    },
    changes=changes,
    costs={"place pairs": cost_of_pairs, "place fighter": cost_of_places, "move fighters": cost_of_moves},
    unit="PT",
    cells={
        "inertia": "the inertia of arc {clock}: the black pips beside it on your board",
        "positions": "the {colour} number that your board prints at {clock} {altitude}",
        "sun": "the space with the yellow circle {die} on your board",
        "damage": "what the Damage Table of arc {clock} on your board says for {result}",
        "dorsal-turret": "the {colour} number of the dorsal turret marker, {side}, for {altitude}",
        "ventral-turret": "the {colour} number of the ventral turret marker, {side}, for {altitude}",
        "zones": "the zone in which your board has arc {clock}",
    },
)
"""The words beside the rules of Schwarm!."""
