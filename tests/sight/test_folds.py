"""Driver: a plan's degree for one pair, found with early exits, is the one that the evaluator of folds states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

import pytest

from sightline.board import format_cell
from sightline.lattice import Cell, Point
from sightline.rules import Position
from sightline.sight import SightLine, SightPlan, find_sighting
from sightline.sight.contact_evaluator import ContactEvaluator
from sightline.sight.evaluate import fold_at_least
from sightline.sight.line_evaluator import LineEvaluator
from sightline.sight.plan import End
from sightline.sight.points import EndPoints
from tests.field.visibility.random_plans import Plans, random_position
from tests.reference.boards import least, many

FEW, MANY, PAIRS = 20, 750, 4


class PairLines:
    """The algebra of the lines between two cells, each evaluated in full."""

    def __init__(self, plan: SightPlan, position: Position, start: Cell, stop: Cell) -> None:
        ends: Mapping[End, tuple[Cell, ...]] = {"from": (start,), "to": (stop,)}
        self.position, self.ends, self.last = position, ends, len(plan.classes) - 1
        self.lines = LineEvaluator(position, frozenset((start, stop)), ContactEvaluator(position, ends, ends))
        self.end_points = EndPoints(plan, position, ends)

    def any(self, values: Iterable[bool]) -> bool:
        return any(list(values))

    def all(self, values: Iterable[bool]) -> bool:
        return all(list(values))

    def line(self, line: SightLine, degree: int, chosen: Mapping[End, Point]) -> bool:
        [start, *_], [stop, *_] = self.points("from", chosen), self.points("to", chosen)
        return self.lines.degree(line, start, stop, self.last + 1) >= degree

    def points(self, end: End, chosen: Mapping[End, Point]) -> list[Point]:
        return self.end_points.of(end, chosen)

    def are_adjacent(self) -> bool:
        return self.position.board.grid.distance(self.ends["from"][0], self.ends["to"][0]) == 1


def compare(rng: Random, plans: int) -> Counter[int]:
    """Compare random plans on random boards; return how often each degree was found."""
    counts = Counter[int]()
    for _ in range(plans):
        plan, position = Plans(rng).plan(), random_position(rng)
        last = len(plan.classes) - 1
        for _ in range(PAIRS):
            start, stop = rng.choice(list(position.board)), rng.choice(list(position.board))
            if start == stop:
                continue
            pair = PairLines(plan, position, start, stop)
            reached = [fold_at_least(plan.fold, degree, last, pair) for degree in range(1, last + 1)]
            found = find_sighting(plan, position, start, stop).degree
            where = format_cell(position.board, start), format_cell(position.board, stop)
            assert reached == [found >= degree for degree in range(1, last + 1)], (where, plan, position)
            counts[found] += 1
    return counts


def test_a_few_random_plans() -> None:
    compare(Random("a few folds"), FEW)


@pytest.mark.slow
def test_random_plans() -> None:
    counts = compare(Random("folds"), many(MANY))
    assert all(counts[degree] >= least(MANY // 10) for degree in (0, 1, 2)), counts
