"""Courses of lines: drawn by hand, and laws that all of them keep."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product

import pytest

from sightline.lattice import (
    HEX_LAYOUTS,
    Cell,
    Contact,
    ContactType,
    Grid,
    Point,
    contacts,
    format_column,
    parse_column,
    parse_grid,
    passed_cells,
    passed_cells_among,
    passed_cells_near,
)
from sightline.lattice import trace as trace_of

LAYOUTS = (*HEX_LAYOUTS, "square")
each_layout = pytest.mark.parametrize("layout", LAYOUTS)


def point(grid: Grid, name: str) -> Point:
    label, _, corner = name.partition("@")
    cell = grid.cell_at(parse_column(label[0]), int(label[1:]) - 1)
    return grid.corner(cell, grid.corners.index(corner)) if corner else grid.centre(cell)


def label(grid: Grid, cell: Cell) -> str:
    column, row = grid.column_row(cell)
    return f"{format_column(column)}{row + 1}"


def brief(grid: Grid, contact: Contact) -> str:
    cells = ",".join(sorted(label(grid, cell) for cell in contact.cells))
    return " ".join([contact.kind, cells, *map(str, contact.at)])


def line(layout: str, start: str, stop: str) -> list[str]:
    grid = parse_grid(layout)
    return sorted(brief(grid, contact) for contact in contacts(grid, point(grid, start), point(grid, stop)))


DRAWN = {
    ("flat odd-q", "D7", "D6"): ["starts-in D7 0 1/2", "crosses-border D6,D7 1/2", "ends-in D6 1/2 1"],
    ("flat odd-q", "B2", "D2"): ["starts-in B2 0 1/3", "along C2,C3 1/3 2/3", "ends-in D2 2/3 1"],
    ("flat even-q", "B3", "D3"): ["starts-in B3 0 1/3", "along C2,C3 1/3 2/3", "ends-in D3 2/3 1"],
    ("pointy odd-r", "B2", "B4"): ["starts-in B2 0 1/3", "along B3,C3 1/3 2/3", "ends-in B4 2/3 1"],
    ("pointy even-r", "B2", "B4"): ["starts-in B2 0 1/3", "along A3,B3 1/3 2/3", "ends-in B4 2/3 1"],
    ("flat odd-q", "C3", "E4"): [
        "starts-in C3 0 1/4",
        "crosses-border C3,D3 1/4",
        "crosses D3 1/4 3/4",
        "crosses-border D3,E4 3/4",
        "ends-in E4 3/4 1",
    ],
    ("flat odd-q", "C3", "D5"): [
        "starts-in C3 0 1/5",
        "crosses-border C3,C4 1/5",
        "crosses C4 1/5 1/2",
        "crosses-border C4,D4 1/2",
        "crosses D4 1/2 4/5",
        "crosses-border D4,D5 4/5",
        "ends-in D5 4/5 1",
    ],
    ("flat odd-q", "C3@W", "E3"): [  # through a hex from corner to corner, then along a side
        "touches B2 0",
        "touches B3 0",
        "crosses C3 0 1/2",
        "along D2,D3 1/2 3/4",
        "ends-in E3 3/4 1",
    ],
    ("flat odd-q", "C3@SE", "C5@SE"): [  # down through two hexes, past the western corner of a third
        "touches C3 0",
        "touches D3 0",
        "crosses C4 0 1/2",
        "touches D4 1/2",
        "crosses C5 1/2 1",
        "touches C6 1",
        "touches D5 1",
    ],
    ("flat odd-q", "C3@NE", "C3@E"): ["touches C2 0", "along C3,D2 0 1", "touches D3 1"],
    ("square", "B2", "C3"): ["starts-in B2 0 1/2", "touches B3 1/2", "touches C2 1/2", "ends-in C3 1/2 1"],
    ("square", "B2", "C4"): [
        "starts-in B2 0 1/4",
        "crosses-border B2,B3 1/4",
        "crosses B3 1/4 1/2",
        "crosses-border B3,C3 1/2",
        "crosses C3 1/2 3/4",
        "crosses-border C3,C4 3/4",
        "ends-in C4 3/4 1",
    ],
    ("square", "B2@NW", "C2@NE"): [
        *("touches A1 0", "touches A2 0", "along B1,B2 0 1/2", "along C1,C2 1/2 1", "touches D1 1", "touches D2 1"),
    ],
    ("square", "B2@NW", "C2@SE"): [
        *("touches A1 0", "touches A2 0", "touches B1 0", "crosses B2 0 1/2", "crosses-border B2,C2 1/2"),
        *("crosses C2 1/2 1", "touches C3 1", "touches D2 1", "touches D3 1"),
    ],
    ("square", "C3", "C3"): ["starts-in C3 0 1"],
    ("flat odd-q", "C3", "C3"): ["starts-in C3 0 1"],
    ("flat odd-q", "C3@E", "D3@NW"): ["touches C3 0", "touches D2 0", "touches D3 0"],
}


@pytest.mark.parametrize(("layout", "start", "stop"), DRAWN)
def test_lines_drawn_by_hand(layout: str, start: str, stop: str) -> None:
    assert line(layout, start, stop) == sorted(DRAWN[layout, start, stop])


def unordered(found: Iterable[Contact]) -> set[tuple[ContactType, frozenset[Cell], tuple[Fraction, ...]]]:
    return {(each.kind, frozenset(each.cells), each.at) for each in found}


def some_points(grid: Grid, radius: int) -> list[Point]:
    """Centres and corners near the origin."""
    cells = list(grid.disc(Cell(0, 0), radius))
    corners = {grid.corner(cell, index) for cell in cells for index in range(len(grid.corners))}
    return sorted({*map(grid.centre, cells), *corners})


def some_lines(grid: Grid) -> list[tuple[Point, Point]]:
    return list(product(some_points(grid, 1), some_points(grid, 3)))


each_share = pytest.mark.parametrize(
    "step", [11, pytest.param(1, marks=pytest.mark.slow)], ids=["a share of the lines", "every line"]
)


@each_share
@each_layout
def test_contacts_come_in_order_and_each_cell_once(layout: str, step: int) -> None:
    grid = parse_grid(layout)
    for start, stop in some_lines(grid)[::step]:
        found = contacts(grid, start, stop)
        assert [each[2:4] for each in found] == sorted(each[2:4] for each in found)
        met = [cell for each in found if each.kind is not ContactType.CROSSES_BORDER for cell in each.cells]
        assert len(set(met)) == len(met)
        assert all(0 <= position <= 1 for each in found for position in each.at)
        points = (ContactType.TOUCHES, ContactType.CROSSES_BORDER)
        assert all(
            (len(each.at) == 1) == (each.kind in points) == (each.start == each.stop) for each in found if start != stop
        )


@each_share
@each_layout
def test_cells_crossed_and_sides_run_along_fill_the_line(layout: str, step: int) -> None:
    grid = parse_grid(layout)
    for start, stop in some_lines(grid)[::step]:
        if start != stop:
            parts = [each.at for each in contacts(grid, start, stop) if len(each.at) == 2]
            assert parts[0][0] == 0
            assert parts[-1][1] == 1
            assert all(before[1] == after[0] for before, after in pairwise(parts))


@each_share
@each_layout
def test_the_way_back_meets_the_same_in_reverse(layout: str, step: int) -> None:
    grid = parse_grid(layout)
    for start, stop in some_lines(grid)[::step]:
        if start != stop:
            assert unordered(contacts(grid, stop, start)) == unordered(map(_reversed, contacts(grid, start, stop)))


def _reversed(contact: Contact) -> Contact:
    swapped = {ContactType.STARTS_IN: ContactType.ENDS_IN, ContactType.ENDS_IN: ContactType.STARTS_IN}
    unit = contact.denominator
    return Contact(
        swapped.get(contact.kind, contact.kind), contact.cells, unit - contact.stop, unit - contact.start, unit
    )


@each_share
@each_layout
def test_a_shifted_line_has_the_shifted_course(layout: str, step: int) -> None:
    grid = parse_grid(layout)
    origin = grid.centre(Cell(0, 0))
    for shift in (Cell(1, 0), Cell(0, 1), Cell(-7, 5)):
        by = grid.centre(shift)
        x, y = by.x - origin.x, by.y - origin.y
        for start, stop in some_lines(grid)[:: 7 * step]:
            moved = contacts(grid, Point(start.x + x, start.y + y), Point(stop.x + x, stop.y + y))
            assert trace_of(grid, start, stop) == trace_of(
                grid, Point(start.x + x, start.y + y), Point(stop.x + x, stop.y + y)
            )
            here = contacts(grid, start, stop)
            assert [(each.kind, each.at) for each in moved] == [(each.kind, each.at) for each in here]
            assert [_shifted(each.cells, shift) for each in here] == [each.cells for each in moved]


def _shifted(cells: tuple[Cell, ...], by: Cell) -> tuple[Cell, ...]:
    return tuple(Cell(cell.q + by.q, cell.r + by.r) for cell in cells)


@each_share
@pytest.mark.parametrize("layout", HEX_LAYOUTS[1:])
def test_all_hex_layouts_have_the_same_contacts(layout: str, step: int) -> None:
    flat, other = parse_grid(HEX_LAYOUTS[0]), parse_grid(layout)
    for start, stop in some_lines(flat)[::step]:
        assert unordered(contacts(flat, start, stop)) == unordered(contacts(other, start, stop))


@each_layout
def test_traces_agree_with_contacts(layout: str) -> None:
    """A trace names corners from the start, and every cell from the last of the cells round it."""
    grid = parse_grid(layout)
    for start, stop in some_lines(grid)[::5]:
        course, anchor, found = trace_of(grid, start, stop), grid.cells_at(start)[-1], contacts(grid, start, stop)
        corners = zip(course.corners[::3], course.corners[1::3], course.corners[2::3], strict=True)
        met = {cell for each in found for cell in each.cells}
        for x, y, at in corners:
            assert met.issuperset(grid.cells_at(Point(start.x + x, start.y + y)))
            length = (stop.x - start.x, stop.y - start.y)
            assert [x, y] == [Fraction(at * each, course.denominator) for each in length]
        crossed = [
            Cell(anchor.q + q, anchor.r + r) for q, r in zip(course.crossed[::4], course.crossed[1::4], strict=True)
        ]
        in_cells = (ContactType.STARTS_IN, ContactType.CROSSES, ContactType.ENDS_IN)
        assert crossed == [each.cells[0] for each in found if each.kind in in_cells]


@each_layout
def test_some_of_the_cells_passed_are_found_without_the_others(layout: str) -> None:
    grid = parse_grid(layout)
    for start, stop in some_lines(grid)[::5]:
        passed = passed_cells(grid, start, stop)
        for cell in {Cell(1, 1), *(each.cell for each in passed)}:
            near = {cell, *grid.neighbours(cell)}
            wanted = [each for each in passed if each.cell in near]
            assert passed_cells_among(grid, start, stop, near) == wanted
            assert passed_cells_near(grid, start, stop, cell) == wanted


def test_a_trace_is_worked_out_once_per_displacement() -> None:
    grid = parse_grid("flat odd-q")
    one = trace_of(grid, grid.centre(Cell(0, 0)), grid.centre(Cell(17, 4)))
    assert trace_of(grid, grid.centre(Cell(3, 9)), grid.centre(Cell(20, 13))) is one


def test_a_line_across_the_largest_board() -> None:
    grid = parse_grid("flat odd-q")
    found = contacts(grid, grid.centre(grid.cell_at(0, 0)), grid.centre(grid.cell_at(999, 999)))
    assert found[-1].kind is ContactType.ENDS_IN
    assert found[-1].cells == (grid.cell_at(999, 999),)
    assert found[-1].at[1] == 1
