"""The terminal: one question, a rule page, the ledger, whole games. It parses, hands on and shows; it knows no game."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion import __version__, as_data
from companion.asking import Asked, read_drawing, read_question, talk_of, worded
from companion.book import Look, Pack, PackFile, open_book
from companion.errors import BadAnswer, BadInput, IllegalAction, RulesError
from companion.referee import Hearing
from companion.referee.telling import allowed

if TYPE_CHECKING:
    from companion.book import Book
    from companion.drawing import Page
    from companion.referee import Terms
    from companion.table import Session

ILLEGAL, BAD_INPUT, ASKS_MORE = 1, 2, 3
JSON, PLAIN = "companion.json", "companion.plain"

F = TypeVar("F", bound=Callable[..., Any])


class Referee(click.Group):
    """The command; whatever goes wrong on purpose is told in one message, with its exit code."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run it, on streams that can be used."""
        _mend_streams()
        return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except OSError as fault:
            if fault.errno == errno.EPIPE:
                raise
            _give_up_output()
            click.echo(f"Nothing more can be shown ({fault.strerror}); what was answered before is kept.", err=True)
            ctx.exit(BAD_INPUT)
        except RulesError as fault:
            if ctx.meta.get(JSON):
                _print_json(as_data.fault(fault))
            else:
                click.echo(str(fault), err=True)
            ctx.exit(ILLEGAL if isinstance(fault, IllegalAction) else BAD_INPUT)


