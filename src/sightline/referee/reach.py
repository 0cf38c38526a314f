"""Where one piece can move to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import structs

from sightline.board import Piece
from sightline.i18n import N_
from sightline.plane import Spot
from sightline.referee.deciding_rulings import with_deciding_rulings
from sightline.rules.answers import Place, Reach, ReachOutline, ReachWay, rounded
from sightline.rules.move_options import ANY_MOVE, MoveOptions
from sightline.rules.position import Position
from sightline.rules.ruleset import NotAnswered, Ruleset

if TYPE_CHECKING:
    from sightline.plane.movement import Path


def reach(rules: Ruleset, position: Position, piece: Piece, manner: MoveOptions = ANY_MOVE) -> Reach[Place]:
    """Tell where a piece can move to in that manner, at what cost and by which way. Raises `NotAnswered`."""
    _check_manner(rules, manner)
    return with_deciding_rulings(position, lambda at: Reach(from_=piece.name, cells=rules.places(at, piece, manner)))


def outline(
    rules: Ruleset, position: Position, piece: Piece, manner: MoveOptions = ANY_MOVE, toward: Spot | None = None
) -> ReachOutline:
    """Tell where on a free table a piece can move to in that manner; and, if asked, how it gets nearest to a place.

    Raises `NotAnswered`, and `MissingExtra` where the extra `free` is not installed.
    """
    from sightline.plane import movement

    _check_manner(rules, manner)

    def answer(at: Position) -> ReachOutline:
        move = rules.move(at, piece)
        area = movement.outline(move)
        found = ReachOutline(from_=piece.name, outline=tuple(map(_rounded, area.rings)), bound=rounded(area.bound))
        return found if toward is None else _with_way(found, movement.path_to(move, toward), toward)

    return with_deciding_rulings(position, answer)


def _with_way(found: ReachOutline, path: Path | None, toward: Spot) -> ReachWay:
    [wish] = _rounded([toward])
    spots, length = (_rounded(path.spots), rounded(path.length)) if path else ((), 0.0)
    return ReachWay(**structs.asdict(found), toward=wish, path=spots, length=length)


def _rounded(spots: Iterable[Spot]) -> tuple[tuple[float, float], ...]:
    return tuple((rounded(x), rounded(y)) for x, y in spots)


_UNKNOWN: Mapping[str, str] = {
    "by": N_("{rules} knows no Move By"),
    "through": N_("{rules} knows no Move Through"),
    "fewest_attacks": N_("in {rules} no move provokes attacks"),
}


def _check_manner(rules: Ruleset, manner: MoveOptions) -> None:
    for asked in manner.asked:
        if asked not in rules.move_options:
            raise NotAnswered(rules, _UNKNOWN[asked])
