"""A team: the characters of a side in a battle, and the formations in which they can begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sightline.board import Piece
from sightline.lattice import Cell

NOWHERE: Final = Cell(0, 0)
"""A placeholder for the cell of characters that are not deployed on a map."""


@dataclass(frozen=True)
class Team:
    """The characters of a side.

    - `limit` is the most points that they may be worth together.
    - `characters` has them by name, `like` the key of the roster from which each is made.
    - `formations` has, by name and character, (column, row) on the formation grid, both from 0; row 0 is the front. The
      first formation is the default.
    """

    side: str
    limit: int
    characters: Mapping[str, Piece]
    like: Mapping[str, str]
    formations: Mapping[str, Mapping[str, tuple[int, int]]]
