"""Section 8: Invisibility, Teleportation, Vigilance, and the abilities that change numbers and karma for a while."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.api import Battle
from tests.rulebook.sodwa.battles import (
    READY,
    SLOW,
    Stated,
    attack_of,
    battle,
    can,
    effects,
    names,
    play,
    refused,
    rolling,
    told,
)

# --- SOD-8.5 -----------------------------------------------------------------------------------------------

AFTER = {"ip": 900, "initiative": 100}
"""What a character states whose turn is the next one after a character's that is `READY`."""


def hidden(drawing: str = "A . T", **more: Any) -> Battle:
    """Return the turn of T, before which A has become invisible."""
    people: Stated = {"A": can("invisibility", ip=1000, initiative=1), "T": AFTER}
    stated: Stated = {name: {**each, **more.get(name, {})} for name, each in people.items()}
    there = battle(drawing, **stated)
    play(there, "A invisibility", "A end")
    return there


@pytest.mark.clause("SOD-8.5", applies=True)
def test_sod_8_5_applies_the_invisible_are_no_targets_from_afar() -> None:
    there = hidden(T=can("immobilize"))
    reason = [("SOD-8.5", "A is invisible: only adjacent enemies can choose it")]
    assert refused(there, "T attack A") == refused(there, "T immobilize A") == reason
    assert not [action for action in there.legal() if action["do"] in ("attack", "ability")]


@pytest.mark.clause("SOD-8.5", applies=False)
def test_sod_8_5_not_to_who_is_adjacent() -> None:
    assert refused(hidden("A T"), "T attack A") == []


@pytest.mark.clause("SOD-8.5", applies=True)
def test_sod_8_5_applies_until_it_attacks() -> None:
    there = battle("A . T", A=can("invisibility", ip=2000, initiative=1), T=SLOW)
    play(there, "A invisibility", "A end")
    events = play(there, "A attack T")
    assert told(events, "ended") == [{"id": 1, "why": "ended"}]
    assert effects(there) == []


def test_an_invisible_flyer_is_hidden_wherever_it_flies() -> None:
    there = battle("A # . T", A=can("invisibility", "flight", ip=1500, initiative=1), T=AFTER)
    play(there, "A invisibility", "A move B1 C1", "A end")
    assert refused(there, "T attack A") == []  # adjacent now
    there = battle("A # . . T", A=can("invisibility", "flight", ip=1500, initiative=1), T=AFTER)
    play(there, "A invisibility", "A move B1 C1", "A end")
    assert [clause for clause, _ in refused(there, "T attack A")] == ["SOD-8.5"]


# --- SOD-8.7 -----------------------------------------------------------------------------------------------

PORT = can("teleportation", ip=1500, initiative=1)


def test_the_preview_of_a_teleportation_names_prospects() -> None:
    there = battle("A # . .", A=PORT, T={"at": "D1"})
    move = {"do": "ability", "who": "A", "ability": "teleportation", "targets": ["C1"]}
    preview = there.preview(move)
    assert ([each["target"] for each in preview["targets"]], [each["who"] for each in preview["threats"]]) == (
        ["T"],
        ["T"],
    )
    assert any(said.startswith("from there it can attack T (") for said in there.foretell(move))


@pytest.mark.clause("SOD-8.7", applies=True)
def test_sod_8_7_applies_to_any_free_tile_without_a_path() -> None:
    there = battle("A # . .", A=PORT, T={"at": "D1"})
    events = play(there, "A teleportation C1")
    assert told(events, "teleported") == [{"who": "A", "from": "A1", "to": "C1"}]
    assert there.state.pieces["A"]["moved"]
    assert refused(there, "A move B1")[0][0] == "SOD-2.4"


@pytest.mark.clause("SOD-8.7", applies=True)
def test_sod_8_7_applies_after_an_attack_a_quarter() -> None:
    there = battle("A . . T", A=PORT, T=SLOW)
    play(there, "A attack T")
    assert refused(there, "A teleportation C1") == [("SOD-8.7", "A can teleport 1 tile, C1 is 2 away")]
    assert refused(there, "A teleportation B1") == []


@pytest.mark.clause("SOD-8.7", applies=False)
@pytest.mark.parametrize(
    ("tile", "clause"), [("B1", "SOD-8.7"), ("D1", "SOD-8.7"), ("A1", "SOD-8.7"), ("H1", "SOD-8.0"), ("Z9", "SOD-8.7")]
)
def test_sod_8_7_not_to_a_tile_that_is_taken_or_too_far(tile: str, clause: str) -> None:
    there = battle("A # . T . . . .", A=PORT)
    assert refused(there, f"A teleportation {tile}")[0][0] == clause


def test_who_is_immobilized_does_not_teleport() -> None:
    there = battle("A . T", A=can("immobilize", ip=1000, initiative=1), T=can("teleportation", **AFTER))
    play(there, "A immobilize T", "A end")
    assert refused(there, "T teleportation B1") == [("SOD-8.10", "Immobilize keeps T from doing that")]


