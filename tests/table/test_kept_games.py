"""Three whole games from their files: every ruling is what it was when they were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.schwarm.s7_end_of_the_game import End, Verdict
from tests.table.kept import KEPT, play_again, rulings
from tests.table.players import look_at, resume, same

ENDS = {
    "lost-to-the-gunners": (Verdict.LOST, "a fighter was shot down"),
    "out-of-points": (Verdict.LOST, "no PT left"),
    "won": (Verdict.WON, "B-17 destroyed (cockpit)"),
}


def test_three_games_are_kept() -> None:
    assert [path.stem for path in KEPT] == list(ENDS)


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_every_ruling_of_a_kept_game(kept: Path, tmp_path: Path) -> None:
    session = look_at(kept)
    assert rulings(session) == kept.with_suffix(".txt").read_text("utf-8"), "see tests/table/kept.py"
    end = session.hearing.record.verdict
    assert isinstance(end, End)
    assert (end.verdict, end.why) == ENDS[kept.stem]
    (tmp_path / "copy.jsonl").write_bytes(kept.read_bytes())
    assert same(resume(tmp_path / "copy.jsonl"), session)


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_kept_game_played_again_is_the_same_file(kept: Path, tmp_path: Path) -> None:
    """Byte for byte: what is written hangs on nothing but the terms and what was typed."""
    assert play_again(kept, tmp_path / "again.jsonl").journal.path.read_bytes() == kept.read_bytes()
