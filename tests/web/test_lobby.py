"""The page where battles begin: play now, links that invite, who waits for somebody."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

from tests.web.axe import serious

Opening = Callable[..., Page]
NASTY = '<img src=x onerror="document.title=1">'


def invite(page: Page) -> str:
    """Make a battle to which a link invites, as somebody whose name looks like markup; return the path of the link."""
    page.get_by_role("button", name="Invite a friend").click()
    page.get_by_label("What others call you here").fill(NASTY)
    page.get_by_label("Who may watch").select_option("nobody")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_role("dialog").locator("input[readonly]").input_value()
    return link[link.index("/b/") :]


def test_play_now_is_one_click_from_the_page_and_two_from_the_gallery(opening: Opening) -> None:
    page = opening("/", forgive="409")
    page.get_by_role("link", name="Play SODWA").click()
    page.get_by_role("button", name="Play now against the computer").click()
    page.wait_for_url("**/b/*")
    server, _, battle = page.url.partition("/b/")
    assert page.request.get(f"{server}/api/v1/battles/{battle}").json()["sides"].keys() == {"red", "blue"}
    page.goto(f"{server}/play")
    battles = page.get_by_role("list", name="Your battles").get_by_role("listitem")
    expect(battles).to_have_count(1)
    expect(battles).to_contain_text("against the computer (greedy)")


def test_a_link_that_invites_seats_a_second_browser_and_its_secret_goes_nowhere(opening: Opening) -> None:
    one = opening("/play")
    link = invite(one)
    secret = link.partition("#invite=")[2]
    other = opening("/play", forgive="409")  # where somebody else is at home
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.extend([request.url, json.dumps(dict(request.headers))])

    other.on("request", note)
    other.goto(other.url.removesuffix("/play") + link)
    expect(other.get_by_text(NASTY)).to_be_visible()
    assert other.locator("main img[src=x]").count() == 0
    assert "#" not in other.url
    other.reload()  # the browser has kept it
    other.get_by_role("combobox", name="Your team").select_option(index=2)
    other.get_by_role("button", name="Take the seat").click()
    expect(other.get_by_role("button", name="Take the seat")).to_have_count(0)
    assert [each for each in sent if secret in each] == []
    one.get_by_role("button", name="Close").click()
    expect(one.get_by_role("list", name="Your battles")).to_contain_text("against Guest")


def test_who_waits_is_seen_by_others_and_a_team_that_does_not_fit_is_told_why(opening: Opening) -> None:
    one, other = opening("/play"), opening("/play", forgive="422")
    one.get_by_role("button", name="Set up a battle").click()
    one.get_by_role("radio", name="The quarry").check()
    one.get_by_role("button", name="Wait for somebody").click()
    one.wait_for_url("**/b/*")
    kept = {"name": "Too dear", "limit": 999, "points": 680, "characters": {str(n): "brute" for n in range(8)}}
    kept["formations"] = {"row": {str(n): f"{'ABCDEFGH'[n]}1" for n in range(8)}}
    saved = [{"key": "k", "rules": "sodwa", "changed": "", "team": kept}]
    other.evaluate("teams => localStorage.setItem('sightline.teams', teams)", json.dumps(saved))
    other.get_by_role("list", name="Waiting for an opponent").get_by_role("button", name="Take the seat").first.click()
    dialog = other.get_by_role("dialog")
    dialog.get_by_label("Your team").select_option(label="Too dear – 680 of 400 points")
    dialog.get_by_role("button", name="Take the seat").click()
    expect(dialog.get_by_role("alert", name="What is wrong")).to_contain_text(
        "the team costs 720 points, but the limit is 400"
    )


def test_a_server_that_cannot_be_reached_is_said(opening: Opening) -> None:
    page = opening("/play", forgive="ERR_FAILED")
    expect(page.get_by_text("None yet.")).to_be_visible()
    page.route("**/api/v1/**", lambda route: route.abort())
    page.get_by_role("button", name="Play now against the computer").click()
    expect(page.get_by_role("alert", name="What is wrong")).to_have_text("The server cannot be reached.")
    page.unroute("**/api/v1/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert", name="What is wrong")).to_have_count(0)


def test_axe_finds_nothing_serious_where_battles_begin(opening: Opening) -> None:
    page = opening("/play")
    page.get_by_role("button", name="Invite a friend").click()
    page.get_by_role("radio", name="the computer").check()
    page.get_by_label("Time").select_option("live")
    page.wait_for_load_state("networkidle")
    found = {"form": serious(page)}
    link = invite(page)
    found["window"] = serious(page)
    page.goto(page.url.partition("/play")[0] + "/play")
    expect(page.get_by_role("list", name="Your battles").get_by_role("listitem").first).to_be_visible()
    found["lists"] = serious(page)
    seat = opening(link)
    expect(seat.get_by_role("button", name="Take the seat")).to_be_enabled()
    found["seat"] = serious(seat)
    assert found == {key: [] for key in found}


def test_battles_begin_in_french_on_a_phone(opening: Opening) -> None:
    page = opening("/play", locale="fr-FR", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Inviter un ami").tap()
    expect(page.get_by_label("Votre équipe")).to_contain_text("La garde du port")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Créer le lien").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Le lien d'invitation")
