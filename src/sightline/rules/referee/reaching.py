"""Where one piece can move to."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.board import Piece
from sightline.language import N_
from sightline.plane import moves
from sightline.rules.answer import Place, Reach, ReachOutline, rounded
from sightline.rules.manner import ANY_MOVE, Manner
from sightline.rules.position import Position
from sightline.rules.referee.deciding import decided
from sightline.rules.ruleset import NotAnswered, Ruleset


def reach(rules: Ruleset, position: Position, piece: Piece, manner: Manner = ANY_MOVE) -> Reach[Place]:
    """Tell where a piece can move to in that manner, at what cost and by which way. Raises `NotAnswered`."""
    _check_manner(rules, manner)
    return decided(position, lambda at: Reach(from_=piece.name, cells=rules.places(at, piece, manner)))


def outline(rules: Ruleset, position: Position, piece: Piece, manner: Manner = ANY_MOVE) -> ReachOutline:
    """Tell where on a free table a piece can move to in that manner. Raises `NotAnswered`."""
    _check_manner(rules, manner)

    def answer(at: Position) -> ReachOutline:
        area = moves.outline(rules.move(at, piece))
        rings = (tuple((rounded(x), rounded(y)) for x, y in ring) for ring in area.rings)
        return ReachOutline(from_=piece.name, outline=tuple(rings), bound=rounded(area.bound))

    return decided(position, answer)


_UNKNOWN: Mapping[str, str] = {
    "by": N_("{rules} knows no Move By"),
    "through": N_("{rules} knows no Move Through"),
    "fewest_attacks": N_("in {rules} no move provokes attacks"),
}


def _check_manner(rules: Ruleset, manner: Manner) -> None:
    for asked in manner.asked:
        if asked not in rules.manners:
            raise NotAnswered(rules, _UNKNOWN[asked])
