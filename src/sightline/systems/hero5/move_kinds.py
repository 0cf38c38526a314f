"""The options of a move: Move By, Move Through, fewest attacks of opportunity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from sightline.board import Piece, PieceName
from sightline.i18n import N_, _
from sightline.rules import FieldError, MoveOptions


class HeroMove(MoveOptions, frozen=True, kw_only=True):
    """A full or half move, a Move By, or a Move Through a piece.

    With `fewest_attacks` paths are ranked by the number of attacks that they provoke, then by cost.
    """

    by: Annotated[bool, Meta(description=N_("Make a Move By."))] = False
    through: Annotated[PieceName | None, Meta(description=N_("Make a Move Through against the piece T."))] = None
    fewest_attacks: Annotated[bool, Meta(description=N_("Prefer paths that provoke as few opponents as possible."))] = (
        False
    )

    def check(self, piece: Piece) -> Iterator[FieldError]:
        if self.by and self.through is not None:
            yield FieldError("by", _("a move can be a Move By or a Move Through, not both"))
        if self.through == piece.name:
            yield FieldError("through", _("{piece!r} cannot move through itself").format(piece=piece.name))


PLAIN_HERO_MOVE = HeroMove()
