"""Maps of squares in characters, with the terrain on the borders between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.board import Board, Border
from sightline.lattice import Cell, format_column
from sightline.render.scene import Scene
from sightline.render.text_metrics import columns, pad

UPRIGHT, LYING = "│", "─"
"""The characters before the letters of a border without a sign of a finding."""


def has_square_map(board: Board) -> bool:
    """Return whether a board is of squares and has terrain on borders."""
    return board.grid.kind == "square" and bool(board.borders)


def square_map(scene: Scene, tokens: Mapping[Cell, str], signs: Mapping[Cell | Border, str]) -> list[str]:
    """Return the lines of a map of squares: each its sign and token, borders beside and below it by letters."""
    board, letters = scene.board, scene.letters
    marks = {border: "".join(letters[kind] for kind in kinds) for border, kinds in board.borders.items()}
    widest = max(map(columns, marks.values()))
    wide, gap = 2 + max([widest, *map(columns, tokens.values())]), 1 + widest
    margin = len(str(board.rows)) + 1

    def squares(row: int) -> Iterator[str]:
        for cell in (board.grid.cell_at(column, row) for column in range(board.columns)):
            beside = (cell, board.grid.neighbour(cell, 1))
            border = f"{signs.get(beside, UPRIGHT)}{marks[beside]}" if beside in marks else ""
            yield pad(signs.get(cell, " ") + tokens.get(cell, ""), wide) + pad(border, gap)

    def below(row: int) -> Iterator[str]:
        for cell in (board.grid.cell_at(column, row) for column in range(board.columns)):
            under = (cell, board.grid.neighbour(cell, 2))
            border = f" {signs.get(under, LYING)}{marks[under]}" if under in marks else ""
            yield pad(border + (LYING if border else "") * (wide - 1 - columns(border)), wide + gap)

    drawn = [" " * margin + "".join(pad(f" {format_column(column)}", wide + gap) for column in range(board.columns))]
    for row in range(board.rows):
        drawn.append(f"{row + 1:>{margin - 1}} " + "".join(squares(row)))
        lines = "".join(below(row))
        drawn += [" " * margin + lines] if lines.strip() else []
    return drawn
