"""Answers on a terminal. Rich is imported here and nowhere else; nothing is said by colour alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import TextIOWrapper
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
        """What can be chosen, or stands on the table: in columns, or line by line for a screen reader."""
        room = self.console.width - 2
        wide = max(map(len, options), default=0) + 2
        if self.plain or wide > room:
            for option in options:
                self.line(option)
        elif wide <= room // 2 + 1:
            each = max(1, (room + 2) // wide)
            for start in range(0, len(options), each):
                self.line("".join(f"{option:{wide}}" for option in options[start : start + each]).rstrip())
        else:
            self.line("; ".join(options))

    def code(self, source: str) -> None:
        """Source as it stands."""
        indented = "\n".join(f"    {line}".rstrip() for line in source.splitlines())
        self.console.print(Text(f"\n{indented}\n", style="green"), no_wrap=True, overflow="ignore", crop=False)

    def odds(self, sides: Mapping[str, Dist], *, cumulative: bool = False, branches: bool = True) -> None:
        """Distributions side by side: fractions, per cent and a bar; what is open stands last, with its branches."""
        chances = {side: labelled(dist, "open: ") for side, dist in sides.items()}
        labels = list(dict.fromkeys(label for each in chances.values() for label in each))
        running = {side: Fraction(0) for side in chances}
        room = self.console.width - max(map(len, labels), default=0) - 4
        bars = not self.plain and len(sides) * (18 + BAR) <= room
        plain = self.plain or len(sides) * 11 > room
        table = Table(box=None, show_header=len(sides) > 1, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("", no_wrap=True)
        for side in sides:
            table.add_column(side, no_wrap=True)
        for label in labels:
            cells = []
            for side, each in chances.items():
                chance = each.get(label, Fraction(0))
                running[side] += chance
                so_far = running[side] if cumulative else None
                cells.append(self._chance(chance, so_far, bar=bars, wide=len(sides) * 20 <= room))
            table.add_row(label, *cells)
            if plain:
                told = [f"{side}: {cell}" for side, cell in zip(sides, cells, strict=True)] if len(sides) > 1 else cells
                self.line(f"{label}: {', '.join(told)}")
        if not plain:
            self.console.print(Padding(table, (0, 0, 0, 2), expand=False))
        opens = list(next(iter(sides.values())).opens.items()) if branches else []
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
        keys = [f"{key}+" if last.open_high and key == last.keys[-1] else str(key) for key in last.keys]
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

    def _chance(self, chance: Fraction, running: Fraction | None, *, bar: bool, wide: bool) -> str:
        """`3/10  30 %` with a bar, and the sum so far when asked for."""
        told = f"{chance!s:>6}  {float(chance):6.1%}" if wide and not self.plain else f"{chance} {float(chance):.0%}"
        if bar:
            told += f"  {'█' * round(chance * BAR):{BAR if running is not None else 1}}"
        return told if running is None else f"{told}  so far {running} {float(running):.1%}"


def _bracket(cites: Iterable[str]) -> str:
    told = " ".join(dict.fromkeys(cites))
    return f"  [{told}]" if told else ""


def _cell(value: Any) -> str:
    return "?" if value is None else str(value)


def _span(values: list[Any]) -> str:
    told = [word(value) for value in values]
    run = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    return f"{told[0]} to {told[-1]}" if run and len(told) > 1 else " or ".join(told)


def _middle(groups: list[Any], most: int) -> tuple[list[Any], int]:
    """At most so many of a list, taken from around its middle, and how many were left out."""
    if len(groups) <= most:
        return groups, 0
    start = (len(groups) - most) // 2
    return groups[start : start + most], len(groups) - most
