"""Section 1 of Penance: range."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rulebook.findings import forbids, rows
from tests.rulebook.penance.boards import BASE, RIFLE, apart, board, shot

AROUND = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . A . . .
. . . . . . .
. . . . . . .
T . . . . . .
"""
LAYOUTS = {"flat odd-q": "N", "flat even-q": "N", "pointy odd-r": "NE", "pointy even-r": "NE"}


@pytest.mark.clause("PEN-1.1", applies=True)
@pytest.mark.parametrize("hexes", LAYOUTS)
def test_pen_1_1_applies_to_6_12_and_18_hexes(hexes: str) -> None:
    facing = {"facing": LAYOUTS[hexes]}
    scenario = board(AROUND, hexes=hexes, A=facing, T=facing)
    labels = [f"{column}{row}" for column in "ABCDEFG" for row in range(1, 8)]
    shots = (scenario.with_piece("T", at=label).shot("A", "T") for label in labels if label != "D4")
    counts = Counter(verdict.distance for verdict in shots)
    assert (counts[1], counts[2], counts[3]) == (6, 12, 18)


@pytest.mark.clause("PEN-1.1", applies=True)
@pytest.mark.parametrize(
    ("at", "hexes"), [("A2", 1), ("B1", 1), ("C1", 2), ("C2", 2), ("B3", 3), ("D2", 3), ("E1", 4), ("E3", 4)]
)
def test_pen_1_1_applies_over_any_neighbours(at: str, hexes: int) -> None:
    scenario = board("A . . . .\n. . . . .\n. . T . .", A={"facing": "SE"})
    assert scenario.with_piece("T", at=at).shot("A", "T").distance == hexes


@pytest.mark.clause("PEN-1.1", applies=False)
def test_pen_1_1_the_own_hex_is_not_counted() -> None:
    assert shot("T\nA").distance == 1


@pytest.mark.clause("PEN-1.1", applies=False)
@pytest.mark.parametrize("between", ["#", "_", "c", ".2"])
def test_pen_1_1_steps_need_no_way_to_walk(between: str) -> None:
    assert shot(f"T {between}\n{between} {between}\nA {between}").distance == 2


@pytest.mark.clause("PEN-1.2", applies=True)
@pytest.mark.parametrize(
    ("hexes", "value", "band"),
    [(4, 1, "medium"), (6, 1, "medium"), (7, 2, "long"), (10, 2, "long"), (11, 3, "extreme"), (40, 3, "extreme")],
)
def test_pen_1_2_applies_from_4_hexes_on(hexes: int, value: int, band: str) -> None:
    verdict = shot(apart(hexes))
    assert rows(verdict) == [BASE, ("PEN-1.2", "modifies", "target_number", value, [])]
    assert verdict.findings[1].why == f"{band} range: {hexes} hexes"
    assert verdict.to_hit.target_number == 5 + value


@pytest.mark.clause("PEN-1.2", applies=False)
@pytest.mark.parametrize("hexes", [1, 3])
def test_pen_1_2_changes_nothing_up_to_3_hexes(hexes: int) -> None:
    assert rows(shot(apart(hexes))) == [BASE]


@pytest.mark.clause("PEN-1.2", applies=True)
def test_pen_1_2_applies_base_5_becomes_6_at_5_hexes() -> None:
    assert shot(apart(5)).to_hit.target_number == 6


@pytest.mark.clause("PEN-1.2", applies=True)
@pytest.mark.parametrize(("card", "hexes", "value"), [(8, 7, 2), (8, 8, 2), (12, 11, 3), (12, 12, 3)])
def test_pen_1_2_applies_within_the_range_of_a_card(card: int, hexes: int, value: int) -> None:
    verdict = shot(apart(hexes), A={"weapons": [{**RIFLE, "range": card}]})
    assert rows(verdict, "PEN-1.2") == [("PEN-1.2", "modifies", "target_number", value, [])]
    assert verdict.legal


@pytest.mark.clause("PEN-1.2", applies=False)
def test_pen_1_2_is_silent_where_the_attack_is_not_legal() -> None:
    assert rows(shot(apart(9), A={"weapons": [RIFLE]}), "PEN-1.2") == []


@pytest.mark.clause("PEN-1.3", applies=True)
@pytest.mark.parametrize(("reach", "hexes"), [(8, 9), (3, 4), (12, 13), ("melee", 2)])
def test_pen_1_3_applies_one_hex_further(reach: int | str, hexes: int) -> None:
    verdict = shot(apart(hexes), A={"weapons": [{**RIFLE, "range": reach}]})
    assert not verdict.legal
    assert rows(verdict, "PEN-1.3") == [forbids("PEN-1.3")]
    assert verdict.findings[0].why == f"rifle reaches {1 if reach == 'melee' else reach}, the target is {hexes} away"


@pytest.mark.clause("PEN-1.3", applies=False)
@pytest.mark.parametrize(("reach", "hexes"), [(8, 8), (3, 3), (12, 12), ("melee", 1)])
def test_pen_1_3_allows_the_farthest_hex(reach: int | str, hexes: int) -> None:
    verdict = shot(apart(hexes), A={"weapons": [{**RIFLE, "range": reach}]})
    assert verdict.legal
    assert rows(verdict, "PEN-1.3") == []


@pytest.mark.clause("PEN-1.3", applies=False)
def test_pen_1_3_no_weapon_no_maximum() -> None:
    verdict = shot(apart(60))
    assert verdict.legal
    assert verdict.weapon is None


@pytest.mark.clause("PEN-1.3", applies=True)
def test_pen_1_3_applies_to_the_card_that_is_played() -> None:
    cards = [{**RIFLE, "name": "pistol", "range": 3}, RIFLE]
    scenario = board(apart(4), A={"weapons": cards})
    assert [verdict.legal for verdict in scenario.chart(attacker="A")] == [False, True]
    assert not scenario.shot("A", "T").legal
    assert scenario.shot("A", "T", weapon="rifle").legal
