"""Lengths in inches and millimetres, as text and as number."""

from __future__ import annotations

import re
from fractions import Fraction

from sightline.i18n import LocalNumber

MM_PER_INCH = Fraction("25.4")
LENGTH_PATTERN = r"^(-?[0-9]{1,6}(?:\.[0-9]{1,30})?)(?: ?(mm))?$"
"""The pattern of a length as text."""


class Inches(float):
    """A length in inches that remembers its original text, so that 32mm is written as 32mm."""

    text: str

    def __new__(cls, value: float, text: str | None = None) -> Inches:
        """Return a length of `value` inches with the original text `text`."""
        made = super().__new__(cls, value)
        made.text = format_inches(value) if text is None else text
        return made

    def __repr__(self) -> str:
        return f"Inches({float(self)!r}, {self.text!r})"


def parse_length(text: str) -> Inches:
    """Return the length that a text states, such as `12.5` or `32mm`. Raise ValueError for any other text."""
    match = re.fullmatch(LENGTH_PATTERN, text)
    if match is None:
        raise ValueError(text)
    # Fractions, because 1219.2 mm are exactly 48 inches, but not in floating point.
    return Inches(float(Fraction(match[1]) / MM_PER_INCH if match[2] else match[1]), text)


def format_inches(value: float) -> LocalNumber:
    """Return a length as text, rounded to six decimals, without trailing zeros."""
    return LocalNumber(f"{round(value, 6) + 0.0:.6f}".rstrip("0").rstrip("."))  # adding 0.0 turns -0.0 into 0.0
