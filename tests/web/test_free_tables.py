"""Free tables: features are drawn, changed and taken away, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import sightline
from tests.web.live_region import LAST_SAID

Opening = Callable[..., Page]
EMPTY = "/new?system=post-galactica&grid=free&columns=30&rows=20"


@pytest.fixture
def page(opening: Opening) -> Page:
    opened = opening(EMPTY)
    opened.wait_for_selector("rect[data-stop]")
    return opened


def features(page: Page) -> list[dict[str, Any]]:
    """Return the features of the table as the draft in the browser states them."""
    table = sightline.parse(page.evaluate("sessionStorage.getItem('sightline.draft')"))
    return [
        {"is": each.kind, "outline": [[float(x), float(y)] for x, y in each.outline.corners]}
        for each in table.position.table.features
    ]


def spot(page: Page, at: Sequence[float]) -> tuple[float, float]:
    """Return where on the screen a place of the table lies."""
    box = page.locator("rect[data-stop]").bounding_box()
    assert box is not None
    return box["x"] + at[0] / 30 * box["width"], box["y"] + at[1] / 20 * box["height"]


def drag(page: Page, *places: Sequence[float]) -> None:
    page.mouse.move(*spot(page, places[0]))
    page.mouse.down()
    for each in places[1:]:
        page.mouse.move(*spot(page, each), steps=3)
    page.mouse.up()


def draw_wall(page: Page) -> None:
    page.get_by_role("button", name="Terrain 4").click()
    page.get_by_role("button", name="blocking", exact=True).click()
    drag(page, (4, 4), (8, 10))
    expect(page.get_by_role("region", name="Feature")).to_be_visible()


def test_shapes_are_dragged(page: Page) -> None:
    draw_wall(page)
    assert features(page) == [{"is": "blocking", "outline": [[4, 4], [8, 4], [8, 10], [4, 10]]}]
    expect(page.locator(LAST_SAID)).to_have_text("blocking from 4, 4 to 8, 10")
    page.get_by_role("button", name="Circle").click()
    drag(page, (15, 10), (18, 10))
    expect(page.locator(LAST_SAID)).to_have_text("blocking from 12, 7 to 18, 13")
    page.get_by_role("button", name="Wall", exact=True).click()
    drag(page, (20, 2), (20, 12))
    expect(page.locator(LAST_SAID)).to_have_text("blocking from 19.75, 2 to 20.25, 12")
    assert [len(each["outline"]) for each in features(page)] == [4, 24, 4]
    for _ in range(3):  # faster than the server answers
        page.keyboard.press("u")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert features(page) == []
    expect(page.get_by_role("alert", name="What is wrong")).to_have_count(0)


def test_an_outline_is_clicked_corner_by_corner_and_closed_at_the_first(page: Page) -> None:
    page.get_by_role("button", name="Terrain 4").click()
    page.get_by_role("button", name="Corner by corner").click()
    for at in ((2, 2), (10, 2), (10, 8), (2, 2)):
        page.mouse.click(*spot(page, at))
    expect(page.get_by_role("region", name="Feature")).to_be_visible()
    assert [each["outline"] for each in features(page)] == [[[2, 2], [10, 2], [10, 8]]]


def test_a_feature_is_moved_and_bent_by_its_grips_and_taken_away(page: Page) -> None:
    draw_wall(page)
    page.get_by_role("button", name="Select 1").click()
    page.mouse.click(*spot(page, (6, 7)))
    drag(page, (6, 7), (16, 8))
    expect(page.locator(LAST_SAID)).to_have_text("It lies at 16, 8 now.")
    assert features(page)[0]["outline"] == [[14, 5], [18, 5], [18, 11], [14, 11]]
    drag(page, (18, 11), (20, 12))
    expect(page.locator("#live")).to_contain_text("It lies at 17, 8.5 now.")
    assert features(page)[0]["outline"] == [[14, 5], [18, 5], [20, 12], [14, 11]]
    sheet = page.get_by_role("region", name="Feature")
    sheet.get_by_label("What it is").fill("light-cover")
    sheet.get_by_label("What it is").press("Enter")
    sheet.get_by_label("blocks").select_option("yes")
    sheet.get_by_label("outline").fill("1, 1; 5, 1; 5, 4.5")
    sheet.get_by_label("outline").press("Enter")
    expect(page.locator("[data-grip]")).to_have_count(4)
    assert features(page) == [{"is": "light-cover", "outline": [[1, 1], [5, 1], [5, 4.5]]}]
    sheet.get_by_role("button", name="Remove").click()
    expect(page.locator("[data-grip]")).to_have_count(0)
    assert features(page) == []


def test_the_keyboard_draws_and_carries(page: Page) -> None:
    page.locator("rect[data-stop]").focus()
    expect(page.locator(LAST_SAID)).to_have_text("The table, 30 by 20 inches")
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(page.locator(LAST_SAID)).to_have_text("15, 10")
    page.keyboard.press("Enter")
    expect(page.locator(LAST_SAID)).to_have_text("Corner 1 at 15, 10.")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#live")).to_contain_text("from 15, 10 to 17, 11.25")
    expect(page.locator("[data-grip]")).to_have_count(5)
    page.keyboard.press("1")
    page.keyboard.press("f")
    for key in ("m", "ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(LAST_SAID)).to_have_text("It lies at 15, 9.63 now.")
    assert features(page)[0]["outline"] == [[14, 9], [16, 9], [16, 10.25], [14, 10.25]]
    page.keyboard.press("7")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-piece]")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("A is at 17, 12.25 now.")


def test_a_shape_without_size_is_let_go(page: Page) -> None:
    page.locator("rect[data-stop]").focus()
    for key in ("4", "Enter", "Enter", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(LAST_SAID)).to_have_text("Let go.")
    assert features(page) == []


def test_keys_are_for_what_was_gone_to_last(page: Page) -> None:
    """A feature, then a piece: the piece is picked up."""
    draw_wall(page)
    page.keyboard.press("7")
    page.mouse.click(*spot(page, (20, 10)))
    expect(page.locator(LAST_SAID)).to_have_text("A is at 20, 10 now.")
    for keys, said in (("1f", "blocking from 4, 4 to 8, 10"), ("n", "A, "), ("m", "A is picked up.")):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(LAST_SAID)).to_contain_text(said)


def test_the_ruler_measures_inches(page: Page) -> None:
    page.get_by_role("button", name="Ruler 3").click()
    drag(page, (3, 4), (6, 8))
    expect(page.get_by_role("region", name="Answer")).to_contain_text("5 inches")


def test_a_place_that_is_pointed_out_has_a_way(opening: Opening) -> None:
    page = opening("/new?system=post-galactica&grid=free")
    page.wait_for_selector("[data-piece]")
    page.locator("[data-stop='Marines']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_be_visible()
    before = answer.inner_text()
    box = page.locator("rect[data-stop]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 9 / 36, box["y"] + box["height"] * 12 / 24)
    expect(answer).not_to_have_text(before)
    expect(answer).to_contain_text("9")


def test_places_are_said_as_the_language_writes_them(opening: Opening) -> None:
    page = opening(EMPTY, locale="fr-FR")
    page.wait_for_selector("rect[data-stop]")
    page.keyboard.press("7")
    page.mouse.click(*spot(page, (10.25, 8)))
    expect(page.locator(LAST_SAID)).to_have_text("A : maintenant en 10,25, 8.")
    page.keyboard.press("1")
    page.keyboard.press("m")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_role("heading", name="A en 10,5, 8")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(LAST_SAID)).to_have_text("A : de retour en 10,25, 8.")
    page.keyboard.press("3")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(LAST_SAID)).to_contain_text("15,25, 10")


def test_a_feature_is_the_same_after_somebody_else_has_removed_one_before_it(opening: Opening, site: str) -> None:
    wall, hedge = [[2, 2], [4, 2], [4, 4], [2, 4]], [[10, 10], [12, 10], [12, 12], [10, 12]]
    listed = ", ".join(f"{{is: {kind}, outline: {outline}}}" for kind, outline in (("wall", wall), ("hedge", hedge)))
    kinds = "{wall: {blocks: true}, hedge: {blocks: false, cover: light}}"
    text = (
        f"sightline: 1\nrules: post-galactica\nmap: {{grid: free, size: 30x20, kinds: {kinds}, features: [{listed}]}}\n"
    )
    made = httpx.post(f"{site}/api/v1/tables", json={"scenario": text}).json()
    address, authorization = f"{site}/api/v1/tables/{made['id']}", {"Authorization": f"Bearer {made['edit']}"}
    page = opening(f"/t/{made['id']}#edit={made['edit']}")
    page.wait_for_selector("rect[data-stop]")
    page.locator("rect[data-stop]").focus()
    for key in ("f", "f", "m", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    sheet = page.get_by_role("region", name="Feature")
    expect(page.locator(LAST_SAID)).to_have_text("It lies at 12, 11 now.")
    removed = {"id": "removed", "base": 2, "edits": [{"feature": 0, "set": None}]}
    with page.expect_response(f"{site}/api/v1/scene"):
        assert httpx.post(f"{address}/edits", json=removed, headers=authorization).status_code == 200
    expect(sheet.get_by_label("What it is")).to_have_value("hedge")
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    [left] = sightline.parse(httpx.get(address).json()["scenario"]).position.table.features
    assert (left.kind, [[x, y] for x, y in left.outline.corners]) == ("hedge", hedge)
    expect(page.get_by_role("alert", name="What is wrong")).to_have_count(0)
