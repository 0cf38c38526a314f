"""HEAD wherever there is GET, as whoever watches a server asks it."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.tables.page import new_table


@pytest.mark.parametrize(
    "address", ["/", "/health", "/ready", "/metrics", "/api/v1/systems", "/api/v1/openapi.json", "/x"]
)
def test_head_has_the_headers_of_get_and_no_body(client: TestClient[Litestar], address: str) -> None:
    whole, head = client.get(address), client.head(address)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    for name in ("content-type", "content-security-policy"):
        assert head.headers[name] == whole.headers[name]


def test_head_of_a_table(client: TestClient[Litestar]) -> None:
    page, _secret = new_table(client)
    assert client.head(page.address).status_code == 200
    assert client.head(f"{page.address}x").status_code == 404


def test_head_where_there_is_no_get_is_refused(client: TestClient[Litestar]) -> None:
    assert client.head("/api/v1/shot").status_code == 405
