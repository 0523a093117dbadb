"""A game at the terminal: one question at a time, odds before a die, the ruling after it. Knows no game."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass
from typing import Any

import click

from companion.asking import beside
from companion.book import Look, PackFile
from companion.drawing import Page
from companion.errors import BadInput, RulesError
from companion.odds import labelled, odds_from
from companion.question import Question
from companion.referee import Record, telling, word
from companion.referee.grounds import Heard
from companion.referee.questions import Choose, Draw, Pool, Throw, Total
from companion.table import Session, account, luck
from companion.table.export import sentence, terms

HELP = "u undoes (u 3: three answers), ? shows the rule in force, o overrules the referee, q leaves; all is kept"


@dataclass
class Player:
    """Somebody at the table: how their answers are read, and whether dice and cups are the computer's."""

    session: Session
    page: Page
    virtual: bool = False
    kept: PackFile | None = None
    luck: Mapping[str, int] = field(default_factory=dict)
    ask: Callable[[str, Question[Any] | None], str] = field(default=lambda prompt, question: typed(prompt, question))

    def play(self) -> None:
        """Play until the game is over or the player leaves. Whatever was answered is on disk."""
        self.page.line(f"Kept in {self.session.journal.path}")
        self.page.line(HELP)
        self.page.note("terms", [terms(self.session)])
        shown: list[str] = []
        explained: Question[Any] | None = None
        while (question := self.session.hearing.question) is not None:
            shown = self._show_table(shown)
            if self.virtual and left_to_chance(question):
                self._answer(throw(question), "virtual")
                continue
            if question is not explained:
                self._show_question(question)
                explained = question
            try:
                said = self.ask(prompt(question), question).strip()
            except click.Abort:
                said = "q"
            if said == "q":
                self.page.line(f"The session is kept: companion resume {self.session.journal.path}")
                return
            if said:
                self._obey(said, question)
        self._show_end()

    def _show_end(self) -> None:
        """How the game ended, what each roll had been likely to do, and how lucky the dice were."""
        self.page.title(word(self.session.hearing.record.verdict))
        for row in account(self.session):
            if any(row.chances):
                self.page.line(sentence(row))
        if found := luck(self.session, self.luck):
            self.page.note("luck", [str(found)])

    def _obey(self, said: str, question: Question[Any]) -> None:
        """A command, or an answer; what cannot be is explained, and the question is asked again."""
        command, _, count = said.partition(" ")
        options = options_of(question)
        try:
            if said in options:
                self._answer(said, "hand")
            elif command == "u" and (count.isdecimal() or not count):
                undone = self.session.undo(int(count or 1))
                self.page.line(f"Taken back: {undone}.")
            elif said == "?":
                self._show_rule()
            elif said == "o":
                self._overrule()
            elif said.isdecimal() and 1 <= int(said) <= len(options):
                self._answer(options[int(said) - 1], "hand")
            else:
                self._answer(said, "hand")
        except RulesError as fault:
            self.page.line(str(fault), style="bold")

    def _answer(self, said: object, by: str) -> None:
        """Give an answer and show what came of it."""
        question = self.session.hearing.question
        before = len(self.session.hearing.completed)
        self.session.answer(said, by)
        if by == "virtual":
            self.page.line(f"{telling.asks(question)}: {said}, thrown by the computer")
        if self.kept and isinstance(question, Look):
            self.kept.keep(question, question.read(said))
        for record in self.session.hearing.completed[before:]:
            self._show_ruling(record)

    def _show_ruling(self, record: Record) -> None:
        """A rule that came to a verdict, with its grounds, if something happened at the table in it."""
        heard = record.freeze()
        if not telling.sayable(heard.verdict) or not any(map(telling.at_the_table, heard.grounds)):
            return
        self.page.title(f"{record.case.rule.name}: {word(heard.verdict)}", record.case.rule.statements)
        for line in telling.lines(tuple(g for g in heard.grounds if not isinstance(g, Heard))):
            self.page.line(line.text, line.cites, depth=line.depth + 1)

    def _show_table(self, shown: list[str]) -> list[str]:
        """What stands on the table, when it has changed."""
        told = next(situations(self.session.hearing.record), [])
        if told and told != shown:
            for line in told:
                self.page.line(line, depth=2)
        return told or shown

    def _show_question(self, question: Question[Any]) -> None:
        """What is asked and by which rule; the exact odds before a die; the options of a choice."""
        waiting = list(self.session.hearing.record.waiting())
        rule = self.session.hearing.asker.case.rule
        self.page.title(telling.asks(question), rule.statements[:1])
        self.page.note("for", list(dict.fromkeys(about(self.session.hearing.record))))
        if left_to_chance(question):
            for record in waiting:
                dist = odds_from(record, self.session.terms)
                chances = labelled(dist)
                if len(chances) > 1 and all(map(telling.sayable, dist.settled)):
                    self.page.note(record.case.rule.name, [f"{label} {chance}" for label, chance in chances.items()])
        for part, sides in beside(self.session.book.game, self.session.hearing.asker.case, self.session.terms).items():
            self.page.line(part)
            self.page.odds({side: weighed.dist for side, weighed in sides.items()})
        if options := options_of(question):
            plain = any(option.isdecimal() for option in options)
            self.page.note("options", options if plain else [f"[{n}] {each}" for n, each in enumerate(options, 1)])

    def _show_rule(self) -> None:
        """The rule in force: its statements in the book's restated words."""
        for record in self.session.hearing.record.waiting():
            rule = record.case.rule
            self.page.title(f"{rule.name}: {rule.restated}")
            for id in rule.statements:
                self.page.line(f"{id}  {rule.book.statement(id).text}")

    def _overrule(self) -> None:
        """Another verdict in the place of the referee's last, with a reason."""
        can = self.session.can_overrule()
        if not can:
            raise BadInput("Nothing of what was just ruled can be overruled: undo and answer otherwise.")
        ways = [(rule, verdict) for rule, verdicts in can.items() for verdict in verdicts]
        self.page.note("instead", [f"[{n}] {rule}: {verdict}" for n, (rule, verdict) in enumerate(ways, 1)])
        said = self.ask("Which one? (its number, or nothing to leave it)", None).strip()
        if not said:
            return
        if not said.isdecimal() or not 1 <= int(said) <= len(ways):
            raise BadInput(f"{said!r} is not one of 1 to {len(ways)}; nothing was overruled.")
        rule, verdict = ways[int(said) - 1]
        self.session.overrule(rule, verdict, self.ask("Why?", None))
        self.page.line(f"Overruled: {rule} is {verdict}. It is marked in every export.")


