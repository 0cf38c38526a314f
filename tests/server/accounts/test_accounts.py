"""Accounts: taken, signed in to from elsewhere, left, changed; and what others try."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type
from sqlalchemy import select

from sightline.server.accounts.account_routes import KEY
from sightline.server.accounts.account_service import AccountService
from sightline.server.accounts.common_passwords import COMMON_PASSWORDS
from sightline.server.accounts.password_rules import login_of
from sightline.server.settings import Settings
from sightline.server.storage.database import connected, parse_database
from sightline.server.storage.schema import ACCOUNTS, GUEST_TOKENS
from tests.server.accounts.people import HEADER, PASSWORD, me, new_name, send, sign_in, with_account
from tests.server.conftest import client_of, settings_in, sqlite_in
from tests.server.matches.seats import API, Browser, Person, fighting, live

OTHER_PASSWORD = "seven green bottles"
KIBIBYTES = Settings(database="").password_kibibytes


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Browser]:
    """Run a server for one test alone, whose counts of attempts nobody else has touched."""
    with client_of(settings_in(tmp_path)) as opened:
        yield opened


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Browser]:
    """Run a server whose hashes take as long as everywhere but in tests."""
    with client_of(settings_in(tmp_path, password_kibibytes=KIBIBYTES)) as opened:
        yield opened


def service_of(browser: Browser) -> AccountService:
    service: AccountService = browser.app.state[KEY]
    return service


def test_a_guest_becomes_the_same_person_elsewhere(browser: Browser) -> None:
    person = Person(browser)
    battle = person.make()
    assert me(person)["has_account"] is False
    name, earlier = new_name(), person.token
    taken = person.post("/me/account", {"name": f"  {name} ", "password": PASSWORD})
    browser.cookies.clear()
    assert (taken.status_code, taken.json()["id"], taken.json()["name"]) == (201, person.id, name)
    assert taken.json()["token"] != earlier
    assert me(person) is None  # whoever knew the earlier token knows nothing now
    elsewhere = Person(browser, "somebody else")
    elsewhere.token = sign_in(browser, name.upper()).json()["token"]
    assert {key: me(elsewhere)[key] for key in ("id", "name", "has_account")} == {
        "id": person.id,
        "name": name,
        "has_account": True,
    }
    assert [each["id"] for each in elsewhere.get("/battles?mine").json()] == [battle["id"]]


def test_nobody_is_nobody(browser: Browser) -> None:
    assert browser.get(f"{API}/me").json() is None
    for method, path in (("GET", "/me/teams"), ("DELETE", "/me/session"), ("DELETE", "/me/sessions")):
        assert browser.request(method, f"{API}{path}").status_code == 401
    assert browser.get(f"{API}/me/export").status_code == 401
    assert browser.post(f"{API}/me/deletion", json={}).status_code == 401


@pytest.mark.slow
@pytest.mark.parametrize(
    ("password", "is_taken"),
    [
        ("1234567", False),
        ("x" * 201, False),
        ("p" * 300_000, False),
        ("Password1", False),
        ("zzzzzzzzzz", False),
        ("Ann The Second", False),
        ("ANN  THE second", False),
        ("élan à vélo", True),
        ("x1" * 100, True),
    ],
)
def test_passwords_that_are_easy_to_guess_or_costly_are_refused(own: Browser, password: str, is_taken: bool) -> None:
    answer = Person(own).post("/me/account", {"name": "Ann the second", "password": password})
    assert answer.status_code == (201 if is_taken else 422)
    if not is_taken:
        assert [problem["key"] for problem in answer.json()["errors"]] == ["password"]
        assert password not in answer.text


def test_the_list_of_common_passwords_has_only_what_could_be_taken() -> None:
    assert len(COMMON_PASSWORDS) > 150
    assert all(len(each) >= 8 and each == each.casefold() for each in COMMON_PASSWORDS)


def test_a_name_is_taken_once_however_it_is_written(browser: Browser) -> None:
    name = with_account(browser, f"Zoë {new_name()}").name
    wide = "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in name)
    for same in (name, name.upper(), name.replace(" ", "   "), wide, name.replace("ë", "e\N{COMBINING DIAERESIS}")):
        assert login_of(same) == login_of(name)
        answer = Person(browser).post("/me/account", {"name": same, "password": PASSWORD})
        assert answer.status_code == 409, same
    person = with_account(browser)
    assert person.post("/me/account", {"name": new_name(), "password": PASSWORD}).status_code == 409


@pytest.mark.slow
def test_what_is_kept_of_a_password_is_a_slow_hash(strict: Browser, tmp_path: Path) -> None:
    person = with_account(strict)
    with connected(parse_database(sqlite_in(tmp_path))) as connection:
        kept = connection.execute(select(ACCOUNTS.c.password).where(ACCOUNTS.c.guest == person.id)).scalar_one()
        tokens = connection.execute(select(GUEST_TOKENS.c.token).where(GUEST_TOKENS.c.guest == person.id)).all()
    parameters = extract_parameters(kept)
    assert (parameters.type, PASSWORD in kept) == (Type.ID, False)
    assert parameters.memory_cost * parameters.time_cost >= 2 * 19 * 1024  # the least that OWASP recommends
    assert len(tokens) == 1
    assert person.token.encode() not in bytes(tokens[0].token)


def test_a_hash_of_earlier_days_is_renewed_at_sign_in(browser: Browser, database: str) -> None:
    person = with_account(browser)
    weak = PasswordHasher(1, 8, 1).hash(PASSWORD)
    with connected(parse_database(database)) as connection:
        connection.execute(ACCOUNTS.update().where(ACCOUNTS.c.guest == person.id).values(password=weak))
    for _ in range(2):
        assert sign_in(browser, person.name).status_code == 200
        with connected(parse_database(database)) as connection:
            kept = connection.execute(select(ACCOUNTS.c.password).where(ACCOUNTS.c.guest == person.id)).scalar_one()
        assert not service_of(browser).hashes.is_outdated(kept)


@pytest.mark.slow
def test_an_answer_is_alike_whether_the_name_exists(own: Browser) -> None:
    person = with_account(own)
    answers = [sign_in(own, name, OTHER_PASSWORD) for name in (person.name, "nobody at all", "n" * 5000)]
    told = [(answer.status_code, answer.json()["message"], [*answer.headers]) for answer in answers]
    assert told == [told[0]] * 3
    assert told[0][:2] == (403, "The name or the password is wrong.")


@pytest.mark.slow
def test_an_answer_takes_as_long_whether_the_name_exists(strict: Browser) -> None:
    people = [with_account(strict) for _ in range(7)]
    times: dict[bool, list[float]] = {True: [], False: []}
    for number, person in enumerate(people):
        for exists, name in ((True, person.name), (False, f"nobody {number}")):
            began = time.perf_counter()
            assert sign_in(strict, name, OTHER_PASSWORD).status_code == 403
            times[exists].append(time.perf_counter() - began)
    hashing = PasswordHasher(2, KIBIBYTES, 1)
    began = time.perf_counter()
    hashing.hash(PASSWORD)
    assert min(times[False]) > (time.perf_counter() - began) / 3  # so that it is hashed at all
    assert abs(statistics.median(times[True]) - statistics.median(times[False])) < min(times[False])


@pytest.mark.slow
def test_attempts_are_counted_for_a_name_and_waiting_is_told(own: Browser) -> None:
    person, other = with_account(own), with_account(own)
    for _ in range(10):
        assert sign_in(own, person.name, OTHER_PASSWORD).status_code == 403
    late = sign_in(own, person.name.upper())  # the right password does not help any more
    assert late.status_code == 429
    assert 0 < int(late.headers["Retry-After"]) <= 900
    assert sign_in(own, other.name).status_code == 200
    # A name that does not exist is answered in the same way.
    for _ in range(10):
        assert sign_in(own, "nobody", OTHER_PASSWORD).status_code == 403
    assert sign_in(own, "nobody", OTHER_PASSWORD).status_code == 429
    assert send(other, "GET", "/me").status_code == 200


@pytest.mark.slow
def test_attempts_are_counted_for_an_address(own: Browser) -> None:
    person = with_account(own)
    for number in range(30):
        assert sign_in(own, f"name {number}", OTHER_PASSWORD).status_code == 403
    assert sign_in(own, person.name).status_code == 429


@pytest.mark.slow
def test_right_attempts_do_not_count(own: Browser) -> None:
    person = with_account(own)
    for _ in range(12):
        assert sign_in(own, person.name).status_code == 200


@pytest.mark.slow
def test_names_are_not_tried_by_taking_them(own: Browser) -> None:
    guest = Person(own)
    name = with_account(own).name
    answers = [guest.post("/me/account", {"name": name, "password": PASSWORD}).status_code for _ in range(30)]
    assert answers == [409] * 29 + [429]


@pytest.mark.slow
def test_hashing_does_not_hold_anybody_up(strict: Browser) -> None:
    hashes = service_of(strict).hashes

    async def longest_pause() -> float:
        import asyncio

        begun = [asyncio.ensure_future(hashes.hash(PASSWORD)) for _ in range(6)]
        longest = 0.0
        while not all(each.done() for each in begun):
            before = time.perf_counter()
            await asyncio.sleep(0)
            longest = max(longest, time.perf_counter() - before)
        return longest

    began = time.perf_counter()
    assert strict.blocking_portal.call(longest_pause) < (time.perf_counter() - began) / 2


def test_a_sign_in_has_a_token_that_nobody_could_have_planted(browser: Browser) -> None:
    person, planted = with_account(browser), Person(browser, "Eve")
    browser.cookies.set("sightline_guest", planted.token)
    answer = browser.post(f"{API}/sign-in", json={"name": person.name, "password": PASSWORD}, headers=HEADER)
    browser.cookies.clear()
    assert answer.json()["token"] not in (planted.token, person.token)
    assert answer.cookies["sightline_guest"] == answer.json()["token"]
    assert me(planted) is None


def test_a_planted_token_does_not_reach_the_account_that_a_guest_takes(browser: Browser) -> None:
    guest = Person(browser)
    planted = guest.token
    browser.cookies.set("sightline_guest", planted)
    body = {"name": new_name(), "password": PASSWORD}
    taken = browser.post(f"{API}/me/account", json=body, headers=HEADER)
    browser.cookies.clear()
    assert taken.status_code == 201
    assert me(guest) is None


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_for_this_server_alone(own: Browser, scheme: str) -> None:
    person = with_account(own)
    answer = own.post(
        f"{scheme}://testserver.local{API}/sign-in", json={"name": person.name, "password": PASSWORD}, headers=HEADER
    )
    attributes = {each.strip().lower() for each in answer.headers["set-cookie"].split(";")}
    assert {"httponly", "samesite=lax", "path=/"} <= attributes
    assert ("secure" in attributes) == (scheme == "https")


CHANGES: list[tuple[str, str, object]] = [
    ("POST", "/sign-in", {"name": "x", "password": PASSWORD}),
    ("POST", "/me/account", {"name": "x", "password": PASSWORD}),
    ("PUT", "/me/password", {"password": PASSWORD, "new": OTHER_PASSWORD}),
    ("DELETE", "/me/session", None),
    ("DELETE", "/me/sessions", None),
    ("POST", "/me/deletion", {"password": PASSWORD}),
    ("PUT", "/me/teams/x", {"team": {}}),
    ("DELETE", "/me/teams/x", None),
]


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
def test_a_page_of_another_server_changes_nothing(own: Browser, method: str, path: str, body: object) -> None:
    person = with_account(own)
    for headers in ({}, HEADER | {"Origin": "https://elsewhere.example"}, HEADER | {"Origin": "null"}):
        own.cookies.set("sightline_guest", person.token)
        answer = own.request(method, f"{API}{path}", json=body, headers=headers)
        own.cookies.clear()
        assert answer.status_code == 403, headers
    assert me(person)["has_account"] is True
    assert sign_in(own, person.name).status_code == 200


def test_signing_out_here_leaves_other_devices_alone(browser: Browser) -> None:
    person = with_account(browser)
    elsewhere = Person(browser)
    elsewhere.token = sign_in(browser, person.name).json()["token"]
    answer = send(person, "DELETE", "/me/session")
    assert (answer.status_code, "max-age=0" in answer.headers["set-cookie"].lower()) == (204, True)
    assert me(person) is None
    assert me(elsewhere)["name"] == person.name


@pytest.mark.slow
def test_signing_out_everywhere_ends_all_tokens_and_connections(browser: Browser) -> None:
    with fighting(browser) as fight:
        ann, bob = fight.people
        taken = ann.post("/me/account", {"name": new_name(), "password": PASSWORD})
        browser.cookies.clear()
        assert fight.red.closed_with() == (4401, "You have been signed out.")
        elsewhere = Person(browser)
        ann.token = taken.json()["token"]
        elsewhere.token = sign_in(browser, taken.json()["name"]).json()["token"]
        with live(browser, fight.id, elsewhere, after=0) as wire:
            assert wire.next()["side"] == "red"
            assert send(ann, "DELETE", "/me/sessions").status_code == 204
            assert wire.closed_with()[0] == 4401
        assert (me(ann), me(elsewhere)) == (None, None)
        assert me(bob)["name"] == "Bob"
        assert sign_in(browser, taken.json()["name"]).status_code == 200


def test_another_password_signs_out_elsewhere(browser: Browser) -> None:
    person, elsewhere = with_account(browser), Person(browser)
    elsewhere.token = sign_in(browser, person.name).json()["token"]
    wrong = send(person, "PUT", "/me/password", {"password": OTHER_PASSWORD, "new": "another long one"})
    assert (wrong.status_code, wrong.json()["message"]) == (403, "The password is wrong.")
    easy = send(person, "PUT", "/me/password", {"password": PASSWORD, "new": "password"})
    assert [problem["key"] for problem in easy.json()["errors"]] == ["new"]
    changed = send(person, "PUT", "/me/password", {"password": PASSWORD, "new": OTHER_PASSWORD})
    assert changed.status_code == 200
    assert (me(person), me(elsewhere)) == (None, None)
    person.token = changed.json()["token"]
    assert me(person)["name"] == person.name
    assert sign_in(browser, person.name).status_code == 403
    assert sign_in(browser, person.name, OTHER_PASSWORD).status_code == 200
    guest = Person(browser)
    assert send(guest, "PUT", "/me/password", {"password": PASSWORD, "new": OTHER_PASSWORD}).status_code == 409


def test_answers_are_in_the_language_of_the_request(browser: Browser) -> None:
    answer = sign_in(browser, new_name(), **{"Accept-Language": "fr"})
    assert answer.json()["message"] == "Le nom ou le mot de passe est faux."
