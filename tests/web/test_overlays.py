"""Overlays: their options, paths and costs, places to go; what the other choice of a ruling changes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Page, Route, expect

import sightline
from tests.web.live_region import LAST_SAID
from tests.web.test_verdicts import text_of

Table = Callable[..., Page]


def _answer(page: Page) -> str:
    return page.get_by_role("region", name="Answer").inner_text()


def test_a_path_and_its_cost_are_shown_where_one_points(table: Table) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.keyboard.press("r")
    expect(page.get_by_role("region", name="Answer")).to_be_visible()
    place, way = next(
        (each, way) for each, way in sightline.parse(text_of("penance")).reach("A").cells.items() if len(way.path) == 3
    )
    page.locator(f'[data-cell="{place}"]').hover()
    expect(page.get_by_role("region", name="Answer")).to_contain_text(f"{place}: cost {way.cost}")
    drawn = page.locator("polyline.path").first.get_attribute("points") or ""
    assert len(drawn.split()) == 1 + len(way.path)
    page.locator(f'[data-cell="{place}"]').focus()
    expect(page.locator("#live")).to_contain_text(f"cost {way.cost}")


@pytest.mark.parametrize("key", ["s", "r", "t", "a"])
def test_an_overlay_is_asked_once(table: Table, key: str) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or "") if "/scene" in request.url else None)
    page.keyboard.press(key)
    expect(page.get_by_role("region", name="Answer")).to_be_visible()
    page.wait_for_timeout(1000)
    assert len(asked) == 1


def test_the_options_of_moves_are_asked(table: Table) -> None:
    page = table(text_of("hero5"))
    scenario = sightline.parse(text_of("hero5"))
    page.click('[data-piece="Tib"]')
    page.keyboard.press("r")
    plain, by = scenario.reach("Tib"), scenario.reach("Tib", by=True)
    assert dict(plain.cells) != dict(by.cells)
    page.get_by_label("Make a Move By.").check()
    caption = page.get_by_role("region", name="Answer").get_by_role("heading")
    expect(caption).to_have_text(scenario.reach("Tib", by=True).screen().caption)
    page.get_by_label("Make a Move By.").uncheck()
    page.get_by_label("Make a Move Through").select_option("Pel")
    expect(caption).to_have_text(scenario.reach("Tib", through="Pel").screen().caption)


def test_advised_places_are_shown_and_offer_the_move(table: Table) -> None:
    page = table(text_of("penance"))
    best = sightline.parse(text_of("penance")).advise("A").places[0]
    page.click('[data-piece="A"]')
    expect(page.get_by_role("region", name="Chances")).to_contain_text("%")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/scene", hold)
    page.keyboard.press("a")
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_have_text("Where to go Asking …")  # nothing is told of it before it is known
    held[0].continue_()
    page.unroute("**/scene")
    answer.get_by_role("button", name=f"{best.at} {best.facing}").click()
    expect(page.locator("polygon.shown")).to_have_count(1)
    page.get_by_role("button", name="Move it there").click()
    expect(page.locator(f'[data-cell="{best.at}"]')).to_have_attribute(
        "aria-label", f"{best.at}, clear, level 0, A, side red"
    )


def test_an_earlier_answer_is_not_shown_while_another_is_asked(table: Table) -> None:
    page = table(text_of("penance"), forgive="ERR_FAILED")
    page.click('[data-piece="A"]')
    page.keyboard.press("r")
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("Where A can move")
    drawn = page.locator("svg.answers").first
    expect(drawn).to_have_css("visibility", "visible")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/scene", hold)
    page.keyboard.press("t")
    expect(drawn).to_have_css("visibility", "hidden")
    held[0].abort()
    expect(answer).to_contain_text("No answer.")
    page.unroute("**/scene")
    page.get_by_role("button", name="Try again").click()
    expect(answer).to_contain_text("What can hit red")
    expect(page.locator("svg.answers").first).to_have_css("visibility", "visible")


def test_the_danger_of_a_side_needs_no_piece(table: Table) -> None:
    page = table(text_of("penance"))
    page.locator('[data-cell="A1"]').focus()
    page.keyboard.press("t")
    scenario = sightline.parse(text_of("penance"))
    for side in ("red", "blue"):
        page.get_by_label("Who is in danger").select_option(side)
        cells = scenario.threat(side).cells
        place, hits = next(iter(cells.items()))
        page.locator(f'[data-cell="{place}"]').hover()
        expect(page.get_by_role("region", name="Answer")).to_contain_text(f"hit by {', '.join(hits.attackers)}")
    percent = f"{float(100 * Fraction(hits.best)):.4g}"
    assert percent in _answer(page)


def test_what_a_ruling_changes_is_marked_on_the_board_and_in_the_chart(table: Table) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    page.get_by_role("button", name="cover-effect").click()
    panel = page.get_by_role("region", name="Rulings")
    expect(page.locator("[data-changed]")).to_have_text(["≠"])
    changed = page.locator("[data-changed]").get_attribute("data-changed") or ""
    expect(panel.get_by_role("button", name=changed.replace("/", " → "))).to_be_visible()
    page.get_by_role("tab", name="Chart").click()
    expect(page.get_by_role("region", name="Chart")).to_contain_text("roll: target number")
    expect(page.get_by_role("table")).not_to_contain_text("target number")
    expect(page.locator("[data-changed]")).to_have_count(0)
    choices = page.get_by_label("Compare with")
    in_force = sightline.parse(text_of("penance")).position.rulings["cover-effect"]
    listed: list[str] = choices.locator("option").evaluate_all("all => all.map((each) => each.value)")
    other = next(each for each in listed if each.startswith("cover-effect=") and each.partition("=")[2] != in_force)
    choices.select_option(other)
    expect(page.get_by_role("table").get_by_text("≠")).to_have_count(1)
    expect(page.locator("[data-changed]")).to_have_count(1)


def test_what_a_ruling_changes_is_asked_once_however_often_one_points(table: Table) -> None:
    """Another target asks for the verdicts on it alone."""
    page = table(text_of("penance"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.click('[data-piece="A"]')
    page.get_by_role("tab", name="Rulings").click()
    page.locator("summary", has_text="cover-effect").click()
    panel = page.get_by_role("region", name="Rulings")
    expect(panel).to_contain_text("changes 1 pair of the chart")
    charts = asked.count("chart")
    assert charts
    page.hover('[data-piece="T"]')
    expect(panel.locator(".side .chance")).to_have_count(panel.locator(".side").count())
    assert "shot" in asked
    assert asked.count("chart") == charts


CASKETS = """
sightline: 1
rules: penance
map: {grid: hex, size: 7x8}
pieces:
  A: {at: D7, side: red, facing: N}
  B: {at: D5, side: red, facing: N}
  T: {at: D2, side: blue, facing: S}
