"""A program killed at any moment loses at most the answer that was being typed."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import sleep

import pytest

from companion.table import Session
from tests.table.players import STUBBORN, Anybody, begin, look_at, play, play_out, resume, same

FSYNC = os.fsync
FORK = multiprocessing.get_context("fork")  # a child that has everything imported already


def answers(session: Session) -> list[str]:
    return [entry.answer for entry in session.entries]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[int, list[str]]:
    """Ten games as they go when nobody is killed."""
    folder = tmp_path_factory.mktemp("whole")
    return {seed: answers(play_out(begin(folder / f"{seed}.jsonl"), seed, habits=STUBBORN)) for seed in range(10)}


def child(path: Path, seed: int, told: Connection) -> None:
    """Play, and acknowledge each answer once the session has taken it."""
    os.fsync = FSYNC
    for said in play(begin(path), Anybody(Random(seed), habits=STUBBORN)):
        told.send(said)
    told.send(None)


@pytest.mark.parametrize("game", range(100))
def test_every_answer_that_was_acknowledged_is_there(tmp_path: Path, whole: dict[int, list[str]], game: int) -> None:
    path, dice, seed = tmp_path / "x.jsonl", Random(game), game % len(whole)
    here, there = FORK.Pipe(duplex=False)
    program = FORK.Process(target=child, args=(path, seed, there))
    program.start()
    there.close()
    taken = [here.recv() for _ in range(dice.randrange(1, len(whole[seed])))]
    sleep(dice.random() * 0.005)
    program.kill()
    program.join()
    taken += rest(here)
    found = resume(path)
    assert taken == whole[seed][: len(taken)]
    assert answers(found) in (taken, whole[seed][: len(taken) + 1])
    for said in whole[seed][len(found.entries) :]:
        found.answer(said)
    assert found.hearing.question is None
    assert same(found, look_at(path))


def rest(pipe: Connection) -> list[str]:
    """What still came through, up to the kill."""
    came: list[str] = []
    try:
        while (said := pipe.recv()) is not None:
            came.append(said)
    except EOFError:
        pass
    return came


@pytest.mark.parametrize("game", range(5))
def test_the_command_is_killed(tmp_path: Path, whole: dict[int, list[str]], game: int) -> None:
    """The command itself, at a pipe: it asks again only when the answer before is on disk."""
    path, dice = tmp_path / "x.jsonl", Random(game)
    command = [sys.executable, "-m", "companion.cli", "play", "schwarm", "--practice", "--session", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        given = whole[game][: dice.randrange(1, 12)]
        for said in given:
            wait_for_prompt(program)
            program.stdin.write(f"{said}\n".encode())
            program.stdin.flush()
        if game % 2:
            wait_for_prompt(program)
        program.kill()
    found = resume(path)
    acknowledged = given if game % 2 else given[:-1]
    assert answers(found) in (acknowledged, given)
    for said in whole[game][len(found.entries) :]:
        found.answer(said)
    assert found.hearing.question is None
    assert same(found, look_at(path))


def wait_for_prompt(program: subprocess.Popen[bytes]) -> None:
    """Read until the command asks."""
    assert program.stdout is not None
    told = b""
    while not told.endswith(b" > "):
        letter = program.stdout.read(1)
        assert letter, f"the command ended: {told.decode()}"
        told += letter
