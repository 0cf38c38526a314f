"""Rule systems and the gallery over HTTP."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from litestar import Litestar
from litestar.testing import TestClient

from sightline.api import parse
from sightline.rules import installed_systems
from tests.cli.conftest import Run, run

__all__ = ["run"]

KEYS = tuple(installed_systems())


def test_all_systems_are_listed(client: TestClient[Litestar], run: Run) -> None:
    listed = client.get("/api/v1/systems").json()
    named = [{key: each[key] for key in ("key", "title", "revision")} for each in listed]
    assert named == run("rules", "--json").json
    assert [each["key"] for each in listed if each["playable"]] == ["sodwa"]


@pytest.mark.parametrize("key", KEYS)
def test_clauses_and_rulings_are_those_of_the_command_line(client: TestClient[Litestar], run: Run, key: str) -> None:
    for language in ("en", "fr"):
        answer = client.get(f"/api/v1/systems/{key}", params={"lang": language}).json()
        assert {name: answer[name] for name in ("clauses", "rulings")} == run(
            "rules", key, "--json", "--lang", language
        ).json


@pytest.mark.parametrize("key", KEYS)
def test_examples_are_scenarios_whose_pieces_the_schema_describes(client: TestClient[Litestar], key: str) -> None:
    answer: dict[str, Any] = client.get(f"/api/v1/systems/{key}").json()
    assert list(answer["examples"]) == answer["grids"]
    for grid, text in answer["examples"].items():
        assert parse(text).rules.key == key
        Draft202012Validator.check_schema(answer["pieces"][grid])
    assert answer["piece"] == answer["pieces"][answer["grids"][0]]


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_overlays_are_the_questions_that_are_answered(client: TestClient[Litestar], key: str) -> None:
    system = client.get(f"/api/v1/systems/{key}").json()
    for grid, text in system["examples"].items():
        piece = next(each for each in parse(text).position.pieces.values() if each.side is not None)
        asked = {name: {"from": piece.name} for name in ("see", "reach", "advise")} | {"threat": {"side": piece.side}}
        answers = {name: client.post(f"/api/v1/{name}", json={"scenario": text, **asked[name]}) for name in asked}
        answered = {name for name, answer in answers.items() if answer.is_success}
        assert set(system["overlays"][grid]) == answered


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_options_of_reach_are_those_that_are_answered(client: TestClient[Litestar], key: str) -> None:
    system = client.get(f"/api/v1/systems/{key}", params={"lang": "fr"}).json()
    for grid, options in system["reach_options"].items():
        text = system["examples"].get(grid, "")
        for option in options:
            piece, other = list(parse(text).position.pieces)[:2]
            asked = {"scenario": text, "from": piece, option["key"]: other if option["names_piece"] else True}
            assert client.post("/api/v1/reach", json=asked).status_code == 200
            scene = {
                "scenario": text,
                "ask": {"question": "reach"} | {name: asked[name] for name in asked if name != "scenario"},
            }
            assert client.post("/api/v1/scene", json=scene).status_code == 200
            assert option["description"]
    described = [each["description"] for each in system["reach_options"][system["grids"][0]]]
    assert bool(described) == (key == "hero5")


@pytest.mark.parametrize("key", KEYS)
def test_features_have_a_schema_where_there_are_free_tables(client: TestClient[Litestar], key: str) -> None:
    system = client.get(f"/api/v1/systems/{key}").json()
    assert (system["feature"] is not None) == ("free" in system["grids"])
    if system["feature"]:
        assert {"is", "blocks", "outline"} <= system["feature"]["properties"].keys()


def test_terrain_has_titles_letters_and_meanings(client: TestClient[Litestar]) -> None:
    answer = client.get("/api/v1/systems/penance", headers={"Accept-Language": "fr"}).json()
    walls = [each for each in answer["terrain"] if each["key"] == "wall"]
    assert [(each["letter"], each["title"]) for each in walls] == [("#", "mur")]
    assert all(each["meaning"] for each in walls)
    borders = client.get("/api/v1/systems/hero5").json()["borders"]
    assert "low-wall" in [each["key"] for each in borders]


def test_an_unknown_system_or_language_is_refused(client: TestClient[Litestar]) -> None:
    answer = client.get("/api/v1/systems/chess")
    assert (answer.status_code, answer.json()["message"]) == (404, "There is no rule system 'chess'.")
    assert client.get("/api/v1/gallery/chess/picture").status_code == 404
    answer = client.get("/api/v1/systems/penance", params={"lang": "de"})
    assert (answer.status_code, answer.json()["errors"][0]["key"]) == (422, "lang")


def test_the_gallery_has_a_dispute_of_each_system_that_a_ruling_decides(client: TestClient[Litestar]) -> None:
    entries = client.get("/api/v1/gallery").json()
    assert [entry["key"] for entry in entries] == list(KEYS)
    for entry in entries:
        ask = dict(entry["ask"])
        answer = client.post(f"/api/v1/{ask.pop('question')}", json={"scenario": entry["scenario"], **ask})
        assert answer.status_code == 200
        assert answer.json()["rulings"], entry["key"]


def test_the_gallery_is_translated(client: TestClient[Litestar]) -> None:
    english = {entry["title"] for entry in client.get("/api/v1/gallery").json()}
    french = client.get("/api/v1/gallery?lang=fr").json()
    assert [entry["key"] for entry in french] == list(KEYS)
    for entry in french:
        assert parse(entry["scenario"]).title == entry["title"]
        assert entry["title"] not in english


@pytest.mark.parametrize("key", KEYS)
def test_each_dispute_has_a_picture_that_loads_nothing(client: TestClient[Litestar], key: str) -> None:
    (entry,) = [each for each in client.get("/api/v1/gallery").json() if each["key"] == key]
    picture = client.get(entry["picture"])
    assert (picture.status_code, picture.headers["Content-Type"]) == (200, "image/svg+xml")
    assert picture.text.startswith("<svg")
    assert entry["title"] in picture.text
    assert picture.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"


def test_the_picture_of_a_dispute_is_the_board_with_its_line_and_no_texts(client: TestClient[Litestar]) -> None:
    (entry,) = [each for each in client.get("/api/v1/gallery").json() if each["key"] == "penance"]
    attacker, target = entry["ask"]["from"], entry["ask"]["to"]
    shot = parse(entry["scenario"]).shot(attacker, target)
    picture = client.get(entry["picture"]).text
    drawing = ElementTree.fromstring(picture)
    assert ".sightline text { display: none }" in picture
    assert drawing.attrib["viewBox"] == " ".join(f"{each:g}" for each in shot.screen(size="small").view_box)
    assert [each for each in drawing.iter() if "ray" in each.attrib.get("class", "")]