"""


def test_cells_that_a_ruling_changes_are_marked(table: Table) -> None:
    """What the piece in hand sees, where nothing else about cells is asked."""
    scenario = sightline.parse(text_of("hero5"))
    now, then = (each.see("Mo").cells for each in (scenario, scenario.with_rulings({"hexside": "either"})))
    different = {each for each in now.keys() | then.keys() if now.get(each) != then.get(each)}
    assert different
    page = table(text_of("hero5"))
    page.click('[data-piece="Mo"]')
    page.get_by_role("tab", name="Rulings").click()
    page.locator("summary", has_text="hexside").click()
    marks = page.locator("[data-changed]:not([data-changed*='/'])")
    expect(marks).to_have_count(len(different))
    assert {each.get_attribute("data-changed") for each in marks.all()} == different
    page.get_by_role("tab", name="Verdict").click()
    expect(page.locator("[data-changed]")).to_have_count(0)


def test_a_piece_held_where_it_may_not_stand_says_why(table: Table) -> None:
    """Neither while it is held nor when it is let go does the browser complain of an error."""
    from tests.web.test_tables import drag

    page = table(CASKETS)
    drag(page, "A", "D5", drop=False)
    expect(page.get_by_role("region", name="Chances")).to_contain_text("'B' already stands at D5")
    expect(page.locator("#live")).to_contain_text("'B' already stands at D5")
    page.mouse.up()
    expect(page.get_by_role("alert", name="What is wrong")).to_contain_text("'B' already stands at D5")
    expect(page.locator('[data-cell="D7"]')).to_have_attribute("aria-label", "D7, clear, level 0, A, side red")


def test_what_a_piece_sees_says_nothing_of_where_it_stands(table: Table) -> None:
    page = table(text_of("penance"))
    page.locator('[data-cell="D7"]').focus()
    for key in ("Enter", "s"):
        page.keyboard.press(key)
    page.get_by_role("heading", name="What A sees").wait_for()
    for key, said in (("ArrowUp", "D6, clear, level 0: clear"), ("ArrowDown", "D7, clear, level 0, A, side red")):
        page.keyboard.press(key)
        expect(page.locator(LAST_SAID)).to_have_text(said)
