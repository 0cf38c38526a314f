"""The page: one document for its addresses, files that never change, and what is said where it is not built."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from sightline.server.settings import Settings


@pytest.fixture
def built(settings: Settings) -> Iterator[Path]:
    static = settings.static
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>the page</title>")
    (static / "assets" / "index-1234.js").write_text("let page")
    yield static
    shutil.rmtree(static)


@pytest.mark.parametrize(
    "address", ["/", "/new", "/t/abc", "/rules", "/rules/penance", "/play", "/b/abc", "/team", "/team/abc", "/account"]
)
def test_all_addresses_of_the_page_have_one_document(built: Path, client: TestClient[Litestar], address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.text) == (200, "<!doctype html><title>the page</title>")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_browser_that_looks_for_no_page_is_told_so_by_the_page(built: Path, client: TestClient[Litestar]) -> None:
    answer = client.get("/nowhere/at/all", headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.text) == (404, "<!doctype html><title>the page</title>")
    elsewhere = {"/nowhere": "application/json", "/api/v1/nothing": "text/html", "/assets/x": "text/html"}
    for address, accept in elsewhere.items():
        answer = client.get(address, headers={"Accept": accept})
        assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/json"), address


def test_what_the_page_loads_is_kept_for_ever(built: Path, client: TestClient[Litestar]) -> None:
    answer = client.get("/assets/index-1234.js")
    assert (answer.status_code, answer.text) == (200, "let page")
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get("/assets/other.js").status_code == 404


@pytest.mark.parametrize("name", ["../index.html", "..%2findex.html", "%2e%2e/index.html", "/etc/passwd"])
def test_no_other_file_is_reached(built: Path, client: TestClient[Litestar], name: str) -> None:
    assert client.get(f"/assets/{name}").status_code == 404


def test_a_page_that_is_not_built_says_how_to_build_it(client: TestClient[Litestar]) -> None:
    answer = client.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
