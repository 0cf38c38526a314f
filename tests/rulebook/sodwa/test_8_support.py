"""Section 8: using abilities, saves, and the abilities that help friends and hinder enemies."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline.api import Battle
from tests.rulebook.findings import forbids, rows, why
from tests.rulebook.sodwa.battles import (
    READY,
    SLOW,
    Stated,
    action,
    battle,
    can,
    effects,
    names,
    play,
    refused,
    rolling,
    told,
)
from tests.rulebook.sodwa.boards import FIGHTER, attack, board, costs, duel

FIRST = {"ip": 1200, "initiative": 1}
"""What a character states that has its turn before who is `READY`, and none after it for long."""


def hurt_friend(drawing: str = "A F T", *, seed: int | None = None, **more: Any) -> Battle:
    """Return the turn of A, before which T has hit F for 5 of its 10 Health."""
    stated = {"A": READY, "F": SLOW, "T": FIRST}
    people: Stated = {name: {**each, **more.get(name, {})} for name, each in stated.items()}
    there = battle(drawing, seed=rolling(60) if seed is None else seed, **people)
    play(there, "T attack F", "T end")
    return there


# --- SOD-8.0 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.0", applies=True)
def test_sod_8_0_applies_the_target_is_within_range() -> None:
    there = battle("A . . . . . T", A=can("immobilize", **READY))
    message = "A reaches 5 tiles with this, the target is 6 away"
    assert refused(there, "A immobilize T") == [("SOD-8.0", message)]
    assert not [action for action in there.legal() if action["do"] == "ability"]


@pytest.mark.clause("SOD-8.0", applies=True)
def test_sod_8_0_applies_the_target_is_seen() -> None:
    there = battle("A # T", A=can("immobilize", **READY))
    assert [clause for clause, _ in refused(there, "A immobilize T")] == ["SOD-8.0", "SOD-4.1"]


@pytest.mark.clause("SOD-8.0", applies=False)
@pytest.mark.parametrize("drawing", ["A . . . . T", "A i T", "A T"])
def test_sod_8_0_nothing_stands_against_it_within_range_and_sight(drawing: str) -> None:
    there = battle(drawing, A=can("immobilize", **READY))
    assert refused(there, "A immobilize T") == []
    assert {"do": "ability", "who": "A", "ability": "immobilize", "targets": ["T"]} in there.legal()


def test_an_ability_is_paid_and_noted() -> None:
    there = battle("A . T", A=can("immobilize", **READY))
    events = play(there, "A immobilize T")
    assert told(events, "used") == [{"who": "A", "ability": "immobilize", "targets": ["T"], "ip": 250}]
    assert there.state.pieces["A"]["acted"] == ["immobilize"]
    assert refused(there, "A immobilize T")[0] == (
        "SOD-2.4",
        "A has already taken this kind of action this turn: special",
    )


def test_what_does_not_combine_is_refused_in_either_order() -> None:
    rich = {"ip": 2000, "initiative": 1}
    there = battle("A . T", A=can("stasis", **rich))
    play(there, "A attack T")
    assert refused(there, "A stasis T") == [("SOD-2.4", "Stasis does not go together with attack in one turn")]
    there = battle("A . T", A=can("stasis", **rich))
    play(there, "A stasis T")
    assert refused(there, "A move B1") == [("SOD-2.4", "move does not go together with Stasis in one turn")]
    assert "move" not in {action["do"] for action in there.legal()}


def test_the_kinds_of_actions_are_translated_where_they_are_refused() -> None:
    scenario = board("A . T", A={**FIGHTER, **can("stasis", ip=2000)}, T=FIGHTER).with_language("fr")
    there = sightline.battle(scenario)
    play(there, "A stasis T")
    assert refused(there, "A move B1")[0][1] == "déplacement ne se combine pas avec Stase dans le même tour"
    assert refused(there, "A stasis T")[0][1].endswith(": action spéciale")
    [finding] = there.check(action("A move B1")).findings
    assert finding.message.args == {"who": "A", "action": "move", "other": "Stasis"}  # as JSON has them


@pytest.mark.parametrize(
    ("words", "clause", "why"),
    [
        ("A healing F", "SOD-8.0", "A does not have the ability 'healing'"),
        ("A flight", "SOD-8.6", "Flight always works and is not used"),
        ("A immobilize", "SOD-8.10", "Immobilize needs one target: an enemy"),
        ("A immobilize F", "SOD-8.10", "F is not an enemy"),
        ("A immobilize Z", "SOD-8.10", "there is no character 'Z'"),
        ("T immobilize A", "SOD-2.3", "it is not the turn of T"),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_reason(words: str, clause: str, why: str) -> None:
    there = battle("A F T", A=can("immobilize", "flight", **READY), T=can("immobilize"))
    assert refused(there, words)[0] == (clause, why)


# --- SOD-8.19 ----------------------------------------------------------------------------------------------


def held(*rolls: int, fortitude: int) -> Battle:
    """Return a battle in which T, immobilized, has ended its turn, and rolled these saves."""
    there = battle(
        "A . . T",
        seed=rolling(*rolls),
        A=can("immobilize", ip=1000, initiative=1),
        T={"saves": {"fortitude": fortitude}, "initiative": 200},
    )
    play(there, "A immobilize T", "A end")
    return there


@pytest.mark.clause("SOD-8.19", applies=True)
@pytest.mark.parametrize(("roll", "fortitude"), [(50, 50), (100, 0), (2, 98)])
def test_sod_8_19_applies_a_save_that_reaches_100_resists(roll: int, fortitude: int) -> None:
    there = held(roll, fortitude=fortitude)
    [saved] = told(play(there, "T end"), "saved")
    assert (saved["success"], saved["roll"], saved["save"], saved["strength"]) == (True, roll, fortitude, 0)
    assert effects(there) == []


@pytest.mark.clause("SOD-8.19", applies=False)
@pytest.mark.parametrize(("roll", "fortitude"), [(49, 50), (1, 200), (99, 0)])
def test_sod_8_19_a_save_below_that_does_not(roll: int, fortitude: int) -> None:
    there = held(roll, fortitude=fortitude)
    assert [saved["success"] for saved in told(play(there, "T end"), "saved")] == [False]
    assert effects(there) == [("immobilize", "T", None)]


# --- SOD-8.8 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.8", applies=True)
def test_sod_8_8_applies_a_friend_regains_health() -> None:
    there = hurt_friend(A=can("healing"))
    assert names(play(there, "A healing F")) == ["used", "healed"]
    assert there.state.pieces["F"]["health"] == 9


@pytest.mark.clause("SOD-8.8", applies=True)
def test_sod_8_8_applies_no_more_than_is_missing() -> None:
    feeble = {"melee": {"accuracy": 40, "defense": 100, "damage": 2}}
    there = hurt_friend(A=can("healing"), T=feeble)
    assert told(play(there, "A healing F"), "healed") == [{"who": "F", "by": "A", "health": 10}]


@pytest.mark.clause("SOD-8.8", applies=False)
def test_sod_8_8_nobody_who_lacks_none_or_is_an_enemy() -> None:
    there = hurt_friend(A=can("healing"))
    assert refused(there, "A healing A") == [("SOD-8.8", "A lacks no Health")]
    assert refused(there, "A healing T")[0] == ("SOD-8.8", "T is not a friend")


# --- SOD-8.10 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.10", applies=True)
def test_sod_8_10_applies_who_is_immobilized_takes_no_move_actions() -> None:
    there = held(49, fortitude=50)
    assert refused(there, "T move D1 C1")[0] == ("SOD-8.10", "Immobilize keeps T from doing that")
    assert {action["do"] for action in there.legal()} == {"attack", "turn", "end"}


@pytest.mark.clause("SOD-8.10", applies=True)
def test_sod_8_10_applies_nor_is_it_knocked_back() -> None:
    there = battle("A . T . .", seed=rolling(66), A=can("immobilize", ip=2000, initiative=1), T=SLOW)
    play(there, "A immobilize T", "A end")
    assert names(play(there, "A attack T")) == ["attacked"]


@pytest.mark.clause("SOD-8.10", applies=True)
def test_sod_8_10_applies_to_questions_about_who_states_it() -> None:
    assert costs("A . T", A={"effects": ["immobilize"]}) == {"A1": 0}


@pytest.mark.clause("SOD-8.10", applies=False)
def test_sod_8_10_not_to_attacks_of_who_states_it() -> None:
    assert attack("A . T", A={"effects": ["immobilize"]}).legal


@pytest.mark.clause("SOD-8.10", applies=False)
def test_sod_8_10_not_after_its_save() -> None:
    there = held(50, fortitude=50)
    play(there, "T end")
    assert refused(there, "T move C1") == []


# --- SOD-8.11 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-8.11", applies=True)
def test_sod_8_11_applies_a_friend_regenerates_for_three_turns() -> None:
    hard = {"melee": {"accuracy": 40, "defense": 100, "damage": 9}}
    there = hurt_friend(A=can("bestow-regeneration", initiative=1), F={"initiative": 300}, T=hard)
    play(there, "A bestow-regeneration F", "A end")
    healths, left = [there.state.pieces["F"]["health"]], effects(there)
    assert (healths, left) == ([3], [("bestow-regeneration", "F", 3)])
    ended = []
    for _ in range(3):
        ended += told(play(there, "F end"), "ended")
        healths.append(there.state.pieces["F"]["health"])
    assert healths == [3, 5, 7, 7]
    assert ended == [{"id": 1, "why": "expired"}]


@pytest.mark.clause("SOD-8.11", applies=False)
def test_sod_8_11_not_who_regenerates_anyhow_nor_twice() -> None:
    there = hurt_friend(A=can("bestow-regeneration"), F=can("regeneration"))
    assert [clause for clause, _ in refused(there, "A bestow-regeneration F")] == ["SOD-8.11"]


# --- SOD-8.12 ----------------------------------------------------------------------------------------------


def still(*rolls: int, target: str = "T", **more: Any) -> Battle:
    """Return a battle in which A has put somebody in stasis, unless its save resists, and ended its turn."""
    there = battle(
        "A . . T .\nF . . . .",
        seed=rolling(*rolls),
        **{"A": can("stasis", ip=2000, initiative=1), "F": SLOW, "T": {"initiative": 200}, **more},
    )
    play(there, f"A stasis {target}", "A end")
    return there


@pytest.mark.clause("SOD-8.12", applies=True)
def test_sod_8_12_applies_who_is_in_stasis_is_no_target() -> None:
    there = still(50)
    assert refused(there, "A attack T") == [("SOD-8.12", "T is in stasis: nothing affects it")]


@pytest.mark.clause("SOD-8.12", applies=True)
def test_sod_8_12_applies_it_can_only_end_its_turn_and_wakes_after_two() -> None:
    there = still(50, A=can("stasis", ip=1000, initiative=1))
    while there.state.active != "T":
        play(there, f"{there.state.active} end")
    assert [action["do"] for action in there.legal()] == ["end"]
    assert refused(there, "T turn N")[0] == ("SOD-8.12", "Stasis keeps T from doing that")
    ended = []
    while effects(there):
        ended += told(play(there, f"{there.state.active} end"), "ended")
    assert ended == [{"id": 1, "why": "expired"}]


@pytest.mark.clause("SOD-8.12", applies=True)
def test_sod_8_12_applies_to_questions_about_who_states_it() -> None:
    there = duel("A . T .\n. . # .", A={"effects": ["stasis"]})
    for answer in (there.shot("A", "T"), there.strike("A", "C2")):
        assert not answer.legal
        assert rows(answer, "SOD-8.12") == [forbids("SOD-8.12")]
        assert why(answer, "SOD-8.12") == ["Stasis keeps A from doing that"]
    assert [*there.reach("A").cells] == ["A1"]
    assert there.advise("A").places == ()
    assert there.threat("blue").cells == {}


@pytest.mark.clause("SOD-8.12", applies=False)
def test_sod_8_12_not_to_who_stands_beside() -> None:
    there = duel("A F T", A={"effects": ["stasis"]}, F=FIGHTER)
    assert there.shot("F", "T").legal
    assert {attacker for danger in there.threat("blue").cells.values() for attacker in danger.attackers} == {"F"}


@pytest.mark.clause("SOD-8.12", applies=False)
def test_sod_8_12_not_after_a_save() -> None:
    there = still(60, T={"saves": {"power": 50}})
    assert refused(there, "A attack T") == []


def test_a_friend_does_not_resist_stasis() -> None:
    there = still(target="F")
    assert effects(there) == [("stasis", "F", 2)]


def test_nothing_heals_who_is_in_stasis() -> None:
    there = hurt_friend(A=can("healing", "stasis", ip=1100, initiative=1))
    play(there, "A stasis F", "A end")
    while there.state.active != "A":
        play(there, f"{there.state.active} end")
    assert [clause for clause, _ in refused(there, "A healing F")] == ["SOD-8.12"]
