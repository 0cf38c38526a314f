"""Formulas over statements that may be true or false of an unknown board, each kept once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

Literal = int
"""A formula's number, negative for its opposite."""

TRUE: Literal = 1
FALSE: Literal = -1


class Formulas:
    """Formulas by number. Each is true, an atom, or the conjunction of others; disjunctions are negated ones."""

    def __init__(self) -> None:
        self.atoms: dict[Hashable, Literal] = {}
        self.conjunctions: dict[Literal, tuple[Literal, ...]] = {}
        self._numbers: dict[tuple[Literal, ...], Literal] = {}
        self._last = TRUE

    def atom(self, name: Hashable) -> Literal:
        """Give the statement of that name."""
        if name not in self.atoms:
            self.atoms[name] = self._next()
        return self.atoms[name]

    def all(self, parts: Iterable[Literal]) -> Literal:
        """Give what holds where all parts do."""
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
        """Give what holds where one of the parts does."""
        return -self.all(-part for part in parts)

    def implies(self, condition: Literal, consequence: Literal) -> Literal:
        """Give what holds where the condition does not, or the consequence does."""
        return self.any((-condition, consequence))

    def equal(self, one: Literal, other: Literal) -> Literal:
        """Give what holds where both do or neither."""
        return self.all((self.implies(one, other), self.implies(other, one)))

    def _next(self) -> Literal:
        self._last += 1
        return self._last
