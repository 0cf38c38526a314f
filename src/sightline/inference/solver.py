"""Formulas given to OR-tools' CP-SAT solver. The library is loaded only when something is solved."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from sightline.extras import MissingExtra
from sightline.i18n import _
from sightline.inference.formulas import TRUE, Formulas, Literal
from sightline.inference.unknown_board import Assignment

_SEED = 1


class OutOfTime(Exception):
    """The time for solving is used up, and the question open; `found` is what is known to be possible, if anything."""

    def __init__(self, found: Assignment | None = None) -> None:
        super().__init__("out of time")
        self.found = found


class Solver:
    """Requirements on formulas, and what satisfies them. `seconds` is the time for all solving together."""

    def __init__(self, formulas: Formulas, *, seconds: float, workers: int = 1) -> None:
        self._cp = _cp_model()
        self.formulas = formulas
        self.workers = workers
        self._end = time.monotonic() + seconds
        self._model: Any = self._cp.CpModel()
        self._variables: dict[Literal, Any] = {}
        self._defined: set[Literal] = set()

    def with_formulas(self, formulas: Formulas) -> Solver:
        """Give a solver without requirements, for other formulas and the time that is left."""
        return Solver(formulas, seconds=self._left(), workers=self.workers)

    def check_time(self) -> None:
        """Raise `OutOfTime` where the time is used up."""
        self._left()

    def require(self, *parts: Literal) -> None:
        """Require that one of these holds."""
        formula = self.formulas.any(parts)
        if formula in self.formulas.conjunctions:
            for part in self.formulas.conjunctions[formula]:
                self.require(part)
        elif -formula in self.formulas.conjunctions:
            self._model.add_bool_or([self._literal(-part) for part in self.formulas.conjunctions[-formula]])
        elif formula != TRUE:
            self._model.add_bool_or([] if formula == -TRUE else [self._literal(formula)])

    def least(
        self,
        counted: Sequence[Literal],
        assumed: Iterable[Literal] = (),
        *,
        at_least: int = 0,
        besides: Sequence[Literal] = (),
    ) -> Assignment | None:
        """Give an assignment in which as few as possible of what is counted hold; None where there is none at all.

        What is counted are atoms and their opposites. What is assumed holds besides what is required, and of what is
        counted at least so many. Of equally good assignments it is one in which the fewest of `besides` hold. Raises
        `OutOfTime`.
        """
        wanted, given = self._literals(counted), self._literals(assumed)
        others = self._literals(besides)
        model = self._model.clone()
        for literal in given:
            model.add_bool_or([literal])
        if wanted and at_least:
            model.add(sum(wanted) >= at_least)
        if wanted or others:
            model.minimize((len(others) + 1) * sum(wanted) + sum(others))
        status, solver = self._solve(model)
        if status == self._cp.INFEASIBLE:
            return None
        if status == self._cp.OPTIMAL:
            return self._assignment(solver)
        raise OutOfTime(self._assignment(solver) if status == self._cp.FEASIBLE else None)

    def conflict(self, assumed: Sequence[Literal]) -> list[Literal]:
        """Give some of these that cannot hold together, where all of them cannot. Raises `OutOfTime`."""
        literals = {literal.index: formula for literal, formula in zip(self._literals(assumed), assumed, strict=True)}
        model = self._model.clone()
        model.add_assumptions(self._literals(assumed))
        status, solver = self._solve(model)
        if status != self._cp.INFEASIBLE:
            raise OutOfTime
        return [literals[index] for index in solver.sufficient_assumptions_for_infeasibility()]

    def _solve(self, model: Any) -> tuple[Any, Any]:
        solver = self._cp.CpSolver()
        solver.parameters.max_time_in_seconds = self._left()
        solver.parameters.random_seed = _SEED
        solver.parameters.num_workers = self.workers
        solver.parameters.optimize_with_core = True  # twice as fast on ruling sheets
        return solver.solve(model), solver

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
        """Give the variable that implies a formula, which it then has to."""
        variable = self._variable(abs(formula))
        literal = variable if formula > 0 else ~variable
        if formula not in self._defined:
            self._defined.add(formula)
            self._define(formula, literal)
        return literal

    def _define(self, formula: Literal, literal: Any) -> None:
        """Say what follows from a formula; what it follows from is said only where its opposite is used."""
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
        raise MissingExtra(_("OR-tools, which finds boards,"), "infer") from missing
    return cp_model
