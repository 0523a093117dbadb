"""Whatever a file, a folder, a device or a stream may be: one message that teaches, no traceback, nothing lost."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.book import Look, PackFile
from companion.errors import BadInput, RulesError
from companion.referee import Terms
from companion.table import FORMS, export
from tests.consoles import run
from tests.table.games import SETUP
from tests.table.players import BOOK, begin, give, look_at, own_pack, resume

HEAD = b'pack = 1\ngame = "schwarm"\n'
PACKS = {
    "a number of 5000 digits": (HEAD + b"x = " + b"9" * 5000, "too long"),
    "lists too deep": (HEAD + b"x = " + b"[" * 5000 + b"]" * 5000, "too deep"),
    "truth for a format": (b'pack = true\ngame = "schwarm"\n', "pack = True: this Companion reads format 1"),
    "a list for a game": (b"pack = 1\ngame = []\n", "this pack is for []"),
    "a number for a name": (HEAD + b"name = 5\n", "write a name in quotes"),
    "a table for a name": (HEAD + b"name = { a = 1 }\n", "write a name in quotes"),
    "a word for invented": (HEAD + b'invented = "no"\n', "write true or false"),
    "a number for a chart": (HEAD + b"inertia = 5\n", "expected a table of outcome = ranges"),
    "a list for a row": (HEAD + b"[positions]\nblack = [1]\n", "expected a table"),
    "a date for a range": (HEAD + b"[inertia]\n4 = 2020-01-01\n", "reaches outside"),
    "a chart of another game": (HEAD + b"[crt]\n1 = '1'\n", "'crt' is no chart"),
    "one name twice": (b"pack = 1\npack = 1\n", "expected TOML"),
    "a nought byte": (b"pack = 1\0", "expected TOML"),
    "another encoding": (HEAD + b'name = "gr\xfcn"\n', "save it as UTF-8"),
    "nothing": (b"", "a pack starts with"),
}


@pytest.mark.parametrize("name", PACKS)
@pytest.mark.parametrize("way", ["--pack", "--keep"])
def test_a_bad_pack_is_told(tmp_path: Path, name: str, way: str) -> None:
    data, told = PACKS[name]
    path = tmp_path / "p.toml"
    path.write_bytes(data)
    result = run(f"companion play schwarm {way} {path} --session {tmp_path / 'x.jsonl'}")
    assert (result.exit_code, len(result.output.splitlines())) == (2, 1), result.output
    assert told in result.output
    assert path.read_bytes() == data
    assert not (tmp_path / "x.jsonl").exists()


@pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b""])
def test_a_pack_of_another_editor_is_read(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "p.toml"
    path.write_bytes(start + HEAD.replace(b"\n", b"\r\n") + b'[inertia]\r\n4 = "5"\r\n')
    kept = PackFile(path, "schwarm", BOOK.charts)
    kept.keep(BOOK.charts["inertia"].look(7), 3)
    assert kept.pack.cells == {("inertia", (5,)): 4, ("inertia", (7,)): 3}
    assert b'4 = "5"\r\n' in path.read_bytes()


# --------------------------------------------------------------- what is no file

PLACES = ["{folder}", "/dev/null", "/dev/full", "/dev/zero", "{fifo}", "x" * 300, "{file}/x"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "command",
    [
        'ask schwarm check "1 High" 10 --pack {}',
        'ask schwarm check "1 High" 10 4 --keep {}',
        "play schwarm --session {}",
        "resume {}",
        "undo {}",
        "export {}",
        "verify {}",
    ],
)
def test_what_is_no_file_is_told(tmp_path: Path, command: str, place: str) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("Dear diary")
    there = place.format(**{name: tmp_path / name for name in ("fifo", "folder", "file")})
    result = run(f"companion {command.format(there)}")
    assert (result.exit_code, len(result.output.splitlines())) == (2, 1), result.output
    assert sorted(each.name for each in tmp_path.iterdir()) == ["fifo", "file", "folder", "home"]
    assert list(Path("/dev").glob("*.lock")) == []


def test_folders_are_made_for_a_session(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "x.jsonl"
    assert run(f"companion play schwarm --session {path}").exit_code == 0
    assert look_at(path).entries == []


# -------------------------------------------------------------- nothing gets out


def cell() -> Look:
    return BOOK.charts["inertia"].look(5)


def test_a_pack_is_written_where_its_link_leads(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(HEAD)
    (tmp_path / "link.toml").symlink_to(tmp_path / "mine.toml")
    PackFile(tmp_path / "link.toml", "schwarm", BOOK.charts).keep(cell(), 4)
    assert (tmp_path / "link.toml").is_symlink()
    assert '4 = "5"' in (tmp_path / "mine.toml").read_text()


def test_a_link_beside_a_pack_leads_nowhere(tmp_path: Path) -> None:
    letter, path = tmp_path / "letter.txt", tmp_path / "mine.toml"
    letter.write_text("Dear diary")
    path.with_name("mine.toml.new").symlink_to(letter)
    with pytest.raises(BadInput, match="is in the way"):
        PackFile(path, "schwarm", BOOK.charts).keep(cell(), 4)
    assert letter.read_text() == "Dear diary"
    assert not path.exists()


@pytest.mark.parametrize("name", ["../../../etc/passwd", "/etc/passwd", "a\nb", "", "practice", "{0.__class__}", "%s"])
def test_the_name_of_a_pack_is_only_a_name(tmp_path: Path, name: str) -> None:
    """It names no file, and whatever it is, the session is read again."""
    session = give(begin(tmp_path / "x.jsonl", Terms.of(BOOK, packs=[own_pack(name)])), *SETUP)
    session.close()
    assert look_at(session.journal.path).terms == session.terms
    assert [each.name for each in tmp_path.iterdir() if each.name != "home"] == ["x.jsonl"]


# ------------------------------------------------------------- mutated line by line

WRONG: list[Any] = [
    None, True, False, 0, -1, 2**63, 10**400, 1.5, float("nan"), float("inf"), "", " ", "x" * 10_000, "\ud800", "\x00",
    "\u202e", "=1+1", "practice", "sha256:0", [], [[]], {}, {"a": 1}, [1, "2", None], [[[[[[[[]]]]]]]],
]  # fmt: skip
NAMES = ["n", "undo", "overrule", "answer", "said", "by", "cells", "packs", "die", "x" * 1000]


def mutated(told: Any, dice: Random, depth: int = 0) -> Any:
    """Something in it taken away, put in, or put in the place of another."""
    if not isinstance(told, dict | list) or not told or depth > 6 or dice.random() < 0.15:
        return dice.choice(WRONG)
    if isinstance(told, list):
        place = dice.randrange(len(told))
        return [*told[:place], mutated(told[place], dice, depth + 1), *told[place + 1 :]]
    name, chance = dice.choice(list(told)), dice.random()
    if chance < 0.1:
        return {key: value for key, value in told.items() if key != name}
    if chance < 0.2:
        return {**told, dice.choice(NAMES): dice.choice(WRONG)}
    return {**told, name: mutated(told[name], dice, depth + 1)}


def written(objects: list[dict[str, Any]]) -> bytes:
    """The file in which these lines stand with marks that fit."""
    lines: list[str] = []
    for told in objects:
        body = {key: value for key, value in told.items() if key not in ("prev", "mark")}
        if lines:
            body |= {"prev": mark(lines[-1])}
            body |= {"mark": mark(line(body))}
        lines.append(line(body))
    return "".join(f"{each}\n" for each in lines).encode("utf-8", "surrogatepass")


def line(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def mark(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The lines of a session with everything in it."""
    path = tmp_path_factory.mktemp("played") / "x.jsonl"
    session = give(begin(path, Terms.of(BOOK, packs=[own_pack(), BOOK.practice])), "5")
    session.overrule("initial damage", "no hit", "the die was cocked")
    give(session, "1", "dorsal", "4").undo(2)
    give(session, "ventral", "3", "2").close()
    return list(map(json.loads, path.read_text("utf-8").splitlines()))


