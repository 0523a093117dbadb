"""A rule that changed between saving and loading is told with the entry where the games part; the file stays."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.dice import D10
from companion.errors import BadInput, IllegalAction, Objection
from companion.referee import Rule, roll
from companion.schwarm import s1_setup, s2_first_pass, s5_combat, s7_end_of_the_game
from companion.schwarm.attack import Attack, Fire
from companion.schwarm.s0_terms import Altitude, Position
from companion.schwarm.s1_setup import Hits
from tests.consoles import run
from tests.table.games import CHECKED, WHOLE
from tests.table.players import begin, give, look_at, resume

Change = pytest.MonkeyPatch


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A short game, lost by breaking it off."""
    session = give(begin(tmp_path / "evening.jsonl"), *WHOLE)
    assert session.hearing.question is None
    session.close()
    return session.journal.path


def told(path: Path, load: Callable[[Path], Any] = resume) -> str:
    """The one message; nothing in the file has changed, and whoever reads it is told the same."""
    before = path.read_bytes()
    with pytest.raises(BadInput) as fault:
        load(path)
    for command in ("resume", "undo", "verify", "export"):
        result = run(f"companion {command} {path}")
        assert (result.exit_code, " ".join(result.output.split())) == (2, str(fault.value))
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir() if "torn" in each.name] == []
    return str(fault.value)


def put(change: Change, rule: Rule[..., Any], body: Callable[..., Any]) -> None:
    """Another body for a rule."""
    change.setattr(rule, "body", body)


def test_the_game_as_it_was(path: Path) -> None:
    assert look_at(path).entries[-1].n == len(WHOLE)


def test_a_question_was_added(path: Path, monkeypatch: Change) -> None:
    async def sun() -> Position:
        await roll(D10, "weather die")
        return Position(11, Altitude.HIGH)

    put(monkeypatch, s1_setup.sun, sun)
    message = told(path)
    assert "evening.jsonl:3: the rules have changed since this session was played" in message
    assert "From entry 2 on the questions part" in message
    assert "then it was '1.3.a sun die', now it is '1.3.a weather die'" in message
    assert "left as it is" in message


def test_a_question_was_taken_out(path: Path, monkeypatch: Change) -> None:
    async def initial_damage() -> Hits:
        return Hits()

    put(monkeypatch, s1_setup.initial_damage, initial_damage)
    message = told(path)
    assert "evening.jsonl:2: " in message
    assert "then it was '1.2.a initial damage die', now it is '1.3.a sun die'" in message


def test_the_game_ends_earlier(path: Path, monkeypatch: Change) -> None:
    async def another_pass() -> bool:
        return False

    put(monkeypatch, s7_end_of_the_game.another_pass, another_pass)
    message = told(path)
    assert f"At entry {len(WHOLE) - 1} (" in message
    assert "the ruling was 'nothing', now it is 'no'" in message


def test_an_answer_is_no_longer_one(path: Path, monkeypatch: Change) -> None:
    monkeypatch.setattr(s2_first_pass, "AROUND", ("front", "left"))
    message = told(path)
    assert "evening.jsonl:7: entry 6 can no longer be answered so" in message
    assert "'rear' is not one of front, left" in message


def test_an_answer_is_no_longer_legal(path: Path, monkeypatch: Change) -> None:
    def may_attack(attack: Attack) -> None:
        raise IllegalAction([Objection("5.0.e", "nobody may attack today")])

    monkeypatch.setattr(s5_combat.may_attack, "body", may_attack)
    message = told(path)
    assert "evening.jsonl:16: entry 15 can no longer be answered so" in message
    assert "nobody may attack today (5.0.e)" in message


def test_a_verdict_changed(path: Path, monkeypatch: Change) -> None:
    monkeypatch.setattr(s1_setup.mark, "body", lambda damage, result: damage.add("tail", 1))
    message = told(path)
    assert "evening.jsonl:2: the rules have changed" in message
    assert "At entry 1 (1.2.a initial damage die: 5)" in message
    assert "the ruling was '2 hits on fuselage', now it is '1 hit on tail'" in message


def test_a_threshold_changed(path: Path, monkeypatch: Change) -> None:
    """Twelve was a hit; now it takes fourteen."""
    monkeypatch.setattr(s5_combat, "HIT", 14)
    message = told(path)
    assert "evening.jsonl:20: the rules have changed" in message
    assert re.search(r"At entry 19 \(.* red defence die: 3\)", message)
    assert "the ruling was 'tail', now it is 'no hit'" in message


def test_a_question_comes_earlier(path: Path, monkeypatch: Change) -> None:
    """The gunners hit on three: the fighter is to be saved before anything else is asked."""
    fire = s5_combat.defensive_fire.body

    async def defensive_fire(attack: Attack) -> Fire:
        await fire(attack)
        return Fire.HIT

    put(monkeypatch, s5_combat.defensive_fire, defensive_fire)
    message = told(path)
    assert "evening.jsonl:20: the rules have changed" in message
    assert "the ruling was 'fighter not hit', now it is 'fighter hit'" in message


def test_a_fighter_comes_to_another_position(tmp_path: Path, monkeypatch: Change) -> None:
    session = give(begin(tmp_path / "evening.jsonl"), *CHECKED)
    session.close()

    async def sink(position: Position, arcs: int) -> Position | str:
        await s2_first_pass.levels_lost(arcs)
        return Position(12, Altitude.HIGH)

    put(monkeypatch, s2_first_pass.sink, sink)
    assert "evening.jsonl:11: " in told(session.journal.path)


def test_the_end_changed(path: Path, monkeypatch: Change) -> None:
    monkeypatch.setattr(s7_end_of_the_game.out_of_points, "body", lambda: s7_end_of_the_game.Verdict.WON)
    assert f"entry {len(WHOLE)} " in told(path)


def test_an_overruling_is_no_longer_one(path: Path, monkeypatch: Change) -> None:
    session = resume(path)
    session.undo(len(WHOLE))
    session.answer("5")
    session.overrule("initial damage", "1 hit on tail", "the die was cocked")
    session.close()
    chart = s1_setup.INITIAL_DAMAGE
    cells = {cell: value for cell, value in chart.cells.items() if value != "1 tail"} | {(9,): "none", (10,): "none"}
    monkeypatch.setattr(s1_setup, "INITIAL_DAMAGE", replace(chart, cells=cells))
    assert f"evening.jsonl:{len(WHOLE) + 4}: " in told(path)


def test_a_rule_that_only_cites_otherwise_changes_nothing(path: Path, monkeypatch: Change) -> None:
    monkeypatch.setattr(s5_combat.turn_over, "statements", s5_combat.turn_over.statements[::-1])
    assert len(look_at(path).entries) == len(WHOLE)


def test_a_changed_rule_is_told_in_the_list(path: Path, home: Path, monkeypatch: Change) -> None:
    path.rename(home / path.name)
    monkeypatch.setattr(s5_combat, "HIT", 14)
    assert "the rules have changed since this session was played" in " ".join(run("companion sessions").output.split())
