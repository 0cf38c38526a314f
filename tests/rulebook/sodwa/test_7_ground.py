"""SOD-7.1, 7.2 and 7.10: kinds and groups, obstructing terrain, and objects."""

from __future__ import annotations

from typing import Any

import pytest

from sightline import ScenarioError
from tests.rulebook.findings import rows
from tests.rulebook.sodwa.boards import attack, board, costs, duel, ends, shot, sight

KINDS: dict[str, dict[str, Any]] = {
    "brambles": {"sight": "impeding", "movement": "difficult"},
    "glass": {"movement": "obstructing"},
    "mud": {"movement": "difficult"},
    "smoke": {"sight": "impeding"},
}


# --- SOD-7.1 -----------------------------------------------------------------------------------------------


DOES = {
    "impeding": ("impeded", "SOD-7.5"),
    "difficult": ("clear", "SOD-7.6"),
    "water": ("clear", "SOD-7.6"),
    "transition": ("clear", "SOD-7.7"),
    "brambles": ("impeded", "SOD-7.5"),
    "mud": ("clear", "SOD-7.6"),
}
"""What each kind does to sight, and the clause by which it ends movements."""


@pytest.mark.clause("SOD-7.1", applies=True)
@pytest.mark.parametrize("kind", DOES)
def test_sod_7_1_applies_to_each_kind_of_tiles_and_borders(kind: str) -> None:
    letter, word = kind[0], "liquid" if kind == "water" else kind
    seen, clause = DOES[kind]
    assert (sight(f"A {letter} T", kinds=KINDS), ends(f"A {letter} .", kinds=KINDS)) == (seen, {"B1": (clause,)})
    border = {word: "A1/B1"}
    assert sight("A . T", borders=border, kinds=KINDS) == seen
    assert ends("A . .", borders=border, kinds=KINDS) == {"B1": (clause,)}


@pytest.mark.clause("SOD-7.1", applies=True)
def test_sod_7_1_applies_to_several_kinds_of_a_tile_each_by_itself() -> None:
    assert ends("A idt .") == {"B1": ("SOD-7.5", "SOD-7.6", "SOD-7.7")}
    assert ends("A dw .") == {"B1": ("SOD-7.6",)}
    assert costs("A i# .") == {"A1": 0}
    assert ends("A . .", borders={"impeding": "A1/B1", "liquid": "A1/B1"}) == {"B1": ("SOD-7.5", "SOD-7.6")}


@pytest.mark.clause("SOD-7.1", applies=True)
def test_sod_7_1_applies_to_an_elevated_tile_of_a_kind_of_its_own() -> None:
    assert sight("A1 i1 T1") == "impeded"
    assert ends("A1 d1 .1") == {"B1": ("SOD-7.6",)}


@pytest.mark.clause("SOD-7.1", applies=True)
def test_sod_7_1_applies_to_groups_that_share_a_side_or_a_corner() -> None:
    assert ends("Ai i i . i", A={"move": 8}) == {"E1": ("SOD-7.5",)}
    assert ends("Ai _ i\n_ i _", A={"move": 8}) == {}
    assert costs("Ai _ i\n_ i _", A={"move": 8}) == {"A1": 0, "B2": 1, "C1": 2}


@pytest.mark.clause("SOD-7.1", applies=True)
def test_sod_7_1_applies_to_groups_of_one_kind_whatever_the_levels() -> None:
    assert ends("At t1 .1", A={"move": 8}) == {}
    assert costs("At t1 .1", A={"move": 8}) == {"A1": 0, "B1": 1, "C1": 2}


@pytest.mark.clause("SOD-7.1", applies=False)
def test_sod_7_1_not_to_tiles_of_another_kind_or_apart() -> None:
    assert ends("Ad w .", A={"move": 8}) == {"B1": ("SOD-7.6",)}
    assert ends("Ai b .", A={"move": 8}, kinds=KINDS) == {"B1": ("SOD-7.5",)}
    assert ends("Ad m .", A={"move": 8}, kinds=KINDS) == {"B1": ("SOD-7.6",)}
    # The group is left on the way.
    assert ends("Ai . i", A={"move": 8}) == {"C1": ("SOD-7.5",)}


@pytest.mark.clause("SOD-7.1", applies=False)
def test_sod_7_1_a_kind_of_ones_own_may_do_nothing_to_movement() -> None:
    smoke = {"smoke": "A1/B1"}
    assert sight("A s T", kinds=KINDS) == sight("A . T", borders=smoke, kinds=KINDS) == "impeded"
    assert ends("A s .", kinds=KINDS) == ends("A . .", borders=smoke, kinds=KINDS) == {}


@pytest.mark.clause("SOD-7.1", applies=False)
def test_sod_7_1_clear_tiles_do_nothing() -> None:
    assert (ends("A . ."), sight("A . T"), rows(attack("A . T"), "SOD-5.4")) == ({}, "clear", [])


# --- SOD-7.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-7.2", applies=True)
@pytest.mark.parametrize("token", ["#", "X", "#1", "g"])
def test_sod_7_2_applies_to_entry(token: str) -> None:
    assert costs(f"A {token} .", kinds=KINDS) == {"A1": 0}
    assert costs("A . .", borders={"obstructing": "A1/B1"}) == {"A1": 0}


