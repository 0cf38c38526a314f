"""What one piece sees of the board."""

from __future__ import annotations

from sightline.board import Piece, format_cell
from sightline.rules.answer import Seen, Sight
from sightline.rules.position import Position
from sightline.rules.referee.deciding import afresh, deciding
from sightline.rules.ruleset import Ruleset
from sightline.rules.sighting import look


def see(rules: Ruleset, position: Position, piece: Piece) -> Seen:
    """Tell how `piece` would see a plain piece in each cell of the board."""
    plan, first = rules.sight(), afresh(position)
    found = {cell: look(plan, first, piece.at, cell) for cell in position.board if cell not in piece.cells}

    def is_decided_by(at: Position, changed: str) -> bool:
        asked = ((cell, before) for cell, before in found.items() if changed in before.rulings)
        return any(look(plan, at, piece.at, cell).sight is not before.sight for cell, before in asked)

    seen = {cell: sighting.sight for cell, sighting in found.items() if sighting.sight is not Sight.BLOCKED}
    cells = {format_cell(position.board, cell): sight for cell, sight in seen.items()}
    return Seen(from_=piece.name, cells=cells, rulings=deciding(first, is_decided_by))
