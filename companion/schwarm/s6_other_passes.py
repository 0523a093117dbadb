"""6.0 Other passes: what a pass costs after the first, and what stays on the map between passes."""

from __future__ import annotations

from dataclasses import replace

from companion.schwarm.book import rule, taken
from companion.schwarm.s1_setup import FOCKE_WULF
from companion.schwarm.s4_tactical_adjustment import aborts_carried
from companion.schwarm.sky import Sky


def pair_price(number: int, pair: int) -> int:
    """The PT that a pair costs, by its number in a pass."""
    return first_pass_price(pair) if number == 1 else later_price()


@rule("2.0.i")
def first_pass_price(pair: int) -> int:
    """In the first pass every pair costs 1 PT but the first, which is free."""
    return 0 if pair == 1 else 1


@rule("6.0.f")
def later_price() -> int:
    """In later passes every pair costs 1 PT."""
    return 1


def high_price(number: int) -> int:
    """The PT that placing a fighter at High costs from the third pass on, beside the price of its pair."""
    if number < 3:
        return 0
    return high_for_focke_wulf() if taken("fighter") == FOCKE_WULF else high_for_messerschmitt()


@rule("6.0.g")
def high_for_focke_wulf() -> int:
    """An FW-190 at High costs 1 PT more."""
    return 1


@rule("6.0.h")
def high_for_messerschmitt() -> int:
    """A BF-109 pays nothing for its altitude."""
    return 0


@rule("6.0.a", "6.0.b", "6.0.c", "6.0.e")
def next_pass(sky: Sky) -> Sky:
    """The fighters go back into the cup, the turrets stay in their zones on Scattered Fire."""
    return replace(
        sky,
        flyers=(),
        shown=(),
        turrets=tuple(replace(turret, on=None, moved=False) for turret in sky.turrets),
        aborts=aborts_carried(sky),
        number=sky.number + 1,
        prices=(),
        abort_points=0,
    )
