"""The questions that are asked of all cells or pieces at once, answered by compiled loops over arrays.

Needs NumPy and Numba, which are loaded when something is asked. What is compiled is kept for later processes.
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
    """Give a map to ask about all cells at once, or a free table to ask about all pieces.

    Raises `NotAnswered` and `MissingExtra`.
    """
    try:
        if position.is_free:
            from sightline.field.table_field import TableField

            return TableField(rules, position)
        from sightline.field.cell_field import CellField

        return CellField(rules, position)
    except ImportError as missing:
        raise MissingExtra(_("Numba, which answers for all pieces at once,"), "fast") from missing
