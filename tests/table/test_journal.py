"""The file of a session: what is in it, and whatever can happen to it: told in one message, nothing lost."""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.book import Pack
from companion.errors import BadAnswer, BadInput
from companion.referee import Terms
from companion.table import Session
from tests.consoles import run
from tests.table.players import BOOK, GAME, begin, give, look_at, overruled, own_pack, play_out, resume, same


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A session with every kind of entry in it."""
    path = tmp_path / "evening.jsonl"
    session = give(begin(path), "5")
    session.overrule("initial damage", "no hit", "the die was cocked")
    give(session, "1", "dorsal", "4")
    session.undo(2)
    give(session, "ventral", "3", "2").close()
    return path


ENTRIES = 9  # of that session, its opening not counted


def mark(line: str) -> str:
    """What a line is known by in the next."""
    return sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def sealed(before: str, **told: object) -> str:
    """A line as it is written after another: with that one's mark, and with its own."""
    said = {key: value for key, value in told.items() if key not in ("prev", "mark")} | {"prev": mark(before)}
    line = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(said | {"mark": mark(line)}, separators=(",", ":"))


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def edited(line: str, **fields: object) -> str:
    return json.dumps(json.loads(line) | fields, ensure_ascii=False, separators=(",", ":"))


def told(path: Path, take: Callable[[Path], Session] = resume) -> str:
    """The one message in which a file is refused; nothing in it has changed."""
    before = path.read_bytes()
    with pytest.raises(BadInput) as fault:
        take(path)
    assert path.read_bytes() == before
    with pytest.raises(BadInput) as looked:
        look_at(path)
    assert str(looked.value) == str(fault.value)
    return str(fault.value)


# ---------------------------------------------------------------------- the form


def test_form_of_the_file(path: Path) -> None:
    opening, *entries = map(json.loads, lines(path))
    assert opening["companion"] == 1
    assert opening["game"] == "schwarm"
    assert opening["terms"]["packs"] == {"practice": BOOK.practice.digest}
    pinned = opening["terms"]["readings"] | opening["terms"]["options"]
    assert pinned == {id: reading.adopted for id, reading in BOOK.readings.items()}
    assert [entry["n"] for entry in entries] == list(range(1, ENTRIES + 1))
    assert [entry["prev"] for entry in entries] == [mark(line) for line in lines(path)[:-1]]
    first, overruling, *_, undoing, _, _, _ = entries
    assert [first.get(key) for key in ("ask", "answer", "by")] == ["1.2.a initial damage die", "5", "hand"]
    for number, entry in enumerate(entries, 1):
        assert lines(path)[number] == sealed(lines(path)[number - 1], **entry)
        del entry["prev"], entry["mark"]
    assert overruling == {
        "n": 2, "overrule": "no hit", "rule": "initial damage", "of": 1, "why": "the die was cocked", "said": "no hit",
    }  # fmt: skip
    assert undoing == {"n": 6, "undo": 4}


def test_answer_is_on_disk_before_the_next_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, synced = tmp_path / "x.jsonl", list[str]()
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(path.read_text("utf-8")))
    session = begin(path)
    for said in ("5", "1", "dorsal", "4"):
        session.answer(said)
        assert json.loads(synced.pop().splitlines()[-1])["answer"] == said


@pytest.mark.parametrize("undos", [0, 50])
def test_loading_hears_the_game_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undos: int) -> None:
    """However many answers there are, a file is heard from its first line to its last in one go."""
    session = play_out(begin(tmp_path / "x.jsonl"), seed=3)
    for _ in range(undos):
        session.undo()
        session.answer(session.hearing.question.options[0])  # type: ignore[union-attr]
    heard, body = count(), GAME.rule.body

    def counted() -> Any:
        next(heard)
        return body()

    monkeypatch.setattr(GAME.rule, "body", counted)
    assert same(session, look_at(session.journal.path))
    assert next(heard) == 1


# --------------------------------------------------------------------- torn lines


