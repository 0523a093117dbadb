"""A game at the terminal: one question at a time, odds before a die, the ruling after it. Knows no game."""

from __future__ import annotations

import re
import secrets
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Any

from companion.asking import beside, costs, talk_of, worded
from companion.book import Book, Look, Pack, PackFile, Reading
from companion.drawing import Page
from companion.errors import BadAnswer, BadInput, RulesError
from companion.happening import Event, Moment, entered, in_force, table
from companion.keeping import folder
from companion.keyboard import Left, one_key, typed
from companion.odds import Dist, labelled, odds_from
from companion.question import Question
from companion.referee import Record, Terms, telling, word
from companion.referee.grounds import Heard
from companion.referee.questions import Choose, Draw, Pool, Throw, Total
from companion.table import Session, account, luck
from companion.table.export import sentence, terms

HELP = (
    "A die is one key (0 is ten), anything else a line. At any question u takes the last answer back (at a line u 3 "
    "takes back three), ? shows the rule in force and the table, o overrules the referee, q leaves. All is kept."
)
OVERRULING = (
    "Another verdict counts in the place of the referee's; it is kept with your reason and marked in every export. "
    "Enter goes back to the game, q leaves it."
)
TEN = "One key is the whole answer to a die, and 0 is ten. y takes the 1 back and makes it a ten; Enter lets it stand."
NO_BOARD = "Without a board: leave (q) and begin a game with --practice, which stands in for it with invented numbers."
NONE_OF_THEM = "{!r} is none of them: answer with a number from 1 to {}, or with the words."
UNDO = re.compile(r"u ?([1-9]\d{0,3})?", re.ASCII)
MOST_ROWS = 10  # of one distribution: the screen has more to show

Ask = Callable[[str, Question[Any] | None], str]
"""Asks somebody: the prompt, and the question if it is one of the rules; gives what was typed, or raises Left."""


# ---------------------------------------------------------------- before the game


def agree(page: Page, book: Book, terms: Terms, ask: Ask = typed) -> Terms:
    """The options that the book leaves to the player, until the player is content. Raises Left."""
    options = [reading for reading in book.readings.values() if reading.kind == "option"]
    numbers = {str(n): option for n, option in enumerate(options, 1)}
    while numbers:
        page.title(f"{book.title} How do you play?")
        for n, option in numbers.items():
            page.line(f"[{n}] {option.question} {terms.taken(option)}: {option.means(terms.taken(option))}")
        said = ask("a number changes that one, Enter begins", None)
        if said == "q":
            raise Left
        if not said:
            break
        if said in numbers:
            terms = terms.switch(numbers[said], _next_value(terms, numbers[said]))
        else:
            page.line(f"{said!r} is not one of {', '.join(numbers)}.", style="bold")
    return terms


def _next_value(terms: Terms, option: Reading) -> str:
    values = [value for value, _ in option.values]
    return values[(values.index(terms.taken(option)) + 1) % len(values)]


# ----------------------------------------------------------------------- the game


