"""How a game is spoken of while it is played: the words beside its rules. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.book import Look


def no_changes(before: Any, after: Any) -> Iterable[str]:
    """Nothing is told of a table."""
    return ()


@dataclass(frozen=True)
class Talk:
    """What is said at the table beside the rulings, by the names of the rules.

    `entering` is said when a rule is entered, from its facts: what falls due, what is an exception, what needs no
    asking. `leaving` is said when it has its verdict, from that and its facts. `changes` tells two tables apart.
    `costs` gives what the options of a decision cost, in a `unit`, as the rules price them. `cells` says, chart by
    chart, what is to be read from the box, with the names of the chart's axes in braces.
    """

    entering: Mapping[str, Callable[..., str | None]] = field(default_factory=dict)
    leaving: Mapping[str, Callable[..., str | None]] = field(default_factory=dict)
    changes: Callable[[Any, Any], Iterable[str]] = no_changes
    costs: Mapping[str, Callable[..., Mapping[str, int]]] = field(default_factory=dict)
    unit: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)

    def cell(self, look: Look) -> str:
        """A cell as somebody with the box in front of them would look for it."""
        if look.chart.name not in self.cells or len(look.cell) != len(look.chart.axes):
            return str(look)
        keys = {axis.name: axis.label(key) for axis, key in zip(look.chart.axes, look.cell, strict=True)}
        return self.cells[look.chart.name].format(**keys)