def test_torn_last_line_is_kept_aside(path: Path) -> None:
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    for cut in range(1, len(last)):
        torn = last[:-cut]
        path.write_bytes(whole[:-cut])
        looked = look_at(path)
        assert "the last line is torn" in looked.journal.notices[0]
        assert path.read_bytes() == whole[:-cut]
        session = resume(path)
        assert same(session, looked)
        assert "the last line was torn: it is kept in evening.jsonl.torn" in session.journal.notices[0]
        assert path.read_bytes() == whole[: -len(last)]
        aside = path.with_name("evening.jsonl.torn")
        assert aside.read_bytes() == torn + b"\n"
        session.answer("2")
        session.close()
        assert path.read_bytes() == whole
        aside.unlink()


def test_line_torn_within_a_letter(path: Path) -> None:
    session = resume(path)
    session.undo(5)
    session.answer("5")
    session.overrule("initial damage", "1 hit on tail", "Würfel lag schräg")
    session.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex("ä".encode()) + 1])
    assert look_at(path).entries[-1].answer == "5"


def test_line_torn_by_another_program_in_mid_game(path: Path) -> None:
    """What does not end in a line end was never acknowledged."""
    with path.open("a") as file:
        file.write('{"n":10,"ask"')
    session = resume(path)
    assert len(session.entries) == 5
    give(session, "front").close()
    assert same(session, look_at(path))


# ---------------------------------------------------------------- edited by hand


def altered(value: object) -> object:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value} "
        case dict():
            return value | {"x": "y"}
    return [value]


def test_every_edit_of_a_line_is_told(path: Path) -> None:
    """Any field of any line but the last, which has no line after it that would know."""
    good = lines(path)
    for number, line in enumerate(good[:-1], 1):
        for name, value in json.loads(line).items():
            write(path, *good[: number - 1], edited(line, **{name: altered(value)}), *good[number:])
            where = f"evening.jsonl:{number - (name == 'prev')}: "
            assert where in told(path) or name == "companion"
            taken_as_edited(path)
    assert "edited after it was written" in told(write(path, good[0], good[1].replace('"5"', '"6"'), *good[2:]))


def taken_as_edited(path: Path) -> None:
    """A session taken as it stands tells in a notice what was edited, or in one message why it cannot be taken."""
    try:
        session = resume(path, as_edited=True)
    except BadInput:
        return
    assert "edited" in session.journal.notices[0]
    session.close()


@pytest.mark.parametrize("name", ["n", "ask", "said", "prev"])
def test_every_edit_of_the_last_line_is_told(path: Path, name: str) -> None:
    *good, last = lines(path)
    assert told(write(path, *good, edited(last, **{name: altered(json.loads(last)[name])})))


def test_edit_of_the_last_answer_is_told(path: Path) -> None:
    *good, last = lines(path)
    assert told(write(path, *good, edited(last, answer="1")))


def test_lines_missing_added_or_moved_are_told(path: Path) -> None:
    good = lines(path)
    for number in range(1, len(good) - 1):
        before, line, after = good[:number], good[number], good[number + 1 :]
        assert "edited" in told(write(path, *before, *after))
        assert "edited" in told(write(path, *before, line, line, *after))
        assert "edited" in told(write(path, *before, after[0], line, *after[1:]))
        assert "is not one JSON object" in told(write(path, *before, "", line, *after))
    assert "this is no session" in told(write(path, *good[1:]))


def test_a_line_missing_is_told_even_where_the_marks_agree(path: Path) -> None:
    good = lines(path)
    again = sealed(good[6], **json.loads(good[8]))
    write(path, *good[:7], again, sealed(again, **json.loads(good[9])))
    assert "entry 8 follows entry 6; a line is missing or added" in told(path)


def test_edited_lines_are_taken_when_that_is_wished(path: Path) -> None:
    good = lines(path)
    write(path, *good[:3], good[3].replace('"answer":"1"', '"answer":"01"'), *good[4:])
    assert "--as-edited" in told(path)
    session = resume(path, as_edited=True)
    assert len(session.entries) == 5
    assert "evening.jsonl:4: this line" in session.journal.notices[0]
    assert run(f"companion resume {path}").exit_code == 2


