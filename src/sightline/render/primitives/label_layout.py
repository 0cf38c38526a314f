"""Label placement: each label takes the place, of some candidates, where it covers least of what matters.

Labels and obstacles are capsules: all points within a radius of a line. Labels are placed one after the other, the most
important first, and each becomes an obstacle for the next. The result depends on the order alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from math import ceil, hypot, inf
from typing import NamedTuple

from sightline.deadline import check_limit
from sightline.render.primitives.pixels import Pixel, between

BOLDER = 1.12
"""The width of bold text in parts of that of plain text."""
MOVED = 0.04
"""The cost of a candidate per candidate before it: nothing is moved without need."""


class Capsule(NamedTuple):
    """All points within `radius` of the line from `start` to `stop`, in pixels."""

    start: Pixel
    stop: Pixel
    radius: float

    @classmethod
    def of_text(cls, middle: Pixel, width: float, height: float) -> Capsule:
        """Return the capsule in a box that lies, with its longer sides, round a text."""
        radius = min(width, height) / 2
        x, y = max(0.0, width / 2 - radius), max(0.0, height / 2 - radius)
        return cls(middle.plus(-x, -y), middle.plus(x, y), radius)

    def moved(self, x: float, y: float) -> Capsule:
        """Return the capsule moved to the right by `x` and down by `y`."""
        return Capsule(self.start.plus(x, y), self.stop.plus(x, y), self.radius)

    def depth_in(self, other: Capsule) -> float:
        """Return how deep two capsules overlap in pixels, 0 where they do not."""
        reach = self.radius + other.radius
        if (
            min(self.start.x, self.stop.x) - max(other.start.x, other.stop.x) > reach
            or min(other.start.x, other.stop.x) - max(self.start.x, self.stop.x) > reach
            or min(self.start.y, self.stop.y) - max(other.start.y, other.stop.y) > reach
            or min(other.start.y, other.stop.y) - max(self.start.y, self.stop.y) > reach
        ):
            return 0.0
        return max(0.0, reach - _distance(self.start, self.stop, other.start, other.stop))


class PlacedLabel(NamedTuple):
    """A label that has its place: its middle in pixels, and what it costs there."""

    at: Pixel
    cost: float


class LabelLayout:
    """Obstacles with weights, and the labels placed among them, found by a grid of squares of `step` pixels.

    What is in the layout `below` is in the way as well, and stays where it is.
    """

    def __init__(self, step: float, below: LabelLayout | None = None) -> None:
        self._step = step
        self._below = below
        self._obstacles: list[tuple[Capsule, float]] = []
        self._squares: dict[tuple[int, int], set[int]] = defaultdict(set)

    def add(self, capsule: Capsule, weight: float) -> None:
        """Add an obstacle. Its weight is the cost of a label that lies in its middle."""
        start, stop, radius = capsule
        count = max(1, ceil(hypot(stop.x - start.x, stop.y - start.y) / self._step))
        for k in range(count):  # a long line is in few squares of its bounding box
            part = Capsule(between(start, stop, k / count), between(start, stop, (k + 1) / count), radius)
            for square in self._squares_of(part):
                self._squares[square].add(len(self._obstacles))
        self._obstacles.append((capsule, weight))

    def cost(self, label: Capsule) -> float:
        """Return what a label would cover, each obstacle by its weight and by how deep the two overlap."""
        found = {index for square in self._squares_of(label) for index in self._squares.get(square, ())}
        cost = 0.0 if self._below is None else self._below.cost(label)
        for index in sorted(found):
            other, weight = self._obstacles[index]
            cost += weight * min(1.0, label.depth_in(other) / (2 * label.radius))
        return cost

    def place(
        self, candidates: Iterable[Pixel], width: float, height: float, weight: float, most: float = inf
    ) -> PlacedLabel | None:
        """Place a label of a size at the best candidate, and add it; return None where all cost more than `most`."""
        check_limit()
        best: PlacedLabel | None = None
        label = Capsule.of_text(Pixel(0, 0), width, height)
        for index, at in enumerate(candidates):
            moved = MOVED * index
            if best is not None and moved >= best.cost:
                break
            cost = moved + self.cost(label.moved(*at))
            if best is None or cost < best.cost:
                best = PlacedLabel(at, cost)
        if best is None or best.cost > most:
            return None
        self.add(label.moved(*best.at), weight)
        return best

    def _squares_of(self, capsule: Capsule) -> Iterator[tuple[int, int]]:
        start, stop, radius = capsule
        left, right = min(start.x, stop.x) - radius, max(start.x, stop.x) + radius
        top, bottom = min(start.y, stop.y) - radius, max(start.y, stop.y) + radius
        (a, b), (c, d) = ((int(edge // self._step) for edge in each) for each in ((left, right), (top, bottom)))
        return product(range(a, b + 1), range(c, d + 1))


def _distance(a: Pixel, b: Pixel, c: Pixel, d: Pixel) -> float:
    """Return the distance of two lines, from `a` to `b` and from `c` to `d`."""
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
