"""6.0 Other passes: what a pass costs after the first, and what stays on the map between passes."""

from __future__ import annotations

from dataclasses import replace

from companion.schwarm.book import rule, taken
from companion.schwarm.sky import Sky

FOCKE_WULF = "FW-190"


@rule("6.0.f", "2.0.i")
def pair_price(number: int, pair: int) -> int:
    """Every pair costs 1 PT; only the first pair of the first pass is free."""
    return 0 if number == 1 and pair == 1 else 1


@rule("6.0.g", "6.0.h")
def high_price(number: int) -> int:
    """From the third pass on an FW-190 at High costs 1 PT more, once a pair; a BF-109 does not."""
    return 1 if number > 2 and taken("fighter") == FOCKE_WULF else 0


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


@rule("4.4.d", "4.4.f", "4.4.g")
def aborts_carried(sky: Sky) -> int:
    """What stays on the Abort marker for the next pass: an odd abort, not what the first pass could not pay."""
    if taken("abort-count") == "each-pass":
        return 0
    capped = sky.number == 1 and (sky.pairs < 2 or sky.abort_points > 0)
    if capped and taken("first-pass-aborts") == "lost":
        return 0
    return sky.aborts
