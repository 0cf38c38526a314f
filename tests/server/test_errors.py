"""Errors over HTTP: one form, the language of the request, and the id that the log has."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import TestClient


def test_an_error_has_a_message_and_the_id_of_its_request(client: TestClient[Litestar]) -> None:
    answer = client.get("/api/v1/nothing")
    assert answer.status_code == 404
    assert answer.json() == {"message": "There is nothing here.", "request": answer.headers["X-Request-ID"]}


def test_an_error_is_in_the_language_of_the_request(client: TestClient[Litestar]) -> None:
    answer = client.get("/api/v1/nothing", headers={"Accept-Language": "de;q=0.9, fr-CA;q=0.8, en;q=0.5"})
    assert answer.json()["message"] == "Il n'y a rien ici."


def test_every_request_has_an_id_of_its_own(client: TestClient[Litestar]) -> None:
    ids = {client.get("/health").headers["X-Request-ID"] for _ in range(3)}
    assert len(ids) == 3


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("kind", ["battles", "tables"])
def test_a_request_that_is_no_websocket_is_told_to_become_one(
    client: TestClient[Litestar], kind: str, method: str
) -> None:
    answer = client.request(method, f"/api/v1/{kind}/x/live")
    assert answer.status_code == 426
    assert (answer.headers["Upgrade"], answer.headers["Connection"]) == ("websocket", "Upgrade")
    assert "Allow" not in answer.headers
    if method != "HEAD":
        message = "This address answers a WebSocket only."
        assert answer.json() == {"message": message, "request": answer.headers["X-Request-ID"]}


def test_a_method_that_an_address_does_not_accept_is_answered_with_those_that_it_does(
    client: TestClient[Litestar],
) -> None:
    answer = client.delete("/api/v1/systems")
    assert (answer.status_code, "GET" in answer.headers["Allow"]) == (405, True)
