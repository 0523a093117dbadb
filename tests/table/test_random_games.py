"""Random games of Schwarm!: each ends, breaks no printed rule on the way, and is the same when its file is read."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.referee import Terms
from tests.random_games import some_terms, watched_game
from tests.table.players import BOOK, STUBBORN, begin, look_at, own_pack, play_out, same


@pytest.mark.parametrize("seed", range(200))
def test_game_ends_and_breaks_no_law(seed: int, tmp_path: Path) -> None:
    game = watched_game(seed, tmp_path)
    assert game.happened["Choose"] > 5


def test_games_are_played_under_all_readings_and_with_both_types() -> None:
    terms = [some_terms(Random(seed), seed) for seed in range(200)]
    for reading in BOOK.readings.values():
        assert {each.taken(reading) for each in terms} == {value for value, _ in reading.values}
    assert sum(len(each.switched) < 2 for each in terms) >= 100


@pytest.mark.parametrize("seed", range(5))
def test_what_a_board_reads_is_what_its_pack_holds(seed: int, tmp_path: Path) -> None:
    """A player without a pack is asked for each cell once, and plays the same game as one whose pack holds them."""
    board = {BOOK.charts[chart].label(cell): str(value) for (chart, cell), value in BOOK.practice.cells.items()}
    asked = play_out(begin(tmp_path / "asked.jsonl", Terms()), seed, reads=board, habits=STUBBORN)
    cells = [entry for entry in asked.entries if entry.ask.partition(" ")[2] in board]
    assert cells
    assert len({entry.ask for entry in cells}) == len(cells)
    held = begin(tmp_path / "held.jsonl", Terms.of(BOOK, packs=[own_pack()]))
    for entry in asked.entries:
        if entry not in cells:
            held.answer(entry.answer)
    assert held.hearing.record.verdict == asked.hearing.record.verdict
    assert same(asked, look_at(asked.journal.path))
    assert same(held, look_at(held.journal.path))
