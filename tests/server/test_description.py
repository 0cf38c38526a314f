"""The description of the API tells of every route, what it takes and what it gives."""

from __future__ import annotations

import re
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from sightline.server.app import API


def test_every_route_is_described_with_all_that_it_refers_to(client: TestClient[Litestar]) -> None:
    answer = client.get(f"{API}/openapi.json")
    assert answer.status_code == 200
    described = answer.json()
    assert described["servers"] == [{"url": API}]
    assert {"/shot", "/check", "/scene"} <= described["paths"].keys()
    referred = set(re.findall(r'"#/components/schemas/([^"]+)"', answer.text))
    assert referred <= described["components"]["schemas"].keys()
    assert described["components"]["schemas"]["Clause"]["type"] == "string"


def test_whatever_is_sent_a_body_says_which(client: TestClient[Litestar]) -> None:
    operations: list[tuple[str, dict[str, Any]]] = [
        (path, methods["post"])
        for path, methods in client.get(f"{API}/openapi.json").json()["paths"].items()
        if "post" in methods
    ]
    assert [path for path, operation in operations if "requestBody" not in operation] == []
    assert [path for path, operation in operations if not operation["description"]] == []
    names = [operation["operationId"] for _path, operation in operations]
    assert len(set(names)) == len(names)
