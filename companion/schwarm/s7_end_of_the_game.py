"""7.0 End of the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.referee import decide
from companion.schwarm.book import rule, taken
from companion.schwarm.s1_setup import Hits
from companion.schwarm.s5_combat import destroyed
from companion.schwarm.sky import Sky


class Going(StrEnum):
    """What is ruled while the game has no end."""

    ON = "the game goes on"


class Verdict(StrEnum):
    """Who has won."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


@dataclass(frozen=True)
class End:
    """How a game ended: the verdict, why, and in which pass with what on the track."""

    verdict: Verdict
    why: str
    passes: int
    points: int
    scored: Hits

    def __str__(self) -> str:
        return f"{self.verdict}: {self.why}, in pass {self.passes}; PT {self.points}; scored {self.scored}"


@rule("7.0.a", "7.0.b", "7.0.c")
async def end_of_pass(sky: Sky) -> End | Going:
    """The game is over when the B-17 is destroyed, a fighter is eliminated, or no PT are left after a pass."""
    broken = destroyed(sky.on_bomber)
    if sky.fallen and broken:
        return ended(sky, Verdict[BOTH[taken("both-fall")]], f"B-17 destroyed ({', '.join(broken)}) and a fighter lost")
    if sky.fallen:
        return ended(sky, Verdict.LOST, "a fighter was shot down")
    if broken:
        return ended(sky, Verdict.WON, f"B-17 destroyed ({', '.join(broken)})")
    if sky.points < 1:
        return ended(sky, out_of_points(), "no PT left")
    if not await another_pass():
        return ended(sky, out_of_points(), "the attack was broken off")
    return Going.ON


BOTH = {"loss": "LOST", "win": "WON", "draw": "DRAWN"}


def ended(sky: Sky, verdict: Verdict, why: str) -> End:
    """The end, as things stand."""
    return End(verdict, why, sky.number, sky.points, sky.scored)


@rule("7.0.c")
def out_of_points() -> Verdict:
    """Without PT the bomber gets away: lost, or a draw."""
    return Verdict.LOST if taken("zero-pt") == "loss" else Verdict.DRAWN


@rule("6.0.d")
async def another_pass() -> bool:
    """The player may fly another pass; stopping lets the bomber go."""
    return taken("decline") == "never" or await decide("Fly another pass?")
