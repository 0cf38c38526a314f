"""What chat programs show of links to tables: the title, and the shot that a link asks."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import unescape

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from sightline.rules import installed_systems
from sightline.server.settings import Settings
from tests.server.tables.page import TEXT, new_table


@pytest.fixture(autouse=True, scope="module")
def built(settings: Settings) -> Iterator[None]:
    settings.static.mkdir(parents=True)
    (settings.static / "index.html").write_text("<!doctype html><head><!-- open-graph --></head>")
    yield
    shutil.rmtree(settings.static)


def tags(client: TestClient[Litestar], address: str) -> dict[str, str]:
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert answer.headers["Cache-Control"] == "no-cache"
    found = re.findall(r'<meta property="([^"]*)" content="([^"]*)" />', answer.text)
    return {name: unescape(content) for name, content in found}


def test_a_link_tells_the_title_of_its_table(client: TestClient[Litestar]) -> None:
    title = '"><script>A & B</script>'
    page, _secret = new_table(client)
    page.edit({"title": title})
    assert "<script>" not in client.get(f"/t/{page.table}").text
    assert tags(client, f"/t/{page.table}") == {"og:site_name": "Sightline", "og:type": "website", "og:title": title}


@pytest.mark.parametrize("table", ["abc", "%00", "x" * 5000])
def test_a_link_to_no_table_tells_nothing(client: TestClient[Litestar], table: str) -> None:
    assert tags(client, f"/t/{table}") == {}


@pytest.mark.slow
def test_a_link_to_a_shot_shows_its_picture_as_it_is_now(client: TestClient[Litestar]) -> None:
    page, _secret = new_table(client, TEXT.replace("Ann", '"Ann & Co"'))
    picture = tags(client, f"/t/{page.table}?ask=shot&from=Ann+%26+Co&to=Ben")["og:image"]
    assert picture == f"http://testserver.local/t/{page.table}/shot.png?from=Ann+%26+Co&to=Ben"
    before, again = client.get(picture), client.get(picture)
    assert (before.status_code, before.headers["Content-Type"]) == (200, "image/png")
    assert int.from_bytes(before.content[16:20], "big") == 1000
    assert before.content == again.content
    page.edit({"piece": "Ben", "set": {"at": "C3"}})
    assert client.get(picture).content != before.content


@pytest.mark.slow
def test_a_link_to_a_shot_with_a_weapon_shows_that_one(client: TestClient[Litestar]) -> None:
    page, _secret = new_table(client)
    page.edit({"piece": "Ann", "set": {"weapons": [{"name": "bow", "range": 9}, {"name": "dart", "range": 1}]}})
    shot = f"/t/{page.table}?ask=shot&from=Ann&to=Ben"
    first, second, unknown = (tags(client, f"{shot}{more}")["og:image"] for more in ("", "&weapon=dart", "&weapon=ax"))
    assert second == f"{first}&weapon=dart"
    assert client.get(second).content != client.get(first).content
    assert client.get(unknown).status_code == 422


@pytest.mark.slow
def test_a_shot_by_any_rule_system_has_a_picture(client: TestClient[Litestar]) -> None:
    entries = client.get("/api/v1/gallery").json()
    assert {entry["key"] for entry in entries} == {*installed_systems()}
    for entry in entries:
        page, _secret = new_table(client, entry["scenario"])
        picture = client.get(f"/t/{page.table}/shot.png", params=entry["ask"])
        assert picture.status_code == 200, entry["key"]


@pytest.mark.parametrize("query", ["", "?ask=see&from=Ann", "?ask=shot&from=Ann", "?from=Ann&to=Ben"])
def test_a_link_that_asks_no_shot_shows_none(client: TestClient[Litestar], query: str) -> None:
    page, _secret = new_table(client)
    assert "og:image" not in tags(client, f"/t/{page.table}{query}")


def test_a_picture_of_what_is_not_there_is_refused(client: TestClient[Litestar]) -> None:
    page, _secret = new_table(client)
    assert client.get(f"/t/{page.table}/shot.png?from=Ann&to=Zoe").status_code == 422
    assert client.get(f"/t/{page.table}/shot.png").status_code == 422
    assert client.get("/t/abc/shot.png?from=Ann&to=Ben").status_code == 404


@pytest.mark.slow
def test_a_picture_that_would_be_too_large_is_refused(client: TestClient[Litestar]) -> None:
    page, _secret = new_table(client, TEXT.replace("7x8", "4x101"))
    answer = client.get(f"/t/{page.table}/shot.png?from=Ann&to=Ben")
    assert answer.status_code == 422
    assert answer.json()["message"] == "Links show pictures of boards of at most 100 cells or inches each way."
    edge, _secret = new_table(client, TEXT.replace("7x8", "4x100"))
    assert client.get(f"/t/{edge.table}/shot.png?from=Ann&to=Ben").status_code == 200
