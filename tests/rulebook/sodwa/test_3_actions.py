"""SOD-3.1 to 3.3: types of actions, a Move and an Attack in one turn, and having moved."""

from __future__ import annotations

import pytest

from tests.rulebook.sodwa.battles import READY, SLOW, Stated, attack_of, battle, ip, names, play, refused, rolling, told

HALL = "\n".join(["A . . . . . . . . T", *[". . . . . . . . . ."] * 3])
CALM: Stated = {"A": {"ip": 3000}, "T": SLOW}
"""A has one turn after the other."""

# --- SOD-3.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-3.1", applies=True)
def test_sod_3_1_applies_to_what_is_free_and_what_is_paid() -> None:
    there = battle("A O . T", A=READY)
    spent = []
    for words in ("A turn N", "A pick-up O", "A put-down O B1", "A attack T"):
        before = ip(there)["A"]
        play(there, words)
        spent.append(before - ip(there)["A"])
    assert spent == [0, 250, 0, 250]
    assert there.state.pieces["A"]["acted"] == ["turn", "move", "put-down", "attack"]


@pytest.mark.clause("SOD-3.1", applies=True)
def test_sod_3_1_applies_to_picking_up_which_is_a_move() -> None:
    there = battle("A O . T", A={"ip": 3000}, T=SLOW)
    play(there, "A pick-up O")
    assert refused(there, "A move B1") == [("SOD-2.4", "A has already taken this kind of action this turn: move")]
    play(there, "A end", "A move B1")
    play(there, "A put-down O A1")
    assert refused(there, "A pick-up O") == [("SOD-2.4", "A has already taken this kind of action this turn: move")]


@pytest.mark.clause("SOD-3.1", applies=False)
@pytest.mark.parametrize("words", ["T turn N", "T move C1", "T attack A", "T end"])
def test_sod_3_1_not_in_the_opponents_turn(words: str) -> None:
    there = battle("A . . T", A=READY)
    assert refused(there, words) == [("SOD-2.3", "it is not the turn of T")]


@pytest.mark.clause("SOD-3.1", applies=False)
def test_sod_3_1_not_between_turns() -> None:
    there = battle("A . F T", A=READY, F=READY)
    assert (there.state.choosing, refused(there, "A turn N")) == ("red", [("SOD-2.3", "it is not the turn of A")])


# --- SOD-3.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-3.2", applies=True)
@pytest.mark.parametrize(("move", "quarter"), [(0, 0), (1, 1), (3, 1), (4, 1), (7, 1), (8, 2), (12, 3)])
def test_sod_3_2_applies_to_a_move_after_an_attack(move: int, quarter: int) -> None:
    there = battle(HALL, A={"ip": 3000, "move": move, "range": 20}, T={**SLOW, "health": 99})
    play(there, "A attack T")
    paths = [each["path"] for each in there.legal() if each["do"] == "move"]
    assert max((len(path) for path in paths), default=0) == quarter
    long = " ".join(f"{letter}1" for letter in "BCDEF"[: quarter + 1])
    why = ("SOD-3.2", f"the path costs {quarter + 1}, but A, who has attacked, can move only {quarter}")
    if move == quarter:
        why = ("SOD-1.1", f"the path costs {quarter + 1}, but A can move only {move}")
    assert refused(there, f"A move {long}") == [why]


@pytest.mark.clause("SOD-3.2", applies=False)
def test_sod_3_2_not_to_a_move_before_an_attack() -> None:
    there = battle(HALL, **CALM)
    play(there, "A move B1 C1 D1 E1 F1 G1")
    assert names(play(there, "A attack T"))[0] == "attacked"


@pytest.mark.clause("SOD-3.2", applies=False)
def test_sod_3_2_not_to_an_attack_that_the_file_states_or_one_of_an_earlier_turn() -> None:
    there = battle(HALL, A={"ip": 3000, "attacked": True, "range": 20}, T=SLOW)
    assert refused(there, "A move B1 C1 D1 E1 F1 G1") == []
    play(there, "A attack T", "A end")
    assert refused(there, "A move B1 C1 D1 E1 F1 G1") == []


@pytest.mark.clause("SOD-3.2", applies=True)
def test_sod_3_2_applies_to_what_is_halved_too() -> None:
    there = battle("Ai . . T", A=READY, T=SLOW)
    play(there, "A attack T")
    assert refused(there, "A move B1") == []
    assert refused(there, "A move B1 C1") == [("SOD-3.2", "the path costs 2, but A, who has attacked, can move only 1")]
    too_long = "A move B1 C1 D1 E1 F1 G1 H1"
    assert refused(battle(HALL, **CALM), too_long) == [("SOD-1.1", "the path costs 7, but A can move only 6")]
    for kind, clause in (("i", "SOD-7.5"), ("d", "SOD-7.6"), ("w", "SOD-7.6"), ("t", "SOD-7.7")):
        [(found, why)] = refused(battle(f"A{kind} . . . . . T", **CALM), "A move B1 C1 D1 E1")
        assert found == clause
        assert why.startswith("the path costs 4, but A, who starts on ")


# --- SOD-3.3 -----------------------------------------------------------------------------------------------

NEAR: Stated = {"A": {"ip": 1500, "health": 99}, "T": {"ip": 1400, "health": 99}}


def values(words: str, *before: str) -> tuple[int, int]:
    """Return the values of an attack, and so its difficulty, after other actions of A and T."""
    attack = attack_of(play(battle("A O . T", **NEAR), *before, words))
    return attack["attack_value"], attack["defense_value"]


@pytest.mark.clause("SOD-3.3", applies=True)
def test_sod_3_3_applies_to_the_attack_after_a_move_and_to_whoever_attacks_the_mover() -> None:
    assert values("A attack T", "A pick-up O") == (30, 100)
    assert values("T attack A", "A pick-up O", "A end") == (40, 110)
    both = ("A pick-up O", "A end", "T move C1")
    assert values("T attack A", *both) == (30, 110)


@pytest.mark.clause("SOD-3.3", applies=True)
def test_sod_3_3_applies_until_the_movers_next_turn_begins() -> None:
    there = battle("A . . T", A={"ip": 1900}, T={"ip": 1400})
    play(there, "A move B1", "A end")
    assert (there.state.pieces["A"]["moved"], there.state.active) == (True, "T")
    play(there, "T end")
    assert (there.state.pieces["A"]["moved"], there.state.active) == (False, "A")
    attack = attack_of(play(there, "A attack T"))
    assert (attack["attack_value"], attack["defense_value"]) == (40, 100)


@pytest.mark.clause("SOD-3.3", applies=True)
def test_sod_3_3_applies_to_a_move_that_the_file_states() -> None:
    there = battle("A . . T", A={"ip": 1500}, T={"ip": 900, "moved": True})
    assert attack_of(play(there, "A attack T"))["difficulty"] == 70


@pytest.mark.clause("SOD-3.3", applies=False)
def test_sod_3_3_not_to_turning_putting_down_or_being_knocked_back() -> None:
    plain = values("A attack T")
    assert plain == (40, 120)
    assert values("A attack T", "A turn N") == plain
    there = battle("A . T .", seed=rolling(99), **NEAR)
    assert told(play(there, "A attack T"), "knocked-back") == [{"who": "T", "to": "D1"}]
    assert there.state.pieces["T"]["moved"] is False
