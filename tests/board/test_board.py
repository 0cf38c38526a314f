"""The board as a value: what is where, and changed copies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sightline.board import Board, Piece, parse_cell
from sightline.lattice import Cell, parse_grid

FLAT, SQUARE = parse_grid("flat odd-q"), parse_grid("square")


def drawn(*rows: str, layout: str = "square") -> Board:
    """Return a board as drawn: `.` clear, `_` a hole, a digit a level, other letters kinds of their own."""
    tokens = [row.split() for row in rows]
    board = Board.empty(parse_grid(layout), len(tokens[0]), len(tokens))
    cells = {board.grid.cell_at(x, y): token for y, row in enumerate(tokens) for x, token in enumerate(row)}
    board = board.with_levels({cell: int(token) for cell, token in cells.items() if token.isdigit()})
    kinds = {
        cell: None if token == "_" else tuple(token)
        for cell, token in cells.items()
        if token != "." and not token.isdigit()
    }
    return board.with_ground(kinds)


def text(board: Board) -> list[str]:
    """Return the drawing of a board: what `drawn` takes."""
    rows = []
    for y in range(board.rows):
        cells = [board.grid.cell_at(x, y) for x in range(board.columns)]
        rows.append(" ".join(_token(board, cell) for cell in cells))
    return rows


def _token(board: Board, cell: Cell) -> str:
    kinds = board.kinds(cell)
    if kinds is None:
        return "_"
    return "".join(kinds) or (str(board.level(cell)) if board.level(cell) else ".")


@pytest.mark.parametrize("layout", ["flat odd-q", "flat even-q", "pointy odd-r", "pointy even-r", "square"])
def test_map_in_map_out(layout: str) -> None:
    rows = [". a 2", "_ ab .", "1 . _"]
    board = drawn(*rows, layout=layout)
    assert text(board) == rows
    assert [board.grid.column_row(cell) for cell in board] == [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (0, 2), (1, 2)]
    assert all(cell in board for cell in board)


def test_an_empty_board_is_clear_and_flat() -> None:
    board = Board.empty(FLAT, 4, 3)
    assert (board.columns, board.rows, len(list(board))) == (4, 3, 12)
    assert {board.kinds(cell) for cell in board} == {()}
    assert {board.level(cell) for cell in board} == {0}
    assert not board.pieces
    assert not board.borders
    assert not board.occupants


@pytest.mark.parametrize(("columns", "rows"), [(0, 1), (1, 0), (1001, 1), (1, 1001), (-3, 5)])
def test_impossible_sizes_are_refused(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match=f"a board has 1 to 1000 columns and rows, not {columns}x{rows}"):
        Board.empty(FLAT, columns, rows)


def test_the_largest_board() -> None:
    board = Board.empty(SQUARE, 1000, 1000)
    assert parse_cell(board, "ALL1000") in board


def test_off_the_map_and_holes_are_no_cells() -> None:
    board = drawn(". _", ". .")
    for cell in (Cell(-1, 0), Cell(0, -1), Cell(2, 0), Cell(0, 2)):
        assert cell not in board
        assert board.index(cell) is None
        assert board.kinds(cell) is None
        assert board.level(cell) == 0
    hole = Cell(1, 0)
    assert hole not in board
    assert (board.index(hole), board.kinds(hole)) == (1, None)
    assert "A1" not in board


def test_changed_copies_leave_the_old_board_unchanged() -> None:
    old = drawn("a _ .", "1 . .").with_pieces([Piece(name="P", at=Cell(0, 0))])
    old = old.with_borders({(Cell(0, 0), Cell(0, 1)): ["wall"]})
    before = text(old), dict(old.pieces), dict(old.borders)
    changes: list[Callable[[Board], Board]] = [
        lambda board: board.with_ground({Cell(0, 0): None, Cell(1, 0): (), Cell(2, 0): ["b", "a", "b"]}),
        lambda board: board.with_levels({Cell(0, 1): 0, Cell(1, 1): 9}),
        lambda board: board.with_borders({(Cell(0, 1), Cell(0, 0)): ()}),
        lambda board: board.with_pieces([Piece(name="P", at=Cell(2, 1)), Piece(name="Q", at=Cell(0, 1))]),
        lambda board: board.without_piece("P"),
    ]
    for change in changes:
        assert change(old) != old
        assert (text(old), dict(old.pieces), dict(old.borders)) == before
    assert text(changes[0](old)) == ["_ . ab", "1 . ."]
    assert text(changes[1](old)) == ["a _ .", ". 9 ."]
    assert changes[2](old).borders == {}
    assert list(changes[3](old).pieces) == ["P", "Q"]
    assert changes[4](old).pieces == {}


def test_a_board_cannot_be_changed_in_place() -> None:
    board = drawn("a .").with_pieces([Piece(name="P", at=Cell(0, 0))])
    with pytest.raises(AttributeError):
        board.rows = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        board.pieces["Q"] = board.pieces["P"]  # type: ignore[index]
    with pytest.raises(TypeError):
        board.borders[Cell(0, 0), Cell(1, 0)] = ()  # type: ignore[index]
    with pytest.raises(TypeError):
        board.occupants[Cell(1, 0)] = ()  # type: ignore[index]
    with pytest.raises(TypeError):
        board.levels[0] = 1  # type: ignore[index]


def test_equal_boards_are_equal() -> None:
    assert drawn("a .", ". _") == drawn("a .", ". _")
    assert drawn("a .", ". _") != drawn("a .", ". .")
    assert drawn("a .", layout="flat odd-q") != drawn("a .", layout="flat even-q")


def test_changes_outside_the_map_are_refused() -> None:
    board = drawn(". _")
    for far in (Cell(2, 0), Cell(0, -1)):
        with pytest.raises(KeyError):
            board.with_ground({far: ["a"]})
        with pytest.raises(KeyError):
            board.with_levels({far: 1})
    with pytest.raises(KeyError, match="P"):
        board.without_piece("P")


def test_a_border_is_named_lower_column_first_then_lower_row() -> None:
    board = Board.empty(FLAT, 3, 3)
    a1, a2, b1 = (parse_cell(board, label) for label in ("A1", "A2", "B1"))
    assert board.border(a2, a1) == board.border(a1, a2) == (a1, a2)
    assert board.border(b1, a2) == board.border(a2, b1) == (a2, b1)
    with pytest.raises(ValueError, match="share no side"):
        board.border(a1, parse_cell(board, "C1"))


def test_borders_are_kept_under_one_name() -> None:
    board = drawn(". .", ". .").with_borders({(Cell(1, 0), Cell(0, 0)): ["wall", "fence", "wall"]})
    assert board.borders == {(Cell(0, 0), Cell(1, 0)): ("fence", "wall")}
    with pytest.raises(ValueError, match="share no side"):
        board.with_borders({(Cell(0, 0), Cell(1, 1)): ["wall"]})


def test_links_lead_both_ways_and_are_listed_once() -> None:
    board = Board.empty(parse_grid("square"), 5, 1)
    pairs = [(Cell(0, 0), Cell(4, 0)), (Cell(3, 0), Cell(1, 0))]
    linked = board.with_links(pairs)
    assert {cell: linked.links[cell] for pair in pairs for cell in pair} == {
        Cell(0, 0): Cell(4, 0),
        Cell(4, 0): Cell(0, 0),
        Cell(3, 0): Cell(1, 0),
        Cell(1, 0): Cell(3, 0),
    }
    assert list(linked.iter_links()) == pairs
    assert not board.links
    assert linked.with_links([]) == board


def test_pieces_keep_their_place_in_the_order() -> None:
    names = [Piece(name=name, at=Cell(0, 0)) for name in "CAB"]
    board = drawn(". . .").with_pieces(names)
    moved = board.with_pieces([Piece(name="A", at=Cell(1, 0)), Piece(name="Z", at=Cell(0, 0))])
    assert list(moved.pieces) == ["C", "A", "B", "Z"]
    assert {cell: [piece.name for piece in there] for cell, there in moved.occupants.items()} == {
        Cell(0, 0): ["C", "B", "Z"],
        Cell(1, 0): ["A"],
    }
    assert list(moved.without_piece("A").pieces) == ["C", "B", "Z"]
