"""Groups of cells with a border in pictures, as stated by a rule system."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sightline.board import Border
from sightline.lattice import Cell

GroupColour = Literal["black", "yellow", "gray", "blue", "red", "green", "cyan", "purple"]
"""The colour of the border round a group; each colour also has a line pattern of its own."""


class CellGroup(NamedTuple):
    """A border round a group of cells: the kind of the group, a colour, and the edges where the border can be crossed.

    Of several groups that share a cell, earlier ones are drawn further out.
    """

    kind: str
    colour: GroupColour
    cells: frozenset[Cell]
    gaps: frozenset[Border] = frozenset()
