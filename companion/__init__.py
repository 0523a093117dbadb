"""Companion: a rulebook that can referee.

The rooms, from the ground up: `errors`, `dice` and `book` (the restated rulebooks, opened); `referee` (rules that
await the table, and what is overheard while they run); `odds` (the exact chance of every verdict); `table` (sessions);
one package a game; `asking`, `conformance`, `keeping` and `reference` (a question in the players' notation, the corpus
of cases, where sessions lie, a section with all that hangs from it); and the faces: `as_data`, `drawing`, `literate`,
`screens`, `playing`, `cli`.
"""

__version__ = "0.1.0"
