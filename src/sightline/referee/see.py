"""Answer `see`: the cells, or on a free table the pieces, that one piece sees."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sightline.board import Piece, format_cell
from sightline.deadline import limited
from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.referee.deciding_rulings import find_deciding_rulings, with_deciding_rulings
from sightline.rules import require
from sightline.rules.answers import Seen, SeenPieces, Sight
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.sight import PlannedSight


def see(rules: Ruleset[Any], position: Position, piece: Piece, known: Mapping[str, Sight] | None = None) -> Seen:
    """Return how `piece` would see a plain piece in each cell of the board.

    `known` is what a plain piece in its place would see, by label and without blocked cells. Where it sees the same,
    cells are evaluated only until all rulings that may decide are known to.
    """
    planned = require(rules, PlannedSight)
    may_decide = None if known is None else _may_decide(planned, position, piece)
    found: dict[Cell, Sight] = {}
    cells = _nearest_first(position, piece)
    decided: dict[str, str] = {}
    for cell in limited(cells, N_("cells"), len(cells)):
        if may_decide is not None and may_decide <= decided.keys():
            break
        here, consulted = position.tracking_rulings()
        found[cell] = _sight_at(planned, here, piece, cell)
        decided.update(_decided_at(planned, position, piece, cell, found[cell], consulted - decided.keys()))
    if known is None or may_decide is None:
        known = {format_cell(position.board, cell): found[cell] for cell in position.board if _is_seen(found, cell)}
    rulings = {name: choice for name, choice in position.rulings.items() if name in decided}
    return Seen(from_=piece.name, cells=known, rulings=rulings)


def _nearest_first(position: Position, piece: Piece) -> list[Cell]:
    """Return all cells but those of a piece, nearest first: near cells are seen, so that deciding rulings show soon."""
    board = position.board
    others = (cell for cell in board if cell not in piece.cells)
    return sorted(others, key=lambda cell: board.grid.distance(piece.cell, cell))


def _is_seen(found: Mapping[Cell, Sight], cell: Cell) -> bool:
    return found.get(cell, Sight.BLOCKED) is not Sight.BLOCKED


def _may_decide(rules: PlannedSight[Any], position: Position, piece: Piece) -> frozenset[str] | None:
    """Return the rulings that may decide what a piece sees; None where a plain piece in its place sees otherwise.

    A plain piece replaces everybody in its cell, and with them the other cells of those who have several.
    """
    is_single = all(len(each.cells) == 1 for each in position.board.occupants[piece.cell])
    if not (is_single and rules.uses_default_sight(position, piece)):
        return None
    watched, consulted = position.tracking_rulings()
    plan = rules.dummy_sight(watched)
    return plan.rulings | consulted


def _decided_at(
    rules: PlannedSight[Any], position: Position, piece: Piece, cell: Cell, sight: Sight, consulted: Collection[str]
) -> Mapping[str, str]:
    """Return which of the `consulted` rulings decide how a cell is seen."""
    return find_deciding_rulings(position, consulted, lambda at, _: _sight_at(rules, at, piece, cell) is not sight)


def _sight_at(rules: PlannedSight[Any], position: Position, piece: Piece, cell: Cell) -> Sight:
    """Return how a plain piece in a cell is seen. It replaces whoever stands there, with all their cells."""
    board = position.board
    for other in board.occupants.get(cell, ()):
        if len(other.cells) > 1:  # the cell itself is an end, where nobody else is looked for
            board = board.without_piece(other.name)
    return rules.sight_at(position if board is position.board else position.with_surface(board), piece, cell)


def see_pieces(rules: Ruleset[Any], position: Position, piece: Piece) -> SeenPieces:
    """Return how `piece` sees each of the others on a free table."""

    def answer(at: Position) -> SeenPieces:
        others = (other for other in at.pieces.values() if other.name != piece.name)
        looks = {other.name: rules.view(at, piece, other, None).sight for other in others}
        return SeenPieces(from_=piece.name, pieces={n: s for n, s in looks.items() if s is not Sight.BLOCKED})

    return with_deciding_rulings(position, answer)
