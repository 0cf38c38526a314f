"""What a screen reader is told: texts that follow each other at once are all there to be heard, in order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import sightline

Opening = Callable[..., Page]

_SCENARIO = Path(sightline.__file__).parents[2] / "scenarios" / "penance" / "across-the-rubble.yaml"
_PRESS_TWICE = """() => {
    for (let press = 0; press < 2; press++)
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }))
}"""
_WATCH = """() => {
    window.heard = []
    const live = document.getElementById("live")
    new MutationObserver(() => heard.push([...live.children].map((each) => each.textContent))).observe(live, {
        childList: true,
    })
}"""


def test_a_text_does_not_take_away_the_one_just_before_it(table: Opening) -> None:
    page = table(_SCENARIO.read_text())
    page.locator('[data-cell="D7"]').focus()
    expect(page.locator("#live")).to_have_text("D7, clear, level 0, A, side red")
    page.evaluate(_WATCH)
    page.keyboard.press("ArrowUp")
    page.evaluate(_PRESS_TWICE)
    expect(page.locator("#live")).to_have_text("D4, clear, level 0")  # the others are gone once they have been taken up
    heard: list[list[str]] = page.evaluate("window.heard")
    assert any(each[-2:] == ["D5, clear, level 0", "D4, clear, level 0"] for each in heard)
