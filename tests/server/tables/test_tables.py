"""Tables over HTTP, on SQLite and on PostgreSQL: made, opened, edited, deleted, and gone."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

import sightline
from sightline.server.storage import table_store
from sightline.server.storage.database import connected, parse_database
from sightline.server.storage.schema import TABLES
from sightline.server.tables import table_service
from sightline.server.tables.table_service import KEPT_SECONDS
from sightline.server.unix_time import now_seconds
from tests.server.conftest import Serving, client_of, settings_in
from tests.server.tables.page import TEXT, Page, move, new_table

TOKEN = re.compile(r"[A-Za-z0-9_-]{22,}")  # 22 characters of 6 bits are more than 128 bits


def scenario_of(page: Page) -> sightline.Scenario:
    return sightline.parse(page.read()["scenario"])


def test_a_table_is_made_and_opened(browser: TestClient[Litestar]) -> None:
    made = browser.post("/api/v1/tables", json={"scenario": TEXT})
    assert (made.status_code, made.json()["revision"]) == (201, 1)
    assert TOKEN.fullmatch(made.json()["id"])
    assert TOKEN.fullmatch(made.json()["edit"])
    state = Page(browser, made.json()["id"]).read()
    expires = datetime.fromisoformat(state.pop("expires"))
    assert 364 <= (expires - datetime.now(UTC)).days <= 365
    assert state == {
        "id": made.json()["id"],
        "revision": 1,
        "title": "Across the rubble",
        "rules": "penance",
        "scenario": TEXT,
    }


def test_a_table_is_made_of_an_object_too(browser: TestClient[Litestar]) -> None:
    stated = {"sightline": 1, "rules": "penance", "title": "\0", "map": {"grid": "hex", "size": "3x3"}}
    made = browser.post("/api/v1/tables", json={"scenario": stated}).json()
    state = Page(browser, made["id"]).read()
    assert (state["title"], sightline.parse(state["scenario"]).board.columns) == ("\0", 3)


def test_a_scenario_that_is_wrong_makes_no_table(browser: TestClient[Litestar]) -> None:
    answer = browser.post("/api/v1/tables", json={"scenario": TEXT.replace("facing: N", "facing: X"), "lang": "fr"})
    assert answer.status_code == 422
    (problem,) = answer.json()["errors"]
    assert (problem["line"], problem["key"], problem["found"]) == (7, "pieces.Ann.facing", "X")
    assert problem["message"].startswith("'X' n'est pas")


def test_a_map_that_is_too_large_makes_no_table(browser: TestClient[Litestar]) -> None:
    answer = browser.post("/api/v1/tables", json={"scenario": TEXT.replace("7x8", "201x200")})
    assert (answer.status_code, answer.json()["errors"][0]["key"]) == (422, "map")


def test_edits_change_the_table_and_can_be_taken_back(browser: TestClient[Litestar]) -> None:
    page, _secret = new_table(browser)
    before = scenario_of(page)
    edits = [move("Ann", "C3"), {"cells": ["E4:E5"], "terrain": ["wall"]}, {"title": "Night"}]
    kept = page.edit(*edits)
    assert (kept["revision"], kept["overtaken"]) == (2, [])
    assert (page.read()["revision"], page.read()["title"]) == (2, "Night")
    assert scenario_of(page) == before.with_edits(edits)
    assert page.history(1) == [{"revision": 2, "id": page.history()[0]["id"], "edits": edits, "undo": kept["undo"]}]
    page.edit(*kept["undo"], base=2)
    assert scenario_of(page) == before


def test_the_same_id_again_gives_the_first_answer_and_changes_nothing(browser: TestClient[Litestar]) -> None:
    page, _secret = new_table(browser)
    page.edit(move("Ann", "C4"))
    first = page.edit(move("Ann", "C3"), request="one")
    page.edit(move("Ann", "C5"), base=3)
    assert page.edit(move("Ben", "A1"), request="one") == first
    assert page.read()["revision"] == 4
    assert scenario_of(page).position.pieces["Ben"] == sightline.parse(TEXT).position.pieces["Ben"]


def test_edits_of_others_that_touched_the_same_are_told(browser: TestClient[Litestar]) -> None:
    page, _secret = new_table(browser)
    page.edit(move("Ann", "C3"), client="a")
    page.edit(move("Ben", "C4"), move("Ann", "C5"), client="b")
    page.edit({"piece": "Ann", "set": {"facing": "S"}}, client="b")
    assert page.edit(move("Ann", "D5"), client="a")["overtaken"] == [move("Ann", "C5")]
    assert page.edit(move("Ann", "D6"), base=4, client="b")["overtaken"] == [move("Ann", "D5")]
    assert page.edit(move("Ann", "D7"), base=4)["overtaken"] == [move("Ann", "D5"), move("Ann", "D6")]


def test_features_have_the_numbers_that_their_sender_knows(browser: TestClient[Litestar]) -> None:
    features = [{"is": name, "blocks": False, "outline": [[1, 1], [3, 1], [3, 3]]} for name in "abcd"]
    free = {"grid": "free", "size": "9x9", "features": features}
    page, _secret = new_table(browser, json.dumps({"sightline": 1, "rules": "post-galactica", "map": free}))
    page.edit({"feature": 0, "set": None}, {"feature": 2, "set": None}, client="a")
    later = {"feature": 2, "set": {"is": "x"}}
    assert page.edit(later, client="b")["undo"] == [{"feature": 1, "set": {"is": "c"}}]
    assert page.history(after=2)[0]["edits"] == [{"feature": 1, "set": {"is": "x"}}]
    gone = page.try_edits({"feature": 1, "set": None}, {"feature": 3, "set": None}, client="b")
    assert (gone.status_code, [each["file"] for each in gone.json()["errors"]]) == (409, ["edits.1"])
    page.edit({"feature": 1, "set": {"is": "y"}}, client="a")  # which knows what it has removed itself
    page.edit({"feature": 0, "set": {"is": "z"}})  # a sender without `client` states the present numbers
    assert [feature.name for feature in scenario_of(page).table.features] == ["z", "y"]


def test_numbers_of_features_of_long_ago_are_refused(
    browser: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_service, "MAX_EDITS_READ", 2)
    page, _secret = new_table(browser)
    for title in "abc":
        page.edit({"title": title}, client="a")
    old = page.try_edits({"feature": 0, "set": None}, client="b")
    assert old.status_code == 409
    assert old.json()["message"].startswith("The table is at revision 4, too far after 1 to follow its features")
    page.edit({"title": "d"}, client="b")


def test_a_view_link_changes_nothing(browser: TestClient[Litestar]) -> None:
    page, secret = new_table(browser)
    other, _secret = new_table(browser)
    for wrong in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Basic {secret}"}, other.headers):
        page.headers = wrong
        assert page.try_edits(move("Ann", "C3")).status_code == 403
        assert page.try_edits("nonsense").status_code == 403
        assert browser.delete(page.address, headers=wrong).status_code == 403
    assert page.read()["revision"] == 1


@pytest.mark.parametrize(
    ("edits", "status", "key"),
    [
        ([move("Ann", "C3"), move("Zoe", "C4")], 409, "pieces.Zoe"),
        ([move("Ann", "C3"), {"cells": ["H1"], "level": 1}], 409, "cells.0"),
        ([move("Ann", "C3"), {"piece": "Ben", "set": {"facing": "X"}}], 422, "pieces.Ben.facing"),
        ([move("Ann", "D2")], 422, "pieces.Ben.at"),
        ([{"scenario": "sightline: 1\nrules: penance\nmap: {grid: hex, size: 300x300}"}], 422, "map"),
        (["x"], 422, None),
    ],
)
def test_all_edits_of_a_call_are_kept_or_none(
    browser: TestClient[Litestar], edits: list[Any], status: int, key: str | None
) -> None:
    page, _secret = new_table(browser)
    answer = page.try_edits(*edits)
    assert (answer.status_code, answer.json()["errors"][0]["key"]) == (status, key)
    assert (page.read()["revision"], page.read()["scenario"], page.history()) == (1, TEXT, [])


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"id": "", "base": 1, "edits": []}, "id"),
        ({"id": "x" * 101, "base": 1, "edits": []}, "id"),
        ({"id": "\0", "base": 1, "edits": []}, "id"),
        ({"id": "a", "base": 1, "edits": {}}, "edits"),
        ({"id": "a", "edits": []}, "base"),
        ({"id": "a", "base": -1, "edits": []}, "base"),
        ({"id": "a", "base": 1, "edits": [], "by": "\0"}, "by"),
        ({"id": "a", "base": 1, "edits": [], "colour": "red"}, "colour"),
        ({"id": "a", "base": 1, "edits": [], "lang": "xx"}, "lang"),
    ],
)
def test_a_body_that_is_wrong_is_refused(browser: TestClient[Litestar], body: Any, key: str) -> None:
    page, _secret = new_table(browser)
    answer = browser.post(f"{page.address}/edits", json=body, headers=page.headers)
    assert (answer.status_code, answer.json()["errors"][0]["key"]) == (422, key)


def test_no_edits_make_no_revision(browser: TestClient[Litestar]) -> None:
    page, _secret = new_table(browser)
    page.edit(move("Ann", "C3"))
    assert page.edit() == {"revision": 2, "overtaken": [], "undo": []}
    assert (page.read()["revision"], len(page.history())) == (2, 1)


def test_what_is_gone_is_said_to_be_gone(browser: TestClient[Litestar]) -> None:
    page, _secret = new_table(browser)
    answer = page.try_edits(move("Zoe", "C3"))
    assert answer.status_code == 409
    assert answer.json()["message"] == "What was to be changed is no longer there; somebody else may have removed it."


def test_a_base_that_is_yet_to_come_is_a_conflict(browser: TestClient[Litestar]) -> None:
    page, _secret = new_table(browser)
    assert page.try_edits(move("Ann", "C3"), base=2).status_code == 409


def test_a_table_that_is_deleted_is_gone_with_its_history(browser: TestClient[Litestar]) -> None:
    page, _secret = new_table(browser)
    page.edit(move("Ann", "C3"))
    assert browser.delete(page.address, headers=page.headers).status_code == 204
    for answer in (
        browser.get(page.address),
        browser.get(f"{page.address}/history"),
        page.try_edits(move("Ann", "C3")),
        browser.delete(page.address, headers=page.headers),
    ):
        assert answer.status_code == 404


@pytest.mark.parametrize("table", ["x", "%00", "%ED%A0%80", "x" * 5000, "a%27b"])
def test_what_can_be_no_id_is_not_there(browser: TestClient[Litestar], table: str) -> None:
    assert browser.get(f"/api/v1/tables/{table}").status_code == 404


@pytest.mark.parametrize("after", ["x", "1.5", ""])
def test_a_history_behind_what_is_no_number_is_refused(browser: TestClient[Litestar], after: str) -> None:
    page, _secret = new_table(browser)
    answer = browser.get(f"{page.address}/history", params={"after": after})
    (problem,) = answer.json()["errors"]
    assert (answer.status_code, problem["key"], problem["found"]) == (422, "after", after)
    assert problem["message"] == f"after cannot be {after!r}."


@pytest.mark.parametrize("after", [-(10**30), -1, 2**31, 10**30])
def test_a_history_behind_what_can_be_no_revision_is_refused(browser: TestClient[Litestar], after: int) -> None:
    page, _secret = new_table(browser)
    page.edit({"title": "Night"})
    answer = browser.get(f"{page.address}/history", params={"after": after})
    (problem,) = answer.json()["errors"]
    expected = f"expected a number from 0 to 2147483647, not {after}."
    assert (answer.status_code, problem["key"], problem["message"]) == (422, "after", expected)
    assert page.history(2**31 - 1) == []


@pytest.mark.parametrize("depth", [70, 300, 900, 5000])
def test_edits_that_are_nested_too_deep_are_refused(browser: TestClient[Litestar], depth: int) -> None:
    page, _secret = new_table(browser)
    nested = "[" * depth + "]" * depth
    content = f'{{"id": "a", "base": 1, "edits": [{{"piece": "Ann", "set": {{"weapons": {nested}}}}}]}}'
    answer = browser.post(f"{page.address}/edits", content=content, headers=page.headers)
    assert answer.status_code in (400, 422)
    content = f'{{"scenario": {{"sightline": 1, "title": {nested}}}}}'
    assert browser.post("/api/v1/tables", content=content).status_code in (400, 422)
    page.edit({"title": "Night"})


def test_a_long_history_is_read_in_parts(browser: TestClient[Litestar]) -> None:
    page, _secret = new_table(browser)
    for number in range(3):
        page.edit({"title": str(number)})
    assert [each["revision"] for each in page.history(2)] == [3, 4]
    assert page.history(4) == []


def test_no_more_of_a_history_is_read_at_once_than_memory_bears(
    browser: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, _secret = new_table(browser)
    titles = [{"title": str(number) * 100} for number in range(5)]
    for title in titles:
        page.edit(title)
    whole, parts = page.history(), list[dict[str, Any]]()
    monkeypatch.setattr(table_store, "MAX_CHARACTERS_READ", 600)
    while past := page.history(parts[-1]["revision"] if parts else 0):
        assert len(past) < len(titles)
        parts += past
    assert parts == whole
    monkeypatch.setattr(table_store, "MAX_CHARACTERS_READ", 1)  # less than any
    assert len(page.history()) == 1
    assert page.edit({"title": "Night"})["overtaken"] == titles


def test_a_table_that_nobody_opens_for_a_year_goes(database: str, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, database=database)
    with client_of(settings) as browser:
        kept, lost = new_table(browser)[0], new_table(browser)[0]
        lost.edit(move("Ann", "C3"))
        for page, seconds in ((kept, KEPT_SECONDS - 3600), (lost, KEPT_SECONDS + 1)):
            with connected(parse_database(database)) as connection:
                opened = TABLES.update().where(TABLES.c.id == page.table).values(opened=now_seconds() - seconds)
                connection.execute(opened)
        assert browser.get(lost.address).status_code == 404
        assert datetime.fromisoformat(kept.read()["expires"]).timestamp() > now_seconds() + KEPT_SECONDS - 60
    with client_of(settings) as browser:  # which sweeps as it starts
        asyncio.run(asyncio.sleep(0.5))
        with connected(parse_database(database)) as connection:
            left = {row.id for row in connection.execute(TABLES.select())}
        assert (kept.table in left, lost.table in left) == (True, False)


async def _edit_at_once(page: Page, client: httpx.AsyncClient, count: int) -> list[int]:
    async def edit(number: int) -> int:
        body = {"id": str(number), "base": 1, "edits": [{"title": str(number)}]}
        answer = await client.post(f"{page.address}/edits", json=body, headers=page.headers)
        revision: int = answer.json()["revision"]
        return revision

    return await asyncio.gather(*map(edit, range(count)))


def test_edits_at_once_are_kept_one_after_the_other(database: str, tmp_path: Path, serving: Serving) -> None:
    with serving(tmp_path, database=database) as (address, _process):
        with httpx.Client(base_url=address) as client:
            page, _secret = new_table(client)

        async def edit_all() -> list[int]:
            async with httpx.AsyncClient(base_url=address, timeout=30) as many:
                return await _edit_at_once(page, many, 20)

        assert sorted(asyncio.run(edit_all())) == list(range(2, 22))
