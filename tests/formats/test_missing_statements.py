"""What a piece should state besides, where that is no key that every piece needs."""

from __future__ import annotations

import pytest

import sightline

UNARMED = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 3x3}
pieces:
  A: {at: A1}
"""
NUMBERS = "{accuracy: 3, defense: 100, damage: 1}"


def test_a_missing_key_is_pointed_at_the_name_of_its_piece() -> None:
    with pytest.raises(sightline.ScenarioError) as caught:
        sightline.parse(UNARMED.replace("A1", f"A1, melee: {NUMBERS}"))
    [problem] = caught.value.problems
    assert (problem.key, problem.line, problem.column, problem.found) == ("pieces.A.ranged", 5, 3, None)


def test_what_is_stated_instead_is_not_taken_for_what_is_missing() -> None:
    with pytest.raises(sightline.ScenarioError) as caught:
        sightline.parse(UNARMED).with_piece("A", melee={"accuracy": 3, "defense": 100, "damage": 1})
    [problem] = caught.value.problems
    assert (problem.key, problem.found, problem.nearest) == ("pieces.A.ranged", None, None)
