"""What a piece sees is the same whether a field at hand tells it or it is looked for from cell to cell."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest

import sightline
from sightline.field.cell_field import CellField
from sightline.rules import Sight
from tests.field.test_cell_field import BOARDS, VALUES, field_of, rulings_of

FEW, MANY, PIECES = 5, 120, 4


def actors(scenario: sightline.Scenario) -> list[str]:
    return [piece.name for piece in scenario.position.pieces.values() if piece.as_terrain is None]


def compare(system: str, rng: Random, boards: int) -> None:
    for _ in range(boards):
        scenario = sightline.parse(BOARDS[system](rng))
        if scenario.position.is_free or not actors(scenario):
            continue
        scenario = rulings_of(scenario, rng)
        names = rng.sample(actors(scenario), min(PIECES, len(actors(scenario))))
        looked = [scenario.see(name).to_json() for name in names]
        field = scenario.field()
        assert [scenario.see(name).to_json() for name in names] == looked, scenario.to_yaml()
        del field


@pytest.mark.parametrize("system", BOARDS)
def test_a_field_shows_what_pieces_see(system: str) -> None:
    compare(system, Random(f"at once {system}"), FEW)


@pytest.mark.slow
@pytest.mark.parametrize("system", BOARDS)
def test_fields_tell_what_pieces_see_on_many_boards(system: str) -> None:
    compare(system, Random(f"many at once {system}"), MANY)


SHARED = """
sightline: 1
rules: hero5
map: {grid: hex, size: 7x5}
pieces:
  Giant: {at: C3, growth: 2}
  Ana: {at: C3, shrinking: 2}
  Bo: {at: F3}
"""


def test_who_shares_a_cell_with_a_giant_looks_around_him() -> None:
    # The field takes away whoever stands where lines begin; Giant is there all the same when Ana looks.
    scenario = sightline.parse(SHARED)
    before = {name: scenario.see(name).to_json() for name in actors(scenario)}
    field = field_of(scenario)
    assert {name: scenario.see(name).to_json() for name in actors(scenario)} == before
    assert scenario.see("Ana").cells["A3"] is Sight.IMPEDED
    assert field.see("C3")[field.cells.index("A3")] == VALUES[Sight.CLEAR]


PORTS = """
sightline: 1
rules: post-galactica
map: {grid: hex, size: 8x5}
pieces:
  Bunker: {at: [C3], building: true, side: red, tags: [Firing Ports]}
  Squad: {at: B3, side: red}
  Lone: {at: H1, side: red}
"""


def test_who_looks_through_a_building_is_no_plain_piece() -> None:
    scenario = sightline.parse(PORTS)
    before = {name: scenario.see(name).to_json() for name in actors(scenario)}
    field = scenario.field()
    assert {name: scenario.see(name).to_json() for name in actors(scenario)} == before
    del field


def test_a_field_is_not_kept_for_what_a_piece_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = sightline.parse(BOARDS["penance"](Random(1)))
    field = field_of(scenario)
    monkeypatch.setattr(CellField, "see", lambda *_: pytest.fail("asked"))
    del field
    assert scenario.see(actors(scenario)[0]).cells is not None


LARGE = """
sightline: 1
rules: penance
map: {grid: hex, size: 40x40}
pieces: {A: {at: C3, facing: N}}
"""
ASKING = """
import json, sys
import sightline
cells = sightline.parse(sys.stdin.read()).see("A").cells
print(json.dumps([len(cells), "numba" in sys.modules, "numpy" in sys.modules]))
"""


def test_nothing_is_loaded_to_see_a_large_map() -> None:
    done = subprocess.run([sys.executable, "-c", ASKING], input=LARGE, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [1599, False, False]
