"""Model: where a base can go on a free table, by straight legs between many places, each measured.

Nothing is grown and nothing is overlaid. A leg may be gone if its distance from every obstacle says so; what it costs
is found by cutting it wherever the distance from difficult ground can pass the radius, and asking the middle of each
piece. Places to bend at lie round every corner, on the borders of difficult ground, and anywhere. What is found is
attainable; what is not found may be too.

Arrays: places are (n, 2), sides (m, 4) as x, y to x, y; inches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from sightline.plane import Disc, Polygon, Shape, Spot, rectangle
from sightline.plane.movement import MoveQuery

Array: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]

SAME = 1e-6
STEP = 0.2
"""Places to bend at lie so near to each other."""
ARCS = 0.02
"""What a path may be told to cost more than it does: the product cuts corners of difficult ground off."""


# --- measuring ---------------------------------------------------------------------------------------------


def sides(shape: Shape) -> Array:
    """Return the sides of a polygon; a disc has one without length."""
    if isinstance(shape, Disc):
        return np.array([[*shape.centre, *shape.centre]])
    return np.array([[*a, *b] for a, b in pairwise([*shape.corners, shape.corners[0]])])


def radius(shape: Shape) -> float:
    return shape.radius if isinstance(shape, Disc) else 0.0


def gaps(places: Array, lines: Array) -> Array:
    """Return how far each place is from each line, (n, m)."""
    start, way = lines[None, :, :2], (lines[:, 2:] - lines[:, :2])[None]
    from_start = places[:, None] - start
    along, length = (from_start * way).sum(-1), (way**2).sum(-1)
    part = np.divide(along, length, out=np.zeros_like(along), where=length > 0).clip(0, 1)
    gap: Array = np.linalg.norm(from_start - part[..., None] * way, axis=-1)
    return gap


def leg_gaps(legs: Array, lines: Array) -> Array:
    """Return how far each leg is from the nearest of the lines, (n,)."""
    ends = np.minimum(gaps(legs[:, :2], lines), gaps(legs[:, 2:], lines)).min(1)
    corners = gaps(np.vstack([lines[:, :2], lines[:, 2:]]), legs).min(0)
    crossed = (_turns(legs, lines) & _turns(lines, legs).T).any(1)
    return np.where(crossed, 0, np.minimum(ends, corners))


def _turns(lines: Array, others: Array) -> Bools:
    """Return whether the ends of the others lie on different sides of a line, (n, m)."""
    way = (lines[:, 2:] - lines[:, :2])[:, None]
    one, two = (others[None, :, at : at + 2] - lines[:, None, :2] for at in (0, 2))
    turn: Bools = (way[..., 0] * one[..., 1] - way[..., 1] * one[..., 0]) * (
        way[..., 0] * two[..., 1] - way[..., 1] * two[..., 0]
    ) < 0
    return turn


def lies_in(places: Array, shape: Shape) -> Bools:
    """Return whether each place lies in a shape: a polygon turns once round it as seen from there."""
    if isinstance(shape, Disc):
        inside: Bools = np.linalg.norm(places - np.array(shape.centre), axis=1) < shape.radius
        return inside
    lines = sides(shape)
    one, two = (lines[None, :, at : at + 2] - places[:, None] for at in (0, 2))
    cross, dot = one[..., 0] * two[..., 1] - one[..., 1] * two[..., 0], (one * two).sum(-1)
    turned: Bools = np.abs(np.arctan2(cross, dot).sum(1)) > pi
    return turned


def away(places: Array, shape: Shape) -> Array:
    """Return how far each place is from a shape, 0 in it."""
    return np.where(lies_in(places, shape), 0, np.maximum(gaps(places, sides(shape)).min(1) - radius(shape), 0))


def apart(a: Shape, b: Shape) -> float:
    """Return how far two shapes are apart, less than 0 where one holds the other."""
    legs = sides(a)
    gap = float(leg_gaps(legs, sides(b)).min()) - radius(a) - radius(b)
    is_in = lies_in(legs[:1, :2], b)[0] or lies_in(sides(b)[:1, :2], a)[0]
    return min(gap, -gap) if is_in else gap


# --- the rules of a move -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Field:
    """A move, asked for with all that hinders it grown by a margin, though never over the start."""

    move: MoveQuery
    margin: float = 0.0

    @property
    def start(self) -> Array:
        return np.array([self.move.start])

    def hindrances(self) -> Iterator[tuple[Shape, float]]:
        """Yield each obstacle, and how far off the centre stays."""
        move = self.move
        for shape, least in [(s, move.radius) for s in move.impassable] + [(s, move.radius + 1) for s in move.stops]:
            yield shape, min(least + self.margin, float(away(self.start, shape)[0]))

    def table(self) -> tuple[Array, Array]:
        """Return the least and the greatest coordinates of the centre."""
        size, least = np.array([self.move.width, self.move.height]), self.move.radius + self.margin
        return np.minimum(least, self.start[0]), size - np.minimum(least, size - self.start[0])

    def can_go(self, legs: Array) -> Bools:
        """Return whether nothing hinders a leg, of which one end is in the open."""
        low, high = self.table()
        allowed = np.ones(len(legs), dtype=bool)
        for at in (0, 2):
            allowed &= ((legs[:, at : at + 2] >= low - SAME) & (legs[:, at : at + 2] <= high + SAME)).all(1)
        for shape, least in self.hindrances():
            left = np.flatnonzero(allowed)
            allowed[left] = leg_gaps(legs[left], sides(shape)) - radius(shape) >= least - SAME
        return allowed

    def is_open(self, places: Array) -> Bools:
        """Return whether the centre can be at each place at all."""
        free = self.can_go(np.hstack([places, places]))
        for shape, _ in self.hindrances():
            free &= ~lies_in(places, shape)
        return free

    def costs(self, legs: Array) -> Array:
        """Return what each leg costs."""
        length: Array = np.linalg.norm(legs[:, 2:] - legs[:, :2], axis=1)
        return length * (1 + self._slow_part(legs)) if self.move.difficult and len(legs) else length

    def _slow_part(self, legs: Array) -> Array:
        """Return which part of each leg the disc overlaps difficult ground on."""
        far = self.move.radius + self.margin
        cuts = [np.zeros((len(legs), 1)), np.ones((len(legs), 1))]
        for shape in self.move.difficult:
            cuts += _cuts(legs, sides(shape), far)
        parts = np.sort(np.hstack(cuts).clip(0, 1), axis=1)
        middles = ((parts[:, 1:] + parts[:, :-1]) / 2)[..., None]
        places = (legs[:, None, :2] * (1 - middles) + legs[:, None, 2:] * middles).reshape(-1, 2)
        is_slow = np.zeros(len(places), dtype=bool)
        for shape in self.move.difficult:
            is_slow |= away(places, shape) < far - SAME
        slow: Array = (np.diff(parts, axis=1) * is_slow.reshape(len(legs), -1)).sum(1)
        return slow

    def may_end(self, place: Spot) -> bool:
        """Return whether the base, as what it is, may end at a place."""
        move, base = self.move, moved(self.move, place)
        corners = sides(base)[:, :2]
        low, high = corners.min(0) - radius(base), corners.max(0) + radius(base)
        is_on = (low >= self.margin - SAME).all() and (
            high <= np.array([move.width, move.height]) - self.margin + SAME
        ).all()
        clear = all(apart(base, shape) >= self.margin - SAME for shape in (*move.impassable, *move.friends))
        return bool(is_on and clear and all(apart(base, shape) > 1 + self.margin + SAME for shape in move.shunned))


def _cuts(legs: Array, lines: Array, far: float) -> list[Array]:
    """Return where along a leg it may come within a distance of lines.

    That is at lines beside them, and at circles round their ends.
    """
    start, way = legs[:, None, :2], (legs[:, 2:] - legs[:, :2])[:, None]
    normal = np.stack([lines[:, 1] - lines[:, 3], lines[:, 2] - lines[:, 0]], axis=1)
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    off, turn = ((lines[:, :2] - start) * normal).sum(-1), (way * normal).sum(-1)
    beside = [np.divide(off + side, turn, out=np.zeros_like(off), where=turn != 0) for side in (-far, far)]
    to_end = start - lines[:, :2]
    square, half = (way**2).sum(-1), (way * to_end).sum(-1)
    root = np.sqrt(np.maximum(half**2 - square * ((to_end**2).sum(-1) - far**2), 0))
    rim = [np.divide(-half + side, square, out=np.zeros_like(off), where=square > 0) for side in (-root, root)]
    return [*beside, *rim]


def moved(move: MoveQuery, place: Spot) -> Shape:
    """Return the base with its centre at a place."""
    if isinstance(move.base, Disc):
        return Disc(place, move.base.radius)
    x, y = place.x - move.start.x, place.y - move.start.y
    return Polygon(tuple(corner.plus(x, y) for corner in move.base.corners))


# --- searching ---------------------------------------------------------------------------------------------


def cheapest(field: Field, ends: Sequence[Spot], rng: Random) -> Array:
    """Return what the cheapest path found to each end costs, infinite where none was found."""
    places = _places(field, rng)
    count, targets = len(places), np.array(ends)
    everything = np.vstack([places, targets])
    costs = np.full((count, len(everything)), np.inf)
    for node in range(count):
        others = np.r_[node + 1 : len(everything)]
        near = others[np.linalg.norm(everything[others] - places[node], axis=1) <= field.move.budget]
        legs = np.hstack([np.repeat(places[node : node + 1], len(near), axis=0), everything[near]])
        free = field.can_go(legs)
        costs[node, near[free]] = field.costs(legs[free])
    inner = costs[:, :count]
    inner = np.minimum(inner, inner.T)
    return _spread(inner, costs[:, count:], field.move.budget)


def _spread(inner: Array, last: Array, budget: float) -> Array:
    """Return the cheapest paths from the first place through the others, with a last leg."""
    best, is_open = np.where(np.arange(len(inner)), np.inf, 0.0), np.ones(len(inner), dtype=bool)
    while (np.where(is_open, best, np.inf)).min() < budget:
        node = int(np.where(is_open, best, np.inf).argmin())
        is_open[node] = False
        best = np.minimum(best, best[node] + inner[node])
    ways: Array = (best[:, None] + last).min(0)
    return ways


def _places(field: Field, rng: Random) -> Array:
    """Return the start, and open places to bend at."""
    move = field.move
    spots = [spot for shape, least in field.hindrances() for spot in _round(shape, least)]
    spots += [
        spot for shape in move.difficult for spot in (*_round(shape, move.radius + field.margin), *_along(shape, field))
    ]
    spots += [
        Spot(
            move.start.x + rng.uniform(-1, 1) * move.budget,
            move.start.y + rng.uniform(-1, 1) * move.budget,
        )
        for _ in range(40)
    ]
    near = np.array([spot for spot in spots if hypot(spot.x - move.start.x, spot.y - move.start.y) < move.budget])
    return np.vstack([field.start, near[field.is_open(near)]])


def _round(shape: Shape, least: float) -> Iterator[Spot]:
    """Places round the corners of a shape, of which neighbours see each other past it."""
    far = radius(shape) + least
    count = max(12, ceil(2 * pi * far / STEP))
    for x, y in sides(shape)[:, :2].tolist():
        out = far / cos(pi / count) + SAME
        for turn in range(count):
            yield Spot(x + out * cos(2 * pi * turn / count), y + out * sin(2 * pi * turn / count))


def _along(shape: Polygon, field: Field) -> Iterator[Spot]:
    """Places beside the sides of difficult ground, just off it."""
    far = field.move.radius + field.margin
    for ax, ay, bx, by in sides(shape).tolist():
        length = hypot(bx - ax, by - ay)
        for step in range(1, max(2, ceil(length / STEP))):
            part = step / max(2, ceil(length / STEP))
            for hand in (-far, far):
                yield Spot(
                    ax + part * (bx - ax) + hand * (ay - by) / length, ay + part * (by - ay) + hand * (bx - ax) / length
                )


# --- paths and rings ---------------------------------------------------------------------------------------


def check_path(field: Field, spots: Sequence[Spot]) -> float:
    """Return what a path costs; fails where it may not be gone or may not end."""
    legs = np.array([[*a, *b] for a, b in pairwise(spots)]).reshape(-1, 4)
    assert field.is_open(np.array(spots)).all(), "a path bends where nobody can be"
    assert field.can_go(legs).all(), "a leg is hindered"
    assert field.may_end(spots[-1]), "a path ends where nobody may"
    for stop in field.move.stops:
        least = min(field.move.radius + 1, float(away(field.start, stop)[0]) - SAME)
        assert (leg_gaps(legs[:-1], sides(stop)) - radius(stop) > least + SAME / 2).all(), "a path goes on from a rim"
    return float(field.costs(legs).sum())


def is_inside(rings: Iterable[Sequence[Spot]], place: Spot) -> bool:
    """Return whether rings go round a place an odd number of times."""
    return sum(int(lies_in(np.array([place]), Polygon(tuple(ring)))[0]) for ring in rings) % 2 == 1


def as_places(*spots: Spot) -> Array:
    return np.array(spots)


def legs_come_within(spots: Sequence[Spot], shape: Shape, inches: float) -> Bools:
    """Return whether each leg of a path comes nearer to a shape."""
    legs = np.array([[*a, *b] for a, b in pairwise(spots)]).reshape(-1, 4)
    return leg_gaps(legs, sides(shape)) - radius(shape) < inches - SAME


# --- random moves ------------------------------------------------------------------------------------------


def random_move(rng: Random) -> MoveQuery:
    """Return a base of some kind among a few shapes of all kinds, on a small table."""
    size, budget = 12.0, rng.choice((2.0, 3.0, 4.0))
    start = Spot(rng.uniform(2, size - 2), rng.choice((rng.uniform(0.6, 2), rng.uniform(3, size - 3))))
    disc, block = Disc(start, rng.uniform(0.25, 0.7)), rectangle(start, rng.uniform(0.4, 0.8), 1.2, rng.uniform(0, 360))
    base: Shape = rng.choice((disc, block))
    near: list[Shape] = [_feature(rng, start, budget) for _ in range(rng.randint(1, 4))]
    walls = tuple(shape for shape in near if apart(base, shape) > 0)
    if rng.random() < 0.3:
        walls = (*walls, *_hugged(base, start))
    units: list[Shape] = [Disc(_beside(rng, start, budget), rng.uniform(0.3, 0.6)) for _ in range(rng.randint(0, 4))]
    units = [unit for unit in units if apart(base, unit) > 0]
    friends, enemies = tuple(units[::2]), tuple(units[1::2])
    is_near = any(apart(base, enemy) <= 1 + SAME for enemy in enemies)
    slow = tuple(_feature(rng, start, budget) for _ in range(rng.choice((0, 1, 2))))
    return MoveQuery(
        base,
        budget,
        size,
        size,
        impassable=(*walls, *enemies),
        friends=friends,
        stops=() if is_near else enemies,
        shunned=enemies if is_near else (),
        difficult=slow,
    )


def _feature(rng: Random, start: Spot, budget: float) -> Polygon:
    """Return a rectangle, or a polygon that may have notches."""
    middle = _beside(rng, start, budget)
    if rng.random() < 0.5:
        return rectangle(middle, rng.uniform(0.3, 2), rng.uniform(0.5, 2.5), rng.uniform(0, 360))
    count = rng.randint(3, 7)
    turns = [(2 * pi * (corner + rng.uniform(0, 0.7)) / count, rng.uniform(0.5, 1.5)) for corner in range(count)]
    return Polygon(tuple(middle.plus(out * cos(turn), out * sin(turn)) for turn, out in turns))


def _beside(rng: Random, start: Spot, budget: float) -> Spot:
    turn, out = rng.uniform(0, 2 * pi), rng.uniform(0.8, budget + 0.5)
    return start.plus(out * cos(turn), out * sin(turn))


def _hugged(base: Shape, start: Spot) -> tuple[Shape, ...]:
    """Return a wall that the base touches with a side or, a disc, with its rim."""
    if isinstance(base, Disc):
        return (rectangle(start.plus(base.radius + 0.25, 0.4), 0.5, 2),)
    (ax, ay), (bx, by) = base.corners[1], base.corners[2]
    middle = Spot((ax + bx) / 2, (ay + by) / 2)
    out = Spot(middle.x - start.x, middle.y - start.y)
    reach = hypot(*out)
    far = middle.plus(out.x / reach * 0.25, out.y / reach * 0.25)
    along = Spot(-out.y / reach, out.x / reach)
    corners = [
        far.plus(a * along.x + b * out.x / reach * 0.25, a * along.y + b * out.y / reach * 0.25)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return (Polygon(tuple(corners)),)
