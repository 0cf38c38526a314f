"""The lines that a sight plan draws between two cells, and the groups of which any or all must reach a degree.

The groups come from the evaluator of folds, over the algebra of expressions. They are flattened to a program for
compiled loops: a list of lines with `OPEN` and `CLOSE` around groups, where any and all take turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from sightline.field.visibility.displacement_kernels import MAX_DEPTH
from sightline.field.visibility.line_program import CENTRE, CLOSE, FIRST_OUTERMOST, LAST_OUTERMOST, LINE, OPEN
from sightline.lattice import Grid
from sightline.sight.evaluate import fold_at_least
from sightline.sight.plan import All, ByAdjacency, End, Fold, SightLine, SightPlan

Step = tuple[int, int, int, int]
"""An operation, and for a line its number among the plan's and the numbers of its two points."""

_ASKED, _LAST = 1, 2
"""The queried degree, and the last degree of the plan, as symbols: programs are the same for all degrees."""


class PlanLine(NamedTuple):
    """A line of a plan; `is_apart` if it separates neighbours, and therefore must reach the plan's last degree."""

    line: SightLine
    is_apart: bool


def lines_of(fold: Fold, *, is_apart: bool = False) -> tuple[PlanLine, ...]:
    """Return the distinct lines of a fold."""
    match fold:
        case SightLine():
            return (PlanLine(fold, is_apart),)
        case All(parts):
            each = [lines_of(part, is_apart=is_apart) for part in parts]
        case ByAdjacency():
            parts = (fold.near, fold.far)
            each = [lines_of(fold.apart, is_apart=True), *(lines_of(part, is_apart=is_apart) for part in parts)]
        case _:
            each = [lines_of(fold.of, is_apart=is_apart)]
    return tuple({(id(found.line), found.is_apart): found for lines in each for found in lines}.values())


class _Group(NamedTuple):
    """An expression: any or all of several; or a line, which is any of its contacts."""

    is_any: bool
    parts: tuple[_Group, ...]
    line: Step | None = None

    def steps(self, *, in_any: bool) -> Iterator[Step]:
        """Yield the program of the expression inside a group of "any" or of "all"."""
        if len(self.parts) == 1:
            yield from self.parts[0].steps(in_any=in_any)
        elif self.is_any == in_any:
            yield from self._steps_within()
        else:
            yield OPEN, 0, 0, 0
            yield from self._steps_within()
            yield CLOSE, 0, 0, 0

    def _steps_within(self) -> Iterator[Step]:
        if self.line:
            yield self.line
        for part in self.parts:
            yield from part.steps(in_any=self.is_any)


class FoldProgram:
    """The programs of a plan for two cells, neighbours or not."""

    def __init__(self, plan: SightPlan, grid: Grid) -> None:
        corners = tuple(range(1, len(grid.corners) + 1))
        outermost = (FIRST_OUTERMOST, LAST_OUTERMOST)
        self._plan = plan
        self._points: Mapping[End, tuple[int, ...]] = {
            "from": corners if plan.start == "corners" else (CENTRE,),
            "to": {"corners": corners, "centre": (CENTRE,), "outermost": outermost}[plan.stop],
        }
        lines = lines_of(plan.fold)
        self._numbers = {(id(line), is_apart): number for number, (line, is_apart) in enumerate(lines)}

    def steps(self, *, are_near: bool) -> tuple[Step, ...]:
        """Return the program. Raise ValueError for groups that are too deep."""
        expression = fold_at_least(self._plan.fold, _ASKED, _LAST, _Expressions(self._numbers, self._points, are_near))
        steps = tuple(expression.steps(in_any=True))
        depths = accumulate((what == OPEN) - (what == CLOSE) for what, *_ in steps)
        if max(depths, default=0) >= MAX_DEPTH:
            raise ValueError(f"a plan of sight in which more than {MAX_DEPTH - 1} groups of lines lie in each other")
        return steps


class _Expressions(NamedTuple):
    """The algebra of expressions over the lines of a plan."""

    numbers: Mapping[tuple[int, bool], int]
    all_points: Mapping[End, tuple[int, ...]]
    are_near: bool

    def any(self, values: Iterable[_Group]) -> _Group:
        return _Group(True, tuple(values))

    def all(self, values: Iterable[_Group]) -> _Group:
        return _Group(False, tuple(values))

    def line(self, line: SightLine, degree: int, chosen: Mapping[End, int]) -> _Group:
        [start], [stop] = self.points("from", chosen), self.points("to", chosen)
        return _Group(True, (), (LINE, self.numbers[id(line), degree == _LAST], start, stop))

    def points(self, end: End, chosen: Mapping[End, int]) -> tuple[int, ...]:
        return (chosen[end],) if end in chosen else self.all_points[end]

    def are_adjacent(self) -> bool:
        return self.are_near
