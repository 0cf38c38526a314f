"""Sight, cover and distance measured in inches on a free table: PG-4.4, 20.2a and 20.2b."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import cast

from sightline.board import BasedPiece, Feature, Piece, PieceName, Table
from sightline.i18n import Term
from sightline.plane import (
    SAME,
    Corridor,
    Shape,
    Spot,
    distance,
    is_crossed_between,
    is_crossed_near,
    nearest_spots,
    overlap,
    widest_corridor,
)
from sightline.rules import Clause, Line, Position, Sight, TableObstacles, rounded, rule
from sightline.systems.post_galactica.measure import MeasuredView, ObstacleSites, TerrainCover, is_within
from sightline.systems.post_galactica.pieces import unit_of
from sightline.systems.post_galactica.sight_plan import INSIDE, UNITS_BLOCK, obstacle_kind
from sightline.systems.post_galactica.terrain import GalacticTerrain

_MAX_COVER_DISTANCE = 1.0
_MAX_CORRIDOR_TO_BUILDING = 1.0


@dataclass(frozen=True, slots=True)
class _TableObstacle:
    """A feature or piece that cuts lines: its name, the word for it, and its shape."""

    name: str
    word: str
    shape: Shape


@dataclass(frozen=True)
class _TableView(MeasuredView):
    """A view on a free table along a segment; if it is blocked, `covering` names the obstacles that cut all lines."""

    start: Shape = field(kw_only=True)
    covering: tuple[str, ...] = field(kw_only=True)
    line: Line = field(kw_only=True)

    def named_lines(self, position: Position) -> tuple[Line, ...]:
        del position
        return (self.line,)

    def position_of_label(self, position: Position, label: str) -> float | None:
        """Return the distance of an obstacle from the start of the line, in inches."""
        shape = shape_of(position.table, label)
        return None if shape is None else rounded(distance(self.start, shape))

    def iter_obstacles(self, position: Position) -> Iterable[str]:
        del position
        return self.covering


def shape_of(table: Table, name: str) -> Shape | None:
    """Return the shape of a piece or feature by name, None if there is none."""
    if name in table.pieces:
        return table.pieces[name].shape
    return next((feature.outline for feature in table.features if feature.name == name), None)


def terrain_of(feature: Feature) -> GalacticTerrain:
    """Return the kind of terrain of a feature."""
    return cast("GalacticTerrain", feature.means)


@rule(
    Clause(
        "PG-20.2a",
        "The margin of sight",
        "On a free table sight has a margin: the width of the widest corridor along which a segment runs from base "
        "to base, clear of every obstacle. There is no margin if it reaches the width of the smaller base or the "
        "bases touch; it is 0 if sight is blocked. Sight is clear from 0.000001 inch on; a margin below 0.01 inch "
        "is too close to call.",
        "Ours: no ruler on a table measures finer",
    ),
    off=None,
)
def margin_of(corridor: Corridor, most: float) -> float | None:
    """Return the margin of a corridor in inches, None if it has the maximum width `most`."""
    return None if corridor.width >= most - SAME else corridor.width


@rule(
    Clause(
        "PG-20.2b",
        "Seeing out of features",
        "On a free table a feature that a base overlaps cuts no lines to or from that base. A ruling says whether "
        "obscuring features cut them all the same.",
        "Ours: a unit in a wood or ruin sees out of it",
    ),
    off=frozenset(),
)
def transparent_features(position: Position, base: Piece) -> frozenset[str]:
    """Return the names of the features that cut no lines to and from a base that overlaps them."""
    return position.cached((transparent_features, base.name), lambda at: _transparent_features(at, base))


def _transparent_features(position: Position, base: Piece) -> frozenset[str]:
    return frozenset(
        feature.name
        for feature in overlapped_features(position, base)
        if terrain_of(feature).cover != "obscuring" or position.rulings[INSIDE.name] == "sees-out"
    )


def overlapped_features(position: Position, piece: Piece) -> tuple[Feature, ...]:
    """Return the features that a base overlaps."""
    return position.cached((overlapped_features, piece.name), lambda at: _overlapped_features(at, piece))


def _overlapped_features(position: Position, piece: Piece) -> tuple[Feature, ...]:
    shape = piece.shape
    (left, top), (right, bottom) = shape.box
    near = (
        feature
        for (x, y), (far_x, far_y), feature in position.cached(_boxes, _boxes)
        if x < right and left < far_x and y < bottom and top < far_y
    )
    return tuple(feature for feature in near if overlap(feature.outline, shape))


def _boxes(position: Position) -> list[tuple[Spot, Spot, Feature]]:
    return [(*feature.outline.box, feature) for feature in position.table.features]


def stands_in(position: Position, piece: Piece, feature: Feature) -> bool:
    """Return whether a base overlaps a feature."""
    return feature in overlapped_features(position, piece)


def _covers_near(position: Position, piece: Piece) -> list[tuple[Feature, float]]:
    """Return the covering features within 1 inch of a base, each with its distance in inches."""
    covering = [each for each in position.table.features if terrain_of(each).cover not in ("none", "obscuring")]
    distances = [(feature, distance(feature.outline, piece.shape)) for feature in covering]
    return [(feature, inches) for feature, inches in distances if is_within(inches, _MAX_COVER_DISTANCE)]


@rule(
    Clause(
        "PG-4.4",
        "Free measurement",
        "Without hexes, 1 movement is 1 inch, distances are measured from base edge to base edge, and adjacent "
        "means within 1 inch. Within and at most include equality. Nobody moves through enemy bases, and no bases "
        "overlap at the end of a move.",
        "Measuring of the game, free",
    ),
    off=0.0,
)
def distance_in_inches(one: Piece, other: Piece) -> float:
    """Return the distance of two pieces from edge to edge, in inches."""
    return distance(one.shape, other.shape)


def width_of(piece: Piece) -> float:
    """Return the maximum width of a corridor to a piece: its diameter or shorter side, for a building 1 inch."""
    base = cast("BasedPiece", piece).base
    if cast("BasedPiece", piece).building or base is None:
        return _MAX_CORRIDOR_TO_BUILDING
    return base.width if base.length is None else min(base.width, base.length)


@dataclass(frozen=True)
class InchMeasure:
    """The measure of a free table."""

    position: Position

    def distance(self, one: Piece, other: Piece) -> float:
        """Return the distance in inches from edge to edge."""
        return distance_in_inches(one, other)

    def view(
        self, start: Piece, stop: Piece, *, without: tuple[str, ...] = (), only_buildings: bool = False
    ) -> MeasuredView:
        """Return the view of one piece of another along the widest corridor between them."""
        corridor, covering = self._corridor(start, stop, without, only_buildings=only_buildings)
        ends = corridor.segment or nearest_spots(start.shape, stop.shape)
        one, other = ((rounded(x), rounded(y)) for x, y in ends)
        return _TableView(
            Sight.CLEAR if corridor.segment else Sight.BLOCKED,
            margin=margin_of(corridor, min(width_of(start), width_of(stop))),
            without=without,
            start=start.shape,
            covering=tuple(item.name for item in covering),
            line=Line(one, other),
        )

    def blocking(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> Iterator[ObstacleSites]:
        """Yield the obstacles that close all lines: all that do so alone, otherwise a few that do so together."""
        _, covering = self._corridor(start, stop, without)
        for item in covering:
            yield ((item.name, item.word),)

    def cutting(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> Iterator[ObstacleSites]:
        """Yield the buildings that cut any line between two pieces, from the first to the second."""

        def place(item: _TableObstacle) -> tuple[float, str]:
            return rounded(distance(start.shape, item.shape)), item.name

        items = self._obstacles_between(start, stop, without, only_buildings=True)
        met = [item for item in items if is_crossed_between(start.shape, stop.shape, item.shape)]
        yield from (((item.name, item.word),) for item in sorted(met, key=place))

    def covering(self, start: Piece, stop: Piece) -> Iterator[TerrainCover]:
        """Yield the covering features that the target stands in or that lines cross within 1 inch of it."""
        near = self.position.cached((_covers_near, stop.name), lambda position: _covers_near(position, stop))
        for feature, gap in near:
            if stands_in(self.position, stop, feature) or self._is_crossed(start, stop, feature):
                yield TerrainCover(feature.name, feature.kind, terrain_of(feature).cover, gap)

    def obstacles(self) -> TableObstacles:
        """Return the obstacles for all pieces at once; for two of them see `_obstacles_between`."""
        terrain, pieces = self.position.cached(_terrain, _terrain), self._pieces(only_buildings=False)
        numbers = {item.name: number for number, item in enumerate(terrain)}
        own = {item.name: number for number, item in enumerate(pieces, start=len(terrain))}

        def ignored(base: Piece) -> Iterator[int]:
            yield from (numbers[name] for name in transparent_features(self.position, base) if name in numbers)
            yield from (own[base.name],) if base.name in own else ()

        return TableObstacles(
            tuple(item.shape for item in (*terrain, *pieces)),
            {name: frozenset(ignored(base)) for name, base in self.position.pieces.items()},
        )

    def sites(self, piece: Piece) -> tuple[str, ...]:
        """Return the name of a piece."""
        return (piece.name,)

    def _is_crossed(self, start: Piece, stop: Piece, feature: Feature) -> bool:
        """Return whether any line crosses a feature near the target in which the attacker does not stand."""
        if stands_in(self.position, start, feature):
            return False
        return is_crossed_near(start.shape, stop.shape, feature.outline, _MAX_COVER_DISTANCE)

    def _corridor(
        self, start: Piece, stop: Piece, without: tuple[str, ...], *, only_buildings: bool = False
    ) -> tuple[Corridor, tuple[_TableObstacle, ...]]:
        """Return the widest corridor between two pieces, with its obstacles; cached for both directions."""
        one, other = sorted((start, stop), key=lambda piece: piece.name)

        def find(position: Position) -> tuple[Corridor, tuple[_TableObstacle, ...]]:
            items = InchMeasure(position)._obstacles_between(one, other, without, only_buildings=only_buildings)
            shapes = [item.shape for item in items]
            found = widest_corridor(one.shape, other.shape, shapes, min(width_of(one), width_of(other)))
            return found, tuple(items[index] for index in found.covering)

        found, covering = self.position.cached((InchMeasure, one.name, other.name, without, only_buildings), find)
        if one is start or found.segment is None:
            return found, covering
        return replace(found, segment=found.segment[::-1]), covering

    def _obstacles_between(
        self, start: Piece, stop: Piece, without: tuple[str, ...], *, only_buildings: bool = False
    ) -> list[_TableObstacle]:
        """Return the obstacles between two pieces, features before pieces, each in file order."""
        found: list[_TableObstacle] = []
        if not only_buildings:
            out = transparent_features(self.position, start) | transparent_features(self.position, stop)
            found += [item for item in self.position.cached(_terrain, _terrain) if item.name not in out]
        disregarded = {start.name, stop.name, *without}
        found += [item for item in self._pieces(only_buildings=only_buildings) if item.name not in disregarded]
        return found

    def _pieces(self, *, only_buildings: bool) -> tuple[_TableObstacle, ...]:
        """Return the pieces that cut lines, in file order."""

        def find(position: Position) -> tuple[_TableObstacle, ...]:
            cutting = (
                each
                for each in position.pieces.values()
                if InchMeasure(position)._cuts(each, only_buildings=only_buildings)
            )
            return tuple(_TableObstacle(piece.name, PieceName(piece.name), piece.shape) for piece in cutting)

        return self.position.cached((_TableObstacle, only_buildings), find)

    def _cuts(self, piece: Piece, *, only_buildings: bool) -> bool:
        kind = obstacle_kind(unit_of(piece))
        if kind == "large" and not only_buildings:
            return bool(self.position.rulings[UNITS_BLOCK.name] == "large")
        return kind == "building"


def _terrain(position: Position) -> tuple[_TableObstacle, ...]:
    """Return the features that cut lines, in file order."""
    cutting = (feature for feature in position.table.features if obstacle_kind(terrain_of(feature)))
    return tuple(_TableObstacle(feature.name, Term(feature.kind), feature.outline) for feature in cutting)
