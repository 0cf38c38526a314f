"""SOD-1.1, 5.1, 5.2, 5.9 and 5.11: melee or ranged, and what the two values of an attack are made of."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.findings import forbids, notes, rows, why
from tests.rulebook.sodwa.boards import (
    ACCURACY,
    DEFENSE,
    FIGHTER,
    MOVED,
    NUMBERS,
    PLAIN,
    UNSEEN,
    adds,
    attack,
    board,
    shot,
    values,
)

TWO_WAYS = {
    "melee": {"accuracy": 60, "defense": 90, "damage": 8},
    "ranged": {"accuracy": 30, "defense": 110, "damage": 3},
}
STATED: dict[str, Any] = {
    "points": 120,
    "health": 14,
    "evasion": 15,
    "initiative": 90,
    "move": 7,
    "range": 9,
    "reduction": {"physical": 1, "energy": 2, "magical": 3},
    **TWO_WAYS,
    "damage_kind": "magical",
    "saves": {"fortitude": 5, "reflex": 6, "power": 7},
    "abilities": ["flight", "ice"],
    "facing": "SW",
    "ip": 580,
    "moved": True,
    "attacked": True,
}
STANDARD: dict[str, Any] = {
    "points": 0,
    "health": 10,
    "evasion": 0,
    "initiative": 50,
    "move": 6,
    "range": 6,
    "reduction": {"physical": 0, "energy": 0, "magical": 0},
    "damage_kind": "physical",
    "saves": {"fortitude": 0, "reflex": 0, "power": 0},
    "abilities": [],
    "ip": 0,
    "moved": False,
    "attacked": False,
}


# --- SOD-1.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-1.1", applies=True)
def test_sod_1_1_applies_to_the_numbers_of_each_kind_of_attack() -> None:
    stated = {"A": TWO_WAYS, "T": TWO_WAYS}
    near, far = shot("A T", **stated), shot("A . T", **stated)
    assert (near.kind, values(near), near.damage) == ("melee", (60, 90, 30), 8)
    assert (far.kind, values(far), far.damage) == ("ranged", (30, 110, 80), 3)


def test_all_that_a_character_states_is_read_and_written() -> None:
    assert board("A . T", A=STATED).to_yaml() == board("A . T").with_piece("A", **STATED).to_yaml()
    plain = board("A . T", A=STANDARD)
    for key, value in STATED.items():
        if key not in TWO_WAYS:
            assert plain.with_piece("A", **{key: value}) != plain, key


def test_what_a_character_does_not_state_is_standard() -> None:
    assert board("A . T", A=STANDARD) == board("A . T")


@pytest.mark.clause("SOD-1.1", applies=False)
@pytest.mark.parametrize("numbered", [("A",), ("T",), ()])
@pytest.mark.parametrize("drawing", ["A T", "A . T"])
def test_sod_1_1_without_numbers_of_both_only_position_is_judged(numbered: tuple[str, ...], drawing: str) -> None:
    verdict = shot(drawing, **{name: {**FIGHTER, "evasion": 5, "moved": True} for name in numbered})
    assert (verdict.legal, verdict.to_hit, verdict.odds, rows(verdict)) == (True, None, None, [])
    assert verdict.attack_value is verdict.defense_value is verdict.damage is verdict.ignored is None
    assert (verdict.kind, verdict.adjacent) == (("melee", True) if drawing == "A T" else ("ranged", False))


# --- SOD-5.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.1", applies=True)
def test_sod_5_1_applies_to_range() -> None:
    assert shot("A . . T", A={"range": 3}).legal
    verdict = shot("A . . T", A={"range": 2})
    assert (verdict.legal, verdict.sight, rows(verdict)) == (False, "clear", [UNSEEN])
    assert why(verdict) == ["A reaches 2 tiles, the target is 3 away"]


@pytest.mark.clause("SOD-5.1", applies=True)
def test_sod_5_1_applies_to_range_and_sight_together() -> None:
    verdict = shot("A # . T", A={"range": 2})
    assert rows(verdict, "SOD-5.1") == [UNSEEN, UNSEEN]
    assert why(verdict, "SOD-5.1") == ["A reaches 2 tiles, the target is 3 away", "no line of sight from A to T"]


@pytest.mark.clause("SOD-5.1", applies=True)
def test_sod_5_1_applies_to_neighbours_who_are_not_adjacent() -> None:
    apart = shot("A T1", A={"range": 0})
    assert (apart.kind, apart.legal, rows(apart)) == ("ranged", False, [UNSEEN])
    assert shot("A T1", A={"range": 1}).legal


@pytest.mark.clause("SOD-5.1", applies=False)
def test_sod_5_1_melee_needs_neither_range_nor_sight() -> None:
    assert (shot("A T", A={"range": 0}).kind, shot("A T", A={"range": 0}).legal) == ("melee", True)
    veiled = shot("A Tv", A={"range": 0}, kinds={"veil": {"sight": "obstructing"}})
    assert (veiled.sight, veiled.adjacent, veiled.legal) == ("blocked", True, True)
    assert rows(veiled) == [notes("SOD-4.3", "B1")]


# --- SOD-5.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.2", applies=True)
def test_sod_5_2_applies_to_accuracy_40_against_defense_100() -> None:
    # The example.
    verdict = attack("A T")
    assert (rows(verdict), values(verdict), verdict.to_hit.difficulty) == (PLAIN, (40, 100, 60), 60)
    assert (verdict.odds.hit, verdict.odds.percent) == (Fraction(41, 100), 41)
    assert why(verdict) == ["Accuracy of A", "Defense of T", "Damage of A"]


@pytest.mark.clause("SOD-5.2", applies=True)
def test_sod_5_2_applies_to_all_modifiers_together() -> None:
    verdict = attack("A . . T1", A=MOVED, T={**MOVED, "evasion": 7}, borders={"impeding": "C1/D1"})
    assert rows(verdict, "SOD-3.3", "SOD-5.2", "SOD-5.4", "SOD-5.5", "SOD-5.6") == [
        ACCURACY,
        adds("SOD-3.3", "attack_value", -10),
        DEFENSE,
        adds("SOD-3.3", "defense_value", 10),
        adds("SOD-5.4", "defense_value", 20),
        adds("SOD-5.5", "attack_value", -10),
        adds("SOD-5.6", "defense_value", 7),
    ]
    assert values(verdict) == (20, 137, 117)


@pytest.mark.clause("SOD-5.2", applies=False)
def test_sod_5_2_values_of_0_are_no_findings() -> None:
    zeros = {"accuracy": 0, "defense": 0, "damage": 0}
    nothing = {"melee": zeros, "ranged": zeros}
    verdict = attack("A T", A=nothing, T=nothing)
    assert rows(verdict) == [notes("SOD-5.3")]
    assert (values(verdict), verdict.damage, verdict.ignored) == ((0, 0, 0), 0, 0)


@pytest.mark.clause("SOD-5.2", applies=False)
def test_sod_5_2_the_numbers_of_an_attack_that_is_not_legal_stand_without_a_roll() -> None:
    verdict = attack("A # T")
    assert rows(verdict, "SOD-5.2", "SOD-5.7") == PLAIN
    assert (verdict.to_hit, verdict.odds) == (None, None)
    assert (verdict.attack_value, verdict.defense_value, verdict.damage, verdict.ignored) == (40, 100, 5, 0)


# --- SOD-5.9 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.9", applies=True)
def test_sod_5_9_applies_to_every_attack_before_it_is_made() -> None:
    stated = {"A": TWO_WAYS, "T": {**TWO_WAYS, "reduction": {"physical": 2}}}
    near, far = attack("A T", **stated), attack("A . T", **stated)
    for verdict, shown in ((near, ("melee", 60, 90, 2, 30, 6)), (far, ("ranged", 30, 110, 2, 80, 1))):
        kind, attack_value, defense_value, ignored, difficulty, damage = shown
        assert (verdict.kind, verdict.attack_value, verdict.defense_value) == (kind, attack_value, defense_value)
        assert (verdict.ignored, verdict.to_hit.difficulty, verdict.damage) == (ignored, difficulty, damage)


@pytest.mark.clause("SOD-5.9", applies=False)
def test_sod_5_9_without_numbers_there_is_only_the_kind_of_attack() -> None:
    verdict = shot("A . T", A={"melee": NUMBERS, "ranged": NUMBERS})
    assert (verdict.kind, verdict.attack_value, verdict.damage, verdict.to_hit) == ("ranged", None, None, None)


# --- SOD-5.11 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.11", applies=True)
@pytest.mark.parametrize("drawing", ["A T", "A . T"])
def test_sod_5_11_applies_to_ones_own_side(drawing: str) -> None:
    verdict = shot(drawing, T={"side": "red"})
    assert (verdict.legal, verdict.sight, rows(verdict)) == (False, "clear", [forbids("SOD-5.11")])
    assert why(verdict) == ["T is on the side of A, red"]


@pytest.mark.clause("SOD-5.11", applies=False)
@pytest.mark.parametrize("sides", [("red", "blue"), ("red", None), (None, "red"), (None, None)])
def test_sod_5_11_not_to_anyone_else(sides: tuple[str | None, str | None]) -> None:
    assert shot("A . T", A={"side": sides[0]}, T={"side": sides[1]}).legal
