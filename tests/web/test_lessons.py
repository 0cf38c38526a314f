"""The lessons, played by clicks."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import serious
from tests.web.battles import confirm_if_asked, settle
from tests.web.conftest import Opening

Solution = Sequence[str]
SOLUTIONS: dict[str, Solution] = {
    "1-turns": ("D4", "end", "end"),
    "2-attacks": ("B3", "Bruno", "end", "Bruno"),
    "3-places": ("E3", "Cora", "end", "E4", "end", "E6"),
    "4-karma": ("Teleportation E5", "Bruno", "end", "Bruno"),
    "5-battle": ("Cora", "end", "F4", "Bruno", "end", "B5", "Bruno", "end", "Bruno"),
}
"""What is done in each lesson: a tile to move to, a target, a button with what is picked then, or the end of a turn."""


def at(page: Page) -> str:
    return page.locator("[data-battle]").get_attribute("data-at") or ""


def pick(page: Page, name: str) -> None:
    """Click a tile, or whoever is called so, twice."""
    piece = page.locator(f'[data-piece="{name}"]')
    box = (piece if piece.count() else page.locator(f'[data-cell="{name}"]')).first.bounding_box()
    assert box is not None
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*place)
    expect(page.get_by_role("button", name=re.compile("^Do it"))).to_be_enabled()
    page.mouse.click(*place)


def do(page: Page, what: str) -> None:
    before = at(page)
    settle(page)
    bar = page.get_by_role("toolbar")
    if what == "end":
        bar.get_by_role("button", name="End the turn").click()
        confirm_if_asked(page, before)
    else:
        *button, target = what.split()
        if button:
            bar.get_by_role("button", name=re.compile(f"^{button[0]}")).click()
        pick(page, target)
    page.wait_for_function("at => document.querySelector('[data-battle]').dataset.at !== at", arg=before)
    settle(page)


@pytest.mark.long
def test_all_lessons_are_played_on_the_screen(opening: Opening) -> None:
    page = opening("/play")
    page.get_by_role("link", name="Learn it in a few short lessons").click()
    page.get_by_role("link", name="Begin").click()
    for key, solution in SOLUTIONS.items():
        region = page.locator(f'[data-lesson="{key}"]')
        expect(region).to_have_attribute("data-task", "1")
        for what in solution:
            do(page, what)
        expect(region).to_have_attribute("data-task", "done")
        if key != [*SOLUTIONS][-1]:
            page.get_by_role("link", name=re.compile("^Next lesson")).click()
    expect(page.get_by_role("heading", name=re.compile("^You have won: "))).to_be_visible()


def lesson(opening: Opening, key: str, **options: object) -> Page:
    """Open a lesson, at its first task."""
    page = opening(f"/learn/{key}", **options)
    expect(page.locator(f'[data-lesson="{key}"]')).to_have_attribute("data-task", "1")
    settle(page)
    return page


def test_a_lesson_is_taken_back_and_begun_anew(opening: Opening) -> None:
    page = lesson(opening, "1-turns")
    task = page.locator("[data-lesson]")
    places = "all => all.map(each => each.getAttribute('transform'))"
    start = page.locator("[data-piece]").evaluate_all(places)
    do(page, "C4")
    expect(page.locator(".slip")).to_contain_text("That is a different tile")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".slip")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    settle(page)
    assert page.locator("[data-piece]").evaluate_all(places) == start
    for what in ("D4", "end"):
        do(page, what)
    expect(task).to_have_attribute("data-task", "3")
    page.get_by_role("button", name="Take back").click()
    expect(task).to_have_attribute("data-task", "2")
    page.get_by_role("button", name="Start again").click()
    expect(task).to_have_attribute("data-task", "1")
    expect(page.locator(".task")).to_be_focused()


def test_whoever_cannot_be_attacked_in_a_lesson_tells_why(opening: Opening) -> None:
    page = lesson(opening, "3-places")
    box = page.locator('[data-piece="Cora"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    refused = page.locator("[data-refused]")
    expect(refused).to_contain_text("SOD-")
    expect(page.locator("#live")).to_contain_text("SOD-")
    refused.locator(".clause").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("In the rulebook")


def test_a_lesson_is_done_in_french_by_keys(opening: Opening) -> None:
    page = lesson(opening, "1-turns", locale="fr-FR")
    task, field = page.locator("[data-lesson]"), page.locator("[data-battle]")
    page.keyboard.press("r")
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator('[data-cell="D4"]')).to_be_focused()
    for keys in (("Enter", "Enter"), ("e", "Enter"), ("e", "Enter")):
        settle(page)
        before = field.get_attribute("data-at")
        page.keyboard.press(keys[0])
        expect(page.get_by_role("button", name=re.compile("^Exécuter"))).to_be_enabled()
        page.keyboard.press(keys[1])
        expect(field).not_to_have_attribute("data-at", str(before))
    expect(task).to_have_attribute("data-task", "done")
    expect(page.get_by_role("link", name=re.compile("^Leçon suivante"))).to_be_visible()


def test_a_lesson_that_is_not_there_leads_to_those_that_are(opening: Opening) -> None:
    page = opening("/learn/9-dragons")
    expect(page.get_by_role("alert")).to_have_text("There is no lesson 9-dragons.")
    assert serious(page) == []
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("link", name="Begin")).to_be_visible()


def test_axe_finds_nothing_serious_in_lessons(opening: Opening) -> None:
    page = opening("/learn")
    expect(page.get_by_role("link", name="Begin")).to_be_visible()
    found = {"list": serious(page)}
    page = lesson(opening, "1-turns")
    page.get_by_role("button", name="Hint").click()
    found["hint"] = serious(page)
    do(page, "C4")
    expect(page.locator(".slip")).to_be_visible()
    found["slip"] = serious(page)
    assert found == {key: [] for key in found}
