"""The section on shooting of Combat Hex."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.combat_hex.boards import DICE, EAST, NORTH, NUMBER, WORSE, board, put, shot
from tests.rulebook.findings import Row, forbids, rows

BONUS: Row = ("CH-BONUS", "modifies", "dice", 1, [])


@pytest.mark.clause("CH-BONUS", applies=True)
@pytest.mark.parametrize("level", ["1", "2", "9"])
def test_ch_bonus_applies_from_elevated_terrain_at_the_ground(level: str) -> None:
    verdict = shot(put(NORTH, B4=f"A{level}"))
    assert rows(verdict) == [DICE, BONUS, NUMBER]
    assert (verdict.bonus, verdict.to_hit.dice) == (1, 2)


@pytest.mark.clause("CH-BONUS", applies=True)
def test_ch_bonus_applies_by_levels_alone_where_sight_is_blocked_too() -> None:
    verdict = shot(put(NORTH, B4="A1", C2=".1"))
    assert (verdict.bonus, verdict.sight, rows(verdict, "CH-BONUS")) == (1, "blocked", [])


@pytest.mark.clause("CH-BONUS", applies=False)
@pytest.mark.parametrize("levels", [("", ""), ("", "1"), ("1", "1"), ("2", "1"), ("1", "2")])
def test_ch_bonus_not_at_the_elevated_or_from_the_ground(levels: tuple[str, str]) -> None:
    verdict = shot(put(NORTH, B4=f"A{levels[0]}", B2=f"T{levels[1]}"))
    assert (verdict.bonus, verdict.to_hit.dice, rows(verdict, "CH-BONUS")) == (0, 1, [])


@pytest.mark.clause("CH-HIT", applies=True)
@pytest.mark.parametrize("dice", [1, 2, 5])
def test_ch_hit_applies_to_every_die_on_5_and_6(dice: int) -> None:
    verdict = shot(NORTH, A={"dice": dice})
    assert rows(verdict) == [("CH-HIT", "modifies", "dice", dice, []), NUMBER]
    assert (verdict.to_hit.dice, verdict.to_hit.hits_on) == (dice, 5)
    assert verdict.odds.hit == 1 - Fraction(2, 3) ** dice
    assert verdict.odds.outcomes["1"] == dice * Fraction(1, 3) * Fraction(2, 3) ** (dice - 1)
    assert sum(verdict.odds.outcomes.values()) == 1


@pytest.mark.clause("CH-HIT", applies=False)
def test_ch_hit_in_a_degraded_shot_5_misses() -> None:
    verdict = shot(NORTH, red="A3/B3", A={"dice": 2})
    assert rows(verdict, "CH-HIT") == [("CH-HIT", "modifies", "dice", 2, []), NUMBER, WORSE]
    assert (verdict.to_hit.hits_on, verdict.degraded) == (6, True)
    assert verdict.odds.hit == Fraction(11, 36)
    assert verdict.odds.percent == 30.56
    assert verdict.odds.outcomes == {"0": Fraction(25, 36), "1": Fraction(10, 36), "2": Fraction(1, 36)}


@pytest.mark.clause("CH-HIT", applies=False)
def test_ch_hit_nothing_is_rolled_where_sight_is_blocked() -> None:
    verdict = shot(put(NORTH, B3="X"))
    assert (verdict.to_hit, verdict.odds, rows(verdict, "CH-HIT")) == (None, None, [])


@pytest.mark.clause("CH-GLANCE", applies=True)
@pytest.mark.parametrize("red", ["", "A3/B3"])
def test_ch_glance_applies_to_every_1_degraded_or_not(red: str) -> None:
    verdict = shot(NORTH, red=red, A={"dice": 2})
    assert verdict.to_hit.glances_on == 1
    assert verdict.odds.glances == {"0": Fraction(25, 36), "1": Fraction(10, 36), "2": Fraction(1, 36)}


@pytest.mark.clause("CH-GLANCE", applies=False)
def test_ch_glance_is_no_hit() -> None:
    verdict = shot(NORTH)
    assert verdict.odds.hit == Fraction(1, 3)
    assert verdict.odds.outcomes == {"0": Fraction(2, 3), "1": Fraction(1, 3)}
    assert verdict.odds.glances == {"0": Fraction(5, 6), "1": Fraction(1, 6)}
    assert rows(verdict, "CH-GLANCE") == []


def test_many_dice_are_exact_too() -> None:
    odds = shot(NORTH, A={"dice": 99}).odds
    assert sum(odds.outcomes.values()) == sum(odds.glances.values()) == 1
    assert list(odds.outcomes) == [str(count) for count in range(100)]
    assert odds.hit == 1 - Fraction(2, 3) ** 99


@pytest.mark.clause("CH-FRIEND", applies=True)
def test_ch_friend_applies_to_ones_own_side() -> None:
    verdict = shot(NORTH, red="A3/B3", A={"side": "red"}, T={"side": "red"})
    assert rows(verdict, "CH-FRIEND", "CH-HIT") == [forbids("CH-FRIEND")]
    assert verdict.findings[-1].why == "T is on the side of A, red"
    assert (verdict.legal, verdict.sight, verdict.to_hit, verdict.degraded) == (False, "clear", None, True)


@pytest.mark.clause("CH-FRIEND", applies=False)
@pytest.mark.parametrize("sides", [("red", "blue"), ("red", None), (None, None)])
def test_ch_friend_not_to_anyone_else(sides: tuple[str | None, str | None]) -> None:
    stated = {name: {"side": side} if side else {} for name, side in zip("AT", sides, strict=True)}
    assert rows(shot(NORTH, **stated)) == [DICE, NUMBER]


@pytest.mark.clause("CH-RANGE", applies=True)
def test_ch_range_applies_beyond_it() -> None:
    verdict = shot(EAST, A={"range": 2})
    assert rows(verdict) == [forbids("CH-RANGE")]
    assert verdict.findings[0].why == "A reaches 2, the target is 3 away"
    assert (verdict.legal, verdict.sight, verdict.distance) == (False, "clear", 3)


@pytest.mark.clause("CH-RANGE", applies=False)
@pytest.mark.parametrize("reach", [3, 9999, "unlimited"])
def test_ch_range_not_within_it(reach: int | str) -> None:
    assert shot(EAST, A={"range": reach}).legal


@pytest.mark.clause("CH-RANGE", applies=False)
def test_ch_range_is_counted_between_the_nearest_hexes_of_the_bases() -> None:
    scenario = board(put(EAST, B3="A", E3="T"), A={"at": ["A3", "B3"], "mounted": True, "range": 2})
    verdict: Any = scenario.shot("A", "T")
    assert (verdict.distance, verdict.legal, verdict.shooter_hex) == (2, True, "A3")
