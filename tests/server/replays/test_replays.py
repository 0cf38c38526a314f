"""Records that are sent: played again, told, drawn; and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sightline
from sightline.players import play_out
from tests.battles.duel import DUEL
from tests.server.matches.seats import API, Browser, Json, fighting


def fought() -> sightline.Battle:
    battle = sightline.battle(sightline.parse(DUEL), seed=3)
    play_out(battle, ("greedy", "random"))
    return battle


def asked(browser: Browser, path: str, record: str, **fields: Any) -> Json:
    answer = browser.post(f"{API}/{path}", json={"record": record, **fields})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_a_record_is_played_again_and_told(client: Browser) -> None:
    battle = fought()
    found = asked(client, "replay", battle.record())
    assert found["record"] == json.loads(battle.to_json())
    assert found["title"] == "A duel"
    steps = battle.run.steps
    assert [step["words"] for step in found["steps"]] == [[*battle.run.tell(step)] for step in steps]
    assert [step["turn"] for step in found["steps"]] == [battle.run.game.active(step.state) for step in steps]
    attack = next(
        step for step in found["steps"] if found["record"]["steps"][step["n"] - 1]["action"]["do"] == "attack"
    )
    assert "SOD-5.2" in [finding["clause"] for finding in attack["findings"]]
    assert {side: luck["hits"] for side, luck in found["luck"].items()} == {
        side: luck["hits"] for side, luck in battle.luck().items()
    }
    french = asked(client, "replay", battle.record(), lang="fr")
    assert french["record"] == found["record"]
    assert french["steps"][-1]["words"] != found["steps"][-1]["words"]


def test_a_scene_shows_the_board_after_any_step(client: Browser) -> None:
    battle = fought()
    record = json.loads(battle.to_json())
    states = [record["start"], *(step["state"] for step in record["steps"])]
    for n in (0, 1, len(states) // 2, len(states) - 1):
        scene = asked(client, "replay/scene", battle.record(), after=n)
        standing = {name: each["at"] for name, each in states[n]["pieces"].items() if each["at"]}
        assert {piece["name"]: piece["at"] for piece in scene["pieces"]} == standing
        assert scene["n"] == n
        assert bool(scene["order"]) == (n < len(states) - 1)
    assert asked(client, "replay/scene", battle.record(), after=10**9) == scene
    have = {layer["name"]: layer["hash"] for layer in scene["layers"]}
    again = asked(client, "replay/scene", battle.record(), after=10**9, have=have)
    assert not [layer for layer in again["layers"] if "svg" in layer]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [('"success": false', '"success": true', "steps."), ("Sightline battle record 1", "Something", None)],
)
def test_what_is_wrong_with_a_record_is_told(client: Browser, old: str, new: str, key: str | None) -> None:
    answer = client.post(f"{API}/replay", json={"record": fought().record().replace(old, new, 1)})
    assert answer.status_code == 422
    [problem] = answer.json()["errors"]
    assert problem["line"]
    assert (problem["key"] or "").startswith(key or "")


@pytest.mark.slow
def test_a_record_larger_than_what_is_answered_is_refused(client: Browser) -> None:
    answer = client.post(f"{API}/replay", json={"record": fought().record() + "x" * (2 << 20)})
    assert answer.status_code == 413
    wide = sightline.battle(sightline.parse(DUEL.replace("size: 5x3", "size: 201x200"))).record()
    answer = client.post(f"{API}/replay", json={"record": wide})
    assert [(problem["key"], answer.status_code) for problem in answer.json()["errors"]] == [("map", 422)]


def test_the_json_of_a_battle_here_is_that_of_its_record(browser: Browser) -> None:
    with fighting(browser) as fight:
        fight.step()
        ann = fight.people[0]
        text = ann.get(f"/battles/{fight.id}/record").text
        found = ann.get(f"/battles/{fight.id}/record.json")
        assert found.headers["content-type"].startswith("application/json")
        assert found.json() == json.loads(sightline.replay(text).to_json())
        assert found.json()["seed"] is None
        assert asked(browser, "replay", text)["record"] == found.json()