# --- SOD-8.20 ----------------------------------------------------------------------------------------------


def rallied(word: str, drawing: str = "A F . T", **more: Any) -> Battle:
    people: Stated = {
        "A": can("rally", ip=1000, initiative=1),
        "F": {"ip": 950, "initiative": 90},
        "T": {"initiative": 1},
    }
    stated: Stated = {name: {**each, **more.get(name, {})} for name, each in people.items()}
    there = battle(drawing, **stated)
    play(there, f"A rally {word}", "A end")
    return there


@pytest.mark.clause("SOD-8.20", applies=True)
def test_sod_8_20_applies_to_the_accuracy_of_friends_for_two_turns() -> None:
    there = rallied("accuracy")
    assert effects(there) == [("rally-accuracy", "F", 2)]
    assert attack_of(play(there, "F attack T"))["attack_value"] == 50
    play(there, "F end")
    events = play(there, "F end")
    assert told(events, "ended") == [{"id": 1, "why": "expired"}]


@pytest.mark.clause("SOD-8.20", applies=True)
def test_sod_8_20_applies_to_the_defense_of_friends() -> None:
    there = rallied("defense", "A F T", F={"initiative": 1}, T=AFTER)
    assert attack_of(play(there, "T attack F"))["defense_value"] == 110


@pytest.mark.clause("SOD-8.20", applies=False)
def test_sod_8_20_not_to_the_user_or_who_is_too_far() -> None:
    there = battle("A . . . F T", A=can("rally", **READY))
    message = "there is no friend within 3 tiles whom this would help"
    assert refused(there, "A rally accuracy") == [("SOD-8.20", message)]
    assert refused(there, "A rally speed") == [("SOD-8.20", "'speed' is not one of accuracy, defense")]


# --- SOD-8.22 ----------------------------------------------------------------------------------------------


def jinxing(held: int) -> Battle:
    """Return the turn of A, before which T's side has come to hold some karma."""
    easy = {"accuracy": 40, "defense": 90 - held, "damage": 5}
    there = battle(
        "A . T",
        seed=rolling(2),
        A=can("jinx", ip=1000, initiative=1, melee=easy, ranged=easy),
        T={"ip": 1200, "initiative": 1},
    )
    play(there, "T attack A", "T end")
    assert there.state.karma == {"red": 0, "blue": held}
    return there


@pytest.mark.clause("SOD-8.22", applies=True)
def test_sod_8_22_applies_to_all_that_there_is_below_fifteen() -> None:
    there = jinxing(10)
    events = play(there, "A jinx")
    assert told(events, "karma") == [
        {"side": "blue", "gained": -10, "cancelled": 0, "points": 0},
        {"side": "red", "gained": 10, "cancelled": 0, "points": 10},
    ]


@pytest.mark.clause("SOD-8.22", applies=True)
def test_sod_8_22_applies_what_is_gained_cancels_first() -> None:
    there = jinxing(40)
    events = play(there, "A jinx")
    assert told(events, "karma")[1] == {"side": "red", "gained": 15, "cancelled": 15, "points": 0}
    assert there.state.karma == {"red": 0, "blue": 10}


@pytest.mark.clause("SOD-8.22", applies=False)
def test_sod_8_22_not_where_there_is_none() -> None:
    there = battle("A . T", A=can("jinx", **READY))
    assert refused(there, "A jinx") == [("SOD-8.22", "blue has no karma to take")]


# --- SOD-8.23 ----------------------------------------------------------------------------------------------

WATCHFUL = can("vigilance", facing="E")


@pytest.mark.clause("SOD-8.23", applies=True)
def test_sod_8_23_applies_in_a_turn_of_the_opponent_once() -> None:
    there = battle("A . T", A={"ip": 2000, "initiative": 1}, T={**WATCHFUL, **SLOW})
    assert {action["ability"] for action in there.legal("blue")} == {"vigilance"}
    assert len(there.legal("blue")) == 7
    assert names(play(there, "T vigilance W")) == ["used", "turned", "began"]
    assert there.state.pieces["T"]["facing"] == "W"
    assert (there.legal("blue"), there.state.active) == ([], "A")
    assert refused(there, "T vigilance N")[0][0] == "SOD-8.23"
    assert told(play(there, "A end"), "ended") == [{"id": 1, "why": "ended"}]
    assert refused(there, "T vigilance N") == []


@pytest.mark.clause("SOD-8.23", applies=False)
def test_sod_8_23_not_in_the_own_turn() -> None:
    there = battle("A . T", A={**WATCHFUL, **READY}, T=SLOW)
    assert refused(there, "A vigilance N") == [("SOD-8.23", "Vigilance is used only in a turn of the opponent")]
    assert not [action for action in there.legal() if action["do"] == "ability"]
    assert there.legal("blue") == []
