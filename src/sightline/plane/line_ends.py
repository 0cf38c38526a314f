"""Where a line of sight may start or stop: a base, or a piece of its outline that keeps clear of obstacles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from math import acos, atan2, cos, hypot, inf, pi, sin, sqrt
from typing import NamedTuple

from sightline.plane.angle_sets import Feature, Group, Span, direction, turned
from sightline.plane.convex_parts import Part
from sightline.plane.shapes import Edge, Spot, apart


class Reach(NamedTuple):
    """What lines from an end have to touch, a part that holds all of it, and from where to where on an outline."""

    features: Group
    hull: Part
    first: float = 0.0
    final: float = inf


class Cut(NamedTuple):
    """Leaves of an outline what comes after a position, or before it, and does not come near a part there."""

    part: Part | None
    at: float
    is_after: bool


class End(ABC):
    """Where a line may start, or stop if it is turned round."""

    @abstractmethod
    def reach(self, clearance: float) -> Reach | None:
        """Give what is left of it with that clearance, if anything is."""

    @abstractmethod
    def exit(self, reach: Reach, angle: float, offset: float) -> Spot:
        """Give the place at which a line leaves it, by its direction and its offset along the normal."""


@dataclass(frozen=True)
class Base(End):
    """A whole convex shape."""

    part: Part

    def reach(self, clearance: float) -> Reach | None:
        """Give all of it: it keeps no clearance by itself."""
        return Reach(tuple(Feature(x, y, self.part.radius) for x, y in self.part.points), self.part)

    def exit(self, reach: Reach, angle: float, offset: float) -> Spot:
        """Give the place at which a line leaves it."""
        if self.part.radius:
            return _leave_circle(self.part.points[0], self.part.radius, angle, offset)[0]
        return _leave_edges(self.part.edges, angle, offset)

    def pieces(self) -> Iterator[tuple[Outline, Span]]:
        """Yield the pieces of its outline, the middle of the directions in which lines leave them, and the spread."""
        if self.part.radius:
            for first in (0, pi / 2, pi, 3 * pi / 2):
                arc = Arc(first, first + pi / 2, (), self.part.points[0], self.part.radius)
                yield arc, (first + pi / 4, 3 * pi / 4)
            return
        for edge in self.part.edges:
            yield Side(0.0, apart(*edge), (), edge), (direction(*edge) - pi / 2, pi / 2)


@dataclass(frozen=True)
class Outline(End):
    """A piece of an outline from one position to another, less what is cut off."""

    first: float
    final: float
    cuts: tuple[Cut, ...]

    @abstractmethod
    def spot(self, at: float) -> Spot:
        """Give the place at a position."""

    @abstractmethod
    def at(self, spot: Spot) -> float:
        """Give the position of a place on it."""

    @abstractmethod
    def iter_meetings(self, part: Part, reach: float) -> Iterator[float]:
        """Yield positions that are that far from a corner or from the line of a side of a part, and perhaps others."""

    @abstractmethod
    def between(self, first: float, final: float) -> Reach:
        """Give what lines touch that touch it between two positions."""

    def reach(self, clearance: float) -> Reach | None:
        """Give what the cuts leave."""
        first, final = self.first, self.final
        for cut in self.cuts:
            if cut.is_after:
                first = max(first, self._clear(cut, clearance))
            else:
                final = min(final, self._clear(cut, clearance))
            if first > final:
                return None
        return self.between(first, final)

    def split(self, at: float, part: Part | None = None) -> tuple[Outline, Outline]:
        """Give what comes before a position and what comes after it, both clear of a part at that position."""
        return tuple(replace(self, cuts=(*self.cuts, Cut(part, at, is_after))) for is_after in (False, True))  # type: ignore[return-value]

    def _clear(self, cut: Cut, clearance: float) -> float:
        """Give the position nearest to that of a cut, in its direction, that keeps clear of its part."""
        if cut.part is None:
            return cut.at
        reach = cut.part.radius + clearance
        sign = 1 if cut.is_after else -1
        end = self.final if cut.is_after else self.first
        meetings = sorted(
            sign * at for at in self.iter_meetings(cut.part, reach) if cut.at * sign < at * sign < end * sign
        )
        for at, later in pairwise((cut.at * sign, *meetings, end * sign)):
            middle = self.spot((at + later) / 2 * sign)
            if apart(middle, cut.part.nearest(middle)) >= reach:
                return at * sign
        return inf * sign


@dataclass(frozen=True)
class Side(Outline):
    """A piece of a straight side; positions are inches from its start."""

    edge: Edge

    def spot(self, at: float) -> Spot:
        """Give the place at a position."""
        (ax, ay), (bx, by) = self.edge
        share = at / apart(*self.edge)
        return Spot(ax + (bx - ax) * share, ay + (by - ay) * share)

    def at(self, spot: Spot) -> float:
        """Give the position of a place on it."""
        return apart(self.edge.start, spot)

    def iter_meetings(self, part: Part, reach: float) -> Iterator[float]:
        """Yield positions that are that far from a corner or from the line of a side of a part."""
        (ax, ay), length = self.edge.start, apart(*self.edge)
        ux, uy = (self.edge.stop.x - ax) / length, (self.edge.stop.y - ay) / length
        for x, y in part.points:
            along, aside = (x - ax) * ux + (y - ay) * uy, (x - ax) * uy - (y - ay) * ux
            if abs(aside) <= reach:
                half = sqrt(reach * reach - aside * aside)
                yield from (along - half, along + half)
        for nx, ny, offset in _offsets(part, reach):
            if slope := nx * ux + ny * uy:
                yield (offset - nx * ax - ny * ay) / slope

    def between(self, first: float, final: float) -> Reach:
        """Give what lines touch that touch it between two positions."""
        points = (self.spot(first), self.spot(final))
        return Reach(tuple(Feature(x, y, 0.0) for x, y in points), Part(points), first, final)

    def exit(self, reach: Reach, angle: float, offset: float) -> Spot:
        """Give the place at which a line crosses it."""
        return _leave_edges(reach.hull.edges, angle, offset)


@dataclass(frozen=True)
class Arc(Outline):
    """A piece of a circle, at most a quarter of it; positions are angles."""

    centre: Spot
    radius: float

    def spot(self, at: float) -> Spot:
        """Give the place at a position."""
        return self.centre.plus(self.radius * cos(at), self.radius * sin(at))

    def at(self, spot: Spot) -> float:
        """Give the position of a place on it."""
        return turned(direction(self.centre, spot), (self.first + self.final) / 2)

    def iter_meetings(self, part: Part, reach: float) -> Iterator[float]:
        """Yield positions that are that far from a corner or from the line of a side of a part."""
        (cx, cy), radius = self.centre, self.radius
        for x, y in part.points:
            if length := hypot(x - cx, y - cy):
                square = radius * radius + length * length - reach * reach
                yield from self._around(x - cx, y - cy, square / (2 * radius * length))
        for nx, ny, offset in _offsets(part, reach):
            yield from self._around(nx, ny, (offset - nx * cx - ny * cy) / radius)

    def between(self, first: float, final: float) -> Reach:
        """Give what lines touch that touch it between two positions."""
        a, b = self.spot(first), self.spot(final)
        features = (Feature(*a, 0.0), Feature(*b, 0.0), Feature(*self.centre, self.radius, (first, final)))
        half = (final - first) / 2
        far = self.radius / cos(half)
        tip = self.centre.plus(far * cos(first + half), far * sin(first + half))
        return Reach(features, Part((a, tip, b)), first, final)

    def exit(self, reach: Reach, angle: float, offset: float) -> Spot:
        """Give the last place at which a line crosses it."""
        middle, half = (reach.first + reach.final) / 2, (reach.final - reach.first) / 2
        spots = _leave_circle(self.centre, self.radius, angle, offset)
        beside = [abs(turned(direction(self.centre, spot), middle) - middle) for spot in spots]
        at = next((i for i in (0, 1) if beside[i] <= half), beside.index(min(beside)))
        if beside[at] <= half:
            return spots[at]
        return min((self.spot(reach.first), self.spot(reach.final)), key=lambda spot: apart(spot, spots[at]))

    def _around(self, x: float, y: float, cosine: float) -> Iterator[float]:
        if abs(cosine) <= 1:
            middle, half = atan2(y, x), acos(cosine)
            centre = (self.first + self.final) / 2
            yield from (turned(middle - half, centre), turned(middle + half, centre))


def _offsets(part: Part, reach: float) -> Iterator[tuple[float, float, float]]:
    """Yield the lines at a distance from the sides of a part, as normal and offset."""
    for (ax, ay), (bx, by) in part.edges:
        if length := hypot(bx - ax, by - ay):
            nx, ny = (by - ay) / length, (ax - bx) / length
            yield nx, ny, nx * ax + ny * ay + reach
            if len(part.points) == 2:
                yield nx, ny, nx * ax + ny * ay - reach


def _leave_circle(centre: Spot, radius: float, angle: float, offset: float) -> tuple[Spot, Spot]:
    """Give where a line leaves a circle, and where it enters it; where it passes it, the nearest place twice."""
    ux, uy = cos(angle), sin(angle)
    aside = min(radius, max(-radius, offset + uy * centre.x - ux * centre.y))
    along = sqrt(radius * radius - aside * aside)
    near = centre.plus(-uy * aside, ux * aside)
    return near.plus(ux * along, uy * along), near.plus(-ux * along, -uy * along)


def _leave_edges(edges: tuple[Edge, ...], angle: float, offset: float) -> Spot:
    """Give the last place at which a line crosses some edges, the nearest corner where it passes them."""
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
