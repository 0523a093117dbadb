"""At the table: a game in progress, kept on disk as an opening and a log of answers."""

from companion.table.journal import Journal
from companion.table.session import Entry, Session

__all__ = ["Entry", "Journal", "Session"]
