"""Post Galactica measured in inches, on a free table: PG-4.4, 20.2a and 20.2b."""

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
from sightline.systems.post_galactica.measure import MeasuredView, Named, Shelter, is_within
from sightline.systems.post_galactica.pieces import GalacticTerrain, unit_of
from sightline.systems.post_galactica.sight_plan import INSIDE, UNITS_BLOCK, obstacle

_COVER_REACH = 1.0
_BUILDING_WIDTH = 1.0


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something on the table that cuts lines: its name, the word for it, and what it covers of the table."""

    name: str
    word: str
    shape: Shape


@dataclass(frozen=True)
class _TableView(MeasuredView):
    """A view on a free table along a segment, open where sight is clear; else `covering` names what cuts all lines."""

    start: Shape = field(kw_only=True)
    covering: tuple[str, ...] = field(kw_only=True)
    line: Line = field(kw_only=True)

    def named_lines(self, position: Position) -> tuple[Line, ...]:
        del position
        return (self.line,)

    def place_of_label(self, position: Position, label: str) -> float | None:
        """Give how far something is from where the line begins."""
        shape = shape_of(position.table, label)
        return None if shape is None else rounded(distance(self.start, shape))

    def iter_obstacles(self, position: Position) -> Iterable[str]:
        del position
        return self.covering


def shape_of(table: Table, name: str) -> Shape | None:
    """Give what a piece or a feature covers of a table; None for a name that nothing there has."""
    if name in table.pieces:
        return table.pieces[name].shape
    return next((feature.outline for feature in table.features if feature.name == name), None)


def ground_of(feature: Feature) -> GalacticTerrain:
    """Give what a feature means."""
    return cast("GalacticTerrain", feature.means)


@rule(
    Clause(
        "PG-20.2a",
        "The margin of sight",
        "On a free table sight has a margin: the width of the widest corridor along which one segment runs from base "
        "to base clear of every obstacle, nothing where that is the smaller base's width or the two touch, 0 where "
        "sight is blocked. Sight is clear from 0.000001 inch on; a margin below 0.01 inch is too close to call.",
        "Ours: no ruler on a table measures finer",
    ),
    off=None,
)
def margin_of(corridor: Corridor, most: float) -> float | None:
    """Give the margin of a corridor that is never wider than `most` inches; None where it is that wide."""
    return None if corridor.width >= most - SAME else corridor.width


@rule(
    Clause(
        "PG-20.2b",
        "Seeing out of features",
        "On a free table a feature that a base overlaps cuts no lines to or from that base. Whether obscuring ones cut "
        "them all the same is ruled.",
        "Ours: a unit in a wood or ruin sees out of it",
    ),
    off=frozenset(),
)
def seen_out_of(position: Position, base: Piece) -> frozenset[str]:
    """Give the names of the features that cut no lines to and from a base, as it stands in them."""
    return position.cached((seen_out_of, base.name), lambda at: _seen_out_of(at, base))


def _seen_out_of(position: Position, base: Piece) -> frozenset[str]:
    return frozenset(
        feature.name
        for feature in features_round(position, base)
        if ground_of(feature).cover != "obscuring" or position.rulings[INSIDE.name] == "sees-out"
    )


def features_round(position: Position, piece: Piece) -> tuple[Feature, ...]:
    """Give the features that a base overlaps."""
    return position.cached((features_round, piece.name), lambda at: _features_round(at, piece))


def _features_round(position: Position, piece: Piece) -> tuple[Feature, ...]:
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
    """Tell whether a base overlaps a feature."""
    return feature in features_round(position, piece)


def _covers_near(position: Position, piece: Piece) -> list[tuple[Feature, float]]:
    """Give the features that cover who is within 1 inch of them, and how far a base is from each."""
    covering = [each for each in position.table.features if ground_of(each).cover not in ("none", "obscuring")]
    away = [(feature, distance(feature.outline, piece.shape)) for feature in covering]
    return [(feature, inches) for feature, inches in away if is_within(inches, _COVER_REACH)]


@rule(
    Clause(
        "PG-4.4",
        "Free measurement",
        "Without hexes 1 movement is 1 inch, distances run from base edge to base edge, and adjacent is within 1 inch. "
        "Within and at most include equality. Nobody moves through enemy bases, and no bases overlap at the end.",
        "Measuring of the game, free",
    ),
    off=0.0,
)
def distance_in_inches(one: Piece, other: Piece) -> float:
    """Give the distance of two pieces from edge to edge."""
    return distance(one.shape, other.shape)


def width_of(piece: Piece) -> float:
    """Give how wide a corridor to a piece can be: its diameter or shorter side, of a building 1 inch."""
    base = cast("BasedPiece", piece).base
    if cast("BasedPiece", piece).building or base is None:
        return _BUILDING_WIDTH
    return base.width if base.length is None else min(base.width, base.length)


@dataclass(frozen=True)
class Inches:
    """A free table as `Measure` asks for it."""

    position: Position

    def distance(self, one: Piece, other: Piece) -> float:
        """Give the distance in inches from edge to edge."""
        return distance_in_inches(one, other)

    def view(
        self, start: Piece, stop: Piece, *, without: tuple[str, ...] = (), only_buildings: bool = False
    ) -> MeasuredView:
        """Give what one piece sees of another by the widest corridor between them."""
        corridor = self._corridor(start, stop, without, only_buildings=only_buildings)
        covering = self._covering(corridor, start, stop, without, only_buildings=only_buildings)
        ends = corridor.segment or nearest_spots(start.shape, stop.shape)
        one, other = ((rounded(x), rounded(y)) for x, y in ends)
        return _TableView(
            Sight.CLEAR if corridor.segment else Sight.BLOCKED,
            margin=margin_of(corridor, min(width_of(start), width_of(stop))),
            without=without,
            start=start.shape,
            covering=tuple(thing.name for thing in covering),
            line=Line(one, other),
        )

    def blocking(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> Iterator[Named]:
        """Yield what covers together: all that do so alone, else the few that do."""
        for thing in self._covering(self._corridor(start, stop, without), start, stop, without):
            yield ((thing.name, thing.word),)

    def cutting(self, start: Piece, stop: Piece, *, without: tuple[str, ...] = ()) -> Iterator[Named]:
        """Yield the buildings that cut any line between two pieces, from the first to the second."""

        def place(thing: _Thing) -> tuple[float, str]:
            return rounded(distance(start.shape, thing.shape)), thing.name

        things = self._things(start, stop, without, only_buildings=True)
        met = [thing for thing in things if is_crossed_between(start.shape, stop.shape, thing.shape)]
        yield from (((thing.name, thing.word),) for thing in sorted(met, key=place))

    def covering(self, start: Piece, stop: Piece) -> Iterator[Shelter]:
        """Yield the covering features that the target stands in or that lines cross within 1 inch of it."""
        near = self.position.cached((_covers_near, stop.name), lambda position: _covers_near(position, stop))
        for feature, away in near:
            if stands_in(self.position, stop, feature) or self._is_crossed(start, stop, feature):
                yield Shelter(feature.name, feature.kind, ground_of(feature).cover, away)

    def obstacles(self) -> TableObstacles:
        """Give what cuts lines, for all pieces at once; `_things` has it for two of them."""
        terrain, pieces = self.position.cached(_terrain, _terrain), self._pieces(only_buildings=False)
        numbers = {thing.name: number for number, thing in enumerate(terrain)}
        own = {thing.name: number for number, thing in enumerate(pieces, start=len(terrain))}

        def ignored(base: Piece) -> Iterator[int]:
            yield from (numbers[name] for name in seen_out_of(self.position, base) if name in numbers)
            yield from (own[base.name],) if base.name in own else ()

        return TableObstacles(
            tuple(thing.shape for thing in (*terrain, *pieces)),
            {name: frozenset(ignored(base)) for name, base in self.position.pieces.items()},
        )

    def sites(self, piece: Piece) -> tuple[str, ...]:
        """Give the name of a piece."""
        return (piece.name,)

    def _is_crossed(self, start: Piece, stop: Piece, feature: Feature) -> bool:
        """Tell whether any line crosses a feature near the target, where the attacker does not stand in it."""
        if stands_in(self.position, start, feature):
            return False
        return is_crossed_near(start.shape, stop.shape, feature.outline, _COVER_REACH)

    def _corridor(
        self, start: Piece, stop: Piece, without: tuple[str, ...], *, only_buildings: bool = False
    ) -> Corridor:
        """Give the widest corridor between two pieces, found once for both ways."""
        one, other = sorted((start, stop), key=lambda piece: piece.name)

        def find(position: Position) -> Corridor:
            things = Inches(position)._things(one, other, without, only_buildings=only_buildings)
            return widest_corridor(
                one.shape, other.shape, [thing.shape for thing in things], min(width_of(one), width_of(other))
            )

        found = self.position.cached((Inches, one.name, other.name, without, only_buildings), find)
        if one is start or found.segment is None:
            return found
        return replace(found, segment=found.segment[::-1])

    def _covering(
        self,
        corridor: Corridor,
        start: Piece,
        stop: Piece,
        without: tuple[str, ...],
        *,
        only_buildings: bool = False,
    ) -> list[_Thing]:
        """Give the obstacles that cut all lines where a corridor is closed, none where it is open."""
        if not corridor.covering:
            return []
        things = list(self._things(start, stop, without, only_buildings=only_buildings))
        return [things[index] for index in corridor.covering]

    def _things(
        self, start: Piece, stop: Piece, without: tuple[str, ...], *, only_buildings: bool = False
    ) -> Iterator[_Thing]:
        """Yield the obstacles between two pieces, features before pieces, each in file order."""
        if not only_buildings:
            out = seen_out_of(self.position, start) | seen_out_of(self.position, stop)
            yield from (thing for thing in self.position.cached(_terrain, _terrain) if thing.name not in out)
        others = self._pieces(only_buildings=only_buildings)
        yield from (thing for thing in others if thing.name not in {start.name, stop.name, *without})

    def _pieces(self, *, only_buildings: bool) -> tuple[_Thing, ...]:
        """Give the pieces that cut lines, in file order."""

        def find(position: Position) -> tuple[_Thing, ...]:
            cutting = (
                each for each in position.pieces.values() if Inches(position)._cuts(each, only_buildings=only_buildings)
            )
            return tuple(_Thing(piece.name, PieceName(piece.name), piece.shape) for piece in cutting)

        return self.position.cached((_Thing, only_buildings), find)

    def _cuts(self, piece: Piece, *, only_buildings: bool) -> bool:
        kind = obstacle(unit_of(piece))
        if kind == "large" and not only_buildings:
            return bool(self.position.rulings[UNITS_BLOCK.name] == "large")
        return kind == "building"


def _terrain(position: Position) -> tuple[_Thing, ...]:
    """Give the features that cut lines, in file order."""
    cutting = (feature for feature in position.table.features if obstacle(ground_of(feature)))
    return tuple(_Thing(feature.name, Term(feature.kind), feature.outline) for feature in cutting)
