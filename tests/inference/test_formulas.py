"""Formulas: what they say is what truth tables say, and what the solver finds is true and least."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from sightline.inference.formulas import FALSE, TRUE, Formulas, Literal
from sightline.inference.solver import OutOfTime, Solver
from sightline.inference.unknown_board import Assignment
from tests.inference.truth_tables import is_true


def test_what_is_plain_is_not_kept() -> None:
    formulas = Formulas()
    a, b = formulas.atom("a"), formulas.atom("b")
    assert formulas.all(()) == TRUE == formulas.any((a, -a))
    assert formulas.any(()) == FALSE == formulas.all((a, -a)) == formulas.all((a, FALSE))
    assert formulas.all((a, TRUE, a)) == a == formulas.any((a, FALSE))
    assert formulas.all((a, b)) == formulas.all((b, a)) == -formulas.any((-a, -b))
    assert formulas.atom("a") == a != b
    assert len(formulas.conjunctions) == 1


def _random_formula(rng: Random, formulas: Formulas, atoms: list[Literal], depth: int) -> Literal:
    if not depth:
        return rng.choice(atoms) * rng.choice((1, -1))
    parts = [_random_formula(rng, formulas, atoms, depth - 1) for _ in range(rng.randint(1, 3))]
    match rng.choice(("all", "any", "implies", "equal")):
        case "all":
            return formulas.all(parts)
        case "any":
            return formulas.any(parts)
        case "implies":
            return formulas.implies(parts[0], parts[-1])
        case _:
            return formulas.equal(parts[0], parts[-1])


@pytest.mark.parametrize("seed", range(60))
def test_the_solver_finds_what_a_truth_table_finds(seed: int) -> None:
    rng, formulas = Random(seed), Formulas()
    atoms = [formulas.atom(name) for name in "abcdef"]
    required = [_random_formula(rng, formulas, atoms, 3) for _ in range(rng.randint(1, 6))]
    assumed = [_random_formula(rng, formulas, atoms, 2) for _ in range(rng.randint(0, 2))]
    tables = [
        Assignment(frozenset(a for a, holds in zip(atoms, row, strict=True) if holds))
        for row in product((0, 1), repeat=6)
    ]
    fitting = [t for t in tables if all(is_true(formulas, f, t) for f in required + assumed)]
    solver = Solver(formulas, seconds=60)
    for formula in required:
        solver.require(formula)
    found = solver.minimize(atoms, assumed)
    assert (found is None) == (not fitting)
    if found is not None:
        assert found in fitting
        assert len(found.true) == min(len(table.true) for table in fitting)
    elif all(not all(is_true(formulas, f, t) for f in required) for t in tables):
        assert solver.minimize(atoms) is None


def test_at_least_a_number_and_fewest_besides() -> None:
    formulas = Formulas()
    a, b, c, d = (formulas.atom(name) for name in "abcd")
    solver = Solver(formulas, seconds=60)
    solver.require(-a, c)
    solver.require(-b, d)
    solver.require(c, d)
    found = solver.minimize([a, b], lower_bound=1)
    assert found is not None
    assert len({a, b} & found.true) == 1
    found = solver.minimize([-a], tie_breakers=[c, d])
    assert found is not None
    assert found.true == {a, c}


def test_what_cannot_hold_together() -> None:
    formulas = Formulas()
    a, b, c = (formulas.atom(name) for name in "abc")
    solver = Solver(formulas, seconds=60)
    solver.require(-a, -b)
    assert sorted(solver.find_core([a, b, c])) == sorted([a, b])


def test_no_time_is_no_answer() -> None:
    solver = Solver(Formulas(), seconds=0)
    with pytest.raises(OutOfTime):
        solver.minimize([])
    with pytest.raises(OutOfTime):
        solver.check_time()
