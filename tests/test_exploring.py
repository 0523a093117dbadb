"""The questions that players ask of odds, at the terminal."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.consoles import run

ATTACK = 'companion ask schwarm attack "9 Level +1/0 FW-190:3/1 guns 3"'


def test_all_of_it_as_data() -> None:
    told = json.loads(run(f'{ATTACK} --of "fighter unhurt" --worth --want 100% --json').output)
    assert (told["of"], told["chance"], told["hangs_on"]) == ("fighter unhurt", "9/10", [])
    assert {each["statement"]: each["without"] for each in told["worth"] if each["tally"] == "red DRM"} == {
        "5.4.i": "4/5",
        "5.4.k": "1",
    }
    assert told["modifiers"]["red DRM"] == list(range(-12, 0))


def test_bounds_name_what_they_hang_on() -> None:
    told = json.loads(run('companion ask schwarm attack "9 Level FW-190:3/1" --of "no hit" --json').output)
    assert told["chance"] == ["0", "1"]
    assert told["hangs_on"][0] == "position black Level 9"


def test_a_decision_is_told_option_by_option() -> None:
    asked = 'companion ask schwarm attack "9 Level +1/0 FW-190:3/1 press?" --of "fighter unhurt" --json'
    told = json.loads(run(asked).output)
    assert told["decisions"] == {"Press the attack for 1 PT?": {"no": "4/5", "yes": "7/10"}}


def test_a_derivation_as_data() -> None:
    told = json.loads(run(f"{ATTACK} --derive --json").output)
    assert told["steps"][0]["title"] == "black attack die, d10 with a net DRM of +4"
    assert {each["die"] for each in told["formulas"]} == {"black attack die", "red defence die"}
    assert sum(map(Fraction, told["odds"].values())) == 1


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("--want 2/3", "go with --of EVENT"),
        ("--worth", "go with --of EVENT"),
        ("--of moon", "'moon' is none of what can come"),
        ("--of 3+", "is no number"),
        ('--of "no hit" --want 3', "a chance is a number from 0 to 1"),
        ('--of "no hit" --want x/0', "a chance is a number from 0 to 1"),
        ('--of "no hit" --given moon', "'moon' is none of what can come"),
    ],
)
def test_what_cannot_be_asked_is_told(more: str, message: str) -> None:
    result = run(f"{ATTACK} {more}")
    assert result.exit_code == 2, repr(result.exception)
    assert message in " ".join(result.output.split())


def test_what_is_given_must_not_hang_on_a_decision() -> None:
    result = run(f'{ATTACK[:-1]} press?" --of fuselage --given "fighter unhurt"')
    assert "Whether 'fighter unhurt' comes hangs on what is open: Press the attack" in " ".join(result.output.split())


@pytest.mark.parametrize("what", ["game", 'place "PT 5 dorsal front"', 'attack "9 Level FW-190"'])
def test_too_large_a_question_is_given_up(what: str) -> None:
    result = run(f'companion ask schwarm {what} --of "no hit"')
    assert result.exit_code == 2, repr(result.exception)
    assert "ask a smaller question" in " ".join(result.output.split())


@pytest.mark.parametrize(
    "asked",
    ['check "1 High" 7 --of "4 Level"', 'check "1 High" 11 --of "4 Level"', 'check "1 High" --of "4 Level" --derive'],
)
def test_one_thing_is_weighed_before_any_dice(asked: str) -> None:
    result = run(f"companion ask schwarm {asked}")
    assert result.exit_code == 2
    assert "before any dice" in " ".join(result.output.split())


def test_a_wanted_chance_with_an_open_cell() -> None:
    told = json.loads(run('companion ask schwarm check "1 High" --of "1 High" --want 1/2 --json').output)
    assert told["modifiers"]["check DRM"] == list(range(-12, -1))


def test_only_modifiers_that_are_known_have_a_worth() -> None:
    asked = 'companion ask schwarm attack "9 Level FW-190:3/1" --of "fighter unhurt" --worth --json'
    assert {each["statement"] for each in json.loads(run(asked).output)["worth"]} == {"5.1.i", "5.4.k"}


def test_invented_values_are_told_as_data() -> None:
    told = json.loads(run('companion ask schwarm check "1 High" --of "4 Level" --practice --json').output)
    assert told["invented"]
    assert told["assumed"] == ["no turret is stacked with the fighter"]
