"""What is acknowledged is kept: the server is killed in a stream of edits, and the machine is not asked to be kind."""

from __future__ import annotations

import random
from pathlib import Path
from threading import Timer
from typing import Any

import httpx

import sightline
from tests.reference.boards import many
from tests.server.conftest import Serving
from tests.server.tables.page import TEXT, Page, move, new_table

KILLS = max(3, many(10))
CELLS = [f"{column}{row}" for column in "ABCEFG" for row in range(1, 9)]


def stream_edits(page: Page, sent: list[str], acknowledged: list[str]) -> None:
    """Send edits until the server does not answer any more."""
    try:
        while True:
            sent.append(f"edit {len(sent)}")
            at = CELLS[len(sent) % len(CELLS)]
            answer = page.try_edits(move("Ann", at), {"title": sent[-1]}, request=sent[-1])
            assert answer.status_code == 200, answer.text
            acknowledged.append(sent[-1])
    except httpx.TransportError:
        return


def test_every_acknowledged_edit_is_there_once_after_kills(database: str, tmp_path: Path, serving: Serving) -> None:
    chance = random.Random(22)
    sent: list[str] = []
    acknowledged: list[str] = []
    table, secret = "", None
    for _ in range(KILLS):
        with serving(tmp_path, database=database) as (address, process), httpx.Client(base_url=address) as client:
            page, secret = (Page(client, table, secret), secret) if table else new_table(client)
            table = page.table
            before = len(acknowledged)
            if sent:  # the page sends again what was not acknowledged
                answer = page.try_edits({"title": "sent again"}, request=sent[-1])
                assert answer.status_code == 200
                acknowledged.append(sent[-1])
            Timer(chance.uniform(0.1, 0.6), process.kill).start()
            stream_edits(page, sent, acknowledged)
            assert process.wait(10) == -9
        assert len(acknowledged) > before
    with serving(tmp_path, database=database) as (address, _process), httpx.Client(base_url=address) as client:
        page = Page(client, table)
        past = read_all(page)
        assert len({each["id"] for each in past}) == len(past)
        assert set(acknowledged) <= {each["id"] for each in past} <= set(sent)
        assert [each["revision"] for each in past] == list(range(2, len(past) + 2))
        state = page.read()
        assert state["revision"] == len(past) + 1
        edits = [edit for each in past for edit in each["edits"]]
        expected = sightline.parse(TEXT)
        for start in range(0, len(edits), 500):
            expected = expected.with_edits(edits[start : start + 500])
        assert sightline.parse(state["scenario"]) == expected


def read_all(page: Page) -> list[dict[str, Any]]:
    past: list[dict[str, Any]] = []
    while some := page.history(len(past) + 1):
        past += some
    return past
