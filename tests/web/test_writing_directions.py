"""Names that are written from right to left: they do not turn round what is written beside them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.battles import duel, line_up, post

Opening = Callable[..., Page]

_ARROW = """\
sightline: 1
rules: penance
map: {grid: hex, size: 7x8}
pieces:
  אבג: {at: D7, side: red, facing: N, weapons: [{name: rifle, range: 8, damage: 2}]}
  דהו: {at: D2, side: blue, facing: S}
"""
_PLACES = """(element, parts) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), found = {}
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const part of parts) {
      const at = text.data.indexOf(part), range = document.createRange()
      if (at < 0) continue
      range.setStart(text, at)
      range.setEnd(text, at + part.length)
      found[part] = range.getBoundingClientRect().left
    }
  return parts.map((part) => found[part])
}"""


def test_the_arrow_of_a_shot_points_at_its_target(table: Callable[..., Page]) -> None:
    page = table(_ARROW)
    page.goto(f"{page.url}?ask=shot&from=אבג&to=דהו")
    heading = page.locator("[data-verdict] h2")
    expect(heading).to_have_text("אבג → דהו")
    places = heading.evaluate(_PLACES, ["אבג", "→", "דהו"])
    assert places == sorted(places)


def test_a_sentence_and_a_line_of_chat_stay_in_order(opening: Opening) -> None:
    ann, bob = opening("/health"), opening("/health")
    made = duel(ann, "אבג 12", against="invite")
    post(bob, "/guests", {"name": "דהו"})
    team = {"characters": {"Zed": "ranger"}, "formations": {"line": {"Zed": "C1"}, "flank": {"Zed": "A1"}}}
    post(bob, f"/battles/{made['id']}/seat", {"invite": made["invite"], "team": team})
    for page in (ann, bob):
        page.goto(page.url.replace("/health", f"/b/{made['id']}"))
        line_up(page)
    for page in (ann, bob):
        page.get_by_role("tab", name="Chat").click()
        page.get_by_label("Say something").fill("שלום")
        page.get_by_role("button", name="Send").click()
    line = ann.get_by_role("list", name="What was said").get_by_role("listitem").filter(has_text="אבג")
    places = line.evaluate(_PLACES, ["אבג", "שלום"])
    assert places == sorted(places)
    waiting = next(page for page in (ann, bob) if not page.locator("[role=toolbar] button").count())
    waiting.get_by_role("tab", name="Now").click()
    acts = waiting.get_by_role("heading", name="acts …")
    assert "\u2068" in (acts.text_content() or "")
