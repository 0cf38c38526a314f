"""Clauses of a rulebook, and the functions that carry them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

from msgspec import Struct, structs

from sightline.i18n import _

P = ParamSpec("P")
R = TypeVar("R")


class Clause(Struct, frozen=True):
    """One clause: its id, as answers cite it, what it is about, what it says, and where the source says it."""

    id: str
    title: str
    text: str
    source: str

    def localized(self) -> Clause:
        """Give the clause in the language that is spoken."""
        return structs.replace(self, title=_(self.title), text=_(self.text), source=_(self.source))


class Rule(Generic[P, R]):
    """A function that carries out a clause. `off`, of the same type, is what it would give without the clause."""

    def __init__(self, clause: Clause, carry_out: Callable[P, R], off: object) -> None:
        self.clause = clause
        self.carry_out = carry_out
        self.off = off
        self.__doc__ = carry_out.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.carry_out(*args, **kwargs)


def rule(clause: Clause, *, off: object) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Mark a function as the one that carries out `clause`; without the clause it would give `off`."""

    def mark(carry_out: Callable[P, R]) -> Rule[P, R]:
        return Rule(clause, carry_out, off)

    return mark
