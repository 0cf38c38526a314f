"""Maps for virtual tabletops in the format Universal VTT (`.uvtt`, `.dd2vtt`, `.df2vtt`), as scenarios.

The walls of these maps become borders of squares, or thin features of a free table on which a square is an inch. Doors
that are closed are walls; lights and pictures are left out.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import Any

import msgspec
from msgspec import Struct, field

from sightline.conversion.tile_geometry import (
    FAR_OUTSIDE,
    MAX_CELLS,
    Edges,
    FarOutside,
    MapPoint,
    NotOnEdges,
    TileGeometry,
)
from sightline.conversion.wall_outlines import WallTable
from sightline.formats.problems import Problems
from sightline.i18n import N_, _
from sightline.lattice import parse_grid

MAX_BYTES = 2**28
"""The maximum size of a file, most of which is its picture."""
_FAR = 1e6
"""The maximum of coordinates on free tables, in inches."""
_NOT_READABLE = N_("this is not a map in the format Universal VTT: {error}")


class _Coordinates(Struct, frozen=True):
    x: float
    y: float


class _Resolution(Struct, frozen=True):
    map_size: _Coordinates
    map_origin: _Coordinates = _Coordinates(0.0, 0.0)


class _Portal(Struct, frozen=True):
    """A door or window; `bounds` are its ends."""

    bounds: tuple[_Coordinates, _Coordinates]
    closed: bool = True


class _Map(Struct, frozen=True):
    """The parts of a file that matter here; lines are in squares."""

    resolution: _Resolution
    line_of_sight: list[list[_Coordinates]] = field(default_factory=list)
    objects_line_of_sight: list[list[_Coordinates]] = field(default_factory=list)
    portals: list[_Portal] = field(default_factory=list)


class _Wall(Struct, frozen=True):
    """A straight wall in squares from the upper left corner, and its key in the file."""

    key: str
    start: MapPoint
    end: MapPoint


def read_universal_vtt(
    content: bytes, problems: Problems, grid: str, wall: str, tolerance: float
) -> tuple[dict[str, Any], int]:
    """Return the section `map` of a scenario, and the number of edges left out, as they lie on the rim of the map.

    `grid` is "square" or "free", `wall` the kind of terrain of walls. On squares the ends of walls may be off the
    corners by `tolerance`, in squares. Raise `ScenarioError` with every problem.
    """
    try:
        read = msgspec.json.decode(content.removeprefix(BOM_UTF8), type=_Map)
    except (msgspec.DecodeError, RecursionError) as error:
        problems.add(None, None, _(_NOT_READABLE).format(error=error))
        problems.raise_if_any()
        raise AssertionError from error
    width, height = read.resolution.map_size.x, read.resolution.map_size.y
    for key, squares in (("x", width), ("y", height)):
        if not (squares.is_integer() and 1 <= squares <= MAX_CELLS):
            message = _("a map has a whole number of squares from 1 to {most}").format(most=MAX_CELLS)
            problems.add(None, f"resolution.map_size.{key}", message, found=f"{squares:g}")
    problems.raise_if_any()
    size, walls = f"{width:.0f}x{height:.0f}", list(_walls(read))
    if grid == "free":
        outlines, outside = _outlines(walls, width, height, problems)
        features = {"features": [{"is": wall, "outline": each} for each in outlines]} if outlines else {}
        return {"grid": grid, "size": size, **features}, outside
    borders, outside = _borders(walls, int(width), int(height), problems, tolerance)
    problems.raise_if_any()
    return {"grid": grid, "size": size, **({"borders": {wall: borders}} if borders else {})}, outside


def _walls(read: _Map) -> Iterator[_Wall]:
    """Yield the walls and closed doors of a map, without those of no length."""
    origin = read.resolution.map_origin
    lines: list[tuple[str, Sequence[_Coordinates]]] = []
    for name in ("line_of_sight", "objects_line_of_sight"):
        lines += ((f"{name}.{number}", line) for number, line in enumerate(getattr(read, name)))
    lines += ((f"portals.{number}.bounds", door.bounds) for number, door in enumerate(read.portals) if door.closed)
    for key, line in lines:
        spots = [MapPoint(spot.x - origin.x, spot.y - origin.y) for spot in line]
        yield from (_Wall(key, start, end) for start, end in pairwise(spots) if dist(start, end) > 0)


def _outlines(
    walls: Sequence[_Wall], width: float, height: float, problems: Problems
) -> tuple[list[list[list[str]]], int]:
    """Return the outlines of walls on a free table, and the number of walls that lie partly or wholly off it."""
    for wall in walls:
        if max(map(abs, (*wall.start, *wall.end))) > _FAR:
            problems.add(None, wall.key, _(FAR_OUTSIDE))
    problems.raise_if_any()
    table = WallTable(width, height)
    found = [table.outline(wall.start, wall.end) for wall in walls if not table.is_beyond(wall.start, wall.end)]
    # A wall of less than a thousandth of an inch has fewer corners, and is left out.
    return [each for each in found if len(each) > 2], sum(not table.has_all(wall.start, wall.end) for wall in walls)


def _borders(
    walls: Sequence[_Wall], width: int, height: int, problems: Problems, tolerance: float
) -> tuple[list[str], int]:
    """Return the borders along walls in their order, and the number of edges on the rim of the map or beyond it."""
    edges = Edges(TileGeometry(parse_grid("square"), 1.0, 1.0), width, height, tolerance)
    found: dict[str, None] = {}
    for wall in walls:
        try:
            found.update(dict.fromkeys(edges.labels(wall.start, wall.end)))
        except FarOutside:
            problems.add(None, wall.key, _(FAR_OUTSIDE))
        except NotOnEdges:
            message = _(
                "the wall from {start} to {end} does not run along edges of squares; --tolerance N moves its ends by "
                "up to N squares, and a free table takes walls as they are"
            )
            start, end = (f"({spot.x:g}, {spot.y:g})" for spot in (wall.start, wall.end))
            problems.add(None, wall.key, message.format(start=start, end=end), found=f"{start} {end}")
    return list(found), edges.outside
