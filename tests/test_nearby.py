"""The other pieces as one sees them, in words: for who does not see the picture."""

from __future__ import annotations

import pytest

import sightline

ROOM = """
sightline: 1
rules: hero5
map: {grid: hex, hexes: pointy odd-r, size: 9x5, terrain: {blocking: [F2:F4]}}
pieces:
  Ana: {at: D3, side: red}
  Bo: {at: H3, side: blue}
  Cy: {at: E2, side: blue}
  Di: {at: A3, side: red}
"""


def test_pieces_are_told_nearest_first_with_direction_and_sight() -> None:
    found = sightline.parse(ROOM).nearby("Ana")
    assert [each.words for each in found] == [
        "Cy: 2 cells north-east, sight clear",
        "Di: 3 cells west, sight clear",
        "Bo: 4 cells east, sight blocked",
    ]
    assert [(each.name, each.distance, each.direction, each.sight) for each in found][2] == ("Bo", 4, "E", "blocked")


def test_they_are_told_in_french() -> None:
    found = sightline.parse(ROOM, language="fr").nearby("Ana")
    assert found[0].words == "Cy\u00a0: 2 cases nord-est, vue dégagée"


def test_on_a_table_distances_are_inches() -> None:
    text = """
sightline: 1
rules: post-galactica
map: {grid: free, size: 24x24}
pieces:
  Ana: {at: [12, 12], base: 25.4mm, side: red}
  Bo: {at: [12, 6], base: 25.4mm, side: blue}
  Cy: {at: [20, 20], base: 25.4mm, side: blue}
"""
    found = sightline.parse(text).nearby("Ana")
    assert [(each.name, each.distance, each.direction) for each in found] == [
        ("Bo", 5.0, "N"),
        ("Cy", pytest.approx(10.3137), "SE"),
    ]
    assert found[0].words == "Bo: 5″ north, sight clear"


def test_a_piece_in_the_same_place_has_no_direction() -> None:
    text = """
sightline: 1
rules: hero5
map: {grid: hex, size: 3x3}
pieces: {Ana: {at: B2, side: red, shrinking: 5}, Bo: {at: B2, side: red, shrinking: 5}}
"""
    (found,) = sightline.parse(text).nearby("Ana")
    assert (found.distance, found.direction) == (0, None)
    assert found.words == "Bo: 0 cells, sight clear"


def test_who_sees_is_told_them_on_the_screen() -> None:
    scenario = sightline.parse(ROOM)
    assert scenario.see("Ana").screen().nearby == scenario.nearby("Ana")
    assert scenario.shot("Ana", "Cy").screen().nearby is None


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(sightline.ScenarioError, match="there is no piece 'Zoe'"):
        sightline.parse(ROOM).nearby("Zoe")
