"""SOD-3.4: objects are picked up, carried, put down, and fall."""

from __future__ import annotations

import pytest

import sightline
from tests.rulebook.sodwa.battles import SLOW, WEAK, Stated, attack_of, battle, ip, play, refused, rolling
from tests.rulebook.sodwa.boards import FIGHTER, board

AGAIN: Stated = {"A": {"ip": 3000}, "T": SLOW}
"""A has one turn after the other."""
UNSEEN = ("SOD-5.1", "no line of sight from A to T")
TAKEN = "A has already taken this kind of action this turn"


@pytest.mark.clause("SOD-3.4", applies=True)
@pytest.mark.parametrize("drawing", ["A O . T", "AO . . T", "A . . T\n. O . ."])
def test_sod_3_4_applies_to_picking_up_from_an_adjacent_tile_or_ones_own(drawing: str) -> None:
    there = battle(drawing, **AGAIN)
    assert play(there, "A pick-up O") == [{"event": "picked-up", "who": "A", "target": "O"}]
    assert there.state.pieces["O"] == {"is": "impeding", "at": None}
    picker = there.state.pieces["A"]
    assert (picker["carries"], picker["moved"], picker["acted"], picker["ip"]) == (["O"], True, ["move"], 2250)
    assert picker["facing"] is None


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_obstructing_objects_which_leave_their_tile_free() -> None:
    there = battle("A O . T", **AGAIN, O={"is": "obstructing"})
    assert refused(there, "A attack T") == [UNSEEN, ("SOD-4.1", "O at B1 (obstructing) blocks the line")]
    play(there, "A pick-up O")
    assert attack_of(play(there, "A attack T"))["defense_value"] == 100


@pytest.mark.clause("SOD-3.4", applies=False)
def test_sod_3_4_not_to_picking_up_what_somebody_stands_on_or_is_not_adjacent() -> None:
    there = battle("A FO . T\n. . P .", **AGAIN)
    assert refused(there, "A pick-up O") == [("SOD-3.4", "F stands on O")]
    assert refused(there, "A pick-up P") == [("SOD-4.6", "P is not adjacent to A")]
    walled = battle("A O . T", borders={"obstructing": "A1/B1"}, **AGAIN)
    assert refused(walled, "A pick-up O") == [("SOD-4.6", "O is not adjacent to A")]
    higher = battle("A O1 . T", **AGAIN)
    assert refused(higher, "A pick-up O") == [("SOD-4.6", "O is not adjacent to A")]
    for name in ("T", "F", "nothing"):
        assert refused(there, f"A pick-up {name}") == [("SOD-3.4", f"{name} is not an object on the map")]
    assert not any(each["do"] == "pick-up" for each in there.legal())


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_carrying_and_putting_down_as_a_free_action() -> None:
    there = battle("A O . . . T\n. . . . . .", **AGAIN)
    play(there, "A pick-up O", "A end", "A move B1 C1")
    before = ip(there)["A"]
    assert play(there, "A put-down O D2") == [{"event": "put-down", "who": "A", "target": "O", "at": "D2"}]
    assert (ip(there)["A"], there.state.pieces["A"]["carries"]) == (before, [])
    assert there.state.pieces["O"] == {"is": "impeding", "at": "D2"}
    assert there.state.pieces["A"]["acted"] == ["move", "put-down"]


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_putting_down_once_a_turn() -> None:
    there = battle("A O . T\n. P . .", **AGAIN)
    play(there, "A pick-up O", "A end", "A pick-up P")
    assert there.state.pieces["A"]["carries"] == ["O", "P"]
    play(there, "A put-down P B1")
    assert refused(there, "A put-down O A2") == [("SOD-3.4", f"{TAKEN}: put down")]
    play(there, "A end")
    assert refused(there, "A put-down O A2") == []


@pytest.mark.parametrize(("words", "called"), [("A put-down O A2", "poser"), ("A turn W", "se tourner")])
def test_free_actions_have_names_where_they_are_refused(words: str, called: str) -> None:
    scenario = board("A O . T\n. P . .", A={**FIGHTER, "ip": 3000}, T={**FIGHTER, **SLOW}).with_language("fr")
    there = sightline.battle(scenario)
    play(there, "A pick-up O", "A end", "A pick-up P", "A put-down P B1", "A turn S")
    assert refused(there, words)[0][1].endswith(f": {called}")
    with pytest.raises(sightline.IllegalAction, match=f": {called}\u202f; |: {called}$"):
        play(there, words)


@pytest.mark.clause("SOD-3.4", applies=False)
def test_sod_3_4_not_to_putting_down_on_taken_or_obstructing_tiles_or_from_afar() -> None:
    there = battle("F P # .\n. A O .\n. . .1 T", **AGAIN, F=SLOW)
    play(there, "A pick-up O")
    assert refused(there, "A put-down O A1") == [("SOD-3.4", "A1 is occupied")]
    assert refused(there, "A put-down O B1") == [("SOD-3.4", "B1 is occupied")]
    assert refused(there, "A put-down O C1") == [("SOD-7.2", "C1 is obstructing terrain")]
    for label in ("C3", "D2", "B2", "Z9"):
        assert refused(there, f"A put-down O {label}") == [("SOD-4.6", f"{label} is not adjacent to A")]
    assert refused(there, "A put-down P A2") == [("SOD-3.4", "A does not carry P")]
    found = [each["at"] for each in there.legal() if each["do"] == "put-down"]
    assert sorted(found) == ["A2", "A3", "B3", "C2"]


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_what_the_defeated_carried() -> None:
    first: Stated = {"ip": 1900, "initiative": 400}
    there = battle("A O . T\n. P . E", seed=rolling(98), A={**first, **WEAK}, T={"ip": 1200}, E=SLOW)
    play(there, "A pick-up O", "A end", "T end", "A pick-up P", "A end")
    while there.state.active != "T":
        play(there, f"{there.state.active} end")
    events = play(there, "T attack A")
    fallen = [{"event": "put-down", "who": "A", "target": name, "at": "A1"} for name in "OP"]
    over = {"event": "over", "winner": "blue", "how": "defeat"}
    assert events[1:] == [{"event": "defeated", "who": "A"}, *fallen, over]
    assert there.state.pieces["O"]["at"] == there.state.pieces["P"]["at"] == "A1"
    assert "A" not in there.state.pieces


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_beside_what_lies_there_already() -> None:
    # The tile has an object of its own, on which the carrier stands; both can be picked up from there.
    carrier: Stated = {"ip": 3000, "initiative": 1, **WEAK}
    there = battle("TO P . A\nE . . .", seed=rolling(98), T=carrier, A={"ip": 2999}, E={"side": "blue", **SLOW})
    play(there, "T pick-up P", "T end", "A attack T", "A end")
    assert {there.state.pieces[name]["at"] for name in "OP"} == {"A1"}
    assert sightline.parse(there.snapshot().to_yaml()) == there.snapshot()


@pytest.mark.clause("SOD-3.4", applies=False)
def test_sod_3_4_not_to_what_those_carry_who_survive() -> None:
    there = battle("T O . A", seed=rolling(98), T={"ip": 3000, "initiative": 1, "health": 6}, A={"ip": 2999})
    play(there, "T pick-up O", "T end", "A attack T")
    assert (there.state.pieces["O"]["at"], there.state.pieces["T"]["carries"]) == (None, ["O"])
