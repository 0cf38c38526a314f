"""The forms of terrain on borders, distinguishable without their colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from sightline.render.primitives.pixels import Pixel, across, between, pair
from sightline.render.primitives.svg_tags import ROUND, dashed, line, path

_POSTS, _RUNGS, _CURVES = 4, 6, 6
Form = Callable[[float, Pixel, Pixel], Iterator[str]]
"""A function of the distance from a cell's centre to its sides in pixels, and of the two ends of a border."""


def _wall(unit: float, a: Pixel, b: Pixel, *, is_indoor: bool = False) -> Iterator[str]:
    """Draw a thick wall, with a row of windows if it is indoors."""
    yield line("halo", a, b, 0.34 * unit)
    yield line("round-black", a, b, 0.26 * unit, ROUND)
    if is_indoor:
        yield line("low", a, b, 0.1 * unit, dashed(0.1 * unit, 0.2 * unit))


def _fence(unit: float, a: Pixel, b: Pixel) -> Iterator[str]:
    """Draw a rail with posts."""
    data = f"M{pair(a)}L{pair(b)}{posts(a, b, _POSTS, 0.17 * unit)}"
    yield path("edge-of-yellow", data, 0.17 * unit, ROUND)
    yield path("round-yellow", data, 0.1 * unit, ROUND)


def _stones(unit: float, a: Pixel, b: Pixel) -> Iterator[str]:
    """Draw a row of stones."""
    dots = dashed(0, 0.32 * unit) + ROUND
    yield line("edge-of-gray", a, b, 0.25 * unit, dots)
    yield line("round-gray", a, b, 0.17 * unit, dots)


def _wave(unit: float, a: Pixel, b: Pixel) -> Iterator[str]:
    """Draw a wave."""
    data = f"M{pair(a)}"
    for index in range(_CURVES):
        crest = between(a, b, (index + 0.5) / _CURVES).plus(*across(a, b, 0.2 * unit * (-1) ** index))
        data += f"Q{pair(crest)} {pair(between(a, b, (index + 1) / _CURVES))}"
    yield path("halo", data, 0.26 * unit, ROUND)
    yield path("round-blue", data, 0.12 * unit, ROUND)


def _steps(unit: float, a: Pixel, b: Pixel) -> Iterator[str]:
    """Draw a ladder."""
    rails = [[end.plus(*across(a, b, far * unit)) for end in (a, b)] for far in (-0.15, 0.15)]
    data = posts(a, b, _RUNGS, 0.15 * unit) + "".join(f"M{pair(start)}L{pair(stop)}" for start, stop in rails)
    yield line("halo", a, b, 0.44 * unit)
    yield path("open", data, 0.075 * unit)


def _crystals(unit: float, a: Pixel, b: Pixel) -> Iterator[str]:
    """Draw a zigzag."""
    count = 2 * _CURVES
    corners = (between(a, b, index / count).plus(*across(a, b, 0.13 * unit * (-1) ** index)) for index in range(count))
    data = "M" + "L".join(map(pair, [*corners, b]))
    yield path("edge-of-cyan", data, 0.2 * unit, ROUND)
    yield path("round-cyan", data, 0.08 * unit, ROUND)


def _bubbles(unit: float, a: Pixel, b: Pixel) -> Iterator[str]:
    """Draw a row of bubbles in pairs, with a dot in each."""
    dots = dashed(0, 0.3 * unit, 0, 0.46 * unit) + ROUND
    yield line("round-purple", a, b, 0.27 * unit, dots)
    yield line("halo", a, b, 0.13 * unit, dots)


def posts(a: Pixel, b: Pixel, number_of_posts: int, half: float) -> str:
    """Return the path of short strokes across the line from `a` to `b`."""
    out = across(a, b, half)
    middles = (between(a, b, (index + 0.5) / number_of_posts) for index in range(number_of_posts))
    return "".join(f"M{pair(middle.plus(*out))}L{pair(middle.plus(-out.x, -out.y))}" for middle in middles)


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "obstructing": _wall,
        "obstructing-indoor": partial(_wall, is_indoor=True),
        "impeding": _fence,
        "difficult": _stones,
        "liquid": _wave,
        "icy": _crystals,
        "corrosive": _bubbles,
        "transition": _steps,
    }
)
"""The form of each kind."""
