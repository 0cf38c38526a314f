"""Attacks as they are played: what is told afterwards, doubles, and walls that fall."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.sodwa.battles import READY, SLOW, Stated, attack_of, battle, names, play, refused, rolling, told

AGAIN: Stated = {"A": {"ip": 4000}, "T": {**SLOW, "health": 99}}
"""A has one turn after the other."""
ADDED_UP = {"wall-damage": "cumulative"}


def hitting(damage: int, **more: Any) -> dict[str, Any]:
    """Return what a character states that does so much damage, with Accuracy 40 and Defense 100."""
    numbers = {"accuracy": 40, "defense": 100, "damage": damage}
    return {"ip": 4000, "melee": numbers, "ranged": numbers, **more}


@pytest.mark.clause("SOD-5.9", applies=True)
def test_sod_5_9_applies_after_an_attack() -> None:
    there = battle("A . . T", seed=rolling(98), A=READY, T={"reduction": {"physical": 2}, "moved": True})
    preview: Any = there.scenario.shot("A", "T")
    attack = attack_of(play(there, "A attack T"))
    assert attack == {
        "who": "A",
        "target": "T",
        "kind": "ranged",
        "damage": 3,
        "attack_value": 40,
        "defense_value": 110,
        "difficulty": 70,
        "dice": [9, 8],
        "die": 0,
        "roll": 98,
        "karma_spent": 0,
        "success": True,
        "doubles": False,
        "health": 7,
    }
    assert (preview.kind, preview.damage, preview.to_hit.difficulty) == ("ranged", 3, 70)
    assert (preview.attack_value, preview.defense_value) == (40, 110)


@pytest.mark.clause("SOD-5.9", applies=False)
def test_sod_5_9_not_to_damage_where_it_fails() -> None:
    attack = attack_of(play(battle("A T", seed=rolling(11), A=READY), "A attack T"))
    assert (attack["kind"], attack["success"], attack["doubles"]) == ("melee", False, True)
    assert (attack["damage"], attack["health"]) == (0, 10)


@pytest.mark.clause("SOD-5.8", applies=True)
def test_sod_5_8_applies_in_play() -> None:
    there = battle("A . T .", seed=rolling(99), **AGAIN)
    assert told(play(there, "A attack T"), "knocked-back") == [{"who": "T", "to": "D1"}]
    assert (there.state.pieces["T"]["at"], there.state.pieces["T"]["health"]) == ("D1", 94)


@pytest.mark.clause("SOD-5.8", applies=False)
@pytest.mark.parametrize("drawing", ["A . T", "A T .", "A . T #", "A . T E"])
def test_sod_5_8_not_where_nobody_can_be_knocked_to_or_in_melee(drawing: str) -> None:
    there = battle(drawing, seed=rolling(99), **AGAIN)
    assert names(play(there, "A attack T")) == ["attacked"]
    assert there.state.pieces["T"]["health"] == 94


@pytest.mark.clause("SOD-5.10", applies=True)
@pytest.mark.parametrize(("target", "kind"), [("A1/B1", "melee"), ("C1/D1", "ranged")])
def test_sod_5_10_applies_without_dice_in_play(target: str, kind: str) -> None:
    there = battle("A . . . T", **AGAIN, borders={"obstructing": target})
    events = play(there, f"A attack {target}")
    assert attack_of(events) == {
        **dict.fromkeys(("attack_value", "defense_value", "difficulty", "dice", "die", "roll", "doubles", "health")),
        "who": "A",
        "target": target,
        "kind": kind,
        "damage": 5,
        "karma_spent": 0,
        "success": True,
    }
    assert told(events, "destroyed") == [{"at": target, "damage": 5}]
    play(there, "A end")
    assert attack_of(play(there, "A attack T"))["die"] == 0


@pytest.mark.clause("SOD-5.10", applies=False)
def test_sod_5_10_not_to_objects_or_where_nothing_obstructs() -> None:
    there = battle("A O i T", **AGAIN)
    for target in ("O", "B1", "C1", "A1/B1", "Z1", "A1/C1", "nobody"):
        why = f"{target} is neither a character nor an obstacle"
        assert refused(there, f"A attack {target}") == [("SOD-5.1", why)]
    assert refused(there, "A attack A") == [("SOD-5.1", "A cannot attack itself")]


@pytest.mark.clause("SOD-7.3", applies=True)
def test_sod_7_3_applies_to_tiles_and_borders_in_play() -> None:
    there = battle("A . # . T\n. . . . .", A=hitting(3), T=SLOW, borders={"obstructing": "B1/B2"})
    assert {each["target"] for each in there.legal() if each["do"] == "attack"} == {"C1", "B1/B2"}
    play(there, "A attack C1", "A end", "A attack B1/B2")
    assert there.state.terrain == {"C1": "difficult", "B1": "difficult", "B2": "difficult", "B1/B2": "clear"}
    assert there.state.damage == {}


@pytest.mark.clause("SOD-7.3", applies=False)
def test_sod_7_3_not_to_less_than_3_in_one_hit() -> None:
    there = battle("A . # . T", A=hitting(2), T=SLOW)
    for _ in range(2):
        assert names(play(there, "A attack C1", "A end"))[0] == "attacked"
    assert (there.state.terrain, there.state.damage) == ({}, {})


@pytest.mark.clause("SOD-7.3", applies=True)
@pytest.mark.parametrize(("damage", "hits"), [(1, 3), (2, 2), (3, 1), (5, 1)])
@pytest.mark.parametrize("place", ["C1", "A1/B1"])
def test_sod_7_3_applies_to_several_hits_as_ruled(place: str, damage: int, hits: int) -> None:
    drawn: Stated = (
        {"drawing": "A . # . T"} if place == "C1" else {"drawing": "A . . . T", "borders": {"obstructing": place}}
    )
    there = battle(**drawn, rulings=ADDED_UP, A=hitting(damage), T=SLOW)
    for hit in range(1, hits):
        assert "destroyed" not in names(play(there, f"A attack {place}", "A end"))
        assert there.state.damage == {place: hit * damage}
    assert told(play(there, f"A attack {place}"), "destroyed") == [{"at": place, "damage": hits * damage}]
    assert (there.state.damage, there.state.terrain[place]) == ({}, "difficult" if place == "C1" else "clear")


@pytest.mark.clause("SOD-7.3", applies=False)
def test_sod_7_3_not_to_hits_without_damage() -> None:
    there = battle("A . # . T", rulings=ADDED_UP, A=hitting(0), T=SLOW)
    assert names(play(there, "A attack C1")) == ["attacked"]
    assert there.state.damage == {}


@pytest.mark.clause("SOD-7.9", applies=True)
def test_sod_7_9_applies_to_paths_in_play() -> None:
    there = battle("A F . T", **AGAIN, F=SLOW)
    assert refused(there, "A move B1 C1") == [("SOD-7.9", "B1 cannot be entered from the tile before it")]
    passing = battle("A F . T", **AGAIN, F=SLOW, rulings={"pass-through": "friends"})
    assert refused(passing, "A move B1") == [("SOD-7.9", "nobody may stop at B1")]
    assert names(play(passing, "A move B1 C1")) == ["moved"]


@pytest.mark.clause("SOD-7.6", applies=True)
def test_sod_7_6_applies_to_paths_in_play() -> None:
    there = battle("A d . T", **AGAIN)
    assert refused(there, "A move B1 C1") == [("SOD-7.6", "the movement ends at B1")]
    assert names(play(there, "A move B1")) == ["moved"]


@pytest.mark.clause("SOD-7.7", applies=False)
def test_sod_7_7_not_to_steps_onto_another_level_in_play() -> None:
    there = battle("A .1 . T\n# . . .", **AGAIN)
    assert refused(there, "A move B1") == [("SOD-7.7", "B1 cannot be entered from the tile before it")]
    assert refused(there, "A move A2") == [("SOD-7.2", "A2 cannot be entered from the tile before it")]
    assert refused(there, "A move B2") == [("SOD-7.8", "B2 cannot be entered from the tile before it")]
    for label in ("C1", "Z1", "a2"):
        assert refused(there, f"A move {label}") == [("SOD-4.8", f"{label} is not next to A1")]


@pytest.mark.parametrize(
    ("drawing", "more", "to", "clause"),
    [
        ("A .1 T", {"borders": {"obstructing": "A1/B1", "transition": "A1/B1"}}, "B1", "SOD-7.2"),
        (
            "A .1 T",
            {"A": {**READY, "abilities": ["flight"]}, "borders": {"obstructing-indoor": "A1/B1"}},
            "B1",
            "SOD-7.4",
        ),
        (
            "A T .",
            {"A": {**READY, "abilities": ["flight"]}, "borders": {"obstructing-indoor": "A1/B1"}},
            "B1",
            "SOD-7.4",
        ),
        ("A F T", {"rulings": {"pass-through": "friends"}, "borders": {"obstructing": "A1/B1"}}, "B1", "SOD-7.2"),
        ("A Fi T", {"rulings": {"pass-through": "friends"}}, "B1", "SOD-7.9"),
        ("A . T", {"links": ["A1 C1"]}, "C1", "SOD-7.9"),
        ("A . # T", {"links": ["A1 C1"]}, "C1", "SOD-7.2"),
    ],
)
def test_a_refused_step_names_what_closes_it(drawing: str, more: dict[str, Any], to: str, clause: str) -> None:
    there = battle(drawing, **{**AGAIN, **more})
    assert refused(there, f"A move {to}") == [(clause, f"{to} cannot be entered from the tile before it")]