def read(path: Path, *, as_edited: bool) -> str:
    """The message in which a file is refused, if it is; else it can be written out in every form."""
    try:
        session = resume(path, as_edited=as_edited)
    except RulesError as fault:
        return str(fault)
    session.close()
    assert all(export(session, form).encode() for form in FORMS)
    return ""


@pytest.mark.parametrize("seed", range(400))
def test_any_change_of_a_session_is_read_or_told(tmp_path: Path, played: list[dict[str, Any]], seed: int) -> None:
    dice, path, lines = Random(seed), tmp_path / "x.jsonl", list(played)
    place = dice.randrange(len(lines))
    changed = mutated(lines[place], dice)
    lines[place] = changed if isinstance(changed, dict) else {"n": changed}
    data = written(lines)
    path.write_bytes(data)
    assert len(read(path, as_edited=bool(seed % 2))) < 1000
    assert path.read_bytes() == data


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


RAW = {
    "a name twice": '{"n":1,"n":1,"undo":1}',
    "no number": '{"n":NaN,"undo":1}',
    "beyond all numbers": '{"n":1e999,"undo":1}',
    "half a letter": '{"n":1,"undo":"\\ud800"}',
    **{f"{depth} lists": f'{{"n":{nested(depth)},"undo":1}}' for depth in (400, 900, 960, 990, 2000)},
}


