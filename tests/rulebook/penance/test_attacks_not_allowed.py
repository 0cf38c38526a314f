"""Attacks that may not be made: every reason is listed, the roll falls away, everything else stands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rulebook.findings import Row, blocks, forbids, rows
from tests.rulebook.penance.boards import RIFLE, board, shot

PISTOL = {"name": "pistol", "range": 3, "damage": 2}
BLADE = {"name": "blade", "range": "melee", "damage": 4}

BLOCKED: Row = blocks("PEN-2.2", "A3")
NO_SIGHT: Row = forbids("PEN-2.4")
TOO_FAR: Row = forbids("PEN-1.3")
FRIEND: Row = forbids("PEN-2.5")
OUT_OF_ARC: Row = forbids("PEN-4.6")
REAR: list[Row] = [("PEN-4.4", "modifies", "damage", 3, []), ("PEN-4.4", "modifies", "defense", -3, [])]
HEIGHT: Row = ("PEN-5.1", "modifies", "damage", 1, [])
CARD: Row = ("PEN-6.6", "modifies", "damage", 2, [])


@pytest.mark.parametrize("is_friend", [False, True])
@pytest.mark.parametrize("is_behind", [False, True])
@pytest.mark.parametrize("is_far", [False, True])
@pytest.mark.parametrize("is_blocked", [False, True])
def test_every_reason_is_listed(is_blocked: bool, is_far: bool, is_behind: bool, is_friend: bool) -> None:
    attacker = {"weapons": [PISTOL if is_far else RIFLE], "facing": "S" if is_behind else "N", "moved": 2}
    target = {"side": "red" if is_friend else "blue", "facing": "N", "moved_last_turn": 2}
    verdict = shot(f"T~\n.\n{'#' if is_blocked else '.'}\n.\nA1", A=attacker, T=target, rulings={"advantage": "adds"})
    reasons: list[Row] = [
        *[TOO_FAR] * is_far,
        *[BLOCKED, NO_SIGHT] * is_blocked,
        *[FRIEND] * is_friend,
        *[OUT_OF_ARC] * is_behind,
    ]
    assert [row for row in rows(verdict) if row[1] in ("blocks", "forbids")] == reasons
    assert verdict.sight == ("blocked" if is_blocked else "clear")
    assert verdict.legal == (not reasons)
    assert (verdict.side_hit, verdict.damage_bonus, verdict.defense, verdict.reactions) == (4, 4, -3, ())
    if reasons:
        assert [row for row in rows(verdict) if row not in reasons] == [CARD, *REAR, HEIGHT]
        assert (verdict.to_hit, verdict.odds, verdict.dealt, verdict.expected_damage) == (None, None, None, None)
        assert verdict.rulings == {}
    else:
        assert verdict.to_hit.target_number == 5 + 1 - 2 - 1 + 1 + 1
        assert verdict.rulings == {"advantage": "adds"}


def test_reasons_stand_in_the_order_of_the_rulebook_between_the_rest() -> None:
    attacker = {"weapons": [PISTOL], "facing": "S"}
    verdict = shot("T\n.\n#\n.\nA1", A=attacker, T={"facing": "N", "side": "red"})
    assert rows(verdict) == [TOO_FAR, BLOCKED, NO_SIGHT, FRIEND, CARD, *REAR, OUT_OF_ARC, HEIGHT]


@pytest.mark.parametrize("between", ["#", "E"])
def test_a_melee_attack_at_two_hexes_is_out_of_reach_whatever_is_between(between: str) -> None:
    verdict = shot(f"T\n{between}\nA", A={"weapons": [BLADE]})
    blocked = [blocks("PEN-2.2", "A2"), NO_SIGHT] * (between == "#")
    assert rows(verdict) == [TOO_FAR, *blocked, ("PEN-6.6", "modifies", "damage", 4, [])]
    assert verdict.findings[0].why == "blade reaches 1, the target is 2 away"


def test_a_melee_attack_is_judged_like_any_other() -> None:
    verdict = shot("Tf2\nA~1", A={"weapons": [BLADE], "moved": 4}, T={"facing": "SE", "defense": 1})
    assert verdict.legal
    assert verdict.to_hit.target_number == 5 + 1 + 1 + 2
    assert verdict.dealt == {"plain": 4, "strong": 5, "critical": 6, "execution": 4}
    assert (verdict.weapon, verdict.reactions) == ("blade", ("other",))


def test_no_weapon_is_no_reason() -> None:
    verdict = shot("T\n.\nA")
    assert (verdict.weapon, verdict.legal, verdict.damage_bonus) == (None, True, 0)
    assert verdict.dealt == {"plain": 1, "strong": 1, "critical": 2, "execution": 1}


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"T": {"side": "red"}}, "PEN-2.5"),
        ({"A": {"facing": "S"}}, "PEN-4.6"),
        ({"A": {"weapons": [BLADE]}}, "PEN-1.3"),
        ({"T": {"at": "B1"}}, "PEN-2.4"),
    ],
)
def test_one_change_makes_a_plain_shot_illegal(changes: dict[str, dict[str, Any]], clause: str) -> None:
    scenario = board("T . .\n. # .\nA . .")
    assert scenario.shot("A", "T").legal
    changed = scenario.with_pieces(changes)
    # B1 lies behind the wall only for an attacker below it.
    changed = changed.with_piece("A", at="B3") if clause == "PEN-2.4" else changed
    verdict = changed.shot("A", "T")
    assert not verdict.legal
    assert clause in [finding.clause.id for finding in verdict.findings]


def test_the_json_of_an_attack_that_may_not_be_made() -> None:
    answer = json.loads(shot("T\n.\nA", A={"facing": "S"}, T={"side": "red"}).to_json())
    assert (answer["legal"], answer["sight"], answer["side_hit"], answer["reactions"]) == (False, "clear", 1, ["other"])
    assert {key for key, value in answer.items() if value is None} == {
        "weapon",
        "to_hit",
        "odds",
        "dealt",
        "expected_damage",
    }
    assert [(finding["clause"], finding["message"]) for finding in answer["findings"]] == [
        ("PEN-2.5", {"id": "friend", "args": {"target": "T", "side": "red", "attacker": "A"}}),
        ("PEN-4.6", {"id": "out-of-arc", "args": {"attacker": "A", "facing": "S", "target": "T"}}),
    ]
