"""The screen of a match: portraits, and scenes of the board at any entry; what nobody may see of it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.server.matches.seats import API, Browser, Json, Person, fighting, live


def scene_of(person: Person | None, browser: Browser, battle: str, **asked: Any) -> Json:
    headers = {} if person is None else person.headers
    answer = browser.post(f"{API}/battles/{battle}/scene", json=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    scene: Json = answer.json()
    return scene


def test_everybody_of_a_roster_has_a_portrait(client: Browser) -> None:
    roster = client.get(f"{API}/rosters/sodwa").json()
    answer = client.get(roster["ranger"]["portrait"])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert "max-age" in answer.headers["cache-control"]
    assert all(each["portrait"] for each in roster.values())
    for path in ("sodwa/portraits/nobody", "chess/portraits/ranger", "penance/portraits/ranger"):
        assert client.get(f"{API}/rosters/{path}").status_code == 404


def test_the_computer_players_are_levels_of_a_battle(browser: Browser) -> None:
    players = browser.get(f"{API}/players/sodwa?lang=fr").json()
    assert [each["key"] for each in players] == ["greedy", "random"]
    assert players[0]["about"] == "prend le meilleur coup immédiat"
    assert browser.get(f"{API}/players/penance").status_code == browser.get(f"{API}/players/none").status_code == 404


@pytest.mark.slow
def test_a_scene_shows_the_battle_at_any_entry(browser: Browser) -> None:
    with fighting(browser) as fight:
        ann = fight.people[0]
        steps = [fight.step() for _ in range(4)]
        scenes = [scene_of(ann, browser, fight.id, after=step["n"]) for step in steps]
        for step, scene in zip(steps, scenes, strict=True):
            assert (scene["n"], scene["phase"]) == (step["n"], "battle")
            told = {name: piece["at"] for name, piece in step["state"]["pieces"].items()}
            assert {piece["name"]: piece["at"] for piece in scene["pieces"]} == told
            assert {turn["who"] for turn in scene["order"]} <= told.keys()
            lengths = [length["ticks"] for length in scene["lengths"]]
            assert lengths == sorted(lengths)
            turn = next((turn for turn in scene["order"] if turn["who"] == step["turn"]), None)
            assert (turn and turn["ticks"]) == (lengths[0] if lengths else None)
        assert scene_of(ann, browser, fight.id) == scenes[-1]
        assert scene_of(ann, browser, fight.id, after=steps[-1]["n"] + 100) == scenes[-1]
        # Layers that the screen has are not sent again.
        have = {layer["name"]: layer["hash"] for layer in scenes[-1]["layers"]}
        again = scene_of(ann, browser, fight.id, have=have)
        assert not [layer for layer in again["layers"] if "svg" in layer]


def test_a_scene_has_the_sheets_of_the_characters(browser: Browser) -> None:
    with fighting(browser) as fight:
        ann = fight.people[0]
        step = fight.step()
        scene = scene_of(ann, browser, fight.id, lang="fr")
        pieces = {name: piece for name, piece in step["state"]["pieces"].items() if "health" in piece}
        assert scene["sheets"].keys() == pieces.keys()
        roster = browser.get(f"{API}/rosters/sodwa").json()
        for name, sheet in scene["sheets"].items():
            assert (sheet["at"], sheet["side"]) == (pieces[name]["at"], pieces[name]["side"])
            assert sheet["health"] == {"now": pieces[name]["health"], "full": roster[sheet["like"]]["health"]}
            groups = {group["key"]: group["rows"] for group in sheet["groups"]}
            assert {*groups} == {"combat", "info", "initiative", "saves", "reduction"}
            assert [row["label"] for row in groups["saves"]] == ["Vigueur", "Réflexes", "Puissance"]
            assert {row["kind"] for row in groups["combat"]} == {"melee", "ranged"}
            assert (sheet["ticks"] is None) == (name == step["turn"])
            assert [ability["key"] for ability in sheet["abilities"]] == roster[sheet["like"]]["abilities"]
        sooner = {turn["who"]: turn["ticks"] for turn in reversed(scene["order"])}
        assert {name: scene["sheets"][name]["ticks"] for name in sooner if name != step["turn"]} == {
            name: ticks for name, ticks in sooner.items() if name != step["turn"]
        }


def test_scenes_of_one_moment_differ_by_what_is_asked_alone(browser: Browser) -> None:
    with fighting(browser) as fight:
        ann = fight.people[0]
        english, french = (scene_of(ann, browser, fight.id, lang=lang) for lang in ("en", "fr"))
        assert english["pieces"][0]["label"] != french["pieces"][0]["label"]
        dark = scene_of(ann, browser, fight.id, lang="en", colours="dark")
        assert dark["style"] != english["style"]
        assert {**dark, "style": None} == {**english, "style": None}
        assert scene_of(None, browser, fight.id, lang="en") == english
        assert scene_of(ann, browser, fight.id, lang="fr") == french


def layers_of(scene: Json) -> set[str]:
    return {layer["name"] for layer in scene["layers"]}


def test_a_scene_shows_where_a_character_can_go_and_what_an_action_would_do(browser: Browser) -> None:
    with fighting(browser) as fight:
        ann = fight.people[0]
        mover, _other = fight.mover()
        plain = scene_of(ann, browser, fight.id)
        legal = mover.do("legal")["answer"]
        move = next(action for action in legal if action["do"] == "move" and len(action["path"]) > 1)
        reach = scene_of(ann, browser, fight.id, chosen=move["who"])
        sketched = scene_of(ann, browser, fight.id, action=move)
        for scene in (reach, sketched):
            assert {"steps", "numbers"} <= layers_of(scene) - layers_of(plain)
            assert scene["pieces"] == plain["pieces"]
            kept = {layer["name"]: layer["hash"] for layer in scene["layers"]}
            assert all(kept[layer["name"]] == layer["hash"] for layer in plain["layers"])
        assert reach["caption"] != sketched["caption"] == ""
        ended = scene_of(ann, browser, fight.id, action=next(each for each in legal if each["do"] == "end"))
        assert ended["layers"] == plain["layers"]
        # The picture is that of the entry: what is legal later was not then.
        fight.red.do("action", action=move) if mover is fight.red else fight.blue.do("action", action=move)
        refused = ann.post(f"/battles/{fight.id}/scene", {"action": move})
        assert refused.status_code == 409
        assert refused.json()["message"]
        assert ann.post(f"/battles/{fight.id}/scene", {"action": move, "after": fight.start["n"]}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"chosen": "Nobody"}, "chosen"),
        ({"action": {}}, "action"),
        ({"action": {"do": "fly"}}, "action"),
        ({"action": {"do": "move", "who": 3, "path": "x"}}, "action"),
        ({"action": []}, "action"),
    ],
)
def test_a_scene_of_nobody_and_of_no_action_is_refused(browser: Browser, asked: Json, key: str) -> None:
    with fighting(browser) as fight:
        answer = fight.people[0].post(f"/battles/{fight.id}/scene", asked)
        assert answer.status_code == 422
        assert [each["key"] for each in answer.json()["errors"]] == [key]


def test_steps_are_told_in_words_with_their_findings(browser: Browser) -> None:
    with fighting(browser, takebacks=True) as fight:
        ann = fight.people[0]
        steps = [fight.step() for _ in range(5)]
        told = ann.get(f"/battles/{fight.id}/words?lang=fr").json()
        assert [each["n"] for each in told] == [fight.start["n"], *(step["n"] for step in steps)]
        assert [each["who"] for each in told] == [None, *(step["by"] for step in steps)]
        assert all(each["words"] for each in told)
        assert all({"clause", "why", "effect"} <= finding.keys() for each in told for finding in each["findings"])
        behind = ann.get(f"/battles/{fight.id}/words?after={steps[2]['n']}&lang=fr").json()
        assert behind == told[4:]
        assert ann.get(f"/battles/{fight.id}/words?after={steps[-1]['n']}").json() == []
        mover, other = (fight.red, fight.blue) if steps[-1]["by"] == "red" else (fight.blue, fight.red)
        mover.do("offer", offer="takeback")
        other.do("answer", answer="yes")
        mover.until("taken-back")
        assert ann.get(f"/battles/{fight.id}/words?lang=fr").json() == told
        assert ann.get(f"/battles/{fight.id}/words?lang=xx").status_code == 422
        assert ann.get(f"/battles/{fight.id}/words?after=x").status_code in (400, 422)


@pytest.mark.slow
def test_nobody_is_told_words_before_their_time(browser: Browser) -> None:
    ann, eve = Person(browser), Person(browser, "Eve")
    battle = ann.make(spectators=None)["id"]
    assert eve.get(f"/battles/{battle}/words").status_code == 403
    assert ann.get(f"/battles/{battle}/words").json() == []
    with fighting(browser, spectators=2.0) as fight:
        time.sleep(2.1)
        step = fight.step()
        assert [each["n"] for each in eve.get(f"/battles/{fight.id}/words").json()] in ([], [fight.start["n"]])
        time.sleep(2.1)
        assert eve.get(f"/battles/{fight.id}/words").json()[-1]["n"] == step["n"]


def test_a_scene_after_a_takeback_is_the_one_before(browser: Browser) -> None:
    with fighting(browser) as fight:
        ann = fight.people[0]
        step = fight.step()
        mover, other = (fight.red, fight.blue) if step["by"] == "red" else (fight.blue, fight.red)
        assert mover.do("offer", offer="takeback")["type"] == "done"
        assert other.do("answer", answer="yes")["type"] == "done"
        taken = mover.until("taken-back")
        start, moved, back = (
            scene_of(ann, browser, fight.id, after=n) for n in (fight.start["n"], step["n"], taken["n"])
        )
        assert moved["pieces"] != start["pieces"] or moved["order"] != start["order"]
        assert {**back, "n": 0} == {**start, "n": 0}


def test_a_scene_knows_no_formations_before_both_are_chosen(browser: Browser) -> None:
    ann, bob = Person(browser), Person(browser, "Bob")
    battle = ann.make()
    bare = scene_of(ann, browser, battle["id"])
    assert (bare["n"], bare["phase"], bare["order"]) == (2, "seats", [])
    bob.join(battle)
    with live(browser, battle["id"], ann) as red, live(browser, battle["id"], bob) as blue:
        name = next(iter(ann.get("/teams/sodwa?limit=300").json()[0]["formations"]))
        red.do("formation", name=name)
        for person in (ann, bob, None):
            scene = scene_of(person, browser, battle["id"])
            assert scene["phase"] == "formations"
            assert scene["pieces"] == bare["pieces"]
        blue.do("formation", name=name)
        laid = red.until("formations")
        scene = scene_of(bob, browser, battle["id"])
        assert (scene["n"], scene["phase"]) == (laid["n"], "dice")
        placed = {name: tile for each in laid["formations"].values() for name, tile in each["tiles"].items()}
        assert {piece["name"] for piece in scene["pieces"] if piece["side"]} == placed.keys()
        assert scene_of(None, browser, battle["id"], after=laid["n"] - 1)["pieces"] == bare["pieces"]


@pytest.mark.slow
def test_spectators_see_scenes_as_late_as_entries(browser: Browser) -> None:
    with fighting(browser, spectators=2.0) as fight:
        time.sleep(2.1)
        step = fight.step()
        assert scene_of(None, browser, fight.id, after=step["n"])["n"] < step["n"]
        time.sleep(2.1)
        assert scene_of(None, browser, fight.id, after=step["n"])["n"] == step["n"]


def test_scenes_that_nobody_else_may_see(browser: Browser) -> None:
    ann, eve = Person(browser), Person(browser, "Eve")
    hidden, delayed = ann.make(spectators=None)["id"], ann.make(spectators=3600)["id"]
    assert eve.post(f"/battles/{hidden}/scene", {}).status_code == 403
    assert eve.post(f"/battles/{delayed}/scene", {}).status_code == 404
    assert eve.post("/battles/nothing/scene", {}).status_code == 404
    assert ann.post(f"/battles/{hidden}/scene", {}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"after": "x"}, "after"),
        ({"colours": "neon"}, "colours"),
        ({"lang": "xx"}, "lang"),
        ({"have": []}, "have"),
        ({"seed": 1}, "seed"),
    ],
)
def test_wrong_requests_of_scenes_are_refused_with_their_places(browser: Browser, asked: Json, key: str) -> None:
    ann = Person(browser)
    answer = ann.post(f"/battles/{ann.make()['id']}/scene", asked)
    assert answer.status_code == 422
    assert [each["key"] for each in answer.json()["errors"]] == [key]
