"""At the table: a game in progress, kept on disk as an opening and a log of answers."""

from companion.table.account import Luck, Row, account, luck
from companion.table.entries import Answer, Overrule, Undo
from companion.table.export import FORMS, export
from companion.table.journal import Journal
from companion.table.session import Session

__all__ = ["FORMS", "Answer", "Journal", "Luck", "Overrule", "Row", "Session", "Undo", "account", "export", "luck"]
