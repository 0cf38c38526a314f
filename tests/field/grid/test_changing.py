"""After any change of a board a field tells what one made afresh does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import structs

import sightline
from sightline.board import Board, Piece
from sightline.field.cell_field import CellField
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset
from tests.field.grid.test_field import BOARDS, field_of, patterned, rulings_of, seen

FEW, MANY, SHARDS, STEPS = 4, 60, 4, 5


@dataclass(frozen=True)
class World:
    """A position under its rules, and the pieces that may come and go."""

    rules: Ruleset[Any]
    position: Position
    pieces: Mapping[str, Piece]

    @classmethod
    def of(cls, scenario: sightline.Scenario) -> World:
        """The world of a scenario."""
        return cls(scenario.rules, scenario.position, scenario.position.pieces)

    def field(self) -> CellField:
        """Its field, made afresh."""
        return CellField(self.rules, self.position)


def _with_board(world: World, board: Board) -> World:
    return replace(world, position=world.position.with_surface(board))


def _cell(world: World, rng: Random) -> Cell:
    return rng.choice(list(world.position.board))


def _ground(world: World, rng: Random) -> World:
    kinds = [(), *((kind,) for kind in world.position.terrain)]
    return _with_board(world, world.position.board.with_ground({_cell(world, rng): rng.choice(kinds)}))


def _levels(world: World, rng: Random) -> World:
    return _with_board(world, world.position.board.with_levels({_cell(world, rng): rng.choice((0, 1, 2))}))


def _borders(world: World, rng: Random) -> World:
    board, cell = world.position.board, _cell(world, rng)
    near = [other for other in board.grid.neighbours(cell) if other in board and board.grid.side_between(cell, other)]
    if not near:
        return world
    kinds = [(), *((kind,) for kind in world.position.border_terrain)]
    return _with_board(world, board.with_borders({(cell, rng.choice(near)): rng.choice(kinds)}))


def _piece(world: World, rng: Random) -> World:
    """Put a piece of the first board somewhere, instead of whoever stands there."""
    board, cell = world.position.board, _cell(world, rng)
    if not world.pieces:
        return world
    piece = world.pieces[rng.choice(list(world.pieces))]
    beside = tuple(Cell(one.q + cell.q - piece.cell.q, one.r + cell.r - piece.cell.r) for one in piece.beside)
    moved = structs.replace(piece, at=cell, beside=beside, middle=None)
    if not all(one in board for one in moved.cells):
        return world
    return _with_board(world, board.with_piece_instead(moved))


def _nobody(world: World, rng: Random) -> World:
    names = list(world.position.pieces)
    return _with_board(world, world.position.board.without_piece(rng.choice(names))) if names else world


CHANGES: tuple[Callable[[World, Random], World], ...] = (_ground, _levels, _borders, _piece, _piece, _nobody)


def changed(world: World, rng: Random) -> World:
    """The world after a few changes by lot."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        world = rng.choice(CHANGES)(world, rng)
    return world


AFRESH = {"hero5"}
"""Systems that choose the best of several lines: all is worked out again then."""


def compare(system: str, rng: Random, boards: int) -> int:
    """How often rows were mended in as many boards, each changed some times."""
    mended = 0
    for _ in range(boards):
        scenario = sightline.parse(BOARDS[system](rng))
        if scenario.position.is_free:
            continue
        world = World.of(rulings_of(scenario, rng))
        field = world.field()
        for _ in range(STEPS):
            for sight in rng.choice(((), ("clear",), ("impeded",), ("clear", "impeded"))):
                field.pairs(sight)
            world = changed(world, rng)
            field = field.update(world)
            mended += len(field._known)
            if rng.random() < 0.7:
                told = scenario.to_yaml(), world.position.board
                assert np.array_equal(seen(field), seen(world.field())), told
    return mended


@pytest.mark.parametrize("system", BOARDS)
def test_a_few_boards(system: str) -> None:
    is_mended = compare(system, Random(f"changes of {system}"), FEW) > 0
    assert is_mended is (system not in AFRESH)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("system", BOARDS)
def test_boards(system: str, shard: int) -> None:
    is_mended = compare(system, Random(f"changes of {system}, {shard}"), MANY) > 0
    assert is_mended is (system not in AFRESH)


@pytest.mark.parametrize("layout", ["square", "flat odd-q", "pointy even-r"])
def test_walls_that_come_and_go(layout: str) -> None:
    rng, size = Random(f"changes {layout}"), 12
    walls = set(rng.sample(range(size * size), 20))
    field = field_of(patterned(layout, size, walls))
    for count in (0, 1, 2, 1, 1, 5):
        seen(field)
        walls ^= set(rng.sample(range(size * size), count))
        scenario = patterned(layout, size, walls)
        field = field.update(scenario)
        assert field._known or count > 1, "rows are mended"
        assert np.array_equal(seen(field), seen(field_of(scenario)))


@pytest.mark.parametrize("layout", ["square", "flat odd-q"])
def test_a_map_with_nothing_in_the_way(layout: str) -> None:
    field = field_of(patterned(layout, 6, set()))
    expected = seen(field)
    assert np.array_equal(seen(field.update(patterned(layout, 6, set()))), expected)


def test_what_was_told_stays_as_it_was() -> None:
    field = field_of(patterned("square", 5, {7}))
    before = field.pairs()
    after = field.update(patterned("square", 5, {7, 12}))
    after.pairs()[:] = 0
    assert np.array_equal(field.pairs(), before)
    assert not np.array_equal(after.pairs(), before)


@pytest.mark.parametrize("other", [("square", 6), ("pointy odd-r", 5)])
def test_other_maps_are_told_afresh(other: tuple[str, int]) -> None:
    field, scenario = field_of(patterned("square", 5, {7})), patterned(*other, {7})
    field.pairs()
    assert np.array_equal(seen(field.update(scenario)), seen(field_of(scenario)))
