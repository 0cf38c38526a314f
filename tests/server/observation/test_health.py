"""Whoever watches the server hears whether it lives, and whether it can answer."""

from __future__ import annotations

import asyncio

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from sightline.server.observation.health import health_routes
from sightline.server.storage.database import open_database, parse_database
from sightline.server.storage.open_database import OpenDatabase


@pytest.mark.parametrize(("holds", "status"), [(True, 200), (False, 503)])
def test_a_server_is_ready_while_all_that_it_needs_is_there(holds: bool, status: int) -> None:
    async def is_there(_app: Litestar) -> bool:
        return True

    async def may_be_there(_app: Litestar) -> bool:
        return holds

    with TestClient(Litestar(health_routes([is_there, may_be_there]))) as client:
        assert client.get("/ready").status_code == status
        assert client.get("/health").status_code == 200


def test_a_condition_that_is_not_known_in_time_does_not_hold() -> None:
    async def is_slow(_app: Litestar) -> bool:
        await asyncio.sleep(60)
        return True

    with TestClient(Litestar(health_routes([is_slow], seconds=0.1))) as client:
        assert client.get("/ready").status_code == 503


def test_a_database_that_does_not_answer_is_not_reachable() -> None:
    database = OpenDatabase(open_database(parse_database("postgresql://me@127.0.0.1:9/tables")))
    assert asyncio.run(database.is_reachable()) is False
