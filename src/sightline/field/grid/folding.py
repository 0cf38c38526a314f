"""Which lines a plan of sight draws between two cells, and in which groups the worst or the best of them counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.field.grid.meeting import CENTRE, CLOSE, FIRST_OUTERMOST, LAST_OUTERMOST, LINE, OPEN
from sightline.lattice import Grid
from sightline.rules.plan import Best, End, Fold, Line, Over, SightPlan, Together

Step = tuple[int, int, int, int]
"""What is done, and of a line its number among the plan's and its two points."""


def lines_of(fold: Fold) -> tuple[Line, ...]:
    """Give the lines of a fold, each once."""
    if isinstance(fold, Line):
        return (fold,)
    parts = fold.parts if isinstance(fold, Together) else (fold.of,)
    found = {id(line): line for part in parts for line in lines_of(part)}
    return tuple(found.values())


def steps_of(plan: SightPlan, grid: Grid) -> tuple[Step, ...]:
    """Give the lines of a plan and the groups that they are in: of the outermost the worst counts."""
    corners = tuple(range(1, len(grid.corners) + 1))
    points: Mapping[End, tuple[int, ...]] = {
        "from": corners if plan.start == "corners" else (CENTRE,),
        "to": {"corners": corners, "centre": (CENTRE,), "outermost": (FIRST_OUTERMOST, LAST_OUTERMOST)}[plan.stop],
    }
    numbers = {id(line): number for number, line in enumerate(lines_of(plan.fold))}
    return tuple(_steps(plan.fold, points, numbers, is_worst=True))


def _steps(
    fold: Fold, points: Mapping[End, tuple[int, ...]], numbers: Mapping[int, int], *, is_worst: bool
) -> Iterator[Step]:
    is_best = isinstance(fold, Over) and fold.take is Best and len(points[fold.end]) > 1
    if is_best == is_worst:
        yield OPEN, 0, 0, 0
        yield from _steps_within(fold, points, numbers, is_worst=not is_worst)
        yield CLOSE, 0, 0, 0
    else:
        yield from _steps_within(fold, points, numbers, is_worst=is_worst)


def _steps_within(
    fold: Fold, points: Mapping[End, tuple[int, ...]], numbers: Mapping[int, int], *, is_worst: bool
) -> Iterator[Step]:
    match fold:
        case Line():
            [start], [stop] = points["from"], points["to"]
            yield LINE, numbers[id(fold)], start, stop
        case Together(parts):
            for part in parts:
                yield from _steps(part, points, numbers, is_worst=is_worst)
        case _:
            for point in points[fold.end]:
                yield from _steps(fold.of, {**points, fold.end: (point,)}, numbers, is_worst=is_worst)
