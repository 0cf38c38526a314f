"""What a browser fetches for the first page that it opens: no more than that page needs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Opening = Callable[..., Page]

MAX_BYTES = 150_000
"""Bytes over the wire, of everything but what is asked of the API."""
_FETCHED = """() => performance.getEntries()
    .filter((each) => each.entryType === "navigation" || each.name.includes("/assets/"))
    .map((each) => [each.name, each.encodedBodySize])"""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_the_first_load_of_a_table_is_small(opening: Opening, language: str) -> None:
    page = opening("/new?system=penance&grid=hex", locale=language)
    page.wait_for_selector("[data-piece]")
    fetched = dict(page.evaluate(_FETCHED))
    assert 50_000 < sum(fetched.values()) < MAX_BYTES, fetched
    assert not [name for name in fetched if "Gallery" in name]


def test_a_page_that_cannot_be_loaded_says_so_and_is_tried_again(opening: Opening) -> None:
    page = opening("/", forgive="ERR_FAILED")
    page.wait_for_selector("main a:has(img)")
    page.route("**/assets/Rulebook*", lambda route: route.abort())
    page.get_by_role("link", name="Penance", exact=True).click()
    expect(page.get_by_role("heading", name="The page could not be loaded")).to_be_visible()
    page.unroute("**/assets/Rulebook*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Penance")).to_be_visible()
