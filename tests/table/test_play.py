"""The real command: at a terminal, at a pipe, and the commands around a session."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.asking import luck_of
from companion.referee import Terms
from companion.referee.questions import Throw
from companion.table import FORMS, export, luck
from tests.consoles import run
from tests.table.games import ADJUSTED, CHECKED, HIT, PLACED, SETUP, WHOLE
from tests.table.players import begin, give, look_at, overruled, resume, same

BOLD = re.compile(r"\x1b\[[0-9;]*m")
WAIT = 20.0  # seconds, before a terminal that stays silent is given up


class Terminal:
    """Somebody's terminal with the command running in it, on the session that its last word names."""

    def __init__(self, *words: str) -> None:
        self.path = Path(words[-1])
        self.parent, child = pty.openpty()
        environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "TERM": "xterm"}
        command = [sys.executable, "-m", "companion.cli", *words]
        self.process = subprocess.Popen(
            command, stdin=child, stdout=child, stderr=child, env=environment, start_new_session=True,
            preexec_fn=_own_terminal,
        )  # fmt: skip
        os.close(child)
        self.told = ""
        self.screens: list[str] = []

    def until(self, text: str) -> str:
        """What is shown, up to this text."""
        deadline = monotonic() + WAIT
        while text not in self.told:
            assert monotonic() < deadline, f"{text!r} never came; on the screen: {self.told[-800:]}"
            if select.select([self.parent], [], [], 0.2)[0]:
                self.told += self._read()
        shown, _, self.told = self.told.partition(text)
        self.screens.append(BOLD.sub("", shown).replace("\r", ""))
        return " ".join(self.screens[-1].split())

    def type(self, keys: str | bytes) -> None:
        """Press some keys."""
        os.write(self.parent, keys if isinstance(keys, bytes) else keys.encode())

    def answer(self, *answers: str) -> str:
        """Answer some questions, a die with one key, anything else with a line; gives the last prompt."""
        for said in answers:
            self.until(" > ")
            if isinstance(look_at(self.path).hearing.question, Throw):
                self.key(said.replace("10", "0"))
            else:
                self.type(f"{said}\n")
        return self.until(" > ")

    def key(self, key: str) -> None:
        """Press one key at a die. The terminal forgets what was typed before it listens for keys."""
        deadline = monotonic() + WAIT
        while termios.tcgetattr(self.parent)[3] & termios.ICANON:
            assert monotonic() < deadline, "the command never listened for a key"
            sleep(0.001)
        self.type(key)

    def end(self) -> tuple[int, str]:
        """The exit code, once the command has ended, and what it still said."""
        code = self.process.wait(WAIT)
        while select.select([self.parent], [], [], 0.1)[0] and (more := self._read()):
            self.told += more
        return code, " ".join(BOLD.sub("", self.told).split())

    def close(self) -> None:
        """Close the window."""
        if self.parent >= 0:
            os.close(self.parent)
            self.parent = -1

    def _read(self) -> str:
        try:
            return os.read(self.parent, 65536).decode(errors="replace")
        except OSError:  # the other side is gone
            return ""


