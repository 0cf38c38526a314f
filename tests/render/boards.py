"""Generator: positions that the drawing tests share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from sightline.board import Board, Facing, Piece, Weapon, parse_cell
from sightline.lattice import Cell, Grid, HexGrid
from sightline.referee.shot import shot
from sightline.render import Scene
from sightline.rules import PieceDepiction, Position, Rulings, Verdict
from sightline.systems.penance import PENANCE, Penance
from sightline.systems.penance.pieces import Casket


def position(board: Board) -> Position:
    return Position(board, PENANCE.terrain, {}, Rulings(PENANCE.rulings))


class PlainPenance(Penance):
    """Penance with pieces that state nothing."""

    def piece_depiction(self, piece: Piece) -> PieceDepiction:
        return PieceDepiction()


PLAIN = PlainPenance()
RIFLE = Weapon(name="rifle", range=8, damage=2)


def casket(
    board: Board, name: str, at: str, side: str | None, facing: str, shield: Literal["left", "right", "none"] = "none"
) -> Casket:
    cell = parse_cell(board, at)
    return Casket(name=name, at=cell, side=side, facing=Facing(facing), shield=shield, weapons=(RIFLE,))


def board(
    columns: int,
    rows: int,
    ground: Mapping[str, Sequence[str] | None] | None = None,
    levels: Mapping[str, int] | None = None,
    grid: Grid | None = None,
) -> Board:
    empty = Board.empty(grid or HexGrid(), columns, rows)

    def cell(label: str) -> Cell:
        return parse_cell(empty, label)

    changed = empty.with_ground({cell(label): kinds for label, kinds in (ground or {}).items()})
    return changed.with_levels({cell(label): level for label, level in (levels or {}).items()})


def across_the_rubble() -> Board:
    """Return the example of the scenario format."""
    empty = board(7, 8, {"D3": ["rubble"], "F2": ["wall"], "F3": ["wall"], "F4": ["wall"]}, {"B2": 1})
    return empty.with_pieces([casket(empty, "A", "D7", "red", "N", "left"), casket(empty, "T", "D2", "blue", "S")])


def judged(board: Board, attacker: str, target: str) -> Verdict:
    return shot(PENANCE, position(board), board.pieces[attacker], board.pieces[target], RIFLE)


def with_friends() -> Board:
    """Return a, whose way a friend and walls narrow, and T, whom it can reach."""
    empty = board(5, 5, {"B3": ["wall"], "D1": ["forest"]}, {"D2": 1})
    pieces = [
        casket(empty, "A", "C4", "red", "N", "left"),
        casket(empty, "Pal", "C3", "red", "N"),
        casket(empty, "T", "B1", "blue", "S"),
    ]
    return empty.with_pieces(pieces)


def of_board(scene: Scene) -> Scene:
    """Return the scene of an answer about a board of cells."""
    assert not scene.is_free
    return scene
