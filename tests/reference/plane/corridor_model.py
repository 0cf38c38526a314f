"""Model: straight lines between shapes on a table, and how wide a corridor is, found in two ways.

Places are complex numbers in NumPy arrays here. `sampled_width` tries very many segments and creeps up from the best of
them: it gives a width that there is, never one that there is not. `has_corridor` decides one width: where there is a
corridor, one of those segments is clear that lie on a line touching two round things, be they corners of obstacles
inflated by half the width, ends, or places where an end's outline meets an inflated obstacle. For a corridor can be
pushed and turned until it is hemmed in twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import tau

import numpy as np
from numpy.typing import NDArray

from sightline.plane import Disc, Polygon, Shape

Places = NDArray[np.complex128]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
Obstacles = Sequence[Shape]

MIN_WIDTH = 1e-6
"""A corridor narrower than this is none."""
SLACK = 1e-8
"""So much a segment may come too near in a decision: what floating point costs where lines nearly touch."""
SNAP = 1e-11
HEAP = 2000
TURN = np.exp(1j)
"""Lines in some direction that no scene is likely to have."""


# --- how near a segment comes ------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def corners(shape: Polygon) -> Places:
    return np.array([complex(*spot) for spot in shape.corners])


def following(places: Places) -> Places:
    """Return the corners again, each in the place of the one before."""
    return np.append(places[1:], places[0])


def middle(disc: Disc) -> complex:
    return complex(*disc.centre)


def clearances(starts: Places, stops: Places, obstacles: Obstacles) -> Numbers:
    """Return how far each segment stays clear of all obstacles, 0 where it meets one."""
    found = np.full(starts.shape, np.inf)
    for shape in obstacles:
        found = np.minimum(found, clearances_of(starts, stops, shape))
    return found


def clearances_of(starts: Places, stops: Places, shape: Shape) -> Numbers:
    if isinstance(shape, Disc):
        far: Numbers = np.maximum(0.0, to_segments(np.array(middle(shape)), starts, stops) - shape.radius)
        return far
    first = corners(shape)
    second = following(first)
    one, other = starts[:, None], stops[:, None]
    near = to_segments(first[None], one, other)
    near = np.minimum(near, to_segments(one, first[None], second[None]))
    near = np.minimum(near, to_segments(other, first[None], second[None]))
    cut = (cross(other - one, first - one) * cross(other - one, second - one) < 0) & (
        cross(second - first, one - first) * cross(second - first, other - first) < 0
    )
    return np.where(cut.any(axis=1) | is_inside(starts, shape), 0.0, near.min(axis=1))


def to_segments(places: Places, starts: Places, stops: Places) -> Numbers:
    """Return the distance of places from segments, element by element."""
    way = stops - starts
    square = np.maximum(np.abs(way) ** 2, 1e-300)
    part = np.clip(((places - starts) * way.conj()).real / square, 0.0, 1.0)
    apart: Numbers = np.abs(places - starts - part * way)
    return apart


def cross(one: Places, other: Places) -> Numbers:
    return (one.conj() * other).imag


def is_inside(places: Places, shape: Shape) -> Flags:
    if isinstance(shape, Disc):
        return np.abs(places - middle(shape)) < shape.radius
    first = corners(shape)
    second = following(first)
    place = places[:, None]
    spans = (first.imag > place.imag) != (second.imag > place.imag)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = first.real + (place.imag - first.imag) * (second - first).real / (second - first).imag
    inside: Flags = (spans & (place.real < at)).sum(axis=1) % 2 == 1
    return inside


def clear_segments(starts: Places, stops: Places, obstacles: Obstacles, least: float) -> tuple[Places, Places]:
    """Return those segments that stay so clear of every obstacle."""
    for shape in obstacles:
        if not len(starts):
            break
        keep = clearances_of(starts, stops, shape) >= least
        starts, stops = starts[keep], stops[keep]
    return starts, stops


def are_touching(start: Shape, stop: Shape) -> bool:
    """Return whether two bases touch or overlap: closer than the least length that counts."""
    return apart(start, stop) < MIN_WIDTH


def apart(one: Shape, other: Shape) -> float:
    """Return how far two shapes are apart; discs that overlap are less than 0 apart."""
    if isinstance(one, Disc):
        centre = np.array([middle(one)])
        return float(clearances_of(centre, centre, other)[0]) - one.radius
    if isinstance(other, Disc):
        return apart(other, one)
    first, second = corners(one), corners(other)
    inside = clearances_of(second, second, one).min()
    return float(min(inside, clearances_of(first, following(first), other).min()))


# --- the critical lines ------------------------------------------------------------------------------------


def widest(start: Shape, stop: Shape, obstacles: Obstacles, cap: float) -> float:
    """Return the width of the widest corridor, by halving; exact to a few hundred-millionths of an inch."""
    if are_touching(start, stop) or has_corridor(start, stop, obstacles, cap):
        return cap
    if not has_corridor(start, stop, obstacles, MIN_WIDTH):
        return 0.0
    low, high = MIN_WIDTH, cap
    while high - low > SLACK:
        width = (low + high) / 2
        low, high = (width, high) if has_corridor(start, stop, obstacles, width) else (low, width)
    return low


def has_corridor(start: Shape, stop: Shape, obstacles: Obstacles, width: float) -> bool:
    """Return whether some segment between the two keeps half the width clear of every obstacle, but for a hair."""
    radius = width / 2
    centres, radii = _round_things(start, stop, obstacles, radius)
    for normals, offsets in _critical_lines(centres, radii):
        starts, stops = _shortest(normals, offsets, start, stop)
        if len(clear_segments(starts, stops, obstacles, radius - SLACK)[0]):
            return True
    return False


def _round_things(start: Shape, stop: Shape, obstacles: Obstacles, radius: float) -> tuple[Places, Numbers]:
    """Centres and radii of all that a line can be hemmed in by."""
    found: list[tuple[complex, float]] = []
    for shape in obstacles:
        found += _inflated_corners(shape, radius)
        for end in (start, stop):
            found += [(place, 0.0) for place in _meetings(end, shape, radius)]
    for end in (start, stop):
        found += _inflated_corners(end, 0.0)
    places, sizes = zip(*found, strict=True)
    return np.array(places), np.array(sizes)


def _inflated_corners(shape: Shape, radius: float) -> list[tuple[complex, float]]:
    if isinstance(shape, Disc):
        return [(middle(shape), shape.radius + radius)]
    return [(corner, radius) for corner in corners(shape).tolist()]


def _meetings(end: Shape, shape: Shape, radius: float) -> Iterator[complex]:
    """Yield where the outline of an end meets that of an obstacle inflated by the radius, and a few places more."""
    for centre, size in _inflated_corners(shape, radius):
        if isinstance(end, Disc):
            yield from _circles_meet(middle(end), end.radius, centre, size)
        else:
            for one, other in _edges(end):
                yield from _edge_meets_circle(one, other, centre, size)
    if isinstance(shape, Polygon):
        for one, other in _edges(shape):
            aside = 1j * radius * (other - one) / abs(other - one)
            for shift in (aside, -aside):
                yield from _edge_meets(end, one + shift, other + shift)


def _edges(shape: Polygon) -> Iterator[tuple[complex, complex]]:
    places = corners(shape).tolist()
    yield from zip(places, [*places[1:], places[0]], strict=True)


def _edge_meets(end: Shape, one: complex, other: complex) -> Iterator[complex]:
    if isinstance(end, Disc):
        yield from _edge_meets_circle(one, other, middle(end), end.radius)
        return
    for first, second in _edges(end):
        turn = ((other - one).conjugate() * (second - first)).imag
        if turn:
            part = ((first - one).conjugate() * (second - first)).imag / turn
            along = ((first - one).conjugate() * (other - one)).imag / turn
            if -SNAP <= part <= 1 + SNAP and -SNAP <= along <= 1 + SNAP:
                yield one + part * (other - one)


def _edge_meets_circle(one: complex, other: complex, centre: complex, radius: float) -> Iterator[complex]:
    way = (other - one) / abs(other - one)
    seen = (centre - one) / way
    square = radius**2 - seen.imag**2
    if square < -SNAP:
        return
    for half in (-(max(0.0, square) ** 0.5), max(0.0, square) ** 0.5):
        if -SNAP <= seen.real + half <= abs(other - one) + SNAP:
            yield one + way * (seen.real + half)


def _circles_meet(one: complex, radius: float, other: complex, size: float) -> Iterator[complex]:
    apart = abs(other - one)
    if not apart:
        return
    along = (apart**2 + radius**2 - size**2) / (2 * apart)
    square = radius**2 - along**2
    if square >= -SNAP:
        for aside in (1j, -1j):
            yield one + (other - one) / apart * (along + aside * max(0.0, square) ** 0.5)


def _critical_lines(centres: Places, radii: Numbers) -> Iterator[tuple[Places, Numbers]]:
    """Lines as unit normals and offsets, in heaps: those that touch two round things, and parallels that touch one."""
    direct = (centres * TURN.conjugate()).real
    offsets = np.concatenate((direct + radii, direct - radii))
    yield np.full(offsets.shape, TURN), offsets
    ones, others = np.triu_indices(len(centres), 1)
    for heap in range(0, len(ones), HEAP):
        one, other = ones[heap : heap + HEAP], others[heap : heap + HEAP]
        is_apart = np.abs(centres[other] - centres[one]) > SNAP
        one, other = one[is_apart], other[is_apart]
        way = centres[other] - centres[one]
        for sign, side in product((1, -1), (1, -1)):
            cosine = (radii[one] + sign * radii[other]) / np.abs(way)
            there = np.abs(cosine) <= 1 + SNAP
            bent = np.arccos(np.clip(cosine[there], -1.0, 1.0))
            normals = way[there] / np.abs(way[there]) * np.exp(1j * side * bent)
            yield normals, (centres[one[there]] * normals.conj()).real + radii[one[there]]


def _shortest(normals: Places, offsets: Numbers, start: Shape, stop: Shape) -> tuple[Places, Places]:
    """Return the parts of each line from the one end to the other with nothing of either in between."""
    heights = [_heights_met(normals, offsets, shape) for shape in (start, stop)]
    mixed = np.concatenate(heights, axis=1)
    order = np.argsort(mixed, axis=1)  # those not met come last
    is_stop = order >= heights[0].shape[1]
    heights_in_order = np.take_along_axis(mixed, order, axis=1)
    wanted = (is_stop[:, 1:] != is_stop[:, :-1]) & np.isfinite(heights_in_order[:, 1:])
    rows, columns = np.nonzero(wanted)
    foot, way = normals[rows] * offsets[rows], 1j * normals[rows]
    one, other = (foot + way * heights_in_order[rows, columns + step] for step in (0, 1))
    is_turned = is_stop[rows, columns]
    return np.where(is_turned, other, one), np.where(is_turned, one, other)


def _heights_met(normals: Places, offsets: Numbers, shape: Shape) -> Numbers:
    """Return where along each line it meets the outline of an end; infinite where it does not."""
    if isinstance(shape, Disc):
        seen = middle(shape) * normals.conj()
        aside = np.abs(seen.real - offsets)
        half = np.sqrt(np.maximum(0.0, shape.radius**2 - aside**2))
        half[aside > shape.radius + SNAP] = np.inf
        return np.stack((np.where(np.isinf(half), np.inf, seen.imag - half), seen.imag + half), axis=1)
    seen = corners(shape)[None] * normals.conj()[:, None]
    aside = seen.real - offsets[:, None]
    aside[np.abs(aside) < SNAP] = 0.0
    after, far = np.roll(aside, -1, axis=1), np.roll(seen.imag, -1, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        between = seen.imag + (far - seen.imag) * aside / (aside - after)
    met = np.where((aside * after < 0), between, np.inf)
    at_corners = np.where(aside == 0, seen.imag, np.inf)
    return np.concatenate((met, at_corners), axis=1)


# --- sampling ----------------------------------------------------------------------------------------------

POINTS, KEPT, ROUNDS, TRIES = 48, 240, 48, 8


def sampled_width(start: Shape, stop: Shape, obstacles: Obstacles, cap: float, rng: np.random.Generator) -> float:
    """Return the width of the widest corridor found: short of the widest by less than 1e-4 inch, as good as always."""
    if not obstacles:
        return cap
    parts = (np.arange(POINTS) + rng.random()) / POINTS
    here, there = (np.concatenate((parts, _corner_parts(end))) for end in (start, stop))
    tried = np.array(list(product(here, there)))
    goods = _goodness(tried, start, stop, obstacles)
    step = 1.0 / POINTS
    for count in range(ROUNDS):
        best = np.argsort(-goods)[: max(8, KEPT >> (count // 6))]
        tried, goods = tried[best], goods[best]
        moved = tried[:, None] + step * rng.standard_normal((len(tried), TRIES, 2))
        new = _goodness(moved.reshape(-1, 2), start, stop, obstacles).reshape(-1, TRIES)
        which = new.argmax(axis=1)
        rows = np.arange(len(tried))
        better = new[rows, which] > goods
        tried[better] = moved[rows, which][better]
        goods[better] = new[rows, which][better]
        step *= 0.8
    return min(cap, max(0.0, 2 * float(goods.max())))


def inside_width(start: Shape, stop: Shape, obstacles: Obstacles, cap: float, rng: np.random.Generator) -> float:
    """Return the widest corridor of a few hundred between places inside the ends."""
    pairs = list(product(_places_inside(start, rng), _places_inside(stop, rng)))
    one, other = np.array(pairs, dtype=complex).reshape(-1, 2).T
    return min(cap, 2 * float(clearances(one, other, obstacles).max(initial=0.0)))


def _places_inside(shape: Shape, rng: np.random.Generator) -> Places:
    if isinstance(shape, Disc):
        reach, centre = shape.radius, middle(shape)
    else:
        centre = complex(corners(shape).mean())
        reach = float(np.abs(corners(shape) - centre).max())
    places = np.array([complex(*pair) for pair in rng.uniform(-reach, reach, (30, 2))]) + centre
    return places[is_inside(places, shape)]


def _corner_parts(shape: Shape) -> Numbers:
    return np.zeros(0) if isinstance(shape, Disc) else _lengths(shape)[:-1]


def _lengths(shape: Polygon) -> Numbers:
    """Return which part of the outline lies before each corner, and 1."""
    first = corners(shape)
    sums = np.concatenate(([0.0], np.cumsum(np.abs(following(first) - first))))
    parts: Numbers = sums / sums[-1]
    return parts


def on_outline(shape: Shape, parts: Numbers) -> Places:
    """Return the places on an outline that lie behind those parts of it."""
    if isinstance(shape, Disc):
        around: Places = middle(shape) + shape.radius * np.exp(1j * tau * parts)
        return around
    first = corners(shape)
    ends, known, wrapped = np.append(first, first[0]), _lengths(shape), parts % 1.0
    places: Places = np.interp(wrapped, known, ends.real) + 1j * np.interp(wrapped, known, ends.imag)
    return places


def _goodness(parts: Numbers, start: Shape, stop: Shape, obstacles: Obstacles) -> Numbers:
    """Return the clearance of segments between parts of the outlines; where they are cut, less than 0 by how deep."""
    starts, stops = on_outline(start, parts[:, 0]), on_outline(stop, parts[:, 1])
    deep = np.zeros(len(parts))
    found = np.full(len(parts), np.inf)
    for shape in obstacles:
        near = clearances_of(starts, stops, shape)
        found = np.minimum(found, near)
        deep += np.where(near > 0, 0.0, _depth(starts, stops, shape))
    return np.where(found > 0, found, -deep)


def _depth(starts: Places, stops: Places, shape: Shape) -> Numbers:
    """Return how far a line would have to be pushed aside to pass the shape."""
    way = (stops - starts) / np.maximum(np.abs(stops - starts), 1e-300)
    if isinstance(shape, Disc):
        return shape.radius - np.abs(cross(way, middle(shape) - starts))
    aside = cross(way[:, None], corners(shape) - starts[:, None])
    depth: Numbers = np.maximum(0.0, np.minimum(aside.max(axis=1), -aside.min(axis=1)))
    return depth


# --- what others do ----------------------------------------------------------------------------------------


def centre_and_eight(start: Shape, stop: Shape, obstacles: Obstacles) -> bool:
    """Return what many programs do: the middle and eight places round each base, and any of the 81 lines is clear."""
    pairs = np.array(list(product(_nine(start), _nine(stop))))
    return bool((clearances(pairs[:, 0], pairs[:, 1], obstacles) > MIN_WIDTH / 2).any())


def _nine(shape: Shape) -> Places:
    around = on_outline(shape, np.arange(8) / 8)
    centre = middle(shape) if isinstance(shape, Disc) else complex(corners(shape).mean())
    return np.append(around, centre)
