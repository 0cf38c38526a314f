"""What is seen of a map, as a field tells it that is at hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sightline.board import format_cell
from sightline.lattice import Cell
from sightline.rules import Position, Sight

if TYPE_CHECKING:
    from sightline.field.cell_field import CellField

_SIGHTS = (Sight.BLOCKED, Sight.IMPEDED, Sight.CLEAR)


def known_sights(field: CellField | None, position: Position, cell: Cell) -> Mapping[str, Sight] | None:
    """Give what a plain piece in a cell sees, by label and without what is blocked; None without a field.

    A field is used where there is one, and never made for this: to load Numba takes longer than most answers.
    """
    if field is None:
        return None
    levels = field.see(format_cell(position.board, cell)).tolist()
    return {label: _SIGHTS[level] for label, level in zip(field.cells, levels, strict=True) if level}
