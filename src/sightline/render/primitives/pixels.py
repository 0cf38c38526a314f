"""Points of a picture, in pixels."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, sin
from typing import NamedTuple


class Pixel(NamedTuple):
    """A point of the picture, or a vector, in pixels."""

    x: float
    y: float

    def plus(self, x: float, y: float) -> Pixel:
        """Return the point moved to the right by `x` and down by `y`."""
        return Pixel(self.x + x, self.y + y)


@lru_cache(maxsize=8192)  # cached: most coordinates of a board occur in many cells
def number(value: float) -> str:
    """Format a number with at most two decimals and without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def pair(pixel: Pixel) -> str:
    """Format a point as in the data of an SVG path."""
    x, y = number(pixel.x), number(pixel.y)
    return x + y if y.startswith("-") else f"{x} {y}"


def between(a: Pixel, b: Pixel, part: float) -> Pixel:
    """Return the point at a fraction, from 0 to 1, of the line from `a` to `b`."""
    return a.plus((b.x - a.x) * part, (b.y - a.y) * part)


def across(a: Pixel, b: Pixel, length: float) -> Pixel:
    """Return the vector of a length perpendicular to the line from `a` to `b`."""
    dx, dy = b.x - a.x, b.y - a.y
    long = hypot(dx, dy)
    return Pixel(-dy / long * length, dx / long * length)


def polar(centre: Pixel, radius: float, angle: float) -> Pixel:
    """Return the point at a distance from a centre in a direction (radians, clockwise from the right)."""
    return centre.plus(radius * cos(angle), radius * sin(angle))
