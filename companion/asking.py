"""A question in the players' notation, from its words to a ruling or to odds. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from companion.book import Book, Look, Pack, Reading, books, open_book
from companion.errors import BadInput
from companion.odds import Dist, Enumerator, Weighed, odds, weigh
from companion.question import Question
from companion.referee import Case, Hearing, Terms, telling
from companion.referee.listening import LISTENER
from companion.referee.notation import Ask, Drawn, Situation
from companion.referee.otherwise import Compared, compare
from companion.referee.questions import Draw, Pool, Throw, Total
from companion.referee.talk import Talk

if TYPE_CHECKING:
    from companion.board import Picture

GIVEN = "given in the question"


@dataclass(frozen=True)
class Asked:
    """One question: the case, the terms it is heard under, what was assumed, and the answers that came with it."""

    text: str
    book: Book
    case: Case[Any]
    terms: Terms
    situation: Situation
    answers: tuple[str, ...] = ()

    def hear(self) -> Hearing[Any]:
        """The case, given the answers. Raises BadAnswer and IllegalAction as the referee does."""
        hearing = Hearing(self.case, self.terms)
        for said in self.answers:
            hearing.answer(said)
        return hearing

    def weigh(self) -> Weighed:
        """The odds of the whole case."""
        return weigh(self.case, terms=self.terms)

    @cached_property
    def columns(self) -> dict[str, dict[str, Weighed]]:
        """The odds to look at, by part: each alternative (pressed, not pressed) side by side, this one first."""
        sides = {self.situation.called: self.situation, **self.situation.beside}
        columns: dict[str, dict[str, Weighed]] = {}
        for side, each in sides.items():
            for part, case in (each.parts or {"": self.case.rule.case(*each.args)}).items():
                columns.setdefault(part, {})[side] = weigh(case, terms=self.terms)
        return columns

    @property
    def stood(self) -> Mapping[Reading, str]:
        """The readings and options that the odds to look at stand on."""
        weighed = (each for sides in self.columns.values() for each in sides.values())
        return {reading: value for each in weighed for reading, value in each.stood.items()}

    def compare(self) -> list[Compared]:
        """The ruling (or, without answers, the odds) under every value of each reading or option it stands on."""
        if self.answers or self.hear().question is None:
            return compare(self.case, self.answers, self.terms)
        return [self._compare_odds(reading, taken) for reading, taken in self.weigh().stood.items()]

    def _compare_odds(self, reading: Reading, taken: str) -> Compared:
        """The odds under every value of a reading; they differ if they do so at first sight or one answer further."""
        dists = {value: odds(self.case, terms=self.terms.switch(reading, value)) for value, _ in reading.values}
        told = tuple((value, str(dist)) for value, dist in dists.items())
        return Compared(reading, taken, told, matters=len(set(map(_at_sight, dists.values()))) > 1)


def asks(game: str) -> Mapping[str, Ask]:
    """What can be asked of a game. Raises BadInput for a game that is not here."""
    open_book(game)
    found: Mapping[str, Ask] = import_module(f"companion.{game}.notation").ASK
    return found


def whole_game(game: str) -> Case[Any]:
    """The rule that is a whole game, ready to be heard. Raises BadInput for a game of single questions only."""
    open_book(game)
    module = import_module(f"companion.{game}.notation")
    if not hasattr(module, "PLAY"):
        raise BadInput(f"{game} answers single questions so far; a whole game of it cannot be played yet.")
    case: Case[Any] = module.PLAY()
    return case


def drawn(game: str) -> Drawn:
    """What a game can draw. Raises BadInput for a game without a map."""
    open_book(game)
    found: Drawn | None = getattr(import_module(f"companion.{game}.notation"), "SHOW", None)
    if found is None:
        raise BadInput(f"{game} has nothing to draw: it is played without a map.")
    return found


def read_drawing(game: str, words: Sequence[str]) -> Picture:
    """Read `--position FILE --zoc red` into the picture that a game makes of it.

    Raises BadInput naming the word and the form.
    """
    show = drawn(game)
    options, left = _options("show", show.form, show.options, words)
    if left:
        raise BadInput(f"show: {left[0]!r} is not understood. The form is: {show.form}. For example: {show.example}")
    picture: Picture = show.read(options)
    return picture


def luck_of(game: str) -> Mapping[str, int]:
    """The dice of a game on which high (1) or low (-1) is good for the player."""
    signs: Mapping[str, int] = getattr(import_module(f"companion.{game}.notation"), "LUCK", {})
    return signs


def talk_of(game: str) -> Talk:
    """What is said beside the rulings while a game is played; nothing for a game that says nothing."""
    talk: Talk = getattr(import_module(f"companion.{game}.notation"), "TALK", Talk())
    return talk


def costs(talk: Talk, case: Case[Any], terms: Terms) -> dict[str, int]:
    """What each option of a decision costs, by its word, under the terms; empty where nothing has a price."""
    prices = talk.costs.get(case.rule.name)
    if prices is None:
        return {}
    token = LISTENER.set(Enumerator(terms=terms))
    try:
        return dict(prices(*case.args))
    finally:
        LISTENER.reset(token)


def worded(talk: Talk, question: Question[Any]) -> str:
    """A question as it is put to the table: what to throw, to turn up, to read or to decide."""
    match question:
        case Throw(die, why):
            return f"Throw the {why} (one {die.name})"
        case Pool(count, die, _, why) | Total(count, die, _, why):
            return f"Throw {count} {die.name}: {why}"
        case Draw(_, why):
            return f"What turns up? {why}"
        case Look():
            return f"Read {talk.cell(question)}"
    return telling.asks(question)


def beside(game: str, case: Case[Any], terms: Terms) -> dict[str, dict[str, Weighed]]:
    """The odds to look at before a rule decides, side by side, if the game names any for it."""
    looks = getattr(import_module(f"companion.{game}.notation"), "BESIDE", {})
    look = looks.get(case.rule.name)
    if look is None:
        return {}
    return {
        part: {s: weigh(each, terms=terms) for s, each in sides.items()} for part, sides in look(*case.args).items()
    }


def played() -> tuple[str, ...]:
    """The games that have both a rulebook and a referee."""
    return tuple(game for game in books() if find_spec(f"companion.{game}"))


def read_question(
    game: str, words: Sequence[str], switched: Mapping[str, str] | None = None, packs: Sequence[Pack] = ()
) -> Asked:
    """Read `check "1 High" 7`: what is asked, the situation if it has one, then the answers in order.

    Raises BadInput naming the word, the form and what can be asked.
    """
    kinds, book = asks(game), open_book(game)
    if not words or words[0] not in kinds:
        found = f"there is no {words[0]!r}" if words else "nothing was asked"
        raise BadInput(f"{game}: {found}. Ask one of: {', '.join(kinds)}.")
    what, *rest = words
    ask = kinds[what]
    options, rest = _options(what, f"{what} {ask.form}", ask.options, rest)
    if ask.parse is None:
        situation = Situation()
    elif rest or options:
        rest = _with_flags(rest or [""])
        situation, rest = _situation(what, ask, rest, options), rest[1:]
    else:
        raise BadInput(f"{game} {what} wants a situation: {what} {ask.form}. For example: {ask.example}")
    case = (situation.rule or ask.rule).case(*situation.args)
    terms = Terms.of(book, _agreed(switched or {}, situation), [*_given(situation), *packs])
    return Asked(" ".join(words), book, case, terms, situation, tuple(rest))


def _at_sight(dist: Dist) -> tuple[str, ...]:
    """A distribution in words, with what follows from each answer to what is open."""
    return str(dist), *(str(branch) for outcome in dist.opens for _, branch in outcome.branches)


def _options(what: str, form: str, names: Sequence[str], words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The options of a question that take a value, by name, and the words that are left."""
    found: dict[str, str] = {}
    left: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or name not in names:
            left.append(word)
            continue
        value = value if equals else next(rest, "")
        if not value:
            raise BadInput(f"{what}: --{name} wants a value. The form is: {form}")
        if name in found:
            raise BadInput(f"{what}: --{name} is said twice: leave one of them out.")
        found[name] = value
    return found, left


