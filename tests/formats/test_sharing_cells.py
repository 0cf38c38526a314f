"""Who is told to be in the way in a cell that some may share."""

from __future__ import annotations

import pytest

import sightline

TILE = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 2x1}
pieces:
  Ana: {at: A1}
  crate: {at: A1, kind: object}
  car: {at: A1, kind: object}
"""


def test_objects_are_on_a_tile_in_any_number() -> None:
    scenario = sightline.parse(TILE)
    assert sightline.parse(scenario.to_yaml()) == scenario


def test_a_second_character_is_in_the_way_and_an_object_is_not() -> None:
    with pytest.raises(sightline.ScenarioError) as caught:
        sightline.parse(TILE.replace("  car: {at: A1, kind: object}", "  Bo: {at: A1}"))
    [problem] = caught.value.problems
    assert (problem.key, problem.message) == ("pieces.Bo.at", "'Ana' already stands at A1.")


@pytest.mark.parametrize("change", [{"is": "obstructing"}, {"is": "obstructing-indoor", "at": "A1"}])
def test_an_object_cannot_be_made_a_wall_under_a_character(change: dict[str, str]) -> None:
    scenario = sightline.parse(TILE.replace("  car: {at: A1, kind: object}\n", ""))
    with pytest.raises(sightline.ScenarioError) as caught:
        scenario.with_piece("crate", **change)
    [problem] = caught.value.problems
    assert problem.key in {"pieces.crate.is", "pieces.crate.at"}
    assert problem.message.startswith("'Ana' cannot be at A1")
    sightline.parse(scenario.with_piece("crate", at="B1", **{"is": "obstructing"}).to_yaml())