@dataclass
class Player:
    """Somebody at the table: how their answers are read, and whether dice and cups are the computer's."""

    session: Session
    page: Page
    virtual: bool = False
    kept: PackFile | None = None
    luck: Mapping[str, int] = field(default_factory=dict)
    ask: Ask = field(default=lambda prompt, question: typed(prompt, question))

    def __post_init__(self) -> None:
        self.talk = talk_of(self.session.book.game)
        self._one = False  # the last key was a 1, at a die that could have shown ten
        self._restated: set[str] = set()  # the rules that have been put into words
        self._read_aloud = False  # a cell was asked for, and the way without a board told
        self._look_again()

    def play(self) -> None:
        """Play until the game is over or the player leaves. Whatever was answered is on disk."""
        self.page.line(f"Kept in {self.session.journal.path}. {terms(self.session)}")
        self.page.line(HELP)
        try:
            while (question := self.session.hearing.question) is not None:
                self._turn(question)
            self._show_end()
        except (Left, KeyboardInterrupt):
            self.page.line(f"The session is kept: companion resume {self.name}")

    @property
    def name(self) -> str:
        """The session as the commands take it: its name in the folder of the sessions, or its path."""
        path = self.session.journal.path
        return shlex.quote(path.stem if path.parent == folder() else str(path))

    def _turn(self, question: Question[Any]) -> None:
        """One question: answered by the computer where it throws, from the player's pack, or by the player."""
        if self.virtual and left_to_chance(question):
            self._answer(throw(question), "virtual")
        elif (known := self._in_pack(question)) is not None:
            self._answer(known, "pack")
        else:
            if question is not self._shown:
                self._show_question(question)
            if said := self.ask(prompt(question), question):
                self._obey(said, question)

    def _in_pack(self, question: Question[Any]) -> Any:
        """What the player's own pack has for a cell that the session does not know."""
        if self.kept is None or not isinstance(question, Look) or self.kept.pack.invented:
            return None
        return self.kept.pack.cells.get((question.chart.name, question.cell))

    def _obey(self, said: str, question: Question[Any]) -> None:
        """A command, or an answer; what cannot be is explained, and the question is asked again."""
        options, after_one = options_of(question), self._one
        self._one = False
        try:
            if said in options:
                self._answer(said, "hand")
            elif said == "q":
                raise Left
            elif said == "?":
                self._show_rule()
            elif said == "o":
                self._overrule()
            elif undo := UNDO.fullmatch(said):
                self._undo(int(undo[1] or 1))
            elif after_one and said == "0" and self._ten_was_meant():
                self._undo(1)
                self._answer("10", "hand")
            else:
                self._answer(numbered(options).get(said, said), "hand")
                self._one = said == "1" and one_key(question)
        except RulesError as fault:
            many = isinstance(fault, BadAnswer) and len(numbered(options)) > MOST_ROWS
            self.page.line(NONE_OF_THEM.format(said, len(options)) if many else str(fault), style="bold")

    def _ten_was_meant(self) -> bool:
        """A one and then a zero may be a ten in two keys."""
        return self._aside("1, then 0: was the die before this a ten? y or Enter", TEN) == "y"

    def _undo(self, count: int) -> None:
        """Take answers back, and say which."""
        taken = [f"{entry.ask}: {entry.answer}" for entry in self.session.entries[-count:]]
        undone = self.session.undo(count)
        self.page.line(f"Taken back: {undone}." if undone else "There is nothing to take back.", style="bold")
        for told in reversed(taken):
            self.page.line(told, depth=2)
        self._look_again()

    def _answer(self, said: object, by: str) -> None:
        """Give an answer and show what came of it: the rulings, then what has changed on the table."""
        question = self.session.hearing.question
        moment = Moment(self.session.hearing, self.talk)
        self.session.answer(said, by)
        if by in WHOSE:
            self.page.line(f"{telling.asks(question)}: {said}, {WHOSE[by]}")
        elif self.kept and isinstance(question, Look):
            self.kept.keep(question, question.read(said))
        for heard in moment.rulings():
            self._show_ruling(heard)
        self._show_events(moment.events())

    # Overruling.

    def _overrule(self) -> None:
        """Another verdict in the place of the referee's last, with a reason."""
        can = self.session.can_overrule()
        if not can:
            raise BadInput("Nothing of what was just ruled can be overruled: undo and answer otherwise.")
        self._look_again()
        ways = {str(n): way for n, way in enumerate(((rule, each) for rule, some in can.items() for each in some), 1)}
        self.page.title("What should have been ruled instead?")
        self.page.options([f"[{n}] {rule}: {verdict}" for n, (rule, verdict) in ways.items()])
        said = self._aside("its number, or nothing to leave it", OVERRULING)
        if not said:
            return
        if said not in ways:
            raise BadInput(f"{said!r} is not one of 1 to {len(ways)}; nothing was overruled.")
        rule, verdict = ways[said]
        self.session.overrule(rule, verdict, self._aside("Why?", OVERRULING))
        self.page.line(f"Overruled: {rule} is {verdict}. It is marked in every export.")

    def _aside(self, prompt: str, explained: str) -> str:
        """What is typed beside the game: u stands for nothing, ? explains, q leaves the table."""
        while (said := self.ask(prompt, None)) == "?":
            self.page.line(explained)
        if said == "q":
            raise Left
        return "" if said == "u" else said

    # What is shown.

    def _look_again(self) -> None:
        """What is on the screen no longer holds: show table, question and odds anew."""
        self._shown: Question[Any] | None = None
        self._chapter = ""
        self._weighed: set[tuple[int, int]] = set()

    def _show_ruling(self, heard: Heard) -> None:
        """A rule that came to its verdict, with its grounds; each statement is cited once, each rule restated once."""
        self.page.title(f"{heard.rule.name}: {word(heard.verdict)}", telling.deciding(heard.rule, heard.grounds))
        cited: set[str] = set()
        for line in telling.lines(heard.grounds):
            told, _, restated = line.text.partition(telling.RESTATED)
            text = line.text if restated and restated not in self._restated else told
            self.page.line(text, () if cited.issuperset(line.cites) else line.cites, depth=line.depth + 1)
            cited.update(line.cites)
            self._restated.add(restated)

    def _show_events(self, events: Iterable[Event]) -> None:
        for event in events:
            self.page.line(f"• {event.text}", event.cites)

    def _show_question(self, question: Question[Any]) -> None:
        """What is asked, by which rule and for whom; the odds before a die; the options of a decision."""
        asker = self.session.hearing.asker
        self._show_table(question, asker)
        self.page.gap()
        self.page.title(worded(self.talk, question), asker.case.rule.statements[:1])
        self.page.line(asker.case.rule.restated)
        self._restated.add(asker.case.rule.restated)
        self.page.note("for", list(dict.fromkeys(about(self.session.hearing.record))))
        if left_to_chance(question):
            self._show_odds()
        for part, sides in beside(self.session.book.game, asker.case, self._known()).items():
            self._show_chances(part, {side: weighed.dist for side, weighed in sides.items()})
        if isinstance(question, Look) and not self._read_aloud:
            self.page.line(NO_BOARD)
            self._read_aloud = True
        prices = costs(self.talk, asker.case, self.session.terms)
        self.page.options(priced(options_of(question), prices, self.talk.unit))
        self._shown = question

    def _show_table(self, question: Question[Any], asker: Record) -> None:
        """The whole table before the first decision of a chapter, or when all is shown anew; else its changes do."""
        whole, chapter = table(self.session.hearing.record), chapter_of(asker)
        anew = not self._chapter
        if whole is None or chapter == self._chapter or not (anew or isinstance(question, Choose)):
            return
        self._chapter = chapter
        headline, *pieces = whole.told()
        self.page.gap()
        self.page.line(headline)
        self.page.options(pieces)
        if anew:
            latest = {record.case.rule.name: record for record in in_force(self.session.hearing.record)}
            for record in latest.values():
                self._show_events(entered(record, self.talk))

    def _known(self) -> Terms:
        """The terms, with the cells that were read aloud so far."""
        read = {(look.chart.name, look.cell): value for look, value in self.session.hearing.record.read.items()}
        return replace(self.session.terms, packs=(*self.session.terms.packs, Pack.of("read at the table", read)))

    def _show_odds(self) -> None:
        """The exact odds of each rule that waits for these dice, unless they are on the screen already."""
        for record in self.session.hearing.record.waiting():
            mark = id(record), len(record.entries)
            if mark in self._weighed:
                continue
            self._weighed.add(mark)
            dist = odds_from(record, self.session.terms)
            if len(dist) > 1 or dist.opens:
                self._show_chances(record.case.rule.name, {"": dist})

    def _show_chances(self, part: str, sides: Mapping[str, Dist]) -> None:
        """Odds side by side: as many rows as a screen bears; where nothing is settled, the cells that are wanting."""
        settled = [outcome for dist in sides.values() for outcome in dist.settled]
        if not all(map(telling.sayable, settled)):
            return
        if not settled:
            wanting = dict.fromkeys(str(outcome) for dist in sides.values() for outcome in dist.opens)
            self.page.line(f"{part}: the odds hang on {', '.join(wanting)}")
        elif max(map(len, sides.values())) > MOST_ROWS:
            chances = labelled(next(iter(sides.values())), "open: ")
            self.page.note(part, [f"{label} {chance}" for label, chance in chances.items()])
        else:
            self.page.line(part)
            self.page.odds(sides, branches=False)

    def _show_rule(self) -> None:
        """The rule in force: its statements in the book's restated words; then the table and the question again."""
        for record in self.session.hearing.record.waiting():
            rule = record.case.rule
            self.page.title(f"{rule.name}: {rule.restated}")
            for id in rule.statements:
                self.page.line(f"{id}  {rule.book.statement(id).text}")
        book, chapter = self.session.book, chapter_of(self.session.hearing.asker)
        sections = [id for id in book.sections if id.partition(".")[0] == chapter]
        self.page.line(f"The whole chapter: companion rule {book.game} {', '.join(sections)}")
        self._look_again()

    def _show_end(self) -> None:
        """How the game ended, what each roll had been likely to do, and how lucky the dice were."""
        self.page.gap()
        self.page.title(word(self.session.hearing.record.verdict))
        self.page.line("What the dice ruled, each with the chance that it had before they fell:")
        for row in account(self.session):
            if any(row.chances):
                self.page.line(sentence(row), depth=2)
        if found := luck(self.session, self.luck):
            self.page.line(str(found))
        self.page.line(f"All of it: companion export {self.name} --to md.")
        self.page.line(f"Not over after all: companion undo {self.name}.")


