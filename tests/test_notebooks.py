"""The notebooks: they run, they answer rightly, they answer what they are asked, and a broken one does not pass."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import literate
from companion.asking import Asked
from companion.errors import BadInput, IllegalAction
from companion.odds import Bounds, Dist, labelled
from companion.referee.grounds import sums

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.py"))
PRESS = ROOT / "notebooks" / "schwarm" / "press_the_attack.py"

each_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: str(path.relative_to(ROOT)))


def run(notebook: Path, *, given: Mapping[str, Any] | None = None, **controls: Any) -> Mapping[str, Any]:
    """What a notebook defines, with some of its controls set and some definitions given."""
    spec = spec_from_file_location(notebook.stem, notebook)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    stubs = {name: SimpleNamespace(value=value) for name, value in controls.items()}
    _, defs = module.app.run(defs=stubs | dict(given or {}))
    found: Mapping[str, Any] = defs
    return found


def python(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *map(str, words)], cwd=cwd, capture_output=True, text=True, timeout=300)


def as_jupyter(notebook: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Export a notebook without outputs and run every cell of it in a Jupyter kernel."""
    exported = folder / f"{notebook.stem}.ipynb"
    done = python("-m", "marimo", "-y", "export", "ipynb", notebook, "-o", exported, cwd=folder)
    assert done.returncode == 0, done.stderr
    options = ("--nbval", "--nbval-current-env", "--rootdir", folder, "-p", "no:cacheprovider")
    return python("-m", "pytest", *options, exported, cwd=folder)


PLACE = {"arc": "9", "altitude": "Level", "counter": "FW-190:3/1", "practice": False}
REST = {"dorsal": "none", "ventral": "none", "guns": 0, "points": 5}


# ------------------------------------------------------------------ every notebook


