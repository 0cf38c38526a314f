"""The pictures of the docs are those that the program draws today, and each is shown."""

from __future__ import annotations

import pytest

from docs.make_pictures import FOLDER, PICTURES
from tests.docs.pages import PAGES


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_program_draws(name: str) -> None:
    drawn = PICTURES[name]().encode()
    assert (FOLDER / f"{name}.svg").read_bytes() == drawn, "run docs/make_pictures.py"


def test_there_are_no_other_pictures() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.svg" for name in PICTURES}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_shown(name: str) -> None:
    assert any(f"pictures/{name}.svg" in page.read_text(encoding="utf-8") for page in PAGES)
