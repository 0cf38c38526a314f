"""Battles on the page: alone, of two browsers, looked on at; by mouse, by keyboard, on a phone, in French."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import serious
from tests.web.battles import act, duel, duellist, line_up, play_to_the_end, post, press_mark

Opening = Callable[..., Page]


def fought(opening: Opening, **options: object) -> Page:
    """Open a battle of which one plays both sides, with the first turn begun."""
    page = opening("/play", **options)
    page.goto(f"{page.url[: page.url.index('/play')]}/b/{duel(page)['id']}")
    line_up(page, sides=2)
    page.wait_for_selector(".marks .dot")
    return page


@pytest.mark.slow
def test_a_battle_against_the_computer_is_played_to_its_end_by_clicks(opening: Opening) -> None:
    page = opening("/play")
    made = duel(page, against="computer")
    page.goto(page.url.replace("/play", f"/b/{made['id']}"))
    line_up(page)
    play_to_the_end(page)
    ended = "You have (won: the other side has|lost: you have) nobody left"
    expect(page.locator("[data-over]")).to_contain_text(re.compile(ended))
    expect(page.locator("#live")).to_contain_text(re.compile("has won|You have (won|lost)"))
    page.get_by_role("tab", name="Log").click()
    expect(page.locator("[data-log] li").last).to_contain_text("has won: nobody of the other side is left")
    page.get_by_role("tab", name="Now").click()
    page.get_by_role("button", name="Offer a rematch").click()
    page.get_by_role("link", name="To the rematch").click()
    line_up(page)
    page.wait_for_selector("[data-battle='battle']")


@pytest.mark.long
def test_two_browsers_play_to_the_end_though_one_loses_its_network_and_reloads(opening: Opening) -> None:
    ann, bob = opening("/play"), opening("/play", forgive="ERR_INTERNET_DISCONNECTED")
    made = duel(ann, against="invite", takebacks=True)
    post(bob, "/guests", {"name": "Bob"})
    post(bob, f"/battles/{made['id']}/seat", {"invite": made["invite"], "team": duellist()})
    eve = opening(f"/b/{made['id']}")
    for page in (ann, bob):
        page.goto(eve.url)
        line_up(page)
    for page in (ann, bob, eve):
        expect(page.locator("[data-battle='battle']")).to_be_visible()
    expect(eve.get_by_text("You are watching")).to_be_visible()
    expect(eve.get_by_role("toolbar").get_by_role("button")).to_have_count(0)

    bob.context.set_offline(True)
    expect(bob.get_by_role("alert")).to_contain_text("The connection is lost")
    mover = ann if ann.get_by_role("toolbar").get_by_role("button").count() else None
    if mover is not None:
        act(mover)
    bob.context.set_offline(False)
    expect(bob.get_by_role("alert")).to_have_count(0)
    expect(bob.locator("[data-battle]")).to_have_attribute(
        "data-at", str(ann.locator("[data-battle]").get_attribute("data-at"))
    )
    for _ in range(2):
        bob.reload()
        bob.wait_for_selector("[data-battle='battle']")
        bob.wait_for_selector("[data-piece]")

    play_to_the_end(ann, bob)
    for page in (ann, bob):
        expect(page.locator("[data-over]")).to_contain_text(re.compile("You have (won|lost)"))
    expect(eve.locator("[data-over]")).to_contain_text(
        re.compile("(Ann|Bob).* has won: the other side has nobody left")
    )
    log = eve.get_by_role("tab", name="Log")
    log.click()
    assert eve.locator("[data-log] li").count() > 5

    ann.get_by_role("button", name="Offer a rematch").click()
    bob.get_by_role("status").filter(has_text="offers a rematch").get_by_role("button", name="Yes").click()
    for page in (ann, bob):
        page.get_by_role("link", name="To the rematch").click()
        line_up(page)
    for page in (ann, bob):
        expect(page.locator("[data-battle='battle']")).to_be_visible()
    eve.get_by_role("tab", name="Now").click()
    eve.get_by_role("link", name="Step through it").click()
    expect(eve.locator(".verdict.good")).to_be_visible()


def test_pages_that_are_not_served_securely_deal_the_same_dice(opening: Opening) -> None:
    """There browsers make no ids; the server checks each hash against what is shown."""
    page = opening("/play")
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })")
    made = duel(page)
    page.goto(page.url.replace("/play", f"/b/{made['id']}"))
    line_up(page, sides=2)
    expect(page.locator("[data-battle='battle']")).to_be_visible()


def test_the_odds_are_told_before_anything_is_risked_and_the_dice_shown(opening: Opening) -> None:
    page = fought(opening)
    dot = page.locator(".marks .dot").first
    dot.hover(force=True)
    preview = page.locator("[data-preview]")
    expect(preview).to_contain_text("costs")
    expect(page.get_by_role("region", name="Turns to come").locator(".after")).to_have_count(1)
    page.keyboard.press("Escape")
    while not page.locator(".marks .cross").count():
        act(page)
    box = page.locator(".marks .cross").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(preview.locator(".odds")).to_contain_text("%")
    before = page.locator("[data-battle]").get_attribute("data-at")
    page.get_by_role("button", name="Cancel").click()
    assert page.locator("[data-battle]").get_attribute("data-at") == before
    for side in ("red", "blue"):
        members = page.get_by_role("region", name=f"Who fights for {side}").get_by_role("listitem")
        expect(members).to_have_text([re.compile("Zed.* 12/12")])
        members.get_by_role("button").click()
    expect(page.get_by_role("region", name=re.compile("^Looked at: Zed"))).to_be_visible()
    page.keyboard.press("Escape")
    press_mark(page, "cross")
    outcome = page.locator("[data-outcome]")
    expect(outcome.get_by_role("img")).to_have_count(1)
    expect(outcome).to_contain_text("or more needed")
    outcome.get_by_text("Why").click()
    outcome.locator(".clause").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("In the rulebook")


def test_the_keyboard_alone_plays(opening: Opening) -> None:
    page = fought(opening)
    page.keyboard.press("r")
    live = page.locator("#live")
    before = page.locator("[data-battle]").get_attribute("data-at")
    for key in ("ArrowUp", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
        if "Move" in (page.evaluate("document.activeElement.getAttribute('aria-label')") or ""):
            break
    expect(live).to_contain_text("costs")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Do it")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator("[data-battle]")).not_to_have_attribute("data-at", str(before))
    expect(live).to_contain_text("moves to")
    page.keyboard.press("d")
    expect(live).to_contain_text("has the turn")
    page.keyboard.press("l")
    expect(page.get_by_role("dialog").get_by_role("button", name="end the turn")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    line = page.get_by_role("dialog").get_by_role("textbox")
    for typed, told in (("fly A1", "there is no action 'fly'"), ("move A1", "SOD-2.4")):
        line.fill(typed)
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog").locator(".alert")).to_contain_text(told)
    at = page.locator("[data-battle]").get_attribute("data-at")
    line.fill("e")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-preview]")).to_contain_text("end the turn")
    page.keyboard.press("Enter")
    expect(page.locator("[data-battle]")).not_to_have_attribute("data-at", str(at))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("say how things stand")


_SUBMIT_AGAIN = """() => {
    const form = document.querySelector('[role="dialog"] form')
    new MutationObserver((_changes, observer) => {
        if (!document.querySelector("[data-preview]")) return
        observer.disconnect()
        window.wasThere = form.isConnected
        form.requestSubmit()
    }).observe(document.body, { subtree: true, childList: true })
}"""


def test_what_was_typed_is_done_by_an_enter_that_comes_before_its_window_has_gone(opening: Opening) -> None:
    page = fought(opening)
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("textbox").fill("e")
    at = page.locator("[data-battle]").get_attribute("data-at")
    page.evaluate(_SUBMIT_AGAIN)
    page.keyboard.press("Enter")
    expect(page.locator("[data-battle]")).not_to_have_attribute("data-at", str(at))
    assert page.evaluate("wasThere")


def test_a_hint_is_proposed_and_whoever_cannot_be_attacked_tells_why(opening: Opening) -> None:
    page = opening("/play")
    far = {"grid": "square", "size": "6x16", "zones": {"red": ["A15:F16"], "blue": ["A1:F2"]}}
    made = duel(page, map=far)
    page.goto(page.url.replace("/play", f"/b/{made['id']}"))
    line_up(page, sides=2)
    page.wait_for_selector(".marks .dot")
    active = page.get_by_role("region", name="Turns to come").get_by_role("button", name="has the turn")
    enemy = page.locator(
        f"[data-piece]:not([data-piece='{str(active.get_attribute('aria-label')).partition(',')[0]}'])"
    )
    box = enemy.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    refused = page.locator("[data-refused]")
    expect(refused).to_contain_text("SOD-")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("[data-preview] h3")).to_contain_text("move to")
    page.keyboard.press("Escape")
    expect(refused).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Do it")).to_be_enabled()


@pytest.mark.parametrize(("width", "height"), [(1440, 757), (820, 1180), (360, 740)])
def test_what_does_it_and_what_ends_the_turn_are_in_sight(opening: Opening, width: int, height: int) -> None:
    page = fought(opening, viewport={"width": width, "height": height}, has_touch=width < 500, is_mobile=width < 500)
    page.keyboard.press("h")
    proposed = page.get_by_role("button", name="Do it")
    expect(proposed).to_be_enabled()
    for button in (proposed, page.get_by_role("toolbar").get_by_role("button", name="End the turn")):
        box = button.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height


def test_the_board_stays_where_it_is_while_a_phone_shows_more_or_less(opening: Opening) -> None:
    page = fought(opening, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    board = page.get_by_role("application")
    board.evaluate("each => each.scrollIntoView()")
    before = board.bounding_box()
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Do it")).to_be_enabled()
    for _ in range(2):  # first the tile is let go, then the kind of action
        page.keyboard.press("Escape")
    expect(page.locator("[data-preview]")).to_have_count(0)
    assert board.bounding_box() == before


def test_a_phone_shows_the_board_and_one_sheet(opening: Opening) -> None:
    page = fought(opening, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("g.cells").evaluate("each => each.getBoundingClientRect().width") > 330
    expect(page.get_by_role("toolbar").get_by_role("button").last).to_have_text("End the turn")
    box = page.locator(".marks .dot").first.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("[data-preview]")).to_contain_text("costs")
    board, preview = page.get_by_role("application").bounding_box(), page.locator("[data-preview]").bounding_box()
    assert board is not None
    assert preview is not None
    assert board["y"] + board["height"] <= preview["y"]
    for top in (0, 10_000):
        page.evaluate("top => scrollTo(0, top)", top)
        bar = page.get_by_role("toolbar").bounding_box()
        assert bar is not None
        assert 0 <= bar["y"] <= bar["y"] + bar["height"] <= 740
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, summary, [role=tab]")]
          .map(each => [each.textContent.trim(), each.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.height < 24 || box.width < 24)).map(([text]) => text)"""
    )
    assert small == []
    page.get_by_role("tab").nth(2).tap()
    words = page.locator(".sheet .panel header > div").nth(1)
    assert words.evaluate("each => each.clientWidth") > 140


