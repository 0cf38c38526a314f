"""Profiles: which columns a line makes, how wide, and who stands where."""

from __future__ import annotations

import pytest

from sightline.board import Board, Piece, format_cell, parse_border, parse_cell, parse_point
from sightline.lattice import HEX_LAYOUTS, Grid, contacts, parse_grid
from sightline.render import Ray
from sightline.render.side_view.profile import Profile
from tests.render.boards import board


def profile(there: Board, start: str, stop: str, **pieces: str) -> Profile:
    there = there.with_pieces([Piece(name=name, at=parse_cell(there, at)) for name, at in pieces.items()])
    points = parse_point(there, start), parse_point(there, stop)
    ray = Ray(*points, None, tuple(contacts(there.grid, *points)) if start != stop else ())
    return Profile(there, ray, there.pieces["A"], there.pieces["T"])


def columns(found: Profile) -> list[tuple[str, float, float]]:
    return [
        (format_cell(found.board, column.cell), round(column.start, 3), round(column.stop, 3))
        for column in found.columns
    ]


def test_columns_are_as_wide_as_the_line_runs_through_their_cells() -> None:
    found = profile(board(1, 3), "A1", "A3", A="A1", T="A3")
    assert found.length == pytest.approx(4)
    assert columns(found) == [("A1", -1, 1), ("A2", 1, 3), ("A3", 3, 5)]


def test_a_side_run_along_is_split_between_its_two_cells() -> None:
    found = profile(board(3, 2), "A2", "C2", A="A2", T="C2")
    assert [name for name, _, _ in columns(found)] == ["A2", "B1", "B2", "C2"]
    _, one, other, _ = found.columns
    assert one.is_beside
    assert other.is_beside
    assert one.stop - one.start == pytest.approx(other.stop - other.start)
    assert one.stop == other.start


def test_cells_met_in_a_corner_are_touched() -> None:
    found = profile(board(3, 3, grid=parse_grid("square")), "A1", "C3", A="A1", T="C3")
    assert [name for name, _, _ in columns(found)] == ["A1", "B2", "C3"]
    assert [format_cell(found.board, touch.cell) for touch in found.touches] == ["B1", "A2", "C2", "B3"]


@pytest.mark.parametrize("layout", [*HEX_LAYOUTS, "square"])
def test_columns_fill_the_line_without_gap_or_overlap(layout: str) -> None:
    grid: Grid = parse_grid(layout)
    there = board(7, 7, grid=grid)
    for stop in there:
        label = format_cell(there, stop)
        if label != "D4":
            found = profile(there, "D4", label, A="D4", T=label)
            ends = [end for column in found.columns for end in (column.start, column.stop)]
            assert ends[1:-1:2] == pytest.approx(ends[2:-1:2])
            assert ends[0] == pytest.approx(-ends[1])
            assert found.stands[1].at == pytest.approx(found.length)


def test_holes_leave_a_gap() -> None:
    found = profile(board(1, 3, {"A2": None}), "A1", "A3", A="A1", T="A3")
    assert columns(found) == [("A1", -1, 1), ("A3", 3, 5)]


def test_a_piece_beside_its_line_has_a_column_at_the_end() -> None:
    there = board(3, 1, grid=parse_grid("square"))
    found = profile(there, "A1@SE", "C1@SW", A="A1", T="C1")
    assert columns(found)[0] == ("A1", -1, 0)
    assert columns(found)[-1] == ("C1", 2, 3)
    assert "A1" not in [format_cell(there, touch.cell) for touch in found.touches]


def test_pieces_stand_in_the_middle_of_their_cells_on_their_level() -> None:
    there = board(1, 3, {}, {"A2": 2})
    found = profile(there, "A1", "A3", A="A1", T="A3", B="A2")
    assert [(stand.piece.name, stand.at, stand.level) for stand in found.stands] == [
        ("A", 0, 0),
        ("T", pytest.approx(4), 0),
        ("B", pytest.approx(2), 2),
    ]


def test_two_pieces_in_one_cell_stand_beside_each_other() -> None:
    there = board(2, 2)
    found = profile(there, "A1", "A1", A="A1", T="A1")
    assert len(found.columns) == 1
    assert found.stands[0].at < found.stands[1].at


def test_borders_with_something_on_them_are_kept() -> None:
    there = board(1, 3)
    one, two = (parse_cell(there, label) for label in ("A1", "A2"))
    found = profile(there.with_borders({(one, two): ["fence"]}), "A1", "A3", A="A1", T="A3")
    (wall,) = found.walls
    assert wall.border == (one, two)
    assert wall.start == wall.stop == pytest.approx(1)


def mounted(start: str, stop: str, *cells: str, marked: tuple[str, ...] = (), swapped: bool = False) -> Profile:
    """Return a line between a foot soldier on C5 and a warrior on a base, on a board with a dotted line on C4/C5."""
    there = board(7, 7, {}, {"E3": 2, "E4": 9})
    there = there.with_borders({parse_border(there, "C4/C5"): ["dotted-line"]})
    at, *beside = (parse_cell(there, label) for label in cells)
    foot, rider = Piece(name="A", at=parse_cell(there, "C5")), Piece(name="K", at=at, beside=tuple(beside))
    there = there.with_pieces([foot, rider])
    points = parse_point(there, start), parse_point(there, stop)
    attacker, target = (rider, foot) if swapped else (foot, rider)
    ray = Ray(*points, None, tuple(contacts(there.grid, *points)))
    return Profile(there, ray, attacker, target, {parse_border(there, label) for label in marked})


@pytest.mark.parametrize("cells", [("E3", "E4"), ("E4", "E3")])
def test_a_piece_of_several_cells_stands_on_the_highest_of_them(cells: tuple[str, str]) -> None:
    found = mounted("E3", "C5@E", *cells, swapped=True)
    rider, foot = found.stands[:2]
    assert (rider.level, rider.below, foot.level) == (9, 2, 0)
    assert columns(found)[0][0] == "E3"


@pytest.mark.parametrize("cells", [("E3", "E4"), ("E4", "E3")])
def test_a_line_to_a_corner_ends_at_the_cell_that_has_it(cells: tuple[str, str]) -> None:
    found = mounted("C5", "E4@SE", *cells)
    assert columns(found)[-1][0] == "E4"
    assert (found.stands[1].level, found.stands[1].below) == (9, 9)
    assert "E4" not in [format_cell(found.board, touch.cell) for touch in found.touches]
    assert columns(mounted("C5", "D2@SE", *cells))[-1][0] == "E3"


def test_a_marked_border_is_kept_where_the_line_only_touches_an_end() -> None:
    assert mounted("E3", "B4@E", "E3", "E4", swapped=True).walls == ()
    found = mounted("E3", "B4@E", "E3", "E4", marked=("C4/C5",), swapped=True)
    (wall,) = found.walls
    assert wall.is_touch
    assert wall.start == wall.stop == pytest.approx(found.length)
    # A line that stays clear of the border, one that crosses it, and no line at all.
    assert mounted("E3", "C5@E", "E3", "E4", marked=("C4/C5",), swapped=True).walls == ()
    (crossed,) = mounted("C5", "C2", "E3", "E4", marked=("C4/C5",)).walls
    assert not crossed.is_touch
    assert mounted("C5", "C5", "E3", "E4", marked=("C4/C5",)).walls == ()
