"""Section 6: karma, gained by failing at what is easy, spent where it just does not suffice."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.api import Battle
from tests.rulebook.sodwa.battles import Events, Stated, attack_of, battle, names, play, rolling, told

FIELD = "A . . T . .\n. . . . . .\n. . . . . .\n. . . E . .\n. . . . . ."
OFTEN: Stated = {"ip": 4000, "health": 99}
LATER: Stated = {"ip": 3999, "health": 99}


def difficulty(number: int, **more: Any) -> dict[str, Any]:
    """Return what a character states whom a fighter hits with that number."""
    numbers = {"accuracy": 40, "defense": 40 + number, "damage": 5}
    return {"melee": numbers, "ranged": numbers, **more}


def attacks(*rolls: int, of: tuple[int, int] = (30, 70)) -> Battle:
    """Return a battle in which A, whose turn it is, hits T and E with these numbers; attacks roll as told."""
    sides: Stated = {"T": difficulty(of[0], health=99, initiative=1), "E": difficulty(of[1], health=99, initiative=1)}
    return battle(FIELD, seed=rolling(*rolls), A={**OFTEN, **difficulty(60)}, **sides)


def duel(*rolls: int, red: int, blue: int) -> Battle:
    """Return a battle in which A and T take turns, where red attacks with one difficulty and blue with another."""
    return battle("A . . T", seed=rolling(*rolls), A={**OFTEN, **difficulty(blue)}, T={**LATER, **difficulty(red)})


def in_turn(there: Battle) -> Events:
    """Let A attack T, and T attack A."""
    return play(there, "A attack T", "A end", "T attack A", "T end")


def failing(number: int, roll: int) -> int:
    """Return the karma that A's side has after failing at a difficulty with a roll."""
    there = attacks(roll, of=(number, 70))
    events = play(there, "A attack T")
    assert attack_of(events)["success"] is False
    points: int = there.state.karma["red"]
    gained = [{"side": "red", "gained": points, "cancelled": 0, "points": points}] if points else []
    assert told(events, "karma") == gained
    return points


# --- SOD-6.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-6.1", applies=True)
def test_sod_6_1_applies_to_the_example() -> None:
    # Failing at 30 gains 20.
    there = attacks(29)
    assert there.state.karma == {"red": 0, "blue": 0}
    assert names(play(there, "A attack T")) == ["attacked", "karma"]
    assert there.state.karma == {"red": 20, "blue": 0}


@pytest.mark.clause("SOD-6.1", applies=True)
@pytest.mark.parametrize(("number", "roll", "points"), [(49, 48, 1), (49, 2, 1), (3, 2, 47), (30, 1, 20), (2, 1, 48)])
def test_sod_6_1_applies_to_what_it_lacks_of_50_however_it_fails(number: int, roll: int, points: int) -> None:
    assert failing(number, roll) == points


@pytest.mark.clause("SOD-6.1", applies=True)
@pytest.mark.parametrize("number", [1, 0, -1, -40])
def test_sod_6_1_applies_below_1_as_if_it_were_1(number: int) -> None:
    assert failing(number, 1) == 49


@pytest.mark.clause("SOD-6.1", applies=False)
@pytest.mark.parametrize(("number", "roll"), [(50, 49), (50, 1), (51, 2), (99, 1), (150, 99)])
def test_sod_6_1_not_from_a_difficulty_of_50(number: int, roll: int) -> None:
    assert failing(number, roll) == 0


@pytest.mark.clause("SOD-6.1", applies=False)
def test_sod_6_1_not_to_successes_or_attacks_on_terrain() -> None:
    there = attacks(30)
    assert names(play(there, "A attack T")) == ["attacked"]
    wall = battle("A . . T", A=OFTEN, borders={"obstructing": "A1/B1"})
    assert names(play(wall, "A attack A1/B1")) == ["attacked", "destroyed"]
    assert set(there.state.karma.values()) == set(wall.state.karma.values()) == {0}


# --- SOD-6.2 -----------------------------------------------------------------------------------------------


def spending(*rolls: int, of: tuple[int, int] = (30, 70)) -> tuple[Battle, Events]:
    """Let A fail against T, and then attack E."""
    there = attacks(*rolls, of=of)
    play(there, "A attack T", "A end")
    return there, play(there, "A attack E")


