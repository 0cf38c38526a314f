"""The widest open corridor between two shapes among obstacles: exact, without sampling.

A line passes a convex obstacle on one side or on the other. Whether some line keeps a clearance is decided by branch
and bound over these choices. A node of the search is a family of lines: those that agree with all choices made so far.
Its directions and its middle line are known in closed form. If the middle line is cut, the family is split by the
obstacle that cuts it deepest. The width is twice the greatest clearance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin
from typing import NamedTuple

from sightline.deadline import check_limit
from sightline.plane.angle_sets import (
    ArcConstraint,
    Span,
    clip_spans,
    clip_to_half_turn,
    direction,
    find_passing_directions,
    unwrap_angle,
)
from sightline.plane.clearance import segment_frame
from sightline.plane.convex_parts import ConvexPart, decompose, nearest_pair, nearest_spots
from sightline.plane.distance import distance
from sightline.plane.line_ends import ConvexEnd, EdgeEnd, EndExtent, LineEnd, OutlineEnd
from sightline.plane.shapes import SAME, Edge, Shape, Spot, spot_distance

PRECISION = 2e-10
"""The precision of clearances, in inches."""
MIN_PIECE_LENGTH = 1e-9
"""Pieces of an outline no longer than this, in inches or radians, are not split."""
TOLERANCE = 1e-11
"""The amount in inches by which a line may miss a clearance."""
MIN_CLEARANCE = SAME / 2 - TOLERANCE
"""The least clearance in inches that counts as open; a corridor of width `SAME` is open."""

_ObstaclePart = tuple[int, ConvexPart]
"""The index of an obstacle, and a convex part of it."""


@dataclass(frozen=True, slots=True)
class Corridor:
    """The widest open corridor between two shapes.

    - `width`: in inches, at most the queried width; 0 if nothing is open.
    - `segment`: the middle line of the corridor; None if nothing is open.
    - `covering`: if nothing is open, indices of obstacles that cut every line: all that do so alone, or otherwise a
      minimal set that does so together.
    """

    width: float
    segment: tuple[Spot, Spot] | None
    covering: tuple[int, ...] = ()


def widest_corridor(start: Shape, stop: Shape, obstacles: Sequence[Shape], cap: float) -> Corridor:
    """Return the widest corridor between spots of two shapes clear of all obstacles, at most `cap` inches wide."""
    if distance(start, stop) < SAME:
        return Corridor(cap, nearest_spots(start, stop))
    search = _CorridorSearch(start, stop, obstacles, cap / 2)
    found = search.widest()
    return Corridor(max(2 * found[0], SAME), found[1]) if found else Corridor(0.0, None, search.find_covering())


class _LineFamily(NamedTuple):
    """A set of lines between two ends: those with a direction in `spans` that pass under `above` and over `below`.

    Where both ends are whole shapes, `spans` holds directions only in which some line meets both.
    """

    start: LineEnd
    stop: LineEnd
    spans: list[Span]
    above: tuple[ArcConstraint, ...] = ()
    below: tuple[ArcConstraint, ...] = ()


class _FamilyLine(NamedTuple):
    """The middle line of a family, with the directions and the extents of the ends of the family at the clearance."""

    spans: list[Span]
    angle: float
    offset: float
    segment: Edge
    start: EndExtent
    stop: EndExtent


class _CutLine(NamedTuple):
    """A line that was tried and is cut: the obstacle that cuts it deepest, and all that cut it."""

    deepest: int
    owners: frozenset[int]


class _CorridorSearch:
    """The search for the widest corridor, up to a clearance of `cap` inches."""

    def __init__(self, start: Shape, stop: Shape, obstacles: Sequence[Shape], cap: float) -> None:
        self.families = list(_iter_families(start, stop))
        self.cap = cap
        self.cut_lines: list[_CutLine] = []  # if nothing is open, all lines that were tried
        self._least_lines: dict[int, _FamilyLine | None] = {}
        self.obstacle_parts = list(_iter_near(start, stop, obstacles, cap))

    def widest(self) -> tuple[float, Edge] | None:
        """Return the greatest clearance and a line that has it; None if all lines are cut."""
        low, high, probe, best = 0.0, self.cap, MIN_CLEARANCE, None
        while high - low > 1.5 * PRECISION:
            found, cut_lines = _find_open_family(self._iter_roots(probe), self.obstacle_parts, probe)
            if found is not None:
                low, best = self.climb(*found, high)
                # If climbing gets stuck in a local maximum, bisection continues.
                probe = low + PRECISION if low - probe > SAME else (low + high) / 2
            elif best is None:
                self.cut_lines = cut_lines
                return None
            else:
                high, probe = probe, low + PRECISION
        return best and (self.cap if low > self.cap - PRECISION else low, best)

    def climb(self, family: _LineFamily, best: Edge, high: float) -> tuple[float, Edge]:
        """Return the greatest clearance found by bisection inside one family, and a line that has it."""
        low, middle = self.clearance(best), high
        while high - low > 4 * TOLERANCE:
            found = self.descend(family, middle)
            if found is None:
                high = middle
            else:
                family, best = found
                low = self.clearance(best)
            middle = (low + high) / 2
        return low, best

    def descend(self, family: _LineFamily, clearance: float) -> tuple[_LineFamily, Edge] | None:
        """Return a line that keeps clear of all obstacles, and its family, by greedy choices.

        None if they do not lead to one.
        """
        line = _middle_line(family, clearance)
        while line is not None:
            check_limit()
            cutting = _cutting_parts(self.obstacle_parts, line.segment, clearance)
            if not cutting:
                return family, line.segment
            children = _iter_divided(family, line, cutting[0][1], clearance)
            choices = [(child, _middle_line(child, clearance)) for child in children]
            family, line = max(choices, key=self.choice_clearance, default=(family, None))
        return None

    def choice_clearance(self, choice: tuple[_LineFamily, _FamilyLine | None]) -> float:
        """Return the clearance of the line of a choice, or -1 if the choice has no line."""
        return self.clearance(choice[1].segment) if choice[1] else -1.0

    def clearance(self, segment: Edge) -> float:
        """Return the distance of a segment from the nearest obstacle, at most `cap`."""
        line, least = segment_frame(segment), self.cap
        for _, part in self.obstacle_parts:
            least = min(least, line.distance_to(part, least))
        return least

    def find_covering(self) -> tuple[int, ...]:
        """Return the indices of obstacles that cut all lines, after an unsuccessful search: see `Corridor.covering`."""
        owners = sorted({owner for owner, _ in self.obstacle_parts})
        needed = {line.deepest for line in self.cut_lines}
        alone = tuple(owner for owner in owners if needed == {owner} or self.find_cutting({owner}))
        if alone:
            return alone
        kept = set(owners)
        for owner in reversed(owners):
            without = self.find_cutting(kept - {owner}) if owner in needed else needed
            if without is not None:
                kept.discard(owner)
                needed = without
        return tuple(sorted(kept))

    def find_cutting(self, owners: set[int]) -> set[int] | None:
        """Return some of the given obstacles that together cut all lines; None if a line remains."""
        if any(line.owners.isdisjoint(owners) for line in self.cut_lines):
            return None
        chosen = [(owner, part) for owner, part in self.obstacle_parts if owner in owners]
        found, cut_lines = _find_open_family(self._iter_roots(MIN_CLEARANCE), chosen, MIN_CLEARANCE)
        return None if found else {line.deepest for line in cut_lines}

    def _iter_roots(self, clearance: float) -> Iterator[tuple[_LineFamily, _FamilyLine | None]]:
        """Yield the families before any obstacle, each with its middle line at a clearance, None where it is empty."""
        for index, family in enumerate(self.families):
            if clearance != MIN_CLEARANCE:
                yield family, _middle_line(family, clearance)
                continue
            if index not in self._least_lines:  # many sets of obstacles are tried at this clearance
                self._least_lines[index] = _middle_line(family, clearance)
            yield family, self._least_lines[index]


def _find_open_family(
    roots: Iterable[tuple[_LineFamily, _FamilyLine | None]],
    obstacle_parts: list[_ObstaclePart],
    clearance: float,
) -> tuple[tuple[_LineFamily, Edge] | None, list[_CutLine]]:
    """Return a family and its line that keeps clear of all parts, or None, and the lines tried before that are cut.

    `roots` are families with their middle lines. If no line is clear, the obstacles that cut the tried lines deepest
    together cut all lines.
    """
    cut_lines: list[_CutLine] = []
    for root, root_line in roots:
        stack, family, line = list[_LineFamily](), root, root_line
        while True:
            check_limit()
            if line is not None:
                cutting = _cutting_parts(obstacle_parts, line.segment, clearance)
                if not cutting:
                    return (family, line.segment), cut_lines
                deepest, part = cutting[0]
                cut_lines.append(_CutLine(deepest, frozenset([owner for owner, _ in cutting])))
                stack.extend(_iter_divided(family, line, part, clearance))
            if not stack:
                break
            family = stack.pop()
            line = _middle_line(family, clearance)
    return None, cut_lines


def _iter_families(start: Shape, stop: Shape) -> Iterator[_LineFamily]:
    """Yield the families of lines between the convex pieces of two shapes, before any obstacle."""
    for (a, a_part, a_out), (b, b_part, b_out) in product(_ends(start), _ends(stop)):
        line = nearest_pair(a_part, b_part)
        if line.start == line.stop:
            continue
        toward = direction(*line)
        spans = [(toward - pi / 2, toward + pi / 2)]
        if a_out is not None:
            spans = clip_to_half_turn(spans, a_out)
        if b_out is not None:
            spans = clip_to_half_turn(spans, b_out + pi)
        if isinstance(a, ConvexEnd) and isinstance(b, ConvexEnd):
            spans = _meeting_directions(spans, a.whole, b.whole)
        yield _LineFamily(a, b, spans)


def _iter_near(start: Shape, stop: Shape, obstacles: Iterable[Shape], cap: float) -> Iterator[_ObstaclePart]:
    """Yield the parts of obstacles that may come nearer than `cap` to a line between two shapes."""
    (one, extent), (other, far) = start.circle, stop.circle
    line = segment_frame(Edge(one, other)) if spot_distance(one, other) >= SAME else None
    wide = max(extent, far) + cap
    for i, shape in enumerate(obstacles):
        middle, radius = shape.circle
        if line is None or line.distance_to_spot(middle) - radius < wide:
            yield from ((i, part) for part in decompose(shape) if line is None or line.distance_to(part, wide) < wide)


def _ends(shape: Shape) -> list[tuple[LineEnd, ConvexPart, float | None]]:
    """Return the ends of lines at a shape.

    The shape itself if convex, otherwise its edges, each with the direction outwards.
    """
    pieces = decompose(shape)
    if len(pieces) == 1:
        return [(ConvexEnd(pieces[0]), pieces[0], None)]
    inner = {Edge(edge.stop, edge.start) for part in pieces for edge in part.edges}
    outer = [edge for part in pieces for edge in part.edges if edge not in inner]
    return [
        (EdgeEnd(0.0, spot_distance(*edge), (), edge), ConvexPart(tuple(edge)), direction(*edge) - pi / 2)
        for edge in outer
    ]


def _middle_line(family: _LineFamily, clearance: float) -> _FamilyLine | None:
    """Return the middle line of a family at a clearance, or None if the family is empty at that clearance."""
    start, stop = family.start.extent(clearance), family.stop.extent(clearance)
    if start is None or stop is None:
        return None
    above = [(ArcConstraint(x, y, radius - clearance, span),) for x, y, radius, span in family.above]
    below = [(ArcConstraint(x, y, radius - clearance, span),) for x, y, radius, span in family.below]
    ends, spans = (start.constraints, stop.constraints), family.spans
    if not (isinstance(family.start, ConvexEnd) and isinstance(family.stop, ConvexEnd)):
        spans = _meeting_directions(spans, start, stop)
    for upper, lower in (*product(above, (*ends, *below)), *product(ends, below)):
        spans = find_passing_directions(spans, upper, lower)
        if not spans:
            return None
    if not spans:
        return None
    low, high = max(spans, key=lambda span: span[1] - span[0])
    angle = (low + high) / 2
    nx, ny = -sin(angle), cos(angle)
    top = min([max(_supports(group, nx, ny, angle + pi / 2)) for group in (*ends, *above)])
    bottom = -min([max(_supports(group, -nx, -ny, angle - pi / 2)) for group in (*ends, *below)])
    offset = (top + bottom) / 2
    segment = Edge(family.start.exit_spot(start, angle, offset), family.stop.exit_spot(stop, angle + pi, -offset))
    return _FamilyLine(spans, angle, offset, segment, start, stop)


def _meeting_directions(spans: list[Span], start: EndExtent, stop: EndExtent) -> list[Span]:
    """Return the directions of lines that meet both ends."""
    one, other = start.constraints, stop.constraints
    return find_passing_directions(find_passing_directions(spans, one, other), other, one)


def _supports(group: tuple[ArcConstraint, ...], x: float, y: float, angle: float) -> list[float]:
    """Return the support of each disc of a group in the direction (x, y), where its span has the angle."""
    return [
        spot_x * x + spot_y * y + radius for spot_x, spot_y, radius, span in group if not span or _contains(span, angle)
    ]


def _contains(span: Span, angle: float) -> bool:
    middle = (span[0] + span[1]) / 2
    return abs(unwrap_angle(angle, middle) - middle) <= (span[1] - span[0]) / 2


def _cutting_parts(obstacle_parts: Iterable[_ObstaclePart], segment: Edge, clearance: float) -> list[_ObstaclePart]:
    """Return the parts that come nearer to a segment than the clearance, the one that cuts it deepest first."""
    line, enough = segment_frame(segment), clearance - TOLERANCE
    close = [(owner, part) for owner, part in obstacle_parts if line.distance_to(part, enough) < enough]
    if len(close) > 1:
        close.sort(key=lambda owned: line.depth(owned[1]), reverse=True)
    return close


def _iter_divided(family: _LineFamily, line: _FamilyLine, part: ConvexPart, clearance: float) -> Iterator[_LineFamily]:
    """Yield the families into which a part splits a family whose middle line it cuts."""
    start, stop = line.segment
    from_start, from_stop = nearest_pair(line.start.hull, part), nearest_pair(line.stop.hull, part)
    if _is_near(line.start, start, part, from_start, clearance):
        for piece, out in _iter_pieces(family.start, start, part, from_start, line.start, clearance):
            yield family._replace(start=piece, spans=_clip_exits(line.spans, out, 0.0))
    elif _is_near(line.stop, stop, part, from_stop, clearance):
        for piece, out in _iter_pieces(family.stop, stop, part, from_stop, line.stop, clearance):
            yield family._replace(stop=piece, spans=_clip_exits(line.spans, out, pi))
    else:
        yield from _iter_sides(family, line, part, direction(*from_start), direction(*from_stop))


def _clip_exits(spans: list[Span], out: Span | None, turn: float) -> list[Span]:
    """Return the directions in which lines leave a piece of outline; a turn of pi for those that enter it."""
    return spans if out is None else clip_spans(spans, out[0] + turn, out[1])


def _is_near(extent: EndExtent, spot: Spot, part: ConvexPart, nearest: Edge, clearance: float) -> bool:
    """Return whether a part is too near to the spot where a line leaves an end, or may be to other spots of it.

    `nearest` is the shortest segment from the hull of the end to the part.
    """
    if _is_close(spot, part, clearance):
        return True
    away = spot_distance(*nearest) - extent.hull.radius - part.radius
    return away < clearance - TOLERANCE and extent.final - extent.first > MIN_PIECE_LENGTH


def _is_close(spot: Spot, part: ConvexPart, clearance: float) -> bool:
    return spot_distance(part.nearest(spot), spot) < clearance + part.radius - TOLERANCE


def _iter_pieces(
    end: LineEnd, spot: Spot, part: ConvexPart, nearest: Edge, extent: EndExtent, clearance: float
) -> Iterator[tuple[LineEnd, Span | None]]:
    """Yield the pieces of an end near a part, each with the directions of lines out of it as (middle, half width)."""
    if isinstance(end, ConvexEnd):
        yield from end.iter_pieces()
        return
    assert isinstance(end, OutlineEnd)
    if _is_close(spot, part, clearance):
        pieces = end.split(end.at(spot), part)
    elif isinstance(end, EdgeEnd):
        pieces = end.split(end.at(nearest.start), part)
    else:
        pieces = end.split((extent.first + extent.final) / 2)
    yield from ((piece, None) for piece in pieces)


def _iter_sides(
    family: _LineFamily, line: _FamilyLine, part: ConvexPart, from_start: float, from_stop: float
) -> Iterator[_LineFamily]:
    """Yield the families of lines before, behind, and on either side of a part, by the directions from the ends."""
    for spans in (clip_to_half_turn(line.spans, from_start + pi), clip_to_half_turn(line.spans, from_stop)):
        # The cut line is in these only if a piece is too short to be distinguished from the part.
        if spans and not any(low < line.angle < high for low, high in spans):
            yield family._replace(spans=spans)
    if spans := clip_to_half_turn(clip_to_half_turn(line.spans, from_start), from_stop + pi):
        first, final = spans[0][0], spans[-1][1]
        above, below = (_tangent_corners(part, first + turn, final + turn) for turn in (0.0, pi))
        yield family._replace(spans=spans, above=(*family.above, *above))
        yield family._replace(spans=spans, below=(*family.below, *below))


def _tangent_corners(part: ConvexPart, first: float, final: float) -> tuple[ArcConstraint, ...]:
    """Return the corners of a part that are lowest along the normal of some direction from `first` to `final`."""
    points = part.points
    lowest = [_lowest(points, angle) for angle in (first, final)]
    count = (lowest[1] - lowest[0]) % len(points) + 1
    chosen = [points[(lowest[0] + i) % len(points)] for i in range(count)]
    return tuple(ArcConstraint(x, y, -part.radius) for x, y in chosen)


def _lowest(points: Sequence[Spot], angle: float) -> int:
    """Return the index of the first spot with the least offset along the normal of a direction."""
    ux, uy = cos(angle), sin(angle)
    offsets = [y * ux - x * uy for x, y in points]
    return offsets.index(min(offsets))
