"""The house: imports go downwards only, public things explain themselves, the wheel carries the rulebooks."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import companion
from companion.asking import played
from companion.book import open_book
from tests.consoles import ROOT

MODULES = [module.name for module in pkgutil.walk_packages(companion.__path__, "companion.")]

FLOORS = [
    {"errors", "question", "dice"},
    {"book"},
    {"referee"},
    {"odds", "board"},
    {"table", "schwarm", "grunwald"},
    {"asking"},
    {"conformance", "keeping", "exploring"},
    {"reference"},
    {"as_data", "drawing", "literate", "happening", "keyboard"},
    {"screens", "playing"},
    {"cli"},
]


def room(module: str) -> str:
    return module.split(".")[1]


def floor(name: str) -> int:
    return next(n for n, rooms in enumerate(FLOORS) if name in rooms)


def imports(module: str) -> set[str]:
    """The rooms of companion that a module's source imports, anywhere in it."""
    source = ast.parse(inspect.getsource(importlib.import_module(module)))
    found = set()
    for node in ast.walk(source):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "companion":
            names = [node.module] if "." in node.module else [f"companion.{alias.name}" for alias in node.names]
            found |= {room(name) for name in names}
        elif isinstance(node, ast.Import):
            found |= {room(alias.name) for alias in node.names if alias.name.startswith("companion.")}
    return found - {"__version__"}


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_downwards_only(module: str) -> None:
    own = room(module)
    for other in imports(module) - {own}:
        assert floor(other) < floor(own) or (floor(own) == 0 == floor(other)), f"{module} imports {other}"


@pytest.mark.parametrize("module", MODULES)
def test_public_things_explain_themselves(module: str) -> None:
    for name, thing in vars(importlib.import_module(module)).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module:
            continue
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), f"{module}.{name} has no docstring"


@pytest.mark.parametrize("game", played())
def test_every_citation_in_code_is_in_the_book(game: str) -> None:
    """An id misspelt in a tally would otherwise stay unseen until the bullet is reached."""
    statements, sections = open_book(game).statements, open_book(game).sections
    for module in (name for name in MODULES if name.startswith(f"companion.{game}.")):
        for node in ast.walk(ast.parse(inspect.getsource(importlib.import_module(module)))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                section, _, letter = node.value.rpartition(".")
                if re.fullmatch(r"[a-z]", letter) and section in sections:
                    assert node.value in statements, f"{module}: {node.value}"


def test_ci_runs_the_readme_command() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", (ROOT / "README.md").read_text("utf-8"))
    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text("utf-8")


def test_no_printed_sentence_stands_in_the_project() -> None:
    tool = ROOT.parent / "shared" / "tools" / "own_words.py"
    if not tool.exists():
        pytest.skip("the printed rulebooks are not here to compare with")
    told = subprocess.run([sys.executable, tool, ROOT], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def test_wheel_carries_the_rulebooks(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for game in played():
        for path in (ROOT / "rulebook" / game).rglob("*.*"):
            assert f"companion/rulebook/{path.relative_to(ROOT / 'rulebook').as_posix()}" in names


def test_wheel_answers_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    """Installed elsewhere, beside the packages it depends on, the command still opens its rulebook."""
    venv.create(tmp_path / "env", with_pip=True)
    scripts = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    constraints = str(ROOT / "constraints.txt")
    subprocess.run([scripts / "pip", "install", "-q", "-c", constraints, str(wheel)], check=True, cwd=tmp_path)
    command = [str(scripts / "companion"), "ask", "schwarm", "check", "1 High", "7"]
    told = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert told.stdout.startswith("4 Level")
    assert "inertia 4: 3, printed" in told.stdout
