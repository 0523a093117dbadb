"""What is said while a game is played goes with the rules and the charts that there are."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from companion.referee.rules import Marked
from companion.schwarm.book import BENCH, BOOK
from companion.schwarm.notation import TALK

CARRIED: list[Any] = [each for carried in BENCH.carried.values() for each in carried]
RULES: dict[str, Any] = {each.name: each for each in CARRIED if isinstance(each, Marked)}


def parameters(function: Callable[..., Any]) -> int:
    return len(inspect.signature(function).parameters)


@pytest.mark.parametrize(
    ("said", "more"), [(TALK.entering, 0), (TALK.leaving, 1), (TALK.costs, 0)], ids=["entering", "leaving", "costs"]
)
def test_every_word_belongs_to_a_rule_and_takes_its_facts(said: dict[str, Callable[..., Any]], more: int) -> None:
    for name, say in said.items():
        assert parameters(say) == parameters(RULES[name].body) + more, name


def test_every_cell_that_is_asked_for_is_told_where_to_look() -> None:
    for name in TALK.cells:
        chart = BOOK.chart(name)
        told = TALK.cell(chart.look(*(axis.keys[0] for axis in chart.axes)))
        assert "{" not in told
        assert told != str(chart.look(*(axis.keys[0] for axis in chart.axes)))
    asked = {chart.name for chart in BOOK.charts.values() if chart.gaps}
    assert asked <= set(TALK.cells)
