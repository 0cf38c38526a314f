"""An adapter to the CP-SAT solver of OR-tools, which is imported on first use."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from sightline.deadline import check_limit, remaining_seconds
from sightline.extras import MissingExtra
from sightline.i18n import _
from sightline.inference.formulas import TRUE, Formulas, Literal
from sightline.inference.unknown_board import Assignment

_SEED = 1
_MARGIN = 0.01
"""The seconds that the solver may run beyond a limit, so that the limit has certainly been exceeded afterwards."""


class OutOfTime(Exception):
    """Raised if the time runs out before an answer; `found` is the best assignment known, if any."""

    def __init__(self, found: Assignment | None = None) -> None:
        super().__init__("out of time")
        self.found = found


class Solver:
    """Requirements on formulas, and assignments that satisfy them. `seconds` is the time for all solving together."""

    def __init__(self, formulas: Formulas, *, seconds: float, workers: int = 1) -> None:
        self._cp = _cp_model()
        self.formulas = formulas
        self.workers = workers
        self._end = time.monotonic() + seconds
        self._model: Any = self._cp.CpModel()
        self._variables: dict[Literal, Any] = {}
        self._defined: set[Literal] = set()

    def with_formulas(self, formulas: Formulas) -> Solver:
        """Return a solver without requirements, for other formulas and the time left."""
        return Solver(formulas, seconds=self._left(), workers=self.workers)

    def check_time(self) -> None:
        """Raise `OutOfTime` if the time has run out."""
        self._left()

    def require(self, *parts: Literal) -> None:
        """Require that one of these formulas is true."""
        formula = self.formulas.any(parts)
        if formula in self.formulas.conjunctions:
            for part in self.formulas.conjunctions[formula]:
                self.require(part)
        elif -formula in self.formulas.conjunctions:
            self._model.add_bool_or([self._literal(-part) for part in self.formulas.conjunctions[-formula]])
        elif formula != TRUE:
            self._model.add_bool_or([] if formula == -TRUE else [self._literal(formula)])

    def minimize(
        self,
        counted: Sequence[Literal],
        assumed: Iterable[Literal] = (),
        *,
        lower_bound: int = 0,
        tie_breakers: Sequence[Literal] = (),
    ) -> Assignment | None:
        """Return an assignment with a minimum number of true formulas in `counted`; None if there is no assignment.

        - `counted`: atoms and negated atoms, of which at least `lower_bound` are true.
        - `assumed`: formulas that must be true in addition to the requirements.
        - `tie_breakers`: among equally good assignments, one with the fewest true formulas in here is returned.

        Raise `OutOfTime`.
        """
        wanted, given = self._literals(counted), self._literals(assumed)
        others = self._literals(tie_breakers)
        model = self._model.clone()
        for literal in given:
            model.add_bool_or([literal])
        if wanted and lower_bound:
            model.add(sum(wanted) >= lower_bound)
        if wanted or others:
            model.minimize((len(others) + 1) * sum(wanted) + sum(others))
        status, solver = self._solve(model)
        if status == self._cp.INFEASIBLE:
            return None
        if status == self._cp.OPTIMAL:
            return self._assignment(solver)
        raise OutOfTime(self._assignment(solver) if status == self._cp.FEASIBLE else None)

    def find_core(self, assumed: Sequence[Literal]) -> list[Literal]:
        """Return a subset of these unsatisfiable formulas that is already unsatisfiable. Raise `OutOfTime`."""
        literals = {literal.index: formula for literal, formula in zip(self._literals(assumed), assumed, strict=True)}
        model = self._model.clone()
        model.add_assumptions(self._literals(assumed))
        status, solver = self._solve(model)
        if status != self._cp.INFEASIBLE:
            raise OutOfTime
        return [literals[index] for index in solver.sufficient_assumptions_for_infeasibility()]

    def _solve(self, model: Any) -> tuple[Any, Any]:
        solver = self._cp.CpSolver()
        solver.parameters.max_time_in_seconds = min(self._left(), remaining_seconds() + _MARGIN)
        solver.parameters.random_seed = _SEED
        solver.parameters.num_workers = self.workers
        solver.parameters.optimize_with_core = True  # twice as fast on ruling sheets
        status = solver.solve(model)
        check_limit()
        return status, solver

    def _left(self) -> float:
        left = self._end - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left

    def _assignment(self, solver: Any) -> Assignment:
        atoms = (atom for atom in self.formulas.atoms.values() if atom in self._variables)
        return Assignment(frozenset(atom for atom in atoms if solver.boolean_value(self._variables[atom])))

    def _literals(self, formulas: Iterable[Literal]) -> list[Any]:
        return [self._literal(formula) for formula in formulas]

    def _literal(self, formula: Literal) -> Any:
        """Return the solver's literal that implies a formula."""
        variable = self._variable(abs(formula))
        literal = variable if formula > 0 else ~variable
        if formula not in self._defined:
            self._defined.add(formula)
            self._define(formula, literal)
        return literal

    def _define(self, formula: Literal, literal: Any) -> None:
        """Add the implications from a literal to its formula; the converse is added only where the negation is used."""
        if abs(formula) == TRUE:
            self._model.add_bool_or([self._variable(TRUE)])
        parts = self.formulas.conjunctions.get(abs(formula), ())
        if formula > 0:
            for part in parts:
                self._model.add_implication(literal, self._literal(part))
        elif parts:
            self._model.add_bool_or([*(self._literal(-part) for part in parts), ~literal])

    def _variable(self, number: Literal) -> Any:
        if number not in self._variables:
            self._variables[number] = self._model.new_bool_var("")
        return self._variables[number]


def _cp_model() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError as missing:
        raise MissingExtra(_("OR-tools, which searches for boards,"), "infer") from missing
    return cp_model
