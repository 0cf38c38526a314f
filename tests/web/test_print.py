"""The page on paper: light, whatever the screen is, and without what only a hand can use."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.test_verdicts import text_of

COLOURS = """() => ({
    words: getComputedStyle(document.querySelector("[data-verdict] h2")).color,
    board: getComputedStyle(document.querySelector(".sightline [class~=ground]")).fill,
})"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_table_is_printed_in_light_colours_without_its_tools(table: Callable[..., Page], theme: str) -> None:
    page = table(text_of("penance"), color_scheme=theme)
    page.locator('[data-cell="D7"]').focus()
    for key in ("Enter", *("ArrowUp",) * 5):
        page.keyboard.press(key)
    page.wait_for_selector("[data-verdict]")
    expect(page.locator(".hand .focus").first).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark" if theme == "dark" else "light")
    assert page.evaluate(COLOURS) == {"words": "rgb(43, 42, 39)", "board": "rgb(242, 236, 220)"}
    for each in (page.get_by_role("heading", level=1), page.locator("[data-piece='A']"), page.locator("[data-clause]")):
        expect(each.first).to_be_visible()
    box = page.locator(".picture").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 300
    hidden = [".bar", "aside", ".zoom", "[role=tablist]", ".hand .focus", "[data-verdict] header button"]
    for what in hidden:
        for one in page.locator(what).all():
            expect(one).to_be_hidden()
