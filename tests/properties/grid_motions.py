"""Generator: rotations, mirrors and shifts of small tables of cells, and the maps that they are put on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

import sightline
from sightline.board import Board, format_cell, parse_cell
from sightline.lattice import HEX_LAYOUTS, Cell, Grid, parse_grid
from sightline.rules import installed_systems

STEPS = parse_grid("flat odd-q").edge_steps
"""The six directions, clockwise."""
RADIUS, SIZE, MIDDLE = 3, 22, Cell(8, 8)
"""A disc of this radius round MIDDLE fits on the map in every layout, also shifted by up to 2."""
DISC = tuple(Cell(q, r) for q, r in product(range(-RADIUS, RADIUS + 1), repeat=2) if abs(q + r) <= RADIUS)
NAMES = "ABCDE"


class Turn(NamedTuple):
    """A motion of the hexes: so many turns by 60 degrees clockwise, after a mirror if any, then a shift."""

    turns: int = 0
    is_mirrored: bool = False
    by: Cell = Cell(0, 0)

    def direction(self, step: Cell) -> Cell:
        q, r = (-step.q, step.q + step.r) if self.is_mirrored else step
        for _ in range(self.turns):
            q, r = -r, q + r
        return Cell(q, r)

    def place(self, cell: Cell) -> Cell:
        q, r = self.direction(cell)
        return Cell(q + self.by.q, r + self.by.r)


STILL = Turn()


class SquareTurn(Turn):
    """The same of squares, by 90 degrees each."""

    def direction(self, step: Cell) -> Cell:
        q, r = (-step.q, step.r) if self.is_mirrored else step
        for _ in range(self.turns):
            q, r = -r, q
        return Cell(q, r)


class Motion(NamedTuple):
    """A turn, from a map of one layout to one of another."""

    turn: Turn
    layout: str
    other_layout: str


layouts = st.sampled_from(HEX_LAYOUTS)
shifts = st.builds(Cell, st.integers(-2, 2), st.integers(-2, 2))


def _motions(turn: type[Turn], around: int, layouts: st.SearchStrategy[str]) -> Mapping[str, st.SearchStrategy[Motion]]:
    def within(*turns: st.SearchStrategy[Any]) -> st.SearchStrategy[Motion]:
        return st.tuples(st.builds(turn, *turns), layouts).map(lambda drawn: Motion(*drawn, drawn[1]))

    unmoved = st.just(Cell(0, 0))
    return {
        "rotated": within(st.integers(1, around - 1), st.just(False), unmoved),
        "mirrored": within(st.integers(0, around - 1), st.just(True), unmoved),
        "shifted": within(st.just(0), st.just(False), shifts),
    }


HEX_MOTIONS = {
    **_motions(Turn, 6, layouts),
    "in another layout": st.builds(Motion, st.just(STILL), layouts, layouts),
}
SQUARE_MOTIONS = _motions(SquareTurn, 4, st.just("square"))


def on_map(cell: Cell) -> Cell:
    return Cell(cell.q + MIDDLE.q, cell.r + MIDDLE.r)


def off_map(cell: Cell) -> Cell:
    return Cell(cell.q - MIDDLE.q, cell.r - MIDDLE.r)


def place_of(scenario: sightline.Scenario, label: str, turn: Turn = STILL) -> Cell:
    """Return the cell of the table that a label names, turned."""
    return turn.place(off_map(parse_cell(scenario.board, label)))


def labels(grid: Grid) -> Callable[[Cell], str]:
    """Return how the cells of the table are called on the map."""
    board = Board.empty(grid, SIZE, SIZE)
    return lambda cell: format_cell(board, on_map(cell))


def iter_map(rules: str, rulings: Mapping[str, str], grid: Grid, token: Callable[[Cell], str]) -> Iterator[str]:
    """Yield the lines of a scenario up to its drawn map; `token` says what is drawn for a cell of the table."""
    yield f"sightline: 1\nrules: {rules}"
    yield f"rulings: {{{', '.join(f'{name}: {choice}' for name, choice in rulings.items())}}}"
    yield f"map:\n  grid: {grid.kind}"
    if grid.kind == "hex":
        yield f"  hexes: {grid.layout}"
    yield "  cells: |"
    for row in range(SIZE):
        yield "    " + " ".join(token(off_map(grid.cell_at(column, row))) for column in range(SIZE))


def neighbour(cell: Cell, step: Cell) -> Cell:
    return Cell(cell.q + step.q, cell.r + step.r)


def rulings_of(rules: str) -> st.SearchStrategy[dict[str, str]]:
    """Choices of some of the rulings of a system."""
    choices = {ruling.name: st.sampled_from(ruling.choices) for ruling in installed_systems()[rules].rulings}
    return st.fixed_dictionaries({}, optional=choices)
