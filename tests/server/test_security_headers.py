"""Headers of every answer."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import TestClient


@pytest.mark.parametrize("address", ["/", "/health", "/nothing", "/assets/nothing.js", "/api/v1/systems"])
def test_every_answer_restricts_what_a_page_may_do(client: TestClient[Litestar], address: str) -> None:
    headers = client.get(address).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ["/health", "/nothing", "/assets/nothing.js", "/api/v1/systems", "/api/v1/me"])
def test_no_cache_keeps_an_answer_that_may_change(client: TestClient[Litestar], address: str) -> None:
    assert client.get(address).headers["Cache-Control"] == "no-store"


def test_no_other_site_may_read_answers(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/v1/check", json={"scenario": ""}, headers={"Origin": "https://example.org"})
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("origin", ["https://example.org", "null", "http://[::1", "testserver.local", "//", ""])
def test_pages_of_other_servers_change_nothing(client: TestClient[Litestar], origin: str) -> None:
    answer = client.post("/api/v1/guests", json={"name": "Ann"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json()["message"] == "A page from another server may not do this."