def _situation(what: str, ask: Ask, words: Sequence[str], options: Mapping[str, str]) -> Situation:
    """The situation in its words; a player who left out the quotes is told so."""
    assert ask.parse is not None
    try:
        return ask.parse(words[0], options) if ask.options else ask.parse(words[0])
    except BadInput as fault:
        if len(words) == 1 or " " in words[0]:
            raise
        raise BadInput(f"{fault} The situation goes in quotes: {what} {ask.form}") from None


def _with_flags(words: Sequence[str]) -> list[str]:
    """The words of a question in which `--high-ground`, said as an option, is part of the situation."""
    flags = [word[2:].replace("-", " ") for word in words[1:] if _is_flag(word)]
    return [" ".join([words[0], *flags]), *(word for word in words[1:] if not _is_flag(word))]


def _is_flag(word: str) -> bool:
    return word.startswith("--") and word[2:3].isalpha()


def _given(situation: Situation) -> list[Pack]:
    """The cells that the question itself gives, as a pack."""
    cells = {(look.chart.name, look.cell): value for look, value in situation.cells.items()}
    return [Pack.of(GIVEN, cells)] if cells else []


def _agreed(switched: Mapping[str, str], situation: Situation) -> dict[str, str]:
    """The options set outside and those that follow from the question; they must not contradict each other."""
    for id, value in situation.switched.items():
        if switched.get(id, value) != value:
            raise BadInput(f"The question says {id} {value}, the option says {switched[id]}: leave one of them out.")
    return {**switched, **situation.switched}
