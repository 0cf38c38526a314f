"""The attack that is judged, and constructors of findings about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from sightline.board import Piece, Weapon
from sightline.lattice import Cell, Grid
from sightline.rules.answers import Effect, Finding, Message
from sightline.rules.clause import Clause
from sightline.rules.position import Position, Site
from sightline.rules.view import View

P = TypeVar("P", bound=Piece)
Found = TypeVar("Found")


class AttackLimits(NamedTuple):
    """Limits of the attacks of a piece with a weapon: attacks beyond them are illegal in any case.

    Whole-board questions skip attacks beyond the limits.

    - `reach`: the maximum distance, in steps between the nearest cells of the two; None without a limit.
    - `needs_sight`: True if a target is illegal that a plain piece in the attacker's cell would not see at all.
    - `edges`: the edges of the attacker's cell of which a line between the centres of the two cells must cross or touch
      one; None for no restriction. For pieces of one cell each.
    """

    reach: int | None = None
    needs_sight: bool = False
    edges: frozenset[int] | None = None

    def are_within(self, grid: Grid, one: Cell, other: Cell) -> bool:
        """Return whether an attack from one cell on another is within the limits on distance and direction."""
        if self.reach is not None and grid.distance(one, other) > self.reach:
            return False
        return self.edges is None or not self.edges.isdisjoint(grid.edges_towards(one, other))


class Attack(Struct, Generic[P], frozen=True, dict=True):
    """An attack in a position.

    - `weapon` is None for a piece without any.
    - `distance` is in cells, or in inches on a free table.
    - `find_view` calls the system for what the attacker sees of the target.
    """

    position: Position
    attacker: P
    target: P
    weapon: Weapon | None
    distance: int | float
    find_view: Callable[[], View]

    @property
    def cells(self) -> int:
        """The distance in cells. Raise TypeError if it is in inches."""
        if isinstance(self.distance, int):
            return self.distance
        raise TypeError("the distance is in inches")

    @cached_property
    def view(self) -> View:
        """The view that the attacker has of the target, computed on first use."""
        return self.find_view()

    @property
    def is_seen(self) -> bool:
        """True if the view has been used."""
        return "view" in self.__dict__

    @cached_property
    def _known(self) -> dict[Callable[[Attack[P]], Any], Any]:
        return {}

    def under(self, position: Position, view: View) -> Attack[P]:
        """Return this attack in a position that differs only in rulings, with the view there."""
        other = Attack(position, self.attacker, self.target, self.weapon, self.distance, lambda: view)
        other.__dict__.update(view=view, _known=self._known)  # what is known depends on no ruling
        return other

    def cached(self, find: Callable[[Attack[P]], Found]) -> Found:
        """Return `find(self)`, computed on first use; it must not depend on rulings."""
        known: dict[Any, Found] = self._known
        if find in known:
            return known[find]
        found = known[find] = find(self)
        return found

    def blocks(self, clause: Clause, message: str, at: Iterable[Site | str], **args: str | float) -> Finding:
        """Return the finding that something blocks sight there."""
        return self._find(clause, Effect.BLOCKS, message, at, args)

    def impedes(self, clause: Clause, message: str, at: Iterable[Site | str], **args: str | float) -> Finding:
        """Return the finding that something impedes sight there."""
        return self._find(clause, Effect.IMPEDES, message, at, args)

    def forbids(self, clause: Clause, message: str, at: Iterable[Site | str] = (), **args: str | float) -> Finding:
        """Return the finding that the attack is not allowed."""
        return self._find(clause, Effect.FORBIDS, message, at, args)

    def permits(self, clause: Clause, message: str, at: Iterable[Site | str] = (), **args: str | float) -> Finding:
        """Return the finding that something otherwise forbidden is allowed."""
        return self._find(clause, Effect.PERMITS, message, at, args)

    def notes(self, clause: Clause, message: str, at: Iterable[Site | str] = (), **args: str | float) -> Finding:
        """Return a finding that changes no number, such as a cancelled cover."""
        return self._find(clause, Effect.NOTES, message, at, args)

    def modifies(
        self, clause: Clause, on: str, value: int, message: str, at: Iterable[Site | str] = (), **args: str | float
    ) -> Iterable[Finding]:
        """Return the finding that a number changes by `value`, none if that is 0."""
        return (self._find(clause, Effect.MODIFIES, message, at, args, on=on, value=value),) if value else ()

    def _find(
        self,
        clause: Clause,
        effect: Effect,
        message: str,
        at: Iterable[Site | str],
        args: dict[str, str | float],
        on: str | None = None,
        value: int | None = None,
    ) -> Finding:
        places = tuple(self.position.label(site) for site in at)
        return Finding(clause=clause, effect=effect, on=on, value=value, at=places, message=Message(message, args))