# ------------------------------------------------------------- files of all sorts

OPENING: dict[str, Any] = {"companion": 1, "game": "schwarm", "opening": {}, "terms": {
    "readings": {}, "options": {}, "packs": {"practice": BOOK.practice.digest}, "cells": {},
}}  # fmt: skip


def opening(**changed: Any) -> str:
    return json.dumps(OPENING | changed)


def terms(**changed: Any) -> str:
    return opening(terms=OPENING["terms"] | changed)


FILES = {
    "empty": (b"", "this is no session"),
    "blank line": (b"\n", "is not one JSON object"),
    "binary": (b"\x89PNG\r\n\x1a\n\xff\x00\n", "not even text"),
    "text": (b"Dear diary,\n", "is not one JSON object"),
    "list": (b"[1]\n", "is not one JSON object"),
    "other JSON": (b'{"name":"companion"}\n', "this is no session"),
    "no game": (b'{"companion":1}\n', "this is no session"),
    "no terms": (b'{"companion":1,"game":"schwarm"}\n', "the terms of the session cannot be read"),
    "deep": (b"[" * 100_000 + b"\n", "is not one JSON object"),
    "newer format": (opening(companion=2), "format 2 is newer than this Companion"),
    "another game": (opening(game="amerika"), "There is no rulebook 'amerika' here"),
    "a path for a game": (opening(game="../../etc"), "There is no rulebook '../../etc' here"),
    "unknown reading": (terms(readings={"moon": "full"}), "no reading or option 'moon'"),
    "unknown value": (terms(readings={"zones": "round"}), "has no value 'round'"),
    "list of readings": (terms(readings=["zones"]), "the terms of the session cannot be read"),
    "practice pack of old": (terms(packs={"practice": "sha256:0"}), "the practice pack has changed since"),
    "pack without cells": (terms(packs={"mine": "sha256:0"}), "the mine pack has changed since"),
    "a path for a pack": (terms(packs={"/etc/passwd": "sha256:0"}), "the /etc/passwd pack has changed since"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_session_is_told(tmp_path: Path, name: str) -> None:
    text, message = FILES[name]
    path = tmp_path / "found.jsonl"
    path.write_bytes(text if isinstance(text, bytes) else f"{text}\n".encode())
    assert message in told(path)
    for command in ("resume", "verify", "undo", "export"):
        result = run(f"companion {command} {path}")
        assert result.exit_code == 2, result.output
        assert len(result.output.strip().splitlines()) == 1


def test_what_is_no_session_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"Dear diary")
    assert "this is no session" in told(path)


def test_a_folder_and_a_missing_file_are_told(tmp_path: Path) -> None:
    assert "it is no file" in run(f"companion resume {tmp_path}").output
    assert "there is no such session" in run(f"companion resume {tmp_path / 'none.jsonl'}").output
    assert "that name is taken" in run(f"companion play schwarm --session {tmp_path}").output


def test_a_name_too_long_is_told(tmp_path: Path) -> None:
    result = run(f"companion resume {'x' * 300}")
    assert result.exit_code == 2, repr(result.exception)


LINES: dict[str, dict[str, object]] = {
    "no entry": {"n": 1},
    "another number": {"n": 7, "ask": "", "answer": ""},
    "a list for a number": {"n": [1], "ask": "", "answer": ""},
    "another question": {"n": 1, "ask": "what?", "answer": "5"},
    "no such answer": {"n": 1, "ask": "1.2.a initial damage die", "answer": "77"},
    "a list for an answer": {"n": 1, "ask": "1.2.a initial damage die", "answer": [[[]]]},
    "a huge answer": {"n": 1, "ask": "1.2.a initial damage die", "answer": "9" * 1_000_000},
    "half a letter": {"n": 1, "ask": "1.2.a initial damage die", "answer": "\ud800"},
    "code": {"n": 1, "ask": "1.2.a initial damage die", "answer": "__import__('os').abort()"},
    "no such rule": {"n": 1, "overrule": "no hit", "rule": "__import__('os').abort()", "of": 0, "why": "x"},
    "undone word": {"n": 1, "undo": "all"},
    "undone nothing": {"n": 1, "undo": None},
    "overruled nothing": {"n": 1, "overrule": "no hit"},
}


@pytest.mark.parametrize("name", LINES)
def test_entries_that_cannot_be_are_told(tmp_path: Path, name: str) -> None:
    entry = sealed(opening(), **LINES[name])
    assert "found.jsonl:2: " in told(write(tmp_path / "found.jsonl", opening(), entry))


def test_a_huge_number_is_told(tmp_path: Path) -> None:
    assert told(write(tmp_path / "found.jsonl", opening(), f'{{"n":{"9" * 5000}}}'))


# ------------------------------------------------------------------ pinned terms


def test_session_keeps_the_readings_it_was_begun_under(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The book may adopt another reading later."""
    for id, reading in BOOK.readings.items():
        other = next(value for value, _ in reading.values if value != reading.adopted)
        monkeypatch.setitem(BOOK.readings, id, replace(reading, adopted=other))
    session = look_at(path)
    assert len(session.entries) == 5
    assert dict(session.terms.switched).keys() == BOOK.readings.keys()


def test_session_with_another_practice_pack_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = Pack.of("practice", {**BOOK.practice.cells, ("inertia", (5,)): 3}, invented=True)
    monkeypatch.setitem(BOOK.__dict__, "practice", changed)
    assert "the practice pack has changed since this session was begun" in told(path)


@pytest.mark.parametrize(
    "packs",
    [
        pytest.param([own_pack()], id="one's own"),
        pytest.param([Pack.of("mine", {("inertia", (5,)): 9}), BOOK.practice], id="one's own before the invented"),
        pytest.param([own_pack("one"), own_pack("two")], id="two of one's own"),
        pytest.param([own_pack(invented=True)], id="invented by oneself"),
        pytest.param([own_pack("practice"), BOOK.practice], id="called practice"),
        pytest.param(
            [Pack.of("mine", {("inertia", (5,)): 9}), Pack.of("mine", {("inertia", (7,)): 9})],
            id="two of one name",
        ),
        pytest.param(
            [Pack.of(name, {("inertia", (n,)): 9}) for n, name in ((5, "mine (2)"), (7, "mine"), (8, "mine"))],
            id="a name with a number",
        ),
    ],
)
def test_cells_of_ones_own_packs_are_in_the_file(tmp_path: Path, packs: list[Pack]) -> None:
    session = play_out(begin(tmp_path / "x.jsonl", Terms.of(BOOK, packs=packs)), seed=1)
    session.close()
    again = resume(session.journal.path)
    assert again.terms == session.terms
    assert [pack.cells for pack in again.terms.packs] == [pack.cells for pack in packs]
    assert same(session, again)


def test_cells_that_cannot_be_are_told(tmp_path: Path) -> None:
    """The file of a session may have come from anybody."""
    pack = Pack.of("moon", {("sun", (2,)): "moon"})
    first = terms(
        packs={"moon": pack.digest},
        cells={"moon": pack.as_data("schwarm")},
        options=SKIPPED,
    )
    second = sealed(first, n=1, ask="1.3.a sun die", answer="2", said="", by="hand")
    assert told(write(tmp_path / "found.jsonl", first, second))


SKIPPED = {"initial-damage": "skipped"}


# --------------------------------------------------------- disks, folders, programs


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def overrule(session: Session) -> None:
    """Overrule the first thing that can be."""
    rule, verdicts = next(iter(session.can_overrule().items()))
    session.overrule(rule, verdicts[0], "a cocked die")


ACTS: Mapping[str, Callable[[Session], object]] = {
    "answer": lambda session: session.answer("2"),
    "undo": lambda session: session.undo(2),
    "undo an overruling": lambda session: session.undo(4),
    "overrule": overrule,
}


@pytest.mark.parametrize("room", [0, 1, 20])
@pytest.mark.parametrize("act", ACTS)
def test_full_disk(path: Path, act: str, room: int) -> None:
    """What cannot be written down is not taken, the file is whole, and play goes on once there is room."""
    session = resume(path)
    session.undo(1)
    whole, before = path.read_bytes(), look_at(path)
    with room_for(len(whole) + room), pytest.raises(BadInput, match="cannot be written") as fault:
        ACTS[act](session)
    assert "Nothing was taken down; all that was written before holds." in str(fault.value)
    assert path.read_bytes() == whole
    assert same(session, before)
    ACTS[act](session)
    assert path.read_bytes() > whole
    assert same(session, look_at(path))
    assert not same(session, before)


def test_disk_that_fails_after_the_line_was_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, whole = resume(path), path.read_bytes()

    def broken(file: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", broken)
        with pytest.raises(BadInput, match="Input/output error"):
            session.answer("front")
    assert path.read_bytes() == whole
    session.answer("front")
    assert same(session, look_at(path))


def test_file_that_was_taken_away(path: Path) -> None:
    """Somebody deletes or moves the file in mid-game."""
    session = resume(path)
    path.rename(path.with_name("moved.jsonl"))
    with pytest.raises(BadInput):
        session.answer("front")
    assert not path.exists()


def test_full_disk_when_beginning(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with room_for(20), pytest.raises(BadInput, match="no session can be begun here"):
        begin(path)
    begin(path).close()


def test_full_disk_when_mending(path: Path) -> None:
    with path.open("a") as file:
        file.write('{"n":10,"ask":"2.0.g Which zone')
    whole = path.read_bytes()
    with room_for(10), pytest.raises(BadInput):
        resume(path)
    assert path.read_bytes() == whole


@contextmanager
def nobody_special() -> Iterator[None]:
    """Root may write everywhere, so it steps down."""
    who = os.geteuid()
    os.seteuid(who or 65534)
    try:
        yield
    finally:
        os.seteuid(who)


def test_folder_that_cannot_be_written(path: Path) -> None:
    """A session there can be read; none can be begun or taken up."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "x.jsonl").write_bytes(path.read_bytes())
        commands = [f"companion {words}" for words in (
            f"resume {folder}/x.jsonl", f"undo {folder}/x.jsonl", f"play schwarm --session {folder}/y.jsonl",
        )]  # fmt: skip
        folder.chmod(0o555)
        with nobody_special():
            assert run(f"companion verify {folder}/x.jsonl").exit_code == 0
            results = [run(command) for command in commands]
        for result in results:
            assert result.exit_code == 2
            assert result.output.count("Permission denied") == len(result.output.splitlines()) == 1
        assert [each.name for each in folder.iterdir()] == ["x.jsonl"]


def test_one_session_is_played_by_one_program(path: Path) -> None:
    """Another is told so; after the first was killed it can be opened."""
    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe()

    def hold() -> None:
        _ = resume(path)
        there.send("held")
        signal.pause()

    first = fork.Process(target=hold)
    first.start()
    assert here.recv() == "held"
    before = path.read_bytes()
    with pytest.raises(BadInput, match="another program is playing this session"):
        resume(path)
    for command in ("resume", "undo"):
        second = run(f"companion {command} {path}")
        assert (second.exit_code, second.output.count("another program is playing")) == (2, 1)
    assert run(f"companion verify {path}").exit_code == 0  # reading disturbs nobody
    assert path.read_bytes() == before
    first.kill()
    first.join()
    resume(path).close()


def test_session_of_the_same_name_is_not_overwritten(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(BadInput, match="that name is taken"):
        begin(path)
    assert path.read_bytes() == before
    resume(path).close()


# ---------------------------------------------------------------- nothing gets out


def test_names_lead_nowhere_else(path: Path, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is a session in the folder; a path is a file as seen from here; never a path as seen from the folder."""
    (home / "sub").mkdir()
    for place in (home / "in.jsonl", home / "sub" / "under.jsonl", home.parent / "out.jsonl"):
        place.write_bytes(path.read_bytes())
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert run("companion verify in").exit_code == 0
    assert run("companion verify in.jsonl").exit_code == 0
    for name in ("../out", "../out.jsonl", "sub/under", "sub/under.jsonl", "./in", "", ".", "/etc/passwd"):
        assert run(f"companion verify '{name}'").exit_code == 2


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_a_session_of_two_names_is_played_by_one_program(path: Path, link: Callable[[Path, Path], None]) -> None:
    link(path.with_name("other.jsonl"), path)
    session = resume(path)
    with pytest.raises(BadInput, match="another program is playing this session"):
        resume(path.with_name("other.jsonl"))
    session.close()
    resume(path.with_name("other.jsonl")).close()


def test_nothing_lies_beside_a_session(path: Path) -> None:
    session = resume(path)
    give(session, "front")
    assert [each.name for each in path.parent.glob("evening*")] == [path.name]
    session.close()
    assert [each.name for each in path.parent.glob("evening*")] == [path.name]


def test_torn_line_follows_no_link(path: Path, tmp_path: Path) -> None:
    """It goes into a new file, whatever already has the name it would have had."""
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear diary")
    path.with_name(path.name + ".torn").symlink_to(letter)
    with path.open("a") as file:
        file.write("torn")
    assert run(f"companion undo {path}").exit_code == 0
    assert letter.read_text() == "Dear diary"
    assert path.with_name(path.name + ".torn1").read_text() == "torn\n"


CODE = "__import__('pathlib').Path('{}').touch()"


def test_words_are_only_words(tmp_path: Path) -> None:
    """Nothing in an answer, a reason, a name or a cell is ever run."""
    proof = tmp_path / "proof"
    code = CODE.format(proof)
    session = begin(tmp_path / "x.jsonl", Terms.of(BOOK, packs=[own_pack(code)]))
    for word in (code, f"{{{code}}}", f"$({code})", f"`{code}`", f"%({code})s", "\x1b]0;x\x07", "\0", "a\nb"):
        with pytest.raises(BadAnswer):
            session.answer(word)
    session.answer("5")
    session.overrule("initial damage", "no hit", code)
    with pytest.raises(BadInput):
        session.overrule(code, code, code)
    session.close()
    again = look_at(session.journal.path)
    assert [each.why for each in overruled(again)] == [code]
    assert again.terms.packs[0].name == code
    for form in ("md", "json", "csv", "txt", "bbcode"):
        assert run(f"companion export {session.journal.path} --to {form}").exit_code == 0
    assert not proof.exists()


def test_reason_that_cannot_be_written_is_told(path: Path) -> None:
    session, whole = resume(path), path.read_bytes()
    session.undo(5)
    session.answer("5")
    whole = path.read_bytes()
    with pytest.raises(BadInput):
        session.overrule("initial damage", "no hit", "gr\udcfcn")
    assert path.read_bytes() == whole


def test_list_of_sessions_tells_what_cannot_be_heard(path: Path, home: Path) -> None:
    (home / "good.jsonl").write_bytes(path.read_bytes())
    (home / "diary.jsonl").write_text("Dear diary\n")
    (home / "folder.jsonl").mkdir()
    listed = {each["name"]: each for each in json.loads(run("companion sessions --json").output)}
    assert (listed["good"]["game"], listed["good"]["answers"]) == ("schwarm", 5)
    assert "is not one JSON object" in listed["diary"]["state"]
    assert "it is no file" in listed["folder"]["state"]


def test_one_bad_file_does_not_hide_the_others(path: Path, home: Path) -> None:
    (home / "good.jsonl").write_bytes(path.read_bytes())
    (home / "gone.jsonl").symlink_to(home / "nowhere")
    assert run("companion sessions").exit_code == 0
