"""Lengths as people write them: inches, unless they say mm."""

from __future__ import annotations

import re
from fractions import Fraction

from sightline.i18n import LocalNumber

MM_PER_INCH = Fraction("25.4")
LENGTH = r"^(-?[0-9]{1,6}(?:\.[0-9]{1,30})?)(?: ?(mm))?$"
"""The pattern of a length as text."""


class Inches(float):
    """A length in inches that remembers how it was written, so that 32mm stays 32mm."""

    text: str

    def __new__(cls, value: float, text: str | None = None) -> Inches:
        """Give a length of so many inches, written as `text`."""
        made = super().__new__(cls, value)
        made.text = format_inches(value) if text is None else text
        return made

    def __repr__(self) -> str:
        return f"Inches({float(self)!r}, {self.text!r})"


def parse_length(text: str) -> Inches:
    """Give the length that a text states, such as `12.5` or `32mm`. Raises ValueError for any other text."""
    match = re.fullmatch(LENGTH, text)
    if match is None:
        raise ValueError(text)
    # 1219.2mm is 48 inches sharp, which it is not in floating point.
    return Inches(float(Fraction(match[1]) / MM_PER_INCH if match[2] else match[1]), text)


def format_inches(value: float) -> LocalNumber:
    """Give a length as text, to six places, without zeros at the end."""
    return LocalNumber(f"{round(value, 6) + 0.0:.6f}".rstrip("0").rstrip("."))  # adding 0 takes the sign off a zero
