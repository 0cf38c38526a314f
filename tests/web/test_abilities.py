"""Abilities with several places: what is picked is marked on the board, and what is marked there is not listed too."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.battles import duel, line_up, settle

Opening = Callable[..., Page]


def _begun(opening: Opening, character: str, ability: str) -> Page:
    """Open a battle of a character against another of its kind, with an ability of it chosen."""
    page = opening("/ready")
    team = {"characters": {"Zed": character}, "formations": {"line": {"Zed": "C1"}, "flank": {"Zed": "A1"}}}
    page.goto(page.url.replace("/ready", f"/b/{duel(page, team=team, opponent=team)['id']}"))
    line_up(page, sides=2)
    settle(page)
    page.get_by_role("toolbar").get_by_role("button", name=ability).click()
    return page


def _middle(thing: Locator) -> tuple[int, int]:
    box = thing.bounding_box()
    assert box is not None
    return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)


def _pick(page: Page, cell: str) -> None:
    page.mouse.click(*_middle(page.locator(f'[data-cell="{cell}"]')))


def _expect_picked(page: Page, *cells: str) -> None:
    marks = page.locator(".marks polygon.picked:not(.under)")
    expect(marks).to_have_count(len(cells))
    picked = {_middle(each) for each in marks.all()}
    assert picked == {_middle(page.locator(f'[data-cell="{cell}"]')) for cell in cells}


def test_every_place_of_an_ability_is_marked(opening: Opening) -> None:
    page = _begun(opening, "gatekeeper", "Portal")
    near = page.locator(".marks .diamond").first
    expect(near).to_be_visible()
    _expect_picked(page)
    page.mouse.click(*_middle(near))
    preview = page.locator("[data-preview]")
    expect(preview).to_contain_text("Pick what comes next.")
    first = preview.inner_text().partition("Picked: ")[2][:2]
    _expect_picked(page, first)
    _pick(page, "F3")
    expect(preview.get_by_role("heading")).to_contain_text(f"Portal – {first}, F3")
    _expect_picked(page, first, "F3")


def test_a_border_is_picked_on_the_board_alone(opening: Opening) -> None:
    page = _begun(opening, "warden", "Barrier")
    edge = page.locator(".edge").first
    expect(edge).to_be_visible()
    preview = page.locator("[data-preview]")
    expect(preview.get_by_role("button")).to_have_count(2)  # to do it and to cancel it
    label = (edge.locator("title").text_content() or "").removeprefix("Barrier: ")
    page.mouse.click(*_middle(edge))
    expect(preview.get_by_role("heading")).to_contain_text(f"Barrier – {label}")
    expect(page.locator(".marks circle.picked:not(.under)")).to_have_count(1)


def test_a_character_that_is_marked_is_not_listed_too(opening: Opening) -> None:
    page = _begun(opening, "juggler", "Telekinesis")
    expect(page.locator(".marks .diamond")).to_have_count(1)
    expect(page.locator("[data-preview] .picks")).to_have_count(0)
    page.mouse.click(*_middle(page.locator(".marks .diamond")))
    expect(page.locator("[data-preview] .picks button")).to_have_text(["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
