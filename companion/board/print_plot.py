"""Print plots: a picture as a PDF or PNG file at the size of the counters in the box.

The only module of the board that needs numpy, matplotlib and hexalattice (the extra `companion[print]`).
hexalattice draws the hexes from our own centres: its `create_hex_grid` fails to plot on numpy 2.4, and ends the whole
process when an argument does not suit it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from hexalattice.hexalattice import plot_single_lattice_custom_colors
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle

from companion.board.grid import Hex
from companion.board.maps import Feature
from companion.board.picture import SET_COLOURS, Picture, ends
from companion.errors import BadInput

Colour = tuple[float, float, float, float]

_SUFFIXES = (".pdf", ".png")
_INCH = 25.4  # millimetres
_NOTE = 0.65  # the height of a line of notes, in side lengths
_CLEAR, _LINE = (0.0, 0.0, 0.0, 0.0), "#b9b4a6"


def save_plot(picture: Picture, path: Path, *, hex_width: float = 18) -> Path:
    """Write a picture to a `.pdf` or `.png` file, its hexes so many millimetres wide from side to side.

    Raises BadInput for another suffix, a width that cannot be printed, or a file that cannot be written.
    """
    if path.suffix.lower() not in _SUFFIXES:
        raise BadInput(f"{path.name}: a print plot is a .pdf or a .png file: name it so.")
    if not 4 <= hex_width <= 100:
        raise BadInput(f"A hex {hex_width} mm wide cannot be printed: choose from 4 to 100.")
    try:
        plot(picture, hex_width).savefig(path, dpi=200, bbox_inches="tight")
    except OSError as fault:
        raise BadInput(f"{path}: cannot be written ({fault.strerror}): choose a folder that is there.") from None
    return path


def plot(picture: Picture, hex_width: float = 18) -> Figure:
    """The picture as a matplotlib figure; one unit of its axes is the length of a hexside."""
    centres = np.array([picture.map.grid.layout.centre(hex) for hex in picture.hexes])
    (left, top), (right, bottom) = (
        centres.min(axis=0) - 1.3,
        centres.max(axis=0) + np.array((1.3, 2.3 + _NOTE * len(picture.notes))),
    )
    unit = hex_width / sqrt(3) / _INCH
    figure = Figure(figsize=((right - left) * unit, (bottom - top) * unit))
    axes = figure.add_axes((0, 0, 1, 1))
    points = 72 * unit  # the length of a hexside in points
    _hexes(axes, picture)
    for draw in (_numbers, _features, _counters, _notes, _legend):
        draw(axes, picture, points)
    axes.set(xlim=(left, right), ylim=(bottom, top))
    axes.axis("off")
    return figure


def _hexes(axes: Axes, picture: Picture) -> None:
    """The grid with its terrain, and over it each set of hexes, a little smaller than the last."""
    terrain = {hex: to_rgba(kind.colour) for hex, kind in picture.terrain()}
    _lattice(axes, picture, picture.hexes, [terrain.get(hex, _CLEAR) for hex in picture.hexes], _LINE, 0.0)
    for n, hexes in enumerate(picture.brought_out().values()):
        faces = [to_rgba(SET_COLOURS[n], 0.15)] * len(hexes)
        _lattice(axes, picture, hexes, faces, SET_COLOURS[n], 0.08 + 0.1 * n)


def _lattice(
    axes: Axes, picture: Picture, hexes: Sequence[Hex], faces: Sequence[Colour], edge: str, gap: float
) -> None:
    if not hexes:
        return
    layout = picture.map.grid.layout
    centres = np.array([layout.centre(hex) for hex in hexes])
    turn = 30.0 if layout.top == "flat" else 0.0
    plot_single_lattice_custom_colors(
        centres[:, 0], centres[:, 1], np.array(faces), edge, sqrt(3), gap, turn, line_width=0.6, h_ax=axes
    )


def _numbers(axes: Axes, picture: Picture, points: float) -> None:
    for hex in picture.hexes:
        x, y = picture.map.grid.layout.centre(hex)
        axes.text(x, y - 0.6, str(hex), fontsize=points * 0.25, color="#6d6857", ha="center", va="center")


def _features(axes: Axes, picture: Picture, points: float) -> None:
    layout = picture.map.grid.layout
    for hex, direction, kind in picture.features():
        line = np.array(layout.centre(hex)) + np.array(ends(layout, direction, kind))
        axes.add_line(_line(kind, points, line[:, 0], line[:, 1]))


def _line(kind: Feature, points: float, across: Sequence[float], down: Sequence[float]) -> Line2D:
    width = points * (0.33 if kind.opens else 0.19)
    line = Line2D(across, down, color=kind.colour, linewidth=width, label=kind.name)
    line.set_solid_capstyle("butt" if kind.opens else "round")
    return line


def _counters(axes: Axes, picture: Picture, points: float) -> None:
    for counter in picture.laid():
        x, y = picture.map.grid.layout.centre(counter.hex)
        look: dict[str, Any] = {"color": counter.ink, "ha": "center", "va": "center", "zorder": 4}
        axes.add_patch(Rectangle((x - 0.64, y - 0.34), 1.28, 0.92, facecolor=counter.colour, edgecolor="k", zorder=3))
        axes.text(x, y + (0 if counter.note else 0.12), counter.label, fontsize=points * 0.4, weight="bold", **look)
        axes.text(x, y + 0.36, counter.note, fontsize=points * 0.3, **look)


def _notes(axes: Axes, picture: Picture, points: float) -> None:
    """What is said below the map, above the legend."""
    if not picture.notes:
        return
    x, y = np.array([picture.map.grid.layout.centre(hex) for hex in picture.hexes]).T
    axes.text(x.min() - 0.9, y.max() + 1.2, "\n".join(picture.notes), fontsize=points * 0.36, va="top")


def _legend(axes: Axes, picture: Picture, points: float) -> None:
    """What the colours mean, below the map."""
    kinds = [
        _line(kind, points, [], []) if isinstance(kind, Feature) else Patch(color=kind.colour, label=kind.name)
        for kind in picture.kinds()
    ]
    sets = [
        Patch(facecolor=to_rgba(colour, 0.15), edgecolor=colour, label=name)
        for name, colour in zip(picture.sets, SET_COLOURS, strict=False)
    ]
    if handles := [*kinds, *sets]:
        axes.legend(handles=handles, loc="lower left", ncols=4, frameon=False, fontsize=points * 0.36)
