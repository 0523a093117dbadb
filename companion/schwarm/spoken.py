"""Positions, fighters, hits and whole tables as players write them."""

from __future__ import annotations

from dataclasses import replace

from companion.book import Key, Look
from companion.errors import BadInput
from companion.referee.notation import Words
from companion.schwarm.s0_terms import ALTITUDES, AROUND, Fighter, Position
from companion.schwarm.s1_setup import COUNTERS, DORSAL, PARTS, VENTRAL, Hits, fighters, position, starting_track
from companion.schwarm.s5_combat import GUN_OF
from companion.schwarm.s6_other_passes import pair_price
from companion.schwarm.sky import Flyer, Marker, Sky, markers

NUMBERS = r"([+-]?\d)/([+-]?\d)"
TYPES = COUNTERS.axes[0].keys
SKY = (
    '"[pass 2] [PT 3] [sun 11 High] [dorsal front [on 1] [moved]] [ventral rear [on 2] [moved]] [aborts 1] [pairs 2] '
    '[earned 1] [hits engine 3] [hits initial tail 1] [guns front 2] [fallen] [1 at 12 High [from 1 High]] [2 at …]"'
)


def read_position(words: Words) -> Position:
    """`9 Level`: a clock arc from 1 to 12 and an altitude."""
    match = words.need(r"(\d+) ([a-z]+)", "a position such as 9 Level")
    clock, altitude = int(match[1]), match[2].capitalize()
    if not 1 <= clock <= 12:
        raise BadInput(f"There is no clock arc {clock}: they run from 1 to 12. The form is: {words.form}")
    if altitude not in ALTITUDES:
        raise BadInput(f"There is no altitude {match[2]!r}: it is {', '.join(ALTITUDES)}. The form is: {words.form}")
    return position(f"{clock} {altitude}")


def read_fighter(words: Words) -> Fighter | str:
    """`FW-190:3/1`: a counter turned over; `FW-190`: one face down, of which only the type is known."""
    either = rf"({'|'.join(map(str, TYPES))})(?::{NUMBERS})?"
    match = words.need(either, "a fighter such as FW-190:3/1, or FW-190 face down")
    kind = match[1].upper()
    return counter(kind, f"{int(match[2])}/{int(match[3])}") if match[2] else kind


def counter(kind: str, numbers: str) -> Fighter:
    """A counter by its type and numbers. Raises BadInput with those that exist."""
    found = {str(fighter): fighter for fighter in fighters(kind)}
    if numbers not in found:
        raise BadInput(f"There is no {kind} counter {numbers}: its backs are {', '.join(found)}.")
    return found[numbers]


def read_hits(words: Words, scored: Hits, initial: Hits) -> tuple[Hits, Hits]:
    """`nose gun 3` or `initial engine 1`: hits on one part, added to those scored or to those of the setup."""
    names = {name: part for part in PARTS for name in (part, part.replace("machine gun", "gun"))}
    expected = f"hits such as cockpit 1 (parts: {', '.join(PARTS)})"
    match = words.need(rf"(initial )?({'|'.join(names)}) (\d{{1,2}})", expected)
    words.left = words.left.lstrip(", ")
    part, number = names[match[2].lower()], int(match[3])
    return (scored, initial.add(part, number)) if match[1] else (scored.add(part, number), initial)


def read_sky(words: Words) -> tuple[Sky, tuple[str, ...]]:
    """A whole table in any order of its words, and what it leaves out, taken at its plainest."""
    track = starting_track()
    sky = Sky(position("12 High"), markers(AROUND[0], AROUND[2]), track.points, track.damage, track.damage)
    said: list[str] = []
    while words.left:
        sky = read_part(words, sky, said)
    if not sky.prices:
        sky = replace(sky, prices=prices(sky.number, max((flyer.pair for flyer in sky.flyers), default=0)))
    if not sky.guns:
        sky = replace(sky, guns=tuple(sorted((where, n) for where, gun in GUN_OF.items() if (n := sky.on_bomber[gun]))))
    check_sky(sky)
    plainest = {
        "pass": "the first pass",
        "PT": f"{sky.points} PT in hand",
        "sun": "the Sun at 12 High",
        DORSAL: "dorsal turret front, Scattered Fire",
        VENTRAL: "ventral turret rear, Scattered Fire",
        "hits": "no hits on the bomber",
        "pairs": f"{sky.pairs} pairs in this pass",
        "guns": "each gun hit counted in the zone of its gun",
    }
    if not sky.guns:
        del plainest["guns"]
    return sky, tuple(told for word, told in plainest.items() if word not in said)


