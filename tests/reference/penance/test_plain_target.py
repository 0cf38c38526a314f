"""The plain target of `threat` is hit on side 1 from everywhere, whoever picks at a corner."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline.board import parse_cell
from sightline.rules import installed_systems
from tests.reference import geometry
from tests.reference.boards import HEX_LAYOUTS
from tests.reference.penance.boards import RULINGS, World, to_yaml
from tests.reference.penance.test_model import piece

COLUMNS = ROWS = 7


@pytest.mark.parametrize("middle", ["D4", "C3"])
@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_the_plain_target_is_hit_in_front(layout: str, middle: str) -> None:
    labels = [geometry.format_cell((x, y)) for y in range(ROWS) for x in range(COLUMNS)]
    facing = "N" if layout.startswith("flat") else "E"
    cells: dict[str, tuple[frozenset[str], int]] = {label: (frozenset(), 0) for label in labels}
    pieces = {"A": piece(middle, facing), "Z": piece("A1", facing, "blue", "none")}
    scenario = sightline.parse(to_yaml(World(layout, COLUMNS, ROWS, cells, pieces)))
    corners = 0
    for label in labels:
        if label != middle:
            sides = _sides_hit(scenario, label)
            assert sides == dict.fromkeys(RULINGS["corner-entry"], 1), label
            corners += len(geometry.edges_towards(layout, label, middle)) == 2
    assert corners >= 6


def _sides_hit(scenario: sightline.Scenario, label: str) -> dict[str, int]:
    board = scenario.board
    cell = parse_cell(board, label)
    plain = installed_systems()["penance"].dummy_target(scenario.position, cell, "blue", board.pieces["A"])
    stated = {key: getattr(plain, key) for key in ("side", "facing", "shield", "moved", "moved_last_turn", "defense")}
    assert (plain.at, stated["side"], stated["shield"]) == (cell, "blue", "none")
    assert [stated[key] for key in ("moved", "moved_last_turn", "defense")] == [0, 0, 0]
    there = scenario.with_piece("Z", at=label, facing=str(stated["facing"]))
    choices = RULINGS["corner-entry"]
    shots: dict[str, Any] = {each: there.with_rulings({"corner-entry": each}).shot("A", "Z") for each in choices}
    return {choice: shot.side_hit for choice, shot in shots.items()}
