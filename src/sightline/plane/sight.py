"""The widest open corridor between two shapes among obstacles: exact, without sampling.

A line passes a convex obstacle on the one side or on the other one. Whether a line keeps some clearance is decided by a
search over these choices: it looks at a line that suits all choices made so far, and divides what there is by the obstacle
that cuts this line most. Which lines suit is known in closed form. The width is the greatest clearance that can be had.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import cos, pi, sin
from typing import NamedTuple

from sightline.plane.directions import Feature, Span, ahead, direction, passing, turned, within
from sightline.plane.distance import distance, edges_apart
from sightline.plane.ends import Base, End, Outline, Reach, Side
from sightline.plane.parts import Part, is_convex, iter_parts, nearest_pair
from sightline.plane.shapes import SAME, Edge, Shape, Spot, apart

FINE = 2e-10
"""Clearances are found to this many inches."""
SHORT = 1e-9
"""Pieces of an outline no longer than this, in inches or radians, are not divided."""
NOISE = 1e-11
"""A line may miss a clearance by this many inches."""


@dataclass(frozen=True, slots=True)
class Corridor:
    """The widest open corridor between two shapes.

    The width in inches, no more than asked for, is 0 where nothing is open; the segment runs along its middle. Where
    nothing is open, `covering` says which obstacles cut every line, by their places in what was given: each that does so
    alone, else some that do so together, none of which can be left out.
    """

    width: float
    segment: tuple[Spot, Spot] | None
    covering: tuple[int, ...] = ()


def widest_corridor(start: Shape, stop: Shape, obstacles: Sequence[Shape], cap: float) -> Corridor:
    """Find the widest corridor between places of two shapes, clear of all obstacles, up to a width in inches."""
    if distance(start, stop) < SAME:
        return Corridor(cap, _touching(start, stop))
    search = _Search(start, stop, obstacles, cap)
    return search.widest() or Corridor(0.0, None, search.covering())


@dataclass(frozen=True)
class _Way:
    """Lines of some directions from one end to another that leave some corners of obstacles above, and some below."""

    start: End
    stop: End
    spans: list[Span]
    above: tuple[Feature, ...] = ()
    below: tuple[Feature, ...] = ()


class _Found(NamedTuple):
    """A line that suits a way."""

    spans: list[Span]
    angle: float
    offset: float
    segment: Edge
    start: Reach
    stop: Reach


class _Search:
    def __init__(self, start: Shape, stop: Shape, obstacles: Sequence[Shape], cap: float) -> None:
        self.ways = list(_iter_ways(start, stop))
        self.cap = cap / 2
        self.parts = [part for i, shape in enumerate(obstacles) for part in iter_parts(shape, i)]

    def widest(self) -> Corridor | None:
        """Give the widest corridor, none if it has no width."""
        if found := self.open_way(self.cap - FINE / 4, self.parts):
            return Corridor(2 * self.cap, found[1])
        low, high, probe, best = 0.0, self.cap, SAME / 2 + NOISE, None
        while high - low > FINE:
            found = self.open_way(probe, self.parts)
            if found:
                low, best = self.climb(found, high)
                probe = low + FINE
            else:
                high = probe
                probe = (low + high) / 2
            if not low:
                return None
        return best and Corridor(2 * low, best)

    def climb(self, found: tuple[_Way, Edge], high: float) -> tuple[float, Edge]:
        """Give a line as clear as those of one way get, and its clearance."""
        way, best = found
        low = self.clearance(best)
        while high - low > NOISE:
            middle = (low + high) / 2
            line = _line(way, middle)
            clear = self.clearance(line.segment) if line else 0.0
            if line and clear > low:
                low, best = clear, line.segment
            if clear < middle:
                high = middle
        return low, best

    def clearance(self, segment: Edge) -> float:
        """Give how far a line is from all obstacles."""
        return min((_gap(part, segment) for part in self.parts), default=self.cap)

    def open_way(
        self, clearance: float, parts: Iterable[Part], cutting: set[int] | None = None
    ) -> tuple[_Way, Edge] | None:
        """Find a line that keeps clear of obstacles."""
        stack = self.ways[::-1]
        while stack:
            way = stack.pop()
            line = _line(way, clearance)
            if line is None:
                continue
            worst = _worst(parts, line, clearance)
            if worst is None:
                return way, line.segment
            if cutting is not None:
                cutting.add(worst.owner)
            stack.extend(_iter_divided(way, line, worst, clearance))
        return None

    def covering(self) -> tuple[int, ...]:
        """Give the obstacles that cut all lines, each alone or together."""
        owners = sorted({part.owner for part in self.parts})
        alone = tuple(owner for owner in owners if self.cutting({owner}))
        if alone:
            return alone
        kept = set(owners)
        needed = self.cutting(kept) or set()
        for owner in reversed(owners):
            kept.discard(owner)
            if owner in needed:
                without = self.cutting(kept)
                if without is None:
                    kept.add(owner)
                else:
                    needed = without
        return tuple(sorted(kept))

    def cutting(self, owners: set[int]) -> set[int] | None:
        """Give some of the obstacles that cut all lines together, if all of them do."""
        cutting: set[int] = set()
        parts = [part for part in self.parts if part.owner in owners]
        return None if self.open_way(SAME / 2 + NOISE, parts, cutting) else cutting


def _iter_ways(start: Shape, stop: Shape) -> Iterator[_Way]:
    """Yield the ways from the convex pieces of one shape to those of another, before any obstacle."""
    for (a, a_part, a_out), (b, b_part, b_out) in product(_ends(start), _ends(stop)):
        line = nearest_pair(a_part, b_part)
        if line.start == line.stop:
            continue
        toward = direction(*line)
        spans = [(toward - pi / 2, toward + pi / 2)]
        if a_out is not None:
            spans = ahead(spans, a_out)
        if b_out is not None:
            spans = ahead(spans, b_out + pi)
        yield _Way(a, b, spans)


def _ends(shape: Shape) -> list[tuple[End, Part, float | None]]:
    """Give the convex pieces of a shape: itself, or its sides with the directions out of them."""
    part = next(iter_parts(shape))
    if is_convex(shape):
        return [(Base(part), part, None)]
    edges = [edge for part in iter_parts(shape) for edge in part.edges]
    outer = [edge for edge in edges if Edge(edge.stop, edge.start) not in edges]
    return [(Side(0.0, apart(*edge), (), edge), Part(tuple(edge)), direction(*edge) - pi / 2) for edge in outer]


def _line(way: _Way, clearance: float) -> _Found | None:
    """Give a line in the midst of those that suit a way with some clearance."""
    start, stop = way.start.reach(clearance), way.stop.reach(clearance)
    if start is None or stop is None:
        return None
    above = [(spot._replace(radius=spot.radius - clearance),) for spot in way.above]
    below = [(spot._replace(radius=spot.radius - clearance),) for spot in way.below]
    ends = (start.features, stop.features)
    spans = passing(passing(way.spans, *ends), *reversed(ends))
    for upper, lower in (*product(above, (*ends, *below)), *product(ends, below)):
        spans = passing(spans, upper, lower)
        if not spans:
            return None
    if not spans:
        return None
    low, high = max(spans, key=lambda span: span[1] - span[0])
    angle = (low + high) / 2
    nx, ny = -sin(angle), cos(angle)
    top = min(max(_supports(group, nx, ny, angle + pi / 2)) for group in (*ends, *above))
    bottom = -min(max(_supports(group, -nx, -ny, angle - pi / 2)) for group in (*ends, *below))
    offset = (top + bottom) / 2
    segment = Edge(way.start.exit(start, angle, offset), way.stop.exit(stop, angle + pi, -offset))
    return _Found(spans, angle, offset, segment, start, stop)


def _supports(group: tuple[Feature, ...], x: float, y: float, angle: float) -> Iterator[float]:
    for spot in group:
        if not spot.span or _has(spot.span, angle):
            yield spot.x * x + spot.y * y + spot.radius


def _has(span: Span, angle: float) -> bool:
    middle = (span[0] + span[1]) / 2
    return abs(turned(angle, middle) - middle) <= (span[1] - span[0]) / 2


def _worst(parts: Iterable[Part], line: _Found, clearance: float) -> Part | None:
    """Give the part that cuts a line most, none if all keep their distance."""
    nx, ny = -sin(line.angle), cos(line.angle)
    worst, deepest = None, -1.0
    for part in parts:
        if _gap(part, line.segment) < clearance - NOISE:
            aside = [x * nx + y * ny - line.offset for x, y in part.points]
            depth = min(max(aside), -min(aside)) + part.radius + clearance
            if depth > deepest:
                worst, deepest = part, depth
    return worst


def _gap(part: Part, segment: Edge) -> float:
    """Give the distance of a line from a part."""
    if part.holds(segment.start):
        return 0.0
    return max(0.0, min(edges_apart(edge, segment) for edge in part.edges) - part.radius)


def _iter_divided(way: _Way, line: _Found, part: Part, clearance: float) -> Iterator[_Way]:
    """Yield the ways into which a part divides those that it cuts a line of."""
    if _is_near(line.start, part, clearance):
        for piece, out in _iter_pieces(way.start, line.start, line.segment.start, part, clearance):
            yield replace(way, start=piece, spans=_spread(line.spans, out, 0.0))
    elif _is_near(line.stop, part, clearance):
        for piece, out in _iter_pieces(way.stop, line.stop, line.segment.stop, part, clearance):
            yield replace(way, stop=piece, spans=_spread(line.spans, out, pi))
    else:
        yield from _iter_passed(way, line, part)


def _spread(spans: list[Span], out: Span | None, turn: float) -> list[Span]:
    """Give the directions in which lines may leave a piece; a turn of pi for those that come in."""
    return spans if out is None else [part for span in spans for part in within(span, out[0] + turn, out[1])]


def _is_near(reach: Reach, part: Part, clearance: float) -> bool:
    """Tell whether a part may come too near to what lines have to touch."""
    away = apart(*nearest_pair(reach.hull, part)) - reach.hull.radius - part.radius
    return away < clearance - NOISE and reach.final - reach.first > SHORT


def _iter_pieces(end: End, reach: Reach, spot: Spot, part: Part, clearance: float) -> Iterator[tuple[End, Span | None]]:
    """Yield the pieces of an end that a part comes near, each with directions out of it, as middle and spread."""
    if isinstance(end, Base):
        yield from end.pieces()
        return
    assert isinstance(end, Outline)
    if apart(part.nearest(spot), spot) < clearance + part.radius - NOISE:
        pieces = end.split(end.at(spot), part)
    elif isinstance(end, Side):
        pieces = end.split(end.at(nearest_pair(reach.hull, part).start), part)
    else:
        pieces = end.split((reach.first + reach.final) / 2)
    yield from ((piece, None) for piece in pieces)


def _iter_passed(way: _Way, line: _Found, part: Part) -> Iterator[_Way]:
    """Yield the ways before, behind, and on either side of a part."""
    from_start = direction(*nearest_pair(line.start.hull, part))
    from_stop = direction(*nearest_pair(line.stop.hull, part))
    for spans in (ahead(line.spans, from_start + pi), ahead(line.spans, from_stop)):
        if spans:
            yield replace(way, spans=spans)
    if spans := ahead(ahead(line.spans, from_start), from_stop + pi):
        corners = tuple(Feature(x, y, -part.radius) for x, y in part.points)
        yield replace(way, spans=spans, above=(*way.above, *corners))
        yield replace(way, spans=spans, below=(*way.below, *corners))


def _touching(start: Shape, stop: Shape) -> tuple[Spot, Spot]:
    """Give the shortest line between two shapes that touch or overlap."""
    lines = [_shortest(a, b) for a, b in product(iter_parts(start), iter_parts(stop))]
    return tuple(min(lines, key=lambda line: apart(*line)))  # type: ignore[return-value]


def _shortest(a: Part, b: Part) -> Edge:
    """Give the shortest line between two parts, of no length where they overlap."""
    line = nearest_pair(a, b)
    length = apart(*line)
    if length <= a.radius + b.radius:
        share = a.radius / (a.radius + b.radius) if length else 0.0
        meet = _toward(line, length * share)
        return Edge(meet, meet)
    return Edge(_toward(line, a.radius), _toward(line, length - b.radius))


def _toward(line: Edge, inches: float) -> Spot:
    share = inches / apart(*line) if inches else 0.0
    return line.start.plus(share * (line.stop.x - line.start.x), share * (line.stop.y - line.start.y))
