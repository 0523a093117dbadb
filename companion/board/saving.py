"""A picture as a file, in the form that its name asks for."""

from __future__ import annotations

from pathlib import Path

from companion.board.picture import Picture
from companion.board.svg import as_svg
from companion.board.text import as_text
from companion.errors import BadInput

_WRITERS = {".svg": as_svg, ".txt": as_text}


def save(picture: Picture, path: Path) -> Path:
    """Write a picture as `.svg`, `.txt`, or, at the size of the counters in the box, as `.pdf` or `.png`.

    Raises BadInput for another suffix, for a file that cannot be written, and where what prints is not installed.
    """
    if not (write := _WRITERS.get(path.suffix.lower())):
        return _print(picture, path)
    try:
        path.write_text(f"{write(picture)}\n", encoding="utf-8")
    except OSError as fault:
        raise BadInput(f"{path}: cannot be written ({fault.strerror}): choose a folder that is there.") from None
    return path


def _print(picture: Picture, path: Path) -> Path:
    if path.suffix.lower() not in (".pdf", ".png"):
        raise BadInput(f"{path.name}: a picture is a .svg, .txt, .pdf or .png file: name it so.")
    try:
        from companion.board.print_plot import save_plot
    except ImportError:
        raise BadInput(
            'Printing wants more than is installed: pip install "companion[print]", or write a .svg.'
        ) from None
    return save_plot(picture, path)
