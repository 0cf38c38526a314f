"""Reach from all sources agrees with the answer for one piece, put there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import cast

import numpy as np
import pytest

import sightline
from sightline.field.cell_field import CellField
from sightline.field.reach import all_sources
from sightline.field.reach.reach_types import Costs
from sightline.rules import Place, Reach, Steps, Stepwise, require
from tests.reference.boards import many
from tests.reference.hero5 import boards as hero5_worlds
from tests.reference.penance import boards as penance_worlds
from tests.reference.penance import movement_model as movement
from tests.reference.post_galactica import boards as post_galactica_boards
from tests.reference.sodwa import movement_boards as sodwa_grounds

FEW, MANY = 4, many(100)
PLACES = 3
"""The number of places of a board that are compared."""

BOARDS: Mapping[str, Callable[[Random], str]] = {
    "penance": lambda rng: penance_worlds.to_yaml(movement.random_march(rng)),
    "hero5": lambda rng: hero5_worlds.to_yaml(hero5_worlds.random_world(rng)),
    "post-galactica": lambda rng: post_galactica_boards.to_yaml(post_galactica_boards.random_world(rng)),
    "sodwa": lambda rng: sodwa_grounds.to_yaml(sodwa_grounds.random_ground(rng)),
}
Counts = Counter[str]


def costs_of(labels: tuple[str, ...], row: Costs) -> dict[str, int]:
    return {labels[at]: int(row[at]) for at in np.flatnonzero(row != np.iinfo(row.dtype).max)}


def costs_in(scenario: sightline.Scenario, name: str, *, to_stop: bool) -> dict[str, int]:
    reach = cast("Reach[Place]", scenario.reach(name))
    return {label: place.cost for label, place in reach.cells.items() if place.may_stop or not to_stop}


def compare(rng: Random, system: str) -> Counts:
    """Compare what a piece of a random board reaches, and count what was compared."""
    text = BOARDS[system](rng)
    scenario = sightline.parse(text)
    name = rng.choice([piece.name for piece in scenario.position.pieces.values() if piece.as_terrain is None])
    where, field, to_stop = f"{name} moves in\n{text}", scenario.field(), rng.random() < 0.5
    assert isinstance(field, CellField)
    labels, every = field.places(name), field.reach(name, to_stop=to_stop)
    assert costs_of(labels, field.reaches(to_stop=to_stop)[name]) == costs_in(scenario, name, to_stop=to_stop), where
    counts = Counter({"boards": 1, f"to stop: {to_stop}": 1})
    for start in rng.sample(range(len(labels)), min(PLACES, len(labels))):
        found = costs_of(labels, every[start])
        try:
            there = scenario.with_piece(name, at=labels[start])
        except sightline.ScenarioError:
            assert not found, f"from {labels[start]} {where}"
            counts["places where it cannot stand"] += 1
        else:
            assert found == costs_in(there, name, to_stop=to_stop), f"from {labels[start]} {where}"
            counts["places"] += 1
            counts["more than one cost"] += len(set(found.values())) > 2
    return counts


@pytest.mark.parametrize("system", BOARDS)
def test_a_few_boards_agree(system: str) -> None:
    rng = Random(f"few {system}")
    total = sum((compare(rng, system) for _ in range(FEW)), Counter())
    assert total["places"] > FEW


@pytest.mark.slow
@pytest.mark.parametrize("system", BOARDS)
@pytest.mark.parametrize("shard", range(2))
def test_many_boards_agree(system: str, shard: int) -> None:
    rng = Random(f"many {system} {shard}")
    total = sum((compare(rng, system) for _ in range(MANY)), Counter())
    assert min(total[what] for what in ("places where it cannot stand", "more than one cost", "to stop: True")) > 0


@pytest.mark.slow
@pytest.mark.parametrize("system", BOARDS)
def test_patterns_change_nothing(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One query per pattern gives the graph that one query per node gives."""
    rng = Random(f"alike {system}")
    for _ in range(FEW):
        text = BOARDS[system](rng)
        scenario = sightline.parse(text)
        field = scenario.field()
        assert isinstance(field, CellField)
        for name in rng.sample([piece.name for piece in scenario.position.pieces.values() if not piece.as_terrain], 1):
            steps = require(scenario.rules, Stepwise).steps(scenario.position, scenario.position.pieces[name])
            once = field.reach(name)
            with monkeypatch.context() as patch:
                patch.setattr(type(steps), "is_near", property(lambda _: False))
                assert (field.reach(name) == once).all(), f"{name} moves in\n{text}"


