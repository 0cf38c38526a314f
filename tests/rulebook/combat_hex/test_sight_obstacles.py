"""The section on sight of Combat Hex: what blocks, and what degrades the shot."""

from __future__ import annotations

import pytest

from tests.rulebook.combat_hex.boards import DICE, EAST, NORTH, NUMBER, WORSE, board, put, shot
from tests.rulebook.findings import blocks, impedes, rows

HIGH = [("CH-HIT", "modifies", "dice", 1, []), ("CH-BONUS", "modifies", "dice", 1, []), NUMBER]
"""The findings of a clear shot from a hill at the ground."""


@pytest.mark.clause("CH-5.11", applies=True)
@pytest.mark.parametrize("side", [None, "red", "blue"])
def test_ch_5_11_applies_to_friend_and_foe(side: str | None) -> None:
    verdict = shot(put(NORTH, B3="X"), A={"side": "red"}, T={"side": "blue"}, X={"side": side} if side else {})
    assert rows(verdict) == [blocks("CH-5.11", "B3")]
    assert (verdict.sight, verdict.legal, verdict.to_hit, verdict.odds) == ("blocked", False, None, None)
    assert verdict.findings[0].why == "X at B3 stands in the way of line 1, 2"


@pytest.mark.clause("CH-5.11", applies=True)
def test_ch_5_11_applies_to_everyone_met_in_order_along_the_lines() -> None:
    verdict = shot(put(NORTH, A2="U", A3="V", B3="W", C2="X", C3="Y"))
    found = [(finding.at, finding.message.args["lines"]) for finding in verdict.findings]
    assert found == [(("B3",), "1, 2"), (("A3",), "1"), (("C3",), "2"), (("A2",), "1"), (("C2",), "2")]


@pytest.mark.clause("CH-5.11", applies=True)
def test_ch_5_11_applies_to_a_mounted_warrior_once_with_all_its_hexes() -> None:
    verdict = shot(put(NORTH, A3="X", B3="X"))
    assert rows(verdict) == [blocks("CH-5.11", "B3", "A3")]
    # One of its hexes is enough, and it blocks the mounted as well.
    assert rows(shot(put(NORTH, A1="X", A2="X"))) == [blocks("CH-5.11", "A2")]
    assert rows(shot(put(NORTH, A1="X", A2="X", C4="A"))) == [DICE, NUMBER]
    assert rows(shot(put(NORTH, B3="X", A3="X", B1="T"))) == [blocks("CH-5.11", "B3", "A3")]


@pytest.mark.clause("CH-5.11", applies=True)
@pytest.mark.parametrize(("a", "x", "t"), [(1, 1, 2), (1, 1, 1), (1, 2, 1), (2, 2, 2), (2, 2, 1), (2, 1, 1)])
def test_ch_5_11_applies_to_those_as_high_as_the_higher_of_the_two(a: int, x: int, t: int) -> None:
    verdict = shot(put(NORTH, B4=f"A{a}", B3=f"X{x}", B2=f"T{t}"))
    assert rows(verdict, "CH-5.11") == ([blocks("CH-5.11", "B3")] if x >= max(a, t) else [])


@pytest.mark.clause("CH-5.11", applies=False)
@pytest.mark.parametrize(("shooter", "target"), [("A1", "T"), ("A", "T1"), ("A1", "T1"), ("A2", "T")])
def test_ch_5_11_those_who_stand_lower_than_the_higher_do_not_block(shooter: str, target: str) -> None:
    assert rows(shot(put(NORTH, B4=shooter, B2=target, B3="X")), "CH-5.11") == []


@pytest.mark.clause("CH-5.11", applies=False)
def test_ch_5_11_a_base_stands_as_high_as_its_highest_hex() -> None:
    slope = put(NORTH, B4="A2", B3="X1", A3="X2", B2="T")
    assert rows(shot(slope), "CH-5.11") == [blocks("CH-5.11", "B3", "A3")]
    assert rows(shot(put(slope, A3=".2", B3="X1")), "CH-5.11") == []
    assert rows(shot(put(NORTH, B4="A1", C4="A2", B3="X1")), "CH-5.11") == []


@pytest.mark.clause("CH-5.11", applies=False)
@pytest.mark.parametrize("at", ["B1", "A1", "C4", "A4"])
def test_ch_5_11_those_beside_the_lines_do_not_block(at: str) -> None:
    assert rows(shot(put(NORTH, **{at: "X"}))) == [DICE, NUMBER]


@pytest.mark.clause("CH-5.11", applies=False)
def test_ch_5_11_the_two_themselves_do_not_block() -> None:
    # Both lines from B4 cross B3, the shooter's other hex.
    verdict = shot(put(NORTH, B3="A"), A={"at": ["B4", "B3"], "mounted": True}, T={})
    assert rows(verdict) == [DICE, NUMBER]


