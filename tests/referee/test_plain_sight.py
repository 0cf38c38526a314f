"""`see`, `threat` and `advise` by whole boards answer what they do cell by cell; limits leave out nothing allowed.

What is kept of one attack for other rulings changes no answer either.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import count, islice
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

import sightline
from sightline.api.board_sight import BoardSight
from sightline.field.cell_field import CellField
from sightline.lattice import Cell
from sightline.referee.advice import advise
from sightline.referee.chances import Chances
from sightline.referee.judge import build_attack, judge
from sightline.referee.plain_sight import CLEAR, plainly_seen
from sightline.referee.see import see
from sightline.referee.threat import threat
from sightline.rules import AttackLimits, Movable, Position, Ruleset, Sight, require
from sightline.sight import PlannedSight
from tests.field.test_cell_field import BOARDS
from tests.reference.boards import many

FEW, MANY = 1, many(2)
SMALL = 30
"""The cells times the pieces of a board that is compared in no time."""


def is_small(system: str, seed: str) -> bool:
    """Return whether a random board has few cells and pieces."""
    position = sightline.parse(BOARDS[system](Random(seed))).position
    return not position.is_free and len([*position.board]) * len(position.pieces) <= SMALL


def check_board(system: str, seed: str) -> None:
    """Compare the answers on a random board, on which rulings are chosen at random."""
    rng = Random(seed)
    scenario = sightline.parse(BOARDS[system](rng))
    if scenario.position.is_free:
        return
    scenario = scenario.with_rulings({ruling.name: rng.choice(ruling.choices) for ruling in scenario.rules.rulings})
    check_scenario(scenario, seed)


def check_scenario(scenario: sightline.Scenario, title: str) -> None:
    """Compare the answers about all pieces and sides of a scenario."""
    rules, position = scenario.rules, scenario.position
    where = f"{title}:\n{scenario.to_yaml()}"
    sight = BoardSight(require(rules, PlannedSight), position)
    for name in scenario.actors:
        piece = position.pieces[name]
        assert see(rules, position, piece, sight) == see(rules, position, piece), f"{name} in {where}"
        if name == scenario.actors[0] and isinstance(rules, Movable):
            with one_by_one(rules):
                advice = advise(rules, position, piece)
            assert advise(rules, position, piece, sight) == advice, f"advise {name} in {where}"
    check_clear_views(rules, position, sight, where)
    for side in sorted({piece.side for piece in position.pieces.values() if piece.side is not None}):
        with one_by_one(rules):
            wanted = threat(rules, position, side)
        assert threat(rules, position, side) == wanted, f"threat to {side} in {where}"
        assert threat(rules, position, side, sight) == wanted, f"threat to {side} by whole boards in {where}"


def check_clear_views(rules: Ruleset[Any], position: Position, sight: BoardSight, where: str) -> None:
    """Compare what pieces see of plain ones in cells that they see clearly with what the system finds for each."""
    for piece in position.pieces.values():
        seen = plainly_seen(rules, position, piece, sight) if piece.as_terrain is None else None
        for index, byte in enumerate(seen or ()):
            if byte == CLEAR:
                target = rules.dummy_target(position, position.board.cell_at(index), "red", piece)
                there = position.with_surface(position.board.with_sole_occupant(target))
                view = rules.clear_view(there, piece, target)
                assert view in (None, rules.view(there, piece, target, None)), f"{piece.name} in {where}"


@contextmanager
def one_by_one(rules: Ruleset[Any]) -> Iterator[None]:
    """Judge all attacks within, without limits, each in full and anew."""

    def unlimited(*_: Any) -> AttackLimits:
        return AttackLimits()

    def judged(_: Chances, position: Position, *attack: Any) -> Fraction | None:
        odds = judge(rules, build_attack(rules, position, *attack)).odds
        return None if odds is None else odds.hit

    with patch.object(type(rules), "attack_limits", unlimited), patch.object(Chances, "find", judged):
        yield


@pytest.mark.parametrize("system", BOARDS)
def test_whole_boards_agree_with_single_cells(system: str) -> None:
    seeds = (f"plain sight {system} {number}" for number in count())
    for seed in islice((seed for seed in seeds if is_small(system, seed)), FEW):
        check_board(system, seed)


@pytest.mark.slow
@pytest.mark.parametrize("system", BOARDS)
def test_many_whole_boards_agree_with_single_cells(system: str) -> None:
    for number in range(MANY):
        check_board(system, f"plain sight {system} {number}")


SHARED = """
sightline: 1
rules: hero5
map: {grid: hex, size: 7x5}
pieces:
  Giant: {at: C3, growth: 2}
  Ana: {at: C3, shrinking: 2}
  Bo: {at: F3}
"""
PORTS = """
sightline: 1
rules: post-galactica
map: {grid: hex, size: 8x5}
pieces:
  Bunker: {at: [C3], building: true, side: red, tags: [Firing Ports]}
  Squad: {at: B3, side: red}
  Lone: {at: H1, side: red}
"""


@pytest.mark.parametrize("text", [SHARED, PORTS], ids=["in the cell of a giant", "through a building"])
def test_pieces_that_see_otherwise_than_plain_ones(text: str) -> None:
    check_scenario(sightline.parse(text), "apart")


def test_who_shares_a_cell_with_a_giant_looks_around_him() -> None:
    # A field takes away whoever stands where lines begin; Giant is there all the same when Ana looks.
    scenario = sightline.parse(SHARED)
    assert scenario.see("Ana").cells["A3"] is Sight.IMPEDED
    sight = BoardSight(require(scenario.rules, PlannedSight), scenario.position)
    assert sight(scenario.position, Cell(2, 1))[scenario.board.columns * 2] == 2


def test_rulings_that_sight_does_not_consult_share_a_field() -> None:
    position = (scenario := sightline.parse(EMPTY.format(size="9x9"))).position
    with patch("sightline.field.cell_field.CellField", wraps=CellField) as built:
        sight = BoardSight(require(scenario.rules, PlannedSight), position)
        for changed in (("advantage", "adds"), ("hexside", "either"), ("near", "crosses"), ("hexside", "either")):
            sight(position.with_rulings(position.rulings.with_choice(*changed)), Cell(2, 1))
    assert built.call_count == 2


EMPTY = """
sightline: 1
rules: penance
map: {{grid: hex, size: {size}}}
pieces: {{A: {{at: C3, facing: N}}}}
"""
ASKING = """
import json, sys
import sightline
scenario = sightline.parse(sys.stdin.read())
cells = scenario.see("A").cells
print(json.dumps([len(cells), "numba" in sys.modules, "numpy" in sys.modules, scenario.board_sight is not None]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("size", "are_loaded"), [(40, False), (100, True)])
def test_arrays_are_loaded_for_large_maps_alone(size: int, are_loaded: bool) -> None:
    text = EMPTY.format(size=f"{size}x{size}")
    done = subprocess.run([sys.executable, "-c", ASKING], input=text, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [size * size - 1, are_loaded, are_loaded, are_loaded]


def test_without_numba_cells_are_asked_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sightline.field.cell_field", None)
    scenario = sightline.parse(EMPTY.format(size="9x9"))
    assert scenario.board_sight is None
    assert len(scenario.see("A").cells) == 80


def test_free_tables_have_no_board_sight() -> None:
    text = (
        "{sightline: 1, rules: post-galactica, map: {grid: free, size: 48x48}, pieces: {A: {at: [9, 9], base: 32mm}}}"
    )
    assert sightline.parse(text).board_sight is None