def _own_terminal() -> None:
    """Make the terminal the one that signals come from, so that closing it is felt."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


@pytest.fixture
def open_terminal() -> Iterator[Callable[..., Terminal]]:
    """Opens terminals, and sees to it that nothing goes on in them afterwards."""
    opened: list[Terminal] = []

    def open_one(*words: str) -> Terminal:
        opened.append(Terminal(*words))
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.close()
        terminal.process.kill()
        terminal.process.wait()


@pytest.fixture
def terminal(open_terminal: Callable[..., Terminal], path: Path) -> Terminal:
    """A new game at a terminal."""
    opened = open_terminal("play", "schwarm", "--practice", "--session", str(path))
    opened.until("Enter begins > ")
    opened.type("\n")
    return opened


def answers(path: Path) -> list[str]:
    return [entry.answer for entry in look_at(path).entries]


# ------------------------------------------------------------------- at a terminal


def test_whole_game_at_a_terminal(terminal: Terminal, path: Path) -> None:
    """One key a die, a line for anything else; the odds before the die, the ruling after it, luck at the end."""
    assert "u takes the last answer back" in terminal.until("initial damage die")
    shown = terminal.until(" > ")
    assert "1 hit on fuselage 3/10 30.0%" in shown
    terminal.key("5")
    assert "initial damage: 2 hits on fuselage" in terminal.until("sun die")
    terminal.answer(*WHOLE[1:-1])
    terminal.type("no\n")
    code, told = terminal.end()
    assert code == 0
    assert "lost: the attack was broken off, in pass 1; PT 5; scored 1 hit on tail" in told
    found = luck(look_at(path), luck_of("schwarm"))
    assert found is not None
    assert str(found) in told
    assert answers(path) == list(WHOLE)


def test_an_evening_at_the_table(open_terminal: Callable[..., Terminal], terminal: Terminal, path: Path) -> None:
    """From setup to the end, undone twice, killed once, resumed, written out; each ruling on one screen."""
    terminal.answer(*SETUP, "3", "rear")
    terminal.type("u 2\n")
    assert "Taken back: 2. 2.0.g Which zone does the swarm attack?: rear" in terminal.until("How many pairs attack?")
    terminal.answer(*PLACED[len(SETUP) :], "1", "9")
    terminal.key("u")
    terminal.until(" > ")
    terminal.key("1")
    assert "• Fighter 2 is the last to be checked" in terminal.until(" > ")
    terminal.process.kill()
    terminal.process.wait(WAIT)
    assert answers(path) == list(CHECKED[:-1])

    again = open_terminal("resume", str(path))
    assert "dorsal turret: Scattered Fire, front ventral turret: aims at fighter 1" in again.until("position check die")
    again.answer(*WHOLE[len(CHECKED) - 1 : -1])
    again.type("no\n")
    code, told = again.end()
    assert code == 0
    assert "What the dice ruled, each with the chance that it had before they fell:" in told
    assert "initial damage: 2 hits on fuselage (1/10)" in told
    assert answers(path) == list(WHOLE)
    for form in FORMS:
        assert run(f"companion export {path} --to {form}").output.rstrip("\n") == export(look_at(path), form)
    for screen in (*terminal.screens, *again.screens):
        assert max(map(len, screen.splitlines()), default=0) <= 80
        assert len(screen.partition("\n\n")[0].splitlines()) <= 24, (
            screen
        )  # what came of an answer, before what is next


def test_zero_is_ten(terminal: Terminal, path: Path) -> None:
    terminal.answer("10", "1")
    assert answers(path) == ["10", "1"]
    assert look_at(path).entries[0].said == "1 hit on tail"


def test_wrong_answers_are_explained_and_asked_again(terminal: Terminal, path: Path) -> None:
    terminal.until(" > ")
    terminal.key("x")
    assert "initial damage die: 'x' is not on a d10, which shows 1 to 10 (0 is ten)." in terminal.until(" > ")
    terminal.key("5")
    terminal.answer("1", "dorsal", "3")
    for wrong, told in (
        ("7", "How many pairs attack? '7' is not one of 1, 2, 3."),
        ("", ""),
        ("__import__('os')", "\"__import__('os')\" is not one of 1, 2, 3."),
        ("2 ", "Which zone does the swarm attack?"),
        ("sky", "'sky' is not one of front, right, rear, left."),
    ):
        terminal.type(f"{wrong}\n")
        assert told in terminal.until(" > ")
    assert answers(path) == [*SETUP, "2"]


def test_commands_at_a_terminal(terminal: Terminal, path: Path) -> None:
    """Undo of one and of three, the rule in force, leaving."""
    terminal.answer(*PLACED)
    terminal.type("u\n")
    assert "Taken back: 1." in terminal.until(" > ")
    assert answers(path) == list(PLACED[:-1])
    terminal.type("u 3\n")
    assert "Taken back: 3." in terminal.until(" > ")
    assert answers(path) == list(SETUP)
    terminal.type("?\n")
    shown, rule = terminal.until(" > "), next(look_at(path).hearing.record.waiting()).case.rule
    assert all(f"{id} " in shown for id in rule.statements)
    terminal.type("u x\n")
    assert "is not one of 1, 2, 3" in terminal.until(" > ")
    terminal.type("q\n")
    code, told = terminal.end()
    assert code == 0
    assert "The session is kept: companion resume" in told
    assert answers(path) == list(SETUP)


def test_undo_at_a_die(terminal: Terminal, path: Path) -> None:
    """At a die `u` is one key and takes one answer back; pressed again, another."""
    terminal.answer("5", "1")
    terminal.type("u\n")
    terminal.until("sun die")
    terminal.until(" > ")
    terminal.key("u")
    assert "Taken back: 1." in terminal.until("initial damage die")
    terminal.until(" > ")
    terminal.key("u")
    assert "There is nothing to take back." in terminal.until(" > ")
    assert answers(path) == []


def test_a_ten_in_two_keys(terminal: Terminal, path: Path) -> None:
    """A one is a one at once; a zero right after it asks whether a ten was meant."""
    terminal.until(" > ")
    terminal.key("1")
    terminal.until("sun die")
    terminal.until(" > ")
    terminal.key("0")
    assert "was the die before this a ten?" in terminal.until(" > ")
    terminal.type("y\n")
    terminal.until("sun die")
    terminal.until(" > ")
    assert answers(path) == ["10"]
    terminal.key("1")
    terminal.until(" > ")
    assert answers(path) == ["10", "1"]


def test_overruling_at_a_terminal(terminal: Terminal, path: Path) -> None:
    terminal.answer("5")
    terminal.key("o")
    menu = terminal.until("nothing to leave it > ")
    assert "[1] initial damage: no hit" in menu
    terminal.type("9\n")
    assert "'9' is not one of 1 to" in terminal.until(" > ")
    terminal.key("o")
    terminal.until("nothing to leave it > ")
    terminal.type("\n")
    terminal.until(" > ")
    terminal.key("o")
    terminal.until("nothing to leave it > ")
    terminal.type("1\n")
    terminal.until("Why? > ")
    terminal.type("the die was cocked\n")
    assert "Overruled: initial damage is no hit. It is marked in every export." in terminal.until(" > ")
    assert [each.why for each in overruled(look_at(path))] == ["the die was cocked"]
    terminal.key("1")
    terminal.until(" > ")
    terminal.type("o\n")
    assert "instead" in terminal.until(" > ")


@pytest.mark.parametrize("at", ["Which one?", "Why?"])
def test_commands_while_overruling(terminal: Terminal, path: Path, at: str) -> None:
    """`?` explains, `u` goes back to the game, `q` leaves it; nothing is overruled by them."""
    terminal.answer("5")
    for commands in (("?", "Another verdict counts", "u", "sun die"), ("q", "The session is kept")):
        terminal.key("o")
        terminal.until("nothing to leave it > ")
        if at == "Why?":
            terminal.type("1\n")
            terminal.until("Why? > ")
        for command, told in zip(commands[::2], commands[1::2], strict=True):
            terminal.type(f"{command}\n")
            terminal.until(told)
    assert terminal.end()[0] == 0
    assert overruled(look_at(path)) == []


def test_overruling_without_a_reason_at_a_terminal(terminal: Terminal, path: Path) -> None:
    terminal.answer("5")
    terminal.key("o")
    terminal.until("nothing to leave it > ")
    terminal.type("1\n")
    terminal.until("Why? > ")
    terminal.type(" \n")
    assert "Overruling the referee wants a reason" in terminal.until(" > ")
    assert overruled(look_at(path)) == []


def test_number_before_an_option_chooses_it(terminal: Terminal, path: Path) -> None:
    terminal.answer(*SETUP)
    terminal.type("1\n")
    assert "[2] right" in terminal.until(" > ")
    terminal.type("2\n")
    terminal.until(" > ")
    assert answers(path)[-1] == "right"


def test_option_that_is_a_number_chooses_itself(open_terminal: Callable[..., Terminal], path: Path) -> None:
    """Done, fighter 1 or fighter 2: no other number stands before them."""
    give(begin(path), *CHECKED, "done", "4").close()
    terminal = open_terminal("resume", str(path))
    shown = terminal.until(" > ")
    assert "Call off an attack?" in shown
    assert not re.search(r"\[\d\]", shown)
    terminal.type("2\n")
    terminal.until(" > ")
    assert answers(path)[-1] == "2"


@pytest.mark.parametrize("at", ["a die", "a line"])
def test_interrupt_loses_nothing(terminal: Terminal, path: Path, at: str) -> None:
    """Ctrl-C in mid-question."""
    given = SETUP[:3] if at == "a die" else SETUP
    terminal.answer(*given)
    interrupt = terminal.key if at == "a die" else terminal.type
    interrupt("\x03")
    with suppress(subprocess.TimeoutExpired):  # a signal in the instant before the terminal reads is seen with the next
        terminal.process.wait(2)
    if terminal.process.poll() is None:
        terminal.type("\x03")
    code, told = terminal.end()
    assert "Traceback" not in told
    assert code in (0, 1)
    assert answers(path) == list(given)
    give(resume(path), *WHOLE[len(given) :]).close()


def test_interrupt_at_a_die_says_that_the_session_is_kept(terminal: Terminal) -> None:
    terminal.answer("5")
    terminal.key("\x03")
    assert "The session is kept: companion resume" in terminal.end()[1]


@pytest.mark.parametrize("given", [SETUP[:3], SETUP, PLACED])
def test_closed_terminal_loses_nothing(terminal: Terminal, path: Path, given: tuple[str, ...]) -> None:
    terminal.answer(*given)
    terminal.close()
    terminal.process.wait(WAIT)
    assert answers(path) == list(given)
    session = resume(path)
    assert session.journal.notices == []
    give(session, *WHOLE[len(given) :]).close()
    assert answers(path) == list(WHOLE)


def test_hang_up_in_mid_line_loses_nothing(terminal: Terminal, path: Path) -> None:
    terminal.answer(*SETUP)
    terminal.type("2")
    terminal.process.send_signal(signal.SIGHUP)
    terminal.process.wait(WAIT)
    assert answers(path) == list(SETUP)
    resume(path).close()


def test_keys_of_another_encoding_are_explained(terminal: Terminal, path: Path) -> None:
    terminal.answer(*SETUP)
    terminal.type(b"\xff\xfe\n")
    assert "is not one of 1, 2, 3" in terminal.until(" > ")
    terminal.type("1\n")
    terminal.until(" > ")
    assert answers(path) == [*SETUP, "1"]


def test_resume_goes_on_where_it_was_left(open_terminal: Callable[..., Terminal], path: Path) -> None:
    give(begin(path), *ADJUSTED).close()
    terminal = open_terminal("resume", str(path))
    assert "fighter 1 at 6 Level, pair 1" in terminal.until("Which attack")
    terminal.answer(*WHOLE[len(ADJUSTED) : -1])
    terminal.type("no\n")
    assert terminal.end()[0] == 0
    assert answers(path) == list(WHOLE)


# ------------------------------------------------------------------------ at a pipe


def piped(typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The command, fed from a pipe that then ends."""
    command = [sys.executable, "-m", "companion.cli", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=60)


