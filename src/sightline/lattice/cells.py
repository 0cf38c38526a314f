"""Cells and lattice points: the two kinds of place on a grid, both pairs of integers."""

from __future__ import annotations

from typing import NamedTuple


class Cell(NamedTuple):
    """A cell. Hexes: axial coordinates, r growing downwards. Squares: column and row from 0."""

    q: int
    r: int


class Point(NamedTuple):
    """A lattice point, the centre or a corner of cells, in the integer coordinates of its grid; y grows downwards."""

    x: int
    y: int


def format_column(column: int) -> str:
    """Give the letters of a column counted from 0: A ... Z, AA, AB ..., as on a spreadsheet.

    Raises ValueError for a column before the first.
    """
    if column < 0:
        raise ValueError(f"column {column} lies before the first")
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def parse_column(letters: str) -> int:
    """Give the column, counted from 0, that the capital `letters` name: the inverse of `format_column`."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1
