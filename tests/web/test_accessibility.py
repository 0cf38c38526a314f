"""axe finds nothing serious on any page, in both themes; names and markup are text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import sightline
from sightline.i18n import decimal, use_language
from tests.web.axe import serious
from tests.web.live_region import LAST_SAID
from tests.web.test_verdicts import text_of

Opening = Callable[..., Page]


@pytest.mark.parametrize("path", ["/", "/rules/penance", "/rules/chess", "/t/there-is-none"])
def test_axe_finds_nothing_serious(opening: Opening, path: str) -> None:
    page = opening(path)
    page.wait_for_selector("h1, [role=alert]")
    page.wait_for_load_state("networkidle")
    assert serious(page) == []


def test_axe_finds_nothing_serious_at_a_table(table: Opening) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    page.wait_for_selector("[data-verdict]")
    found = {"verdict": serious(page)}
    for tab in ("Piece", "Chart", "Rulings"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_load_state("networkidle")
        found[tab] = serious(page)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    found["keys"] = serious(page)
    assert found == {key: [] for key in found}


SMALL = """(least) => [...document.querySelectorAll("a, button, input, select, summary, [role=tab]")]
    .filter((each) => each.checkVisibility())
    .map((each) => [each, (each.type === "checkbox" ? each.labels[0] : each).getBoundingClientRect()])
    .filter(([, { width, height }]) => width && Math.min(Math.round(width), Math.round(height)) < least)
    .map(([each, { width, height }]) => `${each.outerHTML.slice(0, 100)}: ${width} x ${height}`)"""


@pytest.mark.parametrize(("is_touched", "least"), [(False, 24), (True, 44)])
def test_whatever_is_pressed_is_large_enough(opening: Opening, table: Opening, is_touched: bool, least: int) -> None:
    options = {"has_touch": True, "is_mobile": True, "viewport": {"width": 360, "height": 740}} if is_touched else {}
    page = opening("/", **options)
    page.wait_for_selector("main img")
    found = {"gallery": page.evaluate(SMALL, least)}
    page.goto(page.url + "rules/penance")
    page.wait_for_selector("article")
    found["rulebook"] = page.evaluate(SMALL, least)
    page = table(text_of("hero5"), **options)
    page.locator("[data-piece]").first.click()
    for tab in ("Verdict", "Piece", "Chart", "Rulings", *(["Tools"] if is_touched else [])):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_load_state("networkidle")
        found[tab] = page.evaluate(SMALL, least)
    assert found == {key: [] for key in found}


def test_all_is_there_at_400_percent(table: Opening) -> None:
    """A window of 1280 x 1024 pixels that is made four times as large has 320 x 256."""
    page = table(text_of("penance"), viewport={"width": 320, "height": 256})
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    expect(page.locator("[data-clause]").last).to_be_visible()
    for tab in ("Verdict", "Piece", "Chart", "Rulings", "Tools"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Share this table").scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_names_and_titles_are_text(table: Opening) -> None:
    nasty = '<img src=x onerror="document.title=1">'
    titled = text_of("penance").replace("title: Across the rubble", f"title: '{nasty}'")
    page = table(titled.replace("  T: {", f"  '{nasty}': {{"))
    page.click('[data-piece="A"]')
    page.locator("[data-piece]").nth(1).hover()
    page.wait_for_selector("[data-verdict]")
    expect(page.locator("[data-verdict] h2")).to_have_text(f"A → {nasty}")
    assert page.locator("main img, [role=application] img").count() == 0


def test_whatever_the_keys_do_is_said(table: Opening) -> None:
    page = table(text_of("penance"))
    live = page.locator(LAST_SAID)
    page.locator('[data-cell="D7"]').focus()
    expect(live).to_have_text("D7, clear, level 0, A, side red")
    for key, said in {
        "Enter": "A is selected.",
        "ArrowUp": "D6, clear, level 0",
        "m": "A is picked up. Arrows carry it, Enter puts it down, Escape puts it back.",
        "Escape": "A is back at D7.",
        "3": "Tool: Ruler",
        "1": "Tool: Select",
        "Shift+U": "There is nothing to redo.",
    }.items():
        page.keyboard.press(key)
        expect(live).to_contain_text(said)
    page.keyboard.press("m")
    page.keyboard.press("ArrowUp")
    expect(live).to_have_text("D6: T: clear, 27.78 %".replace(" %", "\u00a0%"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(live).to_have_text("Nothing is selected.")


def test_what_assistive_technology_clicks_on_is_pressed(table: Opening) -> None:
    """Such clicks come without a pointer, and at no place, on cells where a piece lies above them too."""
    page = table(text_of("penance"))
    page.dispatch_event('[data-cell="D7"]', "click")
    expect(page.locator(LAST_SAID)).to_have_text("A is selected.")
    page.dispatch_event('[data-cell="D2"]', "click")
    expect(page.locator("[data-verdict] h2")).to_have_text("A → T")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.dispatch_event('[data-piece="T"]', "click")
    expect(page.locator(LAST_SAID)).to_have_text("T is selected.")
    page.keyboard.press("4")
    page.get_by_role("button", name="forest", exact=True).click()
    page.dispatch_event('[data-cell="A5"]', "click")
    expect(page.locator('[data-cell="A5"]')).to_have_attribute("aria-label", "A5, forest, level 0")


def test_pieces_of_a_free_table_are_pressed_without_a_pointer_too(table: Opening) -> None:
    page = table(text_of("post-galactica"))
    name = page.locator("[data-piece]").first.get_attribute("data-piece")
    page.dispatch_event(f'[data-stop="{name}"]', "click")
    expect(page.locator(LAST_SAID)).to_have_text(f"{name} is selected.")


def test_refusals_are_said(table: Opening) -> None:
    page = table(text_of("penance"), forgive="422")
    page.click('[data-piece="T"]')
    page.get_by_role("tab", name="Piece").click()
    page.get_by_label("at", exact=True).fill("Z9")
    page.get_by_label("at", exact=True).press("Enter")
    expect(page.locator("#live")).to_contain_text("Z9")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_accessibility_tree_leads_from_a_cell_to_the_verdict(table: Opening, language: str) -> None:
    """By arrows alone, as a screen reader hears it: the names of the cells on the way, then what is said."""
    page = table(text_of("penance"), locale=language)
    scenario = sightline.parse(text_of("penance"), language=language)
    names = {cell.label: cell.name for cell in scenario.screen().cells.list or ()} | dict(scenario.screen().occupied)
    page.locator('[data-cell="D7"]').focus()
    page.keyboard.press("Enter")
    for row in range(6, 1, -1):
        page.keyboard.press("ArrowUp")
        assert _focused(page) == ("button", names[f"D{row}"])
    verdict = scenario.shot("A", "T")
    live = page.locator("#live")
    assert verdict.odds is not None
    with use_language(language):
        chance = decimal(float(100 * verdict.odds.hit))
    for said in (verdict.screen().caption, chance, verdict.findings[0].clause.id):
        expect(live).to_contain_text(said)
    assert page.get_by_role("status").count() == 1
    page.keyboard.press("l")
    for each in scenario.nearby("A"):
        expect(live).to_contain_text(each.words)


def _focused(page: Page) -> tuple[str, str]:
    """Return the role and the name of what has the focus, from the accessibility tree of the browser."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    focused = [
        each
        for each in nodes
        if any(p["name"] == "focused" and p["value"]["value"] for p in each.get("properties", []))
    ]
    last = focused[-1]
    return str(last["role"]["value"]), str(last["name"]["value"])
