"""Where one piece can move to."""

from __future__ import annotations

from sightline.board import Piece
from sightline.rules.answer import Place, Reach
from sightline.rules.position import Position
from sightline.rules.referee.deciding import decided
from sightline.rules.ruleset import Ruleset


def reach(rules: Ruleset, position: Position, piece: Piece) -> Reach[Place]:
    """Tell where a piece can move to, at what cost and by which way. Raises `NotAnswered`."""
    return decided(position, lambda at: Reach(from_=piece.name, cells=rules.places(at, piece)))
