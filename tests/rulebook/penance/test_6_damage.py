"""Section 6 of Penance: the damage, and the third die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.findings import Row, notes, rows
from tests.rulebook.penance.boards import BASE, RIFLE, board, odds, shot

REAR = {"facing": "N"}
CHOICES = ("none", "replaces", "adds")


def hit(damage: int = 2, drawing: str = "T\n.\nA", **target: Any) -> Any:
    """Judge a plain shot with a card of that damage."""
    return shot(drawing, A={"weapons": [{**RIFLE, "damage": damage}]}, T=target)


def advantage(choice: str, drawing: str = "T\n.\nA", **target: Any) -> Any:
    """Judge a shot without a card under that ruling on the advantage."""
    return shot(drawing, T=target, rulings={"advantage": choice})


@pytest.mark.clause("PEN-6.6", applies=True)
def test_pen_6_6_applies_card_quality_side_and_elevation() -> None:
    assert rows(hit(), "PEN-6.6") == [("PEN-6.6", "modifies", "damage", 2, [])]
    assert hit().dealt == {"plain": 2, "strong": 3, "critical": 4, "execution": 2}
    assert hit(4, "T\n.\nA1", **REAR).dealt == {"plain": 8, "strong": 9, "critical": 10, "execution": 8}
    assert hit(4, "T1\n.\nA", facing="SE").dealt == {"plain": 4, "strong": 5, "critical": 6, "execution": 4}


@pytest.mark.clause("PEN-6.6", applies=False)
def test_pen_6_6_a_card_of_damage_0_adds_nothing() -> None:
    verdict = hit(0)
    assert rows(verdict) == [BASE]
    assert (verdict.weapon, verdict.damage_bonus) == ("rifle", 0)


@pytest.mark.clause("PEN-6.6", applies=False)
def test_pen_6_6_no_card_adds_nothing() -> None:
    verdict = shot("T\n.\nA", T=REAR)
    assert rows(verdict, "PEN-6.6") == []
    assert (verdict.weapon, verdict.damage_bonus) == (None, 3)
    assert verdict.dealt == {"plain": 3, "strong": 4, "critical": 5, "execution": 3}


@pytest.mark.clause("PEN-6.6", applies=True)
def test_pen_6_6_applies_where_the_attack_is_not_legal() -> None:
    verdict = hit(2, side="red", facing="N")
    assert rows(verdict, "PEN-6.6", "PEN-4.4") == [
        ("PEN-6.6", "modifies", "damage", 2, []),
        ("PEN-4.4", "modifies", "damage", 3, []),
        ("PEN-4.4", "modifies", "defense", -3, []),
    ]
    assert (verdict.damage_bonus, verdict.defense) == (3, -3)
    assert (verdict.dealt, verdict.expected_damage) == (None, None)


@pytest.mark.clause("PEN-6.7", applies=True)
@pytest.mark.parametrize(
    ("defense", "dealt"),
    [(0, (6, 7, 8, 6)), (1, (5, 6, 8, 6)), (2, (4, 5, 7, 6)), (5, (1, 2, 4, 6)), (6, (1, 1, 3, 6)), (99, (1, 1, 1, 6))],
)
def test_pen_6_7_applies_less_defense_and_at_least_1(defense: int, dealt: tuple[int, ...]) -> None:
    assert tuple(hit(6, defense=defense).dealt.values()) == dealt


@pytest.mark.clause("PEN-6.7", applies=False)
def test_pen_6_7_a_defense_below_0_adds_no_damage() -> None:
    # The rear takes 3 off the Defense: all of it, and no more.
    assert hit(6, defense=3, facing="N").dealt["plain"] == 9
    assert hit(6, defense=2, facing="N").dealt["plain"] == 9
    assert hit(6, defense=4, facing="N").dealt["plain"] == 8


@pytest.mark.clause("PEN-6.7", applies=True)
def test_pen_6_7_applies_with_the_sides_defense() -> None:
    assert hit(6, shield="left", facing="SW").dealt == {"plain": 5, "strong": 6, "critical": 8, "execution": 6}
    assert hit(6, shield="left", facing="SE", defense=2).dealt == {
        "plain": 6,
        "strong": 7,
        "critical": 9,
        "execution": 7,
    }


@pytest.mark.clause("PEN-6.7", applies=True)
@pytest.mark.parametrize(("drawing", "damage"), [("T\n.\nA", 0), ("T1\n.\nA", 0), ("T1\n.\nA", 1)])
def test_pen_6_7_applies_every_hit_does_1(drawing: str, damage: int) -> None:
    assert hit(damage, drawing).dealt["plain"] == 1
    assert hit(damage, drawing, defense=9).dealt["execution"] == 1


@pytest.mark.clause("PEN-6.7", applies=False)
def test_pen_6_7_a_miss_does_nothing() -> None:
    verdict = hit(6, moved_last_turn=7)
    assert verdict.to_hit.target_number == 8
    assert verdict.expected_damage == Fraction(3 * 7 + 2 * 8 + 1 * 6, 36)


@pytest.mark.clause("PEN-6.8", applies=True)
@pytest.mark.parametrize(("facing", "side"), [("SW", 6), ("S", 1), ("SE", 2), ("NE", 3), ("N", 4), ("NW", 5)])
@pytest.mark.parametrize("choice", CHOICES)
def test_pen_6_8_applies_to_hits_on_3_4_and_5(facing: str, side: int, choice: str) -> None:
    verdict = advantage(choice, facing=facing)
    is_behind = side in (3, 4, 5)
    noted: list[Row] = [notes("PEN-6.8")] if is_behind and choice != "none" else []
    assert verdict.side_hit == side
    assert rows(verdict, "PEN-6.8") == noted
    assert ("advantage" in verdict.rulings) == is_behind


@pytest.mark.clause("PEN-6.8", applies=True)
@pytest.mark.parametrize(("choice", "number", "ways"), [("none", 3, 180), ("replaces", 5, 174), ("adds", 3, 205)])
def test_pen_6_8_applies_to_the_number_as_ruled(choice: str, number: int, ways: int) -> None:
    verdict = advantage(choice, **REAR)
    assert verdict.to_hit.target_number == number
    assert verdict.odds.hit == Fraction(ways, 216)
    assert verdict.rulings == {"advantage": choice}
    # Everything else of the rear stays.
    assert (verdict.damage_bonus, verdict.defense, verdict.reactions) == (3, -3, ())


@pytest.mark.clause("PEN-6.8", applies=True)
@pytest.mark.parametrize(("choice", "number", "noted"), [("none", 4, 0), ("replaces", 5, 1), ("adds", 4, 1)])
def test_pen_6_8_applies_from_higher_ground(choice: str, number: int, noted: int) -> None:
    verdict = advantage(choice, "T\n.\nA1")
    assert verdict.to_hit.target_number == number
    assert verdict.damage_bonus == 1
    assert rows(verdict, "PEN-5.1", "PEN-6.8") == [
        *[("PEN-5.1", "modifies", "target_number", -1, [])] * (choice != "replaces"),
        ("PEN-5.1", "modifies", "damage", 1, []),
        *[notes("PEN-6.8")] * noted,
    ]


@pytest.mark.clause("PEN-6.8", applies=True)
def test_pen_6_8_applies_once_however_many_hold() -> None:
    replaced = advantage("replaces", "T\n.\nA1", **REAR)
    assert (replaced.to_hit.target_number, replaced.odds.hit) == (5, Fraction(174, 216))
    assert rows(replaced, "PEN-6.8") == [notes("PEN-6.8")]
    assert advantage("adds", "T\n.\nA1", **REAR).to_hit.target_number == 2


@pytest.mark.clause("PEN-6.8", applies=False)
@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("drawing", ["T\n.\nA", "T1\n.\nA", "T1\n.\nA1"])
def test_pen_6_8_no_third_die_from_the_front_and_below(drawing: str, choice: str) -> None:
    verdict = advantage(choice, drawing)
    assert rows(verdict, "PEN-6.8") == []
    assert verdict.odds.hit == Fraction(15 if drawing == "T1\n.\nA" else 21, 36)
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-6.8", applies=False)
def test_pen_6_8_none_is_the_default() -> None:
    verdict = shot("T\n.\nA", T=REAR)
    assert (verdict.odds.hit, verdict.rulings) == (Fraction(30, 36), {"advantage": "none"})


@pytest.mark.clause("PEN-6.8", applies=True)
@pytest.mark.parametrize(("number", "ways"), [(5, 174), (7, 113), (10, 16)])
def test_pen_6_8_applies_to_the_best_two_of_three(number: int, ways: int) -> None:
    assert odds(number, T=REAR, rulings={"advantage": "replaces"}).hit == Fraction(ways, 216)


@pytest.mark.clause("PEN-6.8", applies=True)
def test_pen_6_8_applies_qualities_are_read_on_the_kept_dice() -> None:
    found = odds(11, T=REAR, rulings={"advantage": "replaces"})
    assert found.outcomes == {"plain": 0, "strong": 0, "critical": 0, "execution": Fraction(16, 216)}


@pytest.mark.clause("PEN-6.8", applies=False)
def test_pen_6_8_nothing_is_noted_where_the_attack_is_not_legal() -> None:
    verdict = advantage("adds", side="red", **REAR)
    assert rows(verdict, "PEN-6.8") == []
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-6.8", applies=True)
def test_pen_6_8_applies_to_the_side_chosen_at_a_corner() -> None:
    scenario = board(". . .\nA . T", A={"facing": "NE"}, T=REAR)
    ruled = {
        name: scenario.with_rulings({"advantage": "adds", "corner-entry": name}) for name in ("defender", "attacker")
    }
    assert rows(ruled["defender"].shot("A", "T"), "PEN-6.8") == []
    assert rows(ruled["attacker"].shot("A", "T"), "PEN-6.8") == [notes("PEN-6.8")]