def test_pipe_that_ends_in_mid_game(path: Path) -> None:
    typed = "".join(f"{said}\n" for said in HIT)
    result = piped(typed, "play", "schwarm", "--practice", "--session", str(path))
    assert result.returncode == 0
    assert "The session is kept" in result.stdout
    assert result.stderr == ""
    assert answers(path) == list(HIT)


def test_a_huge_number_is_explained(path: Path) -> None:
    result = piped("9" * 5000 + "\n5\n", "play", "schwarm", "--session", str(path))
    assert result.returncode == 0
    assert answers(path) == ["5"]


def test_virtual_dice(path: Path, home: Path) -> None:
    """The computer throws and draws; the player decides. What it threw is marked."""
    typed = "".join(f"{said}\n" for said in ("1", "rear", "6 Level", "5 Low", "1", "done"))
    result = piped(typed, "play", "schwarm", "--practice", "--dice", "virtual", "--session", str(path))
    assert result.returncode == 0
    assert "initial damage die: " in result.stdout
    assert "thrown by the computer" in result.stdout
    for entry in look_at(path).entries:
        thrown = entry.ask.endswith(" die") or "turret for the Front zone" in entry.ask
        assert entry.by == ("virtual" if thrown else "hand")
    again = piped("", "resume", "--dice", "virtual", str(path))
    assert again.returncode == 0


