"""Odds by counting rolls."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.rules import best, distribution, odds_of

DIE = range(1, 7)


def test_distribution_counts_every_roll() -> None:
    assert distribution([DIE, DIE], lambda dice: sum(dice) >= 11) == {True: Fraction(3, 36), False: Fraction(33, 36)}


def test_distribution_of_no_dice_is_certain() -> None:
    assert distribution([], lambda dice: "nothing") == {"nothing": 1}


def test_distribution_takes_different_dice() -> None:
    assert distribution([(0, 1), (0, 1, 2)], sum) == {
        0: Fraction(1, 6),
        1: Fraction(1, 3),
        2: Fraction(1, 3),
        3: Fraction(1, 6),
    }


@pytest.mark.parametrize(("count", "kept"), [(0, ()), (1, (5,)), (2, (5, 5)), (3, (5, 5, 1)), (4, (5, 5, 1))])
def test_best_keeps_the_highest(count: int, kept: tuple[int, ...]) -> None:
    assert best(count, (5, 1, 5)) == kept


@pytest.mark.parametrize(
    ("chance", "percent"),
    [
        (Fraction(0), 0.0),
        (Fraction(1), 100.0),
        (Fraction(5, 18), 27.78),
        (Fraction(1, 3), 33.33),
        (Fraction(1, 800), 0.13),  # 0.125, a half, goes up
        (Fraction(1, 32), 3.13),  # 3.125 too, where rounding to even would not
        (Fraction(1, 100_000), 0.0),
    ],
)
def test_percent_is_rounded_half_up(chance: Fraction, percent: float) -> None:
    odds = odds_of({"hit": chance})
    assert (odds.hit, odds.percent) == (chance, percent)


def test_the_chance_to_hit_is_the_sum_of_the_ways_to() -> None:
    odds = odds_of({"plain": Fraction(1, 4), "strong": Fraction(1, 12)})
    assert odds.hit == Fraction(1, 3)
    assert odds.outcomes == {"plain": Fraction(1, 4), "strong": Fraction(1, 12)}
