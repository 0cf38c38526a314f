"""Scenes over HTTP: the picture of a question in layers, and only what the page does not have."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import sightline
from tests.cli.conftest import BOARD
from tests.docs.pages import SCENARIOS

ASKED: dict[str, dict[str, Any]] = {
    "shot": {"from": "A", "to": "T", "why_not": True},
    "resolve": {"from": "A", "to": "T", "seed": 7},
    "chart": {},
    "see": {"from": "a"},
    "reach": {"from": "A"},
    "threat": {"side": "red"},
    "advise": {"from": "A", "top": 3},
    "line": {"from": "A1", "to": "D7"},
}


def ask(client: TestClient[Litestar], **request: Any) -> Any:
    answer = client.post("/api/v1/scene", json={"scenario": BOARD, **request})
    assert answer.status_code == 200, answer.text
    return answer.json()


def have(scene: Any) -> dict[str, str]:
    layers = {layer["name"]: layer["hash"] for layer in scene["layers"]}
    return {**layers, "style": scene["style"]["hash"], "cells": scene["cells"]["hash"]}


@pytest.mark.parametrize("question", ASKED)
def test_a_question_is_drawn_on_the_same_board(client: TestClient[Litestar], question: str) -> None:
    alone = ask(client)
    scene = ask(client, ask={"question": question, **ASKED[question]}, have=have(alone))
    assert {layer["name"] for layer in scene["layers"] if "svg" not in layer} == have(alone).keys() - {"style", "cells"}
    assert any("svg" in layer for layer in scene["layers"])
    assert not {"list"} & scene["cells"].keys()
    assert scene["caption"] or question == "chart"
    answer = client.post(f"/api/v1/{question}", json={"scenario": BOARD, **ASKED[question]}).json()
    assert scene["answer"] == answer
    assert (scene["nearby"] is None) == (question != "see")


def test_layers_that_show_the_answer_say_so(client: TestClient[Litestar]) -> None:
    alone, scene = ask(client), ask(client, ask={"question": "see", **ASKED["see"]})
    assert not any(layer.get("answers") for layer in alone["layers"] if layer["name"] in have(alone))
    before = {layer["name"] for layer in alone["layers"]}
    new = [layer for layer in scene["layers"] if layer["name"] not in before and layer["name"] != "patterns"]
    assert new
    assert all(layer["answers"] for layer in new)


FREE = """
sightline: 1
rules: post-galactica
map: {grid: free, size: 30x20, features: [{is: blocking, outline: [[9, 2], [14, 1], [14, 6], [10, 7]]}]}
pieces:
  Marines: {at: [4, 7], base: 32mm, side: red}
  Raiders: {at: [24, 8], base: 32mm, side: blue}
