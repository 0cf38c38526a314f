"""A number on its plate, with the direction to face and with the signs of what befalls who goes there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import cos, pi, sin

from sightline.render.badges import Sign
from sightline.render.canvas import Pixel, number, polar
from sightline.render.svg_tags import BOLD, MIDDLE, ROUND, circle, line, path, polygon, words
from sightline.render.text_metrics import advance

_SMALLEST_SIGN = 4.5
_PIPS = (-1, 0, 1)


def plate(at: Pixel, size: float, text: str, angle: float | None = None, signs: Collection[Sign] = ()) -> Iterator[str]:
    """Draw a number on its plate, with a head in the direction of a facing, and with signs. The legend uses it too."""
    half, high = max(0.62, 0.5 * advance(text) + 0.14) * size, 0.6 * size
    box = f'x="{number(at.x - half)}" y="{number(at.y - high)}" width="{number(2 * half)}" height="{number(2 * high)}"'
    is_dark = "contorted" in signs
    css, round_by = ("tag", 0.3 * high) if is_dark else ("plate", high)
    yield f'<rect class="{css}" {box} rx="{number(round_by)}" fill-opacity="0.88"/>'
    if angle is not None:
        # From the rim of the plate, which is wider than high.
        rim = 1 / max(abs(cos(angle)) / half, abs(sin(angle)) / high)
        yield path("way", head(polar(at, rim + 0.3 * size, angle), angle, 0.4 * size), 0.06 * size, ROUND)
    yield words("sign-text" if is_dark else "value", at.plus(0, 0.36 * size), size, text, MIDDLE + BOLD)
    if size >= _SMALLEST_SIGN:
        yield from _signs(at, size, half, signs)


def _signs(at: Pixel, size: float, half: float, signs: Collection[Sign]) -> Iterator[str]:
    if "squeezed" in signs or "contorted" in signs:
        yield from bars(at, half, 0.62 * size)
    below = [sign for sign in ("roll", "provokes", "ends") if sign in signs]
    for index, sign in enumerate(below):
        place = at.plus((index - (len(below) - 1) / 2) * 0.84 * size, 0.98 * size)
        if sign == "roll":
            yield from die(place, 0.3 * size)
        else:
            yield from (burst if sign == "provokes" else stop)(place, 0.42 * size)


def bars(at: Pixel, half: float, high: float) -> Iterator[str]:
    """Draw the sign of squeezing, a bar at either side."""
    for x in (-half, half):
        top, bottom = at.plus(x, -high), at.plus(x, high)
        yield line("halo", top, bottom, 0.55 * high, ROUND)
        yield line("area-edge", top, bottom, 0.29 * high, ROUND)


def die(at: Pixel, half: float) -> Iterator[str]:
    """Draw the sign of a roll."""
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    yield path("die", polygon(*(at.plus(x * half, y * half) for x, y in corners)), 0.32 * half, ROUND)
    for pip in _PIPS:
        yield circle("value", at.plus(0.55 * pip * half, 0.55 * pip * half), 0.22 * half)


def burst(at: Pixel, radius: float) -> Iterator[str]:
    """Draw the sign of attacks that are provoked."""
    corners = (polar(at, radius * (1 if k % 2 == 0 else 0.45), k * pi / 6) for k in range(12))
    yield path("head-blocked", polygon(*corners), 0.14 * radius, ROUND)


def stop(at: Pixel, radius: float) -> Iterator[str]:
    """Draw the sign of a move that has to end."""
    corners = (polar(at, radius, (k + 0.5) * pi / 4) for k in range(8))
    yield path("head-blocked", polygon(*corners), 0.14 * radius, ROUND)
    yield line("halo", at.plus(-0.5 * radius, 0), at.plus(0.5 * radius, 0), 0.28 * radius)


def head(at: Pixel, angle: float, size: float) -> str:
    """Give the path of a small head that points in a direction."""
    corners = (polar(at, size, angle), polar(at, size, angle + 2.3), polar(at, size, angle - 2.3))
    return polygon(*corners)
