"""SOD-9.1, SOD-9.2, SOD-9.3: what the panels and the bar of the screen contain."""

from __future__ import annotations

import pytest

from tests.rulebook.sodwa.battles import READY, SLOW, WEAK, action, battle, play, rolling


@pytest.mark.clause("SOD-9.1", applies=True)
def test_sod_9_1_applies_to_the_groups_of_a_panel() -> None:
    groups = {group.key: group.rows for group in battle("A . T", A=READY).sheets["T"].groups}
    assert list(groups) == ["combat", "info", "initiative", "saves", "reduction"]
    assert [row.label for row in groups["saves"]] == ["Fortitude", "Reflex", "Power"]
    assert {row.kind for row in groups["combat"]} == {"melee", "ranged"}


@pytest.mark.clause("SOD-9.1", applies=False)
def test_sod_9_1_a_defeated_character_has_no_panel() -> None:
    there = battle("A . T\n. . E", seed=rolling(99), A=READY, T=WEAK, E=SLOW)
    assert "T" in there.sheets
    play(there, "A attack T")
    assert "T" not in there.sheets


@pytest.mark.clause("SOD-9.2", applies=True)
def test_sod_9_2_applies_to_an_attack_before_it_is_confirmed() -> None:
    there = battle("A . T", A=READY)
    before, attack = there.state.to_json(), action("A attack T")
    difficulty = str(there.preview(attack)["difficulty"])
    assert any(difficulty in line for line in there.foretell(attack))
    assert there.state.to_json() == before


@pytest.mark.clause("SOD-9.2", applies=False)
def test_sod_9_2_says_nothing_of_damage_before_a_turn_is_ended() -> None:
    (line,) = battle("A . T", A=READY).foretell(action("A end"))
    assert "IP kept" in line


@pytest.mark.clause("SOD-9.3", applies=True)
def test_sod_9_3_applies_to_coming_turns_with_their_ticks() -> None:
    there = battle("A . T", A=READY, T=SLOW)
    assert there.forecast(1) == [{"who": "A", "ticks": 10}]


@pytest.mark.clause("SOD-9.3", applies=False)
def test_sod_9_3_the_bar_is_empty_after_the_battle() -> None:
    there = battle("A . T", A=READY)
    play(there, "blue resign")
    assert there.forecast(3) == []