WHOSE = {"virtual": "thrown by the computer", "pack": "from your pack"}


def chapter_of(record: Record) -> str:
    """The chapter of the book that a rule belongs to."""
    return record.case.rule.statements[0].partition(".")[0]


def about(record: Record) -> Iterator[str]:
    """Whom or what the rules in force are about: those of their facts that are pieces, outermost first."""
    for each in in_force(record):
        for name, fact in each.case.facts.items():
            if is_dataclass(fact) and telling.sayable(fact):
                yield word(fact) if word(fact)[0].isalpha() else f"{name} {word(fact)}"


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
    """What can be chosen or drawn, or can stand in a cell of few words, as players say it."""
    match question:
        case Look() if not question.outcomes.numeric and len(question.outcomes.keys) <= MOST_ROWS:
            return [word(key) for key in question.outcomes.keys]
        case Choose(_, options):
            return [word(option) for option in options]
        case Draw(cup):
            return list(dict.fromkeys(map(word, cup)))
    return []


def numbered(options: list[str]) -> dict[str, str]:
    """The options by their numbers; none has one where some are numbers themselves."""
    if any(option.isdecimal() for option in options):
        return {}
    return {str(n): option for n, option in enumerate(options, 1)}


def priced(options: list[str], prices: Mapping[str, int], unit: str) -> list[str]:
    """The options with their numbers and, where any of them costs something, their prices."""
    numbers = {option: f"[{n}] {option}" for n, option in numbered(options).items()}
    told = [numbers.get(option, option) for option in options]
    if not any(prices.get(option) for option in options):
        return told
    cost = {option: f" ({price} {unit})" if price else " (free)" for option, price in prices.items()}
    return [each + cost.get(option, "") for option, each in zip(options, told, strict=True)]


def prompt(question: Question[Any]) -> str:
    """The line before the cursor."""
    if one_key(question) and isinstance(question, Throw):
        ten = len(question.die.faces) == 10
        return "one key, 1 to 9, 0 for ten" if ten else f"one key, {question.die.shows}"
    options = options_of(question)
    if isinstance(question, Look) and not options and not question.outcomes.numeric:
        return " ".join(["what your copy prints", *(f"(such as {key})" for key in question.outcomes.keys[:1])])
    if numbered(options):
        return "its number, or the words" if len(options) > 2 else f"{' or '.join(options)}"
    return telling.allowed(question)
