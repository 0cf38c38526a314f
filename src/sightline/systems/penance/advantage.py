"""The ruling on the dice-pool advantage (PEN-6.8), which several sections ask for."""

from __future__ import annotations

from sightline.rules import Position, Ruling

ADVANTAGE = Ruling(
    "advantage",
    "Does a hit on a rear side or from higher ground roll three dice and keep the best two: never, in place of what it "
    "changes on the number to reach, or besides that?",
    ("none", "replaces", "adds"),
)


def does_advantage_replace(position: Position) -> bool:
    """Tell whether the third die takes the place of what a rear side or height changes on the number to reach."""
    return position.rulings[ADVANTAGE.name] == "replaces"