@pytest.mark.clause("SOD-7.2", applies=True)
@pytest.mark.parametrize("token", ["A#", "AX", "Ag", "T#", "O#", "OX"])
def test_sod_7_2_applies_to_whatever_stands_or_lies_there(token: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        board(f". {token} .", kinds=KINDS)
    kind = {"#": "obstructing", "X": "obstructing-indoor", "g": "glass"}[token[1]]
    assert [(problem.key, problem.message) for problem in refused.value.problems] == [
        (f"pieces.{token[0]}.at", f"'{token[0]}' cannot be at B1 ({kind}): nothing can be put there.")
    ]


@pytest.mark.clause("SOD-7.2", applies=True)
def test_sod_7_2_applies_to_sight_and_to_what_is_adjacent_across_it() -> None:
    verdict = shot("A T", borders={"obstructing": "A1/B1"})
    assert (verdict.sight, verdict.adjacent, verdict.legal) == ("blocked", False, False)
    assert duel("A # T").threat("blue").cells == {}
    assert sight("A # T") == sight("A X T") == "blocked"


@pytest.mark.clause("SOD-7.2", applies=False)
def test_sod_7_2_neither_to_what_hinders_only_nor_to_what_only_hides() -> None:
    veil = {"veil": {"sight": "obstructing"}}
    assert costs("A i") == costs("A v", kinds=veil) == {"A1": 0, "B1": 1}
    assert (sight("A v T", kinds=veil), sight("A i T")) == ("blocked", "impeded")
    # A wall beside the way stops nobody.
    assert costs("A .\n# #", borders={"obstructing": "A1/A2 B1/B2"}) == {"A1": 0, "B1": 1}


# --- SOD-7.10 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-7.10", applies=True)
def test_sod_7_10_applies_to_sight_and_movement_as_impeding_unless_stated() -> None:
    assert (sight("A O T"), ends("A O .")) == ("impeded", {"B1": ("SOD-7.5",)})
    for word, seen, clause in (("difficult", "clear", "SOD-7.6"), ("liquid", "clear", "SOD-7.6")):
        assert (sight("A O T", O={"is": word}), ends("A O .", O={"is": word})) == (seen, {"B1": (clause,)})
    for word in ("obstructing", "obstructing-indoor"):
        assert (sight("A O T", O={"is": word}), costs("A O .", O={"is": word})) == ("blocked", {"A1": 0})
    assert ends("A O .", O={"is": "mud"}, kinds=KINDS) == {"B1": ("SOD-7.6",)}


@pytest.mark.clause("SOD-7.10", applies=True)
def test_sod_7_10_applies_to_each_of_several_objects_on_a_tile() -> None:
    piled = board("A O . T", P={"at": "B1"}, Q={"at": "B1", "is": "obstructing"}).shot("A", "T")
    told = [(finding.effect, finding.why) for finding in piled.findings if "at B1" in finding.why]
    assert ("blocks", "Q at B1 (obstructing) blocks the line") in told
    assert {("impedes", f"{name} at B1 (impeding) impedes the line") for name in "OP"} <= {*told}


@pytest.mark.clause("SOD-7.10", applies=True)
def test_sod_7_10_applies_beside_the_tile_s_own_kind() -> None:
    assert ends("A Od .") == {"B1": ("SOD-7.5", "SOD-7.6")}
    assert sight("A Oi T", O={"is": "difficult"}) == "impeded"


@pytest.mark.clause("SOD-7.10", applies=True)
def test_sod_7_10_applies_to_the_tile_that_a_move_starts_on_and_to_its_group() -> None:
    assert costs("AO . . . .") == {"A1": 0, "B1": 1, "C1": 2, "D1": 3}
    assert ends("AO i P . i", A={"move": 8}) == {"E1": ("SOD-7.5",)}
    assert ends("AO i .", A={"move": 8}, O={"is": "difficult"}) == {"B1": ("SOD-7.5",)}


@pytest.mark.clause("SOD-7.10", applies=True)
def test_sod_7_10_applies_at_the_level_of_its_tile() -> None:
    crate = {"is": "obstructing"}
    assert sight("A1 O T1", O=crate) == "clear"
    assert sight("A1 O1 T1", O=crate) == "blocked"


@pytest.mark.clause("SOD-7.10", applies=True)
def test_sod_7_10_applies_to_characters_who_may_stand_on_it_unless_it_obstructs() -> None:
    assert board("AO T").shot("A", "T").legal
    with pytest.raises(ScenarioError) as refused:
        board("AO T", O={"is": "obstructing"})
    assert [(problem.key, problem.message) for problem in refused.value.problems] == [
        ("pieces.A.at", "'A' cannot be at A1 (obstructing): nothing can be put there.")
    ]


@pytest.mark.clause("SOD-7.10", applies=True)
def test_sod_7_10_applies_to_enemies_and_friends_which_it_is_not() -> None:
    assert rows(shot("O A . T")) == []
    scenario = board("O A . T")
    assert [(verdict.from_, verdict.to) for verdict in scenario.chart()] == [("A", "T"), ("T", "A")]
    for pair in (("A", "O"), ("O", "T")):
        with pytest.raises(ScenarioError):
            scenario.shot(*pair)
    with pytest.raises(ScenarioError):
        scenario.reach("O")
    assert scenario.threat("blue").cells.keys().isdisjoint({"B1"})


@pytest.mark.clause("SOD-7.10", applies=False)
def test_sod_7_10_an_object_of_clear_terrain_does_nothing() -> None:
    clear = {"is": "clear"}
    assert (sight("A O T", O=clear), ends("A O .", O=clear)) == ("clear", {})
    assert costs("AO . . . . . .", O=clear) == costs("A . . . . . .")


@pytest.mark.clause("SOD-7.10", applies=False)
def test_sod_7_10_a_character_is_no_terrain() -> None:
    # It blocks where it is, but nobody moves over it, and it is never stood on.
    assert costs("A E .") == {"A1": 0}
    with pytest.raises(ScenarioError):
        board("AE .")
