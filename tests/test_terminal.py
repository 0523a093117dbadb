"""The terminal: the commands that the README names, exit codes, JSON, packs, and every kind of bad input."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.book import open_book
from tests.consoles import ROOT, consoles, run, shown

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize(
    ("command", "output"),
    [pytest.param(*pair, id=f"{document.name}: {pair[0]}") for document in DOCUMENTS for pair in consoles(document)],
)
def test_documents_show_what_is_printed(command: str, output: str) -> None:
    assert shown(command) == output, "refresh with: python -m tests.consoles"


def test_readme_shows_its_commands() -> None:
    assert len(list(consoles(ROOT / "README.md"))) >= 4


EXIT_CODES = [
    ("companion", 0),
    ('companion ask schwarm check "1 High"', 0),
    ('companion ask schwarm check "1 High" 7', 0),
    ('companion ask schwarm check "1 High" 10', 3),
    ('companion ask schwarm attack "9 Level +1/0 FW-190:3/1 pressed" 7 9', 3),
    ('companion ask schwarm attack "9 Level +1/0 FW-190:3/1 pressed" 7 9 yes', 0),
    ('companion ask schwarm attack "9 Level FW-190:3/1" 7 9', 3),
    ('companion ask schwarm attack "9 Level FW-190:3/1" 7 9 -1 -1', 0),
    ("companion ask schwarm setup 5", 0),
    ("companion ask schwarm sun 1", 0),
    ("companion ask schwarm sun 2", 3),
    ('companion ask schwarm turrets "11 High" dorsal 4', 0),
    ('companion ask schwarm attack "5 Low FW-190:3/1 dorsal aimed"', 1),
    ('companion ask schwarm attack "9 Level FW-190:3/1 pressed PT 0"', 1),
    ("companion rule schwarm", 0),
    ("companion rule schwarm 5.4", 0),
    ("companion rule schwarm 5.4.a", 0),
    ('companion compare schwarm check "1 High" 3', 0),
    ('companion compare schwarm check "1 High"', 0),
    ("companion coverage schwarm", 0),
    ("companion show grunwald --position meadow", 0),
    ("companion show grunwald --position meadow --zoc red,Poland --moves 0607,0505 --part 0303-0909", 0),
    ("companion ask grunwald moves 0505 --position meadow", 0),
    ("companion ask grunwald moves 0605 --position meadow", 1),
    ("companion ask grunwald integrity --position meadow", 0),
    ("companion ask grunwald retreat 0606 --from 0506,0607 --position meadow", 0),
    ('companion ask grunwald retreat "0606 to 0506" --from 0506,0607 --position meadow', 1),
    ('companion ask grunwald attack "0505 + 0506 > 0606" --position meadow', 0),
    ('companion ask grunwald fire "0404 > 0606" --position meadow', 0),
]


@pytest.mark.parametrize(("command", "code"), EXIT_CODES)
def test_exit_code_and_json(command: str, code: int) -> None:
    assert run(command).exit_code == code, run(command).output
    if command != "companion":
        told = run(command + " --json")
        assert told.exit_code == code
        assert json.loads(told.output)


BAD_INPUT = [
    ('ask schwarm check "1 High" 11', "'11' is not on a d10, which shows 1 to 10"),
    ('ask schwarm check "1 High" 0x7', "is not on a d10"),
    ('ask schwarm check "1 High" ٧', "is not on a d10"),
    ('ask schwarm check "1 High" 3 3', "one answer too many"),
    ('ask schwarm check "13 High"', "no clock arc 13: they run from 1 to 12"),
    ('ask schwarm check "1 Up"', "no altitude 'Up': it is High, Level, Low"),
    ('ask schwarm check ""', "a position such as 9 Level, found the end"),
    ("ask schwarm check", "check wants a situation"),
    ('ask schwarm check "1 High presed"', "found 'presed'"),
    ('ask schwarm check "1 High 4=9"', "inertia 4 is 3 in the printed text, not 9"),
    ("ask schwarm", "nothing was asked. Ask one of: setup"),
    ("ask schwarm fly", "there is no 'fly'"),
    ("ask chess opening", "There is no rulebook 'chess' here"),
    ('ask schwarm attack "9 Level FW-190:9/9"', "no FW-190 counter 9/9: its backs are 1/0"),
    ('ask schwarm attack "9 Level FW-190:3/1 pressed pressed"', "pressed is said twice"),
    ('ask schwarm attack "9 Level FW-190:3/1 with BF-109:1/0"', "both of a pair are of the same type"),
    ('ask schwarm attack "9 Level FW-190:3/1 out 3/1"', "each counter exists once"),
    ('ask schwarm attack "12 High +3/0 FW-190:3/1"', "position black High 12 is 2 in the printed text, not 3"),
    ('ask schwarm attack "9 Level FW-190:3/1" 7 9 40 0', "'40' is not one of -9 to 9"),
    ('ask schwarm attack "9 Level +1/0 FW-190:3/1 pressed" 7 9 maybe', "'maybe' is not one of yes, no"),
    ('ask schwarm check "1 High" --reading nosuch=1', "no reading or option 'nosuch'"),
    ('ask schwarm check "1 High" --reading first-step=maybe', "has no value 'maybe': choose no or yes"),
    ('ask schwarm check "1 High" --reading first-step', "write ID=VALUE"),
    ('ask schwarm check "1 High" --pack nosuch.toml', "there is no such file"),
    ('ask schwarm attack "9 Level BF-109:3/1" --option fighter=FW-190', "The question says fighter BF-109"),
    ("rule schwarm 9.9", "no statement '9.9'"),
    ('ask schwarm damage "wing 3"', "hits such as cockpit 1"),
    ('ask schwarm combine "FW-190 1/0 + 2/0 + 3/1"', "Only two fighters may combine"),
    ("show schwarm", "schwarm has nothing to draw: it is played without a map"),
    ("show grunwald", "show wants --position"),
    ("show grunwald --position", "show: --position wants a value"),
    ("show grunwald --position nowhere", "There is no position 'nowhere': name a file, or one of these: "),
    ("show grunwald --position meadow --zoc green", "no side or Wing 'green': name one of Order, Poland, Red"),
    ("show grunwald --position meadow --part 0303", "Expected two hexes with a hyphen between"),
    ("show grunwald --position meadow --purple haze", "show: '--purple' is not understood"),
    ("show grunwald --position meadow --moves 0101", "No Unit stands in 0101"),
    ("show grunwald --position meadow --save map.gif", "map.gif: a picture is a .svg, .txt, .pdf or .png file"),
    ("ask grunwald moves 0505", "moves wants --position"),
    ("ask grunwald retreat 0606 --position meadow", "retreat wants --from"),
    ('ask grunwald attack "0505 > 0606" --position meadow --position meadow', "--position is said twice"),
]


@pytest.mark.parametrize(("command", "told"), BAD_INPUT)
def test_bad_input_is_told_in_one_message(command: str, told: str) -> None:
    result = run(f"companion {command}")
    assert result.exit_code == 2
    assert told in " ".join(result.output.split())
    assert "Traceback" not in result.output
    assert json.loads(run(f"companion {command} --json").output)["error"] in ("BadInput", "BadAnswer")


PACK = 'pack = 1\ngame = "schwarm"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (PACK + '[sun]\n"1 High" = "11"\n', "mine.toml:4: sun: '11' reaches outside die 1 to 10."),
        (PACK + '[inertia]\n3 = "5"\n2 = "5..7"\n', "mine.toml:5: inertia 5 has two values, 3 and 2: keep one."),
        (PACK + '[inertia]\n9 = "4"\n', "inertia 4 is printed as 3, not 9"),
        (PACK + '[inertia]\n77 = "5"\n', "mine.toml:4: inertia: outcome: '77' is not one of 0 to 9."),
        (PACK + '[enertia]\n3 = "5"\n', "mine.toml:3: 'enertia' is no chart of schwarm"),
        ('pack = 1\ngame = "grunwald"\n', "this pack is for 'grunwald', not for 'schwarm'"),
        ('pack = 2\ngame = "schwarm"\n', "reads format 1"),
        ("pack = 1\n", "this file lacks game"),
        ("pack = = 1\n", "mine.toml: Invalid value (at line 1, column 8)"),
    ],
)
def test_faults_of_a_pack_are_told_by_file_and_line(tmp_path: Path, text: str, told: str) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text(text, "utf-8")
    result = run(f'companion ask schwarm check "1 High" --pack {shlex.quote(str(pack))}')
    assert result.exit_code == 2
    assert told in " ".join(result.output.split())


def test_pack_closes_a_gap(tmp_path: Path) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text(PACK + '[inertia]\n4 = "5"\n', "utf-8")
    told = json.loads(run(f'companion ask schwarm check "1 High" --pack {shlex.quote(str(pack))} --json').output)
    assert told["odds"] == {"1 High": "3/10", "2 High": "1/10", "3 Level": "1/10", "4 Level": "3/10", "5 Low": "1/5"}
    assert told["open"] == []


def test_what_is_read_at_the_table_is_kept(tmp_path: Path) -> None:
    pack = shlex.quote(str(tmp_path / "mine.toml"))
    command = f'companion ask schwarm attack "9 Level FW-190:3/1" 7 9 {{}} --keep {pack}'
    assert run(command.format("2 0")).exit_code == 3  # black 12; red 9 + 0 + 1 is a hit: save it?
    again = run(f'companion ask schwarm attack "9 Level FW-190:3/1" 7 9 no --pack {pack} --json')
    assert json.loads(again.output)["verdict"] == "fuselage, fighter shot down, the game is lost"
    assert run(command.format("no")).exit_code == 0
    book = open_book("schwarm")
    assert book.pack(Path(pack)).cells == {
        ("positions", ("black", "Level", 9)): 2,
        ("positions", ("red", "Level", 9)): 0,
    }


def test_practice_says_so() -> None:
    told = run('companion ask schwarm check "1 High" 10 --practice')
    assert "invented" in told.output
    assert json.loads(run('companion ask schwarm check "1 High" 10 --practice --json').output)["invented"] is True
    assert "invented" not in run('companion ask schwarm check "1 High" 7').output
    assert json.loads(run('companion ask schwarm check "1 High" 7 --json').output)["invented"] is False


def test_comparing_with_practice_says_so() -> None:
    assert "(invented values)" in run('companion compare schwarm check "1 High" 10 --practice').output
    assert "invented" not in run('companion compare schwarm check "1 High" 7').output


def test_a_section_shows_a_few_of_its_cases_or_all() -> None:
    few, every = run("companion rule schwarm 5.4").output, run("companion rule schwarm 5.4 --cases").output
    few_cases, every_case = (" ".join(told.split()).count(" holds: ") for told in (few, every))
    assert 0 < few_cases < every_case
    assert f"and {every_case - few_cases} more cases that touch it: add --cases" in " ".join(few.split())
    order = [few.index(told) for told in ("5.4.a  Ten", "Chart position", "async def", "reading sun-red", "case 5.4-")]
    assert order == sorted(order)


def test_what_was_computed_twice_is_told_once() -> None:
    """The zones without a hit are alike."""
    assert run('companion ask schwarm damage "nose gun 3, fuselage 3"').output.count("gun drm: 0 [gun hits 0]") == 1


@pytest.mark.parametrize(
    ("command", "first"),
    [
        ('check "1 High" 7', "4 Level  [terms.a 2.1.1.c 2.1.1.g 2.1.2.a]"),
        ('attack "9 Level +1/0 FW-190:3/1 pressed" 7 4', "fuselage, fighter unhurt  [5.1.e 5.4.a 5.4.b]"),
        ('end "PT 0"', "lost: no PT left, in pass 1; PT 0; scored no hit  [7.0.c]"),
        ('attack "9 Level FW-190:3/1" 7 9', "You are asked: Read the black number that your board prints at 9 Level"),
    ],
)
def test_first_line_is_the_verdict_and_what_decided_it(command: str, first: str) -> None:
    assert run(f"companion ask schwarm {command}").output.splitlines()[0] == first


def test_a_whole_table_is_told_by_what_happened_and_what_differs() -> None:
    told = " ".join(run('companion ask schwarm turn "dorsal left 1 at 1 High" 4').output.split())
    assert "• The dorsal turret: left → front; in this pass it keeps to Scattered Fire [4.3.a 4.3.h]" in told
    assert "1, 3, 5, 7, 9 → ventral turret: Scattered Fire, right; 2, 4, 6, 8, 10 → the same table" in told
    odds = run('companion ask schwarm turn "dorsal left 1 at 1 High"').output
    assert "  ventral turret: Scattered Fire, right  1/2   50.0%" in odds
    loop = run('companion ask schwarm abort "pass 2 1 at 1 High 2 at 1 Low" 1 2').output
    assert "• 1 PT paid for what was called off, 1 PT earned by it: allowed, at no loss  [4.4.b]" in loop


def test_plain_has_no_bars_and_no_colour() -> None:
    told = run('companion ask schwarm check "1 High" --plain').output
    assert "1 High: 3/10" in " ".join(told.split())
    assert "█" not in told
    assert "\x1b" not in told


def test_cumulative_adds_up() -> None:
    told = " ".join(run('companion ask schwarm check "1 High" --cumulative').output.split())
    assert "so far 1 High 3/10 30.0% ██████ 3/10 30.0%" in told
    assert "4 Level 3/10 30.0% ██████ 4/5 80.0%" in told
    assert "open: inertia 5 1/5 20.0% ████ 1 100.0%" in told


@pytest.mark.parametrize("module", ["sympy", "scipy", "numpy", "networkx", "matplotlib", "rich"])
def test_an_answer_in_json_imports_nothing_heavy(module: str) -> None:
    code = (
        "import sys; from click.testing import CliRunner; from companion.cli import main;"
        "result = CliRunner().invoke(main, ['ask', 'schwarm', 'check', '1 High', '7', '--json']);"
        f"assert result.exit_code == 0, result.output; sys.exit({module!r} in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_table_is_asked_at_a_terminal(tmp_path: Path) -> None:
    """With somebody at the keyboard a wrong answer is explained and asked again, and the case goes on to its end."""
    import os
    import pty

    parent, child = pty.openpty()
    command = [sys.executable, "-m", "companion.cli", "ask", "schwarm", "attack", "9 Level FW-190:3/1", "7", "9"]
    process = subprocess.Popen(command, stdin=child, stdout=child, stderr=child, env={**os.environ, "NO_COLOR": "1"})
    os.close(child)
    os.write(parent, b"99\n2\n0\nno\n")
    told = b""
    while True:
        try:
            told += os.read(parent, 4096)
        except OSError:
            break
    assert process.wait() == 0
    text = told.decode()
    assert "'99' is not one of -9 to 9" in text
    assert "fuselage, fighter shot down, the game is lost" in text
    assert "\x1b[3" not in text
