"""Section 4 of Penance: facing, rotation, shields and arcs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.clause_tests import rules_of
from tests.rulebook.findings import Row, forbids, rows
from tests.rulebook.penance.boards import BASE, RIFLE, board, shot

CLOCKWISE = ("N", "NE", "SE", "S", "SW", "NW")
POINTY = ("NE", "E", "SE", "SW", "W", "NW")
AROUND = {"N": "B1", "NE": "C2", "SE": "C3", "S": "B3", "SW": "A3", "NW": "A2"}
"""The neighbours of B2 on flat hexes, clockwise."""
AROUND_POINTY = {"NE": "C1", "E": "C2", "SE": "C3", "SW": "B3", "W": "A2", "NW": "B1"}
"""The neighbours of B2 on pointy hexes, clockwise."""

TABLE = {
    "left": [(0, 0, 0), (0, 1, -1), (-1, 2, -2), (-2, 3, -3), (-1, 2, -2), (1, 0, 1)],
    "right": [(0, 0, 0), (1, 0, 1), (-1, 2, -2), (-2, 3, -3), (-1, 2, -2), (0, 1, -1)],
    "none": [(0, 0, 0), (0, 1, -1), (-1, 2, -2), (-2, 3, -3), (-1, 2, -2), (0, 0, 0)],
}
"""What sides 1 to 6 change on the number to reach, the damage and the Defense."""
SHIELDS = {"left": (6, 1), "right": (1, 2), "none": ()}


def hit_on(number: int, *, rulings: dict[str, str] | None = None, **target: Any) -> Any:
    """Judge a shot from the south that hits T on that side."""
    facing = CLOCKWISE[(4 - number) % 6]
    return shot("T\n.\n.\nA", T={"facing": facing, **target}, rulings=rulings)


def at_corner(facing: str, *, rulings: dict[str, str] | None = None, **target: Any) -> Any:
    """Judge a shot from the west, which enters between SW and NW."""
    return shot(". . .\nA . T", A={"facing": "NE"}, T={"facing": facing, **target}, rulings=rulings)


@pytest.mark.clause("PEN-4.1", applies=True)
@pytest.mark.parametrize("facing", CLOCKWISE)
def test_pen_4_1_applies_clockwise_from_the_front(facing: str) -> None:
    scenario = board("A . .\n. T .\n. . .", T={"facing": facing})
    front = CLOCKWISE.index(facing)
    clockwise = CLOCKWISE[front:] + CLOCKWISE[:front]
    shots: list[Any] = [scenario.with_piece("A", at=AROUND[side]).shot("A", "T") for side in clockwise]
    assert [verdict.side_hit for verdict in shots] == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("PEN-4.1", applies=True)
@pytest.mark.parametrize("facing", POINTY)
def test_pen_4_1_applies_to_pointy_hexes(facing: str) -> None:
    scenario = board("A . .\n. T .\n. . .", hexes="pointy odd-r", A={"facing": "E"}, T={"facing": facing})
    front = POINTY.index(facing)
    clockwise = POINTY[front:] + POINTY[:front]
    shots: list[Any] = [scenario.with_piece("A", at=AROUND_POINTY[side]).shot("A", "T") for side in clockwise]
    assert [verdict.side_hit for verdict in shots] == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("PEN-4.1", applies=False)
def test_pen_4_1_the_attackers_facing_does_not_number_the_targets_sides() -> None:
    scenario = board("T\n.\nA", T={"facing": "SE"})
    shots: list[Any] = [scenario.with_piece("A", facing=facing).shot("A", "T") for facing in CLOCKWISE]
    assert {verdict.side_hit for verdict in shots} == {2}


@pytest.mark.clause("PEN-4.1", applies=False)
def test_pen_4_1_numbers_do_not_run_the_other_way() -> None:
    assert [hit_on(1, facing=facing).side_hit for facing in ("SW", "S", "SE")] == [6, 1, 2]


def turns(sp: int, **more: Any) -> dict[str, int]:
    """Return the facings that A can turn to on the spot, with the SP then left."""
    place: Any = board("A", A={"sp": sp, **more}).reach("A").cells["A1"]
    return dict(place.facings)


@pytest.mark.clause("PEN-4.2", applies=True)
def test_pen_4_2_applies_three_sides_are_free_and_2_sp() -> None:
    assert turns(6) == {"N": 6, "NE": 6, "NW": 6, "SE": 5, "SW": 5, "S": 4}
    assert list(turns(6)) == ["N", "NE", "NW", "SE", "SW", "S"]


@pytest.mark.clause("PEN-4.2", applies=True)
@pytest.mark.parametrize("facing", CLOCKWISE)
def test_pen_4_2_applies_from_any_facing_clockwise_first(facing: str) -> None:
    front = CLOCKWISE.index(facing)
    turned = [CLOCKWISE[(front + sides) % 6] for sides in (0, 1, 5, 2, 4, 3)]
    assert list(turns(2, facing=facing).items()) == list(zip(turned, (2, 2, 2, 1, 1, 0), strict=True))


@pytest.mark.clause("PEN-4.2", applies=True)
def test_pen_4_2_applies_up_to_the_sp_that_are_left() -> None:
    assert turns(2) == {"N": 2, "NE": 2, "NW": 2, "SE": 1, "SW": 1, "S": 0}
    assert turns(1) == {"N": 1, "NE": 1, "NW": 1, "SE": 0, "SW": 0}
    assert turns(0) == {"N": 0, "NE": 0, "NW": 0}


@pytest.mark.clause("PEN-4.2", applies=True)
def test_pen_4_2_applies_after_a_move_with_what_that_leaves() -> None:
    cells: Any = board("A\n~\n.", A={"sp": 4}).reach("A").cells
    assert dict(cells["A2"].facings) == {"N": 2, "NE": 2, "NW": 2, "SE": 1, "SW": 1, "S": 0}
    assert dict(cells["A3"].facings) == {"N": 1, "NE": 1, "NW": 1, "SE": 0, "SW": 0}


@pytest.mark.clause("PEN-4.2", applies=True)
def test_pen_4_2_applies_to_pointy_hexes() -> None:
    cells: Any = board("A", hexes="pointy odd-r", A={"facing": "W", "sp": 2}).reach("A").cells
    assert list(cells["A1"].facings.items()) == [("W", 2), ("NW", 2), ("SW", 2), ("NE", 1), ("SE", 1), ("E", 0)]


@pytest.mark.clause("PEN-4.2", applies=True)
def test_pen_4_2_applies_where_a_turn_would_allow_the_shot() -> None:
    scenario = board("T\n.\nA", A={"facing": "S"})
    turned = {
        sp: [change.to for change in scenario.with_piece("A", sp=sp).shot("A", "T", why_not=True).why_not]
        for sp in (0, 1, 2)
    }
    assert turned == {0: [], 1: ["NW", "NE"], 2: ["NW", "NE", "N"]}


@pytest.mark.clause("PEN-4.2", applies=False)
@pytest.mark.parametrize("sp", [0, 1, 6])
def test_pen_4_2_one_side_is_free(sp: int) -> None:
    found = turns(sp)
    assert {facing: found[facing] for facing in ("NW", "N", "NE")} == dict.fromkeys(("NW", "N", "NE"), sp)


@pytest.mark.clause("PEN-4.2", applies=False)
def test_pen_4_2_nobody_turns_where_it_may_not_stop() -> None:
    cells: Any = board("A\nE\n.", E={"side": "red"}).reach("A").cells
    assert dict(cells["A2"].facings) == {}


@pytest.mark.clause("PEN-4.3", applies=True)
@pytest.mark.parametrize(("shield", "side"), [("left", 6), ("left", 1), ("right", 1), ("right", 2)])
def test_pen_4_3_applies_to_covered_sides(shield: str, side: int) -> None:
    assert hit_on(side, shield=shield).reactions == ("shield", "other")


@pytest.mark.clause("PEN-4.3", applies=False)
@pytest.mark.parametrize(("shield", "side"), [("left", 2), ("right", 6), ("none", 6), ("none", 1), ("none", 2)])
def test_pen_4_3_other_sides_are_not_covered(shield: str, side: int) -> None:
    assert hit_on(side, shield=shield).reactions == ("other",)


@pytest.mark.clause("PEN-4.3", applies=True)
def test_pen_4_3_applies_to_the_left_unless_declared() -> None:
    assert hit_on(6, shield=None).reactions == ("shield", "other")
    assert hit_on(2, shield=None).reactions == ("other",)


@pytest.mark.clause("PEN-4.3", applies=True)
@pytest.mark.parametrize(("shield", "sides"), [("left", (5, 6, 1)), ("right", (1, 2, 3)), ("none", ())])
def test_pen_4_3_applies_to_three_sides_of_which_one_is_never_used(shield: str, sides: tuple[int, ...]) -> None:
    # No answer shows the rear side among them, which PEN-4.7 takes away again.
    [shielded_sides] = [rule for rule in rules_of("penance") if rule.clause.id == "PEN-4.3"]
    assert shielded_sides(board("T\n.\nA", T={"shield": shield}).board.pieces["T"]) == sides


@pytest.mark.clause("PEN-4.4", applies=True)
@pytest.mark.parametrize("side", range(1, 7))
@pytest.mark.parametrize("shield", TABLE)
def test_pen_4_4_applies_row_by_row(shield: str, side: int) -> None:
    verdict = hit_on(side, shield=shield)
    number, damage, defense = TABLE[shield][side - 1]
    changes: list[tuple[str, int]] = [("target_number", number), ("damage", damage), ("defense", defense)]
    expected: list[Row] = [("PEN-4.4", "modifies", on, value, []) for on, value in changes if value]
    assert verdict.side_hit == side
    assert verdict.to_hit.target_number == 5 + number
    assert (verdict.damage_bonus, verdict.defense) == (damage, defense)
    assert rows(verdict, "PEN-4.4") == expected


@pytest.mark.clause("PEN-4.4", applies=False)
@pytest.mark.parametrize("shield", TABLE)
def test_pen_4_4_the_front_changes_nothing(shield: str) -> None:
    verdict = hit_on(1, shield=shield)
    assert rows(verdict) == [BASE]
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-4.4", applies=True)
def test_pen_4_4_applies_base_5_from_the_rear_is_3_and_on_the_shield_side_6() -> None:
    assert hit_on(4).to_hit.target_number == 3
    assert hit_on(6, shield="left").to_hit.target_number == 6


@pytest.mark.clause("PEN-4.4", applies=True)
def test_pen_4_4_applies_base_leads_its_number() -> None:
    verdict = shot("T\n.\n.\n.\nA", A={"weapons": [RIFLE], "moved": 2}, T={"facing": "N"})
    assert rows(verdict) == [
        BASE,
        ("PEN-1.2", "modifies", "target_number", 1, []),
        ("PEN-4.4", "modifies", "target_number", -2, []),
        ("PEN-6.6", "modifies", "damage", 2, []),
        ("PEN-4.4", "modifies", "damage", 3, []),
        ("PEN-4.4", "modifies", "defense", -3, []),
        ("PEN-6.1", "modifies", "target_number", 1, []),
    ]


@pytest.mark.clause("PEN-4.4", applies=False)
def test_pen_4_4_side_6_without_a_shield_is_zero() -> None:
    verdict = hit_on(6)
    assert rows(verdict) == [BASE]
    assert verdict.rulings == {"no-shield-side": "zero"}


@pytest.mark.clause("PEN-4.4", applies=True)
def test_pen_4_4_applies_to_side_6_without_a_shield_as_ruled() -> None:
    verdict = hit_on(6, rulings={"no-shield-side": "to-hit-stays"})
    assert rows(verdict) == [BASE, ("PEN-4.4", "modifies", "target_number", 1, [])]
    assert (verdict.to_hit.target_number, verdict.damage_bonus, verdict.defense) == (6, 0, 0)
    assert verdict.rulings == {"no-shield-side": "to-hit-stays"}


@pytest.mark.clause("PEN-4.4", applies=False)
@pytest.mark.parametrize("choice", ["zero", "to-hit-stays"])
@pytest.mark.parametrize(("shield", "side"), [("left", 6), ("right", 6), ("right", 2), ("none", 1), ("none", 2)])
def test_pen_4_4_no_shield_side_is_not_named_elsewhere(shield: str, side: int, choice: str) -> None:
    assert hit_on(side, shield=shield, rulings={"no-shield-side": choice}).rulings == {}


@pytest.mark.clause("PEN-4.4", applies=False)
@pytest.mark.parametrize("choice", ["zero", "to-hit-stays"])
def test_pen_4_4_no_shield_side_is_not_named_where_the_attack_is_not_legal(choice: str) -> None:
    verdict = hit_on(6, side="red", rulings={"no-shield-side": choice})
    assert rows(verdict) == [forbids("PEN-2.5")]
    assert verdict.rulings == {}


@pytest.mark.clause("PEN-4.5", applies=True)
@pytest.mark.parametrize(
    ("at", "side"),
    [("D1", 1), ("G1", 2), ("G4", 2), ("G5", 3), ("G8", 3), ("F8", 4), ("B8", 4), ("A8", 5), ("A5", 5), ("A4", 6)],
)
def test_pen_4_5_applies_far_away(at: str, side: int) -> None:
    row = ". . . . . . .\n"
    scenario = board(3 * row + ". . . T . . .\n" + 3 * row + ". . . A . . .", T={"facing": "N"})
    verdict: Any = scenario.with_piece("A", at=at).shot("A", "T")
    assert verdict.side_hit == side


@pytest.mark.clause("PEN-4.5", applies=False)
def test_pen_4_5_the_side_that_faces_the_attackers_column_is_not_hit() -> None:
    # One hex to the left of the line up the page, and the line still enters from the south.
    verdict = shot(". T\n. .\n. .\n. .\nA .", T={"facing": "S"})
    assert (verdict.side_hit, verdict.rulings) == (1, {})


# Facing of T; the two sides between which a line from the west enters; the defender's and the attacker's choice.
CORNERS = [
    ("left", "NW", {6, 1}, 6, 1),
    ("left", "SW", {1, 2}, 1, 2),
    ("left", "S", {2, 3}, 2, 3),
    ("left", "SE", {3, 4}, 3, 4),
    ("left", "NE", {4, 5}, 5, 4),
    ("left", "N", {5, 6}, 6, 5),
    ("right", "NW", {6, 1}, 1, 6),
    ("right", "SW", {1, 2}, 2, 1),
    ("right", "S", {2, 3}, 2, 3),
    ("right", "SE", {3, 4}, 3, 4),
    ("right", "NE", {4, 5}, 5, 4),
    ("right", "N", {5, 6}, 6, 5),
    ("none", "NW", {6, 1}, 1, 1),
    ("none", "SW", {1, 2}, 1, 2),
    ("none", "S", {2, 3}, 2, 3),
    ("none", "SE", {3, 4}, 3, 4),
    ("none", "NE", {4, 5}, 5, 4),
    ("none", "N", {5, 6}, 6, 5),
]


@pytest.mark.clause("PEN-4.5", applies=True)
@pytest.mark.parametrize(("shield", "facing", "sides", "defender", "attacker"), CORNERS)
def test_pen_4_5_applies_at_a_corner_as_ruled(
    shield: str, facing: str, sides: set[int], defender: int, attacker: int
) -> None:
    assert sides >= {defender, attacker}
    for choice, side in (("defender", defender), ("attacker", attacker)):
        verdict = at_corner(facing, shield=shield, rulings={"corner-entry": choice})
        assert verdict.side_hit == side
        assert verdict.rulings.get("corner-entry") == (None if defender == attacker else choice)


@pytest.mark.clause("PEN-4.5", applies=True)
@pytest.mark.parametrize("choice", ["zero", "to-hit-stays"])
def test_pen_4_5_applies_1_and_6_are_alike_whatever_no_shield_side_says(choice: str) -> None:
    verdict = at_corner("NW", rulings={"no-shield-side": choice})
    assert (verdict.side_hit, verdict.rulings) == (1, {})


@pytest.mark.clause("PEN-4.5", applies=False)
@pytest.mark.parametrize("choice", ["defender", "attacker"])
@pytest.mark.parametrize("side", range(1, 7))
def test_pen_4_5_nobody_chooses_where_the_line_enters_through_a_side(side: int, choice: str) -> None:
    verdict = hit_on(side, shield="left", rulings={"corner-entry": choice})
    assert (verdict.side_hit, verdict.rulings.get("corner-entry")) == (side, None)


@pytest.mark.clause("PEN-4.6", applies=True)
@pytest.mark.parametrize("facing", ["SE", "S", "SW"])
@pytest.mark.parametrize("weapons", [[], [RIFLE], [{"name": "blade", "range": "melee"}]])
def test_pen_4_6_applies_behind(facing: str, weapons: list[dict[str, Any]]) -> None:
    verdict = shot("T\nA", A={"facing": facing, "weapons": weapons})
    assert not verdict.legal
    assert rows(verdict, "PEN-4.6") == [forbids("PEN-4.6")]
    assert verdict.findings[0].why == f"A faces {facing}: T is outside its front arc"


@pytest.mark.clause("PEN-4.6", applies=False)
@pytest.mark.parametrize("facing", ["NW", "N", "NE"])
@pytest.mark.parametrize("weapons", [[], [RIFLE], [{"name": "blade", "range": "melee"}]])
def test_pen_4_6_allows_sides_6_1_and_2(facing: str, weapons: list[dict[str, Any]]) -> None:
    verdict = shot("T\nA", A={"facing": facing, "weapons": weapons})
    assert verdict.legal
    assert rows(verdict, "PEN-4.6") == []


@pytest.mark.clause("PEN-4.6", applies=False)
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S"])
def test_pen_4_6_allows_the_corner_at_the_end_of_the_arc(facing: str) -> None:
    assert shot(". . .\nA . T", A={"facing": facing}, T={"facing": "NW"}).legal


@pytest.mark.clause("PEN-4.6", applies=True)
@pytest.mark.parametrize("facing", ["SW", "NW"])
def test_pen_4_6_applies_beyond_the_corner(facing: str) -> None:
    assert rows(shot(". . .\nA . T", A={"facing": facing}, T={"facing": "NW"})) == [forbids("PEN-4.6")]


@pytest.mark.clause("PEN-4.6", applies=True)
def test_pen_4_6_applies_just_beyond_the_corner_far_away() -> None:
    drawing = ". . . . . . .\n. . . . . . .\nA . . . . . T\n. . . . . . .\n. . . . . . ."
    scenario = board(drawing, T={"facing": "NW"})
    legal = {row: scenario.with_piece("T", at=f"G{row}").shot("A", "T").legal for row in range(1, 6)}
    assert legal == {1: True, 2: True, 3: True, 4: False, 5: False}


@pytest.mark.clause("PEN-4.7", applies=True)
@pytest.mark.parametrize("shield", SHIELDS)
@pytest.mark.parametrize("side", [3, 4, 5])
def test_pen_4_7_applies_no_reaction_to_the_rear_sides(side: int, shield: str) -> None:
    assert hit_on(side, shield=shield).reactions == ()


@pytest.mark.clause("PEN-4.7", applies=False)
@pytest.mark.parametrize("shield", SHIELDS)
@pytest.mark.parametrize("side", [6, 1, 2])
def test_pen_4_7_reactions_stand_on_the_front_sides(side: int, shield: str) -> None:
    verdict = hit_on(side, shield=shield)
    assert verdict.reactions == (("shield", "other") if side in SHIELDS[shield] else ("other",))
    assert rows(verdict, "PEN-4.7") == []


@pytest.mark.clause("PEN-4.7", applies=True)
def test_pen_4_7_applies_where_the_attack_is_not_legal() -> None:
    assert hit_on(4, side="red").reactions == ()
    assert hit_on(6, side="red", shield="left").reactions == ("shield", "other")
