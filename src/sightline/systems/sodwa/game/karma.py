"""Section 6: karma, of which only one side ever holds any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from sightline.rules import Clause, rule
from sightline.systems.sodwa.basic_attack import LOWEST

EVEN: Final = 50
"""The difficulty below which failing brings karma."""


@rule(
    Clause(
        "SOD-6.1",
        "Gaining karma",
        "Both sides start with none. Who fails an attack or ability of a difficulty below 50, by 01 too, gains what it "
        "lacks of 50; a difficulty below 1 counts as 1.",
        "The Karma System; difficulties below 1: ours",
    ),
    off=0,
)
def gained_by_failing(difficulty: int) -> int:
    """Give the karma that failing at a difficulty brings."""
    return max(0, EVEN - max(1, difficulty))


@rule(
    Clause(
        "SOD-6.2",
        "Spending karma",
        "Who fails and has the missing points spends exactly those, and succeeds; nothing is gained then. 01 cannot be "
        "bought off, and the dice stay what they are.",
        "The Karma System; 01 and doubles: ours",
    ),
    off=0,
)
def spent_on(roll: int, difficulty: int, points: int) -> int:
    """Give the karma that a failed roll is bought off with, 0 where it stays failed."""
    missing = difficulty - roll
    return missing if roll != LOWEST and 0 < missing <= points else 0


class Gain(NamedTuple):
    """What gaining karma does: how much of it cancels the opponent's, and what both hold then."""

    cancelled: int
    karma: Mapping[str, int]


@rule(
    Clause(
        "SOD-6.3",
        "Cancelling karma",
        "Points gained first cancel the opponent's.",
        "The Karma System",
    ),
    off=Gain(0, {}),
)
def gain(karma: Mapping[str, int], side: str, points: int) -> Gain:
    """Give what comes of a side's gaining points; `karma` holds those of both."""
    [(other, held)] = [(each, held) for each, held in karma.items() if each != side]
    cancelled = min(held, points)
    return Gain(cancelled, {side: karma[side] + points - cancelled, other: held - cancelled})
