"""Which lines a plan of sight draws between two cells, and in which groups the worst or the best of them counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from sightline.field.visibility.displacement_kernels import DEPTH
from sightline.field.visibility.line_program import CENTRE, CLOSE, FIRST_OUTERMOST, LAST_OUTERMOST, LINE, OPEN
from sightline.lattice import Grid
from sightline.sight.plan import All, ByAdjacency, Choose, End, Fold, Min, SightLine, SightPlan

Step = tuple[int, int, int, int]
"""What is done, and of a line its number among the plan's and its two points."""
Points = Mapping[End, tuple[int, ...]]
"""The points of each end that lines run between."""


class State(NamedTuple):
    """Between neighbours or not; whether lines keep these apart; whether the worst of a group counts or the best."""

    are_near: bool
    is_apart: bool
    is_worst: bool


class Drawn(NamedTuple):
    """A line of a plan, and whether it keeps neighbours apart."""

    line: SightLine
    is_apart: bool


def lines_of(fold: Fold, *, is_apart: bool = False) -> tuple[Drawn, ...]:
    """Give the lines of a fold, each once."""
    match fold:
        case SightLine():
            return (Drawn(fold, is_apart),)
        case All(parts):
            each = [lines_of(part, is_apart=is_apart) for part in parts]
        case ByAdjacency():
            parts = (fold.near, fold.far)
            each = [lines_of(fold.apart, is_apart=True), *(lines_of(part, is_apart=is_apart) for part in parts)]
        case _:
            each = [lines_of(fold.of, is_apart=is_apart)]
    return tuple({(id(drawn.line), drawn.is_apart): drawn for found in each for drawn in found}.values())


class Folding:
    """Lists the lines of a plan between two cells, neighbours or not, and the groups that they are in."""

    def __init__(self, plan: SightPlan, grid: Grid) -> None:
        corners = tuple(range(1, len(grid.corners) + 1))
        outermost = (FIRST_OUTERMOST, LAST_OUTERMOST)
        self._plan = plan
        self._points: Points = {
            "from": corners if plan.start == "corners" else (CENTRE,),
            "to": {"corners": corners, "centre": (CENTRE,), "outermost": outermost}[plan.stop],
        }
        drawn = lines_of(plan.fold)
        self._numbers = {(id(line), is_apart): number for number, (line, is_apart) in enumerate(drawn)}

    def steps(self, *, are_near: bool) -> tuple[Step, ...]:
        """Give the lines and groups: of the outermost the worst counts. Raises ValueError for too deep ones."""
        steps = tuple(self._steps(self._plan.fold, self._points, State(are_near, is_apart=False, is_worst=True)))
        depths = accumulate((what == OPEN) - (what == CLOSE) for what, *_ in steps)
        if max(depths, default=0) >= DEPTH:
            raise ValueError(f"a plan of sight in which more than {DEPTH - 1} groups of lines lie in each other")
        return steps

    def _steps(self, fold: Fold, points: Points, state: State) -> Iterator[Step]:
        is_best = isinstance(fold, Choose) and fold.take is Min and len(points[fold.end]) > 1
        if is_best == state.is_worst:
            yield OPEN, 0, 0, 0
            yield from self._steps_within(fold, points, state._replace(is_worst=not state.is_worst))
            yield CLOSE, 0, 0, 0
        else:
            yield from self._steps_within(fold, points, state)

    def _steps_within(self, fold: Fold, points: Points, state: State) -> Iterator[Step]:
        match fold:
            case SightLine():
                [start], [stop] = points["from"], points["to"]
                yield LINE, self._numbers[id(fold), state.is_apart], start, stop
            case All(parts):
                for part in parts:
                    yield from self._steps(part, points, state)
            case ByAdjacency():
                yield from self._near_steps(fold, points, state)
            case _:
                for point in points[fold.end]:
                    yield from self._steps(fold.of, {**points, fold.end: (point,)}, state)

    def _near_steps(self, fold: ByAdjacency, points: Points, state: State) -> Iterator[Step]:
        if not state.are_near:
            yield from self._steps(fold.far, points, state)
            return
        # What is near is never worse than what is far: kept apart and bad from afar, or bad even near.
        yield from self._steps(fold.near, points, state)
        yield OPEN, 0, 0, 0
        both = state._replace(is_worst=False)
        yield from self._steps_apart(fold.apart, points, both._replace(is_apart=True))
        yield from self._steps_apart(fold.far, points, both)
        yield CLOSE, 0, 0, 0

    def _steps_apart(self, fold: Fold, points: Points, state: State) -> Iterator[Step]:
        yield OPEN, 0, 0, 0
        yield from self._steps(fold, points, state._replace(is_worst=True))
        yield CLOSE, 0, 0, 0
