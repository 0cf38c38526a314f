"""Clauses of a rulebook, and the functions that implement them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Generic, ParamSpec, Self, TypeVar

from msgspec import Struct, structs

from sightline.i18n import _

P = ParamSpec("P")
R = TypeVar("R")


class Clause(Struct, frozen=True):
    """A clause: its id, which answers cite, a title, its text, and its place in the source."""

    id: str
    title: str
    text: str
    source: str

    def localized(self) -> Clause:
        """Return the clause in the current language."""
        return structs.replace(self, title=_(self.title), text=_(self.text), source=_(self.source))


class Rule(partial[R], Generic[P, R]):
    """A function that implements a clause. `off` is its result without the clause, of the same type.

    It is a `partial`, because that is called as fast as the function itself, and every attack and every step of a
    battle calls tens of rules.
    """

    def __new__(cls, clause: Clause, carry_out: Callable[P, R], off: object) -> Self:
        del clause, off
        return super().__new__(cls, carry_out)

    def __init__(self, clause: Clause, carry_out: Callable[P, R], off: object) -> None:
        self.clause = clause
        self.off = off
        self.__doc__ = carry_out.__doc__

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    @property
    def carry_out(self) -> Callable[P, R]:
        """The function; tests replace it."""
        return self.func

    @carry_out.setter
    def carry_out(self, function: Callable[P, R]) -> None:
        self.__setstate__((function, (), {}, self.__dict__))  # type: ignore[attr-defined]


def rule(clause: Clause, *, off: object) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Return a decorator for the function that implements `clause`; without the clause it would return `off`."""

    def mark(carry_out: Callable[P, R]) -> Rule[P, R]:
        return Rule(clause, carry_out, off)

    return mark
