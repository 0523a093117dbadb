"""The corpus of cases, run; and the ledger of statements: carried out, told, missing, tried."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

from companion.asking import Asked, played, read_question
from companion.book import Book, Example, Pack, open_book
from companion.errors import BadInput, IllegalAction, RulesError
from companion.odds import Weighed, labelled
from companion.referee import Bench, Pending, Ruling, word
from companion.referee.grounds import cited, sums


@dataclass(frozen=True)
class Tried:
    """A case of the corpus, run: what differs from what was expected, and the statements that were overheard."""

    example: Example
    said: str
    faults: tuple[str, ...]
    cites: frozenset[str]

    @property
    def holds(self) -> bool:
        return not self.faults


def try_case(book: Book, example: Example) -> Tried:
    """Run one case. A key of `expect` that is no outcome is the name of a sum, or of a part whose odds are given."""
    said, got, cites = _run(book, example)
    faults = [
        f"{key}: expected {expected!r}, got {got.get(key)!r}"
        for key, expected in example.expect.items()
        if not _agrees(expected, got.get(key))
    ]
    unnamed = set(_RESULTS) & set(got) - set(example.expect)
    if unnamed and not set(_RESULTS) & set(example.expect):
        faults.append(f"expected nothing of the {', '.join(unnamed)}, which is {said!r}")
    return Tried(example, said, tuple(faults), cites)


_RESULTS = ("verdict", "asks", "illegal", "bad", "odds")


def _run(book: Book, example: Example) -> tuple[str, dict[str, Any], frozenset[str]]:
    """What a case gives: in a few words, by the keys of `expect`, and what was overheard."""
    try:
        asked = _question(book, example)
        hearing = asked.hear()
        if asked.answers or hearing.question is None:
            return _heard(hearing.outcome)
        return _weighed(asked)
    except IllegalAction as fault:
        statements = [objection.statement for objection in fault.objections]
        return str(fault), {"illegal": statements}, frozenset(statements)
    except RulesError as fault:
        return str(fault), {"bad": str(fault)}, frozenset()


def _question(book: Book, example: Example) -> Asked:
    terms = dict(example.terms)
    packs: list[Pack] = [book.practice] if terms.pop("pack", None) == "practice" else []
    return read_question(book.game, shlex.split(example.ask), terms, packs)


def _heard(outcome: Ruling[Any] | Pending) -> tuple[str, dict[str, Any], frozenset[str]]:
    got: dict[str, Any] = {"stood": {reading.id: value for reading, value in outcome.stood.items()}}
    got |= {_slug(name): total for name, total in sums(outcome.grounds).items()}
    said = f"asks: {outcome.asks}" if isinstance(outcome, Pending) else word(outcome.verdict)
    got |= {"asks": outcome.asks} if isinstance(outcome, Pending) else {"verdict": said} | _parts(outcome.verdict)
    cites = frozenset(cited(outcome.grounds)) if isinstance(outcome, Pending) else frozenset(outcome.cites)
    return said, got | {"cites": sorted(cites)}, cites


def _parts(verdict: Any) -> dict[str, Any]:
    """The parts of a verdict that has several."""
    return {_slug(name): part for name, part in verdict.data().items()} if hasattr(verdict, "data") else {}


def _weighed(asked: Asked) -> tuple[str, dict[str, Any], frozenset[str]]:
    weighed = asked.weigh()
    got: dict[str, Any] = {"odds": labelled(weighed.dist)}
    consulted: list[Weighed] = [weighed]
    for part, sides in asked.columns.items():
        for side, each in sides.items():
            got[_slug(part if side == asked.situation.called else f"{part} {side}")] = labelled(each.dist)
            consulted.append(each)
    got["stood"] = {reading.id: value for each in consulted for reading, value in each.stood.items()}
    cites = frozenset(statement for each in consulted for statement in each.cites)
    said = ", ".join(f"{outcome} {chance}" for outcome, chance in got["odds"].items())
    return said, got | {"cites": sorted(cites)}, cites


def _agrees(expected: Any, got: Any) -> bool:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        if got and all(isinstance(value, Fraction) for value in got.values()):
            return {key: Fraction(value) for key, value in expected.items()} == got
        return all(got.get(key) == value for key, value in expected.items())
    if isinstance(expected, list) and isinstance(got, list):
        return set(expected) <= set(got)
    if isinstance(expected, str) and isinstance(got, str):
        return expected == got or (len(expected) > 12 and expected in got)
    return bool(expected == got)


def _slug(name: str) -> str:
    return name.strip().lower().replace(" ", "-")


# ---------------------------------------------------------------------- coverage


@dataclass(frozen=True)
class Entry:
    """One statement in the ledger: the functions that carry it out, or why it is told, and the cases that tried it."""

    id: str
    text: str
    told: str | None
    carried: tuple[str, ...]
    tried: tuple[str, ...]

    @property
    def section(self) -> str:
        """The id of its section."""
        return self.id.rpartition(".")[0]

    @property
    def state(self) -> str:
        """`told`, `tried`, `untried` (carried out, but by no case) or `missing`."""
        if self.carried:
            return "tried" if self.tried else "untried"
        return "told" if self.told else "missing"


@cache
def corpus(game: str) -> tuple[Tried, ...]:
    """Every case of a game, run."""
    book = open_book(game)
    return tuple(try_case(book, example) for example in book.cases)


@cache
def ledger(game: str) -> tuple[Entry, ...]:
    """Every statement of a game with what becomes of it. Raises BadInput for a game without a referee."""
    book = open_book(game)
    if game not in played():
        raise BadInput(f"{game} has a rulebook here but no referee yet.")
    bench: Bench = import_module(f"companion.{game}").BENCH
    tried: dict[str, list[str]] = {}
    for case in corpus(game):
        for id in case.cites:
            tried.setdefault(id, []).append(case.example.id)
    return tuple(
        Entry(
            id, statement.text, statement.told,
            tuple(dict.fromkeys(_address(function) for function in bench.carried.get(id, ()))),
            tuple(tried.get(id, ())),
        )
        for id, statement in book.statements.items()
    )  # fmt: skip


def _address(function: Any) -> str:
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
