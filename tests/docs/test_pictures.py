"""The pictures of the docs are those that the program draws today, and each is shown."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from docs import web_table_picture
from docs.make_pictures import FOLDER, PICTURES, SCREENSHOT, retake_screenshot
from docs.web_table_picture import HEIGHT, WIDTH, lacking, png_in_few_colours
from tests.docs.pages import PAGES

_MAX_BYTES = 150_000
_PALETTE = 3
"""The kind of a PNG with a palette."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_program_draws(name: str) -> None:
    drawn = PICTURES[name]().encode()
    assert (FOLDER / f"{name}.svg").read_bytes() == drawn, "run python -m docs.make_pictures"


def test_there_are_no_other_pictures() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {SCREENSHOT.name, *(f"{name}.svg" for name in PICTURES)}


def _expect_screenshot(file: Path) -> None:
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">IIBB", content[16:26]) == (WIDTH, HEIGHT, 8, _PALETTE)
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


def _pixels_in(png: bytes) -> np.ndarray:
    """Return the pixels of a PNG with a palette and without filters."""
    parts, at = {}, 8
    while at < len(png):
        [length] = struct.unpack(">I", png[at : at + 4])
        name, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length]) == (zlib.crc32(name + content),)
        parts[name] = content
        at += 12 + length
    width, height = struct.unpack(">II", parts[b"IHDR"][:8])
    lines = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not lines[:, 0].any()
    return np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)[lines[:, 1:]]


def test_a_picture_in_few_colours_is_near_to_the_whole_one() -> None:
    few = np.random.default_rng(1).integers(0, 4, (30, 40, 3), np.uint8) * 80
    assert (_pixels_in(png_in_few_colours(few)) == few).all()
    many = np.stack(np.meshgrid(np.arange(0, 240, 4), np.arange(0, 240, 4)), 2).astype(np.uint8)
    many = np.concatenate([many, np.zeros((60, 60, 1), np.uint8)], axis=2)
    many[:20] = (20, 130, 7)
    drawn = _pixels_in(png_in_few_colours(many))
    assert (drawn[:20] == many[:20]).all()  # an even area keeps its colour
    assert np.abs(drawn.astype(int) - many).max() < 24


@pytest.mark.parametrize("name", [SCREENSHOT.name, *(f"{name}.svg" for name in PICTURES)])
def test_every_picture_is_shown(name: str) -> None:
    assert any(f"pictures/{name}" in page.read_text(encoding="utf-8") for page in PAGES)
