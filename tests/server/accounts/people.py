"""Driver: people with a name and a password, each on devices that know them by a token."""

from __future__ import annotations

import itertools
from typing import Any

from httpx import Response

from tests.server.matches.seats import API, Browser, Person

PASSWORD = "corn flakes at noon"
HEADER = {"X-Sightline": "1"}
_NUMBERS = itertools.count()


def new_name() -> str:
    """Return a name that nobody has."""
    return f"Ann {next(_NUMBERS)}"


def with_account(browser: Browser, name: str | None = None, password: str = PASSWORD) -> Person:
    """Return a person who has taken an account."""
    person = Person(browser)
    name = name or new_name()
    answer = person.post("/me/account", {"name": name, "password": password})
    assert answer.status_code == 201, answer.text
    browser.cookies.clear()
    person.name, person.token = answer.json()["name"], answer.json()["token"]
    return person


def sign_in(browser: Browser, name: str, password: str = PASSWORD, **headers: str) -> Response:
    """Send a name and a password from a device that is known by nothing."""
    answer = browser.post(f"{API}/sign-in", json={"name": name, "password": password}, headers=HEADER | headers)
    browser.cookies.clear()
    return answer


def send(person: Person, method: str, path: str, body: Any = None) -> Response:
    """Send any request of somebody."""
    answer = person.browser.request(method, f"{API}{path}", json=body, headers=person.headers)
    person.browser.cookies.clear()
    return answer


def me(person: Person) -> Any:
    """Return who the server thinks somebody is."""
    return send(person, "GET", "/me").json()
