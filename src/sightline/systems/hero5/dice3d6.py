"""Three dice that have to show a number at most: attack rolls and skill rolls."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sightline.rules import distribution

DIE = (1, 2, 3, 4, 5, 6)
NUMBER_OF_DICE = 3
LOWEST, HIGHEST = NUMBER_OF_DICE * DIE[0], NUMBER_OF_DICE * DIE[-1]
"""The lowest total always succeeds, the highest never."""


@lru_cache
def chance_of(number: int) -> Fraction:
    """Give the chance that three dice show a number at most."""
    rolls = distribution([DIE] * NUMBER_OF_DICE, lambda roll: is_success(sum(roll), number))
    return rolls.get(True, Fraction(0))


def is_success(total: int, number: int) -> bool:
    """Tell whether a total is low enough."""
    return total == LOWEST or (total <= number and total != HIGHEST)
