"""Who sees which cell from everywhere."""

from __future__ import annotations

import numpy as np

from sightline.field.reach.kinds import Bools
from sightline.rules import Position, Ruleset, Sight, look


def sees_from_everywhere(rules: Ruleset, position: Position) -> Bools:
    """Tell of every cell of a board which it sees, itself among them, by the rules about plain pieces."""
    plan, cells = position.plan(rules.sight), list(position.board)
    return np.array([[look(plan, position, a, b).sight is Sight.CLEAR for b in cells] for a in cells], np.bool_)
