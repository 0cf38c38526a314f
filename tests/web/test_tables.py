"""Edits on the page: forms, drags, undo, a board from nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.live_region import LAST_SAID
from tests.web.test_verdicts import ROOT, text_of

Opening = Callable[..., Page]
Table = Callable[..., Page]


def drag(page: Page, piece: str, cell: str, *, drop: bool = True) -> None:
    """Drag a piece over a cell with the mouse, and let go of it there unless not `drop`."""
    start = page.locator(f'[data-piece="{piece}"]').bounding_box()
    end = page.locator(f'[data-cell="{cell}"]').bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    if drop:
        page.mouse.up()


@pytest.mark.parametrize(
    ("locale", "window", "opens"), [("en-GB", "Open a file", "Open"), ("fr-FR", "Ouvrir un fichier", "Ouvrir")]
)
def test_a_text_is_opened_in_the_gallery_and_what_is_wrong_with_it_told(
    opening: Opening, locale: str, window: str, opens: str
) -> None:
    page = opening("/", locale=locale)
    page.get_by_role("button", name=window).click()
    page.locator("textarea").fill(text_of("penance").replace("penance", "pennance"))
    page.get_by_role("button", name=opens, exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("pennance")
    page.locator("textarea").fill(text_of("penance"))
    page.get_by_role("button", name=opens, exact=True).click()
    page.wait_for_url("**/new")
    expect(page.locator('[data-piece="A"]')).to_be_visible()


def test_a_dragged_piece_shows_its_numbers_before_it_is_dropped_and_escape_puts_it_back(table: Table) -> None:
    page = table(text_of("penance"))
    drag(page, "A", "D5", drop=False)
    expect(page.get_by_role("heading", name="A at D5")).to_be_visible()
    expect(page.get_by_role("region", name="Chances")).to_contain_text("%")
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator('[data-cell="D7"]')).to_have_attribute("aria-label", "D7, clear, level 0, A, side red")


def test_a_dropped_piece_has_moved_and_undo_takes_it_back(table: Table) -> None:
    page = table(text_of("penance"))
    drag(page, "A", "D5")
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
    page.keyboard.press("u")
    expect(page.locator('[data-cell="D7"]')).to_have_attribute("aria-label", "D7, clear, level 0, A, side red")
    page.keyboard.press("Shift+U")
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")


def test_the_keyboard_carries_a_piece(table: Table) -> None:
    page = table(text_of("penance"))
    page.locator('[data-cell="D7"]').focus()
    for key in ("m", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
    expect(page.locator(LAST_SAID)).to_have_text("A is at D5 now.")


def test_where_there_is_nothing_to_pick_up_it_is_said(table: Table) -> None:
    page = table(text_of("penance"))
    page.locator('[data-cell="A1"]').focus()
    page.keyboard.press("m")
    expect(page.locator(LAST_SAID)).to_have_text("Select a piece first.")


@pytest.mark.parametrize(
    "before",
    [
        (("click", '[data-cell="B2"]'), ("click", '[data-piece="A"]')),
        (("click", '[data-piece="A"]'), ("focus", '[data-cell="B2"]')),
    ],
)
def test_a_selected_piece_is_carried_from_its_own_cell(table: Table, before: Sequence[tuple[str, str]]) -> None:
    page = table(text_of("penance"))
    for act, place in before:
        getattr(page, act)(place)
    for key in ("m", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator('[data-cell="D6"]')).to_have_attribute("aria-label", "D6, clear, level 0, A, side red")


def test_on_a_board_zoomed_in_the_focus_of_the_keyboard_stays_in_view(table: Table) -> None:
    page = table(text_of("penance"))
    for _ in range(5):
        page.get_by_role("button", name="Zoom in").click()
    frame = page.get_by_role("application").bounding_box()
    assert frame is not None
    for _ in range(2):
        page.keyboard.press("n")
        page.wait_for_timeout(100)
        box = page.locator("[data-cell]:focus").bounding_box()
        assert box is not None
        assert frame["x"] < box["x"] + box["width"] / 2 < frame["x"] + frame["width"]
        assert frame["y"] < box["y"] + box["height"] / 2 < frame["y"] + frame["height"]


LARGE = """\
sightline: 1
rules: penance
map: {grid: hex, size: 60x60}
pieces:
  Ann: {at: C3, side: red, facing: S}
  Ben: {at: BB50, side: blue, facing: N}
