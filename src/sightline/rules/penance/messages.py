"""What Penance says about its findings, in English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "range-band": "{band} range: {hexes} hexes",
        "beyond-range": "{weapon} reaches {reach}, the target is {hexes} away",
        "blocks-line": "{terrain} at {cell} blocks the line",
        "blocks-along": "{terrain} at {cell} blocks the line along its side",
        "blocks-between": "{terrain} at {cell} and {other_terrain} at {other_cell} close the side that the line runs "
        "along",
        "cover": "{terrain} at {cell} covers {target}",
        "casket-cover": "{casket} at {cell} covers {target}",
        "lower-cover": "{terrain} at {cell} covers {target} too, and only the highest cover counts",
        "lower-casket-cover": "{casket} at {cell} covers {target} too, and only the highest cover counts",
        "overlooked-cover": "{terrain} at {cell} is no cover against an attack from above",
        "overlooked-casket-cover": "{casket} at {cell} is no cover against an attack from above",
        "cover-defense": "{terrain} at {cell} protects {target}",
        "side-2": "{target} is hit on side 2, front right",
        "side-3": "{target} is hit on side 3, rear right",
        "side-4": "{target} is hit on side 4, the rear",
        "side-5": "{target} is hit on side 5, rear left",
        "side-6": "{target} is hit on side 6, front left",
        "out-of-arc": "{attacker} faces {facing}: {target} is outside its front arc",
        "from-above": "from higher ground",
        "from-below": "from lower ground",
        "base-number": "base number",
        "attacker-moved": "{casket} has moved {hexes} this turn",
        "target-moved": "{casket} moved {hexes} last turn",
        "card-damage": "{weapon}",
        "advantage": "three dice, the best two count",
        "dice": "the dice show {rolled}: {total}",
        "three-dice": "three dice show {rolled}, of which {kept} count: {total}",
        "jams": "both dice jam: the attack misses, and the weapon jams",
        "hits": "{total} reaches {number}: a hit",
        "misses": "{total} does not reach {number}: a miss",
        "execution-hits": "two fives hit, though the number to reach is {number}",
        "execution-misses": "two fives do not reach {number}: a miss",
        "plain-hit": "{total} is a plain hit",
        "strong-hit": "{total} is a strong hit: +1 damage",
        "critical-hit": "{total} is a critical hit: +2 damage, and 1 Defense is bypassed",
        "execution-hit": "{total} is an execution: the chosen component is destroyed, and all Defense is bypassed",
        "damage-rolled": "damage rolled: {damage}",
        "damage-dealt": "{damage} less {defense} for Defense, at least 1: {dealt} dealt",
    }
)