def test_virtual_dice_are_not_foreseen(tmp_path: Path) -> None:
    """Two games throw different dice (a chance of one in 10^15 says otherwise)."""
    thrown = []
    for name in ("a.jsonl", "b.jsonl"):
        command = ("play", "schwarm", "--practice", "--dice", "virtual", "--session", str(tmp_path / name))
        piped("3\nrear\n" + "6 Level\n" * 6 + "1\n2\n3\n4\n5\n" + "done\n" * 5, *command)
        thrown.append([entry.answer for entry in look_at(tmp_path / name).entries if entry.by == "virtual"])
    assert thrown[0] != thrown[1]


# ------------------------------------------------------------ the commands around it


@pytest.fixture
def kept(home: Path) -> Path:
    """A whole game in the folder of the sessions."""
    session = give(begin(home / "evening.jsonl"), *WHOLE)
    session.close()
    return session.journal.path


def test_a_new_session_is_named_for_the_day(home: Path) -> None:
    for number in (1, 2):
        result = piped("5\n", "play", "schwarm")
        assert result.returncode == 0
        assert re.search(rf"schwarm-\d{{4}}-\d\d-\d\d-{number}\.jsonl", "".join(result.stdout.split()))
    assert len(list(home.glob("*.jsonl"))) == 2