"""


def _height(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["height"]


def test_a_large_board_shows_labels_and_smaller_names_once_it_is_zoomed_in(table: Table) -> None:
    page = table(LARGE)
    labels, cell, name = page.locator(".closer .label"), '[data-cell="C3"]', '[data-layer="names"] [data-of="Ann"]'
    before = _height(page, name)
    assert before > _height(page, cell)
    expect(labels).to_have_count(0)
    page.locator('[data-piece="Ann"]').hover()
    for _ in range(12):
        page.mouse.wheel(0, -150)
    expect(labels.get_by_text("C3", exact=True)).to_be_visible()
    expect(labels.get_by_text("BB50", exact=True)).to_have_count(0)  # out of view
    assert before - 1 < _height(page, name) < _height(page, cell)


def test_a_small_board_has_its_labels_in_the_picture_alone(table: Table) -> None:
    page = table(text_of("penance"))
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(500)
    expect(page.locator(".closer text")).to_have_count(0)


def test_names_without_room_on_a_phone_appear_once_the_board_is_zoomed_in(table: Table) -> None:
    page = table(text_of("sodwa"), viewport={"width": 360, "height": 780})
    names = page.locator(".closer [data-of]")
    expect(names).to_have_count(0)
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    expect(names).not_to_have_count(0)


NARROW = {"viewport": {"width": 360, "height": 780}}


def _zoom_in(page: Page, times: int) -> None:
    for _ in range(times):
        page.get_by_role("button", name="Zoom in").click()


def test_the_largest_boards_can_be_zoomed_until_cells_have_labels_on_a_phone_too(table: Table) -> None:
    page = table(LARGE.replace("60x60", "158x60"), **NARROW)
    _zoom_in(page, 12)
    expect(page.locator(".closer .label").first).to_be_attached()
    assert 60 < _height(page, '[data-cell="BB30"]') < 70
    page.set_viewport_size({"width": 780, "height": 780})
    page.wait_for_timeout(500)
    before = _height(page, '[data-cell="BB30"]')
    page.get_by_role("button", name="Zoom out").click()
    assert _height(page, '[data-cell="BB30"]') == pytest.approx(before / 1.4, abs=1)


def test_another_map_is_shown_whole_and_an_edited_one_as_it_was(table: Table) -> None:
    page = table(LARGE)
    whole, zoomed = page.locator(".picture > svg > g[transform$='scale(1)']"), page.locator(".closer .label")
    _zoom_in(page, 8)
    expect(zoomed).not_to_have_count(0)
    page.locator('[data-cell="C3"]').focus()
    for key in ("m", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator('[data-cell="C4"]')).to_have_attribute("aria-label", re.compile("Ann"))
    expect(whole).to_have_count(0)
    page.get_by_role("button", name="File").click()
    page.get_by_role("dialog").locator("textarea").first.fill(text_of("penance"))
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("[data-cell]")).to_have_count(56)
    expect(whole).not_to_have_count(0)


def test_names_of_a_free_table_are_those_of_its_picture(table: Table) -> None:
    page = table((ROOT / "scenarios/post-galactica/the-refinery.yaml").read_text(), **NARROW)
    _zoom_in(page, 2)
    page.wait_for_timeout(500)
    expect(page.locator('[data-layer] text[data-of="Walker"]')).to_have_count(1)
    expect(page.locator("svg text:not([data-layer] *)")).to_have_count(0)


CROWDED = """\
sightline: 1
rules: hero5
map: {grid: hex, size: 30x24}
pieces:
  Piece 1: {at: O12, side: red, shrinking: 2}
  Piece 2: {at: O12, side: blue, shrinking: 2}
  Piece 3: {at: O12, side: red, shrinking: 2}
  Piece 4: {at: O12, side: blue, shrinking: 2}
  A person with a very long name indeed: {at: O14, side: blue}
