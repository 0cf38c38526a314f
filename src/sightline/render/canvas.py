"""Places in a picture, in pixels, and what every picture on paper knows of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import cos, hypot, sin
from typing import NamedTuple

from sightline.render.colours import Colours, side_colours
from sightline.render.picture import Picture
from sightline.render.text_metrics import short_names

LONGEST_TOKEN = 4
"""How many columns of a name fit on a piece."""


class Pixel(NamedTuple):
    """A place in the picture, or a way in it."""

    x: float
    y: float

    def plus(self, x: float, y: float) -> Pixel:
        """Give the place that much to the right and further down."""
        return Pixel(self.x + x, self.y + y)


def number(value: float) -> str:
    """Give a number as briefly as a picture can use it: two decimals, no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def pair(pixel: Pixel) -> str:
    """Give a place as SVG paths write it."""
    x, y = number(pixel.x), number(pixel.y)
    return x + y if y.startswith("-") else f"{x} {y}"


def between(a: Pixel, b: Pixel, part: float) -> Pixel:
    """Give the place at that part of the way from `a` to `b`."""
    return a.plus((b.x - a.x) * part, (b.y - a.y) * part)


def across(a: Pixel, b: Pixel, length: float) -> Pixel:
    """Give the way of that length at right angles to the line from `a` to `b`."""
    dx, dy = b.x - a.x, b.y - a.y
    long = hypot(dx, dy)
    return Pixel(-dy / long * length, dx / long * length)


def polar(centre: Pixel, radius: float, angle: float) -> Pixel:
    """Give the place that far from a centre in a direction (radians, clockwise from the right)."""
    return centre.plus(radius * cos(angle), radius * sin(angle))


@dataclass(frozen=True)
class Paper(ABC):
    """A scene on paper: lines and signs are measured in `unit` pixels, the map's corner is at (left, top).

    `prefix` begins every id, `scope` is the class to which the picture's colours are limited.
    """

    scene: Picture
    unit: float
    left: float = 0.0
    top: float = 0.0
    prefix: str = "sightline"
    scope: Colours = "colour"

    @property
    @abstractmethod
    def width(self) -> float:
        """How wide the map is."""

    @property
    @abstractmethod
    def height(self) -> float:
        """How high the map is."""

    @property
    def bottom(self) -> float:
        """Where the map ends, and what belongs to it."""
        return self.top + self.height

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What stands on each piece, by name."""
        return short_names(self.scene.pieces, LONGEST_TOKEN)

    @cached_property
    def sides(self) -> tuple[str | None, ...]:
        """The sides of the pieces, in order of appearance."""
        return tuple(dict.fromkeys(piece.side for piece in self.scene.pieces.values() if piece.as_terrain is None))

    @cached_property
    def colours(self) -> Mapping[str | None, str]:
        """The colour of each side."""
        return side_colours(self.sides)
