"""Generator: boards of Combat Hex, what is left of them when they are hidden, and their charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from msgspec import structs

import sightline
from sightline.board import Piece
from sightline.inference.chart_rows import Row
from sightline.inference.inferable import Inferable
from sightline.inference.search import BoardSearch
from sightline.inference.unknown_board import Inference
from sightline.referee.shot import shot
from sightline.rules import Position, Verdict, installed_systems, require
from sightline.sight import PlannedSight
from sightline.systems.combat_hex.chart_sheet import SheetRow, sheet_row
from tests.reference.combat_hex.boards import random_world, to_yaml

RULES = installed_systems()["combat-hex"]
COLUMNS = ("shooter", "target", "line_of_sight", "bonus", "hit_on", "rule")


@dataclass(frozen=True)
class Hidden:
    """A board, and what is known of it when its hills, lines and second hexes are hidden."""

    whole: Position
    known: Position

    @property
    def size(self) -> int:
        """How much is hidden: levels, lines, second hexes."""
        board, kept = self.whole.board, self.known.board
        lines = sum(len(kinds) - len(kept.borders.get(border, ())) for border, kinds in board.borders.items())
        beside = sum(len(piece.beside) - len(kept.pieces[name].beside) for name, piece in board.pieces.items())
        return sum(board.levels) - sum(kept.levels) + lines + beside


def hide(whole: Position, rng: Random | None = None) -> Hidden:
    """Hide everything of a board that can be inferred; with a generator only some of it."""
    board = whole.board
    kept = [name for name in board.pieces if rng is not None and rng.random() < 0.5]
    pieces = [piece if piece.name in kept else _on_foot(piece) for piece in board.pieces.values()]
    # A base of two hexes that is known stands on known ground.
    ground = {cell for name in kept if board.pieces[name].beside for cell in board.pieces[name].cells}
    raised = [cell for cell in board if board.level(cell) > 0 and cell not in ground]
    levels = {cell: 0 for cell in raised if rng is None or rng.random() < 0.7}
    borders: dict[tuple[sightline.lattice.Cell, sightline.lattice.Cell], tuple[str, ...]] = {
        border: () for border in board.borders if rng is None or rng.random() < 0.7
    }
    return Hidden(whole, whole.with_surface(board.with_levels(levels).with_borders(borders).with_pieces(pieces)))


def _on_foot(piece: Piece) -> Piece:
    return structs.replace(piece, beside=(), mounted=False)


def random_hidden(rng: Random, *, most_pieces: int = 10) -> Hidden:
    """Return a random board, hidden wholly or in part, on which nobody who is hidden stands half on a known hill."""
    while True:
        whole = sightline.parse(to_yaml(random_world(rng))).position
        if len(whole.board.pieces) <= most_pieces:
            return hide(whole, rng if rng.random() < 0.5 else None)


def judge(position: Position, attacker: str, target: str) -> Verdict:
    """Ask the referee."""
    pieces = position.board.pieces
    return shot(RULES, position, pieces[attacker], pieces[target], None)


def said(position: Position, attacker: str, target: str) -> SheetRow:
    """Return the row of a chart."""
    return sheet_row(judge(position, attacker, target))  # type: ignore[arg-type]


def pairs_of(position: Position) -> list[tuple[str, str]]:
    """Return all ordered pairs of pieces."""
    names = list(position.board.pieces)
    return [(one, other) for one in names for other in names if one != other]


def row_of(said: SheetRow, line: int = 2) -> Row:
    """Return a row of a chart as it is read from a file."""
    return Row(line, dict(zip(COLUMNS, said, strict=True)))


def chart_of(position: Position, pairs: Iterable[tuple[str, str]]) -> list[Row]:
    """Return the chart of a board as it is read from a file."""
    return [row_of(said(position, *pair), line) for line, pair in enumerate(pairs, start=2)]


def statements(attacker: str, target: str) -> list[SheetRow]:
    """Return everything that a row can say of two pieces with at most one rule."""
    blocked = [SheetRow(attacker, target, "no", rule=rule) for rule in ("", "5.11", "5.12", "5.141", "8.10")]
    seen = [("5-6", ""), ("5-6", "5.171"), ("6", ""), ("6", "5.171"), ("6", "8.10"), ("6", "5.11")]
    return blocked + [SheetRow(attacker, target, "yes", bonus, *hit) for bonus in ("", "+1") for hit in seen]


def search_for(known: Position, rows: Sequence[Row], *, seconds: float = 600) -> BoardSearch:
    """Search for boards."""
    return BoardSearch(inference(), require(RULES, PlannedSight).sight(), known, rows, judge, seconds=seconds)


def inference() -> Inference:
    """Return how boards of Combat Hex are found."""
    return require(RULES, Inferable).inference()


def agree(position: Position, rows: Sequence[Row]) -> bool:
    """Return whether all rows come out on a board, as the referee judges."""
    return all(inference().agrees(row, judge(position, row.attacker, row.target)) for row in rows)


def blurred(rng: Random, rows: Sequence[Row]) -> list[Row]:
    """Return some rows of a chart, some of them without their rule."""
    kept = [row for row in rows if rng.random() < 0.8]
    return [replace(row, cells=_without_rule(row.cells) if rng.random() < 0.3 else row.cells) for row in kept]


def _without_rule(cells: Mapping[str, str]) -> Mapping[str, str]:
    return {**cells, "rule": ""}
