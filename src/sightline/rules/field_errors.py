"""Errors in the fields of a piece."""

from __future__ import annotations

from typing import NamedTuple


class FieldError(NamedTuple):
    """An error in a field: its dotted key in the mapping of the piece, a message, and the allowed values.

    `is_unknown` is true if the key itself is wrong, not its value.
    """

    key: str
    message: str
    allowed: tuple[str, ...] = ()
    is_unknown: bool = False
