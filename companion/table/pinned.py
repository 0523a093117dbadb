"""The terms of a session as its first line pins them, with the cells of a player's own packs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.book import Book, Pack
from companion.book.files import Source
from companion.book.packs import pack_from
from companion.errors import BadInput, brief
from companion.referee import Terms


def terms_as_data(terms: Terms, book: Book) -> dict[str, Any]:
    """All readings and options, packs by digest; in full, as their files have them, those that are not the book's."""
    values = {reading.id: terms.taken(reading) for reading in book.readings.values()}
    packs = _keyed(terms.packs)
    return {
        "readings": {id: value for id, value in values.items() if book.readings[id].kind == "reading"},
        "options": {id: value for id, value in values.items() if book.readings[id].kind == "option"},
        "packs": {key: pack.digest for key, pack in packs.items()},
        "cells": {key: pack.as_data(book.game) for key, pack in packs.items() if pack != book.practice},
    }


def terms_from_data(opening: Mapping[str, Any], book: Book, where: str) -> Terms:
    """The terms that an opening pins. Raises BadInput where it cannot be read, or where the book has changed since."""
    try:
        pinned = opening["terms"]
        packs = [_pack(where, book, key, digest, pinned["cells"]) for key, digest in pinned["packs"].items()]
        return Terms.of(book, {**pinned["readings"], **pinned["options"]}, packs)
    except BadInput as fault:
        raise BadInput(f"{where}: {brief(str(fault).removeprefix(f'{where}: '))}") from None
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise BadInput(f"{where}: the terms of the session cannot be read.") from None


def _keyed(packs: tuple[Pack, ...]) -> dict[str, Pack]:
    """Packs by name, those of one name told apart."""
    keyed: dict[str, Pack] = {}
    for pack in packs:
        key, number = pack.name, 1
        while key in keyed:
            number += 1
            key = f"{pack.name} ({number})"
        keyed[key] = pack
    return keyed


def _pack(where: str, book: Book, key: str, digest: str, kept: Mapping[str, Any]) -> Pack:
    """A pack, held against the charts as its file would be."""
    own = key in kept
    pack = pack_from(Source(Path(where), "", kept[key]), book.game, book.charts) if own else book.practice
    if pack.digest != digest:
        raise BadInput(f"the {key} pack has changed since this session was begun.")
    return pack