@each_notebook
def test_a_notebook_runs_as_a_script(notebook: Path, tmp_path: Path) -> None:
    done = python(notebook, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@each_notebook
def test_a_notebook_is_in_order(notebook: Path) -> None:
    done = python("-m", "marimo", "check", "--strict", notebook, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@each_notebook
def test_a_notebook_runs_in_jupyter(notebook: Path, tmp_path: Path) -> None:
    done = as_jupyter(notebook, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@each_notebook
def test_a_broken_cell_is_noticed(notebook: Path, tmp_path: Path) -> None:
    text, end = notebook.read_text("utf-8"), 'if __name__ == "__main__":'
    assert text.count(end) == 1
    broken = tmp_path / notebook.name
    broken.write_text(text.replace(end, f"@app.cell\ndef _():\n    assert 1 == 2\n    return\n\n\n{end}"), "utf-8")
    assert python(broken, cwd=tmp_path).returncode != 0
    assert as_jupyter(broken, tmp_path).returncode != 0


@each_notebook
def test_a_notebook_needs_nothing_that_a_browser_lacks(notebook: Path) -> None:
    lacking = ("numpy", "matplotlib", "hexalattice", "scipy")
    program = f"import sys, runpy; runpy.run_path({str(notebook)!r}); print(*set({lacking}) & set(sys.modules))"
    assert python("-c", program, cwd=ROOT).stdout.split() == []


# ------------------------------------------------------------ shall I press this attack?


def tenths(dist: Dist) -> dict[str, Fraction]:
    """The chances by label, in tenths."""
    return {label: chance * 10 for label, chance in labelled(dist).items()}


def test_the_situation_it_opens_with() -> None:
    defs = run(PRESS)
    assert defs["situation"] == "9 Level +1/0 FW-190:3/1 PT 5"
    parts = {"right machine gun": 1, "fuselage": 2, "engine": 1}
    assert {side: tenths(dist) for side, dist in defs["shown"]["black die"].items()} == {
        "not pressed": {"no hit": 5, **parts, "any": 1},
        "pressed": {"no hit": 4, **parts, "any": 2},
    }
    assert {side: tenths(dist) for side, dist in defs["shown"]["red die"].items()} == {
        "not pressed": {"fighter not hit": 8, "fighter hit": 2},
        "pressed": {"fighter not hit": 7, "fighter hit": 3},
    }
    counts = [defs["chances"][side]["hit that counts"] for side in ("not pressed", "pressed")]
    assert counts == [Fraction(2, 5), Fraction(21, 50)]
    assert defs["ten"]["pressed"] == {"black die": (5, [5, 6, 7, 8, 9, 10]), "red die": (2, [8, 9, 10])}
    assert str(defs["hearing"].outcome.verdict) == "fuselage, fighter unhurt"


def test_other_controls_give_other_odds() -> None:
    rest = {**REST, "dorsal": "aimed", "guns": 4}
    defs = run(PRESS, board={"black": "-1", "red": "+2"}, rest=rest, sun="9 Level")
    assert defs["situation"] == "9 Level -1/+2 FW-190:3/1 dorsal aimed sun 9 Level guns 4 PT 5"
    assert defs["chances"]["not pressed"]["bomber hit"] == Fraction(2, 10)  # -1 +3 -1: nine and ten
    assert defs["chances"]["not pressed"]["fighter hit"] == Fraction(1, 10)  # +2 -2 +1 +1 -2: ten alone
    assert defs["chances"]["pressed"]["fighter hit"] == Fraction(1, 10) + Fraction(1, 10)


def test_numbers_that_nobody_has_read_leave_the_odds_open() -> None:
    defs = run(PRESS, place={**PLACE, "arc": "11"})
    assert defs["situation"] == "11 Level FW-190:3/1 PT 5"
    assert defs["unread"]
    assert defs["chances"]["pressed"]["bomber hit"] == Bounds(Fraction(0), Fraction(1))
    assert "ten" not in defs
    assert defs["hearing"].question is not None


def test_one_number_is_in_the_text() -> None:
    defs = run(PRESS, place={**PLACE, "arc": "12", "altitude": "High"})
    assert defs["board"].value == {"black": "+2", "red": None}
    assert defs["chances"]["not pressed"]["bomber hit"] == Fraction(6, 10)
    assert isinstance(defs["chances"]["not pressed"]["fighter hit"], Bounds)


def test_the_practice_pack_is_used_when_asked_for_and_says_so() -> None:
    defs = run(PRESS, place={**PLACE, "arc": "11", "practice": True})
    assert [pack.invented for pack in defs["packs"]] == [True]
    assert defs["chances"]["not pressed"]["bomber hit"] == Fraction(5, 10)
    assert literate.INVENTED in literate.ruling(defs["hearing"])
    assert literate.INVENTED not in literate.ruling(run(PRESS)["hearing"])


def test_without_a_point_there_is_no_pressing() -> None:
    defs = run(PRESS, rest={**REST, "points": 0})
    assert list(defs["asked"]) == ["not pressed"]
    assert "5.0.e" in defs["refused"]
    assert defs["chances"]["not pressed"]["game lost"] == Fraction(2, 10)


def test_what_is_illegal_is_told_and_nothing_is_weighed() -> None:
    defs = run(PRESS, place={**PLACE, "altitude": "Low"}, rest={**REST, "dorsal": "aimed"})
    assert "shown" not in defs


@pytest.mark.parametrize(
    ("faces", "verdict"),
    [("74", "fuselage, fighter unhurt"), ("14", "no hit, fighter unhurt"), ("80", None), ("06", None)],
)
def test_the_dice_on_the_table(faces: str, verdict: str | None) -> None:
    hearing = run(PRESS, dice={"faces": faces, "pressed": "not pressed"})["hearing"]
    assert (hearing.question is None) == (verdict is not None)
    if verdict:
        assert str(hearing.outcome.verdict) == verdict


def test_a_decision_is_asked_for_and_taken() -> None:
    dice = {"faces": "79", "pressed": "pressed"}
    open_yet = run(PRESS, dice=dice)
    assert open_yet["options"] == ["yes", "no"]
    log = {(open_yet["attack"], "79"): ("yes",)}
    ruled = run(PRESS, dice=dice, given={"log": lambda: log, "set_log": log.update})
    assert str(ruled["hearing"].outcome.verdict) == "no hit, fighter hit and saved for 1 PT"


@pytest.mark.parametrize("faces", ["7", "744", "7x"])
def test_dice_that_cannot_be_are_refused(faces: str) -> None:
    assert "options" not in run(PRESS, dice={"faces": faces, "pressed": "pressed"})


# ------------------------------------------------------------------ what notebooks share


def test_a_question_is_asked_or_says_why_not() -> None:
    assert isinstance(literate.ask("schwarm", ["attack", "9 Level +1/0 FW-190:3/1"]), Asked)
    assert isinstance(literate.ask("schwarm", ["attack", "9 Level +1/0 FW-190:3/1 PT 0 pressed"]), IllegalAction)
    assert isinstance(literate.ask("schwarm", ["attack", "13 Level FW-190:3/1"]), BadInput)


def test_the_table_of_odds_says_all_without_its_bars() -> None:
    table = literate.odds_table({"a": Dist({"hit": 1, "miss": 3}), "b": Dist({"<edge>": 1})}, "Odds")
    for told in ("<caption", '<th scope="col"', '<th scope="row"', "1/4", "25.0%", "&lt;edge&gt;", "<td>0</td>"):
        assert told in table
    assert table.count("<div") == table.count('aria-hidden="true"') == 3


def test_a_pending_case_shows_its_question_and_a_ruled_one_its_reasons() -> None:
    asked = literate.ask("schwarm", ["attack", "9 Level +1/0 FW-190:3/1", "7", "9"])
    assert isinstance(asked, Asked)
    hearing = asked.hear()
    assert literate.ruling(hearing).startswith("**The table is asked: The fighter is hit. Save it for 1 PT?**")
    assert literate.answers(hearing.question) == ["yes", "no"]
    hearing.answer("yes")
    told = literate.ruling(hearing)
    assert told.startswith("**no hit, fighter hit and saved for 1 PT**")
    assert "`5.4.a 5.4.b`" in told
    assert "with another red defence die" in told
    assert sums(hearing.outcome.grounds) == {"black DRM": 4, "red DRM": 1}


# ------------------------------------------------------------------ odds by two roads

ROADS = ROOT / "notebooks" / "odds_by_two_roads.py"


def test_both_roads_lead_to_the_same_odds() -> None:
    defs = run(ROADS)
    assert defs["derivation"].chances == labelled(defs["weighed"])
    assert defs["at"]["red defence die"] == {"fighter not hit": Fraction(9, 10), "fighter hit": Fraction(1, 10)}


def test_the_formulas_follow_the_net_drm() -> None:
    at = run(ROADS, drm=4)["at"]
    assert at["red defence die"]["fighter hit"] == Fraction(5, 10)
    assert at["black attack die"]["no hit"] == Fraction(5, 10)


@pytest.mark.parametrize("words", ['attack "13 Level"', 'attack "9 Level', "moon"])
def test_a_question_that_cannot_be_stops_both_roads(words: str) -> None:
    assert "weighed" not in run(ROADS, question=words)


def test_where_no_die_has_modifiers_there_is_no_formula() -> None:
    defs = run(ROADS, question="sun")
    assert sum(defs["derivation"].chances.values()) == 1
    assert "at" not in defs
