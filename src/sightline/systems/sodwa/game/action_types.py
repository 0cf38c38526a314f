"""Section 3: types of actions."""

from __future__ import annotations

from typing import Final

from sightline.i18n import Term
from sightline.rules import Clause, rule

FREE: Final = Term("free")
MOVE: Final = Term("move")
ATTACK: Final = Term("attack")
SPECIAL: Final = Term("special")
"""The type of most abilities, whose entries state it."""


@rule(
    Clause(
        "SOD-3.1",
        "Kinds of actions",
        "Actions are free, Moves, Attacks or special. Free actions cost no IP, and can be taken in the opponent's "
        "turn only where an ability says so.",
        "Action Types",
    ),
    off=FREE,
)
def type_of(stated: Term | None) -> Term:
    """Return the type of an action that states one, or none."""
    return stated or FREE
