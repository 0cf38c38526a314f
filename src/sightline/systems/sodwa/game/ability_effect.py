"""An effect of an ability, as part of the state of a battle."""

from __future__ import annotations

from msgspec import Struct

Labels = tuple[str, ...]


class AbilityEffect(Struct, frozen=True, rename={"is_": "is"}):
    """An effect of an ability: on a character, by name, or on tiles and borders, by label.

    `turns` is the number of turns that it still lasts, None if only a save or an event ends it. The JSON has the same
    keys.
    """

    id: int
    is_: str
    on: str | Labels
    by: str
    turns: int | None = None
    strength: int | None = None