@pytest.mark.clause("CH-5.12", applies=True)
@pytest.mark.parametrize("at", ["B3", "A3", "C3", "A2", "C2"])
@pytest.mark.parametrize("level", ["1", "2", "9"])
def test_ch_5_12_applies_between_two_on_the_ground(at: str, level: str) -> None:
    verdict = shot(put(NORTH, **{at: f".{level}"}))
    assert rows(verdict) == [blocks("CH-5.12", at), blocks("CH-5.141", at)]
    assert verdict.sight == "blocked"


@pytest.mark.clause("CH-5.12", applies=True)
def test_ch_5_12_applies_to_each_hill_once_with_all_its_hexes() -> None:
    # A3 and A2 are one hill, C2 another.
    verdict = shot(put(NORTH, A3=".1", A2=".2", C2=".1"))
    found = [blocks("CH-5.12", "A3", "A2"), blocks("CH-5.12", "C2")]
    assert rows(verdict, "CH-5.12") == found
    assert verdict.findings[0].why == "both stand on the ground, and line 1 meets elevated ground at A3, A2"


@pytest.mark.clause("CH-5.12", applies=False)
@pytest.mark.parametrize(("shooter", "target"), [("A1", "T"), ("A", "T1"), ("A1", "T1")])
def test_ch_5_12_not_where_either_stands_on_elevated_terrain(shooter: str, target: str) -> None:
    verdict = shot(put(NORTH, B4=shooter, B2=target, A2=".1"))
    assert rows(verdict, "CH-5.12") == []


@pytest.mark.clause("CH-5.12", applies=False)
@pytest.mark.parametrize("at", ["B1", "A1", "C1", "A4", "C4"])
def test_ch_5_12_not_beside_the_lines(at: str) -> None:
    assert rows(shot(put(NORTH, **{at: ".1"}))) == [DICE, NUMBER]


@pytest.mark.clause("CH-5.141", applies=True)
def test_ch_5_141_applies_to_a_hill_of_neither() -> None:
    verdict = shot(put(EAST, A3="A1", D2=".1"))
    assert rows(verdict) == [blocks("CH-5.141", "D2")]
    assert verdict.findings[0].why == "line 1 meets the hill at D2, and neither of the two stands on it"
    assert rows(shot(put(EAST, D3="T1", B3=".1"))) == [blocks("CH-5.141", "B3")]


@pytest.mark.clause("CH-5.141", applies=True)
def test_ch_5_141_applies_where_the_two_stand_on_hills_of_their_own() -> None:
    far = ". . . . .\n" * 2 + "A1 . . . T1\n" + ". . . . .\n"
    assert rows(shot(put(far, C3=".1"))) == [blocks("CH-5.141", "C3")]
    assert rows(shot(far), "CH-5.141") == []


@pytest.mark.clause("CH-5.141", applies=False)
@pytest.mark.parametrize("ends", [{"B3": ".1"}, {"B2": ".1", "B3": ".2"}, {"B3": ".1", "C3": ".1", "D2": ".1"}])
def test_ch_5_141_not_the_hill_of_the_shooter(ends: dict[str, str]) -> None:
    assert rows(shot(put(EAST, A3="A1", **ends))) == HIGH
    assert rows(shot(put(EAST, A3="A2", **ends))) == HIGH


@pytest.mark.clause("CH-5.141", applies=False)
def test_ch_5_141_not_the_hill_of_the_target() -> None:
    assert rows(shot(put(EAST, D3="T1", C3=".1", B3=".1"))) == [DICE, NUMBER]


@pytest.mark.clause("CH-5.141", applies=False)
@pytest.mark.parametrize("at", ["B1", "A1", "C2", "E3", "B4"])
def test_ch_5_141_not_a_hill_beside_the_lines(at: str) -> None:
    assert rows(shot(put(EAST, **{at: ".1"}))) == [DICE, NUMBER]


FAR_MOUNTED = put(NORTH, B1="T")
"""NORTH with the target mounted on B1 and B2."""


@pytest.mark.clause("CH-8.10", applies=True)
@pytest.mark.parametrize("drawing", [FAR_MOUNTED, ". . .\n. T .\n. . .\n. A .\n. A ."])
@pytest.mark.parametrize("choice", ["meets", "crosses"])
def test_ch_8_10_applies_to_shots_at_and_from_the_mounted(drawing: str, choice: str) -> None:
    verdict = shot(put(drawing, B3="X"), rulings={"foot-soldier": choice})
    assert rows(verdict) == [impedes("CH-8.10", "B3"), DICE, NUMBER, WORSE]
    assert (verdict.sight, verdict.degraded, verdict.to_hit.hits_on, verdict.rulings) == ("clear", True, 6, {})
    assert verdict.findings[0].why == "X, on foot at B3, counts as a red line for line 1, 2"


