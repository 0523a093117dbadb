"""A session of a rule that is no game: the table knows none; and a long one is loaded at once."""

from __future__ import annotations

from pathlib import Path
from time import process_time

from companion.dice import D10
from companion.referee import Terms, roll
from companion.table import Journal, Session
from tests.bench.toy import BOOK, rule

LONG, LIMIT = 500, 0.5  # answers, and the seconds that loading them may take


@rule("1.1.b")
async def throw(number: int) -> int:
    """One of many."""
    return number + await roll(D10, "black die")


@rule("1.1.a")
async def count_up() -> int:
    """Die after die."""
    total = 0
    for number in range(LONG):
        total += await throw(number)
    return total


def test_a_session_of_500_answers_is_loaded_within_half_a_second(tmp_path: Path) -> None:
    """Every tenth verdict is overruled, and many answers were taken back once."""
    session = Session.begin(tmp_path / "long.jsonl", BOOK, count_up(), Terms())
    for number in range(LONG):
        session.answer(3)
        if number % 50 == 49:
            session.undo()
            session.answer(4)
        if number % 10 == 5:
            session.overrule("throw", str(number + 10), "a cocked die")
    session.close()
    start = process_time()
    loaded = Session.resume(Journal.read(session.journal.path), BOOK, count_up())
    seconds = process_time() - start
    assert loaded.entries == session.entries
    assert len(loaded.entries) == LONG
    told = 3 * LONG + sum(range(LONG)) + LONG // 50 + 7 * (LONG // 10)
    assert loaded.hearing.record.verdict == session.hearing.record.verdict == told
    assert seconds < LIMIT