@pytest.mark.clause("SOD-6.2", applies=True)
def test_sod_6_2_applies_to_the_example() -> None:
    # 20 points, difficulty 70, roll 60: 10 are spent.
    there, events = spending(10, 60)
    attack = attack_of(events)
    assert (attack["difficulty"], attack["roll"], attack["karma_spent"], attack["success"]) == (70, 60, 10, True)
    assert (attack["damage"], attack["health"], there.state.pieces["E"]["health"]) == (5, 94, 94)
    assert (names(events), there.state.karma) == (["attacked"], {"red": 10, "blue": 0})


@pytest.mark.clause("SOD-6.2", applies=True)
@pytest.mark.parametrize(("roll", "left"), [(50, 0), (51, 1), (69, 19)])
def test_sod_6_2_applies_to_as_much_as_is_held(roll: int, left: int) -> None:
    there, events = spending(10, roll)
    assert (attack_of(events)["karma_spent"], there.state.karma["red"]) == (20 - left, left)


@pytest.mark.clause("SOD-6.2", applies=False)
@pytest.mark.parametrize("roll", [49, 2])
def test_sod_6_2_not_to_more_than_is_held_and_nothing_is_spent_then(roll: int) -> None:
    there, events = spending(10, roll)
    attack = attack_of(events)
    assert (attack["karma_spent"], attack["success"], attack["damage"], attack["health"]) == (0, False, 0, 99)
    assert there.state.karma["red"] == 20


@pytest.mark.clause("SOD-6.2", applies=True)
def test_sod_6_2_applies_to_an_easy_action_which_then_gains_nothing() -> None:
    there, events = spending(10, 39, of=(30, 40))
    assert (names(events), attack_of(events)["karma_spent"]) == (["attacked"], 1)
    assert there.state.karma["red"] == 19


@pytest.mark.clause("SOD-6.2", applies=False)
@pytest.mark.parametrize("number", [1, 2, 21, 70])
def test_sod_6_2_not_to_01(number: int) -> None:
    there, events = spending(10, 1, of=(30, number))
    attack = attack_of(events)
    assert (attack["karma_spent"], attack["success"]) == (0, False)
    assert there.state.karma["red"] == 20 + max(0, 50 - number)


@pytest.mark.clause("SOD-6.2", applies=True)
def test_sod_6_2_applies_with_the_dice_as_they_are_for_doubles() -> None:
    there, events = spending(10, 66)
    attack = attack_of(events)
    assert (attack["dice"], attack["roll"], attack["karma_spent"], attack["doubles"]) == ([6, 6], 66, 4, True)
    assert told(events, "knocked-back") == [{"who": "E", "to": "E5"}]
    assert there.state.pieces["E"]["at"] == "E5"


@pytest.mark.clause("SOD-6.2", applies=False)
def test_sod_6_2_not_to_a_roll_that_succeeds_or_with_the_opponents_points() -> None:
    there, events = spending(10, 70)
    assert (attack_of(events)["karma_spent"], there.state.karma["red"]) == (0, 20)
    other = duel(10, 69, red=30, blue=70)
    events = in_turn(other)
    assert [attack["success"] for attack in told(events, "attacked")] == [False, False]
    assert other.state.karma == {"red": 20, "blue": 0}


# --- SOD-6.3 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-6.3", applies=True)
def test_sod_6_3_applies_to_the_example() -> None:
    # A has 10, B gains 25: A 0, B 15.
    there = duel(2, 2, red=40, blue=25)
    told_of = told(in_turn(there), "karma")
    assert told_of == [
        {"side": "red", "gained": 10, "cancelled": 0, "points": 10},
        {"side": "blue", "gained": 25, "cancelled": 10, "points": 15},
    ]
    assert there.state.karma == {"red": 0, "blue": 15}


@pytest.mark.clause("SOD-6.3", applies=True)
@pytest.mark.parametrize(("blue", "left"), [(45, (5, 0)), (40, (0, 0)), (39, (0, 1))])
def test_sod_6_3_applies_to_less_to_as_much_and_to_more(blue: int, left: tuple[int, int]) -> None:
    there = duel(2, 2, red=40, blue=blue)
    [_, told_of] = told(in_turn(there), "karma")
    assert told_of["cancelled"] == min(10, 50 - blue)
    assert tuple(there.state.karma.values()) == left


@pytest.mark.clause("SOD-6.3", applies=False)
def test_sod_6_3_not_to_points_of_ones_own_side() -> None:
    there = attacks(2, 2, of=(30, 40))
    play(there, "A attack T", "A end")
    assert told(play(there, "A attack E"), "karma") == [{"side": "red", "gained": 10, "cancelled": 0, "points": 30}]
    assert there.state.karma == {"red": 30, "blue": 0}
