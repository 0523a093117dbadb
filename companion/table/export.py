"""A session written out to be posted: text, Markdown, BBCode, CSV, JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence

from companion.referee import word
from companion.table.account import Row, account
from companion.table.session import Session


def export(session: Session, form: str) -> str:
    """A session in one of `FORMS`."""
    return FORMS[form](session, list(account(session)))


def text(session: Session, rows: Sequence[Row]) -> str:
    """Plain text, a line an answer."""
    return "\n".join([headline(session), terms(session), "", *map(sentence, rows), "", ending(session)])


def markdown(session: Session, rows: Sequence[Row]) -> str:
    """Markdown: a table of the answers."""
    lines = [
        f"# {headline(session)}",
        "",
        terms(session),
        "",
        "| | asked | answer | ruling | chance |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        said = "; ".join(row.rulings)
        ruling = f"{said} **OVERRULED** {row.overruled}" if row.overruled else said
        cells = (str(row.n), row.ask, f"{row.answer}{_whose(row)}", ruling, _chance(row))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, "", f"**{ending(session)}**"])


def bbcode(session: Session, rows: Sequence[Row]) -> str:
    """BBCode, as forums take it."""
    lines = [f"[b]{headline(session)}[/b]", f"[i]{terms(session)}[/i]", "[list]"]
    lines += [f"[*]{sentence(row).replace('OVERRULED', '[b]OVERRULED[/b]')}" for row in rows]
    return "\n".join([*lines, "[/list]", f"[b]{ending(session)}[/b]"])


def table(session: Session, rows: Sequence[Row]) -> str:
    """CSV, a row an answer."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["n", "asked", "answer", "by", "ruling", "chance", "overruled"])
    for row in rows:
        writer.writerow([row.n, row.ask, row.answer, row.by, "; ".join(row.rulings), _chance(row), row.overruled])
    return out.getvalue().rstrip("\n")


def plain_data(session: Session, rows: Sequence[Row]) -> str:
    """JSON: the opening, the answers, the end."""
    told = {
        **session.journal.opening,
        "answers": [vars(row) | {"chances": [chance and str(chance) for chance in row.chances]} for row in rows],
        "end": ending(session),
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


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
    told = f"{row.n}. {row.ask}: {row.answer}{_whose(row)}"
    weighed = zip(row.rulings, row.chances, strict=True)
    rulings = [ruling if chance is None else f"{ruling} ({chance})" for ruling, chance in weighed]
    told += f" → {'; '.join(rulings)}" if rulings else ""
    return f"{told} OVERRULED {row.overruled}" if row.overruled else told


def ending(session: Session) -> str:
    """How it ended, or what is asked now."""
    if session.hearing.question is None:
        return word(session.hearing.record.verdict)
    return f"Not over: {session.asked}"


def _whose(row: Row) -> str:
    return " (virtual)" if row.by == "virtual" else ""


def _chance(row: Row) -> str:
    return "; ".join(str(chance) for chance in row.chances if chance is not None)