def test_axe_finds_nothing_serious_in_a_battle(opening: Opening) -> None:
    page = opening("/play")
    made = duel(page)
    page.goto(page.url.replace("/play", f"/b/{made['id']}"))
    page.wait_for_selector("section[aria-label='Formations'] svg")
    found = {"formations": serious(page)}
    line_up(page, sides=2)
    page.wait_for_selector(".marks .dot")
    found["turn"] = serious(page)
    page.get_by_role("toolbar").get_by_role("button", name=re.compile("^Turn")).click()
    found["picking"] = serious(page)
    for tab in ("Log", "Terrain", "Chat"):
        page.get_by_role("tab", name=tab).click()
        found[tab] = serious(page)
    page.keyboard.press("l")
    page.get_by_role("dialog").wait_for()
    found["list"] = serious(page)
    assert found == {key: [] for key in found}


def test_who_is_in_a_team_is_seen_before_it_lines_up(opening: Opening) -> None:
    page = opening("/play")
    team = {
        "characters": {"Zed": "ranger", "Ann": {"like": "brute"}},
        "formations": {"line": {"Zed": "C1", "Ann": "A1"}},
    }
    made = duel(page, team=team)
    page.goto(page.url.replace("/play", f"/b/{made['id']}"))
    formations = page.get_by_role("region", name="Formations")
    expect(formations.get_by_role("list", name="Who is in it").get_by_role("listitem")).to_have_text(
        ["Zed ranger", "Ann brute"], use_inner_text=True
    )
    pictures = formations.locator("button image")
    expect(pictures).to_have_count(2)
    drawn = [each.get_attribute("href") for each in pictures.all()]
    assert all(page.request.get(page.url.partition("/b/")[0] + str(href)).ok for href in drawn)


