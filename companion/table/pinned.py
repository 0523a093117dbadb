"""The terms of a session as its first line pins them, with the cells of a player's own packs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.book import DIE, Book, Key, Look, Pack
from companion.errors import BadInput
from companion.referee import Terms


def terms_as_data(terms: Terms, book: Book) -> dict[str, Any]:
    """All readings and options, packs by digest, and what is in the packs that are not the book's practice pack."""
    values = {reading.id: terms.taken(reading) for reading in book.readings.values()}
    packs = dict(_keyed(terms.packs))
    return {
        "readings": {id: value for id, value in values.items() if book.readings[id].kind == "reading"},
        "options": {id: value for id, value in values.items() if book.readings[id].kind == "option"},
        "packs": {key: pack.digest for key, pack in packs.items()},
        "cells": {key: _as_data(pack) for key, pack in packs.items() if pack != book.practice},
    }


def terms_from_data(opening: Mapping[str, Any], book: Book, file: str) -> Terms:
    """The terms that an opening pins. Raises BadInput where it cannot be read, or where the book has changed since."""
    try:
        pinned = opening["terms"]
        packs = [_pack(file, book, key, digest, pinned["cells"]) for key, digest in pinned["packs"].items()]
        return Terms.of(book, {**pinned["readings"], **pinned["options"]}, packs)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise BadInput(f"{file}:1: the terms of the session cannot be read.") from None


def _keyed(packs: tuple[Pack, ...]) -> Iterator[tuple[str, Pack]]:
    """Packs by name, those of one name told apart."""
    names = [pack.name for pack in packs]
    for n, pack in enumerate(packs):
        earlier = names[:n].count(pack.name)
        yield (f"{pack.name} ({earlier + 1})" if earlier else pack.name), pack


def _as_data(pack: Pack) -> dict[str, Any]:
    cells = [[chart, list(cell), value] for (chart, cell), value in pack.cells.items()]
    return {"name": pack.name, "invented": pack.invented, "cells": cells}


def _pack(file: str, book: Book, key: str, digest: str, kept: Mapping[str, Any]) -> Pack:
    if key in kept:
        cells = dict(_cell(file, book, *written) for written in kept[key]["cells"])
        pack = Pack.of(kept[key]["name"], cells, invented=kept[key]["invented"])
    else:
        pack = book.practice
    if pack.digest != digest:
        raise BadInput(f"{file}:1: the {key} pack has changed since this session was begun.")
    return pack


def _cell(file: str, book: Book, name: str, cell: list[Key], value: Key) -> tuple[tuple[str, tuple[Key, ...]], Key]:
    """One cell, if the book has such a chart, the chart such a cell, and the cell can hold the value."""
    try:
        chart = book.chart(name)
        key = DIE if tuple(cell) == DIE else chart.cell(*cell)
        read = Look(chart, key).read(value)
    except BadInput as fault:
        raise BadInput(f"{file}:1: a cell of the session's own packs cannot be: {fault}") from None
    return (name, key), read
