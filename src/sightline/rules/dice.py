"""Dice: exact odds by enumeration of all rolls, and verifiable rolls from a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count, product
from typing import TypeVar

from sightline.i18n import _
from sightline.rules.answers import Odds

Outcome = TypeVar("Outcome", bound=Hashable)
Roll = tuple[int, ...]

_CACHED_ROLLS = 64


def distribution(
    dice: Sequence[Sequence[int]], read: Callable[[Roll], Outcome], *, keep: int | None = None
) -> dict[Outcome, Fraction]:
    """Return the probability of each outcome, `read` of a roll; `dice` holds the faces of each die.

    With `keep`, `read` gets only the `keep` highest dice, highest first.
    """
    rolls: Counter[Outcome] = Counter()
    for roll, ways in _rolls(tuple(map(tuple, dice)), keep).items():
        rolls[read(roll)] += ways
    return {outcome: Fraction(ways, rolls.total()) for outcome, ways in rolls.items()}


@lru_cache(_CACHED_ROLLS)
def _rolls(dice: tuple[Roll, ...], keep: int | None) -> Mapping[Roll, int]:
    """Return the combinations of counting dice, each with its number of rolls."""
    return Counter(roll if keep is None else best(keep, roll) for roll in product(*dice))


def best(count: int, roll: Roll) -> Roll:
    """Return the `count` highest dice of a roll, highest first."""
    return tuple(sorted(roll, reverse=True)[:count])


def odds_of(outcomes: dict[str, Fraction]) -> Odds:
    """Return the odds of a roll from the probability of each kind of hit."""
    hit = sum(outcomes.values(), Fraction(0))
    return Odds(hit=hit, percent=percent(hit), outcomes=outcomes)


def percent(chance: Fraction) -> float:
    """Return a probability as percent, rounded half up to two places."""
    return int(chance * 10_000 + Fraction(1, 2)) / 100


class Dice:
    """Dice determined by a seed: die n, counted from 0, is read from HMAC-SHA256(seed, n), both as decimal text.

    Rejection sampling makes the faces equally likely: the first byte below the largest multiple of the number of faces
    counts, modulo that number. If all 32 bytes are rejected, those of "n/1" follow, then those of "n/2".
    """

    def __init__(self, seed: int | str) -> None:
        self.seed: str | None = str(seed)
        self._thrown = 0

    @property
    def thrown(self) -> int:
        """The number of dice thrown so far, which is the number of the next die."""
        return self._thrown

    def throw(self, faces: Sequence[int]) -> int:
        """Throw the next die, with these faces (256 at most), and return the face."""
        number, self._thrown = self._thrown, self._thrown + 1
        return self._face(number, faces)

    def _face(self, number: int, faces: Sequence[int]) -> int:
        import hmac  # imported lazily: most questions roll no dice

        fair, seed = 256 - 256 % len(faces), str(self.seed).encode()
        for block in count():
            message = f"{number}/{block}" if block else str(number)
            for byte in hmac.digest(seed, message.encode(), "sha256"):
                if byte < fair:
                    return faces[byte % len(faces)]
        raise AssertionError(number)  # unreachable: there is always another block


class RecordedDice(Dice):
    """Recorded rolls by die number, used if the seed is not known. Raise ValueError for a roll not recorded."""

    def __init__(self) -> None:
        super().__init__("")
        self.seed = None
        self.recorded: dict[int, int] = {}

    def _face(self, number: int, faces: Sequence[int]) -> int:
        if self.recorded.get(number) not in faces:
            raise ValueError(_("die {number} is not known").format(number=number))
        return self.recorded[number]
