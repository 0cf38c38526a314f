"""The answers about a move, from what the search found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely

from sightline.plane.distance import distance, nearest_on
from sightline.plane.moves.ground import CLEAR, survey
from sightline.plane.moves.growing import ARC
from sightline.plane.moves.question import ZONE, Move, Outline, Path
from sightline.plane.moves.search import Search
from sightline.plane.shapes import Disc, Shape, Spot, apart

BOUND = 0.1
"""What is to spare at most for a place that is not shown, where there is difficult ground: see `search.STEP`."""
AT = 1e-9
"""A place so near to an area lies in it."""
STRAIGHT = 1e-7
"""Corners so near to a straight line are left out."""


def outline(move: Move) -> Outline:
    """Give where a move may end."""
    _, shown = _attained(move, [move.start])
    areas = [part for part in shapely.get_parts(shapely.simplify(shown, STRAIGHT)) if shapely.area(part) > 0]
    rings = [shapely.get_coordinates(ring)[:-1].tolist() for ring in shapely.get_rings(areas)]
    return Outline(tuple(tuple(Spot(*spot) for spot in ring) for ring in rings), BOUND if move.difficult else ARC)


def path_to(move: Move, wish: Spot) -> Path | None:
    """Give a path to the end of a move that is nearest to a wish, None where nothing can be reached."""
    search, shown = _attained(move, [move.start, wish])
    if shapely.is_empty(shown):
        return None
    end = Spot(*shapely.get_coordinates(shapely.shortest_line(shown, shapely.Point(wish)))[0].tolist())
    return _to_the_rim(move, _path(search, end), wish)


def _attained(move: Move, towards: Sequence[Spot]) -> tuple[Search, Any]:
    ground = survey(move, towards)
    search = Search(ground, move.start, move.budget)
    return search, shapely.union_all([lit.area for lit in search.lit]) & ground.ends


def _path(search: Search, end: Spot) -> Path:
    """Give the cheapest of the paths to a place that is attained."""
    ways = []
    for lit in search.lit:
        if shapely.dwithin(lit.area, shapely.Point(end), AT):
            last_leg = apart(Spot(*search.nodes.places[lit.node]), end)
            ways.append((float(search.costs[lit.node]) + lit.rate * last_leg, lit.node))
    length, node = min(ways)
    way = search.way_to(node)
    return Path(way if apart(way[-1], end) < AT else (*way, end), length)


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
