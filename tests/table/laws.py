"""What is true of every table of Schwarm!, written down from the printed rules and not from the referee."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.referee import Hearing, Record, Terms
from companion.schwarm.book import BOOK
from companion.schwarm.s0_terms import Position
from companion.schwarm.s7_end_of_the_game import End, Verdict
from companion.schwarm.sky import Sky

SIX = {  # counters.d, counters.e: black/red
    "FW-190": {"1/0", "3/1", "3/0", "5/1", "2/0", "4/0"},
    "BF-109": {"1/0", "3/1", "3/0", "0/1", "2/1", "4/0"},
}
REACH = {"dorsal": {"High", "Level"}, "ventral": {"Level", "Low"}}  # 1.4.a, 1.4.b
DESTROYED = {"cockpit": 2, "tail": 3, "engine": 4, "fuselage": 6}  # 5.2.b
GUNS = {"front": "nose", "right": "right", "rear": "tail", "left": "left"}
ZONE = {clock: zone for zone, clocks in {
    "front": (11, 12, 1), "right": (2, 3, 4), "rear": (5, 6, 7), "left": (8, 9, 10),
}.items() for clock in clocks}  # fmt: skip
BOARD = {f"zone on the board {clock}": zone for clock, zone in ZONE.items()}
"""How a player reads a board on which the zones lie as the text's examples have them."""


def skies(hearing: Hearing[Any], since: int) -> Iterator[Sky]:
    """Every table in the rules in force, and in those that came to a verdict after `since` of them had."""
    records = [*hearing.completed[since:], *_in_force(hearing.record)]
    facts = [fact for record in records for fact in (*record.case.args, record.verdict)]
    return (fact for fact in facts if isinstance(fact, Sky))


def _in_force(record: Record) -> Iterator[Record]:
    if record.done is None:
        yield record
        for entry in record.entries:
            if isinstance(entry, Record):
                yield from _in_force(entry)


def check(sky: Sky, terms: Terms) -> None:
    """A table that can lie before a player."""
    taken = all_taken(terms)
    assert sky.points >= 0, "no PT can be spent that is not there"
    assert sky.held >= 0
    assert sky.number >= 1
    assert len({flyer.number for flyer in sky.flyers}) == len(sky.flyers) <= 6, "there are six counters of a type"
    for flyer in sky.flyers:
        assert 1 <= flyer.number <= 6
        assert flyer.pair == (flyer.number + 1) // 2 <= sky.pairs, "two make a pair, and each pair was paid for"
        assert all(map(on_the_map, (flyer.position, flyer.placed)))
    check_zones(sky, taken)
    check_turrets(sky, taken)
    assert {counter.type for counter in sky.shown} <= {taken["fighter"]}
    assert {str(counter) for counter in sky.shown} <= SIX[taken["fighter"]]
    assert len(set(sky.shown)) == len(sky.shown), "each counter exists once"
    assert all(count >= 0 for count in (*sky.scored.counts, *sky.initial.counts))
    check_guns(sky, taken)
    if sky.number > 1 and taken["first-pass-aborts"] == "lost" and taken["abort-pt"] == "at-once":
        assert sky.aborts < 2, "two aborted fighters are worth 1 PT"


@lru_cache(maxsize=8)
def all_taken(terms: Terms) -> dict[str, str]:
    """The value of every reading and option."""
    return {id: terms.taken(reading) for id, reading in BOOK.readings.items()}


def on_the_map(position: Position) -> bool:
    """An arc from 1 to 12 at one of three altitudes."""
    return position.clock in ZONE and position.altitude in ("High", "Level", "Low")


def check_zones(sky: Sky, taken: dict[str, str]) -> None:
    """2.0.g: a pair shares a zone at placing; 2.0.k: in the first pass all do."""
    pairs: dict[int, set[str]] = {}
    for flyer in sky.flyers:
        pairs.setdefault(flyer.pair, set()).add(ZONE[flyer.placed.clock])
    assert all(len(zones) == 1 for zones in pairs.values()), "both of a pair are placed in one zone"
    if sky.number == 1 or taken["all-pairs-one-zone"] == "every-pass":
        assert len(set().union(*pairs.values())) <= 1, "all pairs are placed in one zone"


def check_turrets(sky: Sky, taken: dict[str, str]) -> None:
    """3.0: a stacked turret lies in the zone of its fighter and reaches it; 4.3.g: one that has turned does not aim."""
    assert [turret.name for turret in sky.turrets] == ["dorsal", "ventral"]
    for turret in sky.turrets:
        assert turret.zone in GUNS
        if turret.on is not None:
            aimed_at = [flyer for flyer in sky.flyers if flyer.number == turret.on]
            assert len(aimed_at) == 1, f"the {turret} is stacked with a fighter that is not on the map"
            assert not turret.moved
            if taken["turret-sees"] == "the-end":
                continue
            assert ZONE[aimed_at[0].position.clock] == turret.zone, f"the {turret} is in another zone than its fighter"
            if taken["turret-loses"] == "mirror":
                assert aimed_at[0].position.altitude in REACH[turret.name], f"the {turret} aims out of its reach"


def check_guns(sky: Sky, taken: dict[str, str]) -> None:
    """5.2.e: the hits on machine guns count in a zone, each once."""
    on_guns = {zone: sky.scored[f"{gun} machine gun"] for zone, gun in GUNS.items()}
    counted = {zone: sky.guns_hit(zone) for zone in GUNS}
    assert sum(counted.values()) == sum(on_guns.values())
    if taken["gun-zone"] == "named":
        assert counted == on_guns


def check_step(before: Sky, after: Sky, terms: Terms) -> None:
    """What one table may become of another, later in the same game."""
    assert (after.sun, after.initial) == (before.sun, before.initial), "the setup is over"
    assert all(a >= b for a, b in zip(after.scored.counts, before.scored.counts, strict=True)), "hits only grow"
    assert after.number in (before.number, before.number + 1), "passes follow each other"
    assert after.fallen >= before.fallen, "a fighter that was shot down stays so"
    if after.number > before.number:
        assert before.points + before.held >= 1, "no PT left ends the game"
        assert not before.fallen, "a fighter lost ends the game"
        assert not destroyed(before), "the bomber destroyed ends the game"
    else:
        assert set(before.shown) <= set(after.shown), "what was seen in a pass was seen"
        assert before.pairs in (0, after.pairs)


def destroyed(sky: Sky) -> bool:
    """Whether the hits on the bomber, those of the setup too, destroy it."""
    return any(sky.on_bomber[part] >= hits for part, hits in DESTROYED.items())


def check_end(end: End, last: Sky, terms: Terms) -> None:
    """7.0: how a game ended agrees with the last table of it."""
    taken = all_taken(terms)
    escaped = Verdict.LOST if taken["zero-pt"] == "loss" else Verdict.DRAWN
    assert (end.passes, end.points, end.scored) == (last.number, last.points + last.held, last.scored)
    if last.fallen and destroyed(last):
        assert end.verdict == {"loss": Verdict.LOST, "win": Verdict.WON, "draw": Verdict.DRAWN}[taken["both-fall"]]
    elif last.fallen:
        assert end.verdict is Verdict.LOST
    elif destroyed(last):
        assert end.verdict is Verdict.WON
    else:
        assert end.verdict is escaped
        assert end.points == 0 or "broken off" in end.why
