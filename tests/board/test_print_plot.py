"""Print plots: the files are what their names say, and hexalattice never ends the process."""

from __future__ import annotations

import subprocess
import sys
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hexalattice.hexalattice import create_hex_grid
from matplotlib.collections import PatchCollection
from matplotlib.patches import Rectangle
from PIL import Image

from companion.board import Counter, Hex, Layout, Picture, parse_map
from companion.board.print_plot import plot, save_plot
from companion.errors import BadInput

from .fields import KEY, LAYOUTS, MEADOW, plain

FIELD = parse_map(MEADOW, KEY)
SCENE = Picture(FIELD, (Counter(Hex(3, 2), "HH", "AA"),), {"may move": [Hex(3, 3), Hex(4, 1)], "nothing": []})
by_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=str)


def lattices(picture: Picture) -> list[PatchCollection]:
    return [artist for artist in plot(picture).axes[0].get_children() if isinstance(artist, PatchCollection)]


def rounded(points: Any) -> set[tuple[float, float]]:
    return {(round(float(x), 6), round(float(y), 6)) for x, y in np.asarray(points)}


@by_layout
def test_each_hex_is_plotted_over_its_centre_with_its_corners(layout: Layout) -> None:
    field = plain(layout)
    (lattice,) = lattices(Picture(field))
    paths = lattice.get_paths()
    assert len(paths) == len(field.grid.hexes)
    for hex, path in zip(field.grid, paths, strict=True):
        corners = np.add(layout.centre(hex), layout.corners)
        assert rounded(np.asarray(path.vertices)[:6]) == rounded(corners)


def test_sets_and_counters_are_plotted() -> None:
    grid, moves = lattices(SCENE)
    assert (len(grid.get_paths()), len(moves.get_paths())) == (30, 2)
    axes = plot(SCENE).axes[0]
    written = [text.get_text() for text in axes.texts]
    assert [label for label in written if not label.isdigit()] == ["HH", "AA"]
    assert len([label for label in written if label.isdigit()]) == 30
    assert len([patch for patch in axes.patches if isinstance(patch, Rectangle)]) == 1
    assert len(axes.lines) == 6
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        "high", "wood", "river", "trench", "bridge", "may move", "nothing",
    ]  # fmt: skip


def test_files_are_what_their_names_say(tmp_path: Path) -> None:
    assert save_plot(SCENE, tmp_path / "meadow.pdf").read_bytes().startswith(b"%PDF")
    assert save_plot(SCENE, tmp_path / "meadow.PNG").read_bytes().startswith(b"\x89PNG")


def test_hexes_are_printed_as_wide_as_wished() -> None:
    for width in (10.0, 25.0):
        figure = plot(SCENE, width)
        left, right = figure.axes[0].get_xlim()
        assert figure.get_figwidth() * 25.4 / (right - left) * sqrt(3) == pytest.approx(width)
        top, bottom = sorted(figure.axes[0].get_ylim())
        assert figure.get_figheight() / (bottom - top) == pytest.approx(figure.get_figwidth() / (right - left))


def test_a_printed_file_has_that_size(tmp_path: Path) -> None:
    narrow, wide = (save_plot(SCENE, tmp_path / f"{width}.png", hex_width=width) for width in (10, 20))
    with Image.open(narrow) as small, Image.open(wide) as large:
        assert large.width / small.width == pytest.approx(2, abs=0.15)


@pytest.mark.parametrize(
    ("name", "width", "told"),
    [
        ("meadow.svg", 18, "meadow.svg: a print plot is a .pdf or a .png file"),
        ("meadow", 18, "meadow: a print plot is"),
        ("meadow.pdf", 0, "A hex 0 mm wide cannot be printed: choose from 4 to 100"),
        ("meadow.pdf", float("nan"), "A hex nan mm wide"),
        ("none/meadow.pdf", 18, "cannot be written .*: choose a folder that is there"),
    ],
)
def test_what_cannot_be_printed(tmp_path: Path, name: str, width: float, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        save_plot(SCENE, tmp_path / name, hex_width=width)


def test_hexalattice_ends_the_process_where_we_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    """Why its `create_hex_grid` is not called: a gap of 0, which our plots have, is a bad argument to it."""
    with pytest.raises(SystemExit):
        create_hex_grid(nx=3, ny=3, plotting_gap=0, do_plot=True)
    assert "Argument error" in capsys.readouterr().out
    assert len(lattices(Picture(plain(LAYOUTS[0], 3, 3)))) == 1


def test_nothing_else_of_the_board_needs_what_plots() -> None:
    """The site's notebooks have no numpy; and the graph's library is opened only when a question is put to it."""
    script = (
        "import sys; import companion.board, companion.board.svg, companion.board.text\n"
        "print(*sorted({'networkx', 'numpy', 'matplotlib', 'hexalattice'} & set(sys.modules)))\n"
        "import companion.board.zones\n"
        "print(*sorted({'numpy', 'matplotlib', 'hexalattice'} & set(sys.modules)))\n"
        "print('companion.board' in sys.modules and 'companion.cli' not in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["", "", "True"]


def test_the_command_starts_without_the_board() -> None:
    script = "import sys, companion.cli; print(any(name.startswith('companion.board') for name in sys.modules))"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told == "False\n"
