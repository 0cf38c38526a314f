"""The luck of the sides of a battle: the outcomes of the dice, compared with their expectation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from msgspec import Struct

from sightline.battles.battle import BattleRun
from sightline.rules.dice import percent
from sightline.rules.trial import Trial


class Luck(Struct, frozen=True, kw_only=True):
    """The luck of one side; expected values are exact sums of the chances.

    `luckier_than` is the percentage of battles with the same attacks that would have fewer hits, plus half of those
    with equally many (mid-rank percentile); None without an attack.
    """

    attacks: int
    hits: int
    expected_hits: Fraction
    damage: int
    expected_damage: Fraction
    luckier_than: float | None
    saves: int
    resisted: int
    expected_resisted: Fraction
    spent: int
    gained: int


def luck_of(run: BattleRun) -> Mapping[str, Luck]:
    """Return the luck of each side so far; undone steps do not count."""
    trials = [*chain.from_iterable(map(run.trials, run.steps))]
    return {side: _luck([trial for trial in trials if trial.side == side]) for side in run.sides}


def _luck(trials: Sequence[Trial]) -> Luck:
    attacks = [trial for trial in trials if trial.kind == "attack"]
    saves = [trial for trial in trials if trial.kind == "save"]
    hits = sum(trial.success for trial in attacks)
    return Luck(
        attacks=len(attacks),
        hits=hits,
        expected_hits=_sum(trial.chance for trial in attacks),
        damage=sum(trial.damage for trial in attacks if trial.success),
        expected_damage=_sum(trial.chance * trial.damage for trial in attacks),
        luckier_than=_luckier_than([trial.chance for trial in attacks], hits) if attacks else None,
        saves=len(saves),
        resisted=sum(trial.success for trial in saves),
        expected_resisted=_sum(trial.chance for trial in saves),
        spent=sum(trial.spent for trial in trials),
        gained=sum(trial.gained for trial in trials),
    )


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def _luckier_than(chances: Sequence[Fraction], hits: int) -> float:
    """Return the percentage of battles with these chances that have fewer hits, plus half of those with as many."""
    none = Fraction(0)
    ways = [Fraction(1)]
    """The probability of each number of hits (Poisson binomial distribution)."""
    for chance in chances:
        misses, succeeds = [*ways, none], [none, *ways]
        ways = [miss * (1 - chance) + hit * chance for miss, hit in zip(misses, succeeds, strict=True)]
    return percent(_sum(ways[:hits]) + ways[hits] / 2)
