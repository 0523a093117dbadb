"""What all tests at the table share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody pulls the plug here: the disk need not be waited for."""
    monkeypatch.setattr("os.fsync", lambda file: None)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the sessions: never that of whoever runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "companion" / "sessions"
    folder.mkdir(parents=True)
    return folder
