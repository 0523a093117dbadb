"""The whole games that are kept in `tests/sessions`, and what the referee ruled in them.

After a change that is meant to change them (a question's words, a ruling), play them again from the answers in their
files, and read what has changed: `python -m tests.table.kept`, then `git diff tests/sessions`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.referee import Record, Terms, word
from companion.referee.telling import at_the_table, sayable
from companion.table import Session
from companion.table.account import overrulings
from tests.table.players import BOOK, begin, look_at

KEPT = sorted((Path(__file__).parent.parent / "sessions").glob("*.jsonl"))


def rulings(session: Session) -> str:
    """Every answer, below it each ruling that it led to, and at last how the game ended."""
    return "\n".join([*_rulings(session), "", word(session.hearing.record.verdict), ""])


def _rulings(session: Session) -> Iterator[str]:
    for count, entry in enumerate(session.entries, 1):
        virtual = " (virtual)" if entry.by == "virtual" else ""
        yield f"{entry.n}. {entry.ask}: {entry.answer}{virtual}"
        for record in session.hearing.completed:
            if record.done == count and told(record):
                overruled = "".join(f" (not {word(o.ruled)}: {o.why})" for o in overrulings(record))
                yield f"   {record.case.rule.name}: {word(record.verdict)}{overruled}"


def told(record: Record) -> bool:
    """Whether a rule came to a verdict that can be said, by something that happened at the table."""
    return sayable(record.verdict) and any(map(at_the_table, record.freeze().grounds))


def play_again(kept: Path, path: Path) -> Session:
    """A game played once more from what was typed in it, with all that was taken back and overruled."""
    opening, *entries = map(json.loads, kept.read_text("utf-8").splitlines())
    pinned = opening["terms"]
    session = begin(path, Terms.of(BOOK, {**pinned["readings"], **pinned["options"]}, [BOOK.practice]))
    for entry in entries:
        if "undo" in entry:
            session.undo(sum(each.n >= entry["undo"] for each in session.entries))
        elif "overrule" in entry:
            session.overrule(entry["rule"], entry["overrule"], entry["why"])
        else:
            session.answer(entry["answer"], entry["by"])
    session.close()
    return session


def refresh() -> None:
    """Write each game, and its rulings beside it, as they come out now."""
    with TemporaryDirectory() as folder:
        for kept in KEPT:
            again = play_again(kept, Path(folder) / kept.name)
            kept.write_bytes(again.journal.path.read_bytes())
            kept.with_suffix(".txt").write_text(rulings(look_at(kept)), "utf-8")


if __name__ == "__main__":
    refresh()
