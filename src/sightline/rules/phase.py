"""The phases of a game as a table: who acts in each, what can be done there, and what phases follow."""

from __future__ import annotations

from msgspec import Struct, structs

from sightline.i18n import _
from sightline.rules.clause import Clause


class ActionSpec(Struct, frozen=True, kw_only=True):
    """A kind of action that a phase knows, by its key `do`; `by` says who takes it.

    `type` is what it counts as, and `cost` what it costs; both are None where it is no part of a turn. `then` are the
    phases that can follow.
    """

    do: str
    by: str
    type: str | None = None
    cost: int | None = None
    then: tuple[str, ...]
    clauses: tuple[Clause, ...] = ()


class Phase(Struct, frozen=True, kw_only=True):
    """A phase of a game: its name, who acts, what it is, what can be done in it, and by which clauses.

    What is not among its actions is refused in it. Texts are English until they are `localized`.
    """

    phase: str
    acts: str
    text: str
    actions: tuple[ActionSpec, ...] = ()
    clauses: tuple[Clause, ...]

    def localized(self) -> Phase:
        """Give the phase in the language that is spoken."""
        actions = tuple(structs.replace(each, by=_(each.by)) for each in self.actions)
        return structs.replace(self, acts=_(self.acts), text=_(self.text), actions=actions)

    def allows(self, do: str) -> bool:
        """Tell whether it knows a kind of action."""
        return any(each.do == do for each in self.actions)
