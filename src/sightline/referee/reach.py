"""Answer `reach`: where one piece can move to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import structs

from sightline.board import Piece
from sightline.i18n import N_
from sightline.plane import Spot
from sightline.referee.deciding_rulings import with_deciding_rulings
from sightline.rules import FreelyMovable, Movable, require
from sightline.rules.answers import Place, Reach, ReachOutline, ReachWay, rounded
from sightline.rules.move_options import PLAIN_MOVE, MoveOptions
from sightline.rules.position import Position
from sightline.rules.ruleset import NotAnswered, Ruleset

if TYPE_CHECKING:
    from sightline.plane.movement import Path


def reach(rules: Ruleset[Any], position: Position, piece: Piece, options: MoveOptions = PLAIN_MOVE) -> Reach[Place]:
    """Return where a piece can move to, at what cost and by which path. Raise `NotAnswered`."""
    movable = require(rules, Movable)
    return with_deciding_rulings(position, lambda at: Reach(from_=piece.name, cells=movable.places(at, piece, options)))


def outline(rules: Ruleset[Any], position: Position, piece: Piece, toward: Spot | None = None) -> ReachOutline:
    """Return where on a free table a piece can move to; with `toward` also the path that ends nearest to that place.

    Raise `NotAnswered`, and `MissingExtra` where the extra `free` is not installed.
    """
    from sightline.plane import movement

    table = require(rules, FreelyMovable)

    def answer(at: Position) -> ReachOutline:
        move = table.move(at, piece)
        area = movement.reachable_area(move)
        found = ReachOutline(from_=piece.name, outline=tuple(map(_rounded, area.rings)), bound=rounded(area.bound))
        return found if toward is None else _with_way(found, movement.find_path(move, toward), toward)

    return with_deciding_rulings(position, answer)


def _with_way(found: ReachOutline, path: Path | None, toward: Spot) -> ReachWay:
    [wish] = _rounded([toward])
    spots, length = (_rounded(path.spots), rounded(path.length)) if path else ((), 0.0)
    return ReachWay(**structs.asdict(found), toward=wish, path=spots, length=length)


def _rounded(spots: Iterable[Spot]) -> tuple[tuple[float, float], ...]:
    return tuple((rounded(x), rounded(y)) for x, y in spots)


def read_options(rules: Ruleset[Any], asked: Mapping[str, object]) -> MoveOptions:
    """Return the options of a move, given by name; False and None ask for nothing.

    Raise `NotAnswered` for an option that the system does not know.
    """
    wanted = {name: value for name, value in asked.items() if value not in (False, None)}
    if not wanted:
        return PLAIN_MOVE
    known = require(rules, Movable).move_options
    for name in wanted:
        if name not in known.__struct_fields__:
            raise NotAnswered(rules, N_("{rules} has no move with the option {option}"), option=name)
    return known(**wanted)
