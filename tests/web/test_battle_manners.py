"""What two do beside the board: offers and answers, chat and what can be done about it, clocks, notices."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.battles import duel, duellist, line_up, post, press_mark

Opening = Callable[..., Page]

_BROWSER_THAT_NOTIFIES = """
window.told = []
window.Notification = class {
  static permission = "default"
  static requestPermission = async () => (Notification.permission = "granted")
  constructor(title, { body }) { told.push(`${title}: ${body}`) }
}
Object.defineProperty(document, "hidden", { get: () => window.isAway === true })
"""
"""Headless browsers show nobody a notice: this one tells what it would have shown, and can be looked away from."""


def met(opening: Opening, **changes: Any) -> tuple[Page, Page]:
    """Return whoever acts first and the other one, each in a browser, in a battle that has begun."""
    ann, bob = opening("/play"), opening("/play")
    bob.add_init_script(_BROWSER_THAT_NOTIFIES)
    ann.add_init_script(_BROWSER_THAT_NOTIFIES)
    made = duel(ann, against="invite", **changes)
    post(bob, "/guests", {"name": "Bob"})
    post(bob, f"/battles/{made['id']}/seat", {"invite": made["invite"], "team": duellist()})
    for page in (ann, bob):
        page.goto(page.url.replace("/play", f"/b/{made['id']}"))
        line_up(page)
    expect(ann.locator("[data-battle='battle']")).to_have_attribute("data-to-act", re.compile("."))
    return (ann, bob) if ann.locator("[data-battle]").get_attribute("data-to-act") == "red" else (bob, ann)


def choose(page: Page, item: str) -> None:
    """Choose something of the menu of a battle."""
    page.get_by_role("button", name="Battle ▾").click()
    page.get_by_role("menuitem", name=item).click()


def end_turn(page: Page) -> None:
    """End the turn, whatever else could be done in it."""
    expect(page.get_by_role("toolbar")).to_have_attribute("aria-busy", "false")
    page.keyboard.press("e")
    page.get_by_role("button", name="Do it").click()


def test_a_step_is_taken_back_and_a_draw_is_made_when_the_other_side_agrees(opening: Opening) -> None:
    mover, other = met(opening, takebacks=True)
    acting = mover.locator("[data-battle]").get_attribute("data-to-act")
    places = "all => all.map(each => each.getAttribute('transform'))"
    start = mover.locator("[data-piece]").evaluate_all(places)
    at = mover.locator("[data-battle]").get_attribute("data-at")
    press_mark(mover, "dot")
    expect(mover.locator("[data-battle]")).not_to_have_attribute("data-at", str(at))
    choose(mover, "Ask to take back")
    expect(mover.get_by_role("status").filter(has_text="Waiting for an answer.")).to_be_visible()
    asked = other.get_by_role("status").filter(has_text="offers to take back")
    asked.get_by_role("button", name="Yes").click()
    for page in (mover, other):
        expect(page.get_by_role("status").filter(has_text="to take back")).to_have_count(0)
        expect(page.locator("[data-battle]")).to_have_attribute("data-to-act", str(acting))
    mover.wait_for_function(
        "start => [...document.querySelectorAll('[data-piece]')].every((each, n) => "
        "each.getAttribute('transform') === start[n])",
        arg=start,
    )
    for answer in ("No", "Yes"):
        choose(mover, "Offer a draw")
        other.get_by_role("status").filter(has_text="offers a draw").get_by_role("button", name=answer).click()
        if answer == "No":
            expect(mover.get_by_role("status").filter(has_text="does not want a draw")).to_be_visible()
    for page in (mover, other):
        expect(page.locator("[data-over]")).to_contain_text("Nobody has won: a draw")


def test_who_looks_elsewhere_is_notified_of_the_turn(opening: Opening) -> None:
    mover, other = met(opening)
    other.get_by_role("button", name="Tell me when it is my turn").click()
    expect(other.get_by_role("button", name="Tell me when it is my turn")).to_have_count(0)
    other.evaluate("window.isAway = true")
    battle = mover.locator("[data-battle]")
    acting = battle.get_attribute("data-to-act")
    while battle.get_attribute("data-to-act") == acting:  # who passes may have the next turn as well
        at = battle.get_attribute("data-at")
        end_turn(mover)
        expect(battle).not_to_have_attribute("data-at", str(at))
    other.wait_for_function("() => told.length > 0")
    assert [each.partition(":")[0] for each in other.evaluate("told")] == ["Your turn"]
    assert mover.evaluate("told") == []


def test_somebody_is_hidden_reported_and_blocked(opening: Opening) -> None:
    ann, bob = met(opening)
    for page in (ann, bob):
        page.get_by_role("tab", name="Chat").click()
    bob.get_by_label("Say something").fill("<b>Hurry up</b>")
    bob.get_by_role("button", name="Send").click()
    heard = ann.get_by_role("list", name="What was said")
    expect(heard).to_contain_text("<b>Hurry up</b>")

    def about(item: str) -> None:
        ann.get_by_role("button", name=re.compile("^About ")).click()
        ann.get_by_role("menuitem", name=re.compile(item)).click()

    about("^Hide")
    expect(heard).not_to_contain_text("Hurry up")
    ann.reload()  # this browser has kept it
    ann.get_by_role("tab", name="Chat").click()
    expect(ann.get_by_text(re.compile("is hidden"))).to_be_visible()
    about("^Show")
    expect(heard).to_contain_text("Hurry up")

    about("^Report")
    ann.get_by_label("What happened?").fill("He presses me.")
    with ann.expect_response(lambda answer: answer.url.endswith("/reports")) as sent:
        ann.get_by_role("button", name="Send the report").click()
    assert sent.value.status == 201
    expect(ann.get_by_text("The report has been sent.").first).to_be_visible()

    about("^Block")
    ann.get_by_role("dialog").get_by_role("button", name="Block").click()
    expect(ann.get_by_role("dialog")).to_have_count(0)
    bob.get_by_label("Say something").fill("Hello?")
    bob.get_by_role("button", name="Send").click()
    expect(bob.get_by_role("tabpanel").get_by_role("alert")).to_be_visible()
    expect(heard).not_to_contain_text("Hello?")


def test_a_clock_runs_for_whoever_acts_and_ends_the_battle(opening: Opening) -> None:
    page = opening("/play")
    made = duel(page, against="computer", clock={"kind": "live", "seconds": 8, "increment": 0})
    page.goto(page.url.replace("/play", f"/b/{made['id']}"))
    line_up(page)
    expect(page.locator("[data-side=red]").get_by_role("timer")).to_have_text(re.compile(r"^▸?\s*0:0[0-8]$"))
    expect(page.locator("[data-over]")).to_contain_text("You have lost: you ran out of time.")


def test_days_are_counted_for_each_turn(opening: Opening) -> None:
    page = opening("/play")
    made = duel(page, clock={"kind": "days", "days": 3})
    page.goto(page.url.replace("/play", f"/b/{made['id']}"))
    line_up(page, sides=2)
    acting = page.locator("[data-side].acts").get_by_role("timer")
    expect(acting).to_have_text(re.compile(r"^▸\s*2 d 23 h$"))
    expect(page.locator("[data-side]:not(.acts)").get_by_role("timer")).to_have_text(re.compile(r"^[23] d 2?[03] h$"))


def test_a_battle_that_no_longer_has_what_the_page_knows_is_loaded_again(opening: Opening) -> None:
    """As after the server was restored from an older backup: here the page claims to know more than there is."""
    page = opening("/play", forgive="ERR_INTERNET_DISCONNECTED")
    made = duel(page)
    hellos: list[int] = []

    def meddle(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            sent = json.loads(message)
            if sent["type"] == "hello":
                hellos.append(sent["after"])
                sent["after"] += 100 if len(hellos) == 2 else 0
            server.send(json.dumps(sent))

        socket.on_message(pass_on)

    page.route_web_socket("**/live", meddle)
    page.goto(page.url.replace("/play", f"/b/{made['id']}"))
    line_up(page, sides=2)
    expect(page.locator("[data-battle='battle']")).to_be_visible()
    page.evaluate("window.isEarlier = true")
    page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))")
    page.wait_for_function("() => !window.isEarlier")
    expect(page.locator("[data-battle='battle']")).to_be_visible()
    assert (hellos[0], hellos[1] > 0, hellos[2:]) == (0, True, [0])
