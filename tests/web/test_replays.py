"""The replay in a real browser: steps, luck, and verification, also where the server cheats."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

import sightline
from tests.battles.skirmishes import ARMED
from tests.verification.records import fought, rehashed
from tests.web.axe import serious

Opening = Callable[..., Page]
NUMBER = len(ARMED) + 1


@pytest.fixture(scope="module")
def battle() -> sightline.Battle:
    return fought(NUMBER)


def opened(opening: Opening, battle: sightline.Battle, **options: object) -> Page:
    page = opening("/replay", **options)
    page.locator("textarea").fill(battle.record())
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector("svg.sightline")
    return page


def test_a_record_is_stepped_through(opening: Opening, battle: sightline.Battle) -> None:
    page, steps = opened(opening, battle), battle.run.steps
    heading = page.locator("#step-title")
    expect(heading).to_contain_text(f"Step {len(steps)}")
    page.keyboard.press("Home")
    expect(heading).to_have_text("Before the first step")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(heading).to_contain_text("Step 2")
    for words in battle.run.tell(steps[1]):
        expect(page.get_by_text(words, exact=True)).to_be_visible()
    assert page.url.endswith("#n=2")
    state = battle.run.game.to_json(steps[1].state)
    for name, piece in state["pieces"].items():
        if piece["at"]:
            expect(page.locator("#replay-pieces li", has_text=name).first).to_contain_text(str(piece["at"]))
    page.keyboard.press("PageDown")
    turns = [step.events for step in steps]
    begun = next(n for n in range(3, len(turns)) if any(e.__struct_config__.tag == "turn-began" for e in turns[n - 1]))
    expect(heading).to_contain_text(f"Step {begun}")
    page.get_by_role("slider").fill("5")
    expect(heading).to_contain_text("Step 5")
    page.get_by_role("button", name="Play").click()
    expect(heading).to_contain_text("Step 7")
    page.get_by_role("button", name="Pause").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.path().read_text(encoding="utf-8") == battle.record()
    hits = page.get_by_role("row", name="Hits").get_by_role("cell").all_inner_texts()
    assert [int(each.split()[0]) for each in hits] == [luck["hits"] for luck in battle.luck().values()]


def test_a_true_record_is_verified_by_the_page(opening: Opening, battle: sightline.Battle) -> None:
    page = opened(opening, battle)
    expect(page.locator(".verdict")).to_contain_text(f"This browser has verified {len(battle.run.steps)} steps")
    page.get_by_text("What this proves, and what it does not").click()
    expect(page.get_by_text("sightline replay FILE --verify")).to_be_visible()
    fair = battle.run.fair_dice
    assert fair is not None
    for hash in (fair.server_commitment, *fair.commitments.values()):
        expect(page.get_by_text(hash)).to_be_visible()


def test_a_server_that_cheats_is_caught_by_the_page(opening: Opening, battle: sightline.Battle) -> None:
    def cheat(route: Route) -> None:
        """Let a failed attack have hit, with dice, states and hashes to match."""
        answer = route.fetch().json()
        steps = answer["record"]["steps"]
        step = next(step for step in steps if step["events"][0].get("success") is False)
        step["events"][0].update(dice=[9, 9], roll=99, doubles=True)
        rehashed(answer["record"])
        caught.append(step["n"])
        route.fulfill(body=json.dumps(answer), content_type="application/json")

    caught: list[int] = []
    page = opening("/replay")
    page.route("**/api/v1/replay", cheat)
    page.locator("textarea").fill(battle.record())
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".verdict.bad")).to_be_visible()
    expect(page.get_by_text("by the seed they show").first).to_be_visible()
    page.get_by_role("button", name=f"Step {caught[0]}").first.click()
    expect(page.locator("#step-title")).to_contain_text(f"Step {caught[0]}")


def test_a_battle_of_the_server_opens_at_the_step_of_its_link(opening: Opening, battle: sightline.Battle) -> None:
    page = opening("/replay")
    told = {"sides": {"red": "Ann", "blue": None}, "takebacks": False}
    page.route("**/api/v1/battles/abc", lambda route: route.fulfill(json=told))
    page.route("**/api/v1/battles/abc/record", lambda route: route.fulfill(body=battle.record()))
    page.goto(page.url.replace("/replay", "/replay/abc#n=3"))
    expect(page.locator("#step-title")).to_contain_text("Step 3")
    expect(page.get_by_role("columnheader", name="red Ann")).to_be_visible()
    expect(page.locator(".verdict.good")).to_be_visible()


def test_an_address_without_a_step_shows_the_last_one(opening: Opening, battle: sightline.Battle) -> None:
    page = opened(opening, battle)
    page.keyboard.press("Home")
    for address, step in (("#n=3", 3), ("#nowhere", len(battle.run.steps))):
        page.evaluate("address => (location.hash = address)", address)
        expect(page.locator("#step-title")).to_contain_text(f"Step {step}")


def test_after_a_lost_connection_the_steps_go_on(opening: Opening, battle: sightline.Battle) -> None:
    page = opening("/replay", forgive="ERR_INTERNET_DISCONNECTED")
    page.locator("textarea").fill(battle.record())
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".verdict.good")).to_be_visible()
    page.context.set_offline(True)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.context.set_offline(False)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_what_is_wrong_with_a_file_is_told(opening: Opening, battle: sightline.Battle) -> None:
    page = opening("/replay", forgive="422")
    page.locator("textarea").fill(battle.record().replace('"success": false', '"success": true', 1))
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_contain_text("the record is cut off or was changed here")


@pytest.mark.parametrize("width", [1440, 360])
def test_it_is_for_everybody(opening: Opening, battle: sightline.Battle, width: int) -> None:
    page = opened(opening, battle, viewport={"width": width, "height": 800})
    page.wait_for_selector(".verdict")
    page.get_by_text("What this proves, and what it does not").click()
    page.wait_for_load_state("networkidle")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