def test_sessions(kept: Path) -> None:
    begin(kept.with_name("morning.jsonl")).close()
    assert "evening" in run("companion sessions").output
    listed = {each["name"]: each for each in json.loads(run("companion sessions --json").output)}
    assert listed["evening"] == {
        "name": "evening", "game": "schwarm", "answers": len(WHOLE), "state": "nothing: the game is over",
    }  # fmt: skip
    assert listed["morning"]["state"] == "1.2.a initial damage die"


def test_no_sessions(home: Path) -> None:
    home.rmdir()
    assert run("companion sessions").exit_code == 0
    assert json.loads(run("companion sessions --json").output) == []


def test_undo(kept: Path) -> None:
    told = json.loads(run("companion undo evening 2 --json").output)
    assert told["undone"] == 2
    assert told["asked"].endswith("red defence die")
    assert answers(kept) == list(WHOLE[:-2])
    assert "Taken back: 1." in run("companion undo evening").output
    assert run("companion undo evening 0").exit_code == 2
    assert json.loads(run("companion undo evening 999 --json").output)["undone"] == len(WHOLE) - 3
    assert answers(kept) == []


@pytest.mark.parametrize("form", FORMS)
def test_export(kept: Path, form: str) -> None:
    assert run(f"companion export evening --to {form}").output.rstrip("\n") == export(look_at(kept), form)


