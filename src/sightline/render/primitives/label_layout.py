"""Label placement: each label gets the candidate place where it covers least, by weight.

Labels and obstacles are capsules: all points within a radius of a line. Labels are placed greedily, the most important
first, and each becomes an obstacle for the next. The result depends only on the order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from math import ceil, hypot, inf
from typing import NamedTuple

from sightline.deadline import check_limit
from sightline.render.primitives.pixels import Pixel, between

BOLDER = 1.12
"""The ratio of the widths of bold and plain text."""
MOVED = 0.04
"""The cost of a candidate per candidate before it, so that labels are not moved without need."""


PixelBox = tuple[float, float, float, float]
"""Left, top, right and bottom of a bounding box, in pixels."""
_SLACK = 1e-6
"""The pixels by which boxes are widened, so that rounding leaves no overlap out."""


class Capsule(NamedTuple):
    """All points within `radius` of the line from `start` to `stop`, in pixels."""

    start: Pixel
    stop: Pixel
    radius: float

    @classmethod
    def of_text(cls, middle: Pixel, width: float, height: float) -> Capsule:
        """Return the capsule inscribed in the box of a text."""
        radius = min(width, height) / 2
        x, y = max(0.0, width / 2 - radius), max(0.0, height / 2 - radius)
        return cls(middle.plus(-x, -y), middle.plus(x, y), radius)

    @property
    def box(self) -> PixelBox:
        """Its bounding box."""
        (a, b), (c, d), radius = self
        left, right = (a, c) if a < c else (c, a)
        top, bottom = (b, d) if b < d else (d, b)
        return left - radius, top - radius, right + radius, bottom + radius

    def moved(self, x: float, y: float) -> Capsule:
        """Return the capsule moved to the right by `x` and down by `y`."""
        return Capsule(self.start.plus(x, y), self.stop.plus(x, y), self.radius)

    def depth_in(self, other: Capsule) -> float:
        """Return the depth of the overlap of two capsules in pixels, 0 if they do not overlap."""
        reach = self.radius + other.radius
        return max(0.0, reach - _distance(self.start, self.stop, other.start, other.stop))


class PlacedLabel(NamedTuple):
    """A placed label: its middle in pixels, and its cost."""

    at: Pixel
    cost: float


class _IndexedCapsule(NamedTuple):
    """A capsule with its bounding box, and the squares of the grid that the box overlaps."""

    capsule: Capsule
    box: PixelBox
    squares: Collection[tuple[int, int]]


class LabelLayout:
    """Obstacles with weights, and the labels placed among them, indexed by a grid of squares of `step` pixels.

    The content of the layout `below`, which has the same squares, also counts as obstacles, and is not changed.
    """

    def __init__(self, step: float, below: LabelLayout | None = None) -> None:
        self._step = step
        self._below = below
        self._obstacles: list[tuple[Capsule, float, PixelBox]] = []
        self._squares: dict[tuple[int, int], list[int]] = defaultdict(list)

    def add(self, capsule: Capsule, weight: float) -> None:
        """Add an obstacle. Its weight is the cost of a label at its middle."""
        start, stop, radius = capsule
        count = ceil(hypot(stop.x - start.x, stop.y - start.y) / self._step)
        indexed = self._index(capsule)
        if count > 1:  # a long line is in few squares of its bounding box
            ends = [between(start, stop, k / count) for k in range(count + 1)]
            parts = (self._index(Capsule(a, b, radius)) for a, b in pairwise(ends))
            indexed = indexed._replace(squares={square for part in parts for square in part.squares})
        self._add(indexed, weight)

    def _add(self, indexed: _IndexedCapsule, weight: float) -> None:
        for square in indexed.squares:
            self._squares[square].append(len(self._obstacles))
        left, top, right, bottom = indexed.box
        box = left - _SLACK, top - _SLACK, right + _SLACK, bottom + _SLACK
        self._obstacles.append((indexed.capsule, weight, box))

    def cost(self, label: Capsule) -> float:
        """Return the cost of a label: the sum over obstacles of weight times depth of the overlap."""
        return self._cost(self._index(label))

    def _cost(self, indexed: _IndexedCapsule, most: float = inf) -> float:
        """Return the cost of a label, infinity if it is more than `most`: then the rest need not be added up."""
        cost = 0.0 if self._below is None else self._below._cost(indexed, most)
        label, (left, top, right, bottom), squares = indexed
        for index in self._near(squares):
            if cost > most:
                return inf
            other, weight, (its_left, its_top, its_right, its_bottom) = self._obstacles[index]
            # Most are apart: that is seen without a call.
            if its_left < right and left < its_right and its_top < bottom and top < its_bottom:
                cost += weight * min(1.0, label.depth_in(other) / (2 * label.radius))
        return cost

    def _near(self, squares: Iterable[tuple[int, int]]) -> Sequence[int]:
        """Return the obstacles, by index and in order, that are in one of some squares."""
        known = self._squares
        found = [known[square] for square in squares if square in known]
        return found[0] if len(found) == 1 else sorted(set().union(*found))

    def place(
        self, candidates: Iterable[Pixel], width: float, height: float, weight: float, most: float = inf
    ) -> PlacedLabel | None:
        """Place a label of a size at the best candidate, and add it; return None if all cost more than `most`."""
        check_limit()
        best: PlacedLabel | None = None
        taken: _IndexedCapsule | None = None
        label = Capsule.of_text(Pixel(0, 0), width, height)
        for index, at in enumerate(candidates):
            moved = MOVED * index
            if best is not None and moved >= best.cost:
                break
            indexed = self._index(label.moved(*at))
            cost = moved + self._cost(indexed, (most if best is None else min(most, best.cost)) - moved)
            if best is None or cost < best.cost:
                best, taken = PlacedLabel(at, cost), indexed
        if best is None or taken is None or best.cost > most:
            return None
        self._add(taken, weight)
        return best

    def _index(self, capsule: Capsule) -> _IndexedCapsule:
        left, top, right, bottom = box = capsule.box
        step = self._step
        columns = range(int(left // step), int(right // step) + 1)
        rows = range(int(top // step), int(bottom // step) + 1)
        return _IndexedCapsule(capsule, box, [(column, row) for column in columns for row in rows])


def _distance(a: Pixel, b: Pixel, c: Pixel, d: Pixel) -> float:
    """Return the distance between two segments, from `a` to `b` and from `c` to `d`."""
    if _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0:
        return 0.0
    return min(_to_line(a, c, d), _to_line(b, c, d), _to_line(c, a, b), _to_line(d, a, b))


def _turn(a: Pixel, b: Pixel, c: Pixel) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _to_line(point: Pixel, a: Pixel, b: Pixel) -> float:
    """Return the distance of a point from the line from `a` to `b`."""
    x, y = b.x - a.x, b.y - a.y
    square = x * x + y * y
    part = 0.0 if not square else max(0.0, min(1.0, ((point.x - a.x) * x + (point.y - a.y) * y) / square))
    return hypot(a.x + part * x - point.x, a.y + part * y - point.y)
