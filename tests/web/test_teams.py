"""The team builder: by mouse, by keyboard, from a file; what it keeps is played with."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import sightline
from tests.web.axe import serious
from tests.web.live_region import LAST_SAID
from tests.web.test_lobby import NASTY

Opening = Callable[..., Page]


def tile(page: Page, label: str) -> Locator:
    return page.locator(f'[data-tile="{label}"]')


def new_team(opening: Opening, **options: Any) -> Page:
    page = opening("/team", **options)
    page.get_by_role("button", name="New team").click()
    page.wait_for_url("**/team/*")
    return page


def drag(page: Page, start: str, end: str) -> None:
    def middle(label: str) -> tuple[float, float]:
        box = tile(page, label).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=5)
    page.mouse.up()


def played(page: Page) -> Any:
    """Play with the team of a builder against the computer; return the team that is sent."""
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("link", name="Play with it").click()
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/battles")) as sent:
        page.get_by_role("button", name="To the battle").click()
    page.wait_for_url("**/b/*")
    body = sent.value.post_data_json
    assert body is not None
    return body["team"]


def test_a_team_is_built_with_the_mouse_and_played_with(opening: Opening) -> None:
    page = new_team(opening, forgive="409")
    page.get_by_label("Name of the team").fill("The newcomers")
    for name in ("recruit", "medic", "medic"):
        page.get_by_role("button", name=f"Take {name} into the team").click()
    expect(page.locator("[data-points]")).to_contain_text("180 of 300 points")
    page.get_by_label("Name of Medic 2").fill("Mab")
    page.get_by_label("Name of Medic 2").press("Tab")
    page.get_by_role("button", name="+ Add a formation").click()
    before = {
        name: page.locator(f'[data-tile][title="{name}"]').get_attribute("data-tile") for name in ("Recruit", "Mab")
    }
    drag(page, str(before["Mab"]), "A2")
    expect(tile(page, "A2")).to_have_attribute("aria-label", "A2, Mab")
    page.get_by_label("Name of this formation").fill("corner")
    page.get_by_label("Name of this formation").press("Tab")
    page.reload()  # this browser has kept it
    team = played(page)
    assert team["name"] == "The newcomers"
    assert team["characters"] == {"Recruit": "recruit", "Medic": "medic", "Mab": "medic"}
    assert team["formations"]["corner"]["Mab"] == "A2"
    assert team["formations"]["corner"]["Recruit"] == team["formations"]["formation"]["Recruit"] == before["Recruit"]
    assert team["formations"]["formation"]["Mab"] == before["Mab"]


def test_a_team_is_built_by_keyboard_alone(opening: Opening) -> None:
    page = new_team(opening, forgive="409")
    for name in ("brute", "ranger"):
        page.get_by_role("button", name=f"Take {name} into the team").focus()
        page.keyboard.press("Enter")
    live = page.locator(LAST_SAID)
    expect(live).to_have_text("Ranger is in the team.")
    page.locator('[role="grid"] [tabindex="0"]').focus()
    expect(page.locator('[role="grid"] [tabindex="0"]')).to_have_count(1)
    brute = page.locator('[data-tile][title="Brute"]')
    start = str(brute.get_attribute("data-tile"))
    for _ in range(ord(start[0]) - ord("A")):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(live).to_contain_text("Brute is taken up")
    page.keyboard.press("ArrowLeft")  # where the ranger stands, who changes places
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    other = f"{chr(ord(start[0]) - 1)}1"
    expect(tile(page, other)).to_have_attribute("aria-label", f"{other}, Brute")
    team = played(page)
    assert team["formations"] == {"formation": {"Brute": other, "Ranger": start}}


def test_what_is_wrong_is_said_while_one_builds(opening: Opening) -> None:
    page = new_team(opening, forgive="ERR_FAILED")
    for _ in range(3):
        page.get_by_role("button", name="Take colossus into the team").click()
    expect(page.get_by_role("alert")).to_contain_text("the team costs 360 points, but the limit is 300")
    expect(page.get_by_role("button", name="Save as a file")).to_be_disabled()
    page.get_by_role("button", name="Take Colossus 3 out").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.route("**/check", lambda route: route.abort())
    page.get_by_label("Point limit").fill("200")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")


def test_characters_are_found_filtered_and_compared(opening: Opening) -> None:
    page = new_team(opening)
    cards = page.locator("[data-character]")
    expect(cards).to_have_count(27)
    page.get_by_label("Ability").select_option("Healing")
    expect(cards).to_have_count(1)
    page.get_by_text("Healing", exact=True).last.click()
    expect(cards).to_contain_text("A friend in sight, or the user, regains 4 Health")
    page.get_by_label("Ability").select_option("all")
    page.get_by_label("Kind").select_option("melee")
    page.get_by_label("Points at most").fill("90")
    page.get_by_label("Sort by").select_option("health")
    expect(cards.first).to_have_attribute("data-character", "brute")
    for name in ("brute", "duelist"):
        page.get_by_role("button", name=f"Compare {name}").click()
    page.get_by_role("button", name="Compare those chosen: 2").click()
    row = page.get_by_role("dialog").get_by_role("row").filter(has_text="health")
    assert [each.inner_text() for each in row.get_by_role("cell").all()] == ["26", "10"]


def test_files_go_in_and_out_and_what_they_say_is_text(opening: Opening, tmp_path: Path) -> None:
    page = opening("/team")
    page.get_by_role("button", name="Open a team file").click()
    wrong = "sightline: 1\nrules: sodwa\nlimit: 90\ncharacters: {Ann: wizzard}\nformations: {line: {Ann: A1}}\n"
    page.get_by_label("or paste it").fill(wrong)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("line 4, column 19")
    file = tmp_path / "a.team.yaml"
    stated = {"sightline": 1, "rules": "sodwa", "name": NASTY, "limit": 90, "characters": {NASTY: "brute"}}
    file.write_text(json.dumps(stated | {"formations": {NASTY: {NASTY: "C2"}}}))
    page.get_by_label("Choose a file").set_input_files(file)
    page.wait_for_url("**/team/*")
    expect(tile(page, "C2")).to_have_attribute("aria-label", f"C2, {NASTY}")
    expect(page.get_by_role("heading", level=1)).to_have_text(NASTY)
    assert page.locator('img[src="x"]').count() == 0
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    team = sightline.load_team(saved.value.path())
    assert (team.name, dict(team.formations)) == (NASTY, {NASTY: {NASTY: "C2"}})


@pytest.mark.slow
def test_axe_finds_nothing_serious_where_teams_are_built(opening: Opening) -> None:
    page = opening("/team")
    expect(page.get_by_role("button", name="Edit a copy").first).to_be_enabled()
    found = {"teams": serious(page)}
    page.get_by_role("button", name="Edit a copy").first.click()
    page.wait_for_url("**/team/*")
    for name in ("brute", "medic"):
        page.get_by_role("button", name=f"Compare {name}").click()
    page.get_by_role("button", name="Take brute into the team").click()
    expect(page.get_by_role("alert")).to_be_visible()
    found["builder"] = serious(page)
    page.get_by_role("button", name="Compare those chosen: 2").click()
    found["comparison"] = serious(page)
    assert found == {key: [] for key in found}


def test_a_team_is_built_in_french_on_a_phone(opening: Opening) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = opening("/team", locale="fr-FR", **phone)
    page.get_by_role("button", name="Modifier une copie").first.tap()
    page.wait_for_url("**/team/*")
    sizes = [each.bounding_box() for each in page.get_by_role("gridcell").all()]
    assert all(size is not None and min(size["width"], size["height"]) >= 44 for size in sizes)
    tile(page, "F1").tap()
    tile(page, "A2").tap()
    expect(page.locator(LAST_SAID)).to_have_text("Nerea est maintenant en A2.")
    expect(page.locator("[data-character=medic]")).to_contain_text("Guérison")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
