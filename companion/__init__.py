"""Companion: a rulebook that can referee.

The rooms, from the ground up: `errors`, `dice` and `book` (the restated rulebooks, opened); `referee` (rules that
await the table, and what is overheard while they run); `odds` (the exact chance of every verdict); one package a
game; `asking` and `conformance` (a question in the players' notation, and the corpus of cases); and the faces:
`cli`, `drawing` and `literate`.
"""

__version__ = "0.1.0"