@pytest.mark.parametrize("system", BOARDS)
def test_little_memory_changes_nothing(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(f"room {system}")
    for _ in range(3):
        text = BOARDS[system](rng)
        scenario = sightline.parse(text)
        field = scenario.field()
        assert isinstance(field, CellField)
        name = next(piece.name for piece in scenario.position.pieces.values() if piece.as_terrain is None)
        at_once = field.reach(name, to_stop=True)
        with monkeypatch.context() as patch:
            patch.setattr(all_sources, "MAX_WORKSPACE", 0)
            assert (field.reach(name, to_stop=True) == at_once).all(), f"{name} moves in\n{text}"


def check_everywhere(scenario: sightline.Scenario, name: str) -> None:
    """Compare what a piece reaches from its place, and from every place of the board."""
    field = scenario.field()
    assert isinstance(field, CellField)
    labels = field.places(name)
    for to_stop in (False, True):
        assert costs_of(labels, field.reaches(to_stop=to_stop)[name]) == costs_in(scenario, name, to_stop=to_stop)
        for label, row in zip(labels, field.reach(name, to_stop=to_stop), strict=True):
            there = scenario.with_piece(name, at=label)
            assert costs_of(labels, row) == costs_in(there, name, to_stop=to_stop), label


@pytest.mark.parametrize("diagonals", ["one", "alternating"])
def test_portals_lead_far(diagonals: str) -> None:
    """A step through a portal costs 1, however far it leads."""
    scenario = sightline.parse(
        f"{{sightline: 1, rules: sodwa, rulings: {{diagonals: {diagonals}}}, map: {{grid: square, size: 7x2, "
        "terrain: {difficult: [D1, F2]}, links: [[B1, F1], [C2, F2]]}, pieces: {Ana: {at: A1, move: 4}}}"
    )
    check_everywhere(scenario, "Ana")
    assert costs_in(scenario, "Ana", to_stop=True)["G1"] == 3


@pytest.mark.parametrize("effect", ["immobilize", "stasis"])
def test_who_is_held_reaches_nothing(effect: str) -> None:
    scenario = sightline.parse(
        "{sightline: 1, rules: sodwa, map: {grid: square, size: 3x2}, "
        f"pieces: {{Ana: {{at: A1, effects: [{effect}]}}}}}}"
    )
    check_everywhere(scenario, "Ana")
    assert costs_in(scenario, "Ana", to_stop=False) == {"A1": 0}


@pytest.mark.slow
def test_every_way_of_moving_is_among_them() -> None:
    """Free steps, forced steps, states, and cells that must be in sight."""
    rng, found = Random("ways of moving"), Counter[str]()
    for system, board in BOARDS.items():
        for _ in range(60):
            scenario = sightline.parse(board(rng))
            for piece in scenario.position.pieces.values():
                if piece.as_terrain is None:
                    found.update(_traits(require(scenario.rules, Stepwise).steps(scenario.position, piece), piece))
            assert system == scenario.rules.key
    assert {"near", "far", "out of sight: enter", "out of sight: stop", "out of sight: None", "always"} <= found.keys()


def _traits(steps: Steps[object], piece: object) -> list[str]:
    always = ["always"] if steps.can_always_step else []
    return ["near" if steps.is_near else "far", f"out of sight: {steps.out_of_sight}", *always]
