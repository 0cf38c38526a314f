"""The widest open corridor between two shapes among obstacles: exact, without sampling.

A line passes a convex obstacle on the one side or on the other one. Whether some line keeps a clearance is decided by a
search over these choices: it looks at a line that suits all choices made so far, and divides what there is by the
obstacle that cuts this line most. Which lines suit is known in closed form. The width is twice the greatest clearance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import cos, pi, sin
from typing import NamedTuple

from sightline.plane.angle_sets import Feature, Span, ahead, direction, passing, turned, within
from sightline.plane.clearance import track
from sightline.plane.convex_parts import Part, nearest_pair, nearest_spots, parts
from sightline.plane.distance import distance
from sightline.plane.line_ends import Base, End, Outline, Reach, Side
from sightline.plane.shapes import SAME, Disc, Edge, Shape, Spot, apart

FINE = 2e-10
"""Clearances are found to this many inches."""
SHORT = 1e-9
"""Pieces of an outline no longer than this, in inches or radians, are not divided."""
NOISE = 1e-11
"""A line may miss a clearance by this many inches."""
LEAST = SAME / 2 - NOISE
"""The least clearance, in inches, that is not the same as none; a way of exactly `SAME` is open."""

_Thing = tuple[int, Part]
"""A part of an obstacle, with the place of the obstacle in what was given."""


@dataclass(frozen=True, slots=True)
class Corridor:
    """The widest open corridor between two shapes.

    The width in inches, no more than asked for, is 0 where nothing is open; the segment runs along its middle. Where
    nothing is open, `covering` says which obstacles cut every line, by their places in what was given: each that does
    so alone, else some that do so together, none of which can be left out.
    """

    width: float
    segment: tuple[Spot, Spot] | None
    covering: tuple[int, ...] = ()


def widest_corridor(start: Shape, stop: Shape, obstacles: Sequence[Shape], cap: float) -> Corridor:
    """Find the widest corridor between places of two shapes, clear of all obstacles, up to a width in inches."""
    if distance(start, stop) < SAME:
        return Corridor(cap, nearest_spots(start, stop))
    search = _Search(start, stop, obstacles, cap / 2)
    found = search.widest()
    return Corridor(max(2 * found[0], SAME), found[1]) if found else Corridor(0.0, None, search.covering())


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
    """The search for the widest corridor, up to some clearance in inches."""

    def __init__(self, start: Shape, stop: Shape, obstacles: Sequence[Shape], cap: float) -> None:
        self.ways = list(_iter_ways(start, stop))
        self.cap = cap
        near = _near(start, stop, cap)
        self.things = [(i, part) for i, shape in enumerate(obstacles) for part in parts(shape) if near(part)]

    def widest(self) -> tuple[float, Edge] | None:
        """Give the greatest clearance and a line that has it; none where all lines are cut."""
        low, high, probe, best = 0.0, self.cap, LEAST, None
        while high - low > 1.5 * FINE:
            found = _open_way(self.ways, self.things, probe, set())
            if found is not None:
                low, best = self.climb(*found, high)
                # Where climbing gets stuck, halving goes on.
                probe = low + FINE if low - probe > SAME else (low + high) / 2
            elif best is None:
                return None
            else:
                high, probe = probe, low + FINE
        return best and (self.cap if low > self.cap - FINE else low, best)

    def climb(self, way: _Way, best: Edge, high: float) -> tuple[float, Edge]:
        """Give a line as clear as can be had without giving up a choice once made, and its clearance."""
        low, middle = self.clearance(best), high
        while high - low > 4 * NOISE:
            found = self.dive(way, middle)
            if found is None:
                high = middle
            else:
                way, best = found
                low = self.clearance(best)
            middle = (low + high) / 2
        return low, best

    def dive(self, way: _Way, clearance: float) -> tuple[_Way, Edge] | None:
        """Find a line that keeps clear of all obstacles by the choices that look best, or none."""
        line = _line(way, clearance)
        while line is not None:
            worst = _worst(self.things, line.segment, clearance)
            if worst is None:
                return way, line.segment
            choices = [(part, _line(part, clearance)) for part in _iter_divided(way, line, worst[1], clearance)]
            way, line = max(choices, key=self.promise, default=(way, None))
        return None

    def promise(self, choice: tuple[_Way, _Found | None]) -> float:
        """Give how clear the line is that was found for a choice, less than any where none was."""
        return self.clearance(choice[1].segment) if choice[1] else -1.0

    def clearance(self, segment: Edge) -> float:
        """Give how far a line is from all obstacles, at most the greatest clearance asked for."""
        line, least = track(segment), self.cap
        for _, part in self.things:
            least = min(least, line.gap(part, least))
        return least

    def covering(self) -> tuple[int, ...]:
        """Give the obstacles that cut all lines, each alone or together."""
        owners = sorted({owner for owner, _ in self.things})
        alone = tuple(owner for owner in owners if self.cutting({owner}))
        if alone:
            return alone
        kept = set(owners)
        needed = self.cutting(kept) or set()
        for owner in reversed(owners):
            without = self.cutting(kept - {owner}) if owner in needed else needed
            if without is not None:
                kept.discard(owner)
                needed = without
        return tuple(sorted(kept))

    def cutting(self, owners: set[int]) -> set[int] | None:
        """Give some of the obstacles that cut all lines together, if all of them do."""
        cutting: set[int] = set()
        things = [thing for thing in self.things if thing[0] in owners]
        return None if _open_way(self.ways, things, LEAST, cutting) else cutting


def _open_way(ways: list[_Way], things: list[_Thing], clearance: float, cutting: set[int]) -> tuple[_Way, Edge] | None:
    """Find a line that keeps clear of all things, else note the owners of some that cut all lines."""
    stack = ways[::-1]
    while stack:
        way = stack.pop()
        line = _line(way, clearance)
        if line is None:
            continue
        worst = _worst(things, line.segment, clearance)
        if worst is None:
            return way, line.segment
        cutting.add(worst[0])
        stack.extend(_iter_divided(way, line, worst[1], clearance))
    return None


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


def _near(start: Shape, stop: Shape, cap: float) -> Callable[[Part], bool]:
    """Give the question whether a part may come nearer to a line between two shapes than some clearance."""
    (one, reach), (other, far) = (_round(shape) for shape in (start, stop))
    if apart(one, other) < SAME:
        return lambda part: True
    line, wide = track(Edge(one, other)), max(reach, far) + cap
    return lambda part: line.gap(part, wide) < wide


def _round(shape: Shape) -> tuple[Spot, float]:
    """Give the middle and the radius of a circle round a shape."""
    if isinstance(shape, Disc):
        return shape.centre, shape.radius
    (left, top), (right, bottom) = shape.box
    middle = Spot((left + right) / 2, (top + bottom) / 2)
    return middle, apart(middle, shape.box[0])


def _ends(shape: Shape) -> list[tuple[End, Part, float | None]]:
    """Give the convex pieces of a shape: itself, or its sides with the directions out of them."""
    pieces = parts(shape)
    if len(pieces) == 1:
        return [(Base(pieces[0]), pieces[0], None)]
    inner = {Edge(edge.stop, edge.start) for part in pieces for edge in part.edges}
    outer = [edge for part in pieces for edge in part.edges if edge not in inner]
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


def _worst(things: Iterable[_Thing], segment: Edge, clearance: float) -> _Thing | None:
    """Give the thing that cuts a line most, none if all keep their distance."""
    line, enough = track(segment), clearance - NOISE
    close = [thing for thing in things if line.gap(thing[1], enough) < enough]
    return max(close, key=lambda thing: line.depth(thing[1]), default=None)


def _iter_divided(way: _Way, line: _Found, part: Part, clearance: float) -> Iterator[_Way]:
    """Yield the ways into which a part divides those that it cuts a line of."""
    start, stop = line.segment
    if _is_near(line.start, start, part, clearance):
        for piece, out in _iter_pieces(way.start, line.start, start, part, clearance):
            yield replace(way, start=piece, spans=_spread(line.spans, out, 0.0))
    elif _is_near(line.stop, stop, part, clearance):
        for piece, out in _iter_pieces(way.stop, line.stop, stop, part, clearance):
            yield replace(way, stop=piece, spans=_spread(line.spans, out, pi))
    else:
        yield from _iter_passed(way, line, part)


def _spread(spans: list[Span], out: Span | None, turn: float) -> list[Span]:
    """Give the directions in which lines may leave a piece; a turn of pi for those that come in."""
    return spans if out is None else [part for span in spans for part in within(span, out[0] + turn, out[1])]


def _is_near(reach: Reach, spot: Spot, part: Part, clearance: float) -> bool:
    """Tell whether a part comes too near to a place, or may come too near to others that lines may touch instead."""
    if _is_close(spot, part, clearance):
        return True
    away = apart(*nearest_pair(reach.hull, part)) - reach.hull.radius - part.radius
    return away < clearance - NOISE and reach.final - reach.first > SHORT


def _is_close(spot: Spot, part: Part, clearance: float) -> bool:
    return apart(part.nearest(spot), spot) < clearance + part.radius - NOISE


def _iter_pieces(end: End, reach: Reach, spot: Spot, part: Part, clearance: float) -> Iterator[tuple[End, Span | None]]:
    """Yield the pieces of an end that a part comes near, each with directions out of it, as middle and spread."""
    if isinstance(end, Base):
        yield from end.pieces()
        return
    assert isinstance(end, Outline)
    if _is_close(spot, part, clearance):
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
        # The line that is cut is in these only where a piece is too short to be told from the part: no more is lost.
        if spans and not any(low < line.angle < high for low, high in spans):
            yield replace(way, spans=spans)
    if spans := ahead(ahead(line.spans, from_start), from_stop + pi):
        first, final = spans[0][0], spans[-1][1]
        above, below = (_corners(part, first + turn, final + turn) for turn in (0.0, pi))
        yield replace(way, spans=spans, above=(*way.above, *above))
        yield replace(way, spans=spans, below=(*way.below, *below))


def _corners(part: Part, first: float, final: float) -> tuple[Feature, ...]:
    """Give those corners of a part that lines of some directions touch when it is moved towards them from above."""
    points = part.points
    lowest = [min(range(len(points)), key=lambda i: _height(points[i], angle)) for angle in (first, final)]
    count = (lowest[1] - lowest[0]) % len(points) + 1
    chosen = [points[(lowest[0] + i) % len(points)] for i in range(count)]
    return tuple(Feature(x, y, -part.radius) for x, y in chosen)


def _height(spot: Spot, angle: float) -> float:
    """Give how far a place is along the normal of a direction."""
    return spot.y * cos(angle) - spot.x * sin(angle)