def _mend_streams() -> None:
    """A stream that was closed is as good as an empty one; letters that the output lacks are told by number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (to the end)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """What could not be shown is not tried again at the end."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere, suppress(OSError, ValueError):
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _note(key: str) -> Callable[[click.Context, click.Parameter, bool], None]:
    def keep(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted:
            ctx.meta[key] = True

    return keep


def _flag(name: str, key: str, told: str) -> Callable[[F], F]:
    return click.option(name, is_flag=True, expose_value=False, callback=_note(key), is_eager=True, help=told)


drawn = _flag("--plain", PLAIN, "Answer for a screen reader.")


def shown(command: F) -> F:
    """The options of every command that answers: how its answer is shown."""
    return _flag("--json", JSON, "Answer in JSON.")(drawn(command))


@click.group(cls=Referee, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
@shown
@click.pass_context
def main(ctx: click.Context) -> None:
    """A rulebook that can referee: rulings with reasons, and exact odds, for printed tabletop games."""
    if ctx.invoked_subcommand is None:
        from companion import screens

        show(as_data.games, screens.welcome)


# --------------------------------------------------------------------- options


def conditions(command: F) -> F:
    """The options of every question and game: what it is heard under."""
    for option in (
        click.option("--keep", metavar="FILE", help="Your own pack: read it, and write into it what you read aloud."),
        click.option("--practice", is_flag=True, help="Fill the gaps with values that we invented, to try things out."),
        click.option("--pack", "packs", multiple=True, metavar="FILE", help="Numbers from your own copy of the game."),
        click.option("--reading", "--option", "switched", multiple=True, metavar="ID=VALUE", help="Take it otherwise."),
    ):
        command = option(command)
    return command


def on_terms(command: F) -> F:
    """What every question takes: the game, its words, the terms, how it is shown."""
    command = click.argument("words", nargs=-1)(conditions(command))
    return shown(click.argument("game")(command))


@dataclass(frozen=True)
class Wish:
    """One question as the command line gives it."""

    game: str
    words: tuple[str, ...]
    switched: tuple[str, ...]
    packs: tuple[str, ...]
    practice: bool
    keep: str | None

    @cached_property
    def kept(self) -> PackFile | None:
        """The player's own pack file."""
        return PackFile(Path(self.keep), self.game, open_book(self.game).charts) if self.keep else None

    @property
    def asked(self) -> Asked:
        """The question, read. Raises BadInput for whatever in it cannot be."""
        return read_question(self.game, self.words, self.switches, self.opened)

    @property
    def opened(self) -> list[Pack]:
        """The packs, read: the player's own before the invented one."""
        book = open_book(self.game)
        packs = [self.kept.pack] if self.kept else []
        packs += [book.pack(Path(path)) for path in self.packs]
        return [*packs, book.practice] if self.practice else packs

    @property
    def switches(self) -> dict[str, str]:
        """The readings and options taken otherwise."""
        pairs: dict[str, str] = {}
        for each in self.switched:
            id, equals, value = each.partition("=")
            if not equals or pairs.setdefault(id, value) != value:
                raise BadInput(f"--reading {each}: write ID=VALUE, and each reading once.")
        return pairs


# -------------------------------------------------------------------- commands

QUESTION = {"ignore_unknown_options": True}  # so that a cell such as -1 can be answered


@main.command(context_settings=QUESTION)
@on_terms
@click.option("--cumulative", is_flag=True, help="Add up the chances down the list.")
@click.option("--of", metavar="EVENT", help="The chance of an outcome, of a part of it, or of 3+ (that much or more).")
@click.option("--given", metavar="EVENT", help="With --of: once this is known.")
@click.option("--want", metavar="CHANCE", help="With --of: how other modifiers would have to be for such a chance.")
@click.option("--worth", is_flag=True, help="With --of: what each modifier is worth.")
@click.option("--derive", is_flag=True, help="The odds once more, step by step on paper.")
def ask(
    cumulative: bool, of: str | None, given: str | None, want: str | None, worth: bool, derive: bool, **wish: Any
) -> None:
    """Ask GAME one question: a ruling, or exact odds when no die is given.

    \b
    companion ask schwarm check "1 High"        the exact odds of a position check
    companion ask schwarm check "1 High" 7      the die shows 7: the ruling, and why
    """  # noqa: D301 (click wants the character itself)
    from companion import screens

    question = Wish(**wish)
    asked = question.asked
    if of is not None:
        if derive or cumulative or asked.answers:
            raise BadInput("--of weighs one thing before any dice: leave out the answers, --derive and --cumulative.")
        _explore(asked, of, given, want, worth)
        return
    if given or want or worth:
        raise BadInput("--given, --want and --worth go with --of EVENT: the chance of what?")
    if derive:
        _derive(asked)
        return
    hearing = asked.hear()
    if hearing.question is not None and not asked.answers:
        show(lambda: as_data.odds(asked), lambda page: screens.odds(page, asked, cumulative=cumulative))
        return
    if sys.stdin.isatty() and sys.stdout.isatty() and not _json_wanted():
        _ask_table(question.game, hearing)
    if question.kept:
        _keep(question.kept, hearing)
    show(lambda: as_data.outcome(asked, hearing), lambda page: screens.outcome(page, asked, hearing))
    if hearing.question is not None:
        click.get_current_context().exit(ASKS_MORE)


@main.command(context_settings=QUESTION)
@on_terms
def compare(**wish: Any) -> None:
    """Hear the same question under every reading it stands on: does the dispute matter here?"""
    from companion import screens

    asked = Wish(**wish).asked
    compared = asked.compare()
    show(lambda: as_data.compared(compared), lambda page: screens.compared(page, asked, compared))


@main.command("show", context_settings=QUESTION)
@click.argument("game")
@click.argument("words", nargs=-1)
@click.option("--save", metavar="FILE", help="Write it as .svg or .txt, or as .pdf or .png to print.")
@shown
def show_picture(game: str, words: tuple[str, ...], save: str | None) -> None:
    """Draw the map of GAME: a position, and what is asked of it.

    \b
    companion show grunwald --position meadow --zoc blue --moves 0607
    """  # noqa: D301 (click wants the character itself)
    from companion import screens
    from companion.board.saving import save as write

    picture = read_drawing(game, words)
    if save:
        write(picture, Path(save))
        click.echo(f"Drawn: {save}")
        return
    show(lambda: as_data.picture(picture), lambda page: screens.picture(page, picture))


@main.command()
@click.argument("game")
@click.argument("section", required=False)
@click.option("--cases", is_flag=True, help="All cases that touch the section, not only a few of its own.")
@shown
def rule(game: str, section: str | None, cases: bool) -> None:
    """Show a SECTION of GAME: its restated text, charts, the functions that carry it out, readings and cases."""
    from companion import screens
    from companion.reference import page_of

    book = open_book(game)
    if section is None:
        show(lambda: as_data.contents(book), lambda page: screens.contents(page, book))
        return
    found = page_of(game, section if section in book.sections else book.statement(section).section)
    show(lambda: as_data.section(found), lambda page: screens.section(page, found, all_cases=cases))


@main.command()
@click.argument("game")
@shown
def coverage(game: str) -> None:
    """Show the ledger of GAME: which statements are carried out, told or missing, and which a case has tried."""
    from companion import screens
    from companion.conformance import corpus, ledger

    entries, cases = ledger(game), corpus(game)
    show(lambda: as_data.ledger(entries, cases), lambda page: screens.ledger(page, open_book(game), entries, cases))


# -------------------------------------------------------------------- sessions


@main.command()
@click.argument("game")
@conditions
@click.option("--dice", type=click.Choice(["physical", "virtual"]), default="physical", help="Whose dice are thrown.")
@click.option("--session", "path", metavar="PATH", help="Where the session is kept.")
@drawn
def play(game: str, dice: str, path: str | None, **wish: Any) -> None:
    """Play GAME from setup to the end, with your own dice; every answer is kept at once."""
    from companion.asking import whole_game
    from companion.keeping import new_session
    from companion.referee import Terms
    from companion.table import Session

    question, book, case = Wish(game, (), **wish), open_book(game), whole_game(game)
    where = Path(path) if path else new_session(game)
    terms = _agreed(book, Terms.of(book, question.switches, question.opened))
    session = Session.begin(where, book, case, terms)
    _play(session, virtual=dice == "virtual", kept=question.kept)


@main.command()
@click.argument("session")
@click.option("--dice", type=click.Choice(["physical", "virtual"]), default="physical", help="Whose dice are thrown.")
@click.option("--as-edited", is_flag=True, help="Take lines that were edited by hand as they stand.")
@click.option("--keep", metavar="FILE", help="Your own pack: read it, and write into it what you read aloud.")
@drawn
def resume(session: str, dice: str, as_edited: bool, keep: str | None) -> None:
    """Play on where SESSION was left."""
    from companion.keeping import resume_session

    resumed = resume_session(session, as_edited=as_edited)
    kept = PackFile(Path(keep), resumed.book.game, resumed.book.charts) if keep else None
    _play(resumed, virtual=dice == "virtual", kept=kept)


@main.command()
@click.argument("session")
@click.argument("count", type=click.IntRange(min=1), default=1)
@shown
def undo(session: str, count: int) -> None:
    """Take back the last COUNT answers of SESSION. Nothing is erased: the undoing is written down too."""
    from companion.keeping import resume_session

    found = resume_session(session)
    undone = found.undo(count)
    found.close()
    show(
        lambda: {"undone": undone, "asked": found.asked},
        lambda page: page.title(f"Taken back: {undone}. Now: {found.asked}"),
    )


@main.command()
@shown
def sessions() -> None:
    """List the sessions that are kept here."""
    from companion import screens
    from companion.keeping import kept_sessions

    found = list(kept_sessions())
    show(lambda: [each.data() for each in found], lambda page: screens.sessions(page, found))


@main.command()
@click.argument("session")
@click.option(
    "--to", "form", type=click.Choice(["md", "json", "csv", "txt", "bbcode"]), default="txt", help="The form."
)
def export(session: str, form: str) -> None:
    """Write SESSION out, to be posted; what was overruled is marked."""
    from companion import table
    from companion.keeping import look_at_session

    click.echo(table.export(look_at_session(session), form))


@main.command()
@click.argument("session")
@shown
def verify(session: str) -> None:
    """Hear SESSION again from its first line: do file and rules still agree? And how lucky was it?"""
    from companion.asking import luck_of
    from companion.keeping import look_at_session
    from companion.table import luck

    found = look_at_session(session)
    told = [f"{len(found.entries)} answers hold", f"now: {found.asked}", *found.journal.notices]
    if lucky := luck(found, luck_of(found.book.game)):
        told.append(str(lucky))
    show(lambda: {"holds": True, "told": told}, lambda page: page.note(str(found.journal.path), told))


def _agreed(book: Book, terms: Terms) -> Terms:
    """The options of the book, agreed on before a game begins at a terminal."""
    if not sys.stdin.isatty():
        return terms
    from companion.drawing import Page
    from companion.keyboard import Left
    from companion.playing import agree

    try:
        return agree(Page(plain=bool(click.get_current_context().meta.get(PLAIN))), book, terms)
    except Left:
        raise click.exceptions.Exit(0) from None


def _play(session: Session, *, virtual: bool, kept: PackFile | None) -> None:
    from companion.asking import luck_of
    from companion.drawing import Page
    from companion.playing import Player

    page = Page(plain=bool(click.get_current_context().meta.get(PLAIN)))
    for notice in session.journal.notices:
        page.line(notice)
    try:
        Player(session, page, virtual, kept, luck_of(session.book.game)).play()
    finally:
        session.close()


# --------------------------------------------------------------------- showing


def show(told: Callable[[], Any], draw: Callable[[Page], None]) -> None:
    """Show an answer: as JSON when that is wanted, else drawn."""
    if _json_wanted():
        _print_json(told())
        return
    from companion.drawing import Page

    draw(Page(plain=bool(click.get_current_context().meta.get(PLAIN))))


def _json_wanted() -> bool:
    return bool(click.get_current_context().meta.get(JSON))


def _print_json(told: Any) -> None:
    click.echo(json.dumps(told, ensure_ascii=False, indent=2, default=str))


def _explore(asked: Asked, of: str, given: str | None, want: str | None, worth: bool) -> None:
    from companion import screens
    from companion.exploring import Explored

    explored = Explored(asked, of, given, want, worth)
    show(explored.data, lambda page: screens.explored(page, explored))


def _derive(asked: Asked) -> None:
    from companion import screens
    from companion.odds import odds

    try:
        from companion.odds.deriving import derive
    except ModuleNotFoundError:
        raise BadInput("--derive works on paper with sympy, which is not installed: pip install sympy.") from None
    derivation = derive(asked.case, asked.terms)
    if differs := derivation.differs_from(odds(asked.case, terms=asked.terms)):
        raise RulesError(f"The derivation and the odds disagree on {differs}: neither is to be trusted. Report this.")
    show(lambda: as_data.derivation(derivation), lambda page: screens.derivation(page, derivation))


def _ask_table(game: str, hearing: Hearing[Any]) -> None:
    """Ask whoever sits at the keyboard until the case is ruled; a wrong answer is explained and asked again."""
    talk = talk_of(game)
    while hearing.question is not None:
        try:
            hearing.answer(click.prompt(f"{worded(talk, hearing.question)} ({allowed(hearing.question)})"))
        except BadAnswer as fault:
            click.echo(str(fault), err=True)
        except click.Abort:
            return


def _keep(kept: PackFile, hearing: Hearing[Any]) -> None:
    for question, said in hearing.log:
        if isinstance(question, Look):
            kept.keep(question, question.read(said))


if __name__ == "__main__":
    main()
