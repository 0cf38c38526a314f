"""Live connections: who looks on is told of edits, people and pointing, and misses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession
from sqlalchemy import update

from sightline.server.settings import ServerLimits
from sightline.server.storage.database import connected, parse_database
from sightline.server.storage.schema import EDITS, TABLES
from tests.server.conftest import client_of, settings_in
from tests.server.tables.page import Page, move, new_table

Browser = TestClient[Litestar]


@contextmanager
def looking_on(
    page: Page, *, after: int | None = None, name: str = "Zoe", secret: str | None = None
) -> Iterator[WebSocketTestSession]:
    assert isinstance(page.client, TestClient)
    query = {} if after is None else {"after": after}
    with page.client.websocket_connect(f"{page.address}/live", params=query) as session:
        session.send_json({"type": "hello", "name": name, "colour": "#aa3300", "secret": secret})
        yield session


def next_of(session: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = session.receive_json(timeout=10)
        if message["type"] == kind:
            return message


def revisions(session: WebSocketTestSession, count: int) -> list[int]:
    return [next_of(session, "edit")["revision"] for _ in range(count)]


def closed_with(session: WebSocketTestSession) -> tuple[int, str]:
    """Return the code and the reason with which the server closes a connection."""
    with pytest.raises(WebSocketDisconnect) as left:
        next_of(session, "nothing of this kind")
    return left.value.code, str(left.value.detail)


def test_two_people_see_each_others_edits_as_they_come(browser: Browser) -> None:
    page, secret = new_table(browser)
    with looking_on(page, secret=secret) as one, looking_on(page, name="Al") as other:
        edits = [move("Ann", "C3")]
        page.edit(*edits, by="Zoe", request="mine")
        told = {"type": "edit", "revision": 2, "id": "mine", "edits": edits, "by": "Zoe"}
        assert next_of(one, "edit") == next_of(other, "edit") == told


def test_who_comes_back_misses_nothing_and_gets_nothing_twice(browser: Browser) -> None:
    page, _secret = new_table(browser)
    for number in range(3):
        page.edit({"title": str(number)})
    with looking_on(page, after=2) as session:
        assert revisions(session, 2) == [3, 4]
        page.edit({"title": "live"})
        assert revisions(session, 1) == [5]
    page.edit({"title": "away"})
    with looking_on(page, after=5) as session:
        page.edit({"title": "back"})
        assert revisions(session, 2) == [6, 7]
    with looking_on(page) as session:  # who does not say what they know is told what comes
        next_of(session, "here")
        page.edit({"title": "new"})
        assert revisions(session, 1) == [8]


def test_edits_that_another_server_keeps_are_told_with_the_next_ones(browser: Browser, database: str) -> None:
    page, _secret = new_table(browser)
    with looking_on(page) as session:
        next_of(session, "here")
        row = {"table_id": page.table, "revision": 2, "request": "elsewhere", "edits": "[]"}
        with connected(parse_database(database)) as connection:
            connection.execute(EDITS.insert().values(**row, undo="[]", overtaken="[]"))
            connection.execute(update(TABLES).where(TABLES.c.id == page.table).values(revision=2))
        page.edit({"title": "here"})
        assert revisions(session, 2) == [2, 3]


def test_people_are_told_who_is_here_and_where(browser: Browser) -> None:
    page, secret = new_table(browser)
    with looking_on(page, secret=secret) as one:
        with looking_on(page, name="Al") as other:
            other.send_json({"type": "here", "at": "C3"})
            people = next_of(one, "here")["people"]
            while len(people) < 2 or people[1]["at"] is None:
                people = next_of(one, "here")["people"]
            assert people == [
                {"name": "Zoe", "colour": "#aa3300", "at": None, "edits": True},
                {"name": "Al", "colour": "#aa3300", "at": "C3", "edits": False},
            ]
        assert [person["name"] for person in next_of(one, "here")["people"]] == ["Zoe"]


@pytest.mark.parametrize("at", ["C3", [3.5, 4.25]])
def test_pointing_is_told_to_the_others(browser: Browser, at: Any) -> None:
    page, _secret = new_table(browser)
    with looking_on(page) as one, looking_on(page, name="Al") as other:
        next_of(other, "here")
        one.send_json({"type": "point", "at": at})
        assert next_of(other, "point") == {"type": "point", "at": at, "by": "Zoe", "colour": "#aa3300"}
        other.send_json({"type": "point", "at": None})
        assert next_of(one, "point")["by"] == "Al"


def test_edits_of_other_tables_are_not_told(browser: Browser) -> None:
    page, other = new_table(browser)[0], new_table(browser)[0]
    with looking_on(page) as session:
        next_of(session, "here")
        other.edit({"title": "elsewhere"})
        page.edit({"title": "here"})
        assert next_of(session, "edit")["edits"] == [{"title": "here"}]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "point", "at": "C3"}, 4408),
        ({"type": "hello", "name": "x" * 101}, 4408),
        ({"type": "hello", "colour": "red;}"}, 4408),
        ({"type": "hello", "secret": "wrong"}, 1008),
    ],
)
def test_whoever_begins_otherwise_is_sent_away(browser: Browser, message: Any, code: int) -> None:
    page, _secret = new_table(browser)
    with browser.websocket_connect(f"{page.address}/live") as session:
        session.send_json(message)
        assert closed_with(session)[0] == code


@pytest.mark.parametrize("text", ["{", "[]", '{"type":"edit"}', '{"type":"point","at":[1]}', '{"type":"here","at":3}'])
def test_a_message_that_cannot_be_read_ends_the_connection(browser: Browser, text: str) -> None:
    page, _secret = new_table(browser)
    with looking_on(page) as session:
        session.send_text(text)
        assert closed_with(session) == (1008, "A message could not be read.")


def test_too_many_messages_end_the_connection(browser: Browser) -> None:
    page, _secret = new_table(browser)
    with looking_on(page) as session:
        for _ in range(200):
            session.send_json({"type": "pong"})
        assert closed_with(session) == (1008, "Too many messages.")


def test_a_revision_that_is_yet_to_come_has_to_be_loaded_again(browser: Browser) -> None:
    page, _secret = new_table(browser)
    with looking_on(page, after=2) as session:
        assert closed_with(session)[0] == 4409


def test_a_deleted_table_ends_its_connections(browser: Browser) -> None:
    page, _secret = new_table(browser)
    with looking_on(page) as session:
        next_of(session, "here")
        browser.delete(page.address, headers=page.headers)
        assert closed_with(session) == (4404, "The table has been deleted.")


@pytest.mark.slow
def test_pings_come_now_and_then(tmp_path: Path) -> None:
    with client_of(settings_in(tmp_path, limits=ServerLimits(ping_seconds=0.2))) as browser:
        page, _secret = new_table(browser)
        with looking_on(page) as session:
            assert [next_of(session, "ping") for _ in range(2)] == [{"type": "ping"}] * 2
