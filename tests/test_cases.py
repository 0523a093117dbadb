"""The conformance corpora: every case of every game holds and could fail, and every twin is a near miss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.asking import played
from companion.book import open_book
from companion.book.cases import Example
from companion.conformance import Tried, corpus, try_case

GAMES = played()
CORPUS = [(game, case) for game in GAMES for case in corpus(game)]
PAIRS = list(zip(CORPUS[::2], CORPUS[1::2], strict=True))


def named(value: object) -> str:
    return value.example.id if isinstance(value, Tried) else str(value)


@pytest.mark.parametrize(("game", "case"), CORPUS, ids=named)
def test_case_holds(game: str, case: Tried) -> None:
    assert case.holds, "\n".join([case.example.ask, *case.faults])


@pytest.mark.parametrize("game", GAMES)
def test_corpus_is_a_corpus(game: str) -> None:
    names = [case.example.id for case in corpus(game)]
    assert names[1::2] == [f"{name}-twin" for name in names[::2]]
    assert [id for id, times in Counter(names).items() if times > 1] == []


@pytest.mark.parametrize(("pair", "twin"), PAIRS, ids=lambda pair: named(pair[1]))
def test_twin_is_a_near_miss(pair: tuple[str, Tried], twin: tuple[str, Tried]) -> None:
    one, other = pair[1], twin[1]
    assert (one.example.ask, one.example.terms) != (other.example.ask, other.example.terms)
    assert one.said != other.said


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


@pytest.mark.parametrize(("game", "case"), CORPUS, ids=named)
def test_case_can_fail(game: str, case: Tried) -> None:
    for key, expected in case.example.expect.items():
        for instead in wrong(expected):
            altered = replace(case.example, expect={**case.example.expect, key: instead})
            assert not try_case(open_book(game), altered).holds, f"{key} = {instead!r} would hold as well"


def test_an_outcome_must_be_expected() -> None:
    said_nothing = Example("x", "our own", 'check "1 High" 7', {"check-drm": 0}, {})
    assert not try_case(open_book("schwarm"), said_nothing).holds
