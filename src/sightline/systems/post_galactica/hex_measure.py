"""Sight, cover and distance measured in hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Literal, cast

from msgspec import structs

from sightline.board import Piece, PieceName
from sightline.i18n import Term
from sightline.lattice import Cell
from sightline.rules import Line, Position, Sight, Site, TerrainMask
from sightline.sight import (
    NOTHING,
    Choose,
    ForEach,
    Leaf,
    Max,
    Min,
    Reading,
    Ruled,
    Sighting,
    SightLine,
    SightPlan,
    find_sighting,
)
from sightline.sight.plan import Role
from sightline.systems.post_galactica.measure import MeasuredView, ObstacleSites, TerrainCover
from sightline.systems.post_galactica.pieces import unit_of
from sightline.systems.post_galactica.sight_plan import HEX_SIGHT, HEXSIDE, UNITS_BLOCK, ObstacleKind, obstacle_kind
from sightline.systems.post_galactica.terrain import COVER_RANKS, GalacticTerrain

CUT = 1


def _terrain(position: Position, kind: str) -> GalacticTerrain:
    return cast("GalacticTerrain", position.terrain[kind])


@TerrainMask
def cutting_terrain(position: Position) -> Mapping[Site, str]:
    """Return the hexes whose terrain cuts lines, each with the kind that does."""
    return position.cells_with(
        lambda kinds: next((Term(kind) for kind in kinds if obstacle_kind(_terrain(position, kind)) == "terrain"), None)
    )


@TerrainMask
def covering_terrain(position: Position) -> Mapping[Site, str]:
    """Return the hexes whose terrain covers, each with the kind that gives the best cover."""

    def best(kinds: tuple[str, ...]) -> str | None:
        kind = max(kinds, key=lambda kind: COVER_RANKS[_terrain(position, kind).cover])
        return kind if COVER_RANKS[_terrain(position, kind).cover] else None

    return position.cells_with(best)


def _pieces(position: Position, wanted: ObstacleKind) -> Mapping[Site, str]:
    pieces = (piece for piece in position.pieces.values() if obstacle_kind(unit_of(piece)) == wanted)
    return {cell: PieceName(piece.name) for piece in pieces for cell in piece.cells}


def buildings(position: Position) -> Mapping[Site, str]:
    """Return the hexes of buildings, with their names."""
    return _pieces(position, "building")


def large_units(position: Position) -> Mapping[Site, str]:
    """Return the hexes of units that cut lines because of their size, with their names."""
    return _pieces(position, "large")


def _building(role: Role) -> Reading:
    return Leaf(buildings, role, CUT, obstacle_kind.clause)


def _any_obstacle(role: Role) -> Reading:
    terrain, large = (Leaf(mask, role, CUT, obstacle_kind.clause) for mask in (cutting_terrain, large_units))
    return Max((terrain, _building(role), Ruled(UNITS_BLOCK.name, {"large": large, "none": NOTHING})))


def _cut_line(reading: Mapping[Role, Reading]) -> SightLine:
    """Return a line that is cut by the hexes that it crosses or runs between; `reading` has a reading for each role."""
    beside = (reading["one"], reading["other"])
    return SightLine(
        {"cell": reading["cell"], "along": Ruled(HEXSIDE.name, {"both": Min(beside), "either": Max(beside)})}
    )


_ROLES: tuple[Role, ...] = ("cell", "one", "other")
_LINE_CUT_BY_ANYTHING = _cut_line({role: _any_obstacle(role) for role in _ROLES})
_LINE_CUT_BY_BUILDINGS = _cut_line({role: _building(role) for role in _ROLES})
_CROSSING_COVER = SightLine({"cell": Leaf(covering_terrain, "cell", CUT, obstacle_kind.clause)})

Points = Literal["centre", "corners"]


def _plan(points: Points, line: SightLine, *, of_all: bool = False) -> SightPlan:
    """Return the plan of the best line between two ends, or with `of_all` of all lines between them."""
    fold = ForEach("from", ForEach("to", line)) if of_all else Choose("from", Min, Choose("to", Min, line))
    return SightPlan(points, points, fold, (Sight.CLEAR, Sight.BLOCKED))


_POINTS: Mapping[str, Points] = {"centre": "centre", "any-corner": "corners"}
_OPEN, _OPEN_BETWEEN_BUILDINGS = (
    {choice: _plan(points, line) for choice, points in _POINTS.items()}
    for line in (_LINE_CUT_BY_ANYTHING, _LINE_CUT_BY_BUILDINGS)
)
_CUTTING, _COVERING = (
    {choice: _plan(points, line, of_all=True) for choice, points in _POINTS.items()}
    for line in (_LINE_CUT_BY_ANYTHING, _CROSSING_COVER)
)

CENTRE_TO_CENTRE = _OPEN["centre"]
"""The sight plan under the default rulings."""


def open_lines(position: Position) -> SightPlan:
    """Return the sight plan by the ruling `hex-sight`."""
    return _OPEN[position.rulings[HEX_SIGHT.name]]


@dataclass(frozen=True)
class _HexView(MeasuredView):
    """A view on hexes. Its one line is named by the nearest two hexes."""

    seen: Sighting = field(kw_only=True)
    nearest: Line = field(kw_only=True)

    def named_lines(self, position: Position) -> tuple[Line, ...]:
        del position
        return (self.nearest,)

    def position_of_label(self, position: Position, label: str) -> Fraction | int | None:
        return self.seen.position_of_label(position, label)

    def iter_obstacles(self, position: Position) -> Iterable[str]:
        return self.seen.iter_obstacles(position)


@dataclass(frozen=True)
class HexMeasure:
    """The measure of a map of hexes."""

    position: Position

    def distance(self, one: Piece, other: Piece) -> int:
        """Return the distance in hexes between the nearest hexes of two pieces."""
        distance = self.position.board.grid.distance
        return min(distance(a, b) for a in one.cells for b in other.cells)

    def view(
        self, start: Piece, stop: Piece, *, without: tuple[str, ...] = (), only_buildings: bool = False
    ) -> MeasuredView:
        """Return the view of one piece of another along the best line between them."""
        plans = _OPEN_BETWEEN_BUILDINGS if only_buildings else _OPEN
        seen = find_sighting(plans[self.position.rulings[HEX_SIGHT.name]], self._without(without), start, stop)
        nearest = self._nearest(start, stop)
        return _HexView(seen.sight, rulings=seen.rulings, seen=seen, without=without, nearest=nearest)

    def blocking(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> tuple[ObstacleSites, ...]:
        """Return the obstacles that cut any line, contact by contact."""
        return self.cutting(start, stop, without=without)

    def cutting(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> tuple[ObstacleSites, ...]:
        """Return the obstacles that cut any line, contact by contact."""

        def find(position: Position) -> tuple[ObstacleSites, ...]:
            plan = _CUTTING[position.rulings[HEX_SIGHT.name]]
            seen = find_sighting(plan, HexMeasure(position)._without(without), start, stop)
            return tuple(dict.fromkeys(reason.sites for reason in seen.reasons))

        # Cached because one attack needs it several times, like `covering`.
        return self.position.cached(("cutting", start.cells, stop.cells, without), find)

    def covering(self, start: Piece, stop: Piece) -> tuple[TerrainCover, ...]:
        """Return the covering terrain in the target's own hexes, and that which lines cross next to these."""
        return self.position.cached(
            ("covering", start.cells, stop.cells), lambda position: tuple(_terrain_covers(position, start, stop))
        )

    def sites(self, piece: Piece) -> tuple[Cell, ...]:
        """Return the hexes of a piece."""
        return piece.cells

    def _without(self, names: tuple[str, ...]) -> Position:
        """Return the position without the pieces of these names."""
        if not names:
            return self.position
        board = self.position.board
        left = {name: piece for name, piece in board.pieces.items() if name not in names}
        return self.position.with_surface(structs.replace(board, pieces=left))

    def _nearest(self, start: Piece, stop: Piece) -> Line:
        """Return the line between the nearest hexes of two pieces; ties go to the first labels."""
        grid, label = self.position.board.grid, self.position.label
        pairs = product(start.cells, stop.cells)
        return Line(*min((grid.distance(a, b), label(a), label(b)) for a, b in pairs)[1:])


def _terrain_covers(position: Position, start: Piece, stop: Piece) -> Iterator[TerrainCover]:
    grid, kinds = position.board.grid, position.mask(covering_terrain)
    for cell in stop.cells:
        if cell in kinds:
            yield _terrain_cover(position, cell, gap=0)
    beside = {near for cell in stop.cells for near in grid.neighbours(cell)}.difference(start.cells, stop.cells)
    if not beside.isdisjoint(kinds):
        crossed = find_sighting(_COVERING[position.rulings[HEX_SIGHT.name]], position, start, stop).reasons
        sites = dict.fromkeys(site for reason in crossed for site, _ in reason.sites)
        yield from (_terrain_cover(position, site, gap=1) for site in sites if site in beside)


def _terrain_cover(position: Position, site: Site, *, gap: int) -> TerrainCover:
    kind = position.mask(covering_terrain)[site]
    return TerrainCover(site, kind, _terrain(position, kind).cover, gap)
