"""Names of cells, corners, borders and rectangles."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from sightline.board import (
    Board,
    PlaceError,
    Rectangle,
    format_border,
    format_cell,
    format_point,
    parse_border,
    parse_cell,
    parse_cells,
    parse_point,
    parse_rectangle,
)
from sightline.lattice import HEX_LAYOUTS, Cell, Point, parse_grid

LAYOUTS = (*HEX_LAYOUTS, "square")
each_layout = pytest.mark.parametrize("layout", LAYOUTS)
HEXES = Board.empty(parse_grid("flat odd-q"), 11, 11)


def board_of(layout: str, columns: int = 5, rows: int = 11, *holes: str) -> Board:
    board = Board.empty(parse_grid(layout), columns, rows)
    return board.with_ground({parse_cell(board, hole): None for hole in holes})


@each_layout
def test_labels_round_trip_on_the_largest_map(layout: str) -> None:
    board = Board.empty(parse_grid(layout), 1000, 1000)
    for column, row in product((0, 1, 25, 26, 27, 701, 702, 999), (0, 1, 8, 9, 99, 999)):
        cell = board.grid.cell_at(column, row)
        assert parse_cell(board, format_cell(board, cell)) == cell
    assert format_cell(board, board.grid.cell_at(26, 9)) == "AA10"
    assert format_cell(board, board.grid.cell_at(999, 999)) == "ALL1000"


@pytest.mark.parametrize(
    "text", ["", "A", "1", "a1", "A01", "A0", "A1 ", " A1", "1A", "AAAA1", "A10000", "Ä1", "A1\n", "A-1", "A١"]
)
def test_what_is_no_label(text: str) -> None:
    with pytest.raises(
        PlaceError, match="is not a cell: write capital letters for the column, then the row, counted from 1"
    ) as refused:
        parse_cell(HEXES, text)
    assert repr(text) in str(refused.value)
    assert refused.value.allowed == ("A1 to K11",)


@pytest.mark.parametrize("text", ["L1", "A12", "ZZZ9999"])
def test_a_label_off_the_map(text: str) -> None:
    with pytest.raises(PlaceError, match=f"{text} is off the map, which is 11x11") as refused:
        parse_cell(HEXES, text)
    assert refused.value.allowed == ("A1 to K11",)


def test_a_hole_is_no_cell() -> None:
    with pytest.raises(PlaceError, match="B2 is a hole in the map"):
        parse_cell(board_of("square", 3, 3, "B2"), "B2")


@each_layout
def test_every_name_of_a_corner_is_read_and_the_first_string_is_written(layout: str) -> None:
    board = board_of(layout, 5, 11, "C3", "B9")
    names: dict[Point, set[str]] = {}
    for cell, corner in product(board, board.grid.corners):
        name = f"{format_cell(board, cell)}@{corner}"
        names.setdefault(parse_point(board, name), set()).add(name)
    assert max(map(len, names.values())) == (3 if board.grid.kind == "hex" else 4)
    for point, all_names in names.items():
        assert format_point(board, point) == min(all_names)


def test_names_are_compared_as_plain_strings() -> None:
    point = parse_point(HEXES, "A9@SE")
    assert point == parse_point(HEXES, "A10@NE") == parse_point(HEXES, "B9@W")
    assert format_point(HEXES, point) == "A10@NE"
    assert format_point(HEXES, parse_point(HEXES, "B9@SW")) == "A10@E"


def test_a_label_is_a_centre() -> None:
    assert parse_point(HEXES, "D7") == HEXES.grid.centre(parse_cell(HEXES, "D7"))
    assert format_point(HEXES, parse_point(HEXES, "D7")) == "D7"


@pytest.mark.parametrize(
    ("layout", "corner"),
    [("flat odd-q", "N"), ("pointy odd-r", "E"), ("square", "N"), ("flat odd-q", "se"), ("square", "SE@")],
)
def test_what_is_no_corner(layout: str, corner: str) -> None:
    board = board_of(layout)
    with pytest.raises(PlaceError, match=f"a {layout} cell has no corner '{corner}'") as refused:
        parse_point(board, f"B3@{corner}")
    assert refused.value.allowed == tuple(f"B3@{name}" for name in board.grid.corners)


def test_a_corner_off_the_map_has_no_name() -> None:
    far = HEXES.grid.corner(Cell(50, 50), 0)
    with pytest.raises(PlaceError, match="no cell of the map has"):
        format_point(HEXES, far)


@each_layout
def test_borders_are_read_in_either_order(layout: str) -> None:
    board = board_of(layout, 4, 4)
    written = set()
    for cell in board:
        for other in board.grid.neighbours(cell):
            if other in board:
                one, two = format_cell(board, cell), format_cell(board, other)
                border = parse_border(board, f"{one}/{two}")
                assert border == parse_border(board, f"{two}/{one}") == board.border(cell, other)
                assert parse_border(board, format_border(board, (other, cell))) == border
                assert board.grid.column_row(border[0]) < board.grid.column_row(border[1])
                written.add(format_border(board, border))
    assert len(written) == (24 if layout == "square" else 33)


def test_a_border_is_written_lower_column_first() -> None:
    assert format_border(HEXES, parse_border(HEXES, "C2/B2")) == "B2/C2"
    assert format_border(HEXES, parse_border(HEXES, "B2/B1")) == "B1/B2"
    assert format_border(HEXES, parse_border(HEXES, "B9/A10")) == "A10/B9"


def test_what_is_no_border() -> None:
    with pytest.raises(PlaceError, match="'A1' is not a border") as refused:
        parse_border(HEXES, "A1")
    assert refused.value.allowed == ("two neighbouring cells, such as A1/A2",)
    with pytest.raises(PlaceError, match="A1 and C1 are not neighbours") as refused:
        parse_border(HEXES, "A1/C1")
    assert refused.value.allowed == ("A1/B1", "A1/A2")
    with pytest.raises(PlaceError, match="A1 and A1 are not neighbours"):
        parse_border(HEXES, "A1/A1")
    with pytest.raises(PlaceError, match="Z9 is off the map"):
        parse_border(HEXES, "A1/Z9")
    with pytest.raises(PlaceError, match="'A2/A3' is not a cell"):
        parse_border(HEXES, "A1/A2/A3")


@each_layout
@pytest.mark.parametrize("text", ["A1:C3", "C3:A1", "A3:C1", "C1:A3"])
def test_a_rectangle_lies_between_any_two_opposite_labels(layout: str, text: str) -> None:
    board = board_of(layout, 5, 5, "B2")
    cells = [format_cell(board, cell) for cell in parse_cells(board, text)]
    assert cells == ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"]
    assert parse_rectangle(board, text) == Rectangle(0, 0, 2, 2)
    assert parse_rectangle(board, text).size == 9


def test_a_rectangle_may_end_at_holes_but_not_off_the_map() -> None:
    board = board_of("square", 3, 3, "A1", "C3")
    assert [format_cell(board, cell) for cell in parse_cells(board, "A1:C3")] == [
        "B1",
        "C1",
        "A2",
        "B2",
        "C2",
        "A3",
        "B3",
    ]
    for text in ("A1:D3", "A1:", ":A1", "A1:A2:A3", "A1:c3"):
        with pytest.raises(PlaceError):
            list(parse_cells(board, text))


def test_one_label_is_a_rectangle_of_its_own() -> None:
    board = board_of("square", 3, 3, "B2")
    assert list(parse_cells(board, "C1")) == [Cell(2, 0)]
    assert parse_rectangle(board, "C1") == Rectangle(2, 0, 2, 0)
    with pytest.raises(PlaceError, match="B2 is a hole in the map"):
        parse_rectangle(board, "B2")


def test_places_of_a_rectangle() -> None:
    assert list(Rectangle(1, 1, 2, 2).indices(5)) == [6, 7, 11, 12]


@pytest.mark.parametrize(
    ("parse", "text", "nearest"),
    [
        (parse_cell, "a1", "A1"),
        (parse_cell, "A01", "A1"),
        (parse_cell, "a00", None),
        (parse_cell, "Z9", None),
        (parse_rectangle, "a1:b02", "A1:B2"),
        (parse_rectangle, "a1", "A1"),
        (parse_point, "b2@se", "B2@SE"),
        (parse_point, "b2@n", None),
        (parse_border, "a1/b01", "A1/B1"),
        (parse_border, "a1", None),
        (parse_border, "a1/c1", None),
    ],
)
def test_where_only_capitals_or_zeros_are_wrong_the_name_that_was_meant_is_reported(
    parse: Callable[[Board, str], object], text: str, nearest: str | None
) -> None:
    with pytest.raises(PlaceError) as refused:
        parse(HEXES, text)
    assert refused.value.nearest == nearest
    assert nearest is None or parse(HEXES, nearest)


def test_places_of_a_generated_list_are_corrected_too() -> None:
    with pytest.raises(PlaceError) as refused:
        list(parse_cells(HEXES, "a1:b2"))
    assert refused.value.nearest == "A1:B2"
