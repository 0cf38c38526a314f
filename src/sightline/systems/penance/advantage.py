"""The ruling on the dice-pool advantage (PEN-6.8), which sections 4, 5 and 6 consult."""

from __future__ import annotations

from sightline.rules import Position, Ruling

ADVANTAGE = Ruling(
    "advantage",
    "Does a hit on a rear side or from higher ground roll three dice and keep the best two: never, instead of its "
    "change to the number to reach, or on top of it?",
    ("none", "replaces", "adds"),
)


def does_advantage_replace(position: Position) -> bool:
    """Return whether the third die replaces the to-hit modifiers of rear sides and higher ground."""
    return position.rulings[ADVANTAGE.name] == "replaces"