"""

_COVERED = """() => {
  const texts = [...document.querySelectorAll('.closer [data-of], [data-layer="names"] text, .level-number')]
  const boxes = texts.map(each => [each.textContent, each.getBoundingClientRect()])
  // A quarter of a box is above its letters, or below.
  const apart = (a, b) => Math.abs(a.x - b.x + (a.width - b.width) / 2) >= (a.width + b.width) / 2
    || Math.abs(a.y - b.y + (a.height - b.height) / 2) >= 0.75 * (a.height + b.height) / 2
  return boxes.flatMap(([one, a], k) => boxes.slice(k + 1).flatMap(([other, b]) => apart(a, b) ? [] : [[one, other]]))
}"""
"""Return the pairs of texts of which one covers the other."""


@pytest.mark.parametrize(
    ("scenario", "zoom", "names"),
    [
        (CROWDED, 7, {"Piece 4": "Piece 4", "A person with a very long name indeed": "A person with a very long…"}),
        ((ROOT / "scenarios/sodwa/the-depot.yaml").read_text(), 5, {"Rex": "Rex"}),
    ],
    ids=["names", "levels"],
)
def test_names_that_appear_cover_no_other_name_and_no_level(
    scenario: str, zoom: int, names: dict[str, str], table: Table
) -> None:
    page = table(scenario, **NARROW)
    _zoom_in(page, zoom)
    for name, text in names.items():
        expect(page.locator(f'.closer [data-of="{name}"]')).to_have_text(text)
    assert page.evaluate(_COVERED) == []


def test_the_form_of_a_piece_sets_and_takes_away_what_it_states(table: Table) -> None:
    page = table(text_of("penance"), forgive="422")
    page.click('[data-piece="T"]')
    page.get_by_role("tab", name="Piece").click()
    page.get_by_label("shield").select_option("left")
    expect(page.get_by_label("shield")).to_have_value("left")
    page.get_by_label("at", exact=True).fill("Z9")
    page.get_by_label("at", exact=True).press("Enter")
    expect(page.get_by_role("alert", name="What is wrong")).to_contain_text("Z9")


def test_a_board_is_built_from_nothing_by_clicking(opening: Callable[..., Page]) -> None:
    page = opening("/new?system=penance&grid=hex&columns=5&rows=6")
    page.wait_for_selector("[data-cell]")
    page.get_by_role("button", name="New piece").first.click()
    page.locator('[data-cell="C5"]').click()
    expect(page.locator("[data-piece]")).to_have_count(1)
    page.locator('[data-cell="C2"]').click()
    expect(page.locator("[data-piece]")).to_have_count(2)
    expect(page.get_by_label("facing")).to_have_value("S")  # it looks at the first
    page.get_by_role("button", name="Terrain").first.click()
    page.get_by_role("button", name="wall").first.click()
    page.locator('[data-cell="C4"]').click()
    expect(page.locator('[data-cell="C4"]')).to_have_attribute("aria-label", "C4, wall, level 0")
    page.get_by_role("button", name="Select").first.click()
    page.keyboard.press("Escape")
    page.locator('[data-piece="A"]').click()
    page.locator('[data-piece="B"]').click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-sight", "blocked")


def test_the_picture_is_saved_as_it_is_seen(table: Table, tmp_path: Path) -> None:
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.get_by_role("button", name="File").click()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save the picture").click()
    downloading.value.save_as(tmp_path / "picture.svg")
    picture = ElementTree.parse(tmp_path / "picture.svg")
    assert {each.get("data-piece") for each in picture.iter() if each.get("data-piece")} == {"A", "T"}
    assert "fill" in (picture.findtext("{http://www.w3.org/2000/svg}style") or "")


def test_an_empty_board_says_how_to_begin_and_does_not_jump_with_the_first_piece(opening: Table) -> None:
    page = opening("/")
    page.get_by_role("button", name="New table").click()
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_selector("[data-cell]")
    expect(page.get_by_role("region", name="Answer")).to_contain_text("New piece")
    before = page.locator(".board").bounding_box()
    page.locator("[data-cell]").first.focus()
    page.keyboard.press("7")
    page.keyboard.press("Enter")
    expect(page.locator("[data-piece]")).to_have_count(1)
    assert page.locator(".board").bounding_box() == before
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Verdict").click()
    expect(page.get_by_role("region", name="Answer")).to_contain_text("Who shoots?")


def test_the_buttons_of_zoom_cover_no_cell_of_a_wide_board(table: Table) -> None:
    page = table("{sightline: 1, rules: sodwa, map: {grid: square, size: 24x21}, pieces: {A: {at: A1, side: red}}}")
    zoom, corner = (
        page.get_by_role("group", name="Zoom").bounding_box(),
        page.locator('[data-cell="X21"]').bounding_box(),
    )
    assert zoom is not None
    assert corner is not None
    assert corner["y"] + corner["height"] <= zoom["y"] or corner["x"] + corner["width"] <= zoom["x"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_bar_of_a_table_has_two_rows_on_a_phone(table: Table, language: str) -> None:
    page = table(text_of("penance"), viewport={"width": 360, "height": 740}, has_touch=True, locale=language)
    bar = page.locator("header").first.bounding_box()
    assert bar is not None
    assert bar["height"] < 3 * 44


@pytest.mark.parametrize("keys", [("7", "Enter"), ("2", "Enter")])
def test_what_is_announced_is_on_the_board(table: Table, keys: Sequence[str]) -> None:
    """A key that follows the announcement is for the board that it tells of."""
    page = table(text_of("penance"))
    page.click('[data-piece="A"]')
    page.locator('[data-cell="D5"]').focus()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.keyboard.press(keys[0])
    page.route("**/scene", hold)
    with page.expect_response("**/edit"):
        page.keyboard.press(keys[1])
    page.wait_for_timeout(300)
    expect(page.locator(LAST_SAID)).not_to_contain_text("is at D5 now")
    held[-1].continue_()
    page.unroute("**/scene")
    expect(page.locator(LAST_SAID)).to_contain_text("is at D5 now")
    expect(page.locator('[data-cell="D5"]')).not_to_have_attribute("aria-label", "D5, clear, level 0")