def test_export_of_an_unknown_form(kept: Path) -> None:
    assert run("companion export evening --to pdf").exit_code == 2


def test_verify(kept: Path) -> None:
    told = json.loads(run("companion verify evening --json").output)
    assert told["holds"]
    assert told["told"][:2] == [f"{len(WHOLE)} answers hold", "now: nothing: the game is over"]
    assert told["told"][2].startswith("Luck: ")
    text = kept.read_text("utf-8")
    kept.write_text(text.replace('"answer":"5"', '"answer":"6"', 1), "utf-8")
    result = run("companion verify evening --json")
    assert result.exit_code == 2
    assert "edited after it was written" in json.loads(result.output)["message"]
    kept.write_text(text + '{"n":', "utf-8")
    told = json.loads(run("companion verify evening --json").output)
    assert "the last line is torn" in " ".join(told["told"])
    assert kept.read_text("utf-8") == text + '{"n":'


def test_reading_a_session_leaves_nothing_behind(kept: Path) -> None:
    before = {each.name: each.read_bytes() for each in kept.parent.iterdir()}
    for command in ("verify evening", "export evening", "sessions", "export evening --to json"):
        assert run(f"companion {command}").exit_code == 0
    assert {each.name: each.read_bytes() for each in kept.parent.iterdir()} == before


def test_session_under_switched_readings(path: Path) -> None:
    piped("1\n", "play", "schwarm", "--option", "initial-damage=skipped", "--session", str(path))
    session = look_at(path)
    assert session.terms.switched == (("initial-damage", "skipped"),)
    assert session.entries[0].ask == "1.3.a sun die"
    assert same(session, resume(path))


def test_own_pack_grows_while_playing(path: Path, tmp_path: Path) -> None:
    pack = tmp_path / "mine.toml"
    typed = "".join(f"{said}\n" for said in ("1", "2", "1 High", "dorsal", "3"))
    result = piped(typed, "play", "schwarm", "--keep", str(pack), "--session", str(path))
    assert result.returncode == 0
    assert '"1 High" = "2"' in pack.read_text("utf-8")
    assert answers(path) == ["1", "2", "1 High", "dorsal", "3"]


def test_own_pack_serves_and_grows_in_a_resumed_game(path: Path, tmp_path: Path) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text('pack = 1\ngame = "schwarm"\n\n[sun]\n"1 High" = "2"\n', "utf-8")
    begin(path, Terms()).close()
    result = piped("1\n2\n", "resume", "--keep", str(pack), str(path))
    assert "sun 2: 1 High, from your pack" in result.stdout
    assert [(entry.answer, entry.by) for entry in look_at(path).entries][-1] == ("1 High", "pack")
    piped("u 2\n3\n3 Low\n", "resume", "--keep", str(pack), str(path))
    assert '"3 Low" = "3"' in pack.read_text("utf-8")


def test_prices_stand_beside_what_can_be_chosen(path: Path) -> None:
    give(begin(path), *SETUP).close()
    assert "1 (free)  2 (1 PT)  3 (2 PT)" in piped("", "resume", str(path)).stdout
    give(resume(path), *CHECKED[len(SETUP) :]).close()
    told = piped("flee\n?\n", "resume", str(path)).stdout
    assert "[5] down to 6 Low (free)" in told
    assert "[4] up to 6 High (1 PT)" in told
    assert "'flee' is not one of" in told
    assert "The whole chapter: companion rule schwarm 4.0, 4.1, 4.2, 4.3, 4.4" in told


def test_wrong_words_begin_nothing(path: Path) -> None:
    for words in ("play chess", "play schwarm --option moon=full", "play schwarm --pack nowhere.toml"):
        result = run(f"companion {words} --session {path}")
        assert (result.exit_code, len(result.output.splitlines())) == (2, 1)
    assert not path.exists()
