"""Reach from every cell at once."""

from __future__ import annotations

from functools import partial

from benchmarks.boards import random_ground
from benchmarks.measurement import Case, Floor, Sizes, Work
from benchmarks.peers.costs import scipy_costs

_SIZES = Sizes(full=100, quick=60, tiny=8)
_BUDGET = 12
_WALLS = 0.15
_SAME = "Least costs to enter the cells of one grid, 15 percent of which cannot be entered, the others cost 1, 2 or 3."


def _plain(size: int, *, diagonal: bool, is_around: bool) -> Work:
    import numpy as np

    from benchmarks.plain_grid import find_costs, find_costs_by_displacement

    draw = np.random.default_rng(1)
    costs = draw.integers(1, 4, (size, size))
    costs[draw.random((size, size)) < _WALLS] = 0
    find = find_costs_by_displacement if is_around else find_costs
    theirs = scipy_costs(costs, _BUDGET, diagonal=diagonal)

    def remark() -> str:
        found = find_costs_by_displacement(costs, _BUDGET, diagonal=diagonal)
        return f"{int((found < np.iinfo(found.dtype).max).sum()):,} ways"

    sources = int((costs > 0).sum())
    return Work(lambda: find(costs, _BUDGET, diagonal=diagonal), theirs, sources, remark)


def _of_a_piece(size: int) -> Work:
    import sightline
    from sightline.field.cell_field import CellField

    ground = random_ground(size, characters=60 * size**2 // 100**2 + 1, movement=6, growth=0)
    scenario = sightline.parse(ground.text)

    def reach() -> object:
        field = scenario.field()
        assert isinstance(field, CellField)
        return field.reach("M")

    return Work(reach)


REACH_EVERYWHERE = (
    *(
        Case(
            f"least costs up to {_BUDGET} from each of {{n}} x {{n}} squares, {near} neighbours, {form}",
            _SIZES,
            partial(_plain, diagonal=near == 8, is_around=is_around),
            "scipy, Dijkstra with a limit",
            Floor(times=3),
            _SAME,
        )
        for near in (4, 8)
        for form, is_around in (("around it", True), ("to all cells", False))
    ),
    Case("reach of one character from every hex of {n} x {n}, among others (HERO)", Sizes(100, 40, 20), _of_a_piece),
)
