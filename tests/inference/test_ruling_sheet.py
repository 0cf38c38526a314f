"""The published ruling sheet: boards that are found from its 47 rows and the places of the warriors alone."""

from __future__ import annotations

import csv
from itertools import islice
from pathlib import Path

import pytest

import sightline
from sightline.inference.chart_rows import Row
from tests.inference import boards

ROOT = Path(__file__).parents[2]
BOARD = ROOT / "scenarios" / "combat-hex" / "ruling-sheet.yaml"
PUBLISHED = ROOT / "tests" / "rulebook" / "combat_hex" / "ruling-sheet.csv"
SIZE = 13
"""What is added at least: proven by the solver. The board that comes with the program is one of these."""


def published() -> list[Row]:
    """Return the rows as published."""
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        return [Row(line, cells) for line, cells in enumerate(csv.DictReader(file), start=2)]


def places() -> boards.Hidden:
    """Return the board that comes with the program, and what is left of it when only the places are known."""
    return boards.hide(sightline.load(BOARD).position)


def test_the_places_are_bare() -> None:
    known = places()
    assert known.size == SIZE
    assert not any(known.known.board.levels)
    assert not known.known.board.borders
    assert all(len(piece.cells) == 1 for piece in known.known.board.pieces.values())
    assert len(published()) == 47


@pytest.mark.long
def test_two_boards_are_found_on_which_all_rows_come_out() -> None:
    rows, known = published(), places().known
    one, other = islice(boards.search_for(known, rows).boards(), 2)
    assert one.added != other.added
    for board in (one, other):
        assert (len(board.added), board.is_smallest) == (SIZE, True)
        assert boards.agree(board.position, rows)


@pytest.mark.long
def test_a_board_without_the_lines_is_completed() -> None:
    known = places()
    board = known.whole.board.with_borders(dict.fromkeys(known.whole.board.borders, ()))
    found = next(boards.search_for(known.whole.with_surface(board), published()).boards())
    assert {element.kind for element in found.added} == {"red-line", "dotted-line"}
    assert len(found.added) == 3


@pytest.mark.long
def test_rows_that_contradict_the_others_are_named() -> None:
    """H4 and J5 cannot both stand on the ground, as the changed row says, when J5 shoots down from a hill.

    Of the sheet, the rows of these two: among all 47 it takes a minute to show that no smaller set contradicts itself.
    """
    rows = [row for row in published() if {"H4", "J5"} & {row.attacker, row.target}]
    assert len(rows) > 10
    at = next(number for number, row in enumerate(rows) if (row.attacker, row.target) == ("H4", "J5"))
    rows[at] = Row(rows[at].line, {**rows[at].cells, "line_of_sight": "no", "hit_on": "", "rule": "5.12"})
    search = boards.search_for(places().known, rows)
    assert not list(search.boards())
    named = search.contradiction()
    assert (named.is_irreducible, named.is_smallest) == (True, True)
    assert len(named.rows) == 2
    assert rows[at] in named.rows
    assert all(row.attacker == "J5" and row.cells["bonus"] for row in named.rows if row != rows[at])
