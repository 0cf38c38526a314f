"""Charts in a form that a rule system has of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Sign = Literal["arrow", "square", "disc"]
"""What may stand at the target of a shot in the picture of a chart."""


@dataclass(frozen=True)
class Column:
    """A column of a chart: what it is called in CSV and, by language, in print, and what it says of a verdict in each.

    `words` takes the verdict and the language, `value` the verdict: its CSV is the same in every language.
    """

    name: str
    headings: Mapping[str, str]
    words: Callable[[Any, str], str]
    value: Callable[[Any], str]
