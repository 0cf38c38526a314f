"""SOD-1.4 as it is played: defeat, and how a battle ends."""

from __future__ import annotations

import json

import pytest

from tests.rulebook.findings import rows
from tests.rulebook.sodwa.battles import (
    READY,
    SLOW,
    WEAK,
    action,
    attack_of,
    battle,
    names,
    opening,
    play,
    refused,
    rolling,
)

PAIR = "A . . T"
OVER = [("SOD-1.4", "the battle is over")]


@pytest.mark.clause("SOD-1.4", applies=True)
def test_sod_1_4_applies_to_who_leaves_the_map_while_others_fight_on() -> None:
    there = battle("A . . T\n. . . E", seed=rolling(98), A={"ip": 1001}, T={**READY, "health": 3}, E=SLOW)
    events = play(there, "A attack T")
    assert (names(events), events[-1]) == (["attacked", "defeated"], {"event": "defeated", "who": "T"})
    # The damage is told as it is, not as much as was left.
    assert (attack_of(events)["damage"], attack_of(events)["health"]) == (5, 0)
    assert (sorted(there.state.pieces), there.state.due, there.state.active) == (["A", "E"], [], "A")
    play(there, "A move B1")
    assert there.state.pieces["A"]["at"] == "B1"


@pytest.mark.clause("SOD-1.4", applies=True)
def test_sod_1_4_applies_to_a_team_without_characters() -> None:
    there = battle("A . . T\nF . . .", seed=rolling(98), A={"ip": 1001}, F=READY, T=WEAK)
    assert play(there, "A attack T")[1:] == [
        {"event": "defeated", "who": "T"},
        {"event": "over", "winner": "red", "how": "defeat"},
    ]
    state = there.state
    assert (state.active, state.choosing, state.due, state.last) == (None, None, ["F"], "red")
    assert (state.pieces["A"]["acted"], there.legal(), there.forecast(3)) == ([], [], [])
    record = json.loads(there.to_json())
    assert (record["result"], record["seed"]) == ({"winner": "red", "how": "defeat"}, str(rolling(98)))
    for words in ("A end", "F choose", "blue resign", "red resign"):
        assert refused(there, words) == OVER


@pytest.mark.clause("SOD-1.4", applies=False)
def test_sod_1_4_not_with_1_health_left_in_play() -> None:
    there = battle(PAIR, seed=rolling(98), A=READY, T={"health": 6})
    assert names(play(there, "A attack T")) == ["attacked"]
    assert there.state.pieces["T"]["health"] == 1
    assert json.loads(there.to_json())["result"] is None
    assert json.loads(there.to_json())["seed"] is None


@pytest.mark.clause("SOD-1.4", applies=False)
def test_sod_1_4_not_to_both_teams_at_once_by_basic_attacks() -> None:
    # A draw takes an ability: a basic attack does damage to one enemy, so that its own side keeps the attacker.
    there = battle("A . . T\nF . . E", A={"ip": 1001, **WEAK}, F=WEAK, T=WEAK, E=WEAK)
    assert {each["target"] for each in there.legal() if each["do"] == "attack"} == {"T", "E"}
    for target in ("A", "F"):
        assert not there.check(action(f"A attack {target}")).legal
    assert rows(there.check(action("A attack F")), "SOD-5.11")[0][1] == "forbids"


@pytest.mark.clause("SOD-1.4", applies=True)
@pytest.mark.parametrize(("side", "winner"), [("red", "blue"), ("blue", "red")])
def test_sod_1_4_applies_to_who_resigns_at_any_time(side: str, winner: str) -> None:
    over = [{"event": "over", "winner": winner, "how": "resigned"}]
    turn = battle(PAIR, A=READY)
    assert (play(turn, f"{side} resign"), turn.state.active) == (over, None)
    choice = battle("A F . T", A=READY, F=READY)
    assert (choice.state.choosing, play(choice, f"{side} resign"), choice.state.choosing) == ("red", over, None)
    assert choice.state.due == ["A", "F"]


@pytest.mark.clause("SOD-1.4", applies=False)
def test_sod_1_4_not_to_sides_that_are_not_there_and_not_among_what_is_offered() -> None:
    there = battle(PAIR, A=READY)
    assert refused(there, "green resign") == [("SOD-1.4", "green is not a side of this battle")]
    assert not any(each["do"] == "resign" for each in there.legal())


def test_the_limit_ends_a_battle_where_the_clock_stands() -> None:
    # A has turns at ticks 20, 30 and so on.
    there = battle(PAIR, T=SLOW, limit=30)
    assert names(play(there, "A end")) == ["turn-ended", "tick", "turn-began"]
    assert play(there, "A end") == [
        {"event": "turn-ended", "who": "A"},
        {"event": "over", "winner": None, "how": "limit"},
    ]
    assert (there.state.tick, there.state.active, there.legal()) == (30, None, [])
    assert json.loads(there.to_json())["result"] == {"winner": None, "how": "limit"}


def test_the_limit_may_end_a_battle_before_the_first_turn() -> None:
    there = battle(PAIR, T=SLOW, limit=19)
    assert opening(there) == [{"event": "over", "winner": None, "how": "limit"}]
    assert (there.state.tick, there.legal()) == (0, [])
    assert battle(PAIR, T=SLOW, limit=20).state.active == "A"
    assert battle(PAIR, A=READY, limit=0).state.active == "A"
