"""No word is broken in two where there is room for it: on small screens, in French, whose words are longer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.battles import duellist, post
from tests.web.test_verdicts import text_of

Opening = Callable[..., Page]
Table = Callable[..., Page]

_BROKEN = r"""
root => {
  const broken = [], texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), range = document.createRange()
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\p{L}+/gu)) {
    range.setStart(texts.currentNode, word.index)
    range.setEnd(texts.currentNode, word.index + word[0].length)
    if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word[0])
  }
  return broken
}"""


def _broken(thing: Locator) -> Any:
    """Return the words that stand on two lines."""
    return thing.evaluate(_BROKEN)


@pytest.mark.parametrize("width", [360, 414])
def test_the_title_of_a_battle_is_read_whole(opening: Opening, width: int) -> None:
    page = opening("/ready", viewport={"width": width, "height": 740}, has_touch=True, is_mobile=True)
    post(page, "/guests", {"name": "Ann"})
    stated = {"limit": 500, "team": duellist(), "against": "self", "opponent": duellist(), "side": "red"}
    battle = post(page, "/battles", {**stated, "map": "the-dye-works", "spectators": 0})
    page.goto(page.url.replace("/ready", f"/b/{battle['id']}"))
    title = page.get_by_role("heading", level=1, name="The dye works")
    expect(title).to_be_visible()
    assert _broken(title) == []
    assert title.evaluate("each => each.scrollHeight <= each.clientHeight")
    expect(page.get_by_role("button", name="Battle")).to_be_visible()


@pytest.mark.parametrize("width", [360, 820, 1280])
def test_the_choices_of_a_sheet_are_whole(table: Table, width: int) -> None:
    page = table(text_of("sodwa"), viewport={"width": width, "height": 900}, locale="fr-FR", has_touch=True)
    page.locator('[data-piece="Warden"]').tap()
    page.get_by_role("tab", name="Pièce").tap()
    choices = page.locator(".choices").first
    expect(choices).to_contain_text("Immobilisation")
    assert _broken(choices) == []
    boxes = [each.bounding_box() for each in choices.get_by_role("checkbox").all()]
    assert len({(box["width"], box["height"]) for box in boxes if box}) == 1