def test_a_battle_speaks_french(opening: Opening) -> None:
    page = opening("/play", locale="fr-FR")
    made = duel(page, name="Zoé")
    page.goto(page.url.replace("/play", f"/b/{made['id']}"))
    line_up(page, sides=2)
    page.wait_for_selector(".marks .dot")
    expect(page.get_by_role("toolbar")).to_contain_text("Terminer le tour")
    press_mark(page, "dot")
    expect(page.locator("[data-outcome] li").first).to_contain_text("Zed")
    groups = page.locator("aside.left .groups")
    assert groups.locator("> div").count() == 4
    for group in (groups, *groups.locator("> div").all()):
        assert group.evaluate("each => each.scrollWidth - each.clientWidth") <= 1  # nothing is cut or covered


def test_giving_up_is_asked_and_ends_the_battle(opening: Opening) -> None:
    page = fought(opening)
    page.get_by_role("button", name="Battle ▾").click()
    page.get_by_role("menuitem", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("[data-over]")).to_contain_text("the other side has resigned")
    page.get_by_role("link", name="Step through it").click()
    page.wait_for_url("**/replay/*")
    expect(page.locator(".verdict.good")).to_contain_text("This browser has verified 1 step")


_BOTTOMS = """() => [...document.querySelectorAll(".panel dl .number")].map(
  row => [row.querySelector("dt"), row.querySelector("dd")].map(each => {
    const range = document.createRange()
    range.selectNodeContents(each.querySelector("button") ?? each)
    return Math.round(range.getBoundingClientRect().bottom)
  }))"""
"""Returns where the texts of each name and its number end, in pixels from the top."""


def test_the_numbers_of_a_character_are_in_line_with_their_names(opening: Opening) -> None:
    page = fought(opening)
    bottoms = page.evaluate(_BOTTOMS)
    assert len(bottoms) > 5
    assert all(abs(name - number) <= 1 for name, number in bottoms), bottoms
