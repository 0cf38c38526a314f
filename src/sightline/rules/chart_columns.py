"""Charts in a form that a rule system has of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

Sign = Literal["arrow", "square", "disc"]
"""What may stand at the target of a shot in the picture of a chart."""


class Column(Struct, frozen=True):
    """A column of a chart: what it is called in CSV and, in English, in print, and what it says of a verdict in each.

    `words` says it in the language that is spoken, `value` in the same way in all of them.
    """

    name: str
    heading: str
    words: Callable[[Any], str]
    value: Callable[[Any], str]
