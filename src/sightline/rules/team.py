"""A team: who enters a battle for a side, and how they can stand when it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sightline.board import Piece
from sightline.lattice import Cell

NOWHERE: Final = Cell(0, 0)
"""Where characters stand that have not been laid on a map: it means nothing."""


@dataclass(frozen=True)
class Team:
    """A side's characters by name, the points that they may be worth together, and their formations by name.

    `like` names, by character, the one of the roster that it is made from. A formation gives each character its column
    and row, both from 0, on the formation grid, whose first row is the front. The first one is chosen unless told.
    """

    side: str
    limit: int
    characters: Mapping[str, Piece]
    like: Mapping[str, str]
    formations: Mapping[str, Mapping[str, tuple[int, int]]]
