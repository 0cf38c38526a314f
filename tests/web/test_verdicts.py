"""What the page says of a shot is what the command line says: by mouse, by keyboard, by touch, in French."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import sightline
from sightline.i18n import decimal, use_language
from tests.web.conftest import Opening
from tests.web.live_region import LAST_SAID

ROOT = Path(__file__).parents[2]
DISPUTES = {
    "penance": ("across-the-rubble", "A", "T"),
    "hero5": ("the-gatehouse", "Tib", "Ysa"),
    "combat-hex": ("ruling-sheet", "B6", "E7"),
    "sodwa": ("the-checkpoint", "Warden", "Ember"),
    "post-galactica": ("the-mill-road", "Rifles", "Walker"),
}
"""By rule system: a scenario, who shoots, at whom."""
Table = Callable[..., Page]


def text_of(system: str) -> str:
    return (ROOT / "scenarios" / system / f"{DISPUTES[system][0]}.yaml").read_text()


def _expect_verdict(page: Page, system: str, language: str = "en") -> None:
    """Expect the chance and all clauses of the shot, in order, and that the first ones are said."""
    _, attacker, target = DISPUTES[system]
    verdict = sightline.parse(text_of(system), language=language).shot(attacker, target)
    shown = page.locator("[data-verdict]")
    expect(shown.locator("h2")).to_have_text(f"{attacker} → {target}")
    expect(shown).to_have_attribute("data-sight", str(verdict.sight.value))
    clauses = shown.locator("[data-clause]")
    expect(clauses).to_have_count(len(verdict.findings))
    cited = [each.clause.id for each in verdict.findings]
    assert [each.get_attribute("data-clause") for each in clauses.all()] == cited
    for index, finding in enumerate(verdict.findings):
        expect(clauses.nth(index)).to_contain_text(finding.why)
    live = page.locator("#live")
    expect(live).to_contain_text(cited[0])
    if verdict.odds is not None:
        with use_language(language):
            chance = re.compile(re.escape(decimal(float(100 * verdict.odds.hit))) + r"\s%")
        expect(shown).to_contain_text(chance)
        expect(live).to_contain_text(chance)


@pytest.mark.parametrize("system", DISPUTES)
def test_pointing_at_another_piece_asks_the_shot(table: Table, system: str) -> None:
    _, attacker, target = DISPUTES[system]
    page = table(text_of(system))
    page.click(f'[data-piece="{attacker}"]')
    page.hover(f'[data-piece="{target}"]')
    _expect_verdict(page, system)


@pytest.mark.parametrize("system", [each for each in DISPUTES if each != "post-galactica"])
def test_the_keyboard_alone_asks_the_shot(table: Table, system: str) -> None:
    _, attacker, target = DISPUTES[system]
    page = table(text_of(system))
    pieces = list(sightline.parse(text_of(system)).position.pieces)
    page.locator("[data-cell][tabindex='0']").focus()
    for name in (attacker, target):
        for _ in pieces:
            page.keyboard.press("n")
            if name in (page.evaluate("document.activeElement.getAttribute('aria-label')") or ""):
                break
        page.keyboard.press("Enter")
    _expect_verdict(page, system)


@pytest.mark.parametrize("system", DISPUTES)
def test_the_focus_asks_the_shot_however_it_came(table: Table, system: str) -> None:
    """Screen readers put the focus where they like, without the keys of the page."""
    _, attacker, target = DISPUTES[system]
    page = table(text_of(system))
    named = {
        name: page.locator(f'[data-stop="{name}"], [data-cell][aria-label*=" {name},"]') for name in (attacker, target)
    }
    named[attacker].focus()
    page.keyboard.press("Enter")
    named[target].focus()
    _expect_verdict(page, system)


def test_a_fraction_has_its_decimals(table: Table) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.hover('[data-piece="T"]')
    verdict: Any = sightline.parse(text_of("penance")).shot("A", "T")
    damage = verdict.expected_damage
    expect(page.locator("[data-verdict]")).to_contain_text(f"{damage} = {float(damage):.2f}")


def test_what_the_rules_do_not_answer_is_not_asked(table: Table) -> None:
    page = table(text_of("combat-hex"))
    page.locator('[data-cell][aria-label*=" B6,"]').focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="What it sees").first).to_be_enabled()
    page.keyboard.press("t")
    expect(page.locator("#live")).to_contain_text("No piece is on a side.")
    for key, name in (("r", "Where it can go"), ("a", "Where to go")):
        expect(page.get_by_role("button", name=name).first).to_be_disabled()
        page.keyboard.press(key)
        expect(page.locator("#live")).to_contain_text(f"Combat Hex does not answer “{name}” on this board.")


def test_a_link_to_what_the_rules_do_not_answer_says_so(opening: Opening) -> None:
    page = opening("/new?gallery=combat-hex&ask=reach&from=Iron")
    said = "Combat Hex does not answer “Where it can go” on this board."
    expect(page.get_by_text(said).first).to_be_visible()
    expect(page.locator("#live")).to_contain_text(said)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("heading", name="Iron")).to_be_visible()


def test_a_link_to_an_overlay_opens_it(opening: Opening) -> None:
    page = opening("/new?gallery=penance&ask=reach&from=Ada")
    expect(page.get_by_role("button", name="Where it can go").first).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("region", name="Answer")).to_contain_text("Ada")


def test_every_key_says_what_it_did(table: Table) -> None:
    page = table(text_of("penance"))
    said = page.locator(LAST_SAID)
    page.locator('[data-cell="D7"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-cell="D2"]').focus()
    expect(said).to_contain_text("A → T with rifle: clear")
    for keys, words in (
        (("Enter",), "A → T with rifle: clear"),
        (("d",), "PEN-3.2, +1 target number, rubble at D3 covers T"),
        (("w",), "Nothing stands in its way."),
        (("4", "Enter"), "Choose a kind of terrain first."),
        (("3", "Enter"), "The ruler begins at D2"),
        (("ArrowDown", "Enter"), "1 cell apart"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator("#live")).to_contain_text(words)
    page.keyboard.press("4")
    page.get_by_role("group", name="Terrain").get_by_role("button", name="forest", exact=True).press("Enter")
    page.locator('[data-cell="D4"]').focus()
    page.keyboard.press("Enter")
    expect(said).to_have_text("D4: forest")


def test_the_list_of_what_a_piece_sees_is_said_whole(table: Table) -> None:
    scenario = sightline.parse(text_of("hero5"))
    pieces = list(scenario.position.pieces)
    assert len(pieces) > 4
    page = table(text_of("hero5"))
    page.locator(f'[data-cell][aria-label*=" {pieces[0]},"]').focus()
    for _ in range(2):  # also where the answer is there already
        page.keyboard.press("l")
        for each in scenario.nearby(pieces[0]):
            expect(page.locator("#live")).to_contain_text(each.words)


def test_arrows_walk_straight_over_hexes(table: Table) -> None:
    page = table(text_of("penance"))
    page.locator('[data-cell="A4"]').focus()
    walked = []
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        walked.append(page.evaluate("document.activeElement.dataset.cell"))
    assert [label[0] for label in walked] == list("BCDEFG")
    assert {label[1] for label in walked} <= {"3", "4"}
    page.keyboard.press("ArrowRight")
    expect(page.locator(LAST_SAID)).to_have_text("The edge.")


def test_touch_on_a_phone_asks_the_shot(table: Table) -> None:
    page = table(text_of("penance"), viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.tap('[data-piece="A"]')
    page.tap('[data-piece="T"]')
    _expect_verdict(page, "penance")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    board, sheet = page.locator("[role=application]").bounding_box(), page.locator("[data-verdict]").bounding_box()
    assert board is not None
    assert sheet is not None
    assert board["y"] + board["height"] <= sheet["y"]
    page.evaluate("scrollTo(0, 10_000)")
    assert page.evaluate("scrollY") > 50
    kept = page.locator("[role=application]").bounding_box()
    assert kept is not None
    assert kept["y"] >= 0  # the board stays in sight


_WATCH = """() => {
    window.changed = new Set()
    const tell = (records) => records.forEach(({ target }) => {
        changed.add(target.closest("[data-layer]")?.dataset.layer ?? target.getAttribute("class"))
    })
    const observer = new MutationObserver(tell)
    for (const part of document.querySelectorAll("g.cells, [data-layer]"))
        observer.observe(part, { subtree: true, childList: true, attributes: true, characterData: true })
}"""


def test_beside_long_names_the_button_to_swap_stays_in_one_line(table: Table) -> None:
    text = text_of("penance").replace("  A:", "  Anneliese Blum:").replace("  T:", "  Bartholomew J:")
    page = table(text, viewport={"width": 360, "height": 740}, locale="fr-FR")
    page.click('[data-piece="Anneliese Blum"]')
    page.click('[data-piece="Bartholomew J"]')
    box = page.get_by_role("button", name="Inverser").bounding_box()
    assert box is not None
    assert box["height"] < 45


def test_an_answer_changes_nothing_of_the_board_itself(table: Table) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.wait_for_load_state("networkidle")
    page.evaluate(_WATCH)
    page.hover('[data-piece="T"]')
    _expect_verdict(page, "penance")
    assert page.evaluate("[...changed]") == []
    page.evaluate("document.querySelector('[data-layer=pieces]').toggleAttribute('data-seen')")
    assert page.evaluate("[...changed]") == ["pieces"]


def test_a_board_that_was_zoomed_stays_so_in_another_window(table: Table) -> None:
    page = table(text_of("penance"), viewport={"width": 1440, "height": 900})
    place = page.locator('[data-piece="T"]')
    whole = place.bounding_box()
    page.hover('[data-piece="T"]')
    page.mouse.wheel(0, -600)
    expect(page.locator("[data-layer=pieces] > g")).to_have_attribute("transform", re.compile(r"scale\([2-9]"))
    zoomed = place.bounding_box()
    assert whole is not None
    assert zoomed is not None
    assert zoomed["width"] > 2 * whole["width"]
    assert zoomed["x"] + zoomed["width"] / 2 == pytest.approx(whole["x"] + whole["width"] / 2, abs=2)
    for width in (1100, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(300)
    assert place.bounding_box() == zoomed


def test_the_page_speaks_french(table: Table) -> None:
    page = table(text_of("penance"), locale="fr-FR")
    assert page.locator("html").get_attribute("lang") == "fr"
    page.click('[data-piece="A"]')
    page.hover('[data-piece="T"]')
    _expect_verdict(page, "penance", "fr")
    expect(page.locator("[data-cell='D3']")).to_have_attribute("aria-label", "D3, gravats, niveau 0")
    page.get_by_role("tab", name="Arbitrages").click()
    expect(page.locator("summary", has_text="ligne le long d'un côté\xa0: les deux")).to_have_count(1)


def test_a_card_of_the_gallery_opens_its_dispute_with_the_verdict(opening: Callable[..., Page]) -> None:
    page = opening("/")
    cards = page.locator("main a:has(img)")
    expect(cards).to_have_count(len(DISPUTES))
    cards.first.click()
    page.wait_for_selector("[data-verdict]")
    page.reload()
    expect(page.locator("[data-piece]").first).to_be_visible()


@pytest.mark.parametrize(("width", "rows"), [(1440, [5]), (1000, [3, 2]), (390, [1] * 5)])
def test_the_cards_of_the_gallery_fill_their_rows(opening: Callable[..., Page], width: int, rows: list[int]) -> None:
    page = opening("/", viewport={"width": width, "height": 900})
    cards = page.locator("main a:has(img)")
    expect(cards).to_have_count(len(DISPUTES))
    boxes = [box for card in cards.all() if (box := card.bounding_box())]
    assert list(Counter(box["y"] for box in boxes).values()) == rows
    ends = [max(box["x"] + box["width"] for box in boxes if box["y"] == y) for y in {box["y"] for box in boxes}]
    assert max(ends) - min(ends) < 1


def test_a_clause_opens_its_text_and_leads_to_the_rulebook(table: Table) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    page.get_by_role("button", name="PEN-3.2").click()
    page.get_by_role("dialog").get_by_role("link", name="In the rulebook").click()
    page.wait_for_url("**/rules/penance#PEN-3.2")
    expect(page.locator("[id='PEN-3.2'] h2")).to_be_in_viewport()


def test_an_overlay_is_shown_with_its_legend_and_put_away(table: Table) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.keyboard.press("s")
    expect(page.get_by_role("region", name="Answer")).to_contain_text("T")
    expect(page.locator("#live")).not_to_be_empty()
    page.keyboard.press("s")
    expect(page.get_by_role("region", name="Answer")).to_have_count(0)


def test_the_other_choice_of_a_ruling_is_shown_beside_it(table: Table) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    page.get_by_role("button", name="cover-effect").click()
    panel = page.get_by_role("region", name="Rulings")
    expect(panel.locator(".side").get_by_text("27.78")).to_have_count(2)
    expect(panel.locator(".side").get_by_text("defense 0 → 1")).to_be_visible()
    expect(panel.get_by_role("button", name=re.compile("A → T rifle .*defense 0 → 1"))).to_be_visible()
    expect(panel).to_contain_text("changes 1 pair of the chart")


def test_the_line_of_words_asks_as_the_terminal_does(table: Table) -> None:
    page = table(text_of("penance"))
    page.locator("[data-cell='A1']").focus()
    page.keyboard.press("/")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    page.keyboard.type("shot A Z")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("There is no piece Z")
    page.get_by_role("dialog").get_by_role("textbox").fill("shot A T")
    page.keyboard.press("Enter")
    _expect_verdict(page, "penance")


def test_problems_of_a_file_are_listed_with_line_and_column(opening: Callable[..., Page]) -> None:
    page = opening("/")
    page.get_by_role("button", name="Open a file").click()
    page.locator("textarea").fill("sightline: 1\nrules: penanse\nmap: {grid: hex, size: 3x3}\n")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert", name="What is wrong")).to_contain_text("line 2, column 8")