def read_part(words: Words, sky: Sky, said: list[str]) -> Sky:
    """One thing on the table."""
    if match := words.take(r"(pass|pt|aborts|pairs|earned) (\d{1,2})"):
        return read_count(words, sky, said, match[1].lower(), int(match[2]))
    if words.take("sun"):
        once(words, said, "sun")
        return replace(sky, sun=read_position(words))
    if match := words.take(rf"({DORSAL}|{VENTRAL}) ({'|'.join(AROUND)})(?: on (\d))?( moved)?"):
        once(words, said, match[1].lower())
        on = int(match[3]) if match[3] else None
        return sky.with_turret(Marker(match[1].lower(), match[2].lower(), on, bool(match[4])))
    if words.take("hits"):
        said.append("hits")
        scored, initial = read_hits(words, sky.scored, sky.initial)
        return replace(sky, scored=scored, initial=initial)
    if match := words.take(rf"guns ({'|'.join(AROUND)}) (\d{{1,2}})"):
        said.append("guns")
        return replace(sky, guns=tuple(sorted({**dict(sky.guns), match[1].lower(): int(match[2])}.items())))
    if words.take("fallen"):
        return replace(sky, fallen=True)
    if match := words.take(r"([1-6]) at"):
        once(words, said, f"fighter {match[1]}")
        place = read_position(words)
        placed = read_position(words) if words.take("from") else place
        return sky.with_flyer(Flyer(int(match[1]), (int(match[1]) + 1) // 2, placed, place))
    raise words.fault(
        "pass, PT, sun, dorsal, ventral, aborts, pairs, earned, hits, guns, fallen or a fighter: 1 at 12 High"
    )


def read_count(words: Words, sky: Sky, said: list[str], name: str, number: int) -> Sky:
    """A number beside the map: the pass, the PT, the Abort marker, the pairs of this pass, PT earned by aborting."""
    once(words, said, "PT" if name == "pt" else name)
    match name:
        case "pass":
            return replace(sky, number=number)
        case "pt":
            return replace(sky, points=number)
        case "aborts":
            return replace(sky, aborts=number)
        case "pairs":
            return replace(sky, prices=prices(sky.number, number))
    return replace(sky, abort_points=number)


def prices(number: int, pairs: int) -> tuple[int, ...]:
    """What so many pairs cost in a pass, without the surcharge of 6.0."""
    return tuple(pair_price(number, pair) for pair in range(1, pairs + 1))


def check_sky(sky: Sky) -> None:
    """Raise BadInput for a table that cannot be: a turret on a fighter that is not there."""
    places = {flyer.number: flyer.position for flyer in sky.flyers}
    for turret in sky.turrets:
        if turret.on is None:
            continue
        if turret.on not in places:
            raise BadInput(f"The {turret.name} turret is stacked with fighter {turret.on}, who is not on the map.")
    if sky.number < 1:
        raise BadInput("The first pass is pass 1.")


def once(words: Words, said: list[str], word: str) -> None:
    """Note an optional word. Raises BadInput when it was said before."""
    if word in said:
        raise BadInput(f"{word} is said twice. The form is: {words.form}")
    said.append(word)


def give(cells: dict[Look, Key], look: Look, value: int) -> None:
    """A cell given in the question. Raises BadInput when the book prints another value, or it was given before."""
    printed = look.chart.printed(look.cell)
    known = cells.setdefault(look, value) if printed is None else printed
    if known != value:
        raise BadInput(f"{look} is {known} {'in the printed text' if printed is not None else 'already'}, not {value}.")
