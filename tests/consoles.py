"""The terminal as documents show it: `$ companion …` and what it prints, to be held against the real thing."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli import main

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def run(command: str) -> Result:
    """Run a `companion …` line as a person without a terminal would."""
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, shlex.split(command)[1:])


def shown(command: str) -> str:
    """What a command prints, without blanks at line ends."""
    return "\n".join(line.rstrip() for line in run(command).output.rstrip().splitlines())


def consoles(document: Path) -> Iterator[tuple[str, str]]:
    """Every command of a document's console blocks, with the output it shows."""
    for block in BLOCK.findall(document.read_text("utf-8")):
        for part in block.split("$ ")[1:]:
            command, _, output = part.partition("\n")
            yield command, output.rstrip()


def refresh(document: Path) -> None:
    """Write the real output into a document's console blocks."""

    def real(block: re.Match[str]) -> str:
        commands = [part.partition("\n")[0] for part in block[1].split("$ ")[1:]]
        return "```console\n" + "\n".join(f"$ {command}\n{shown(command)}" for command in commands) + "\n```"

    document.write_text(BLOCK.sub(real, document.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    for name in ("README.md", "docs/index.md", "docs/odds.md"):
        refresh(ROOT / name)
