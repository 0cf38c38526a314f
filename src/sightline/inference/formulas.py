"""Propositional formulas over statements about an unknown board, hash-consed: equal formulas have the same number."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

Literal = int
"""The number of a formula, negative for its negation."""

TRUE: Literal = 1
FALSE: Literal = -1


class Formulas:
    """A table of formulas: the constant true, atoms, and conjunctions. Disjunctions are negated conjunctions."""

    def __init__(self) -> None:
        self.atoms: dict[Hashable, Literal] = {}
        self.conjunctions: dict[Literal, tuple[Literal, ...]] = {}
        self._numbers: dict[tuple[Literal, ...], Literal] = {}
        self._last = TRUE

    def atom(self, name: Hashable) -> Literal:
        """Return the atom with a name."""
        if name not in self.atoms:
            self.atoms[name] = self._next()
        return self.atoms[name]

    def all(self, parts: Iterable[Literal]) -> Literal:
        """Return the conjunction of formulas."""
        left = {part for part in parts if part != TRUE}
        if FALSE in left or any(-part in left for part in left):
            return FALSE
        if len(left) < 2:
            return left.pop() if left else TRUE
        key = tuple(sorted(left))
        if key not in self._numbers:
            self._numbers[key] = self._next()
            self.conjunctions[self._numbers[key]] = key
        return self._numbers[key]

    def any(self, parts: Iterable[Literal]) -> Literal:
        """Return the disjunction of formulas."""
        return -self.all(-part for part in parts)

    def implies(self, condition: Literal, consequence: Literal) -> Literal:
        """Return the implication of two formulas."""
        return self.any((-condition, consequence))

    def equal(self, one: Literal, other: Literal) -> Literal:
        """Return the equivalence of two formulas."""
        return self.all((self.implies(one, other), self.implies(other, one)))

    def _next(self) -> Literal:
        self._last += 1
        return self._last
