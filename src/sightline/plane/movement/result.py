"""The answers about a move, from what the search found."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import Any

import shapely

from sightline.plane.distance import distance, nearest_on
from sightline.plane.movement.free_space import CLEAR, Ground, survey
from sightline.plane.movement.query import ZONE, Move, Outline, Path
from sightline.plane.movement.visibility_graph import AT_GOAL, Search
from sightline.plane.shapes import Disc, Shape, Spot, apart

IN_THE_OPEN = 0.005
"""What is to spare at most for a place that is not shown, where no ground is difficult.

Polygons round arcs come ARC nearer, and what is seen up to a radius is shown up to ARC less; a path along an arc
becomes longer by two thirds of ARC for each radian.
"""
ON_DIFFICULT_GROUND = 0.05
"""The same where some is.

A path that crosses the border beside a node, `search.STEP` / 2 away from it at most, becomes longer by less than that,
and by far less where both legs are longer than STEP, since they were as short as they could be. Legs between borders
that nearly meet could add that up: the slow reference of the tests has met none that do.
"""
AT = 1e-9
"""A place so near to an area lies in it."""
STRAIGHT = 1e-7
"""Corners so near to a straight line are left out."""
THIN = 1e-7
"""Rings about so wide are cracks between areas that meet, by rounding."""


def outline(move: Move) -> Outline:
    """Give where a move may end."""
    ground = survey(move)
    shown = _shown(ground, Search(ground, move.start, move.start, move.budget))
    areas = [part for part in shapely.get_parts(shapely.simplify(shown, STRAIGHT)) if shapely.area(part) > 0]
    wide = [ring for ring in shapely.get_rings(areas) if shapely.area(shapely.Polygon(ring)) > THIN * ring.length]
    rings = [shapely.get_coordinates(ring)[:-1].tolist() for ring in wide]
    bound = ON_DIFFICULT_GROUND if move.difficult else IN_THE_OPEN
    return Outline(tuple(tuple(Spot(*spot) for spot in ring) for ring in rings), bound)


def path_to(move: Move, wish: Spot) -> Path | None:
    """Give a path to the end of a move that is nearest to a wish, None where nothing can be reached."""
    # What the outline shows is found on the same ground; beyond, the end is exact on ground made for the wish.
    for ground in (survey(move), survey(move, wish)):
        search = Search(ground, move.start, wish, move.budget)
        if search.costs[AT_GOAL] < inf and shapely.dwithin(ground.ends, shapely.Point(wish), AT):
            return Path(_without_repeats(search.way_to(AT_GOAL)), float(search.costs[AT_GOAL]))
    shown = _shown(ground, search)
    if shapely.is_empty(shown):
        return None
    end = Spot(*shapely.get_coordinates(shapely.shortest_line(shown, shapely.Point(wish)))[0].tolist())
    return _to_the_rim(move, _path(search, end), wish)


def _shown(ground: Ground, search: Search) -> Any:
    return shapely.union_all([lit.area for lit in search.lit]) & ground.ends


def _path(search: Search, end: Spot) -> Path:
    """Give the cheapest of the paths to a place that is shown."""
    ways = []
    for lit in search.lit:
        if shapely.dwithin(lit.area, shapely.Point(end), AT):
            last_leg = apart(Spot(*search.nodes.places[lit.node]), end)
            ways.append((float(search.costs[lit.node]) + lit.rate * last_leg, lit.node))
    length, node = min(ways)
    return Path(_without_repeats((*search.way_to(node), end)), length)


def _without_repeats(way: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return (way[0], *(after for before, after in pairwise(way) if apart(before, after) > AT))


def _to_the_rim(move: Move, path: Path, wish: Spot) -> Path:
    """Take the last step on to the rim of a zone that the path has kept clear of, where that is what the wish is."""
    *way, end = path.spots
    for stop in move.stops:
        left = distance(Disc(end, move.radius), stop) - ZONE
        rim = _towards(end, stop, left)
        if 0 < left < 2 * CLEAR and apart(rim, wish) < apart(end, wish) and path.length + 2 * left <= move.budget:
            return Path((*way, rim) if way else (end, rim), path.length + 2 * left)
    return path


def _towards(spot: Spot, shape: Shape, inches: float) -> Spot:
    """Give the place so many inches from another towards a shape."""
    places = [shape.centre] if isinstance(shape, Disc) else [nearest_on(edge, spot) for edge in shape.edges]
    nearest = min(places, key=lambda place: apart(place, spot))
    part = inches / apart(spot, nearest)
    return spot.plus(part * (nearest.x - spot.x), part * (nearest.y - spot.y))
