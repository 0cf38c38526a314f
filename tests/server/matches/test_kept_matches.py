"""Matches that nobody opens go after a year, those that nobody joins after a month; when is told."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from sightline.server.matches.match_service import KEY
from sightline.server.matches.retention import KEPT_MILLISECONDS, UNJOINED_MILLISECONDS
from sightline.server.storage.database import connected, parse_database
from sightline.server.storage.schema import MATCH_ENTRIES, MATCHES
from tests.server.matches.seats import API, Browser, Person


def age(database: str, battle: str, **times: int) -> None:
    with connected(parse_database(database)) as connection:
        connection.execute(update(MATCHES).where(MATCHES.c.id == battle).values(times))


def entries_of(database: str, battle: str) -> list[Any]:
    with connected(parse_database(database)) as connection:
        return [*connection.execute(select(MATCH_ENTRIES.c.n).where(MATCH_ENTRIES.c.match_id == battle))]


def test_old_matches_go_and_others_stay(browser: Browser, database: str) -> None:
    ann, now = Person(browser), int(time.time() * 1000)
    old, unjoined, late, young = ann.make(against="self"), ann.make(), ann.make(against="self"), ann.make()
    age(database, old["id"], opened=now - KEPT_MILLISECONDS - 1000)
    age(database, unjoined["id"], created=now - UNJOINED_MILLISECONDS - 1000)
    age(database, late["id"], opened=now - KEPT_MILLISECONDS + 600_000, created=now - 2 * KEPT_MILLISECONDS)
    age(database, young["id"], created=now - UNJOINED_MILLISECONDS + 600_000)
    assert browser.blocking_portal.call(browser.app.state[KEY].delete_unopened) == 2
    for battle, status in ((old, 404), (unjoined, 404), (late, 200), (young, 200)):
        assert browser.get(f"{API}/battles/{battle['id']}").status_code == status
    assert (entries_of(database, old["id"]), len(entries_of(database, late["id"]))) == ([], 3)
    assert {each["id"] for each in ann.get("/battles?mine").json()} == {late["id"], young["id"]}


def test_when_a_match_goes_is_told(browser: Browser) -> None:
    ann = Person(browser)
    waiting, alone = ann.make(), ann.make(against="self")
    for battle, days in ((waiting, 30), (alone, 365)):
        [listed] = [each for each in ann.get("/battles?mine").json() if each["id"] == battle["id"]]
        for told in (listed, ann.get(f"/battles/{battle['id']}").json()):
            left = datetime.fromisoformat(told["expires"]).timestamp() - time.time()
            assert abs(left - days * 24 * 3600) < 120


def test_a_match_that_is_opened_again_stays_for_another_year(browser: Browser, database: str) -> None:
    ann, service = Person(browser), browser.app.state[KEY]
    battle, now = ann.make(against="self")["id"], int(time.time() * 1000)
    live = browser.blocking_portal.call(service.open, battle)
    live.stored_access = now - 2 * 24 * 3600 * 1000
    age(database, battle, opened=live.stored_access)
    assert browser.get(f"{API}/battles/{battle}").status_code == 200
    with connected(parse_database(database)) as connection:
        opened = connection.execute(select(MATCHES.c.opened).where(MATCHES.c.id == battle)).scalar_one()
    assert opened >= now