"""


@pytest.mark.parametrize("scenario", [BOARD, FREE])
@pytest.mark.parametrize(("screen", "longest"), [("large", 1300), ("medium", 600), ("compact", 480), ("small", 340)])
def test_names_and_scales_are_legible_on_each_screen(
    client: TestClient[Litestar], scenario: str, screen: str, longest: int
) -> None:
    scene = ask(client, scenario=scenario, screen=screen)
    assert max(scene["view_box"]) <= longest
    texts = {
        layer["name"]: layer["svg"] for layer in scene["layers"] if layer["name"] in ("borders", "labels", "scale")
    }
    sizes = [float(size) for svg in texts.values() for size in re.findall(r'font-size="([0-9.]+)"', svg)]
    assert min(sizes) >= 9
    if scenario is FREE:
        assert "Marines" in texts["labels"] or screen == "large"


def test_a_scene_says_what_it_shows(client: TestClient[Litestar]) -> None:
    scene = ask(client)
    assert (scene["title"], scene["rules"], scene["grid"]) == ("Across the rubble", "penance", "hex")
    assert scene["sides"] == ["red", "blue"]
    assert scene["rulings"]["casket-cover"] == "any"
    assert scene["answer"] is None
    assert [piece["states"]["at"] for piece in scene["pieces"]] == ["D7", "D2", "A1"]


def test_a_table_says_its_features_and_its_inches(client: TestClient[Litestar]) -> None:
    text = (SCENARIOS / "post-galactica" / "the-colonnade.yaml").read_text()
    scene = ask(client, scenario=text)
    assert scene["grid"] == "free"
    assert scene["cells"]["list"] == []
    features = sightline.parse(text).table.features
    assert [each["is"] for each in scene["features"]] == [feature.kind for feature in features]
    assert scene["table"]["inch"] > 0


def test_changes_are_drawn(client: TestClient[Litestar]) -> None:
    scene = ask(client, set={"A.at": "C3"}, rulings={"casket-cover": "hostile-to-target"})
    assert scene["pieces"][0]["at"] == "C3"
    assert scene["rulings"]["casket-cover"] == "hostile-to-target"


@pytest.mark.parametrize(
    ("tried", "key"),
    [({"A.at": "D2"}, "pieces.A.at"), ({"A.at": "Z9"}, "pieces.A.at"), ({"Zed.at": "C3"}, "pieces.Zed")],
)
def test_a_trial_in_vain_is_no_error_and_changes_nothing(client: TestClient[Litestar], tried: Any, key: str) -> None:
    alone, shot = ask(client), {"question": "shot", "from": "A", "to": "T"}
    scene = ask(client, set=tried, ask=shot, have=have(alone))
    assert [each["key"] for each in scene.pop("problems")] == [key]
    assert alone.pop("problems") == []
    assert scene["answer"] is None
    assert (scene["pieces"], scene["rulings"]) == (alone["pieces"], alone["rulings"])
    assert not any("svg" in layer for layer in scene["layers"])


@pytest.mark.parametrize("wrong", [{"scenario": "{sightline: 1}"}, {"rulings": {"casket-cover": "no"}}, {"set": 3}])
def test_what_is_wrong_besides_the_trial_is_an_error(client: TestClient[Litestar], wrong: Any) -> None:
    answer = client.post("/api/v1/scene", json={"scenario": BOARD, "set": {"A.at": "D2"}, **wrong})
    assert answer.status_code == 422
    assert answer.json()["errors"]


def test_a_scene_is_in_the_language_asked_for(client: TestClient[Litestar]) -> None:
    assert ask(client, lang="fr")["pieces"][0]["label"].startswith("A, camp red, ")


def test_dark_colours_change_the_style_sheet_alone(client: TestClient[Litestar]) -> None:
    light, dark = ask(client), ask(client, colours="dark")
    assert light.pop("style") != dark.pop("style")
    assert light == dark


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"question": "dance"}, "ask.question"),
        ({"from": "A"}, "ask.question"),
        ({"question": ["shot"]}, "ask.question"),
        ({"question": "shot", "from": "A"}, "ask.to"),
        ({"question": "shot", "from": "A", "to": "T", "weapom": "rifle"}, "ask.weapom"),
        ({"question": "shot", "from": "A", "to": "T", "set": {"A.at": "C3"}}, "ask.set"),
        ({"question": "shot", "from": "A", "to": "Zed"}, "to"),
    ],
)
def test_a_wrong_question_is_refused_with_its_place(client: TestClient[Litestar], asked: Any, key: str) -> None:
    answer = client.post("/api/v1/scene", json={"scenario": BOARD, "ask": asked})
    assert answer.status_code == 422
    assert [each["key"] for each in answer.json()["errors"]] == [key]


@pytest.mark.parametrize("wrong", [{"ask": "shot"}, {"colours": "neon"}, {"have": ["ground"]}, {"have": {"ground": 1}}])
def test_a_wrong_request_is_refused(client: TestClient[Litestar], wrong: Any) -> None:
    answer = client.post("/api/v1/scene", json={"scenario": BOARD, **wrong})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["key"].startswith(next(iter(wrong)))
