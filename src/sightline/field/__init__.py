"""The questions that are asked of all pieces at once, answered by compiled loops over arrays.

Needs NumPy and Numba, which are loaded when something is asked. What is compiled is kept for later processes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.language import _
from sightline.rules import Position, Ruleset
from sightline.rules.ruleset import asks_for_table

if TYPE_CHECKING:
    from sightline.field.table import TableField

__all__ = ["MissingNumba", "table_field"]


class MissingNumba(ImportError):
    """Numba is not installed; `command` installs it."""

    def __init__(self) -> None:
        self.extra = "fast"
        self.command = f'pip install "sightline[{self.extra}]"'
        message = _("{what} is not installed; {command} installs it")
        super().__init__(message.format(what=_("Numba, which answers for all pieces at once,"), command=self.command))


def table_field(rules: Ruleset, position: Position) -> TableField:
    """Give a free table to ask about all pieces at once. Raises `NotAnswered` and `MissingNumba`."""
    if not position.is_free:
        raise asks_for_table(rules)
    try:
        from sightline.field.table import TableField
    except ImportError as missing:
        raise MissingNumba from missing
    return TableField(rules, position)
