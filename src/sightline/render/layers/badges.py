"""Badges: small signs at pieces and at the numbers of places, whose meaning is in the legend."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import pi
from typing import get_args

from sightline.render.primitives.pixels import Pixel, polar
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, ROUND, circle, line, path, polygon, words
from sightline.render.primitives.text_metrics import advance
from sightline.rules import Badge
from sightline.rules.depiction import BadgeForm

_BARS = ("bars", "dark-bars")
_FORMS: Sequence[BadgeForm] = get_args(BadgeForm)
_READABLE = 8.0
"""The size of badges from which they are legible, in pixels."""
_PIPS = (-1, 0, 1)
_RADII = {"die": 0.3, "burst": 0.42, "octagon": 0.42, "disc": 0.5}
"""Half the size of a badge below a number or piece, as a fraction of the text size."""
_PITCH, _WIDEST_ROW = 0.84, 3.9
"""The distance of badges in a row, if none is wider, and the maximum width of a row; both in text sizes."""


def in_order(badges: Collection[Badge]) -> list[Badge]:
    """Return the distinct badges in the order in which they are drawn and explained."""
    return sorted(dict.fromkeys(badges), key=lambda badge: _FORMS.index(badge.form))


def has_bars(badges: Collection[Badge]) -> bool:
    """Return whether bars are among the badges."""
    return any(badge.form in _BARS for badge in badges)


def piece_badge_size(size: float) -> float:
    """Return the size of the badges below a body of a size, at least a legible one; both in pixels."""
    return max(0.5 * size, min(_READABLE, 0.62 * size))


def badges_below(at: Pixel, size: float, badges: Collection[Badge]) -> Iterator[str]:
    """Draw the badges other than bars in a row centred at `at`."""
    for badge, place in badges_below_at(at, size, badges):
        yield from badge_sign(badge, place, _RADII[badge.form] * size)


def badges_below_at(at: Pixel, size: float, badges: Collection[Badge]) -> Iterator[tuple[Badge, Pixel]]:
    """Yield the badges other than bars with the middle of each."""
    below = [badge for badge in in_order(badges) if badge.form not in _BARS]
    apart = min(max(_PITCH, *(2 * _RADII[badge.form] for badge in below)), _WIDEST_ROW / len(below)) if below else 0
    for index, badge in enumerate(below):
        yield badge, at.plus((index - (len(below) - 1) / 2) * apart * size, 0)


def badge_sign(badge: Badge, at: Pixel, radius: float) -> Iterator[str]:
    """Draw a badge other than bars."""
    match badge.form:
        case "die":
            yield from die(at, radius)
        case "burst":
            yield from burst(at, radius)
        case "octagon":
            yield from octagon(at, radius)
        case _:
            yield circle("badge", at, radius, 0.2 * radius)
            size = 1.5 * radius / max(1.0, advance(badge.letter))
            yield words("value", at.plus(0, 0.36 * size), size, badge.letter, MIDDLE + BOLD)


def bars(at: Pixel, half: float, high: float) -> Iterator[str]:
    """Draw a bar on either side, at distance `half` from the middle."""
    for x in (-half, half):
        top, bottom = at.plus(x, -high), at.plus(x, high)
        yield line("halo", top, bottom, 0.55 * high, ROUND)
        yield line("area-edge", top, bottom, 0.29 * high, ROUND)


def die(at: Pixel, half: float) -> Iterator[str]:
    """Draw a die."""
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    yield path("die", polygon(*(at.plus(x * half, y * half) for x, y in corners)), 0.32 * half, ROUND)
    for pip in _PIPS:
        yield circle("value", at.plus(0.55 * pip * half, 0.55 * pip * half), 0.22 * half)


def burst(at: Pixel, radius: float) -> Iterator[str]:
    """Draw a star with six points."""
    corners = (polar(at, radius * (1 if k % 2 == 0 else 0.45), k * pi / 6) for k in range(12))
    yield path("head-blocked", polygon(*corners), 0.14 * radius, ROUND)


def octagon(at: Pixel, radius: float) -> Iterator[str]:
    """Draw an octagon with a bar, as on a road sign."""
    corners = (polar(at, radius, (k + 0.5) * pi / 4) for k in range(8))
    yield path("head-blocked", polygon(*corners), 0.14 * radius, ROUND)
    yield line("halo", at.plus(-0.5 * radius, 0), at.plus(0.5 * radius, 0), 0.28 * radius)
