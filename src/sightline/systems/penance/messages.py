"""The English texts of the findings of Penance, by message id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sightline.i18n import N_

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "range-band": N_("{band} range: {hexes} hexes"),
        "beyond-range": N_("{weapon} reaches {reach}, the target is {hexes} away"),
        "blocks-line": N_("{terrain} at {cell} blocks the line"),
        "blocks-along": N_("{terrain} at {cell}, along whose side the line runs, blocks it"),
        "blocks-between": N_(
            "{terrain} at {cell} and {other_terrain} at {other_cell} close the side that the line runs along"
        ),
        "cover": N_("{terrain} at {cell} covers {target}"),
        "casket-cover": N_("{casket} at {cell} covers {target}"),
        "lower-cover": N_("{terrain} at {cell} covers {target} too, and only the highest cover counts"),
        "lower-casket-cover": N_("{casket} at {cell} covers {target} too, and only the highest cover counts"),
        "overlooked-cover": N_("{terrain} at {cell} is no cover against an attack from above"),
        "overlooked-casket-cover": N_("{casket} at {cell} is no cover against an attack from above"),
        "cover-defense": N_("{terrain} at {cell} protects {target}"),
        "side-2": N_("{target} is hit on side 2, front right"),
        "side-3": N_("{target} is hit on side 3, rear right"),
        "side-4": N_("{target} is hit on side 4, the rear"),
        "side-5": N_("{target} is hit on side 5, rear left"),
        "side-6": N_("{target} is hit on side 6, front left"),
        "out-of-arc": N_("{attacker} faces {facing}: {target} is outside its front arc"),
        "from-above": N_("from higher ground"),
        "from-below": N_("from lower ground"),
        "base-number": N_("base number"),
        "attacker-moved": N_("{casket} has moved {hexes} this turn"),
        "target-moved": N_("{casket} moved {hexes} last turn"),
        "card-damage": N_("{weapon}"),
        "advantage": N_("three dice, the best two count"),
        "dice": N_("the dice show {rolled}: {total}"),
        "three-dice": N_("three dice show {rolled}, of which {kept} count: {total}"),
        "jams": N_("both dice jam: the attack misses, and the weapon jams"),
        "hits": N_("{total} reaches {number}: a hit"),
        "misses": N_("{total} does not reach {number}: a miss"),
        "execution-hits": N_("two fives hit, though the number to reach is {number}"),
        "execution-misses": N_("two fives do not reach {number}: a miss"),
        "plain-hit": N_("{total} is a plain hit"),
        "strong-hit": N_("{total} is a strong hit: +1 damage"),
        "critical-hit": N_("{total} is a critical hit: +2 damage, and 1 Defense is bypassed"),
        "execution-hit": N_("{total} is an execution: the chosen component is destroyed, and all Defense is bypassed"),
        "damage-rolled": N_("damage rolled: {damage}"),
        "damage-dealt": N_("{damage} less {defense} for Defense, at least 1: {dealt} dealt"),
    }
)
