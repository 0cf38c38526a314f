"""Evaluation of a sight plan for one pair of ends, with the deciding lines and reasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import Struct, structs

from sightline.board import Piece
from sightline.deadline import check_limit
from sightline.lattice import Cell, PassedCell, Point, passed_cells_among, passed_cells_near
from sightline.rules.answers import Line as NamedLine
from sightline.rules.answers import Sight
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.view import View
from sightline.sight.contact_evaluator import ContactEvaluator
from sightline.sight.line_evaluator import LineEvaluator
from sightline.sight.line_result import LineResult, Reason
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


class LazyLines(Struct, frozen=True, dict=True, eq=False):
    """The lines of a sighting, evaluated on first use; `consulted` are the rulings consulted so far."""

    find_lines: Callable[[], tuple[LineResult, ...]] = tuple
    find_considered: Callable[[], tuple[LineResult, ...]] = tuple
    consulted: Collection[str] = ()

    @cached_property
    def lines(self) -> tuple[LineResult, ...]:
        """The deciding lines."""
        return self.find_lines()

    @cached_property
    def considered(self) -> tuple[LineResult, ...]:
        """All lines that were evaluated."""
        return self.find_considered()


_NOTHING = LazyLines()


@dataclass(frozen=True, eq=False)
class Sighting(View):
    """The result of a plan for a pair of ends: the degree, its class, and the deciding lines."""

    degree: int
    sight: Sight
    lazy_lines: LazyLines = _NOTHING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sighting) and (self.degree, self.lines) == (other.degree, other.lines)

    def __hash__(self) -> int:
        return hash(self.degree)

    @property
    def lines(self) -> tuple[LineResult, ...]:
        """The deciding lines with their reasons."""
        return self.lazy_lines.lines

    @property
    def considered(self) -> tuple[LineResult, ...]:
        """All evaluated lines, including those of rejected choices, with their reasons.

        The evaluation of a choice stops at the first line that proves it no better than an earlier choice.
        """
        return self.lazy_lines.considered

    @cached_property
    def rulings(self) -> frozenset[str]:  # type: ignore[override]
        """The names of the rulings consulted, also for its lines: choices of other rulings do not affect it."""
        _ = self.lines
        return frozenset(self.lazy_lines.consulted)

    @property
    def consulted(self) -> Collection[str]:
        return self.lazy_lines.consulted

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons, line by line and in order along each."""
        if not self.degree:
            return ()  # without a look at the lines
        return tuple(chain.from_iterable(line.reasons for line in self.lines))

    @cached_property
    def passed_cells(self) -> list[PassedCell]:
        """Every cell that a line crosses or runs along an edge of, line by line and in order along each."""
        if len(self.lines) == 1:
            return self.lines[0].passed_cells
        return [each for line in self.lines for each in line.passed_cells]

    def passed_cells_among(self, cells: Container[Cell]) -> list[PassedCell]:
        """Return those of `passed_cells` that are in `cells`, a set or mapping."""
        return [each for line in self.lines for each in passed_cells_among(line.grid, line.start, line.stop, cells)]

    def passed_cells_near(self, cell: Cell) -> list[PassedCell]:
        """Return those of `passed_cells` that are a cell or share an edge with it."""
        return [each for line in self.lines for each in passed_cells_near(line.grid, line.start, line.stop, cell)]

    def place_of(self, cells: Sequence[Cell]) -> Fraction | int | None:
        """Return a sort key for where a line first meets a cell, or the border of two cells; None if none does.

        Positions on several lines are compared as fractions of their lengths.
        """
        if len(self.lines) == 1:
            return self.lines[0].place_of(cells)
        places = ((line.place_of(cells), line.unit) for line in self.lines)
        return min((Fraction(place, unit) for place, unit in places if place is not None), default=None)

    def place_of_label(self, position: Position, label: str) -> Fraction | int | None:
        """Return a sort key for the position where a line first meets the site with a label; None if none does."""
        lines = self.lines
        if len(lines) == 1 and "/" not in label:  # as for most obstacles, of which each attack may have many
            return lines[0].place_of_cell(position.cell(label))
        return self.place_of([position.cell(name) for name in label.split("/")])

    def iter_obstacles(self, position: Position) -> Iterator[str]:
        """Yield the labels of all cells and borders that count on any evaluated line."""
        reasons = (reason for line in self.considered for reason in line.reasons)
        yield from (position.label(site) for reason in reasons for site, _ in reason.sites)

    def named_lines(self, position: Position) -> tuple[NamedLine, ...]:
        """Return the deciding lines, by the names of their ends."""
        return tuple(line.line(position) for line in self.lines)


def sighting_of(attack: Attack[Any]) -> Sighting:
    """Return the sighting of an attack. Raise TypeError if its view is not from a sight plan."""
    if isinstance(attack.view, Sighting):
        return attack.view
    raise TypeError("sight was not found by a plan")


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
    watched, consulted = position.tracking_rulings()
    ends: Mapping[End, tuple[Cell, ...]] = {"from": cells_of(start), "to": cells_of(stop)}
    return _PairEvaluator(plan, watched, ends, {"from": drawn_from, "to": drawn_to}).sighting(consulted)


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
    """Evaluates a plan for two ends to the degree and the deciding lines."""

    def __init__(
        self,
        plan: SightPlan,
        position: Position,
        ends: Mapping[End, tuple[Cell, ...]],
        drawn: Mapping[End, tuple[Cell, ...]],
    ) -> None:
        self.plan = plan
        self.position = position
        self.drawn = drawn
        contacts = ContactEvaluator(position, ends, drawn)
        self.lines = LineEvaluator(position, frozenset((*ends["from"], *ends["to"])), contacts)
        self.points = EndPoints(plan, position, drawn)

    def sighting(self, consulted: Collection[str]) -> Sighting:
        """Return the result, with the lines."""
        found = self.fold(self.plan.fold, {}, len(self.plan.classes))
        lazy = LazyLines(
            lambda: tuple(_merge(map(self._trace if found.degree else self._drawn, found.lines))),
            lambda: tuple(_merge(map(self._trace, found.considered))),
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
        if min(distance(one, other) for one in self.drawn["from"] for other in self.drawn["to"]) != 1:
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

    def _drawn(self, drawn: DrawnLine) -> LineResult:
        """Return a deciding line of degree 0: it has no reasons."""
        return LineResult(self.position.board.grid, drawn.start, drawn.stop, ())

    def _trace(self, drawn: DrawnLine) -> LineResult:
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
