"""Cells and lattice points, both pairs of integers, and the letters of columns."""

from __future__ import annotations

from typing import NamedTuple


class Cell(NamedTuple):
    """A cell. Hexes: axial coordinates, r increases downwards. Squares: column and row from 0."""

    q: int
    r: int


class Point(NamedTuple):
    """A lattice point, a centre or corner of cells, in the integer coordinates of its grid; y increases downwards."""

    x: int
    y: int


def format_column(column: int) -> str:
    """Return the letters of a column counted from 0: A ... Z, AA, AB ..., as on a spreadsheet.

    Raises ValueError for a negative column.
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
    """Return the column, counted from 0, that capital letters name: the inverse of `format_column`."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1
