"""Ends of sight lines: a convex base, or a piece of its outline that keeps clear of obstacles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, pairwise
from math import acos, atan2, cos, hypot, inf, pi, sin, sqrt
from typing import NamedTuple

from sightline.plane.angle_sets import ArcConstraint, ConstraintGroup, Span, direction, unwrap_angle
from sightline.plane.convex_parts import ConvexPart
from sightline.plane.shapes import Edge, Spot, spot_distance


class EndExtent(NamedTuple):
    """The part of an end that lines may touch at some clearance.

    - `constraints`: discs and arcs that lines must pass over and under, which means that they meet the end.
    - `hull`: a convex part that contains it.
    - `first`, `final`: its range of positions on an outline.
    """

    constraints: ConstraintGroup
    hull: ConvexPart
    first: float = 0.0
    final: float = inf


class EndCut(NamedTuple):
    """The removal of the positions of an outline on one side of `at`, if they are too near to a part.

    `is_after` is True if positions after `at` are kept. Without a part the cut is at `at` itself.
    """

    part: ConvexPart | None
    at: float
    is_after: bool


class LineEnd(ABC):
    """The places where a line may start; or stop, if it is reversed."""

    @abstractmethod
    def extent(self, clearance: float) -> EndExtent | None:
        """Return the remaining extent of the end at a clearance in inches, or None."""

    @abstractmethod
    def exit_spot(self, extent: EndExtent, angle: float, offset: float) -> Spot:
        """Return the spot at which a line leaves the end; the line has a direction and an offset along its normal."""


@dataclass(frozen=True)
class ConvexEnd(LineEnd):
    """A whole convex shape."""

    part: ConvexPart

    def extent(self, clearance: float) -> EndExtent | None:
        """Return the whole shape: it does not depend on the clearance."""
        return self.whole

    @cached_property
    def whole(self) -> EndExtent:
        """The whole shape."""
        return EndExtent(tuple(ArcConstraint(x, y, self.part.radius) for x, y in self.part.points), self.part)

    def exit_spot(self, extent: EndExtent, angle: float, offset: float) -> Spot:
        """Return the spot at which a line leaves the shape."""
        if self.part.radius:
            return _circle_crossings(self.part.points[0], self.part.radius, angle, offset)[0]
        return _last_edge_crossing(self.part.edges, angle, offset)

    def iter_pieces(self) -> Iterator[tuple[OutlineEnd, Span]]:
        """Yield the pieces of the outline, each with the directions of lines that leave it as (middle, half width)."""
        if self.part.radius:
            for first in (0, pi / 2, pi, 3 * pi / 2):
                arc = ArcEnd(first, first + pi / 2, (), self.part.points[0], self.part.radius)
                yield arc, (first + pi / 4, 3 * pi / 4)
            return
        for edge in self.part.edges:
            yield EdgeEnd(0.0, spot_distance(*edge), (), edge), (direction(*edge) - pi / 2, pi / 2)


@dataclass(frozen=True)
class OutlineEnd(LineEnd):
    """A piece of an outline, the positions from `first` to `final` without those removed by cuts."""

    first: float
    final: float
    cuts: tuple[EndCut, ...]

    @abstractmethod
    def spot(self, at: float) -> Spot:
        """Return the spot at a position."""

    @abstractmethod
    def at(self, spot: Spot) -> float:
        """Return the position of a spot of the outline."""

    @abstractmethod
    def iter_offset_crossings(self, part: ConvexPart, distance: float) -> Iterator[float]:
        """Yield the positions at a distance from a corner or from the line of an edge of a part, and perhaps others."""

    @abstractmethod
    def extent_between(self, first: float, final: float) -> EndExtent:
        """Return the extent between two positions."""

    def extent(self, clearance: float) -> EndExtent | None:
        """Return the extent that remains after the cuts at a clearance, or None."""
        first, final = self.first, self.final
        for cut in self.cuts:
            if cut.is_after:
                first = max(first, self._first_clear(cut, clearance))
            else:
                final = min(final, self._first_clear(cut, clearance))
            if first > final:
                return None
        return self.extent_between(first, final)

    def split(self, at: float, part: ConvexPart | None = None) -> tuple[OutlineEnd, OutlineEnd]:
        """Return the pieces before and after a position, both cut clear of a part there."""
        return tuple(replace(self, cuts=(*self.cuts, EndCut(part, at, is_after))) for is_after in (False, True))  # type: ignore[return-value]

    def _first_clear(self, cut: EndCut, clearance: float) -> float:
        """Return the first position from that of a cut, in its direction, that keeps clear of its part.

        Infinite if none does.
        """
        if cut.part is None:
            return cut.at
        distance = cut.part.radius + clearance
        sign = 1 if cut.is_after else -1
        end = self.final if cut.is_after else self.first
        meetings = sorted(
            sign * at for at in self.iter_offset_crossings(cut.part, distance) if cut.at * sign < at * sign < end * sign
        )
        for at, later in pairwise((cut.at * sign, *meetings, end * sign)):
            middle = self.spot((at + later) / 2 * sign)
            if spot_distance(middle, cut.part.nearest(middle)) >= distance:
                return at * sign
        return inf * sign


@dataclass(frozen=True)
class EdgeEnd(OutlineEnd):
    """A piece of a straight edge; positions are inches from its start."""

    edge: Edge

    def spot(self, at: float) -> Spot:
        """Return the spot at a position."""
        (ax, ay), (bx, by) = self.edge
        share = at / spot_distance(*self.edge)
        return Spot(ax + (bx - ax) * share, ay + (by - ay) * share)

    def at(self, spot: Spot) -> float:
        """Return the position of a spot of the edge."""
        return spot_distance(self.edge.start, spot)

    def iter_offset_crossings(self, part: ConvexPart, distance: float) -> Iterator[float]:
        """Yield the positions at a distance from a corner or from the line of an edge of a part."""
        (ax, ay), length = self.edge.start, spot_distance(*self.edge)
        ux, uy = (self.edge.stop.x - ax) / length, (self.edge.stop.y - ay) / length
        for x, y in part.points:
            along, aside = (x - ax) * ux + (y - ay) * uy, (x - ax) * uy - (y - ay) * ux
            if abs(aside) <= distance:
                half = sqrt(distance * distance - aside * aside)
                yield from (along - half, along + half)
        for nx, ny, offset in _iter_offset_lines(part, distance):
            if slope := nx * ux + ny * uy:
                yield (offset - nx * ax - ny * ay) / slope

    def extent_between(self, first: float, final: float) -> EndExtent:
        """Return the extent between two positions."""
        points = (self.spot(first), self.spot(final))
        return EndExtent(tuple(ArcConstraint(x, y, 0.0) for x, y in points), ConvexPart(points), first, final)

    def exit_spot(self, extent: EndExtent, angle: float, offset: float) -> Spot:
        """Return the spot at which a line crosses the edge."""
        return _last_edge_crossing(extent.hull.edges, angle, offset)


@dataclass(frozen=True)
class ArcEnd(OutlineEnd):
    """A piece of a circle, at most a quarter; positions are angles in radians."""

    centre: Spot
    radius: float

    def spot(self, at: float) -> Spot:
        """Return the spot at a position."""
        return self.centre.plus(self.radius * cos(at), self.radius * sin(at))

    def at(self, spot: Spot) -> float:
        """Return the position of a spot of the arc."""
        return unwrap_angle(direction(self.centre, spot), (self.first + self.final) / 2)

    def iter_offset_crossings(self, part: ConvexPart, distance: float) -> Iterator[float]:
        """Yield the positions at a distance from a corner or from the line of an edge of a part."""
        (cx, cy), radius = self.centre, self.radius
        for x, y in part.points:
            if length := hypot(x - cx, y - cy):
                square = radius * radius + length * length - distance * distance
                yield from self._around(x - cx, y - cy, square / (2 * radius * length))
        for nx, ny, offset in _iter_offset_lines(part, distance):
            yield from self._around(nx, ny, (offset - nx * cx - ny * cy) / radius)

    def extent_between(self, first: float, final: float) -> EndExtent:
        """Return the extent between two positions.

        Its hull is the triangle of the ends and the intersection of their tangents.
        """
        a, b = self.spot(first), self.spot(final)
        constraints = (
            ArcConstraint(*a, 0.0),
            ArcConstraint(*b, 0.0),
            ArcConstraint(*self.centre, self.radius, (first, final)),
        )
        half = (final - first) / 2
        far = self.radius / cos(half)
        tip = self.centre.plus(far * cos(first + half), far * sin(first + half))
        return EndExtent(constraints, ConvexPart((a, tip, b)), first, final)

    def exit_spot(self, extent: EndExtent, angle: float, offset: float) -> Spot:
        """Return the last spot at which a line crosses the arc, or the nearest end of the arc."""
        middle, half = (extent.first + extent.final) / 2, (extent.final - extent.first) / 2
        spots = _circle_crossings(self.centre, self.radius, angle, offset)
        beside = [abs(unwrap_angle(direction(self.centre, spot), middle) - middle) for spot in spots]
        at = next((i for i in (0, 1) if beside[i] <= half), beside.index(min(beside)))
        if beside[at] <= half:
            return spots[at]
        return min((self.spot(extent.first), self.spot(extent.final)), key=lambda spot: spot_distance(spot, spots[at]))

    def _around(self, x: float, y: float, cosine: float) -> Iterator[float]:
        if abs(cosine) <= 1:
            middle, half = atan2(y, x), acos(cosine)
            centre = (self.first + self.final) / 2
            yield from (unwrap_angle(middle - half, centre), unwrap_angle(middle + half, centre))


def _iter_offset_lines(part: ConvexPart, distance: float) -> Iterator[tuple[float, float, float]]:
    """Yield the lines parallel to the edges of a part at a distance, as (normal x, normal y, offset)."""
    for (ax, ay), (bx, by) in part.edges:
        if length := hypot(bx - ax, by - ay):
            nx, ny = (by - ay) / length, (ax - bx) / length
            yield nx, ny, nx * ax + ny * ay + distance
            if len(part.points) == 2:
                yield nx, ny, nx * ax + ny * ay - distance


def _circle_crossings(centre: Spot, radius: float, angle: float, offset: float) -> tuple[Spot, Spot]:
    """Return where a line leaves and enters a circle; twice the nearest point where it misses the circle."""
    ux, uy = cos(angle), sin(angle)
    aside = min(radius, max(-radius, offset + uy * centre.x - ux * centre.y))
    along = sqrt(radius * radius - aside * aside)
    near = centre.plus(-uy * aside, ux * aside)
    return near.plus(ux * along, uy * along), near.plus(-ux * along, -uy * along)


def _last_edge_crossing(edges: tuple[Edge, ...], angle: float, offset: float) -> Spot:
    """Return the last point at which a line crosses some edges, or the nearest corner where it misses them."""
    ux, uy = cos(angle), sin(angle)
    found = []
    for a, b in edges:
        over, under = ux * a.y - uy * a.x - offset, ux * b.y - uy * b.x - offset
        if over * under < 0:
            share = over / (over - under)
            found.append(Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)))
        elif not over or not under:
            found += [spot for spot, side in ((a, over), (b, under)) if not side]
    if found:
        return max(found, key=lambda spot: spot.x * ux + spot.y * uy)
    return min(chain(*edges), key=lambda spot: abs(ux * spot.y - uy * spot.x - offset))
