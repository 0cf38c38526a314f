"""SOD-7.5 to 7.7, and 3.2: what ends a movement, what halves Move, and how levels change."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import rows
from tests.rulebook.sodwa.boards import FIGHTER, FLYER, costs, ends, places, shot

LONG = ". . . . . . . . ."


def far(token: str, move: int, **stated: Any) -> int:
    """Return how far A gets over clear tiles from a tile of some kind."""
    return max(costs(f"A{token} {LONG}", A={"move": move, **stated}).values())


# --- SOD-3.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-3.2", applies=True)
def test_sod_3_2_applies_to_a_move_after_an_attack() -> None:
    left = {0: 0, 1: 1, 4: 1, 7: 1, 8: 2, 11: 2, 12: 3}
    assert {move: far("", move, attacked=True) for move in left} == left


@pytest.mark.clause("SOD-3.2", applies=True)
def test_sod_3_2_applies_after_move_is_halved() -> None:
    left = {0: 0, 1: 1, 8: 1, 15: 1, 16: 2, 24: 3}
    assert {move: far("i", move, attacked=True) for move in left} == left


@pytest.mark.clause("SOD-3.2", applies=True)
def test_sod_3_2_applies_to_flyers_too() -> None:
    assert far("i", 12, attacked=True, **FLYER) == 3


@pytest.mark.clause("SOD-3.2", applies=False)
@pytest.mark.parametrize("move", [0, 1, 4, 9])
def test_sod_3_2_not_before_an_attack(move: int) -> None:
    assert far("", move) == far("", move, moved=True) == move


# --- SOD-7.5 and 7.6 ---------------------------------------------------------------------------------------

LETTERS = {"i": "SOD-7.5", "d": "SOD-7.6", "w": "SOD-7.6"}
WORDS = {"i": "impeding", "d": "difficult", "w": "liquid"}


def check_entering(letter: str) -> None:
    """Check that entering such a tile, or crossing such a border, ends a movement."""
    drawing, clauses = f"A . {letter} .", (LETTERS[letter],)
    assert (costs(drawing), ends(drawing)) == ({"A1": 0, "B1": 1, "C1": 2}, {"C1": clauses})
    fence = {WORDS[letter]: "B1/C1"}
    assert costs("A . . .", borders=fence) == {"A1": 0, "B1": 1, "C1": 2}
    assert ends("A . . .", borders=fence) == {"C1": clauses}


def check_starting(letter: str) -> None:
    """Check that Move is halved on such a tile, down, to at least 1 unless it is 0."""
    assert {move: far(letter, move) for move in (0, 1, 2, 3, 6, 7)} == {0: 0, 1: 1, 2: 1, 3: 1, 6: 3, 7: 3}


def check_own_group(letter: str) -> None:
    """Check that one moves freely within the group, and that it counts again once it is left."""
    long = {"A": {"move": 16}}
    clauses = (LETTERS[letter],)
    assert ends(f"A{letter} {letter} {letter} . {letter} .", **long) == {"E1": clauses}
    assert costs(f"A{letter} {letter} . .", **long) == {"A1": 0, "B1": 1, "C1": 2, "D1": 3}
    # The same group: C1 is come to within it over B2, and from outside where E stands there.
    bent = "A{0} . {0}\n_ {1}{0} _"
    assert ends(bent.format(letter, ""), **long) == {}
    assert ends(bent.format(letter, "E"), **long) == {"C1": clauses}
    # A border inside still ends the move.
    assert ends(f"A{letter} {letter}", borders={WORDS[letter]: "A1/B1"}, **long) == {"B1": clauses}


@pytest.mark.clause("SOD-7.5", applies=True)
def test_sod_7_5_applies_to_entering_and_crossing() -> None:
    check_entering("i")


@pytest.mark.clause("SOD-7.5", applies=True)
def test_sod_7_5_applies_to_who_starts_there() -> None:
    check_starting("i")


@pytest.mark.clause("SOD-7.5", applies=True)
def test_sod_7_5_applies_to_the_own_group_once_it_is_left_and_to_borders_within() -> None:
    check_own_group("i")


@pytest.mark.clause("SOD-7.5", applies=True)
def test_sod_7_5_applies_once_for_several_kinds() -> None:
    assert far("id", 12) == far("idwt", 12) == far("i", 12) == 6


@pytest.mark.clause("SOD-7.5", applies=True)
def test_sod_7_5_applies_to_each_kind_by_itself() -> None:
    long = {"A": {"move": 16}}
    assert ends("Aid i d .", **long) == {"C1": ("SOD-7.6",)}
    assert ends("Aid d i .", **long) == {"C1": ("SOD-7.5",)}
    assert ends("Aid id d .", **long) == {}
    assert ends("Ai id .", **long) == {"B1": ("SOD-7.6",)}
    # One of two kinds is left, the other is not.
    assert ends("Aid i . .", **long) == {}


@pytest.mark.clause("SOD-7.5", applies=True)
def test_sod_7_5_applies_to_kinds_of_ones_own_that_impede_and_hinder() -> None:
    hedge = {"hedge": {"sight": "impeding", "movement": "difficult"}}
    assert ends("A h .", kinds=hedge) == {"B1": ("SOD-7.5",)}


@pytest.mark.clause("SOD-7.5", applies=False)
def test_sod_7_5_leaving_ends_nothing() -> None:
    assert (ends("Ai . ."), costs("Ai . .")) == ({}, {"A1": 0, "B1": 1, "C1": 2})


@pytest.mark.clause("SOD-7.5", applies=False)
def test_sod_7_5_not_to_side_tiles_of_the_group_on_a_diagonal_step_begun_within() -> None:
    assert ends("Ai i .\ni . .") == {}
    # From outside both ways round the corner are hindered.
    assert ends("A i\ni .")["B2"] == ("SOD-7.8",)
    # Of another kind than the start the side tiles hinder.
    assert ends("Ai d\nd .")["B2"] == ("SOD-7.8",)


@pytest.mark.clause("SOD-7.5", applies=False)
def test_sod_7_5_not_to_a_way_round_of_the_same_cost() -> None:
    # Of two paths of cost 2 the one that no clause ends is given.
    reached = places("A i .\n. . .")
    assert (reached["C1"].cost, reached["C1"].ends_move) == (2, False)
    assert reached["C1"].path == ("B2", "C1")
    assert reached["B1"].stops == ("SOD-7.5",)


@pytest.mark.clause("SOD-7.5", applies=False)
def test_sod_7_5_not_to_what_only_impedes_sight() -> None:
    smoke = {"smoke": {"sight": "impeding"}}
    assert (ends("A s .", kinds=smoke), far("", 6)) == ({}, 6)
    assert costs("As . . . .", kinds=smoke) == {"A1": 0, "B1": 1, "C1": 2, "D1": 3, "E1": 4}


@pytest.mark.clause("SOD-7.6", applies=True)
@pytest.mark.parametrize("letter", ["d", "w"])
def test_sod_7_6_applies_to_movement_like_impeding_terrain(letter: str) -> None:
    check_entering(letter)
    check_starting(letter)
    check_own_group(letter)


@pytest.mark.clause("SOD-7.6", applies=False)
@pytest.mark.parametrize("letter", ["d", "w"])
def test_sod_7_6_not_to_sight_nor_to_anything_else(letter: str) -> None:
    fighter = {**FIGHTER, "evasion": 5}
    stated = {"A": fighter, "T": fighter}
    for hindered, clear in (("A{0} T", "A T"), ("A T{0}", "A T"), ("A {0} T", "A . T"), ("A . T{0}", "A . T")):
        verdict = shot(hindered.format(letter), **stated)
        assert (verdict.sight, rows(verdict)) == ("clear", rows(shot(clear, **stated)))


@pytest.mark.clause("SOD-7.6", applies=False)
def test_sod_7_6_difficult_and_liquid_are_groups_apart() -> None:
    assert ends("Ad d w", A={"move": 16}) == ends("Aw w d", A={"move": 16}) == {"C1": ("SOD-7.6",)}
    assert ends("Ad . d", A={"move": 16}) == {"C1": ("SOD-7.6",)}


# --- SOD-7.7 -----------------------------------------------------------------------------------------------

ONLY_HERE = {"A1": 0}
LONG_MOVE: dict[str, Any] = {"A": {"move": 16}}


@pytest.mark.clause("SOD-7.7", applies=True)
def test_sod_7_7_applies_to_transition_borders_and_tiles_in_either_direction() -> None:
    border = {"transition": "A1/B1"}
    there = ({"A1": 0, "B1": 1}, {"B1": ("SOD-7.7",)})
    for drawing in ("A .1 .1", "A1 . ."):
        assert costs(drawing) == ONLY_HERE
        assert (costs(drawing, borders=border), ends(drawing, borders=border)) == there
    # The step onto a transition tile may change the level, too: that is still one clause.
    for drawing in ("A t .1", "A1 t1 .", "A t1 .1", "A1 t ."):
        assert (costs(drawing), ends(drawing)) == there


@pytest.mark.clause("SOD-7.7", applies=True)
def test_sod_7_7_applies_to_who_starts_on_a_transition_tile() -> None:
    assert far("t", 6) == 3
    assert far("t", 1) == 1
    # All its sides to the other level are crossed without a stop.
    for drawing in ("At .1 .1", "At1 . .", "At t .1 .1", "At t1 .1 .1", "At t1 . ."):
        assert ends(drawing, **LONG_MOVE) == {}
        assert costs(drawing, **LONG_MOVE) == {f"{'ABCD'[at]}1": at for at in range(len(drawing.split()))}


@pytest.mark.clause("SOD-7.7", applies=True)
def test_sod_7_7_applies_again_once_the_group_is_left() -> None:
    assert ends("At . t .1", **LONG_MOVE) == {"C1": ("SOD-7.7",)}
    assert ends("At . .1", borders={"transition": "B1/C1"}, **LONG_MOVE) == {"C1": ("SOD-7.7",)}
    # Down from a tile beside the group's border, which was left.
    assert ends("At .1 .", borders={"transition": "B1/C1"}, **LONG_MOVE) == {"C1": ("SOD-7.7",)}


@pytest.mark.clause("SOD-7.7", applies=True)
def test_sod_7_7_applies_to_a_transition_border_of_one_level_as_difficult() -> None:
    border = {"transition": "A1/B1"}
    for drawing in ("A . .", "A1 .1 .1", "At t .", "At . ."):
        assert ends(drawing, borders=border, **LONG_MOVE) == {"B1": ("SOD-7.7",)}


@pytest.mark.clause("SOD-7.7", applies=True)
def test_sod_7_7_applies_to_what_else_is_drawn_there() -> None:
    assert ends("A ti .1") == {"B1": ("SOD-7.5", "SOD-7.7")}
    assert ends("At i1 .1", **LONG_MOVE) == {"B1": ("SOD-7.5",)}
    assert ends("A .1", borders={"transition": "A1/B1", "impeding": "A1/B1"}) == {"B1": ("SOD-7.5", "SOD-7.7")}
    assert ends("At .1", borders={"impeding": "A1/B1"}) == {"B1": ("SOD-7.5",)}
    assert costs("A .1", borders={"transition": "A1/B1", "obstructing": "A1/B1"}) == ONLY_HERE
    assert costs("A t#") == ONLY_HERE


@pytest.mark.clause("SOD-7.7", applies=True)
def test_sod_7_7_applies_to_objects_that_are_transitions() -> None:
    ramp = {"is": "transition"}
    assert ends("AO .1 .1", O=ramp, **LONG_MOVE) == {}
    assert ends("A O .1", O=ramp) == {"B1": ("SOD-7.7",)}
    assert costs("A O1", O=ramp) == {"A1": 0, "B1": 1}


@pytest.mark.clause("SOD-7.7", applies=False)
@pytest.mark.parametrize("drawing", ["A .1", "A1 .", "A i1", "A1 d", "A O1"])
def test_sod_7_7_otherwise_the_other_level_cannot_be_entered(drawing: str) -> None:
    assert costs(drawing, A={"move": 9}) == ONLY_HERE


@pytest.mark.clause("SOD-7.7", applies=False)
def test_sod_7_7_levels_never_change_diagonally() -> None:
    everywhere = {"transition": "A1/B1 A1/A2 B1/B2 A2/B2"}
    assert costs("A _\n_ .1", borders={}) == costs("A _\n_ t1") == costs("At _\n_ .1") == ONLY_HERE
    assert "B2" not in costs("A .\n. .1", borders=everywhere, A={"move": 1})
    # In two steps, each of which ends a move, nobody gets there in one.
    assert "B2" not in costs("A .\n. .1", borders=everywhere)


@pytest.mark.clause("SOD-7.7", applies=False)
def test_sod_7_7_a_side_tile_of_the_other_level_closes_its_way() -> None:
    assert costs("A .1\n# .") == ONLY_HERE
    assert costs("At .1\n# .", A={"move": 2}) == {"A1": 0, "B1": 1}
    assert costs("A .1\n_ .") == {"A1": 0, "B2": 1}
    assert costs("A1 .\n# .1") == ONLY_HERE
    assert costs("A1 .1\n# .1", A={"move": 1}) == {"A1": 0, "B1": 1, "B2": 1}


@pytest.mark.clause("SOD-7.7", applies=False)
def test_sod_7_7_elevated_tiles_are_plain_ground_to_the_elevated() -> None:
    assert (costs("A1 .1 .1"), ends("A1 .1 .1")) == ({"A1": 0, "B1": 1, "C1": 2}, {})
