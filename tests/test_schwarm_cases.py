"""The corpus of Schwarm!: every reading matters in it, and no statement is left out; and what a case cannot show."""

from __future__ import annotations

from typing import Any

from companion.asking import read_question
from companion.book import open_book
from companion.conformance import corpus, ledger
from companion.referee import Ruling, hear
from companion.schwarm.s1_setup import starting_track
from companion.schwarm.s5_combat import credit
from companion.schwarm.s6_other_passes import next_pass
from companion.schwarm.sky import Sky

BOOK = open_book("schwarm")
CORPUS = corpus("schwarm")
CASES = [case for case in CORPUS if case.example.changed is None]
TWINS = [case for case in CORPUS if case.example.changed is not None]
PAIRS = list(zip(CASES, TWINS, strict=True))


def test_the_corpus_is_large() -> None:
    assert len(CASES) >= 80


def test_every_reading_is_tried_under_each_value() -> None:
    stood = {(id, value) for case in CORPUS for id, value in case.example.expect.get("stood", {}).items()}
    wanted = {(id, value) for id, reading in BOOK.readings.items() for value, _ in reading.values}
    assert wanted <= stood


def test_every_reading_matters_somewhere() -> None:
    """A case and its twin that differ by that reading alone (what they say differs, see above)."""
    alone = set()
    for case, twin in PAIRS:
        one, other = dict(case.example.terms), dict(twin.example.terms)
        switched = {id for id in one.keys() | other.keys() if one.get(id) != other.get(id)}
        if case.example.ask == twin.example.ask and len(switched) == 1:
            alone |= switched
    assert alone >= set(BOOK.readings)


def test_no_statement_is_missing_or_untried() -> None:
    entries = ledger("schwarm")
    assert [entry.id for entry in entries] == list(BOOK.statements)
    assert [entry.id for entry in entries if entry.state in ("missing", "untried")] == []


def test_starting_track() -> None:
    ruling = hear(starting_track.case())
    assert isinstance(ruling, Ruling)
    assert str(ruling.verdict) == "PT 5, Abort 0, damage: no hit"
    assert set(ruling.cites) >= {"1.1.d", "1.1.e", "1.1.f"}


# What the line about a table does not show.


def ruled(*words: str, **terms: str) -> Ruling[Any]:
    outcome = read_question("schwarm", words, terms, [BOOK.practice]).hear().outcome
    assert isinstance(outcome, Ruling)
    return outcome


def test_a_turret_that_has_turned_cannot_aim_in_this_pass() -> None:
    turned: Sky = ruled("turn", "dorsal left ventral rear 1 at 12 High 2 at 6 Low").verdict
    assert {turret.name: turret.moved for turret in turned.turrets} == {"dorsal": True, "ventral": False}
    by_the_die: Sky = ruled("turn", "dorsal left ventral right", "2", "3").verdict
    assert [turret.moved for turret in by_the_die.turrets] == [True, True]
    in_the_next_pass: Sky = ruled("next", "dorsal front moved ventral rear moved").verdict
    assert [turret.moved for turret in in_the_next_pass.turrets] == [False, False]


def test_the_map_is_empty_between_passes() -> None:
    fought: Sky = ruled("fight", "PT 0 aborts 1 earned 1 1 at 9 High", "3/1", "1", "1").verdict
    assert (len(fought.flyers), len(fought.shown), fought.pairs, fought.abort_points) == (1, 1, 1, 1)
    between: Sky = next_pass(fought)
    assert (between.flyers, between.shown, between.pairs, between.abort_points) == ((), (), 0, 0)


def test_a_free_loop_is_pointed_out() -> None:
    loop = ruled("abort", "pass 2 pairs 1 1 at 12 High 2 at 12 High", "1", "2")
    assert "1 PT paid for what was called off, 1 PT earned by it: allowed" in str(loop)
    half = ruled("abort", "pass 2 pairs 1 1 at 12 High 2 at 12 High", "1", "done")
    assert "paid for what was called off" not in str(half)


def test_points_that_are_held_back_lie_beside_the_track() -> None:
    table = "hits engine 1 PT 0 1 at 9 High"
    held: Sky = ruled("fight", table, "3/1", "7", "5", **{"pt-when": "after-pass"}).verdict
    assert (held.points, held.held) == (0, 1)
    credited: Sky = credit(held)
    assert (credited.points, credited.held) == (1, 0)
    spent: Sky = ruled("fight", table, "3/1", "7", "5").verdict
    assert (spent.points, spent.held) == (1, 0)


def test_a_fighter_that_is_shot_down_has_fallen() -> None:
    lost: Sky = ruled("fight", "PT 0 1 at 9 High 2 at 9 Low", "1", "3/1", "6", "8").verdict
    assert lost.fallen
    saved: Sky = ruled("fight", "PT 1 1 at 9 High", "3/1", "no", "6", "8", "yes").verdict
    assert not saved.fallen


def assumed(*words: str) -> set[str]:
    return set(read_question("schwarm", words).situation.assumed)


def test_what_an_attack_leaves_out_is_told() -> None:
    alone, pair = "9 Level +1/0 FW-190:3/1", "9 Level +1/0 FW-190:3/1 with FW-190:1/0"
    assert "both were placed together" in assumed("attack", pair)
    for said in ("together", "apart"):
        assert "both were placed together" not in assumed("attack", f"{pair} {said}")
    assert "both were placed together" not in assumed("attack", alone)
    assert "its own hit would earn no PT" in assumed("attack", f"{alone} PT 0")
    assert "its own hit would earn no PT" in assumed("attack", f"{alone} PT 1 pressed")
    for said in ("PT 0 earns", "PT 1"):
        assert "its own hit would earn no PT" not in assumed("attack", f"{alone} {said}")


def test_where_gun_hits_count_is_told_if_the_table_does_not_say() -> None:
    by_the_gun = "each gun hit counted in the zone of its gun"
    assert by_the_gun in assumed("fight", "hits right gun 2 1 at 9 High")
    assert by_the_gun not in assumed("fight", "hits right gun 2 guns left 2 1 at 9 High")
    assert by_the_gun not in assumed("fight", "hits engine 2 1 at 9 High")
