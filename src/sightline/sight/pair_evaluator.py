"""Evaluation of a sight plan for one pair of ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import NamedTuple

from msgspec import structs

from sightline.board import Piece
from sightline.deadline import check_limit
from sightline.lattice import Cell, Point
from sightline.rules.answers import Sight
from sightline.rules.position import Position
from sightline.sight.contact_evaluator import ContactEvaluator
from sightline.sight.line_evaluator import LineEvaluator
from sightline.sight.line_result import LineResult
from sightline.sight.plan import (
    ByAdjacency,
    Choose,
    End,
    Fold,
    Min,
    SightLine,
    SightPlan,
    iter_parts_of_fold,
)
from sightline.sight.points import EndPoints
from sightline.sight.sighting import LazyLines, Sighting

EndCells = Cell | Piece | tuple[Cell, ...]
"""An end of a line of sight: a piece, or the cells of one."""


def find_sighting(plan: SightPlan, position: Position, start: EndCells, stop: EndCells) -> Sighting:
    """Return the result of a plan for two ends."""
    return find_sighting_between(plan, position, start, stop, cells_of(start), cells_of(stop))


def clear_sighting(plan: SightPlan, position: Position, start: EndCells, stop: EndCells) -> Sighting:
    """Return the result of a plan for two ends that are known to see each other clearly. Lines are found at first use.

    All rulings of the plan count as consulted.
    """

    def find() -> Sighting:
        return find_sighting(plan, position, start, stop)

    def find_lines() -> tuple[LineResult, ...]:
        (one, *some), (other, *others) = cells_of(start), cells_of(stop)
        if some or others or not (isinstance(plan.fold, SightLine) and plan.start == plan.stop == "centre"):
            return find().lines
        grid = position.board.grid
        return (LineResult(grid, grid.centre(one), grid.centre(other), ()),)

    return Sighting(0, plan.classes[0], LazyLines(find_lines, lambda: find().considered, plan.rulings))


def find_sight(plan: SightPlan, position: Position, start: EndCells, stop: EndCells) -> Sight:
    """Return the sight between two ends, as `find_sighting` does, without the reasons."""
    cells: Mapping[End, tuple[Cell, ...]] = {"from": cells_of(start), "to": cells_of(stop)}
    return _PairEvaluator(plan, position, cells, cells).sight()


def find_sighting_between(
    plan: SightPlan,
    position: Position,
    start: EndCells,
    stop: EndCells,
    drawn_from: tuple[Cell, ...],
    drawn_to: tuple[Cell, ...],
) -> Sighting:
    """Return the result of a plan for two ends, with lines between only some of their cells.

    The other cells of the ends are not obstacles either.
    """
    tracked, consulted = position.tracking_rulings()
    ends: Mapping[End, tuple[Cell, ...]] = {"from": cells_of(start), "to": cells_of(stop)}
    return _PairEvaluator(plan, tracked, ends, {"from": drawn_from, "to": drawn_to}).sighting(consulted)


def cells_of(end: EndCells) -> tuple[Cell, ...]:
    """Return the cells of an end."""
    match end:
        case Cell():
            return (end,)
        case Piece():
            return end.cells
    return end


class DrawnLine(NamedTuple):
    """A line of a plan between two points."""

    line: SightLine
    start: Point
    stop: Point


class FoldResult(NamedTuple):
    """The result of a fold: the degree, the deciding lines, and all evaluated lines."""

    degree: int
    lines: tuple[DrawnLine, ...]
    considered: tuple[DrawnLine, ...]


class _PairEvaluator:
    """Evaluates a plan for two ends to the degree and the deciding lines, which run between their `drawn_cells`."""

    def __init__(
        self,
        plan: SightPlan,
        position: Position,
        ends: Mapping[End, tuple[Cell, ...]],
        drawn_cells: Mapping[End, tuple[Cell, ...]],
    ) -> None:
        self.plan = plan
        self.position = position
        self.drawn_cells = drawn_cells
        contacts = ContactEvaluator(position, ends, drawn_cells)
        self.lines = LineEvaluator(position, frozenset((*ends["from"], *ends["to"])), contacts)
        self.points = EndPoints(plan, position, drawn_cells)

    def sighting(self, consulted: Collection[str]) -> Sighting:
        """Return the result, with the lines."""
        found = self.fold(self.plan.fold, {}, len(self.plan.classes))
        lazy = LazyLines(
            lambda: tuple(_merge(map(self._with_reasons if found.degree else self._without_reasons, found.lines))),
            lambda: tuple(_merge(map(self._with_reasons, found.considered))),
            consulted,
        )
        return Sighting(found.degree, self.plan.classes[found.degree], lazy)

    def sight(self) -> Sight:
        """Return only the class of the result."""
        classes = self.plan.classes
        return classes[self.fold(self.plan.fold_by_worst_first, {}, classes.index(classes[-1])).degree]

    def fold(self, fold: Fold, chosen: Mapping[End, Point], enough: int) -> FoldResult:
        """Return the result of a fold; or one of any degree of at least `enough`, as soon as that is reached."""
        if isinstance(fold, SightLine):
            drawn = DrawnLine(fold, self.points.of("from", chosen)[0], self.points.of("to", chosen)[0])
            return FoldResult(self.lines.degree(*drawn, min(enough, len(self.plan.classes) - 1)), (drawn,), (drawn,))
        if isinstance(fold, ByAdjacency):
            return self.fold(fold.near if self._is_near(fold, chosen) else fold.far, chosen, enough)
        if isinstance(fold, Choose) and fold.take is Min:
            return self._best(fold, chosen, enough)
        each = []
        for part, more in iter_parts_of_fold(fold, chosen, self.points.of):
            each.append(self.fold(part, more, enough))
            if each[-1].degree >= enough:
                break
        worst = max(each, key=lambda found: found.degree)
        considered = tuple(drawn for found in each for drawn in found.considered)
        lines = worst.lines if isinstance(fold, Choose) else tuple(drawn for found in each for drawn in found.lines)
        return FoldResult(worst.degree, lines, considered)

    def _is_near(self, fold: ByAdjacency, chosen: Mapping[End, Point]) -> bool:
        """Return whether the ends are adjacent and not `apart`."""
        distance, last = self.position.board.grid.distance, len(self.plan.classes) - 1
        if min(distance(one, other) for one in self.drawn_cells["from"] for other in self.drawn_cells["to"]) != 1:
            return False
        return self.fold(fold.apart, chosen, last).degree < last

    def _best(self, fold: Choose, chosen: Mapping[End, Point], enough: int) -> FoldResult:
        """Return the first minimum over the points of one end; other points are evaluated only as far as needed."""
        best: FoldResult | None = None
        considered: list[DrawnLine] = []
        for part, more in iter_parts_of_fold(fold, chosen, self.points.of):
            found = self.fold(part, more, min(enough, best.degree) if best else enough)
            considered += found.considered
            if best is None or found.degree < best.degree:
                best = found
            if not best.degree:
                break
        assert best is not None
        return best._replace(considered=tuple(considered))

    def _without_reasons(self, drawn: DrawnLine) -> LineResult:
        """Return a line that is known to have none, as its degree is 0."""
        return LineResult(self.position.board.grid, drawn.start, drawn.stop, ())

    def _with_reasons(self, drawn: DrawnLine) -> LineResult:
        """Return a line with its reasons, which are looked for only now."""
        check_limit()
        return LineResult(self.position.board.grid, drawn.start, drawn.stop, self.lines.reasons(*drawn))


def _merge(lines: Iterable[LineResult]) -> Iterator[LineResult]:
    """Yield each line once, with all of its reasons in order."""
    by_ends: dict[tuple[Point, Point], LineResult] = {}
    for line in lines:
        ends = line.start, line.stop
        known, merged = by_ends.get(ends), line
        if known is not None:
            reasons = dict.fromkeys((*known.reasons, *line.reasons))
            merged = structs.replace(line, reasons=tuple(sorted(reasons, key=attrgetter("at"))))
        by_ends[ends] = merged
    yield from by_ends.values()
