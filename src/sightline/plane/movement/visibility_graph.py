"""The cheapest way from the start to every place that a path may bend at, and what is lit from there."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, pi
from typing import Any

import numpy as np
import shapely

from sightline.plane.movement.free_space import Ground
from sightline.plane.movement.visibility_polygon import TOUCH, Floats, Light, Sides, shine, sides_of
from sightline.plane.shapes import SAME, Spot

STEP = 0.1
"""A path crosses the border of difficult ground at places at most so many inches apart."""

Sector = tuple[float, float]
START, GOAL, CROSSING = -3, -2, -1
"""What a node is that is no corner of a part; the first is the start, the second the goal, where no path goes on."""
AT_GOAL = 1


@dataclass(frozen=True)
class Nodes:
    """Where a path may bend: places, (n, 2), what each is, or the part that it is a corner of, and the two corners next

    to a corner, (n, 2, 2).
    """

    places: Floats
    kinds: list[int]
    beside: Floats


@dataclass(frozen=True)
class Lit:
    """An area attained by straight legs from a node, at so much an inch."""

    area: Any
    node: int
    rate: float


class Search:
    """What is attained on a ground: for each node what the way to it costs, and the areas lit from all of them.

    A path crosses from part to part at nodes on their border. Within a part it is as short as can be, so it bends there
    at corners only, and round them.
    """

    def __init__(self, ground: Ground, start: Spot, goal: Spot, budget: float) -> None:
        self._budget = budget
        self._parts = [(sides_of(area), rate) for area, rate in ground.parts]
        self.nodes = _nodes(ground, start, goal, budget)
        count = len(self.nodes.kinds)
        self.costs = np.where(np.arange(count), np.inf, 0.0)
        self._before = np.full(count, -1)
        self._by_part = np.full(count, -1)
        self._is_open = np.ones(count, dtype=bool)
        self.lit: list[Lit] = []
        while self._open_costs().min() < budget - SAME:
            self._settle(int(self._open_costs().argmin()))

    def way_to(self, node: int) -> tuple[Spot, ...]:
        """Give the places on the way to a node, the start first."""
        way = [node]
        while self._before[way[-1]] >= 0:
            way.append(self._before[way[-1]])
        return tuple(Spot(*self.nodes.places[each].tolist()) for each in reversed(way))

    def _open_costs(self) -> Floats:
        return np.where(self._is_open, self.costs, np.inf)

    def _settle(self, node: int) -> None:
        self._is_open[node] = False
        for part, (around, rate) in enumerate(self._parts):
            if self._may_go_on(node, part):
                self._light(node, part, around, rate)

    def _may_go_on(self, node: int, part: int) -> bool:
        """Tell whether a path goes on from a node through a part: across a border, or round a corner of the part."""
        kind, came_by = self.nodes.kinds[node], self._by_part[node]
        return kind == START or (kind == CROSSING and came_by != part) or kind == came_by == part

    def _light(self, node: int, part: int, around: Sides, rate: float) -> None:
        sector = None
        if self.nodes.kinds[node] == part:
            place = self.nodes.places[node]
            sector = _round_corner(place - self.nodes.places[self._before[node]], self.nodes.beside[node] - place)
            if sector is None:
                return
        left = (self._budget - float(self.costs[node])) / rate
        light = shine(around, self.nodes.places[node], left, sector)
        self.lit += [Lit(area, node, rate) for area in light.areas()]
        self._relax(light, node, part, rate)

    def _relax(self, light: Light, node: int, part: int, rate: float) -> None:
        """Note the nodes that are seen and come to more cheaply from here."""
        away = self.nodes.places - self.nodes.places[node]
        via = self.costs[node] + rate * np.hypot(away[:, 0], away[:, 1])
        better = np.flatnonzero(self._is_open & (via < self.costs))
        better = better[light.has(self.nodes.places[better])]
        self.costs[better] = via[better]
        self._before[better] = node
        self._by_part[better] = part


def _nodes(ground: Ground, start: Spot, goal: Spot, budget: float) -> Nodes:
    """Give the nodes that the budget reaches on an empty table."""
    straight = shapely.LineString([start, goal]) & ground.border
    crossings = shapely.get_coordinates([shapely.segmentize(ground.border, STEP), straight])
    corners = [_corners(area) for area, _ in ground.parts]
    places = np.vstack([[start, goal], crossings, *(spots for spots, _ in corners)])
    kinds = [START, GOAL, *[CROSSING] * len(crossings)]
    kinds += [part for part, (spots, _) in enumerate(corners) for _ in spots]
    beside = np.vstack([np.zeros((2 + len(crossings), 2, 2)), *(pairs for _, pairs in corners)])
    _, first = np.unique(np.column_stack([places, kinds]), axis=0, return_index=True)
    near = np.sort(first[(np.hypot(*(places[first] - places[0]).T) <= budget) | (first == AT_GOAL)])
    return Nodes(places[near], [kinds[each] for each in near], beside[near])


def _corners(area: Any) -> tuple[Floats, Floats]:
    """Give the corners that cut into an area, (n, 2), and the two corners next to each, (n, 2, 2)."""
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
    """Give the turn from straight ahead to the nearer side of a corner, None where it lies on both hands of the path.

    Turns that follow each other overlap a little, lest rounding leave gaps between what they light.
    """
    angle = atan2(ahead[1], ahead[0])
    left, right = ([(hand * (atan2(y, x) - angle) + TOUCH) % (2 * pi) for x, y in sides] for hand in (1, -1))
    if max(left) < pi + 2 * TOUCH:
        return angle - TOUCH, angle + min(left)
    if max(right) < pi + 2 * TOUCH:
        return angle - min(right), angle + TOUCH
    return None
