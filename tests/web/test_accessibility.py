"""axe finds nothing serious on any page, in both themes; names and markup are text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.web.test_verdicts import text_of

Opening = Callable[..., Page]


def _serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/rules/penance", "/t/there-is-none"])
def test_axe_finds_nothing_serious(opening: Opening, path: str, theme: str) -> None:
    page = opening(path, color_scheme=theme, forgive="404" if path.startswith("/t/") else None)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    assert _serious(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_at_a_table(table: Opening, theme: str) -> None:
    page = table(text_of("penance"), color_scheme=theme)
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    page.wait_for_selector("[data-verdict]")
    found = {"verdict": _serious(page)}
    for tab in ("Piece", "Chart", "Rulings"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_load_state("networkidle")
        found[tab] = _serious(page)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    found["keys"] = _serious(page)
    assert found == {key: [] for key in found}


def test_names_and_titles_are_text(table: Opening) -> None:
    nasty = '<img src=x onerror="document.title=1">'
    titled = text_of("penance").replace("title: Across the rubble", f"title: '{nasty}'")
    page = table(titled.replace("  T: {", f"  '{nasty}': {{"))
    page.click('[data-piece="A"]')
    page.locator("[data-piece]").nth(1).hover()
    page.wait_for_selector("[data-verdict]")
    expect(page.locator("[data-verdict] h2")).to_have_text(f"A → {nasty}")
    assert page.locator("main img, [role=application] img").count() == 0
