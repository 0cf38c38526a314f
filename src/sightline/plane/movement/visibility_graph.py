"""Shortest paths over a visibility graph: Dijkstra from the start, with the area visible from each node."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, pi
from typing import Any

import numpy as np
import shapely

from sightline.deadline import check_limit
from sightline.i18n import N_
from sightline.plane.movement.free_space import FreeSpace
from sightline.plane.movement.visibility_polygon import (
    TOUCH_TOLERANCE,
    EdgeArrays,
    Floats,
    VisibilityPolygon,
    collect_edges,
    compute_visibility,
)
from sightline.plane.shapes import SAME, Spot
from sightline.too_much import MAX_MOVE_VIEWS, check_amount

Sector = tuple[float, float]
"""A range of angles, (first, last) in radians."""
_TOO_MUCH = N_(
    "a move can have at most {most} bends times edges in sight, and this one has {found}: use a "
    "shorter move or simpler features"
)
START, GOAL, CROSSING = -3, -2, -1
"""Kinds of nodes that are not corners of a part. No path continues from the goal."""
GOAL_NODE = 1
"""The index of the goal among the nodes."""


@dataclass(frozen=True)
class Nodes:
    """Points where a path may bend.

    - `places`, shape (n, 2): their coordinates in inches.
    - `kinds`: START, GOAL, CROSSING, or the number of the part of which the node is a corner.
    - `beside`, shape (n, 2, 2): for a corner, the previous and the next corner of its ring.
    """

    places: Floats
    kinds: list[int]
    beside: Floats


@dataclass(frozen=True)
class VisibleArea:
    """An area that straight legs from a node can reach, with the cost per inch there."""

    area: Any
    node: int
    rate: float


class PathSearch:
    """The search for cheapest paths in a free space: costs of all nodes, and the areas visible from them.

    A path crosses from part to part at nodes on their common border. Inside a part it is shortest, so it bends only at
    reflex corners, and round them.
    """

    def __init__(self, ground: FreeSpace, start: Spot, goal: Spot, budget: float) -> None:
        self._budget = budget
        self._parts = [(collect_edges(area), rate) for area, rate in ground.parts]
        self.nodes = _nodes(ground, start, goal, budget)
        count = len(self.nodes.kinds)
        edges = sum(len(around.starts) for around, _ in self._parts)
        check_amount(count * edges, MAX_MOVE_VIEWS, "map.features", _TOO_MUCH)
        self.costs = np.where(np.arange(count), np.inf, 0.0)
        self._before = np.full(count, -1)
        self._by_part = np.full(count, -1)
        self._is_open = np.ones(count, dtype=bool)
        self.lit: list[VisibleArea] = []
        while self._open_costs().min() < budget - SAME:
            self._settle(int(self._open_costs().argmin()))

    def path_to_node(self, node: int) -> tuple[Spot, ...]:
        """Return the spots on the path to a node, the start first."""
        way = [node]
        while self._before[way[-1]] >= 0:
            way.append(self._before[way[-1]])
        return tuple(Spot(*self.nodes.places[each].tolist()) for each in reversed(way))

    def _open_costs(self) -> Floats:
        return np.where(self._is_open, self.costs, np.inf)

    def _settle(self, node: int) -> None:
        check_limit()
        self._is_open[node] = False
        for part, (around, rate) in enumerate(self._parts):
            if self._may_go_on(node, part):
                self._light(node, part, around, rate)

    def _may_go_on(self, node: int, part: int) -> bool:
        """Return whether a path continues from a node through a part: across a border, or round its own corner."""
        kind, came_by = self.nodes.kinds[node], self._by_part[node]
        return kind == START or (kind == CROSSING and came_by != part) or kind == came_by == part

    def _light(self, node: int, part: int, around: EdgeArrays, rate: float) -> None:
        sector = None
        if self.nodes.kinds[node] == part:
            place = self.nodes.places[node]
            sector = _round_corner(place - self.nodes.places[self._before[node]], self.nodes.beside[node] - place)
            if sector is None:
                return
        left = (self._budget - float(self.costs[node])) / rate
        light = compute_visibility(around, self.nodes.places[node], left, sector)
        self.lit += [VisibleArea(area, node, rate) for area in light.areas()]
        self._relax(light, node, part, rate)

    def _relax(self, light: VisibilityPolygon, node: int, part: int, rate: float) -> None:
        """Lower the costs of the visible nodes that are cheaper from this node."""
        away = self.nodes.places - self.nodes.places[node]
        via = self.costs[node] + rate * np.hypot(away[:, 0], away[:, 1])
        better = np.flatnonzero(self._is_open & (via < self.costs))
        better = better[light.has(self.nodes.places[better])]
        self.costs[better] = via[better]
        self._before[better] = node
        self._by_part[better] = part


def _nodes(ground: FreeSpace, start: Spot, goal: Spot, budget: float) -> Nodes:
    """Return the nodes within the budget on an empty table."""
    straight = shapely.LineString([start, goal]) & ground.border
    crossings = shapely.get_coordinates([shapely.segmentize(ground.border, ground.spacing), straight])
    corners = [_corners(area) for area, _ in ground.parts]
    places = np.vstack([[start, goal], crossings, *(spots for spots, _ in corners)])
    kinds = [START, GOAL, *[CROSSING] * len(crossings)]
    kinds += [part for part, (spots, _) in enumerate(corners) for _ in spots]
    beside = np.vstack([np.zeros((2 + len(crossings), 2, 2)), *(pairs for _, pairs in corners)])
    _, first = np.unique(np.column_stack([places, kinds]), axis=0, return_index=True)
    near = np.sort(first[(np.hypot(*(places[first] - places[0]).T) <= budget) | (first == GOAL_NODE)])
    return Nodes(places[near], [kinds[each] for each in near], beside[near])


def _corners(area: Any) -> tuple[Floats, Floats]:
    """Return the reflex corners of an area, shape (n, 2), and the two neighbours of each, shape (n, 2, 2)."""
    corners, beside = [np.zeros((0, 2))], [np.zeros((0, 2, 2))]
    for ring in shapely.get_rings(shapely.orient_polygons(shapely.get_parts(area))):
        spots = shapely.get_coordinates(ring)[:-1]
        last, after = np.roll(spots, 1, axis=0), np.roll(spots, -1, axis=0)
        one, two = spots - last, after - spots
        is_bend = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] < 0
        corners.append(spots[is_bend])
        beside.append(np.stack([last, after], axis=1)[is_bend])
    return np.concatenate(corners), np.concatenate(beside)


def _round_corner(ahead: Floats, sides: Floats) -> Sector | None:
    """Return the sector from straight ahead to the nearer edge of a corner; None where the corner lies on both sides.

    Consecutive sectors overlap a little, so that rounding leaves no gaps between the areas visible in them.
    """
    angle = atan2(ahead[1], ahead[0])
    left, right = ([(hand * (atan2(y, x) - angle) + TOUCH_TOLERANCE) % (2 * pi) for x, y in sides] for hand in (1, -1))
    if max(left) < pi + 2 * TOUCH_TOLERANCE:
        return angle - TOUCH_TOLERANCE, angle + min(left)
    if max(right) < pi + 2 * TOUCH_TOLERANCE:
        return angle - min(right), angle + TOUCH_TOLERANCE
    return None
