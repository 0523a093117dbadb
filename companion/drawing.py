"""Answers on a terminal. Rich is imported here and nowhere else; nothing is said by colour alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import TextIOWrapper
from itertools import accumulate
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from companion.book import Chart
from companion.odds import Dist, Open, labelled
from companion.referee import word

BAR = 20


def plain_wanted() -> bool:
    """Whether to leave out bars and columns, for a screen reader: COMPANION_PLAIN, or a dumb terminal."""
    return bool(os.environ.get("COMPANION_PLAIN")) or os.environ.get("TERM") == "dumb"


class Page:
    """One answer on the screen: headings, lines with their statements, odds, charts."""

    def __init__(self, *, plain: bool = False, width: int | None = None) -> None:
        self.plain = plain or plain_wanted()
        wide = width or (None if sys.stdout.isatty() or os.environ.get("COLUMNS") else 100)
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a terminal that cannot show a bar shows a question mark
        self.console = Console(highlight=False, emoji=False, markup=False, width=wide, soft_wrap=False)

    def title(self, text: str, cites: Iterable[str] = ()) -> None:
        """The verdict or the heading, its citation beside it."""
        line = Text(text, style="bold")
        line.append(_bracket(cites), style="not bold cyan")
        self.console.print(line)

    def line(self, text: str, cites: Iterable[str] = (), depth: int = 1, style: str = "") -> None:
        """One line, indented, its statements beside it."""
        line = Text(text, style=style)
        line.append(_bracket(cites), style="cyan")
        for wrapped in line.wrap(self.console, self.console.width - 2 * depth):
            self.console.print(Text("  " * depth).append(wrapped))

    def note(self, label: str, items: Sequence[str]) -> None:
        """`assumed: …`, when there is anything to say."""
        if items:
            self.line(f"{label}: {'; '.join(items)}")

    def gap(self) -> None:
        """An empty line, before something new."""
        self.console.print()

    def options(self, options: Sequence[str]) -> None:
        """What can be chosen, or stands on the table: in columns, or line by line for a screen reader.

        Options of several things (`[2] fighter 1 up …`, `[5] fighter 2 up …`) stand together, behind the thing.
        """
        wide = max(map(len, options), default=0) + 2
        columns = self.console.width // wide
        groups = _alike(options)
        if self.plain or any(len(lead) > self.console.width // 2 for lead, _ in groups):
            for option in options:
                self.line(option)
        elif sum(len(group) > 1 for _, group in groups) > 1 or columns < 2:
            for lead, group in groups:
                self._flow(lead, group)
        else:
            for start in range(0, len(options), columns):
                self.line("".join(f"{option:{wide}}" for option in options[start : start + columns]).rstrip())

    def _flow(self, lead: str, items: Sequence[str]) -> None:
        """Items one after the other behind their common beginning, each whole on its line."""
        margin, line = " " * len(lead), lead
        for item in items:
            if line.strip() not in ("", lead) and len(line) + len(item) + 4 > self.console.width:
                self.line(line)
                line = margin
            line = f"{line}  {item}" if line else item
        self.line(line)

    def code(self, source: str) -> None:
        """Source as it stands."""
        indented = "\n".join(f"    {line}".rstrip() for line in source.splitlines())
        self.verbatim(f"\n{indented}\n", style="green")

    def verbatim(self, text: str, style: str = "") -> None:
        """Text whose lines are not to be broken."""
        self.console.print(Text(text, style=style), no_wrap=True, overflow="ignore", crop=False, end="\n")

    def odds(self, sides: Mapping[str, Dist], *, cumulative: bool = False, branches: bool = True) -> None:
        """Distributions side by side: fractions, per cent and a bar; what is open stands last.

        `cumulative` adds a column with the chances so far, `branches` tells what hangs on what is open.
        """
        names = list(sides) if len(sides) > 1 else [""]
        chances = {name: labelled(dist, "open: ") for name, dist in zip(names, sides.values(), strict=True)}
        labels = list(dict.fromkeys(label for each in chances.values() for label in each))
        shown, room = _apart(labels), self.console.width - 2
        wide = room - max(map(len, shown), default=0) - 2
        columns: dict[str, list[str]] = {}
        for side, each in chances.items():
            column = [each.get(label, Fraction(0)) for label in labels]
            columns[side] = self._column(column, wide // len(sides) - 20 * cumulative)
            if cumulative:
                columns[f"{side} so far".strip()] = self._column(list(accumulate(column)), 0)
        if self.plain or any(len("  ".join(cells)) > room for cells in zip(shown, *columns.values(), strict=True)):
            self._odds_in_lines(shown, columns)
        else:
            self._odds_in_columns(shown, columns)
        if branches:
            self._open(list(next(iter(sides.values())).opens.items()))

    def _column(self, chances: Sequence[Fraction], room: int) -> list[str]:
        """`3/10  30.0%`, each below the other, with a bar if there is room; for a screen reader the bare numbers."""
        if self.plain:
            return [f"{chance} {float(chance):.0%}" for chance in chances]
        wide = max((len(str(chance)) for chance in chances), default=0)
        told = [f"{chance!s:>{wide}}  {float(chance):6.1%}" for chance in chances]
        if wide + 10 + BAR > room:
            return told
        return [f"{each}  {'█' * round(chance * BAR)}" for each, chance in zip(told, chances, strict=True)]

    def _odds_in_columns(self, labels: Sequence[str], columns: Mapping[str, Sequence[str]]) -> None:
        table = Table(box=None, show_header=len(columns) > 1, pad_edge=False, padding=(0, 2, 0, 0))
        for name in ("", *columns):
            table.add_column(name, no_wrap=True)
        for row in zip(labels, *columns.values(), strict=True):
            table.add_row(*row)
        self.console.print(Padding(table, (0, 0, 0, 2), expand=False))

    def _odds_in_lines(self, labels: Sequence[str], columns: Mapping[str, Sequence[str]]) -> None:
        for label, *cells in zip(labels, *columns.values(), strict=True):
            told = [
                " ".join(f"{name} {' '.join(cell.split())}".split()) for name, cell in zip(columns, cells, strict=True)
            ]
            self.line(f"{label}: {', '.join(told)}")

    def _open(self, opens: Sequence[tuple[Open, Fraction]]) -> None:
        """What hangs on the first of the cells and choices that are open."""
        for outcome, chance in opens[:3]:
            self.open(outcome, chance)
        if len(opens) > 3:
            self.line(f"and {len(opens) - 3} more such questions, {sum(chance for _, chance in opens[3:])} in all")

    def open(self, outcome: Open, chance: Fraction) -> None:
        """What hangs on a cell or a choice: the answers that lead to the same odds are told together."""
        kind = "undecided" if hasattr(outcome.question, "options") else "not printed"
        self.line(f"open {chance}, {kind}: {outcome}")
        groups: list[tuple[list[Any], str]] = []
        for value, branch in outcome.branches:
            told = ", ".join(f"{label}{f' {p}' if p < 1 else ''}" for label, p in labelled(branch, "open: ").items())
            if groups and groups[-1][1] == told:
                groups[-1][0].append(value)
            else:
                groups.append(([value], told))
        shown, hidden = _middle(groups, 7)
        for values, told in shown:
            self.line(f"if {_span(values)}: {told}", depth=2)
        if hidden:
            self.line(f"and {hidden} more ranges of values", depth=2)

    def chart(self, chart: Chart) -> None:
        """A chart as printed; a cell that is not printed is a question mark, never a blank."""
        self.line(f"Chart {chart}" + (f", rolled on a {chart.die}" if chart.die else ""), [chart.statement])
        last = chart.axes[-1]
        keys = list(map(last.label, last.keys))
        if len(chart.axes) == 1:
            table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
            table.add_column(last.name)
            table.add_column("")
            for key, value in zip(keys, next(chart.rows())[1], strict=True):
                table.add_row(key, _cell(value))
        else:
            table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
            for name in [" ".join(axis.name for axis in chart.axes[:-1]), *keys]:
                table.add_column(name)
            for lead, row in chart.rows():
                table.add_row(" ".join(map(str, lead)), *map(_cell, row))
        self.console.print(Padding(table, (0, 0, 0, 4), expand=False))


def _bracket(cites: Iterable[str]) -> str:
    told = " ".join(dict.fromkeys(cites))
    return f"  [{told}]" if told else ""


def _cell(value: Any) -> str:
    return "?" if value is None else str(value)


def _span(values: list[Any]) -> str:
    told = [word(value) for value in values]
    run = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    return f"{told[0]} to {told[-1]}" if run and len(told) > 1 else " or ".join(told)


def _apart(labels: Sequence[str]) -> list[str]:
    """Labels without the parts (between semicolons) that they all share: of whole tables, only what differs."""
    parts = [label.split("; ") for label in labels]
    shared = set.intersection(*map(set, parts)) if len(parts) > 1 else set()
    return [
        "; ".join(part for part in each if part not in shared) or label
        for each, label in zip(parts, labels, strict=True)
    ]


def _alike(options: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Numbered options by the two words after the number, which are taken out where several have them."""
    groups: dict[str, list[str]] = {}
    for option in options:
        lead = " ".join(option.split()[1:3]) if option.startswith("[") else option
        groups.setdefault(lead, []).append(option)
    return [
        (lead, [option.replace(f" {lead} ", " ", 1) for option in group]) if len(group) > 1 else ("", group)
        for lead, group in groups.items()
    ]


def _middle(groups: list[Any], most: int) -> tuple[list[Any], int]:
    """At most so many of a list, taken from around its middle, and how many were left out."""
    if len(groups) <= most:
        return groups, 0
    start = (len(groups) - most) // 2
    return groups[start : start + most], len(groups) - most
