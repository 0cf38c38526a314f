"""In French there is a space before each colon and semicolon, whatever text stands before it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.live_region import LAST_SAID
from tests.web.test_verdicts import text_of

_BARE = re.compile(r"[^\s:]+: ")


def _bare_colons(page: Page) -> list[str]:
    """Return the words on the page with a colon directly behind them, in what is said and in choices too."""
    return _BARE.findall(page.evaluate("document.body.textContent"))


def test_a_table_has_its_colons_as_french_has_them(table: Callable[..., Page]) -> None:
    page = table(text_of("penance"), locale="fr-FR")
    for tab in ("Arbitrages", "Tableau"):
        page.get_by_role("tab", name=tab, exact=True).click()
        expect(page.get_by_role("tabpanel")).to_contain_text("effet du couvert")
        assert _bare_colons(page) == []
    page.locator('[data-cell="D7"]').focus()
    for key in ("Enter", "r", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator(".over")).to_contain_text("D6")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.click('[data-piece="A"]')
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    expect(page.locator(LAST_SAID)).to_contain_text("E7 : T")
    assert _bare_colons(page) == []


def test_a_table_says_its_semicolons_as_french_has_them(table: Callable[..., Page]) -> None:
    page = table(text_of("penance"), locale="fr-FR")
    said = page.locator(LAST_SAID)
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    expect(said).to_contain_text("; PEN-")
    assert re.findall(r"[^\u202f]; ", said.text_content() or "") == []


def test_a_new_battle_has_its_colons_as_french_has_them(opening: Callable[..., Page]) -> None:
    page = opening("/play", locale="fr-FR")
    page.get_by_role("button", name="Préparer une bataille").click()
    page.get_by_label("l'ordinateur").check()
    expect(page.locator("option[value=greedy]")).to_have_count(1)
    assert _bare_colons(page) == []
