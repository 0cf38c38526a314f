"""Results of a move query, from the areas and paths that the search found."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import Any

import shapely

from sightline.plane.distance import distance, nearest_on
from sightline.plane.movement.free_space import ZONE_MARGIN, FreeSpace, build_free_space
from sightline.plane.movement.query import ZONE, MoveQuery, Path, ReachableArea
from sightline.plane.movement.visibility_graph import GOAL_NODE, PathSearch
from sightline.plane.shapes import Disc, Shape, Spot, spot_distance

OPEN_GROUND_BOUND = 0.005
"""The bound of `ReachableArea` if no ground is difficult.

Circumscribed polygons come ARC_TOLERANCE nearer, and visible areas show up to ARC_TOLERANCE less than their radius; a
path along an arc becomes longer by two thirds of ARC_TOLERANCE per radian.

If some ground is difficult, the bound is half the `spacing` of crossings: a path that crosses the border next to a
node, at most that far away from it, becomes longer by less than that, and by much less if both legs are longer than the
spacing. Legs between borders that nearly meet could accumulate this; the slow reference of the tests has found none
that do.
"""
CONTAINMENT_TOLERANCE = 1e-9
"""Distance in inches below which a spot counts as inside an area."""
SIMPLIFICATION_TOLERANCE = 1e-7
"""Distance in inches from a straight line below which corners are removed."""
MIN_RING_WIDTH = 1e-7
"""Width in inches below which rings are cracks between touching areas, from rounding."""


def reachable_area(move: MoveQuery) -> ReachableArea:
    """Return the area in which a move may end."""
    ground = build_free_space(move)
    shown = _shown(ground, PathSearch(ground, move.start, move.start, move.budget))
    areas = [
        part for part in shapely.get_parts(shapely.simplify(shown, SIMPLIFICATION_TOLERANCE)) if shapely.area(part) > 0
    ]
    wide = [
        ring for ring in shapely.get_rings(areas) if shapely.area(shapely.Polygon(ring)) > MIN_RING_WIDTH * ring.length
    ]
    rings = [shapely.get_coordinates(ring)[:-1].tolist() for ring in wide]
    bound = ground.spacing / 2 if move.difficult else OPEN_GROUND_BOUND
    return ReachableArea(tuple(tuple(Spot(*spot) for spot in ring) for ring in rings), bound)


def find_path(move: MoveQuery, wish: Spot) -> Path | None:
    """Return a path to the end of a move nearest to `wish`; None if nothing can be reached."""
    # Spots of the reachable area are found in the same free space; others need arcs that are exact towards the wish.
    for ground in (build_free_space(move), build_free_space(move, wish)):
        search = PathSearch(ground, move.start, wish, move.budget)
        if search.costs[GOAL_NODE] < inf and shapely.dwithin(ground.ends, shapely.Point(wish), CONTAINMENT_TOLERANCE):
            return Path(_without_repeats(search.path_to_node(GOAL_NODE)), float(search.costs[GOAL_NODE]))
    shown = _shown(ground, search)
    if shapely.is_empty(shown):
        return None
    end = Spot(*shapely.get_coordinates(shapely.shortest_line(shown, shapely.Point(wish)))[0].tolist())
    return _to_the_rim(move, _path(search, end), wish)


def _shown(ground: FreeSpace, search: PathSearch) -> Any:
    return shapely.union_all([lit.area for lit in search.lit]) & ground.ends


def _path(search: PathSearch, end: Spot) -> Path:
    """Return the cheapest of the paths to a spot of the reachable area."""
    ways = []
    for lit in search.lit:
        if shapely.dwithin(lit.area, shapely.Point(end), CONTAINMENT_TOLERANCE):
            last_leg = spot_distance(Spot(*search.nodes.places[lit.node]), end)
            ways.append((float(search.costs[lit.node]) + lit.rate * last_leg, lit.node))
    length, node = min(ways)
    return Path(_without_repeats((*search.path_to_node(node), end)), length)


def _without_repeats(way: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return (way[0], *(after for before, after in pairwise(way) if spot_distance(before, after) > CONTAINMENT_TOLERANCE))


def _to_the_rim(move: MoveQuery, path: Path, wish: Spot) -> Path:
    """Extend a path to the rim of a zone that it has kept clear of, if that is nearer to the wish."""
    *way, end = path.spots
    for stop in move.stops:
        left = distance(Disc(end, move.radius), stop) - ZONE
        rim = _towards(end, stop, left)
        if (
            0 < left < 2 * ZONE_MARGIN
            and spot_distance(rim, wish) < spot_distance(end, wish)
            and path.length + 2 * left <= move.budget
        ):
            return Path((*way, rim) if way else (end, rim), path.length + 2 * left)
    return path


def _towards(spot: Spot, shape: Shape, inches: float) -> Spot:
    """Return the spot `inches` from another in the direction of a shape."""
    places = [shape.centre] if isinstance(shape, Disc) else [nearest_on(edge, spot) for edge in shape.edges]
    nearest = min(places, key=lambda place: spot_distance(place, spot))
    part = inches / spot_distance(spot, nearest)
    return spot.plus(part * (nearest.x - spot.x), part * (nearest.y - spot.y))
