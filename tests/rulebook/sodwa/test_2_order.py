"""SOD-2.3 and the ruling `opening-tie`: whose turn of a tick is first."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.api import Battle
from tests.rulebook.sodwa.battles import (
    READY,
    Stated,
    attack_of,
    battle,
    names,
    opening,
    play,
    refused,
    rolling,
    told,
    turns,
)

PAIR = "A . . T"
FOUR = "A F . T E"
SEATED: Stated = {"rulings": {"opening-tie": "first-seat"}}
HEADS, TAILS = rolling(40), rolling(50)
"""Seeds whose first digit is even, and odd."""


def all_ready(drawing: str, **more: Any) -> Battle:
    """Begin a battle in which everybody has as much IP."""
    return battle(drawing, **{**{name: READY for name in drawing if name.isupper()}, **more})


@pytest.mark.clause("SOD-2.3", applies=True)
def test_sod_2_3_applies_to_the_highest_ip() -> None:
    there = battle(FOUR, A={"ip": 1001}, F={"ip": 1003}, T={"ip": 1002}, E={"ip": 1000})
    began = turns(opening(there))
    for who in ("F", "T", "A"):
        began += turns(play(there, f"{who} end"))
    assert began == ["F", "T", "A", "E"]


@pytest.mark.clause("SOD-2.3", applies=True)
@pytest.mark.parametrize(("seed", "side", "first"), [(HEADS, "red", "A"), (TAILS, "blue", "T")])
def test_sod_2_3_applies_by_a_coin_before_anybodys_turn(seed: int, side: str, first: str) -> None:
    there = all_ready(PAIR, seed=seed)
    assert opening(there) == [
        {"event": "coin", "side": side, "die": 0},
        {"event": "turn-began", "who": first, "ip": 500},
    ]
    # The coin has taken a die.
    other = "T" if first == "A" else "A"
    assert attack_of(play(there, f"{first} attack {other}"))["die"] == 1


@pytest.mark.clause("SOD-2.3", applies=True)
@pytest.mark.parametrize("seed", [HEADS, TAILS])
def test_sod_2_3_applies_by_the_first_seat_as_ruled(seed: int) -> None:
    there = all_ready(PAIR, seed=seed, **SEATED)
    assert opening(there) == [{"event": "turn-began", "who": "A", "ip": 500}]
    # The first side in the file has the first seat.
    mirrored = all_ready("A . . T", A={**READY, "side": "blue"}, T={**READY, "side": "red"}, **SEATED)
    assert (mirrored.state.active, list(mirrored.state.karma)) == ("A", ["blue", "red"])
    assert attack_of(play(there, "A attack T"))["die"] == 0


@pytest.mark.clause("SOD-2.3", applies=False)
def test_sod_2_3_not_by_a_coin_where_nobody_is_tied_or_one_side_only() -> None:
    apart = battle(PAIR, A=READY, T={"ip": 1001})
    assert opening(apart) == [{"event": "turn-began", "who": "T", "ip": 501}]
    one_side = battle(FOUR, A=READY, F=READY)
    assert opening(one_side) == []
    assert one_side.state.choosing == "red"


@pytest.mark.clause("SOD-2.3", applies=True)
def test_sod_2_3_applies_to_the_team_that_did_not_take_the_latest_turn() -> None:
    # A has its turn first; then E, of the other team, and F are tied, and after 10 ticks they are again.
    there = battle(FOUR, A={"ip": 1200}, F=READY, E=READY, T={"initiative": 1})
    assert turns(play(there, "A end")) == ["E"]
    assert turns(play(there, "E end")) == ["F"]
    assert turns(play(there, "F end")) == ["A"]
    events = play(there, "A end")
    assert (names(events), there.state.last) == (["turn-ended", "tick", "turn-began"], "blue")
    assert turns(events) == ["E"]


@pytest.mark.clause("SOD-2.3", applies=False)
def test_sod_2_3_not_to_that_team_with_less_ip() -> None:
    there = battle(FOUR, A={"ip": 1200}, F={"ip": 1001}, E=READY)
    assert turns(play(there, "A end")) == ["F"]


@pytest.mark.clause("SOD-2.3", applies=True)
def test_sod_2_3_applies_within_a_team_as_its_player_chooses() -> None:
    there = battle("A F G T", A=READY, F=READY, G={"ip": 999}, T={"ip": 999})
    state = there.state
    assert (state.choosing, state.active, state.last, state.due) == ("red", None, None, ["A", "F"])
    assert there.legal() == [{"do": "choose", "who": "A"}, {"do": "choose", "who": "F"}]
    for who in ("G", "T", "nobody"):
        assert refused(there, f"{who} choose") == [("SOD-2.3", f"{who} is not one of those to choose from")]
    assert refused(there, "A end") == [("SOD-2.3", "it is not the turn of A")]
    assert play(there, "F choose") == [{"event": "turn-began", "who": "F", "ip": 500}]
    assert (there.state.choosing, there.state.active, there.state.due) == (None, "F", ["A"])
    # The last of them is not chosen.
    assert turns(play(there, "F end")) == ["A"]


@pytest.mark.clause("SOD-2.3", applies=False)
def test_sod_2_3_not_to_be_chosen_with_less_ip_or_while_a_turn_is_under_way() -> None:
    there = battle("A F G T", A=READY, F=READY, G={"ip": 1001})
    assert there.state.active == "G"
    assert refused(there, "A choose") == [("SOD-2.3", "A is not one of those to choose from")]
    three = battle("A F G T", A={"ip": 1001}, F={"ip": 1001}, G=READY)
    assert refused(three, "G choose") == [("SOD-2.3", "G is not one of those to choose from")]


@pytest.mark.clause("SOD-2.3", applies=True)
@pytest.mark.parametrize(("seed", "sides"), [(HEADS, ["red", "blue"]), (TAILS, ["blue", "red"])])
def test_sod_2_3_applies_to_several_on_both_sides_in_turn(seed: int, sides: list[str]) -> None:
    there = all_ready(FOUR, seed=seed)
    first, second = sides
    assert told(opening(there), "coin") == [{"side": first, "die": 0}]
    assert there.state.choosing == first
    red, blue = ["A", "F"], ["T", "E"]
    one, other = (red, blue) if first == "red" else (blue, red)
    assert turns(play(there, f"{one[1]} choose")) == [one[1]]
    # Nobody tosses again: the other side is to choose, and then each has one left.
    assert names(play(there, f"{one[1]} end")) == ["turn-ended"]
    assert there.state.choosing == second
    assert {each["who"] for each in there.legal()} == set(other)
    assert turns(play(there, f"{other[0]} choose", f"{other[0]} end")) == [other[0], one[0]]
    assert turns(play(there, f"{one[0]} end")) == [other[1]]
    assert there.state.tick == 0


@pytest.mark.clause("SOD-2.3", applies=True)
def test_sod_2_3_applies_to_three_against_one_in_turn() -> None:
    there = all_ready("A F G T", seed=TAILS)
    assert there.state.active == "T"
    play(there, "T end", "A choose", "A end", "F choose", "F end")
    assert (there.state.active, there.state.last) == ("G", "red")


def test_opening_tie_is_in_the_record_and_decides_no_answer_at_the_board() -> None:
    there = all_ready(PAIR, seed=TAILS)
    scenario = there.scenario
    assert '"opening-tie": "coin"' in there.to_json()
    asked = (scenario.shot("A", "T"), scenario.resolve("A", "T", seed=1), scenario.reach("A"))
    assert all("opening-tie" not in answer.rulings for answer in asked)
