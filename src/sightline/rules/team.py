"""A team: characters that enter a battle together, and the formations in which they can begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, structs

from sightline.board import Piece
from sightline.lattice import Cell

NOWHERE: Final = Cell(0, 0)
"""A placeholder for the cell of characters that are not deployed on a map."""


class TeamData(Struct, frozen=True):
    """The content of a team.

    - `limit` is the maximum sum of points of its characters.
    - `characters` has them by name, `like` the roster key on which each is based. Sides and places are not meaningful
      before deployment.
    - `formations` has, by name and character, (column, row) on the formation grid, both from 0; row 0 is the front. The
      first formation is the default.
    - `name` is "" for a team without one.
    """

    limit: int
    characters: Mapping[str, Piece]
    like: Mapping[str, str]
    formations: Mapping[str, Mapping[str, tuple[int, int]]]
    name: str = ""

    def with_names(self, names: Mapping[str, str]) -> TeamData:
        """Return the team with new names of some characters, by their current ones."""
        return structs.replace(
            self,
            characters={
                names.get(name, name): structs.replace(piece, name=names.get(name, name))
                for name, piece in self.characters.items()
            },
            like={names.get(name, name): key for name, key in self.like.items()},
            formations={
                label: {names.get(name, name): tile for name, tile in tiles.items()}
                for label, tiles in self.formations.items()
            },
        )
