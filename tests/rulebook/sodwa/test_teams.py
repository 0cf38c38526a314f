"""Section 1: what teams are worth, and how their formations are laid."""

from __future__ import annotations

import json

import pytest

import sightline
from sightline.formats.problems import Problem

BLUE = "{limit: 100, characters: {Cy: ranger}, formations: {line: {Cy: A1}}}"


def text(red: str, zone: str = "[A5:D6]", blue: str = BLUE) -> str:
    """Return two teams on a board of 6x6, whose second zone is C1:E2."""
    zones = f"{{red: {zone}, blue: [C1:E2]}}"
    return f"""
sightline: 1
rules: sodwa
map: {{grid: square, size: 6x6, zones: {zones}}}
teams:
  red: {red}
  blue: {blue}
"""


def red_of(points: int, limit: int) -> str:
    """Return a team of two characters, one of whom is worth 40 points."""
    stated = f"{{Ash: {{like: ranger, points: 40}}, Bo: {{like: brute, points: {points}}}}}"
    return f"{{limit: {limit}, characters: {stated}, formations: {{line: {{Ash: A1, Bo: B1}}}}}}"


def problems_of(stated: str) -> list[Problem]:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(stated)
    return list(refused.value.problems)


def standing(stated: str, **formations: str) -> dict[str, str]:
    """Return where everybody stands and faces as a battle begins."""
    pieces = sightline.battle(sightline.parse(stated), formations=formations).state.pieces
    return {name: f"{piece['at']} {piece['facing']}" for name, piece in pieces.items()}


@pytest.mark.clause("SOD-1.2", applies=True)
def test_sod_1_2_applies_to_a_team_above_the_limit() -> None:
    (problem,) = problems_of(text(red_of(61, 100)))
    assert (problem.key, problem.found) == ("teams.red.limit", "100")
    assert problem.message == "the team costs 101 points, but the limit is 100."


@pytest.mark.clause("SOD-1.2", applies=False)
def test_sod_1_2_does_not_keep_a_team_of_exactly_the_limit_out() -> None:
    assert set(standing(text(red_of(60, 100)))) == {"Ash", "Bo", "Cy"}
    assert set(standing(text(red_of(60, 99 + 2)))) == {"Ash", "Bo", "Cy"}


@pytest.mark.clause("SOD-1.3", applies=True)
def test_sod_1_3_applies_to_the_first_seat_whose_front_is_n() -> None:
    assert standing(text(red_of(60, 100)))["Ash"] == "A5 N"
    assert standing(text(red_of(60, 100)))["Bo"] == "B5 N"


@pytest.mark.clause("SOD-1.3", applies=True)
def test_sod_1_3_applies_to_the_second_seat_turned_by_180_degrees() -> None:
    blue = "{limit: 200, characters: {Cy: ranger, Di: adept}, formations: {line: {Cy: A1, Di: B2}}}"
    stands = standing(text(red_of(60, 100), blue=blue))
    assert (stands["Cy"], stands["Di"]) == ("E2 S", "D1 S")


@pytest.mark.clause("SOD-1.3", applies=True)
def test_sod_1_3_applies_to_the_formation_that_is_chosen() -> None:
    red = "{limit: 200, characters: {Ash: ranger}, formations: {left: {Ash: A1}, right: {Ash: D2}, back: {Ash: B2}}}"
    assert standing(text(red))["Ash"] == "A5 N"
    assert standing(text(red), red="right")["Ash"] == "D6 N"
    assert standing(text(red), red="back", blue="line")["Ash"] == "B6 N"
    record = json.loads(sightline.battle(sightline.parse(text(red)), formations={"red": "back"}).to_json())
    assert record["formations"] == {"red": "back", "blue": "line"}


@pytest.mark.clause("SOD-1.3", applies=True)
def test_sod_1_3_applies_to_a_zone_that_is_no_rectangle() -> None:
    red = "{limit: 200, characters: {Ash: ranger}, formations: {one: {Ash: B1}, other: {Ash: C2}}}"
    zone = "[B5, A6:C6]"
    assert standing(text(red, zone), red="one")["Ash"] == "B5 N"
    assert standing(text(red, zone), red="other")["Ash"] == "C6 N"


@pytest.mark.clause("SOD-1.3", applies=False)
def test_sod_1_3_does_not_lay_anybody_outside_the_zone() -> None:
    red = "{limit: 200, characters: {Ash: ranger}, formations: {off: {Ash: E1}, gap: {Ash: A1}}}"
    (wide, deep) = (problems_of(text(red)), problems_of(text(red.replace("E1", "A3"))))
    assert [problem.key for problem in wide + deep] == ["teams.red.formations.off.Ash"] * 2
    assert wide[0].message == "this tile is outside the zone of 'red'. Allowed: A1 to D2."
    gap = problems_of(text(red.replace("E1", "A2"), "[B5, A6:C6]"))
    assert [problem.key for problem in gap] == ["teams.red.formations.gap.Ash"]


@pytest.mark.clause("SOD-1.3", applies=False)
def test_sod_1_3_does_not_turn_pieces_in_place() -> None:
    pieces = "".join(
        f"\n  {name}: {{at: {at}, side: {side}, facing: W, melee: {{accuracy: 1, defense: 1, damage: 1}}, "
        "ranged: {accuracy: 1, defense: 1, damage: 1}}"
        for name, at, side in (("Ash", "A5", "red"), ("Cy", "A1", "blue"))
    )
    stated = f"sightline: 1\nrules: sodwa\nmap: {{grid: square, size: 6x6}}\npieces:{pieces}\n"
    assert standing(stated) == {"Ash": "A5 W", "Cy": "A1 W"}
    assert json.loads(sightline.battle(sightline.parse(stated)).to_json())["formations"] is None
