"""The pictures of the docs are those that the program draws today, and each is shown."""

from __future__ import annotations

import pytest

from docs.make_pictures import FOLDER, PICTURES
from tests.docs.pages import PAGES

SCREENSHOT = "web-table.png"
"""What CONTRIBUTING tells to take by hand."""
_MAX_BYTES = 150_000


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_program_draws(name: str) -> None:
    drawn = PICTURES[name]().encode()
    assert (FOLDER / f"{name}.svg").read_bytes() == drawn, "run docs/make_pictures.py"


def test_there_are_no_other_pictures() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {SCREENSHOT, *(f"{name}.svg" for name in PICTURES)}


def test_the_screenshot_is_a_small_png_as_wide_as_a_window() -> None:
    content = (FOLDER / SCREENSHOT).read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(content[16:20], "big") == 1440
    assert len(content) < _MAX_BYTES


@pytest.mark.parametrize("name", [SCREENSHOT, *(f"{name}.svg" for name in PICTURES)])
def test_every_picture_is_shown(name: str) -> None:
    assert any(f"pictures/{name}" in page.read_text(encoding="utf-8") for page in PAGES)
