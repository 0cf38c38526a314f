"""Plates with numbers, tags with texts, and the arrowheads beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import cos, sin

from sightline.render.layers.badges import badges_below, bars, has_bars
from sightline.render.primitives.pixels import Pixel, number, polar
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, ROUND, path, polygon, rect, words
from sightline.render.primitives.text_metrics import advance
from sightline.rules import Badge

_SMALLEST_BADGE = 4.5
"""The smallest text size of a plate that has badges, in pixels."""


@lru_cache(maxsize=1024)  # most plates of a picture have the size of another one
def plate_size(size: float, text: str) -> tuple[float, float]:
    """Return the width and height of the plate of a number for a text size."""
    return max(1.24, advance(text) + 0.28) * size, 1.2 * size


def plate(
    at: Pixel, size: float, text: str, angle: float | None = None, badges: Collection[Badge] = ()
) -> Iterator[str]:
    """Draw a number on its plate, with an arrowhead in the direction `angle` and with badges.

    `size` is the text size in pixels.
    """
    half, high = (0.5 * each for each in plate_size(size, text))
    is_dark = bool(badges) and any(badge.form == "dark-bars" for badge in badges)
    css, round_by = ("tag", 0.3 * high) if is_dark else ("plate", high)
    more = f' rx="{number(round_by)}" fill-opacity="0.88"'
    yield rect(css, at.plus(-half, -high), 2 * half, 2 * high, more)
    if angle is not None:
        # The arrowhead starts at the edge of the plate, which is wider than high.
        edge = 1 / max(abs(cos(angle)) / half, abs(sin(angle)) / high)
        yield path("way", arrowhead(polar(at, edge + 0.3 * size, angle), angle, 0.4 * size), 0.06 * size, ROUND)
    yield words("sign-text" if is_dark else "value", at.plus(0, 0.36 * size), size, text, MIDDLE + BOLD)
    if badges and size >= _SMALLEST_BADGE:
        if has_bars(badges):
            yield from bars(at, half, 0.62 * size)
        yield from badges_below(at.plus(0, 0.98 * size), size, badges)


def tag_size(size: float, text: str) -> tuple[float, float]:
    """Return the width and height of a tag for a text size."""
    return (advance(text) + 0.4) * size, 1.4 * size


def tag(at: Pixel, size: float, text: str) -> Iterator[str]:
    """Draw a text on a small tag."""
    width, height = tag_size(size, text)
    more = f' rx="{number(0.3 * size)}" stroke-width="{number(0.14 * size)}"'
    yield rect("badge", at.plus(-width / 2, -height / 2), width, height, more)
    yield words("value", at.plus(0, 0.36 * size), size, text, MIDDLE + BOLD)


def arrowhead(at: Pixel, angle: float, size: float) -> str:
    """Return the path of a small arrowhead."""
    corners = (polar(at, size, angle), polar(at, size, angle + 2.3), polar(at, size, angle - 2.3))
    return polygon(*corners)
