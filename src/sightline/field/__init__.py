"""Whole boards and tables at once: queries about all cells or pieces, answered by compiled array kernels.

Needs NumPy and Numba, which are imported by the first query. Compiled code is cached on disk, see `field.jit`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sightline.extras import MissingExtra
from sightline.i18n import _
from sightline.rules import Position, Ruleset

if TYPE_CHECKING:
    from sightline.field.cell_field import CellField
    from sightline.field.table_field import TableField

__all__ = ["field_of"]


def field_of(rules: Ruleset[Any], position: Position) -> CellField | TableField:
    """Return the field of a map of cells or of a free table.

    Raise `NotAnswered`, and `MissingExtra` if Numba is not installed.
    """
    try:
        if position.is_free:
            from sightline.field.table_field import TableField

            return TableField(rules, position)
        from sightline.field.cell_field import CellField

        return CellField(rules, position)
    except ImportError as missing:
        raise MissingExtra(_("Numba, which computes whole boards,"), "fast") from missing
