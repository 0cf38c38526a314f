"""Section 6: karma, of which only one side ever holds any."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec import structs

from sightline.i18n import N_, _
from sightline.rules import Clause, rule
from sightline.rules.game import Event
from sightline.systems.sodwa.basic_attack import MAX_ROLL, MIN_ROLL, is_doubles, is_success

EVEN: Final = 50
"""The difficulty below which failing brings karma."""


@rule(
    Clause(
        "SOD-6.1",
        "Gaining karma",
        "Both sides start with none. Failing an attack or ability with a difficulty below 50, even with a 01, "
        "gains the points that the difficulty lacks of 50. A difficulty below 1 counts as 1.",
        "The Karma System; difficulties below 1: ours",
    ),
    off=0,
)
def gained_by_failing(difficulty: int) -> int:
    """Return the karma that failing at a difficulty brings."""
    return max(0, EVEN - max(1, difficulty))


@rule(
    Clause(
        "SOD-6.2",
        "Spending karma",
        "If a roll fails and the side has the missing points, it spends exactly those and succeeds, and gains "
        "none. A 01 cannot be bought off, and the dice stay as rolled.",
        "The Karma System; 01 and doubles: ours",
    ),
    off=0,
)
def spent_on(roll: int, difficulty: int, points: int) -> int:
    """Return the karma that turns a failed roll into a success, 0 where it stays failed."""
    missing = difficulty - roll
    return missing if roll != MIN_ROLL and 0 < missing <= points else 0


_ROLLS: Final = range(MIN_ROLL, MAX_ROLL + 1)


def success_chance(difficulty: int, karma: int, *, only_doubles: bool = False) -> Fraction:
    """Return the chance of a success with `karma` points at hand, or only of doubles on a success."""
    successes = sum(
        is_success(roll, difficulty) or spent_on(roll, difficulty, karma) > 0
        for roll in _ROLLS
        if is_doubles(roll) or not only_doubles
    )
    return Fraction(successes, len(_ROLLS))


class KarmaGained(Event, frozen=True, tag="karma"):
    """A gain of karma, part of which cancels the opponent's; `points` are those that the side now holds."""

    side: str
    gained: int
    cancelled: int
    points: int

    def tell(self) -> str:
        if self.gained < 0:
            return _("{side} loses {lost} karma and has {points}.").format(
                side=self.side, lost=-self.gained, points=self.points
            )
        text = N_("{side} gains {gained} karma and has {points}.")
        if self.cancelled:
            text = N_("{side} gains {gained} karma, cancels {cancelled} of the other side, and has {points}.")
        return _(text).format(**structs.asdict(self))


class Gain(NamedTuple):
    """A gain of karma: the part that cancels the opponent's, and the points that both sides hold then."""

    cancelled: int
    karma: Mapping[str, int]


@rule(
    Clause(
        "SOD-6.3",
        "Cancelling karma",
        "Points gained first cancel points of the opponent.",
        "The Karma System",
    ),
    off=Gain(0, {}),
)
def gain(karma: Mapping[str, int], side: str, points: int) -> Gain:
    """Return the gain of a side; `karma` has the points of both."""
    [(other, held)] = [(each, held) for each, held in karma.items() if each != side]
    cancelled = min(held, points)
    return Gain(cancelled, {side: karma[side] + points - cancelled, other: held - cancelled})
