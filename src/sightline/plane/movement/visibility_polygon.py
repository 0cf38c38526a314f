"""Visibility polygon of a point in an area with holes, up to a radius."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, pi
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from sightline.plane.movement.offset import ARC_TOLERANCE

TOUCH_TOLERANCE = 1e-8
"""Distance in inches below which a point lies on an edge."""
ANGLE_TOLERANCE = 1e-9
"""Difference in radians below which directions are equal."""
DEPTH_TOLERANCE = 5e-7
"""Distance in inches by which a point may lie behind the edge that ends the view: rounding."""

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]


@dataclass(frozen=True)
class EdgeArrays:
    """The edges of an area, which lies to their left in (x, y).

    Start points and vectors, each of shape (n, 2), in inches.
    """

    starts: Floats
    ways: Floats


def collect_edges(area: Any) -> EdgeArrays:
    """Return the edges of an area, including those of its holes."""
    rings = shapely.get_rings(shapely.orient_polygons(shapely.get_parts(area)))
    lines = [shapely.get_coordinates(ring) for ring in rings] or [np.zeros((1, 2))]
    return EdgeArrays(
        np.concatenate([line[:-1] for line in lines]), np.concatenate([np.diff(line, axis=0) for line in lines])
    )


@dataclass(frozen=True)
class VisibilityPolygon:
    """The region visible from a point, as n wedges, each bounded by an edge or by the radius.

    - `base`: the angle in radians from which the others are counted, counterclockwise in (x, y).
    - `lows`, `highs`, shape (n,): the angles between which a wedge lies.
    - `sides`, shape (n,): the index of the edge that ends it, -1 for none.
    """

    source: Floats
    radius: float
    base: float
    lows: Floats
    highs: Floats
    sides: Indices
    around: EdgeArrays

    def has(self, places: Floats) -> Bools:
        """Return which of the points, shape (n, 2), are visible, shape (n,)."""
        ways = places - self.source
        far = np.hypot(ways[:, 0], ways[:, 1])
        angles = np.arctan2(ways[:, 1], ways[:, 0]) - self.base
        lit = np.zeros(len(places), dtype=bool)
        if not len(self.lows):
            return lit
        # By rounding, a point on the rim of a wedge may lie on either side of it.
        for shift in (-ANGLE_TOLERANCE, ANGLE_TOLERANCE):
            turned = (angles + shift) % (2 * pi)
            wedge = np.maximum(np.searchsorted(self.lows, turned, side="right") - 1, 0)
            reached = self._lengths(wedge, turned) >= far - DEPTH_TOLERANCE
            lit |= (self.lows[wedge] <= turned) & (turned <= self.highs[wedge]) & reached
        return lit & (far <= self.radius + TOUCH_TOLERANCE)

    def areas(self) -> list[Any]:
        """Return the region as inscribed polygons, which miss less than ARC_TOLERANCE of it."""
        if not len(self.lows):
            return []
        step = 2 * acos(max(0.0, 1 - ARC_TOLERANCE / self.radius))
        every = np.arange(len(self.lows))
        ends = np.maximum(self._lengths(every, self.lows), self._lengths(every, self.highs))
        is_straight = (self.sides >= 0) & (ends < self.radius)
        counts = np.where(is_straight, 1, np.maximum(1, np.ceil((self.highs - self.lows) / step))).astype(int)
        wedge = np.repeat(np.arange(len(counts)), counts + 1)
        part = (np.arange(len(wedge)) - np.repeat(np.cumsum(counts + 1) - counts - 1, counts + 1)) / counts[wedge]
        angles = self.lows[wedge] + part * (self.highs - self.lows)[wedge]
        spots = self.source + _ways(angles + self.base) * self._lengths(wedge, angles)[:, None]
        gaps = np.flatnonzero(self.lows[1:] - self.highs[:-1] > ANGLE_TOLERANCE / 2)
        runs = np.split(spots, np.cumsum(counts + 1)[gaps])
        is_whole = len(runs) == 1 and self.highs[-1] - self.lows[0] > 2 * pi - ANGLE_TOLERANCE
        rings = [run if is_whole else np.vstack([self.source, run]) for run in runs]
        return [_make_valid(shapely.Polygon(ring)) for ring in rings]

    def _lengths(self, wedge: Indices, angles: Floats) -> Floats:
        """Return the depth of view, in inches, in directions inside the given wedges."""
        side, toward = self.sides[wedge], _ways(angles + self.base)
        starts, ways = self.around.starts[side] - self.source, self.around.ways[side]
        with np.errstate(divide="ignore", invalid="ignore"):
            met = _cross(starts, ways) / _cross(toward, ways)
        met = np.where((side >= 0) & np.isfinite(met), met, np.inf)
        return np.clip(met, 0.0, self.radius)


def compute_visibility(
    around: EdgeArrays, source: Floats, radius: float, sector: tuple[float, float] | None = None
) -> VisibilityPolygon:
    """Return the visibility polygon of a point in an area or on its edges, in all directions or in a sector."""
    starts = around.starts - source
    stops = starts + around.ways
    gap = _gaps(starts, around.ways)
    is_touched = gap < TOUCH_TOLERANCE
    # An edge that only touches the circle bounds no wedge, and has no range of angles.
    is_near = ~is_touched & (gap < radius - TOUCH_TOLERANCE)
    turns = _turns(starts, stops, is_touched, is_near, radius)
    base, bounds = _bounds(turns, sector)
    middles = (bounds[:-1] + bounds[1:]) / 2
    rays = _ways(middles + base)
    met = _first_met(middles, base, rays, starts, stops, np.flatnonzero(is_near))
    is_in = _faces(rays, around.ways, met)
    unmet = np.flatnonzero(met < 0)
    if len(unmet):
        beyond = _first_met(middles[unmet], base, rays[unmet], starts, stops, np.flatnonzero(~is_touched))
        is_in[unmet] = _faces(rays[unmet], around.ways, beyond)
    return VisibilityPolygon(source, radius, base, bounds[:-1][is_in], bounds[1:][is_in], met[is_in], around)


def _turns(starts: Floats, stops: Floats, is_touched: Bools, is_near: Bools, radius: float) -> Floats:
    """Return the angles at which the first visible edge can change."""
    ends = np.vstack([starts[is_near], stops[is_near]])
    ends = ends[np.hypot(ends[:, 0], ends[:, 1]) <= radius]
    along = np.vstack([starts[is_touched], stops[is_touched]])
    along = along[np.hypot(along[:, 0], along[:, 1]) > TOUCH_TOLERANCE]
    spots = np.vstack([ends, along, _on_circle(starts[is_near], (stops - starts)[is_near], radius)])
    return np.arctan2(spots[:, 1], spots[:, 0])


def _bounds(turns: Floats, sector: tuple[float, float] | None) -> tuple[float, Floats]:
    """Return the base angle and, relative to it, the sorted angles that bound the wedges."""
    if sector is None:
        base, width = float(turns[0]) if len(turns) else 0.0, 2 * pi
    else:
        base, width = sector[0], sector[1] - sector[0]
    inner = (turns - base) % (2 * pi)
    inner = np.sort(inner[(inner > ANGLE_TOLERANCE / 10) & (inner < width - ANGLE_TOLERANCE / 10)])
    bounds = np.concatenate([[0.0], inner, [width]])
    return base, bounds[np.concatenate([[True], np.diff(bounds) > ANGLE_TOLERANCE / 100])]


def _first_met(angles: Floats, base: float, rays: Floats, starts: Floats, stops: Floats, chosen: Indices) -> Indices:
    """Return for each ray the index of the first of the chosen edges that it meets, -1 for none.

    `angles`, shape (n,), are those of the rays, ascending from `base`.
    """
    ray, side = _candidates(angles, base, starts[chosen], stops[chosen])
    side = chosen[side]
    ways = stops[side] - starts[side]
    is_crossed = (_cross(rays[ray], starts[side]) > 0) != (_cross(rays[ray], stops[side]) > 0)
    ray, side, ways = ray[is_crossed], side[is_crossed], ways[is_crossed]
    length = _cross(starts[side], ways) / _cross(rays[ray], ways)
    ahead = length > 0
    ray, side, length = ray[ahead], side[ahead], length[ahead]
    order = np.lexsort((length, ray))
    seen, first = np.unique(ray[order], return_index=True)
    met = np.full(len(rays), -1)
    met[seen] = side[order][first]
    return met


def _candidates(angles: Floats, base: float, starts: Floats, stops: Floats) -> tuple[Indices, Indices]:
    """Return the pairs (ray, edge) where the direction of the ray lies between those of the ends, or beside these."""
    one, other = ((np.arctan2(ends[:, 1], ends[:, 0]) - base) % (2 * pi) for ends in (starts, stops))
    low, high = np.minimum(one, other), np.maximum(one, other)
    is_round = high - low > pi  # over the direction of `base`
    first = np.searchsorted(angles, low - ANGLE_TOLERANCE)
    last = np.searchsorted(angles, high + ANGLE_TOLERANCE)
    edges = np.arange(len(starts))
    # An edge over the base is met by the rays from `high` on, and by those up to `low`.
    first_round = np.searchsorted(angles, high[is_round] - ANGLE_TOLERANCE)
    last_round = np.searchsorted(angles, low[is_round] + ANGLE_TOLERANCE)
    edge = np.concatenate([edges[~is_round], edges[is_round], edges[is_round]])
    begin = np.concatenate([first[~is_round], first_round, np.zeros(len(last_round), np.intp)])
    end = np.concatenate([last[~is_round], np.full(len(first_round), len(angles)), last_round])
    count = end - begin
    ray = np.repeat(begin - np.cumsum(count) + count, count) + np.arange(count.sum())
    return ray, np.repeat(edge, count)


def _faces(rays: Floats, ways: Floats, met: Indices) -> Bools:
    """Return which rays meet their edge from inside the area."""
    return (met >= 0) & (_cross(ways[met], rays) < 0)


def _gaps(starts: Floats, ways: Floats) -> Floats:
    """Return the distances of edges from the origin."""
    square = np.maximum((ways**2).sum(axis=1), 1e-300)
    part = np.clip(-(starts * ways).sum(axis=1) / square, 0, 1)
    nearest = starts + part[:, None] * ways
    gaps: Floats = np.hypot(nearest[:, 0], nearest[:, 1])
    return gaps


def _on_circle(starts: Floats, ways: Floats, radius: float) -> Floats:
    """Return the intersections of edges with the circle round the origin."""
    square, half = (ways**2).sum(axis=1), (starts * ways).sum(axis=1)
    root = half**2 - square * ((starts**2).sum(axis=1) - radius**2)
    crossed = (root > 0) & (square > 0)
    starts, ways, square, half, root = (values[crossed] for values in (starts, ways, square, half, root))
    parts = np.concatenate([(-half - np.sqrt(root)) / square, (-half + np.sqrt(root)) / square])
    spots = np.vstack([starts, starts]) + parts[:, None] * np.vstack([ways, ways])
    met: Floats = spots[(parts >= -ANGLE_TOLERANCE) & (parts <= 1 + ANGLE_TOLERANCE)]
    return met


def _make_valid(area: Any) -> Any:
    """Return a valid geometry for an area whose ring may touch itself by rounding."""
    return shapely.make_valid(area, method="structure", keep_collapsed=False)


def _ways(angles: Floats) -> Floats:
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def _cross(a: Floats, b: Floats) -> Floats:
    product: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product
