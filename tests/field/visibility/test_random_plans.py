"""Whatever plan of sight a system states, a field makes of it what single looks do, pair by pair."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sightline.board import Board, Piece
from sightline.field.cell_field import CellField
from sightline.field.visibility.visibility import BoardVisibility
from sightline.lattice import parse_grid
from sightline.rules import Position, Rulings
from sightline.sight import ByAdjacency, Leaf, Max, SightLine, SightPlan, find_sighting
from sightline.sight.plan import Fold
from tests.field.test_cell_field import VALUES, seen, without_others
from tests.field.visibility.random_plans import CLAUSES, Of, Plans, random_position
from tests.reference.boards import least, many
from tests.rules.tiny_system import Lantern

FEW, MANY, SHARDS, PAIRS = 4, 200, 2, 40
BOARDS = 2
"""On so many boards each plan is tried."""


class Planned(Lantern):
    """A system with a plan of sight given to it."""

    def __init__(self, plan: SightPlan) -> None:
        self.given = plan

    def sight(self) -> SightPlan:
        return self.given


def field_of(plan: SightPlan, position: Position) -> CellField:
    return CellField(Planned(plan), position)


def compare(rng: Random, plans: int) -> Counter[str]:
    """Compare random plans; return the counts of what was met."""
    counts = Counter[str]()
    for _ in range(plans):
        plan = Plans(rng).plan()
        for _ in range(BOARDS):
            compare_on(plan, random_position(rng), rng, counts)
    return counts


def compare_on(plan: SightPlan, position: Position, rng: Random, counts: Counter[str]) -> None:
    field, cells, told = field_of(plan, position), list(position.board), (plan, position)
    found = seen(field)
    pairs = [(one, other) for one in range(len(cells)) for other in range(len(cells)) if one != other]
    for one, other in rng.sample(pairs, min(PAIRS, len(pairs))):
        left = without_others(position, cells[one], cells[other])
        expected = VALUES[find_sighting(plan, left, cells[one], cells[other]).sight]
        assert found[one, other] == expected, (field.cells[one], field.cells[other], *told)
        counts[f"seen {expected}"] += 1
    assert not found.diagonal().any()
    one = rng.randrange(len(cells))
    assert field.see(field.cells[one]).tolist() == found[one].tolist(), (field.cells[one], *told)
    templates = BoardVisibility(Planned(plan).dummy_sight(position), position).templates
    counts["half"] += templates.far.displacements.is_half
    counts["near apart"] += templates.near is not None


def test_plans_in_which_too_much_lies_in_each_other_are_refused() -> None:
    fold: Fold = SightLine({})
    for _ in range(4):
        fold = ByAdjacency(fold, fold, fold)
    with pytest.raises(ValueError, match="more than 7 groups"):
        field_of(SightPlan("centre", "centre", fold), random_position(Random(0))).pairs()


def test_a_large_piece_may_hide_that_degrees_differ() -> None:
    """Walls impede, pieces block. The only wall is under a piece, which is no obstacle to lines from its own cells."""
    board = Board.empty(parse_grid("square"), 5, 1)
    cells = list(board)
    board = board.with_ground({cells[2]: ("wall",)})
    board = board.with_sole_occupant(Piece(name="piece", at=cells[1], beside=(cells[2],), side="red"))
    reading = Max((Leaf(Of("wall"), "cell", 1, CLAUSES[0]), Leaf(Of("red"), "cell", 2, CLAUSES[1])))
    field = field_of(
        SightPlan("centre", "centre", SightLine({"cell": reading})), Position(board, {}, {}, Rulings((), {}))
    )
    found = seen(field)
    assert found[1].tolist() == [2, 0, 2, 1, 1]
    assert [field.see(label).tolist() for label in field.cells] == found.tolist()


def test_a_few_random_plans() -> None:
    compare(Random("a few plans"), FEW)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_plans(shard: int) -> None:
    counts = compare(Random(f"plans {shard}"), many(MANY))
    for what in ("seen 0", "seen 1", "seen 2", "half", "near apart"):
        assert counts[what] >= least(MANY // 40), counts
