"""Teams that somebody builds: what the server finds of them, and their files."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from tests.server.matches.seats import API, Browser, Json

TEAM = {
    "limit": 200,
    "characters": {"Ann": "ranger", "Bob": "brute"},
    "formations": {"line": {"Ann": "A1", "Bob": "B1"}},
}


def check(browser: Browser, team: Any, **more: Any) -> Json:
    answer = browser.post(f"{API}/teams/sodwa/check", json={"team": team, **more})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_a_team_that_is_right_is_told_with_its_points_and_its_file(client: Browser) -> None:
    found = check(client, TEAM, map="the-lock")
    assert (found["problems"], found["points"]) == ([], 170)
    assert found["team"] == {"sightline": 1, "rules": "sodwa", **TEAM}
    again = check(client, found["text"])
    assert again == found
    assert sightline.parse_team(found["text"]).points == 170


@pytest.mark.parametrize(
    ("changes", "key", "points"),
    [
        ({"limit": 100}, "limit", 170),
        ({"formations": {"line": {"Ann": "A1", "Bob": "A1"}}}, "formations.line.Bob", 170),
        ({"formations": {}}, "formations", 170),
        ({"characters": {}, "formations": {"line": {}}}, "characters", 0),
        ({"characters": {"Ann": "wizzard"}, "formations": {"line": {"Ann": "A1"}}}, "characters.Ann", None),
        ({"characters": 1}, "characters", None),
        ({"titel": 1}, "titel", 170),
    ],
)
def test_what_is_wrong_is_listed_with_the_points_all_the_same(
    client: Browser, changes: Json, key: str, points: int | None
) -> None:
    found = check(client, TEAM | changes)
    assert [problem["key"] for problem in found["problems"]] == [key]
    assert (found["points"], found["team"], found["text"]) == (points, None, None)


def test_a_team_that_does_not_fit_on_a_map_is_told_once(client: Browser) -> None:
    found = check(client, TEAM | {"formations": {"line": {"Ann": "A1", "Bob": "A9"}}}, map="the-lock")
    assert {problem["key"] for problem in found["problems"]} == {"formations.line.Bob"}
    assert found["text"] is not None


def test_problems_of_a_file_have_their_places(client: Browser) -> None:
    text = "sightline: 1\nrules: sodwa\nlimit: x\ncharacters: {A: brute}\nformations: {l: {A: A1}}\n"
    [problem] = check(client, text)["problems"]
    assert (problem["key"], problem["line"], problem["column"]) == ("limit", 3, 8)
    [problem] = check(client, TEAM | {"limit": 1}, lang="fr")["problems"]
    assert "la limite" in problem["message"]


def test_other_systems_and_maps_are_refused(client: Browser) -> None:
    for system in ("chess", "penance"):
        assert client.post(f"{API}/teams/{system}/check", json={"team": TEAM}).status_code == 404
    answer = client.post(f"{API}/teams/sodwa/check", json={"team": TEAM, "map": "the-lok"})
    assert [problem["key"] for problem in answer.json()["errors"]] == ["map"]
    assert client.post(f"{API}/teams/sodwa/check", json={"team": 1}).status_code == 422


def test_characters_are_told_in_words(client: Browser) -> None:
    medic = client.get(f"{API}/rosters/sodwa", headers={"Accept-Language": "fr"}).json()["medic"]
    assert medic["numbers"]["Santé"] == "11"
    assert medic["can"][0]["title"] == "Guérison"
    assert medic["can"][0]["clause"] == "SOD-8.8"
    roster = client.get(f"{API}/rosters/sodwa").json()
    assert roster["brute"]["traits"] == ["melee", "physical"]
    assert roster["sharpshooter"]["traits"] == ["ranged", "physical"]
    assert client.get(f"{API}/maps/sodwa").json()["the-lock"]["zones"] == {"red": [12, 2], "blue": [12, 2]}
