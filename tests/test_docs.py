"""The site: it builds without a warning, loads nothing from other hosts, and a broken link stops the build."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.consoles import ROOT


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build the site. Never with -q, which would switch strictness off."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(site)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)


class Resources(HTMLParser):
    """Collects what a page loads: scripts, styles, images, frames."""

    TAGS = ("script", "link", "img", "iframe", "source", "video", "audio", "embed")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.TAGS:
            self.found += [value for name, value in attrs if name in ("src", "href", "srcset", "data") and value]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", out)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert site / "index.html" in pages
    for page in pages:
        resources = Resources()
        resources.feed(page.read_text("utf-8"))
        assert resources.found, page
        assert [each for each in resources.found if re.match(r"(https?:)?//", each)] == [], page


def test_styles_load_nothing_from_elsewhere(site: Path) -> None:
    for style in site.rglob("*.css"):
        text = style.read_text("utf-8")
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", text), style


def test_a_broken_link_stops_the_build(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    config = tmp_path / "mkdocs.yml"
    shutil.copy(ROOT / "mkdocs.yml", config)
    assert build(config, tmp_path / "whole").returncode == 0
    page = tmp_path / "docs" / "index.md"
    for link in ("[nowhere](nowhere.md)", "[nowhere](#nowhere)"):
        shutil.copy(ROOT / "docs" / "index.md", page)
        with page.open("a", encoding="utf-8") as text:
            text.write(f"\n{link}\n")
        assert build(config, tmp_path / "broken").returncode != 0, link
