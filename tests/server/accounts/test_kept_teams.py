"""Teams that somebody has saved, which follow to other devices."""

from __future__ import annotations

import time
from urllib.parse import quote

import pytest

from tests.server.accounts.people import send, sign_in, with_account
from tests.server.matches.seats import Browser, Person, team_of

TEAM = {"characters": {"Zoë\x00": "ranger"}, "formations": {}}


def test_teams_follow_to_another_device(browser: Browser) -> None:
    person, elsewhere = with_account(browser), Person(browser)
    kept = send(person, "PUT", f"/me/teams/{quote('Zoë & co')}", {"team": TEAM}).json()
    assert (kept["name"], kept["team"]) == ("Zoë & co", TEAM)
    elsewhere.token = sign_in(browser, person.name).json()["token"]
    assert send(elsewhere, "GET", "/me/teams").json() == [kept]
    assert send(elsewhere, "GET", f"/me/teams/{quote('Zoë & co')}").json() == kept
    changed = send(elsewhere, "PUT", f"/me/teams/{quote('Zoë & co')}", {"team": team_of(browser)}).json()
    assert send(person, "GET", "/me/teams").json() == [changed]
    assert send(Person(browser), "GET", "/me/teams").json() == []
    assert send(person, "DELETE", f"/me/teams/{quote('Zoë & co')}").status_code == 204
    assert send(person, "DELETE", f"/me/teams/{quote('Zoë & co')}").status_code == 404
    assert send(person, "GET", f"/me/teams/{quote('Zoë & co')}").status_code == 404


@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        ("x" * 80, {"team": {}}, 200),
        ("x" * 81, {"team": {}}, 422),
        ("a\nb", {"team": {}}, 422),
        ("x", {"team": []}, 422),
        ("x", {}, 422),
        ("x", {"team": {}, "token": 1}, 422),
        ("x", {"team": {"name": "y" * 65_000}}, 200),
        ("x", {"team": {"name": "y" * 66_000}}, 413),
    ],
)
def test_teams_are_bounded(browser: Browser, name: str, body: object, status: int) -> None:
    assert send(Person(browser), "PUT", f"/me/teams/{quote(name)}", body).status_code == status


@pytest.mark.slow
def test_there_are_so_many_teams_and_no_more(browser: Browser) -> None:
    person = Person(browser)
    answers = []
    for number in (*range(101), 7):
        answers.append(send(person, "PUT", f"/me/teams/team{number}", {"team": TEAM}).status_code)
        time.sleep(1 / 50)  # as many a second as are answered
    assert answers == [200] * 100 + [409, 200]
