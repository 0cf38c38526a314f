"""What pieces state wrongly."""

from __future__ import annotations

from typing import NamedTuple


class FieldError(NamedTuple):
    """Something that a piece states wrongly: the dotted key in its mapping, what is wrong, and what would be right.

    `is_unknown` says that it is the key itself, not its value.
    """

    key: str
    message: str
    allowed: tuple[str, ...] = ()
    is_unknown: bool = False
