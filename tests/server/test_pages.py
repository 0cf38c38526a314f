"""The page: one document for its addresses, files that never change, and what is said where it is not built."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.conftest import settings_in


@pytest.fixture
def built(tmp_path: Path) -> Path:
    static = settings_in(tmp_path).static
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>the page</title>")
    (static / "assets" / "index-1234.js").write_text("let page")
    return static


@pytest.mark.parametrize("address", ["/", "/new", "/t/abc", "/rules/penance"])
def test_all_addresses_of_the_page_have_one_document(built: Path, client: TestClient[Litestar], address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.text) == (200, "<!doctype html><title>the page</title>")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_the_icon_stands_where_browsers_look_for_it(built: Path, client: TestClient[Litestar]) -> None:
    assert client.get("/icon.svg").status_code == 404
    (built / "icon.svg").write_text("<svg/>")
    answer = client.get("/icon.svg")
    assert (answer.text, answer.headers["Content-Type"]) == ("<svg/>", "image/svg+xml")


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
