"""Compiled courses of lines are those of `sightline.lattice.trace`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sightline.field.visibility.line_walk import allocate_trace, walk_line
from sightline.lattice import HEX_LAYOUTS, Cell, Grid, Point, Trace, parse_grid, trace

REACH = 9


def walked(grid: Grid, start: Point, stop: Point) -> Trace:
    found = allocate_trace(2 * REACH)
    unit = walk_line(grid.kind == "hex", *start, *stop, found)
    anchor = grid.cells_at(start)[-1]

    def rows(which: int) -> Iterator[list[int]]:
        yield from found[which][: found.counts[which]].tolist()

    def sides(which: int) -> Iterator[int]:
        for q, r, step_q, step_r, *places in rows(which):
            side = grid.edge_steps.index(Cell(step_q, step_r))
            yield from (q - anchor.q, r - anchor.r, side, *places[:which])

    crossed = (value for q, r, *places in rows(0) for value in (q - anchor.q, r - anchor.r, *places))
    corners = (value for x, y, at in rows(3) for value in (x - start.x, y - start.y, at))
    return Trace(unit, tuple(crossed), tuple(sides(1)), tuple(sides(2)), tuple(corners))


def points(grid: Grid, cell: Cell) -> list[Point]:
    return [grid.centre(cell), *(grid.corner(cell, index) for index in range(len(grid.corners)))]


@pytest.mark.slow
@pytest.mark.parametrize(
    "layout", [HEX_LAYOUTS[0], "square", *(pytest.param(each, marks=pytest.mark.slow) for each in HEX_LAYOUTS[1:])]
)
def test_every_line_between_points_of_cells_is_the_exact_one(layout: str) -> None:
    grid, home = parse_grid(layout), Cell(2, -3)
    for q in range(-REACH, REACH + 1):
        for r in range(-REACH, REACH + 1):
            for start in points(grid, home):
                for stop in points(grid, Cell(home.q + q, home.r + r)):
                    if start != stop or start != grid.centre(home):
                        assert walked(grid, start, stop) == trace(grid, start, stop), (start, stop)


@pytest.mark.parametrize("layout", ["flat odd-q", "square"])
def test_so_are_long_ones(layout: str) -> None:
    grid, start = parse_grid(layout), parse_grid(layout).centre(Cell(0, 0))
    found = allocate_trace(2000)
    for cell in (Cell(997, 1), Cell(1, -991), Cell(500, 499), Cell(-999, 500), Cell(600, -400)):
        stop = grid.centre(cell)
        unit, expected = walk_line(grid.kind == "hex", *start, *stop, found), trace(grid, start, stop)
        assert unit == expected.denominator
        assert found.crossed[: found.counts[0]].ravel().tolist() == list(expected.crossed)
