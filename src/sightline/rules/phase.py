"""The phases of a game as a table: who acts in each, the possible actions, and the phases that can follow."""

from __future__ import annotations

from msgspec import Struct, structs

from sightline.i18n import _
from sightline.rules.clause import Clause


class ActionSpec(Struct, frozen=True, kw_only=True):
    """A kind of action that is possible in a phase.

    - `do` is its key, `by` the one who takes it.
    - `type` is what it counts as and `cost` its cost; both are None if it is not part of a turn.
    - `then` lists the phases that can follow.
    """

    do: str
    by: str
    type: str | None = None
    cost: int | None = None
    then: tuple[str, ...]
    clauses: tuple[Clause, ...] = ()


class Phase(Struct, frozen=True, kw_only=True):
    """A phase of a game: its name, who acts, a description, the possible actions, and its clauses.

    All other actions are refused in it. Texts are English until they are `localized`.
    """

    phase: str
    acts: str
    text: str
    actions: tuple[ActionSpec, ...] = ()
    clauses: tuple[Clause, ...]

    def localized(self) -> Phase:
        """Return the phase in the current language."""
        actions = tuple(structs.replace(each, by=_(each.by)) for each in self.actions)
        return structs.replace(self, acts=_(self.acts), text=_(self.text), actions=actions)

    def allows(self, do: str) -> bool:
        """Return whether a kind of action is possible in it."""
        return any(each.do == do for each in self.actions)
