"""Limits of questions over HTTP: how many at once, how long, and none for a client that is gone."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import pytest

from sightline.server.app import create_app
from sightline.server.settings import ServerLimits
from sightline.server.storage.database import parse_database
from sightline.server.storage.migration import migrate
from tests.cli.conftest import BOARD
from tests.server.conftest import Serving, settings_in

SHORT = {"scenario": BOARD, "from": "A1", "to": "D7"}


def long_question() -> dict[str, Any]:
    """Return a scenario whose chart takes some tenths of a second or more."""
    rifle = [{"name": "rifle", "range": 30, "damage": 2}]
    pieces = {
        f"{side}{row}": {"at": f"{column}{row}", "side": side, "facing": "N", "weapons": rifle}
        for side, column in (("red", "A"), ("blue", "AN"))
        for row in range(1, 31)
    }
    stated = {"sightline": 1, "rules": "penance", "map": {"grid": "hex", "size": "40x40"}, "pieces": pieces}
    return {"scenario": stated}


def ask_many(folder: Path, count: int, question: str, asked: dict[str, Any], **limits: Any) -> list[httpx.Response]:
    """Ask a question many times at once; return the answers, and that to a short question after them."""

    async def ask() -> list[httpx.Response]:
        settings = settings_in(folder, limits=ServerLimits(**limits))
        migrate(parse_database(settings.database))
        app = create_app(settings)
        transport = httpx.ASGITransport(cast("Any", app))
        async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            asking = (client.post(f"/api/v1/{question}", json=asked) for _ in range(count))
            answers = await asyncio.gather(*asking)
            return [*answers, await client.post("/api/v1/line", json=SHORT)]

    return asyncio.run(ask())


@pytest.mark.slow
def test_one_address_asks_so_many_at_once(tmp_path: Path) -> None:
    *answers, after = ask_many(tmp_path, 5, "line", SHORT, at_once=3)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 429, 429]
    assert after.status_code == 200
    for refused in answers:
        if refused.status_code == 429:
            assert refused.headers["Retry-After"] == "1"
            assert refused.json()["message"].startswith("At most 3 questions at once are answered for one address")


@pytest.mark.slow
def test_one_address_asks_so_many_in_a_second(tmp_path: Path) -> None:
    *answers, _after = ask_many(tmp_path, 6, "line", SHORT, each_second=4)
    assert sorted(answer.status_code for answer in answers) == [200] * 4 + [429] * 2
    said = {answer.json()["message"] for answer in answers if answer.status_code == 429}
    assert said == {"At most 4 questions a second are answered for one address; wait a second."}


@pytest.mark.slow
def test_a_question_that_takes_too_long_is_ended_and_the_next_one_answered(tmp_path: Path) -> None:
    refused, after = ask_many(tmp_path, 1, "chart", long_question(), processor_seconds=0.1)
    assert refused.status_code == 503
    assert refused.json()["message"].startswith("This takes more than 0.1 s of work")
    assert after.status_code == 200


def test_a_question_whose_client_is_gone_is_not_begun(tmp_path: Path, serving: Serving) -> None:
    body = json.dumps(long_question()).encode()
    head = f"POST /api/v1/chart HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with serving(tmp_path) as (address, _process):
        place = urlsplit(address)
        connections = [socket.create_connection((place.hostname, place.port)) for _ in range(15)]
        for connection in connections:
            connection.sendall(head + body)
        assert waits(address, at_least=5)
        for connection in connections:
            connection.close()
        began = time.monotonic()
        while waits(address, at_least=1):
            assert time.monotonic() - began < 5
            time.sleep(0.05)


def waits(address: str, *, at_least: int) -> bool:
    """Return whether so many questions wait within a few seconds, or not at all."""
    for _ in range(100 if at_least > 1 else 1):
        lines = httpx.get(f"{address}metrics").text.splitlines()
        (waiting,) = [float(line.split()[1]) for line in lines if line.startswith("sightline_workers_waiting ")]
        if waiting >= at_least:
            return True
        time.sleep(0.02)
    return False
