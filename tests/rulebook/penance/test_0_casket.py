"""Section 0 of Penance: Caskets and their hexes."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline.board import Piece
from tests.rulebook.findings import blocks, forbids, rows
from tests.rulebook.penance.boards import BASE, board, shot


@pytest.mark.clause("PEN-0.1", applies=True)
@pytest.mark.parametrize("ground", ["~#", "#~", "b~", "wF", "fc"])
def test_pen_0_1_applies_either_of_two_kinds_blocks(ground: str) -> None:
    verdict = shot(f"T\n{ground}\nA")
    assert verdict.sight == "blocked"
    assert rows(verdict, "PEN-2.2") == [blocks("PEN-2.2", "A2")]


@pytest.mark.clause("PEN-0.1", applies=True)
@pytest.mark.parametrize(
    ("ground", "kind", "value"), [("~#", "wall", 2), ("fb", "building", 2), ("~w", "rubble", 1), ("cf", "forest", 1)]
)
def test_pen_0_1_applies_the_better_of_two_kinds_covers(ground: str, kind: str, value: int) -> None:
    verdict = shot(f"T{ground}\n.\nA")
    assert rows(verdict) == [BASE, ("PEN-3.2", "modifies", "target_number", value, ["A1"])]
    assert verdict.findings[1].why == f"{kind} at A1 covers T"


@pytest.mark.clause("PEN-0.1", applies=True)
@pytest.mark.parametrize(
    ("ground", "cost"), [("~w", 2), ("wf", 2), ("wi", 1), ("F~", 2), ("bw", 3), ("~b", 3), ("bm", 5), ("mf", 5)]
)
def test_pen_0_1_applies_the_dearer_of_two_kinds_is_paid(ground: str, cost: int) -> None:
    own: dict[str, dict[str, Any]] = {"bog": {"cost": 3}, "mud": {"cost": 5}}
    assert board(f"A\n{ground}", kinds=own).reach("A").cells["A2"].cost == cost


@pytest.mark.clause("PEN-0.1", applies=True)
@pytest.mark.parametrize("ground", ["~#", "#w", "bf", "ci", "pw", "mp"])
def test_pen_0_1_applies_either_of_two_kinds_cannot_be_entered(ground: str) -> None:
    own: dict[str, dict[str, Any]] = {"mud": {"cost": 5}, "pit": {"cost": "impassable"}}
    assert list(board(f"A\n{ground}", kinds=own).reach("A").cells) == ["A1"]


@pytest.mark.clause("PEN-0.1", applies=False)
def test_pen_0_1_one_kind_is_paid_alone() -> None:
    assert board("A ~\nw .").reach("A").cells["A2"].cost == 1


@pytest.mark.clause("PEN-0.1", applies=False)
def test_pen_0_1_one_kind_is_only_itself() -> None:
    assert rows(shot("T\n~\nA")) == [BASE, ("PEN-3.2", "modifies", "target_number", 1, ["A2"])]
    assert rows(shot("T\n#\nA")) == [
        blocks("PEN-2.2", "A2"),
        forbids("PEN-2.4"),
    ]


@pytest.mark.clause("PEN-0.1", applies=True)
def test_pen_0_1_applies_a_casket_stands_at_the_level_of_its_hex() -> None:
    assert rows(shot("T\n.\nA1"), "PEN-5.1") == [
        ("PEN-5.1", "modifies", "target_number", -1, []),
        ("PEN-5.1", "modifies", "damage", 1, []),
    ]


@pytest.mark.clause("PEN-0.1", applies=False)
def test_pen_0_1_the_level_of_another_hex_is_nobodys() -> None:
    assert rows(shot("T .1\n.2 .1\nA .1")) == [BASE]


@pytest.mark.clause("PEN-0.1", applies=True)
def test_pen_0_1_applies_a_casket_fills_its_hex() -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        board("T\n.\nA").with_piece("A", at="A1")
    assert [problem.key for problem in refused.value.problems] == ["pieces.A.at"]


@pytest.mark.clause("PEN-0.1", applies=False)
def test_pen_0_1_the_next_hex_is_free() -> None:
    assert board("T\n.\nA").with_piece("A", at="A2").shot("A", "T").legal


@pytest.mark.clause("PEN-0.1", applies=True)
def test_pen_0_1_applies_what_is_not_stated() -> None:
    casket = board("T\n.\nA", A={"shield": None}).board.pieces["A"]
    own = [name for name in casket.__struct_fields__ if name not in Piece.__struct_fields__]
    stated = {name: getattr(casket, name) for name in own}
    assert stated == {
        "facing": "N",
        "shield": "left",
        "sp": 6,
        "moved": 0,
        "moved_last_turn": 0,
        "heat": 0,
        "defense": 0,
        "weapons": (),
    }


@pytest.mark.clause("PEN-0.1", applies=False)
def test_pen_0_1_the_facing_has_to_be_stated() -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        board("T\n.\nA", A={"facing": None})
    assert [problem.key for problem in refused.value.problems] == ["pieces.A.facing"]
