"""The conformance corpus of Schwarm!: every case holds and could fail, every twin matters, no statement is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.book import open_book
from companion.book.cases import Example
from companion.conformance import Tried, corpus, ledger, try_case
from companion.referee import Ruling, hear
from companion.schwarm.s1_setup import starting_track

BOOK = open_book("schwarm")
CORPUS = corpus("schwarm")
CASES = [case for case in CORPUS if case.example.changed is None]
TWINS = [case for case in CORPUS if case.example.changed is not None]
PAIRS = list(zip(CASES, TWINS, strict=True))

SECTIONS = {
    "terms", "1.0", "1.1", "1.2", "1.3", "1.4", "2.1", "2.1.1", "2.1.2", "5.0", "5.1", "5.2", "5.3", "5.4",
}  # fmt: skip

# The readings and options on which a single question of these sections can stand. Those of chapter 5 that need a whole
# pass (press-pair, pt-when, save-with-own-point, after-kill) cannot be asked for in one line.
CONSULTED = {
    "fighter", "initial-damage", "zones", "scattered-black", "scattered-cover",
    "first-step", "later-steps", "five-arcs", "two-levels-from-level", "both-turrets",
    "press-when", "combining", "combined-black", "purist-pairs", "any-damage", "gun-zone", "pt-every",
    "initial-damage-pt", "sun-red",
}  # fmt: skip

# Where the markers stand at the start: nothing that can be asked in one line wants to know.
UNASKED = {"1.1.d", "1.1.e", "1.1.f"}


def named(case: Tried) -> str:
    return case.example.id


@pytest.mark.parametrize("case", CORPUS, ids=named)
def test_case_holds(case: Tried) -> None:
    assert case.holds, "\n".join([case.example.ask, *case.faults])


def test_corpus_is_a_corpus() -> None:
    assert len(CASES) >= 40
    assert [twin.example.id for twin in TWINS] == [f"{case.example.id}-twin" for case in CASES]
    assert [id for id, times in Counter(map(named, CORPUS)).items() if times > 1] == []


@pytest.mark.parametrize(("case", "twin"), PAIRS, ids=[named(case) for case in CASES])
def test_twin_is_a_near_miss(case: Tried, twin: Tried) -> None:
    assert (case.example.ask, case.example.terms) != (twin.example.ask, twin.example.terms)
    assert case.said != twin.said


def wrong(expected: Any) -> Iterator[Any]:
    """Expectations that are off by one value."""
    match expected:
        case Mapping():
            for key, value in expected.items():
                yield {**expected, key: "1/7" if "/" in value or value == "1" else f"{value} or not"}
            if len(expected) > 1:
                yield dict(list(expected.items())[1:]) | {"a thing that nobody said": "0"}
        case list():
            yield [*expected, "9.9.z"]
        case int():
            yield expected + 1
            yield expected - 1
        case _:
            yield f"{expected} or not"


@pytest.mark.parametrize("case", CORPUS, ids=named)
def test_case_can_fail(case: Tried) -> None:
    for key, expected in case.example.expect.items():
        for instead in wrong(expected):
            altered = replace(case.example, expect={**case.example.expect, key: instead})
            assert not try_case(BOOK, altered).holds, f"{key} = {instead!r} would hold as well"


def test_an_outcome_must_be_expected() -> None:
    said_nothing = Example("x", "our own", 'check "1 High" 7', {"check-drm": 0}, {})
    assert not try_case(BOOK, said_nothing).holds


def test_every_reading_is_tried_under_each_value() -> None:
    stood = {(id, value) for case in CORPUS for id, value in case.example.expect.get("stood", {}).items()}
    wanted = {(id, value) for id in CONSULTED for value, _ in BOOK.reading(id).values}
    assert wanted <= stood


def test_every_reading_matters_somewhere() -> None:
    """A case and its twin that differ by that reading alone (what they say differs, see above)."""
    alone = set()
    for case, twin in PAIRS:
        one, other = dict(case.example.terms), dict(twin.example.terms)
        switched = {id for id in one.keys() | other.keys() if one.get(id) != other.get(id)}
        if case.example.ask == twin.example.ask and len(switched) == 1:
            alone |= switched
    assert alone >= CONSULTED


def test_no_statement_is_missing_or_untried() -> None:
    here = [entry for entry in ledger("schwarm") if entry.id.rpartition(".")[0] in SECTIONS]
    assert {entry.id.rpartition(".")[0] for entry in here} == SECTIONS
    assert [entry.id for entry in here if entry.state == "missing"] == []
    assert {entry.id for entry in here if entry.state == "untried"} <= UNASKED


def test_starting_track() -> None:
    ruling = hear(starting_track.case())
    assert isinstance(ruling, Ruling)
    assert str(ruling.verdict) == "PT 5, Abort 0, damage: no hit"
    assert set(ruling.cites) >= UNASKED
