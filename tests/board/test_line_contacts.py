"""Lines over a board, by name."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.board import Board, LineContacts, find_line_contacts, parse_cell, parse_point
from sightline.lattice import ContactType, parse_grid
from sightline.rules.json_values import to_builtins


def board_of(layout: str, size: str, *holes: str) -> Board:
    columns, rows = map(int, size.split("x"))
    board = Board.empty(parse_grid(layout), columns, rows)
    return board.with_ground({parse_cell(board, hole): None for hole in holes})


def line(board: Board, start: str, stop: str) -> LineContacts:
    return find_line_contacts(board, parse_point(board, start), parse_point(board, stop))


def brief(board: Board, start: str, stop: str) -> list[str]:
    return [" ".join([met.kind, ",".join(met.cells), *map(str, met.at)]) for met in line(board, start, stop).contacts]


def test_the_keys_of_the_json() -> None:
    found = line(board_of("flat odd-q", "3x3"), "A2", "C2")
    assert found.contacts[1].at == (Fraction(1, 3), Fraction(2, 3))
    assert found.contacts[1].kind is ContactType.ALONG
    assert to_builtins(found) == {
        "from": "A2",
        "to": "C2",
        "contacts": [
            {"kind": "starts-in", "cells": ["A2"], "at": ["0", "1/3"]},
            {"kind": "along", "cells": ["B1", "B2"], "at": ["1/3", "2/3"]},
            {"kind": "ends-in", "cells": ["C2"], "at": ["2/3", "1"]},
        ],
    }


def test_what_is_off_the_map_is_left_out() -> None:
    assert brief(board_of("flat odd-q", "3x3"), "A1", "C1") == [
        "starts-in A1 0 1/3",
        "along B1 1/3 2/3",
        "ends-in C1 2/3 1",
    ]
    assert brief(board_of("flat odd-q", "3x3", "B1"), "A2", "C2")[1] == "along B2 1/3 2/3"
    assert brief(board_of("flat odd-q", "3x3", "B1", "B2"), "A2", "C2") == ["starts-in A2 0 1/3", "ends-in C2 2/3 1"]
    assert brief(board_of("square", "3x1", "B1"), "A1", "C1") == ["starts-in A1 0 1/4", "ends-in C1 3/4 1"]


def test_contacts_at_one_place_are_sorted_by_label_as_text() -> None:
    board = board_of("square", "2x11")
    assert brief(board, "A9", "B10") == ["starts-in A9 0 1/2", "touches A10 1/2", "touches B9 1/2", "ends-in B10 1/2 1"]
    assert brief(board, "B9", "B10")[1] == "crosses-border B9,B10 1/2"  # lower row first, not first by text
    assert brief(board, "A9@NE", "A11@SE")[2:4] == ["along A9,B9 0 1/3", "along A10,B10 1/3 2/3"]
    assert brief(board, "A10@NW", "A10@NE")[0] == "along A10,A9 0 1"


def test_ends_are_written_under_their_first_name() -> None:
    found = line(board_of("flat odd-q", "3x11"), "B9@SW", "B9@W")
    assert (found.from_, found.to) == ("A10@E", "A10@NE")


@pytest.mark.parametrize(("point", "expected"), [("B2", ["starts-in B2 0 1"]), ("A1@NW", ["touches A1 0"])])
def test_a_line_of_no_length(point: str, expected: list[str]) -> None:
    assert brief(board_of("square", "3x3"), point, point) == expected
