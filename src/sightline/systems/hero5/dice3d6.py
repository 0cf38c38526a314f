"""Roll-under rolls of three six-sided dice against a target number: attack rolls and skill rolls."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sightline.rules import distribution

DIE = (1, 2, 3, 4, 5, 6)
NUMBER_OF_DICE = 3
MIN_TOTAL, MAX_TOTAL = NUMBER_OF_DICE * DIE[0], NUMBER_OF_DICE * DIE[-1]
"""The lowest total always succeeds, the highest never."""


@lru_cache
def chance_of(number: int) -> Fraction:
    """Return the chance of rolling at most a number."""
    rolls = distribution([DIE] * NUMBER_OF_DICE, lambda roll: is_success(sum(roll), number))
    return rolls.get(True, Fraction(0))


def is_success(total: int, number: int) -> bool:
    """Return whether a total succeeds against a number: it is at most the number."""
    return total == MIN_TOTAL or (total <= number and total != MAX_TOTAL)
