"""Odds by counting rolls."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from fractions import Fraction

import pytest

from sightline.rules import Dice, best, distribution, odds_of

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


def test_distribution_of_the_dice_that_are_kept() -> None:
    both = distribution([(0, 1)] * 3, lambda kept: kept, keep=2)
    assert both == {(0, 0): Fraction(1, 8), (1, 0): Fraction(3, 8), (1, 1): Fraction(4, 8)}


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


def test_dice_fall_as_the_seed_has_it() -> None:
    """Worked out once more, from the description alone."""

    def face(seed: str, number: int, faces: int) -> int:
        digest = hmac.new(seed.encode(), str(number).encode(), hashlib.sha256).digest()
        return next(byte for byte in digest if byte < 256 // faces * faces) % faces

    for seed in (0, 1, -7, "club night/3"):
        for faces in (2, 6, 10, 256):
            dice = Dice(seed)
            assert [dice.throw(range(faces)) for _ in range(300)] == [face(str(seed), n, faces) for n in range(300)]


def test_a_die_shows_what_stands_on_its_faces() -> None:
    dice = Dice(5)
    shown = Counter(dice.throw((1, 2, 3, 4, 5, 0)) for _ in range(6_000))
    assert sorted(shown) == [0, 1, 2, 3, 4, 5]
    # Each face comes up 1,000 times on average; more than six standard deviations off would be no fair die.
    assert all(abs(times - 1_000) < 6 * (6_000 * 5 / 36) ** 0.5 for times in shown.values())


def test_a_die_that_no_byte_decides_is_read_from_the_next_block(monkeypatch: pytest.MonkeyPatch) -> None:
    def digest(key: bytes, message: bytes, _: str) -> bytes:
        return bytes([255] * 32 if message == b"0" else [3] * 32)

    monkeypatch.setattr(hmac, "digest", digest)
    assert Dice(1).throw(range(6)) == 3