def situations(record: Record) -> Iterator[list[str]]:
    """What the rules in force say of the table, innermost first: any of their facts that can tell."""
    for entry in record.entries:
        if isinstance(entry, Record) and entry.done is None:
            yield from situations(entry)
    for fact in record.case.args:
        if hasattr(fact, "told"):
            yield fact.told()


def typed(prompt: str, question: Question[Any] | None) -> str:
    """What is typed: one key for a die whose faces are single digits (0 is ten), else a line."""
    if not isinstance(question, Throw) or len(question.die.faces) > 10 or not sys.stdin.isatty():
        return str(click.prompt(prompt, prompt_suffix=" > ", default="", show_default=False))
    keys_told = "1 to 9, 0 for ten" if len(question.die.faces) == 10 else f"1 to {question.die.faces[-1]}"
    click.echo(f"one key, {keys_told} > ", nl=False)
    key = click.getchar()
    if key == "u":
        return "u" + str(click.prompt("u", prompt_suffix="", default="", show_default=False))
    click.echo(key)
    return key


def about(record: Record) -> Iterator[str]:
    """Whom or what the rules in force are about: those of their facts that are pieces, outermost first."""
    for fact in record.case.args:
        if is_dataclass(fact) and telling.sayable(fact):
            yield word(fact)
    for entry in record.entries:
        if isinstance(entry, Record) and entry.done is None:
            yield from about(entry)


def left_to_chance(question: Question[Any]) -> bool:
    """Whether dice or a cup answer the question."""
    return isinstance(question, Throw | Pool | Total | Draw)


def throw(question: Any) -> str:
    """An answer by the operating system's randomness, which nobody can foresee."""
    dice = secrets.SystemRandom()
    match question:
        case Throw(die):
            return str(dice.choices(die.faces, list(die.weights.values()))[0])
        case Pool(count, die) | Total(count, die):
            faces = dice.choices(die.faces, list(die.weights.values()), k=count)
            return ",".join(map(str, faces)) if die.faces[-1] > 9 else "".join(map(str, faces))
        case Draw(cup):
            return word(dice.choice(cup))
    raise TypeError(f"{question!r} is not left to chance")


def options_of(question: Question[Any]) -> list[str]:
    """What can be chosen or drawn, as players say it."""
    match question:
        case Choose(_, options):
            return [word(option) for option in options]
        case Draw(cup):
            return list(dict.fromkeys(map(word, cup)))
    return []


def prompt(question: Question[Any]) -> str:
    """The line before the cursor."""
    return "option" if options_of(question) else telling.allowed(question)
