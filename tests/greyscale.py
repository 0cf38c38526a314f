"""Driver: pictures in greyscale: the lightness of each pixel of an SVG, and how far two of them are apart."""

from __future__ import annotations

import zlib
from itertools import product
from struct import unpack
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sightline.render import png

Lightness = NDArray[np.float64]
"""L* of each pixel by row and column, from 0 for black to 100 for white; of shape (height, width)."""
_COLOUR_WITH_ALPHA = (8, 6, 0, 0, 0)
"""Bit depth, colour type, compression, filter and interlace in the header of a PNG."""


def draw_pixels(svg_text: str, width: int) -> NDArray[Any]:
    """Return red, green, blue and alpha of each pixel of an SVG, so many pixels wide, of shape (height, width, 4)."""
    pytest.importorskip("resvg_py")
    data = png(svg_text, width=width)
    width, height, *form = unpack(">IIBBBBB", data[16:29])
    assert tuple(form) == _COLOUR_WITH_ALPHA
    packed, at = b"", 8
    while at < len(data):
        (length,) = unpack(">I", data[at : at + 4])
        packed += data[at + 8 : at + 8 + length] * (data[at + 4 : at + 8] == b"IDAT")
        at += 12 + length
    rows, step = zlib.decompress(packed), 1 + 4 * width
    lines = [bytes(4 * width)]
    for start in range(0, len(rows), step):
        lines.append(_unfiltered(rows[start], rows[start + 1 : start + step], lines[-1]))
    return np.frombuffer(b"".join(lines[1:]), np.uint8).reshape(height, width, 4)


def _unfiltered(filter_type: int, row: bytes, above: bytes) -> bytes:
    """Return a row of a PNG, of which a filter has left what differs from the pixels to the left and above."""
    found = bytearray(4) + row
    above = bytes(4) + above
    for at in range(4, len(found)):
        a, b, c = found[at - 4], above[at], above[at - 4]
        nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        found[at] = (found[at] + (0, a, b, (a + b) // 2, nearest)[filter_type]) % 256
    return bytes(found[4:])


def lightness_of(colours: NDArray[Any]) -> Lightness:
    """Return the lightness of colours, whose last axis is red, green and blue from 0 to 255."""
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    luminance = linear @ np.array([0.2126, 0.7152, 0.0722])
    lightness: Lightness = np.where(luminance > 0.008856, 116 * np.cbrt(luminance) - 16, 903.3 * luminance)
    return lightness


def draw_grey(svg_text: str, width: int) -> Lightness:
    """Return an SVG in greyscale, so many pixels wide; what is transparent is black."""
    return lightness_of(draw_pixels(svg_text, width)[..., :3])


def apart(one: Lightness, other: Lightness, *, margin: int = 4, shift: int = 2) -> float:
    """Return the mean difference of two pictures of one size without their margins.

    It is that of the best fit, where one of them may be shifted by so many pixels in both directions.
    """
    height, width = (length - 2 * margin for length in one.shape)
    inner = one[margin : margin + height, margin : margin + width]
    ways = product(range(margin - shift, margin + shift + 1), repeat=2)
    return float(min(np.abs(inner - other[y : y + height, x : x + width]).mean() for y, x in ways))
