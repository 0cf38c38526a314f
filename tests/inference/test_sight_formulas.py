"""The formulas of the model say of every board what the referee says of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sightline.inference.formulas import Literal
from sightline.inference.sight_formulas import PlanEncoder
from sightline.inference.unknown_board import Assignment
from sightline.rules import Position, require
from sightline.sight import PlannedSight
from sightline.systems.combat_hex.terrain import hills
from sightline.systems.combat_hex.unknown_terrain import UnknownBoard
from tests.inference import boards
from tests.inference.truth_tables import is_true
from tests.reference.boards import least, many


def assignment_of(unknown: UnknownBoard, whole: Position) -> Assignment:
    """Return the atoms that are true of a known board."""
    board, hill_of = whole.board, whole.mask(hills)
    true = set()
    atoms: dict[Any, Literal] = {**unknown.formulas.atoms}
    for name, atom in atoms.items():
        match name:
            case ("level", cell, level):
                holds = board.level(cell) >= level
            case ("beside", piece, cell):
                holds = cell in board.pieces[piece].beside
            case ("hill", piece, cell):
                holds = cell in hill_of and hill_of[cell] == hill_of.get(board.pieces[piece].cell)
            case (kind, border):
                holds = kind in board.borders.get(border, ())
            case _:
                raise AssertionError(name)
        if holds:
            true.add(atom)
    return Assignment(frozenset(true))


def compare(rng: Random, count: int) -> int:
    """Compare all that rows can say of random boards; give the number of rows that come out."""
    come_out = 0
    for _ in range(count):
        hidden = boards.random_hidden(rng, most_pieces=7)
        unknown = UnknownBoard(hidden.known, boards.RULES.highest_level)
        if max(hidden.whole.board.levels) > unknown.highest:
            continue  # levels only count by their order, so that no higher ones are tried
        encoder = PlanEncoder(require(boards.RULES, PlannedSight).sight(), unknown)
        pairs = rng.sample(pairs := boards.pairs_of(hidden.known), min(3, len(pairs)))
        for pair in pairs:
            come_out += _compare_rows(hidden, unknown, encoder, pair)
        requirements = list(unknown.requirements())
        truth = assignment_of(unknown, hidden.whole)
        assert all(any(is_true(unknown.formulas, part, truth) for part in parts) for parts in requirements)
        assert not list(unknown.refinements(truth))
        assert sum(map(truth.holds, unknown.elements())) <= hidden.size
        # What no line meets is left out of the model, and plays no part.
        again = unknown.position_of(truth)
        assert [boards.said(again, *pair) for pair in pairs] == [boards.said(hidden.whole, *pair) for pair in pairs]
    return come_out


def _compare_rows(hidden: boards.Hidden, unknown: UnknownBoard, encoder: PlanEncoder, pair: tuple[str, str]) -> int:
    """Compare everything that a row can say of a pair; give the number of rows that come out."""
    rows, formulas = [boards.row_of(said) for said in boards.statements(*pair)], unknown.formulas
    glances, verdict, come_out = list(encoder.encode_view(*pair)), boards.judge(hidden.whole, *pair), 0
    required = [[boards.inference().requires(row, seen, unknown) for _, seen in glances] for row in rows]
    truth = assignment_of(unknown, hidden.whole)
    stands = [is_true(formulas, stand, truth) for stand, _ in glances]
    assert sum(stands) == 1
    for row, needed in zip(rows, required, strict=True):
        says = is_true(formulas, needed[stands.index(True)], truth)
        assert says == boards.inference().agrees(row, verdict), (row, verdict)
        come_out += says
    return come_out


@pytest.mark.slow
def test_the_model_says_what_the_referee_says() -> None:
    assert compare(Random("model"), 15) > 15


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(2))
def test_the_model_says_what_the_referee_says_of_many_boards(shard: int) -> None:
    assert compare(Random(f"model {shard}"), many(75)) >= least(75)
