"""Any number of random games of Schwarm!, held against the printed rules: `python -m tests.random_games 10000`."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from unittest.mock import patch

from companion.referee import Terms
from companion.schwarm.s7_end_of_the_game import End
from companion.schwarm.sky import Sky
from companion.table import Session
from tests.table import laws
from tests.table.players import BOOK, PRACTICE, STUBBORN, Anybody, begin, look_at, same

MOST = 1000  # answers: far more than any game needs


def some_terms(dice: Random, seed: int) -> Terms:
    """The practice pack; in every third game each reading and option as it comes; both types of fighter."""
    readings = {id: dice.choice(reading.values)[0] for id, reading in BOOK.readings.items()}
    switched = readings if seed % 3 == 1 else {"fighter": readings["fighter"]}
    return Terms.of(BOOK, switched, PRACTICE.packs)


def progress(sky: Sky) -> tuple[int, ...]:
    """How far a game has come; a rule in force may hold an earlier table than the rules it calls."""
    return sky.number, sky.pairs, len(sky.shown), sky.scored.total, sky.fallen


@dataclass
class Watched:
    """A game that is being played, and what it looked like before the last answer."""

    session: Session
    dice: Random
    last: Sky | None = None
    happened: Counter[str] = field(default_factory=Counter)

    def play(self) -> Session:
        """Play to the end; now and then something is taken back, overruled, or read again from the file."""
        habits = STUBBORN if self.dice.random() < 0.7 else {}
        player = Anybody(self.dice, laws.BOARD, habits)
        while (question := self.session.hearing.question) is not None:
            assert self.happened.total() < MOST, "the game does not end"
            before = len(self.session.hearing.completed)
            self.session.answer(player(question))
            self.happened[type(question).__name__] += 1
            self.watch(before)
            self.interfere()
        self.check_file()
        end = self.session.hearing.record.verdict
        assert isinstance(end, End)
        if self.last is not None:
            laws.check_end(end, self.last, self.session.terms)
        return self.session

    def watch(self, before: int) -> None:
        """Every table that the last answer made is one that can be, and follows from the one before it."""
        for sky in laws.skies(self.session.hearing, before):
            laws.check(sky, self.session.terms)
            if self.last is None or progress(sky) >= progress(self.last):
                if self.last is not None:
                    laws.check_step(self.last, sky, self.session.terms)
                self.last = sky

    def interfere(self) -> None:
        """What happens at a table beside playing."""
        chance = self.dice.random()
        if chance < 0.02:
            self.happened["undone"] += self.session.undo(self.dice.randint(1, 6))
        elif chance < 0.04 and (can := self.can_overrule()):
            rule = self.dice.choice(list(can))
            self.session.overrule(rule, self.dice.choice(can[rule]), "cocked | die [sic]")
            self.happened["overruled"] += 1
        else:
            return
        self.last = None
        if self.dice.random() < 0.5:
            self.check_file()

    def can_overrule(self) -> dict[str, tuple[str, ...]]:
        """What can be overruled; not where a zone lies, for the laws know one board only."""
        return {rule: verdicts for rule, verdicts in self.session.can_overrule().items() if not rule.startswith("zone")}

    def check_file(self) -> None:
        """The file holds all that was played."""
        assert same(self.session, look_at(self.session.journal.path))


def watched_game(seed: int, folder: Path) -> Watched:
    """One random game, the same for the same seed."""
    dice = Random(seed)
    game = Watched(begin(folder / f"{seed}.jsonl", some_terms(dice, seed)), dice)
    try:
        game.play()
    finally:
        game.session.close()
    return game


def tried(seed: int) -> tuple[Counter[str], str]:
    """What happened in one game, or the law that was broken in it."""
    with TemporaryDirectory() as folder, patch("os.fsync"):  # what is tried here is not the disk
        try:
            game = watched_game(seed, Path(folder))
        except Exception as fault:
            return Counter(), f"seed {seed}: {type(fault).__name__}: {fault}"
    end: Any = game.session.hearing.record.verdict
    return game.happened + Counter({end.verdict.value: 1}), ""


def main(games: int) -> int:
    """Play so many games on all processors; tell the seeds of those in which a law was broken."""
    start, told, broken = perf_counter(), Counter[str](), list[str]()
    with Pool() as pool:
        for count, (happened, fault) in enumerate(pool.imap_unordered(tried, range(games), chunksize=10), 1):
            told += happened
            broken += [fault] * bool(fault)
            if sys.stdout.isatty() or count % 100 == 0:
                rate = f"{count} of {games} games, {count / (perf_counter() - start):.0f} a second"
                print(f"\r{rate}, {len(broken)} broken", end="", flush=True)
    print(f"\n{perf_counter() - start:.0f} s: " + ", ".join(f"{count} {what}" for what, count in sorted(told.items())))
    print("\n".join(broken))
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
