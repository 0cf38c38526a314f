"""Columns and signs of a chart in a published form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

Sign = Literal["arrow", "square", "disc"]
"""A sign at the target of a shot in the picture of a chart."""


class Column(Struct, frozen=True):
    """A column of a chart.

    - `name` is its header in CSV, `heading` in print, in English.
    - `words` returns its text for a verdict in the current language, `value` the same in all languages.
    """

    name: str
    heading: str
    words: Callable[[Any], str]
    value: Callable[[Any], str]
