"""What a player types: one key for a die, a line for anything else. Knows no game."""

from __future__ import annotations

import os
import select
import sys
from typing import Any

import click

from companion.question import Question
from companion.referee.questions import Throw


class Left(Exception):
    """The player leaves the table."""


def typed(prompt: str, question: Question[Any] | None) -> str:
    """What is typed: one key for a die whose faces are single digits (0 is ten), else a line.

    Raises Left when nothing more can come: Ctrl-C, Ctrl-D, the end of a pipe.
    """
    try:
        if not one_key(question):
            return str(click.prompt(prompt, prompt_suffix=" > ", default="", show_default=False)).strip()
        click.echo(f"{prompt} > ", nl=False)
        pressed = key()
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo()
        raise Left from None
    click.echo(pressed)
    return pressed


def one_key(question: Question[Any] | None) -> bool:
    """Whether a question is answered with one key: a die with ten faces at most, at a terminal."""
    return isinstance(question, Throw) and len(question.die.faces) <= 10 and sys.stdin.isatty()


def key() -> str:
    """The next key, also one that was pressed before it was asked for (click's own forgets those)."""
    try:
        import termios
        import tty
    except ImportError:  # Windows
        return click.getchar()
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSADRAIN)
        pressed = _bytes_of_a_key(keyboard)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
    if pressed in (b"", b"\x04"):  # Ctrl-D
        raise EOFError
    return pressed.decode("utf-8", "replace").strip()


def _bytes_of_a_key(keyboard: int) -> bytes:
    """One byte, or all those of an arrow or of a letter beyond ASCII."""
    pressed = os.read(keyboard, 1)
    if pressed == b"\x1b" or pressed >= b"\x80":
        while select.select([keyboard], [], [], 0)[0] and (more := os.read(keyboard, 1)):
            pressed += more
    return pressed
