"""Section 8: abilities that always work."""

from __future__ import annotations

import pytest

from tests.rulebook.findings import rows
from tests.rulebook.sodwa.battles import READY, battle, can, names, play, rolling, told
from tests.rulebook.sodwa.boards import attack, costs, values

HOMING, PIERCING, REGENERATING = can("homing-attack"), can("piercing-attack"), can("regeneration")


# --- SOD-8.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.1", applies=True)
def test_sod_8_1_applies_ranged_attacks_ignore_impeding_terrain() -> None:
    assert values(attack("A i T", A=HOMING)) == (40, 100, 60)
    assert rows(attack("A i T", A=HOMING), "SOD-8.1") == [("SOD-8.1", "modifies", "defense_value", -20, [])]


@pytest.mark.clause("SOD-8.1", applies=True)
def test_sod_8_1_applies_ranged_attacks_need_no_sight() -> None:
    verdict = attack("A # T", A=HOMING)
    assert (verdict.legal, str(verdict.sight), values(verdict)) == (True, "blocked", (40, 110, 70))


@pytest.mark.clause("SOD-8.1", applies=False)
def test_sod_8_1_not_of_others_nor_where_sight_is_clear() -> None:
    assert values(attack("A i T", T=HOMING)) == (40, 120, 80)
    assert not attack("A # T", T=HOMING).legal
    assert rows(attack("A . T", A=HOMING), "SOD-8.1") == []


# --- SOD-8.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.2", applies=True)
@pytest.mark.parametrize("drawing", ["A T", "A . T"])
def test_sod_8_2_applies_damage_is_not_reduced(drawing: str) -> None:
    verdict = attack(drawing, A=PIERCING, T={"reduction": {"physical": 3}})
    assert (verdict.damage, verdict.ignored) == (5, 0)


@pytest.mark.clause("SOD-8.2", applies=False)
def test_sod_8_2_not_by_others() -> None:
    verdict = attack("A T", T=can("piercing-attack", reduction={"physical": 3}))
    assert (verdict.damage, verdict.ignored) == (2, 3)


# --- SOD-8.4 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.4", applies=True)
def test_sod_8_4_applies_health_is_regained_as_the_turn_begins() -> None:
    there = battle("A T", seed=rolling(60), A=READY, T={**REGENERATING, "initiative": 200})
    events = play(there, "A attack T", "A end")
    assert names(events)[-2:] == ["turn-began", "healed"]
    assert told(events, "healed") == [{"who": "T", "by": "T", "health": 7}]


@pytest.mark.clause("SOD-8.4", applies=True)
def test_sod_8_4_applies_no_more_than_is_missing() -> None:
    weak = {"melee": {"accuracy": 40, "defense": 100, "damage": 1}}
    there = battle("A T", seed=rolling(60), A={**READY, **weak}, T={**REGENERATING, "initiative": 200})
    assert told(play(there, "A attack T", "A end"), "healed") == [{"who": "T", "by": "T", "health": 10}]


@pytest.mark.clause("SOD-8.4", applies=False)
def test_sod_8_4_nothing_where_nothing_is_missing() -> None:
    there = battle("A T", A=READY, T={**REGENERATING, "initiative": 200})
    assert told(play(there, "A end"), "healed") == []


@pytest.mark.clause("SOD-8.4", applies=False)
def test_sod_8_4_at_no_health_there_is_no_turn() -> None:
    there = battle("A T", seed=rolling(60), A=READY, T={**REGENERATING, "health": 5})
    assert names(play(there, "A attack T")) == ["attacked", "defeated", "over"]


# --- SOD-8.6 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.6", applies=True)
def test_sod_8_6_applies_a_flyer_passes_over_terrain() -> None:
    assert costs("A # .", A=can("flight")) == {"A1": 0, "B1": 1, "C1": 2}


@pytest.mark.clause("SOD-8.6", applies=False)
def test_sod_8_6_others_do_not() -> None:
    assert costs("A # .", A=can("regeneration")) == {"A1": 0}
