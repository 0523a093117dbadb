"""What notebooks share: text, source, odds and rulings as Markdown and HTML. It shows what others decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from companion.asking import Asked, read_question
from companion.book import Book, Look, Pack
from companion.errors import RulesError
from companion.odds import Bounds, Dist, labelled
from companion.question import Question
from companion.referee import Hearing, telling, word
from companion.referee.otherwise import had_it_been
from companion.referee.questions import Choose, Draw
from companion.reference import source_of

INVENTED = "**Values that we invented for practice are in use, not what your board prints.**"


def section(book: Book, id: str) -> str:
    """A section as Markdown: its heading and its statements."""
    found = book.section(id)
    return f"### {found.heading}\n\n{statements(book, *(each.id for each in found.statements))}"


def statements(book: Book, *ids: str) -> str:
    """Statements as a Markdown list, each with its id, and with the reason if it is only told.

    >>> from companion.book import open_book
    >>> print(statements(open_book("schwarm"), "5.0.f", "5.1.g"))  # doctest: +ELLIPSIS
    - Pressing adds 1 to both dice, the black and the red. `5.0.f`
    - The other eleven tables ... so they are not here. `5.1.g` *(told: translator's note)*
    """
    return "\n".join(
        f"- {each.text} `{each.id}`" + (f" *(told: {each.told})*" if each.told else "")
        for each in map(book.statement, ids)
    )


def source(*rules: Callable[..., Any]) -> str:
    """The source of rules, as one Markdown code block."""
    code = "\n\n\n".join(map(source_of, rules))
    return f"```python\n{code}\n```"


def ask(game: str, words: Sequence[str], packs: Sequence[Pack] = ()) -> Asked | RulesError:
    """A question whose situation is legal, or the error that says why it cannot be asked."""
    try:
        asked = read_question(game, words, packs=packs)
        asked.hear()
    except RulesError as fault:
        return fault
    return asked


def chance(known: Fraction | Bounds) -> str:
    """A chance in a sentence: the fraction and per cent, or the bounds it is sure to lie in.

    >>> chance(Fraction(3, 10)), chance(Bounds(Fraction(0), Fraction(1, 5)))
    ('3/10 (30.0%)', '0 to 1/5')
    """
    return str(known) if isinstance(known, Bounds) else f"{known} ({float(known):.1%})"


def odds_table(sides: Mapping[str, Dist], caption: str) -> str:
    """Distributions side by side as an HTML table: fraction, per cent, and a bar that only repeats them."""
    chances = {side: labelled(dist, "open: ") for side, dist in sides.items()}
    labels = dict.fromkeys(label for each in chances.values() for label in each)
    head = "".join(f'<th scope="col" style="{_LEFT}">{escape(side)}</th>' for side in sides)
    rows = "".join(
        f'<tr><th scope="row" style="{_LEFT}; font-weight: normal">{escape(label)}</th>'
        f"{''.join(_cell(each.get(label)) for each in chances.values())}</tr>"
        for label in labels
    )
    return (
        f'<table style="width: 100%; table-layout: fixed; margin: 0.5em 0 1em">'
        f'<caption style="{_LEFT}; font-weight: bold">{escape(caption)}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


_LEFT = "text-align: left"


def _cell(known: Fraction | None) -> str:
    if known is None:
        return "<td>0</td>"
    bar = f"height: 0.4em; width: {float(known):.1%}; background: currentColor; opacity: 0.4"
    return f'<td>{known} <small>{float(known):.1%}</small><div aria-hidden="true" style="{bar}"></div></td>'


def ruling(hearing: Hearing[Any]) -> str:
    """Where a case stands, as Markdown: the verdict or the question, the grounds, what other faces would have done."""
    found = hearing.outcome
    told = [telling.markdown(found), *(f"- {other}" for other in had_it_been(hearing) if other.matters)]
    if telling.invented(found.grounds):
        told += ["", INVENTED]
    return "\n".join(told)


def answers(question: Question[Any] | None) -> list[str]:
    """The words that can answer a decision, a draw or a cell, for a control that offers them; else none."""
    match question:
        case Choose(_, options) | Draw(options):
            return list(dict.fromkeys(map(word, options)))
        case Look():
            return list(map(word, question.outcomes.keys))
    return []
