"""Lessons over HTTP: played from what is sent, in either language; bounds, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import validate

from tests.server.matches.seats import API, Browser, Json
from tests.server.test_description import schema_of

AT = f"{API}/lessons/sodwa"
MOVE = {"do": "move", "who": "Ada", "path": ["C4", "D4"]}
END = {"do": "end", "who": "Ada"}


def played(client: Browser, key: str, actions: list[Any], **fields: Any) -> Json:
    answer = client.post(f"{AT}/{key}", json={"actions": actions, **fields})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def asked(client: Browser, key: str, actions: list[Any], **query: Any) -> Json:
    answer = client.post(f"{AT}/{key}/ask", json={"actions": actions, "query": query})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_lessons_are_listed_in_their_order_and_each_names_the_next(client: Browser) -> None:
    listed = client.get(AT).json()
    assert len(listed) == 5
    following = [played(client, each["key"], [])["next"] for each in listed]
    assert following == [*(each["key"] for each in listed[1:]), None]
    french = client.get(AT, params={"lang": "fr"}).json()
    assert [each["key"] for each in french] == [each["key"] for each in listed]
    assert all(one["title"] != other["title"] for one, other in zip(listed, french, strict=True))
    validate(listed, schema_of(client, "/lessons/{system}", "get", "responses", "200"))


def test_a_lesson_goes_on_from_what_is_sent_with_the_turns_of_the_other_side(client: Browser) -> None:
    begun = played(client, "1-turns", [])
    assert [entry["n"] for entry in begun["entries"]] == [begun["n"]] == [1]
    assert [task["after"] for task in begun["tasks"]] == [None] * 3
    assert (begun["learner"], begun["level"]) == ("red", None)
    moved = played(client, "1-turns", [MOVE], after=1)
    [step] = moved["entries"]
    assert (step["n"], step["by"], step["state"]["pieces"]["Ada"]["at"]) == (2, "red", "D4")
    assert moved["tasks"][0]["after"] == 2
    ended = played(client, "1-turns", [MOVE, END], after=2)
    assert [entry["by"] for entry in ended["entries"]] == ["red", "blue"]
    assert ended["entries"][-1]["to_act"] == "red"
    assert played(client, "1-turns", [MOVE, END]) == {
        **ended,
        "entries": played(client, "1-turns", [MOVE, END])["entries"],
    }
    validate(ended, schema_of(client, "/lessons/{system}/{lesson}", "post", "responses", "200"))
    french = played(client, "1-turns", [MOVE, END], after=2, lang="fr")
    assert french["entries"][0]["words"][0] == "Ada a terminé son tour."
    assert french["tasks"][0]["text"].startswith("Vous êtes le camp rouge")


def test_the_last_action_may_be_refused_with_its_reasons(client: Browser) -> None:
    found = played(client, "3-places", [{"do": "attack", "who": "Ada", "target": "Cora"}])
    assert found["n"] == 1
    assert "SOD-4.7" in [finding["clause"] for finding in found["refused"]["findings"]]
    again = played(client, "1-turns", [MOVE, MOVE], after=2)
    assert (again["n"], again["entries"]) == (2, [])
    assert again["refused"]["findings"][0]["clause"] == "SOD-2.4"
    assert played(client, "1-turns", [{"do": "end", "who": "Bruno"}])["refused"] is not None
    answer = client.post(f"{AT}/1-turns", json={"actions": [MOVE, MOVE, END]})
    assert answer.status_code == 409


def test_questions_are_answered_as_in_a_battle(client: Browser) -> None:
    legal = asked(client, "1-turns", [], what="legal")["answer"]
    assert any(action["do"] == "move" and action["path"][-1] == "D4" for action in legal)
    preview = asked(client, "2-attacks", [], what="preview", action={"do": "attack", "who": "Ada", "target": "Bruno"})
    assert preview["answer"]["odds"]["hit"] == "23/50"
    assert asked(client, "1-turns", [MOVE], what="forecast", turns=3)["answer"][0]["who"] == "Bruno"
    assert asked(client, "1-turns", [], what="hint")["answer"]["actions"]
    refused = asked(client, "3-places", [], what="preview", action={"do": "attack", "who": "Ada", "target": "Cora"})
    assert refused["answer"] is None
    assert "SOD-4.7" in [finding["clause"] for finding in refused["refused"]["findings"]]


def test_a_scene_shows_the_lesson_after_any_entry_with_portraits(client: Browser) -> None:
    places = {}
    for after in (1, 2, None):
        answer = client.post(f"{AT}/1-turns/scene", json={"actions": [MOVE, END], "after": after})
        assert answer.status_code == 200
        scene = answer.json()
        places[scene["n"]] = next(piece["at"] for piece in scene["pieces"] if piece["name"] == "Ada")
        assert scene["sheets"]["Ada"]["like"] == "ranger"
    assert places == {1: "B5", 2: "D4", 4: "D4"}
    validate(scene, schema_of(client, "/lessons/{system}/{lesson}/scene", "post", "responses", "200"))


@pytest.mark.parametrize(
    ("path", "body", "status", "key"),
    [
        ("1-turns", {"actions": [END] * 81}, 422, "actions"),
        ("1-turns", {"actions": 1}, 422, "actions"),
        ("1-turns", {}, 422, "actions"),
        ("1-turns", {"actions": [], "x": 1}, 422, "x"),
        ("1-turns/ask", {"actions": [], "query": {"what": "resign"}}, 422, "query"),
        ("1-turns/ask", {"actions": [], "query": {"what": "preview"}}, 422, "query"),
        ("1-turns/ask", {"actions": [], "query": {"what": {"x": []}}}, 422, "query"),
        ("1-turns/ask", {"actions": [], "query": {"what": "forecast", "turns": 10**9}}, 422, "query"),
        ("nothing", {"actions": []}, 404, None),
        ("../penance/1-turns", {"actions": []}, 404, None),
    ],
)
def test_bad_input_is_told_where_it_is(client: Browser, path: str, body: Json, status: int, key: str | None) -> None:
    answer = client.post(f"{AT}/{path}", json=body)
    assert answer.status_code == status, answer.text
    assert [problem["key"] for problem in answer.json().get("errors") or []] == ([] if key is None else [key])


@pytest.mark.parametrize("action", [{}, {"do": "dance"}, {"do": "move", "who": "Ada", "path": [[[]]]}, {"do": ["x"]}])
def test_what_is_no_action_is_refused_in_words(client: Browser, action: Json) -> None:
    assert played(client, "1-turns", [action])["refused"]["message"]


def test_other_systems_have_no_lessons(client: Browser) -> None:
    assert client.get(f"{API}/lessons/penance").status_code == 404
    assert client.get(f"{API}/lessons/chess").status_code == 404