@pytest.mark.clause("CH-8.10", applies=True)
def test_ch_8_10_applies_next_to_the_shooter_too() -> None:
    verdict = shot("T T\n. .\nX .\nA .")
    assert rows(verdict, "CH-5.11", "CH-8.10") == [impedes("CH-8.10", "A3")]


TOUCHED = put(EAST, E4="T")
"""EAST with the target mounted on D3 and E4: line 1 is the same, line 2 meets neither B2 nor D2."""


@pytest.mark.clause("CH-8.10", applies=True)
@pytest.mark.parametrize("at", ["B2", "D2"])
def test_ch_8_10_applies_to_hexes_run_along_and_touched_as_ruled(at: str) -> None:
    verdict = shot(put(TOUCHED, **{at: "X"}))
    assert rows(verdict) == [impedes("CH-8.10", at), DICE, NUMBER, WORSE]
    assert verdict.rulings == {"foot-soldier": "meets"}


@pytest.mark.clause("CH-8.10", applies=False)
@pytest.mark.parametrize("at", ["B2", "D2"])
def test_ch_8_10_otherwise_they_neither_block_nor_degrade(at: str) -> None:
    verdict = shot(put(TOUCHED, **{at: "X"}), rulings={"foot-soldier": "crosses"})
    assert rows(verdict) == [DICE, NUMBER]
    assert verdict.rulings == {"foot-soldier": "crosses"}
    # Between two on foot they block all the same.
    on_foot = shot(put(EAST, **{at: "X"}), rulings={"foot-soldier": "crosses"})
    assert rows(on_foot) == [blocks("CH-5.11", at)]
    assert on_foot.rulings == {}


@pytest.mark.clause("CH-8.10", applies=False)
@pytest.mark.parametrize("choice", ["meets", "crosses"])
def test_ch_8_10_a_line_that_crosses_the_hex_leaves_nothing_to_the_ruling(choice: str) -> None:
    # Line 1 runs along B3, line 2 crosses it.
    verdict = shot(put(TOUCHED, B3="X"), rulings={"foot-soldier": choice})
    assert rows(verdict, "CH-8.10") == [impedes("CH-8.10", "B3")]
    assert verdict.findings[0].message.args["lines"] == ("1, 2" if choice == "meets" else "2")


@pytest.mark.clause("CH-8.10", applies=False)
def test_ch_8_10_from_elevated_terrain_it_does_not_degrade() -> None:
    verdict = shot(put(FAR_MOUNTED, B4="A1", B3="X1"))
    assert rows(verdict) == HIGH
    assert verdict.rulings == {}


@pytest.mark.clause("CH-8.10", applies=False)
def test_ch_8_10_who_stands_too_low_to_block_does_not_degrade() -> None:
    assert rows(shot(put(NORTH, B1="T1", B2="T1", B3="X"))) == [DICE, NUMBER]
    assert rows(shot(put(NORTH, B1="T1", B2="T1", B3="X1"))) == [impedes("CH-8.10", "B3"), DICE, NUMBER, WORSE]


@pytest.mark.clause("CH-8.10", applies=False)
def test_ch_8_10_the_mounted_block_the_mounted() -> None:
    assert rows(shot(put(FAR_MOUNTED, B3="X", A3="X"))) == [blocks("CH-5.11", "B3", "A3")]


@pytest.mark.clause("CH-8.10", applies=False)
def test_ch_8_10_between_two_on_foot_a_foot_soldier_blocks() -> None:
    assert rows(shot(put(NORTH, B3="X")), "CH-5.11", "CH-8.10") == [blocks("CH-5.11", "B3")]


@pytest.mark.clause("CH-5.171", applies=True)
@pytest.mark.parametrize("kind", ["red", "dotted"])
def test_ch_5_171_applies_to_printed_lines_met(kind: str) -> None:
    verdict = shot(NORTH, **{kind: "A3/B3"})
    assert rows(verdict) == [impedes("CH-5.171", "A3/B3"), DICE, NUMBER, WORSE]
    assert (verdict.degraded, verdict.to_hit.hits_on, verdict.sight, verdict.legal) == (True, 6, "clear", True)
    assert verdict.findings[0].why == f"line 1 meets the {kind}-line A3/B3"


@pytest.mark.clause("CH-5.171", applies=True)
def test_ch_5_171_applies_to_each_line_once_in_order() -> None:
    verdict = shot(NORTH, red="A2/B2 A3/B3", dotted="C2/B2")
    found = [("A3/B3", "1"), ("A2/B2", "1"), ("B2/C2", "2")]
    assert [(finding.at[0], finding.message.args["lines"]) for finding in verdict.findings[:3]] == found
    assert verdict.to_hit.hits_on == 6


