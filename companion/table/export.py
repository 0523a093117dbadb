"""A session written out to be posted: text, Markdown, BBCode, CSV, JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from companion.referee import word
from companion.table.account import Row, account
from companion.table.session import Session

MARKED = "OVERRULED"


def export(session: Session, form: str) -> str:
    """A session in one of `FORMS`."""
    return FORMS[form](session, list(account(session)))


def text(session: Session, rows: Sequence[Row]) -> str:
    """Plain text, a line an answer."""
    told = [headline(session), terms(session), "", *map(sentence, rows), "", ending(session)]
    return "\n".join(map(one_line, told))


def markdown(session: Session, rows: Sequence[Row]) -> str:
    """Markdown: a table of the answers."""
    lines = [
        f"# {as_markdown(headline(session))}",
        "",
        as_markdown(terms(session)),
        "",
        "| | asked | answer | ruling | chance |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        ruling = as_markdown("; ".join(row.rulings))
        if row.overruled:
            ruling += f" **{MARKED}** {as_markdown(row.overruled)}"
        cells = map(as_markdown, (str(row.entry.n), row.entry.ask, f"{row.entry.answer}{_whose(row)}"))
        lines.append(f"| {' | '.join(cells)} | {ruling} | {_chance(row)} |")
    return "\n".join([*lines, "", f"**{as_markdown(ending(session))}**"])


def bbcode(session: Session, rows: Sequence[Row]) -> str:
    """BBCode, as forums take it."""
    lines = [f"[b]{as_bbcode(headline(session))}[/b]", f"[i]{as_bbcode(terms(session))}[/i]", "[list]"]
    lines += [f"[*]{as_bbcode(sentence(row)).replace(MARKED, f'[b]{MARKED}[/b]', 1)}" for row in rows]
    return "\n".join([*lines, "[/list]", f"[b]{as_bbcode(ending(session))}[/b]"])


def table(session: Session, rows: Sequence[Row]) -> str:
    """CSV, a row an answer; each says the terms, for rows go their own ways."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["n", "asked", "answer", "by", "ruling", "chance", "overruled", "terms"])
    under = terms(session)
    for row in rows:
        entry, said = row.entry, "; ".join(row.rulings)
        cells = (str(entry.n), entry.ask, entry.answer, entry.by, said, _chance(row), row.overruled, under)
        writer.writerow(map(as_cell, cells))
    return out.getvalue().rstrip("\n")


def plain_data(session: Session, rows: Sequence[Row]) -> str:
    """JSON: the opening, the terms in words, the answers, the end."""
    told = {
        **session.journal.opening,
        "played": terms(session),
        "answers": list(map(_as_data, rows)),
        "end": ending(session),
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


def one_line(text: str) -> str:
    """Words on one line, however they were typed: what cannot be printed (line ends, escapes, turns) is a space."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def as_markdown(text: str) -> str:
    """Words on one line that stay words in Markdown."""
    return re.sub(r"([\\`*_\[\]<>|&~$])", r"\\\1", one_line(text))


def as_cell(text: str) -> str:
    """Words that no spreadsheet takes for a formula: an apostrophe stands before what begins like one."""
    number = re.fullmatch(r"[+-]\d+", text, re.ASCII)
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) and not number else text


def as_bbcode(text: str) -> str:
    """Words on one line that stay words in BBCode: a space of no width keeps a bracket from opening a tag."""
    return one_line(text).replace("[", "[\u200b")


FORMS: dict[str, Callable[[Session, Sequence[Row]], str]] = {
    "txt": text,
    "md": markdown,
    "bbcode": bbcode,
    "csv": table,
    "json": plain_data,
}


def headline(session: Session) -> str:
    """The game and the file."""
    return f"{session.book.title}: {session.journal.path.stem}"


def terms(session: Session) -> str:
    """What departs from the book as adopted; invented values are named."""
    options = [
        f"{each.id} {session.terms.taken(each)}" for each in session.book.readings.values() if each.kind == "option"
    ]
    switched = [f"{id} = {value}" for id, value in session.terms.switched if f"{id} {value}" not in options]
    packs = [str(pack) for pack in session.terms.packs]
    return f"Played with {'; '.join([*options, *switched, *packs])}."


def sentence(row: Row) -> str:
    """One answer in a line."""
    told = f"{row.entry.n}. {row.entry.ask}: {row.entry.answer}{_whose(row)}"
    weighed = zip(row.rulings, row.chances, strict=True)
    rulings = [ruling if chance is None else f"{ruling} ({chance})" for ruling, chance in weighed]
    told += f" → {'; '.join(rulings)}" if rulings else ""
    return f"{told} {MARKED} {row.overruled}" if row.overruled else told


def ending(session: Session) -> str:
    """How it ended, or what is asked now."""
    if session.hearing.question is None:
        return word(session.hearing.record.verdict)
    return f"Not over: {session.asked}"


def _as_data(row: Row) -> dict[str, Any]:
    entry = row.entry
    return {
        "n": entry.n,
        "ask": entry.ask,
        "answer": entry.answer,
        "by": entry.by,
        "rulings": row.rulings,
        "chances": [chance and str(chance) for chance in row.chances],
        "overruled": row.overruled,
    }


def _whose(row: Row) -> str:
    return " (virtual)" if row.entry.by == "virtual" else ""


def _chance(row: Row) -> str:
    return "; ".join(str(chance) for chance in row.chances if chance is not None)
