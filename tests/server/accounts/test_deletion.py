"""What somebody takes along, and what is left of whoever is deleted."""

from __future__ import annotations

import time
from typing import Any

import pytest
from sqlalchemy import Table, func, select, update

import sightline
from sightline.server.accounts.account_routes import KEY
from sightline.server.accounts.account_service import KEPT_MILLISECONDS
from sightline.server.storage.database import connected, parse_database
from sightline.server.storage.schema import GUESTS, METADATA
from tests.server.accounts.people import PASSWORD, me, new_name, send, sign_in, with_account
from tests.server.matches.seats import API, Browser, Person, fighting, live

TEAM = {"characters": {"Zed": "ranger"}, "formations": {"line": {"Zed": "A1"}}}


def delete(person: Person, password: str | None = PASSWORD) -> int:
    return send(person, "POST", "/me/deletion", {"password": password}).status_code


def rows_with(database: str, text: str) -> list[str]:
    """Return the columns of the database in which a text stands anywhere."""
    with connected(parse_database(database)) as connection:
        return [
            f"{table.name}.{column.name}"
            for table in METADATA.sorted_tables
            for column in table.columns
            if any(text in str(value) for value in connection.execute(select(column)).scalars())
        ]


def test_all_that_is_kept_of_somebody_is_one_file(browser: Browser) -> None:
    person = with_account(browser)
    assert send(person, "PUT", "/me/teams/first", {"team": TEAM}).status_code == 200
    battle = person.make()
    answer = send(person, "GET", "/me/export")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="sightline.json"'
    told = answer.json()
    assert (told["id"], told["name"]) == (person.id, person.name)
    assert [(team["name"], team["team"]) for team in told["teams"]] == [("first", TEAM)]
    assert [(each["id"], each["sides"]) for each in told["battles"]] == [(battle["id"], ["red"])]
    assert [entry["what"] for entry in told["battles"][0]["log"]] == ["created", "seated"]
    for secret in (person.token, PASSWORD, "argon2", battle["invite"], '"server_seed"'):
        assert secret not in answer.text


def test_the_file_has_nothing_of_others_that_one_may_not_see(browser: Browser) -> None:
    with fighting(browser) as fight:
        ann, bob = fight.people
        assert fight.blue.do("offer", offer="draw")["type"] == "done"
        told = send(ann, "GET", "/me/export")
        [battle] = told.json()["battles"]
        assert [entry["n"] for entry in battle["log"]] == list(range(1, len(battle["log"]) + 1))
        for secret in (bob.id, bob.token, '"person"', '"server_seed"'):
            assert secret not in told.text


@pytest.mark.slow
def test_a_deleted_player_leaves_a_battle_and_no_trace_in_it(browser: Browser, database: str) -> None:
    with fighting(browser) as fight:
        ann, bob = fight.people
        account = ann.post("/me/account", {"name": f"Unmistakable {new_name()}", "password": PASSWORD}).json()
        browser.cookies.clear()
        ann.token = account["token"]
        with live(browser, fight.id, ann) as wire:
            assert wire.do("chat", text="my secret garden")["type"] == "done"
            assert fight.blue.do("chat", text="mine as well")["type"] == "done"
            assert send(ann, "PUT", "/me/teams/mine", {"team": TEAM}).status_code == 200
            assert delete(ann, "wrong password") == 403
            assert delete(ann) == 204
            assert wire.closed_with()[0] == 4401
        assert fight.blue.until("over") | {"n": 0, "time": 0} == {
            "type": "entry",
            "n": 0,
            "time": 0,
            "by": None,
            "what": "over",
            "winner": "blue",
            "how": "forfeit",
        }
        assert fight.blue.closed_with()[0] == 1012
    assert rows_with(database, ann.id) == []
    assert rows_with(database, "Unmistakable") == []
    assert rows_with(database, "secret garden") == []
    with live(browser, fight.id, bob) as wire:
        assert wire.next()["phase"] == "over"
        entries = [wire.next() for _ in range(wire.came[0]["n"])]
    assert [entry["n"] for entry in entries] == list(range(1, len(entries) + 1))
    assert {entry["side"]: entry["name"] for entry in entries if entry["what"] == "seated"} == {
        "red": "deleted player",
        "blue": "Bob",
    }
    assert [entry["text"] for entry in entries if entry["what"] == "chat"] == ["(deleted)", "mine as well"]
    [listed] = bob.get("/battles?mine").json()
    assert listed["names"] == {"red": "deleted player", "blue": "Bob"}
    run = sightline.replay(bob.get(f"/battles/{fight.id}/record").text).run
    assert run.result == {"winner": "blue", "how": "forfeit"}
    assert me(ann) is None
    assert sign_in(browser, account["name"]).status_code == 403
    with_account(browser, account["name"])  # the name is free again


def test_whoever_waits_alone_takes_the_battle_along(browser: Browser) -> None:
    ann, bob = Person(browser), Person(browser, "Bob")
    waiting, alone, computer = ann.make(), ann.make(against="self"), ann.make(against="computer")
    assert delete(ann, None) == 204
    assert bob.join(waiting).status_code == 404
    told = {each: bob.get(f"/battles/{battle['id']}").json() for each, battle in (("a", alone), ("c", computer))}
    assert (told["a"]["phase"], told["a"]["winner"], told["a"]["how"]) == ("over", None, "forfeit")
    assert (told["c"]["phase"], told["c"]["winner"], told["c"]["how"]) == ("over", "blue", "forfeit")
    assert told["a"]["sides"] == {"red": "deleted player", "blue": "deleted player"}


def test_a_guest_with_a_password_is_not_deleted_without_it(browser: Browser) -> None:
    person = with_account(browser)
    assert delete(person, None) == 403
    assert me(person)["name"] == person.name


def test_people_who_do_not_come_back_are_deleted_after_a_year(browser: Browser, database: str) -> None:
    gone, late, here = with_account(browser), Person(browser), Person(browser)
    battle = gone.make()

    def count(table: Table) -> Any:
        with connected(parse_database(database)) as connection:
            return connection.execute(select(func.count()).select_from(table)).scalar_one()

    now = int(time.time() * 1000)
    with connected(parse_database(database)) as connection:
        for person, seen in ((gone, now - KEPT_MILLISECONDS - 1000), (late, now - KEPT_MILLISECONDS + 60_000)):
            connection.execute(update(GUESTS).where(GUESTS.c.id == person.id).values(seen=seen))
    before = count(GUESTS)
    service = browser.app.state[KEY]
    assert browser.blocking_portal.call(service.delete_unseen) == 1
    assert (count(GUESTS), me(gone)) == (before - 1, None)
    assert browser.get(f"{API}/battles/{battle['id']}").status_code == 404
    assert me(late)["id"] == late.id
    with connected(parse_database(database)) as connection:
        seen = connection.execute(select(GUESTS.c.seen).where(GUESTS.c.id == late.id)).scalar_one()
    assert seen >= now
    assert me(here)["id"] == here.id
