"""The questions that are asked of all pieces at once, answered by compiled loops over arrays.

Needs NumPy and Numba, which are loaded when something is asked. What is compiled is kept for later processes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.extras import MissingExtra
from sightline.language import _
from sightline.rules import Position, Ruleset
from sightline.rules.ruleset import asks_for_table

if TYPE_CHECKING:
    from sightline.field.table import TableField

__all__ = ["table_field"]


def table_field(rules: Ruleset, position: Position) -> TableField:
    """Give a free table to ask about all pieces at once. Raises `NotAnswered` and `MissingExtra`."""
    if not position.is_free:
        raise asks_for_table(rules)
    try:
        from sightline.field.table import TableField
    except ImportError as missing:
        raise MissingExtra(_("Numba, which answers for all pieces at once,"), "fast") from missing
    return TableField(rules, position)
