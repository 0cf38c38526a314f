"""Groups of cells that pictures draw a border round, as a rule system states them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sightline.board import Border
from sightline.lattice import Cell

GroupColour = Literal["black", "yellow", "gray", "blue", "red", "green"]
"""The colour of a border round a group; each has a pattern of its own besides."""


class CellGroup(NamedTuple):
    """A border round a group of cells: what the group is, in which colour, and the sides where it can be crossed.

    Where several groups share a cell, those stated earlier lie further out.
    """

    kind: str
    colour: GroupColour
    cells: frozenset[Cell]
    gaps: frozenset[Border] = frozenset()
