"""The page of one's account: taken, left, entered again from elsewhere, deleted; and axe finds nothing serious."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import serious

Opening = Callable[..., Page]
PASSWORD = "corn flakes at noon"
_NUMBERS = count()


def take_account(page: Page, password: str = PASSWORD) -> str:
    """Take an account on the page; return its name."""
    name = f"Zoë <b>{next(_NUMBERS)}</b>"
    form = page.get_by_role("region", name="Choose a name and a password")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password", exact=True).fill(password)
    form.get_by_role("button", name="Create the account").click()
    return name


def sign_in(page: Page, name: str) -> None:
    """Sign in on the page."""
    form = page.get_by_role("region", name="Sign in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password", exact=True).fill(PASSWORD)
    form.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out here")).to_be_visible()


def test_somebody_is_the_same_on_another_device(opening: Opening) -> None:
    page = opening("/account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Account")
    name = take_account(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("link", name=f"Account of {name}")).to_be_visible()
    other = opening("/account")
    sign_in(other, name.upper())
    expect(other.get_by_role("heading", level=1)).to_have_text(name)
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Account")
    other.reload()
    expect(other.get_by_role("heading", level=1)).to_have_text("Account")


def test_a_password_that_is_easy_to_guess_is_refused_and_said(opening: Opening) -> None:
    page = opening("/account", forgive="422")
    take_account(page, "password1")
    expect(page.get_by_role("alert", name="What is wrong")).to_contain_text("too easy to guess")
    expect(page.locator("#live")).to_contain_text("too easy to guess")


def test_another_password(opening: Opening) -> None:
    page = opening("/account", forgive="403")
    take_account(page)
    form = page.get_by_role("region", name="Password")
    for stated, said in (("wrong password", "The password is wrong."), (PASSWORD, "The password has been changed")):
        form.get_by_label("Current password").fill(stated)
        form.get_by_label("New password").fill("seven green bottles")
        form.get_by_role("button", name="Change the password").click()
        expect(form).to_contain_text(said)
    page.reload()
    expect(form).to_be_visible()  # this browser stays signed in


def test_all_that_is_kept_is_taken_along_and_deleted(opening: Opening) -> None:
    page = opening("/account")
    name = take_account(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    assert json.loads(Path(download.value.path()).read_text())["name"] == name
    page.get_by_role("button", name="Delete everything…").click()
    window = page.get_by_role("dialog")
    expect(window.get_by_role("button", name="for ever")).to_be_disabled()
    assert serious(page) == []
    window.get_by_label("I understand that nobody can bring it back.").check()
    window.get_by_label("Password", exact=True).fill(PASSWORD)
    window.get_by_role("button", name="for ever").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Account")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_axe_finds_nothing_serious_on_the_page_of_an_account(opening: Opening) -> None:
    page = opening("/account")
    expect(page.get_by_role("region", name="Sign in")).to_be_visible()
    assert serious(page) == []
    take_account(page)
    expect(page.get_by_role("region", name="Blocked people")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize("width", [360, 820, 1440])
def test_the_page_has_no_more_than_its_width_in_either_language(opening: Opening, width: int) -> None:
    for locale, heading in (("en-GB", "What is kept about you"), ("fr-FR", "Ce qui est conservé de vous")):
        page = opening("/account", viewport={"width": width, "height": 800}, locale=locale)
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        page.evaluate(
            "fetch('/api/v1/guests', {method: 'POST', body: JSON.stringify({name: 'W'.repeat(40)})}).then(() => 0)"
        )
        page.reload()
        expect(page.get_by_role("heading", level=2, name=heading)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == width


KEEP = """([key, changed, name]) => {
    const others = JSON.parse(localStorage["sightline.teams"] ?? "[]").filter((each) => each.key !== key)
    const team = { name, characters: {}, formations: {} }
    localStorage["sightline.teams"] = JSON.stringify([{ key, rules: "sodwa", changed, team }, ...others])
}"""
"""Keep a team in the browser, as the page does."""
KEPT = """JSON.parse(localStorage["sightline.teams"] ?? "[]").map(({ key, team }) => [key, team.name])"""


def kept_at(page: Page) -> list[list[str]]:
    """Return the teams of a browser once it has opened the page on which they are needed."""
    page.goto(page.url.rpartition("/")[0] + "/play")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    found: list[list[str]] = page.evaluate(KEPT)
    return found


def test_teams_follow_to_another_device_and_do_not_stay_behind(opening: Opening) -> None:
    page, other = opening("/account", forgive="404"), opening("/account")
    name = take_account(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    for key, changed in (("1", "2030-01-01"), ("2", "2030-01-02")):
        page.evaluate(KEEP, [key, changed, f"team {key}"])
    assert kept_at(page) == [["2", "team 2"], ["1", "team 1"]]
    sign_in(other, name)
    other.evaluate(KEEP, ["1", "2030-01-03", "changed elsewhere"])
    assert kept_at(other) == [["1", "changed elsewhere"], ["2", "team 2"]]
    assert kept_at(page) == [["1", "changed elsewhere"], ["2", "team 2"]]
    page.evaluate("localStorage['sightline.teams.forgotten'] = JSON.stringify(['2', 'never there'])")
    assert kept_at(page) == [["1", "changed elsewhere"]]
    assert kept_at(other) == [["1", "changed elsewhere"]]
    other.goto(other.url.replace("/play", "/account"))
    other.get_by_role("button", name="Sign out here").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Account")
    assert other.evaluate(KEPT) == []
    assert kept_at(page) == [["1", "changed elsewhere"]]


def test_teams_of_a_guest_stay_in_the_browser(opening: Opening) -> None:
    page = opening("/play")
    page.evaluate(KEEP, ["1", "2030-01-01", "mine"])
    assert kept_at(page) == [["1", "mine"]]
    page.evaluate("fetch('/api/v1/guests', {method: 'POST', body: JSON.stringify({name: 'Ann'})})")
    assert kept_at(page) == [["1", "mine"]]
    assert page.evaluate("fetch('/api/v1/me/teams').then((answer) => answer.json())") == []
