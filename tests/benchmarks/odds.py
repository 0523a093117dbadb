"""How fast the odds are, beside dyce and icepool: `python -m tests.benchmarks.odds [--show]` prints the ratios.

Every library does the same work in the way that is natural to it, and all must come to the same chances before anything
is timed. `--show` prints the programs. A figure is the best of several runs; Companion forgets everything before each,
but for the lines "weighed before", where the same enumerator has met the same situations: then a rule is a step table.
"""

from __future__ import annotations

import inspect
import sys
import timeit
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.odds.chances import forget
from tests.benchmarks import with_companion, with_dyce, with_icepool

WORK = {
    "salvo": "(a) one salvo of six dice",
    "crt_row": "(b) a d8 on a CRT row with gaps",
    "two_dice": "(c) two d10 with a save",
    "sweep": "(d) 200 salvos",
    "three_attacks": "(e) three attacks in a row",
    "six_fighters": "(f) a pass of six fighters",
}
PEERS = (with_dyce, with_icepool)
SECONDS = 0.3  # for each repetition


def chances(library: Any, work: str) -> Any:
    """What a library comes to, in fractions."""
    found = getattr(library, work)()
    return [library.chances(each) for each in found] if isinstance(found, list) else library.chances(found)


def forgetful(program: Callable[[], Any]) -> Callable[[], Any]:
    """The program, with nothing remembered from the run before."""

    def run() -> None:
        forget()
        program()

    return run


def milliseconds(program: Callable[[], Any]) -> float:
    """The best time of one run."""
    once = timeit.timeit(program, number=1)
    number = max(1, int(SECONDS / once))
    return min(timeit.repeat(program, number=number, repeat=5)) / number * 1000


def line(title: str, ours: float, theirs: list[float]) -> str:
    """One line of the table: our time, and the ratio to each peer's."""
    ratios = (f"{ours / peer:8.2f} ({peer:8.3f} ms)" for peer in theirs)
    return f"{title:<34}{ours:9.3f} ms  {'  '.join(ratios)}"


def main() -> None:
    """Check that all agree, then measure."""
    warnings.simplefilter("ignore")  # dyce calls `expand` experimental, each time
    if "--show" in sys.argv:
        print("\n\n".join(inspect.getsource(module) for module in (with_companion, *PEERS)))
    print(f"{'':<34}{'Companion':>12}  {'of dyce 0.7':>22}  {'of icepool 2.1.3':>22}")
    plain, attacks = with_companion.WEIGHED, with_companion.ATTACKS_WEIGHED
    known = {"crt_row": plain, "two_dice": attacks, "three_attacks": plain, "six_fighters": attacks}
    for work, title in WORK.items():
        expected = chances(with_companion, work)
        for peer in PEERS:
            assert chances(peer, work) == expected, f"{peer.__name__} comes to something else for {title}"
        theirs = [milliseconds(getattr(peer, work)) for peer in PEERS]
        program = getattr(with_companion, work)
        print(line(title, milliseconds(forgetful(program)), theirs))
        if work in known:
            print(line("    weighed before", milliseconds(partial(program, known[work])), theirs))


if __name__ == "__main__":
    main()