@pytest.mark.clause("CH-5.171", applies=True)
def test_ch_5_171_applies_to_a_line_of_both_kinds_once() -> None:
    verdict = shot(NORTH, red="A3/B3", dotted="B3/A3")
    assert rows(verdict, "CH-5.171") == [impedes("CH-5.171", "A3/B3")]
    assert [each.message.args["kind"] for each in verdict.findings if each.clause.id == "CH-5.171"] == [
        "dotted-line, red-line"
    ]


@pytest.mark.clause("CH-5.171", applies=True)
def test_ch_5_171_applies_to_dotted_lines_from_a_hill_too() -> None:
    verdict = shot(put(NORTH, B4="A1"), dotted="A3/B3")
    assert rows(verdict, "CH-5.171") == [impedes("CH-5.171", "A3/B3")]
    assert (verdict.bonus, verdict.to_hit.dice, verdict.to_hit.hits_on) == (1, 2, 6)


@pytest.mark.clause("CH-5.171", applies=True)
def test_ch_5_171_applies_to_dotted_lines_along_the_edge_of_a_hill() -> None:
    assert rows(shot(put(NORTH, B2="T1"), dotted="B2/C2"), "CH-5.171") == [impedes("CH-5.171", "B2/C2")]


@pytest.mark.clause("CH-5.171", applies=True)
def test_ch_5_171_applies_to_a_red_line_between_two_hexes_of_a_hill() -> None:
    verdict = shot(put(NORTH, B2="T1", C2=".1"), red="B2/C2")
    assert rows(verdict, "CH-5.171") == [impedes("CH-5.171", "B2/C2")]


@pytest.mark.clause("CH-5.171", applies=True)
@pytest.mark.parametrize(("kind", "choice", "counts"), [("red", "dotted", True), ("red", "both", False)])
def test_ch_5_171_applies_to_sides_of_the_own_base_as_ruled(kind: str, choice: str, counts: bool) -> None:
    verdict = shot(NORTH, **{kind: "B3/B4"}, rulings={"own-line": choice})
    assert verdict.degraded is counts
    assert verdict.rulings == {"own-line": choice}


@pytest.mark.clause("CH-5.171", applies=False)
@pytest.mark.parametrize("choice", ["both", "dotted"])
def test_ch_5_171_a_dotted_side_of_the_own_base_never_counts(choice: str) -> None:
    verdict = shot(NORTH, dotted="B3/B4", rulings={"own-line": choice})
    assert rows(verdict) == [DICE, NUMBER]
    assert verdict.rulings == {}


@pytest.mark.clause("CH-5.171", applies=False)
def test_ch_5_171_sides_of_any_hex_of_the_own_base_do_not_count() -> None:
    # The line from A3 that crosses B3, the shooter's other hex, leaves it over B3/C4.
    drawing = put(EAST, B3="A")
    verdict = shot(drawing, dotted="B3/C3 B3/C4", red="A3/B3")
    assert (verdict.degraded, verdict.shooter_hex) == (False, "A3")
    assert shot(drawing, dotted="B3/C3 C3/D3").degraded is True


@pytest.mark.clause("CH-5.171", applies=False)
@pytest.mark.parametrize("border", ["B1/B2", "B2/B3", "C1/C2", "A3/A4"])
def test_ch_5_171_lines_that_are_not_met_do_not_count(border: str) -> None:
    assert rows(shot(NORTH, red=border)) == [DICE, NUMBER]


@pytest.mark.clause("CH-5.171", applies=False)
def test_ch_5_171_red_lines_do_not_count_from_a_hill_or_along_its_edge() -> None:
    assert rows(shot(put(NORTH, B4="A1"), red="A3/B3")) == HIGH
    assert rows(shot(put(NORTH, B2="T1"), red="B2/C2")) == [DICE, NUMBER]


def test_what_degrades_is_reported_of_a_blocked_shot_too() -> None:
    verdict = shot(put(NORTH, B3="X"), red="A3/B3")
    assert rows(verdict) == [blocks("CH-5.11", "B3"), impedes("CH-5.171", "A3/B3")]
    assert (verdict.degraded, verdict.sight) == (False, "blocked")


def test_see_takes_a_plain_warrior_for_whoever_stands_there() -> None:
    scenario = board(put(NORTH, B3="X", A3="X", B2=".", B1="T"))
    cells = scenario.see("A").cells
    assert "B2" not in cells
    # X is gone from A3 as well where somebody else stands in B3 instead.
    assert (cells["A3"], cells["B3"]) == ("clear", "clear")
    assert "B4" not in cells
