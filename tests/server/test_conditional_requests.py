"""Requests for what the browser has already: answered 304, without a body."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar import Litestar, Response, get
from litestar.response import File
from litestar.testing import TestClient

from sightline.server.compression import Compression
from sightline.server.conditional_requests import answering_not_modified

TEXT = "text " * 1000


@pytest.fixture
def browser(tmp_path: Path) -> TestClient[Litestar]:
    (tmp_path / "text.txt").write_text(TEXT)

    @get("/text")
    async def text() -> File:
        return File(tmp_path / "text.txt", media_type="text/plain", headers={"Cache-Control": "no-cache"})

    @get("/error", status_code=409)
    async def error() -> Response[str]:
        return Response("no", headers={"ETag": '"a"'}, status_code=409)

    app = Litestar([text, error], middleware=[Compression()], openapi_config=None)
    app.asgi_handler = answering_not_modified(app.asgi_handler)
    return TestClient(app)


@pytest.mark.parametrize("accepted", ["identity", "gzip"])
def test_it_is_not_sent_again(browser: TestClient[Litestar], accepted: str) -> None:
    headers = {"Accept-Encoding": accepted}
    first = browser.get("/text", headers=headers)
    assert first.text == TEXT
    for known in (first.headers["ETag"], f'"other", {first.headers["ETag"]}', "*"):
        again = browser.get("/text", headers=headers | {"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["ETag"] == first.headers["ETag"]
        assert again.headers["Cache-Control"] == "no-cache"
        assert "Content-Length" not in again.headers


@pytest.mark.parametrize("known", ['"other"', "", "W/", ",,"])
def test_what_is_not_known_is_sent(browser: TestClient[Litestar], known: str) -> None:
    assert browser.get("/text", headers={"If-None-Match": known}).text == TEXT


def test_a_compressed_answer_does_not_claim_to_be_the_same_bytes(browser: TestClient[Litestar]) -> None:
    plain, packed = (browser.get("/text", headers={"Accept-Encoding": each}) for each in ("identity", "gzip"))
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"


def test_an_error_is_always_sent(browser: TestClient[Litestar]) -> None:
    assert browser.get("/error", headers={"If-None-Match": '"a"'}).text == "no"
