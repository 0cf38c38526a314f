"""What one piece sees of the board."""

from __future__ import annotations

from sightline.board import Piece, format_cell
from sightline.lattice import Cell
from sightline.rules.answer import Seen, SeenPieces, Sight
from sightline.rules.position import Position
from sightline.rules.referee.deciding import decided, deciding
from sightline.rules.ruleset import Ruleset


def see(rules: Ruleset, position: Position, piece: Piece) -> Seen:
    """Tell how `piece` would see a plain piece in each cell of the board."""
    first, consulted = position.watched()
    found: dict[Cell, Sight] = {}
    consulted_for: dict[Cell, set[str]] = {}
    for cell in position.board:
        if cell not in piece.cells:
            here, consulted_for[cell] = first.watched()
            found[cell] = _sight_at(rules, here, piece, cell)

    def is_decided_by(at: Position, changed: str) -> bool:
        asked = ((cell, sight) for cell, sight in found.items() if changed in consulted_for[cell])
        return any(_sight_at(rules, at, piece, cell) is not sight for cell, sight in asked)

    seen = {cell: sight for cell, sight in found.items() if sight is not Sight.BLOCKED}
    cells = {format_cell(position.board, cell): sight for cell, sight in seen.items()}
    return Seen(from_=piece.name, cells=cells, rulings=deciding(position, consulted, is_decided_by))


def _sight_at(rules: Ruleset, position: Position, piece: Piece, cell: Cell) -> Sight:
    """Give how a plain piece in a cell is seen. Whoever stands there now is gone, from its further cells too."""
    board = position.board
    for other in board.occupants.get(cell, ()):
        if len(other.cells) > 1:  # the cell itself is an end, where nobody else is looked for
            board = board.without_piece(other.name)
    return rules.sight_at(position if board is position.board else position.with_surface(board), piece, cell)


def see_pieces(rules: Ruleset, position: Position, piece: Piece) -> SeenPieces:
    """Tell how `piece` sees each of the others on a free table."""

    def answer(at: Position) -> SeenPieces:
        others = (other for other in at.pieces.values() if other.name != piece.name)
        looks = {other.name: rules.look(at, piece, other, None).sight for other in others}
        return SeenPieces(from_=piece.name, pieces={n: s for n, s in looks.items() if s is not Sight.BLOCKED})

    return decided(position, answer)