@pytest.mark.parametrize("name", RAW)
def test_a_line_that_cannot_be_is_told(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.jsonl"
    begin(path).close()
    path.write_text(path.read_text() + RAW[name] + "\n")
    before = path.read_bytes()
    with pytest.raises(BadInput, match=r"x\.jsonl:"):
        resume(path, as_edited=True)
    assert path.read_bytes() == before


def test_long_words_are_told_in_brief(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    begin(path).close()
    opening = json.loads(path.read_text())
    asked = {"n": 1, "ask": "1.2.a initial damage die", "answer": "9" * 1_000_000, "said": "", "by": "hand"}
    for entry in (asked, asked | {"ask": "x" * 1_000_000}, asked | {"answer": "5", "said": "x" * 1_000_000}):
        path.write_bytes(written([opening, entry]))
        with pytest.raises(BadInput) as fault:
            resume(path)
        assert len(str(fault.value)) < 1000


# -------------------------------------------------------------- streams and signals


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    session = give(begin(tmp_path / "x.jsonl"), *SETUP)
    session.close()
    return session.journal.path


def shell(words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command with what a shell does to its streams."""
    command = words.replace("companion ", f"{shlex.quote(sys.executable)} -m companion.cli ")
    words_and_shell, variables = ["bash", "-c", command], {**os.environ, **environment}
    return subprocess.run(words_and_shell, env=variables, capture_output=True, text=True, check=False, timeout=60)


CLOSED = [
    (command, closed) for command in ("verify", "export", "undo", "resume") for closed in (">&-", "<&-", ">&- <&-")
]


@pytest.mark.parametrize(("command", "closed"), CLOSED)
def test_closed_streams_are_empty_ones(kept: Path, command: str, closed: str) -> None:
    """Nothing that is shown gets into the file, whose number a closed stream would have had."""
    result = shell(f"companion {command} {kept} {closed}")
    assert (result.returncode, result.stderr) == (0, "")
    assert len(look_at(kept).entries) == len(SETUP) - (command == "undo")


@pytest.mark.parametrize("command", ["verify", "export", "undo", "resume"])
def test_output_that_cannot_be_written_is_told(kept: Path, command: str) -> None:
    result = shell(f"companion {command} {kept} </dev/null >/dev/full")
    assert (result.returncode, len(result.stderr.splitlines())) == (2, 1)
    assert "No space left on device" in result.stderr
    assert len(look_at(kept).entries) == len(SETUP) - (command == "undo")


@pytest.mark.parametrize("command", ["verify {}", "export {}", "rule schwarm", "play schwarm --session {}.new"])
def test_output_that_nobody_reads_on(kept: Path, command: str) -> None:
    result = shell(f"printf '5\\n1\\n' | companion {command.format(kept)} | head -c 1")
    assert result.stderr == ""
    assert len(look_at(kept).entries) == len(SETUP)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize("words", ["sessions --json", "export {}", "export {} --to md", "verify {} --json"])
def test_letters_that_the_output_has_not(kept: Path, home: Path, encoding: str, words: str) -> None:
    """A name in no encoding, and an arrow in the text."""
    name = os.fsdecode(b"gr\xfcn")
    (home / f"{name}.jsonl").write_bytes(kept.read_bytes())
    result = shell(f"companion {words.format(name)} </dev/null", PYTHONIOENCODING=encoding)
    assert (result.returncode, result.stderr) == (0, "")
    if "json" in words:
        assert json.loads(result.stdout)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE])
def test_a_signal_loses_nothing(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "x.jsonl"
    command = [sys.executable, "-m", "companion.cli", "play", "schwarm", "--practice", "--session", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(b"5\n1\n")
        program.stdin.flush()
        told = b""
        while told.count(b" > ") < 3:
            told += program.stdout.read(1)
        program.send_signal(number)
        program.stdin.close()
        program.wait(20)
        assert program.stderr is not None
        assert b"Traceback" not in program.stderr.read()
    session = resume(path)
    assert [entry.answer for entry in session.entries] == ["5", "1"]
    assert session.journal.notices == []
    session.close()
    assert [each.name for each in tmp_path.iterdir() if each.name != "home"] == ["x.jsonl"]
