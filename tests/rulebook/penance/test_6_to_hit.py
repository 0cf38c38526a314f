"""Section 6 of Penance: the number to reach and the dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.findings import Row, rows
from tests.rulebook.penance.boards import BASE, apart, odds, shot

MOVED = [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (99, 3)]
"""Hexes moved, and what that adds to the number to reach."""

TWO_DICE = {0: 35, 1: 35, 2: 33, 3: 30, 4: 26, 5: 21, 6: 15, 7: 10, 8: 6, 9: 3, 10: 1}
"""Of 36 rolls, how many reach a number."""


def against(number: int, **more: Any) -> Any:
    """Judge a plain shot that has to reach that number, 5 to 11, because both have moved."""
    hexes = {0: 0, 1: 1, 2: 4, 3: 7}
    attacker, target = min(number - 5, 3), max(number - 8, 0)
    return shot("T\n.\nA", A={"moved": hexes[attacker]}, T={"moved_last_turn": hexes[target]}, **more)


@pytest.mark.clause("PEN-6.1", applies=True)
@pytest.mark.parametrize(("hexes", "value"), MOVED)
def test_pen_6_1_applies_to_the_movement_of_either(hexes: int, value: int) -> None:
    moved: list[Row] = [("PEN-6.1", "modifies", "target_number", value, [])] * bool(value)
    attacker = shot("T\n.\nA", A={"moved": hexes})
    target = shot("T\n.\nA", T={"moved_last_turn": hexes})
    assert rows(attacker) == rows(target) == [BASE, *moved]
    assert attacker.to_hit.target_number == target.to_hit.target_number == 5 + value
    if value:
        assert attacker.findings[1].why == f"A has moved {hexes} this turn"
        assert target.findings[1].why == f"T moved {hexes} last turn"


@pytest.mark.clause("PEN-6.1", applies=False)
def test_pen_6_1_other_movement_does_not_count() -> None:
    assert rows(shot("T\n.\nA", A={"moved_last_turn": 7}, T={"moved": 7})) == [BASE]


@pytest.mark.clause("PEN-6.1", applies=True)
def test_pen_6_1_applies_to_the_sum_of_everything() -> None:
    verdict = shot(
        "T~1\n" + ".\n" * 10 + "A", A={"moved": 7}, T={"moved_last_turn": 7, "shield": "left", "facing": "SE"}
    )
    assert rows(verdict) == [
        BASE,
        ("PEN-1.2", "modifies", "target_number", 3, []),
        ("PEN-3.2", "modifies", "target_number", 1, ["A1"]),
        ("PEN-4.4", "modifies", "damage", 1, []),
        ("PEN-4.4", "modifies", "defense", -1, []),
        ("PEN-5.2", "modifies", "target_number", 1, []),
        ("PEN-5.2", "modifies", "damage", -1, []),
        ("PEN-6.1", "modifies", "target_number", 3, []),
        ("PEN-6.1", "modifies", "target_number", 3, []),
    ]
    assert verdict.to_hit.target_number == 16
    assert [finding.message.id for finding in verdict.findings[-2:]] == ["attacker-moved", "target-moved"]


@pytest.mark.clause("PEN-6.1", applies=True)
def test_pen_6_1_applies_downwards_without_a_limit() -> None:
    assert shot("T\n.\nA1", T={"facing": "N"}).to_hit.target_number == 2


@pytest.mark.clause("PEN-6.1", applies=False)
def test_pen_6_1_there_is_no_number_where_the_attack_is_not_legal() -> None:
    verdict = shot("T\n.\nA", A={"moved": 7}, T={"side": "red"})
    assert rows(verdict, "PEN-6.1") == []
    assert verdict.to_hit is None


@pytest.mark.clause("PEN-6.2", applies=True)
@pytest.mark.parametrize(("number", "ways"), TWO_DICE.items())
def test_pen_6_2_applies_to_the_sum_of_two_dice(number: int, ways: int) -> None:
    assert odds(number).hit == Fraction(ways, 36)


@pytest.mark.clause("PEN-6.2", applies=True)
@pytest.mark.parametrize("number", range(5, 11))
def test_pen_6_2_applies_to_shots(number: int) -> None:
    verdict = against(number)
    assert verdict.to_hit.target_number == number
    assert verdict.odds.hit == Fraction(TWO_DICE[number], 36)


@pytest.mark.clause("PEN-6.2", applies=True)
def test_pen_6_2_applies_to_easier_shots() -> None:
    # From the rear and above 2, from the rear 3, from the flank 4.
    shots = [("T\n.\nA1", "N"), ("T\n.\nA", "N"), ("T\n.\nA", "NE")]
    hits = [shot(drawing, T={"facing": facing}).odds.hit for drawing, facing in shots]
    assert hits == [Fraction(33, 36), Fraction(30, 36), Fraction(26, 36)]


@pytest.mark.clause("PEN-6.2", applies=False)
def test_pen_6_2_one_less_than_the_number_misses() -> None:
    # A plain hit is a total of 5 or 6, so that 7 leaves none and 6 only those of a total of 6.
    plain = [against(number).odds.outcomes["plain"] for number in (5, 6, 7)]
    assert plain == [Fraction(11, 36), Fraction(5, 36), 0]


@pytest.mark.clause("PEN-6.2", applies=True)
@pytest.mark.parametrize(("number", "percent"), [(5, 58.33), (6, 41.67), (7, 27.78), (8, 16.67), (9, 8.33), (10, 2.78)])
def test_pen_6_2_applies_in_percent_rounded_half_up(number: int, percent: float) -> None:
    assert against(number).odds.percent == percent


@pytest.mark.clause("PEN-6.3", applies=True)
def test_pen_6_3_applies_to_totals_of_7_and_more() -> None:
    assert against(7).odds.outcomes == {
        "plain": 0,
        "strong": Fraction(7, 36),
        "critical": Fraction(2, 36),
        "execution": Fraction(1, 36),
    }


@pytest.mark.clause("PEN-6.3", applies=True)
def test_pen_6_3_applies_by_the_total_and_not_the_number() -> None:
    outcomes = [list(against(number).odds.outcomes.values()) for number in (8, 9, 10)]
    assert outcomes == [
        [0, Fraction(3, 36), Fraction(2, 36), Fraction(1, 36)],
        [0, 0, Fraction(2, 36), Fraction(1, 36)],
        [0, 0, 0, Fraction(1, 36)],
    ]


@pytest.mark.clause("PEN-6.3", applies=False)
def test_pen_6_3_a_total_of_6_is_a_plain_hit() -> None:
    assert against(6).odds.outcomes["plain"] == Fraction(5, 36)
    assert against(6).odds.outcomes["strong"] == Fraction(7, 36)


@pytest.mark.clause("PEN-6.4", applies=True)
def test_pen_6_4_applies_two_fives_always_hit() -> None:
    verdict = against(11)
    assert (verdict.odds.hit, verdict.odds.outcomes["execution"]) == (Fraction(1, 36), Fraction(1, 36))
    assert verdict.rulings == {"execution": "always-hits"}


@pytest.mark.clause("PEN-6.4", applies=False)
def test_pen_6_4_two_fives_need_the_number_as_ruled() -> None:
    verdict = against(11, rulings={"execution": "needs-number"})
    assert (verdict.odds.hit, verdict.odds.percent, verdict.expected_damage) == (0, 0.0, 0)
    assert set(verdict.odds.outcomes.values()) == {0}
    assert verdict.rulings == {"execution": "needs-number"}


@pytest.mark.clause("PEN-6.4", applies=True)
@pytest.mark.parametrize("choice", ["always-hits", "needs-number"])
def test_pen_6_4_applies_to_a_number_of_10_whatever_is_ruled(choice: str) -> None:
    verdict = against(10, rulings={"execution": choice})
    assert verdict.odds.outcomes["execution"] == Fraction(1, 36)
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-6.4", applies=False)
@pytest.mark.parametrize("choice", ["always-hits", "needs-number"])
def test_pen_6_4_nothing_hits_where_the_attack_is_not_legal(choice: str) -> None:
    verdict = shot(apart(11), A={"moved": 7}, T={"moved_last_turn": 7, "side": "red"}, rulings={"execution": choice})
    assert (verdict.odds, verdict.rulings) == (None, {})


@pytest.mark.clause("PEN-6.4", applies=False)
def test_pen_6_4_a_total_of_9_needs_the_number() -> None:
    assert against(10).odds.outcomes["critical"] == 0


@pytest.mark.clause("PEN-6.5", applies=True)
@pytest.mark.parametrize("number", [0, -3])
def test_pen_6_5_applies_two_jams_miss_whatever_the_number(number: int) -> None:
    assert odds(number).hit == Fraction(35, 36)


@pytest.mark.clause("PEN-6.5", applies=False)
def test_pen_6_5_a_single_jam_only_counts_0() -> None:
    # Reaching 1 takes anything but two jams: the ten rolls with one of them hit too.
    assert odds(1).hit == Fraction(35, 36)
    assert odds(5).hit - odds(6).hit == Fraction(6, 36)


@pytest.mark.clause("PEN-6.5", applies=True)
def test_pen_6_5_applies_to_the_two_dice_that_count() -> None:
    ruled = {"advantage": "adds"}
    assert odds(0, T={"facing": "N"}, rulings=ruled).hit == Fraction(215, 216)
