"""The pictures of the docs are those that the program draws today, and each is shown."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest

from docs import web_table_picture
from docs.make_pictures import FOLDER, PICTURES, SCREENSHOT, retake_screenshot
from docs.web_table_picture import HEIGHT, WIDTH, lacking
from tests.docs.pages import PAGES

_MAX_BYTES = 300_000


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_program_draws(name: str) -> None:
    drawn = PICTURES[name]().encode()
    assert (FOLDER / f"{name}.svg").read_bytes() == drawn, "run python -m docs.make_pictures"


def test_there_are_no_other_pictures() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {SCREENSHOT.name, *(f"{name}.svg" for name in PICTURES)}


def _expect_screenshot(file: Path) -> None:
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", content[16:24]) == (WIDTH, HEIGHT)
    assert len(content) < _MAX_BYTES


def test_the_screenshot_is_a_small_png_as_large_as_a_window() -> None:
    _expect_screenshot(SCREENSHOT)


def test_the_screenshot_is_left_as_it_was_without_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_table_picture, "CHROMIUM", None)
    file = tmp_path / "web-table.png"
    file.write_bytes(b"before")
    assert retake_screenshot(file) == "web-table.png was left as it was: Chromium is not installed"
    assert file.read_bytes() == b"before"


@pytest.mark.slow
def test_the_screenshot_is_taken_again_by_the_command(tmp_path: Path) -> None:
    if reason := lacking():
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    file = tmp_path / "web-table.png"
    assert retake_screenshot(file) == "web-table.png was taken again: look at it"
    _expect_screenshot(file)


@pytest.mark.parametrize("name", [SCREENSHOT.name, *(f"{name}.svg" for name in PICTURES)])
def test_every_picture_is_shown(name: str) -> None:
    assert any(f"pictures/{name}" in page.read_text(encoding="utf-8") for page in PAGES)
