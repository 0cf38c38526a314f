"""The answer to `see` from a field that is already built."""

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
    """Return what a plain piece in a cell sees, by label, without blocked cells; None without a field.

    No field is built for this: to load Numba takes longer than most answers.
    """
    if field is None:
        return None
    levels = field.see(format_cell(position.board, cell)).tolist()
    return {label: _SIGHTS[level] for label, level in zip(field.cells, levels, strict=True) if level}
