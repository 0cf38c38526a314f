"""Model: the meaning of formulas under an assignment."""

from __future__ import annotations

from sightline.inference.formulas import TRUE, Formulas, Literal
from sightline.inference.unknown_board import Assignment


def is_true(formulas: Formulas, formula: Literal, assignment: Assignment) -> bool:
    """Return whether a formula is true under an assignment."""
    known: dict[Literal, bool] = {TRUE: True}

    def holds(literal: Literal) -> bool:
        number = abs(literal)
        if number not in known:
            parts = formulas.conjunctions.get(number)
            known[number] = all(map(holds, parts)) if parts else assignment.holds(number)
        return known[number] == (literal > 0)

    return holds(formula)
