"""Exact odds, by enumerating every roll of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeVar

from sightline.rules.answer import Odds

Outcome = TypeVar("Outcome", bound=Hashable)


def distribution(dice: Sequence[Sequence[int]], read: Callable[[tuple[int, ...]], Outcome]) -> dict[Outcome, Fraction]:
    """Give the chance of each outcome that `read` makes of a roll; `dice` holds the faces of each die."""
    rolls = Counter(read(roll) for roll in product(*dice))
    return {outcome: Fraction(count, rolls.total()) for outcome, count in rolls.items()}


def best(count: int, roll: tuple[int, ...]) -> tuple[int, ...]:
    """Give the `count` highest dice of a roll, highest first."""
    return tuple(sorted(roll, reverse=True)[:count])


def odds_of(outcomes: dict[str, Fraction]) -> Odds:
    """Give the odds of a roll from the chance of each way to hit."""
    hit = sum(outcomes.values(), Fraction(0))
    hundredths = int(hit * 10_000 + Fraction(1, 2))
    return Odds(hit=hit, percent=hundredths / 100, outcomes=outcomes)
