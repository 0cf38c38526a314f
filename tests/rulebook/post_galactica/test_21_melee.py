"""PG-21: engagement and melee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import forbids, notes, permits, rows
from tests.rulebook.post_galactica.boards import (
    BUILDING,
    PIKE,
    PLAIN,
    RIFLE,
    board,
    costs,
    ends,
    melee,
    places,
    shot,
    stops,
)

ENGAGED = notes("PG-21.2")
ENGAGE = {"buildings-engage": "yes"}
LONG = {"weapons": [PIKE]}

# --- PG-21.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.1", applies=True)
def test_pg_21_1_applies_to_enemies_on_neighbouring_hexes_in_file_order() -> None:
    assert shot("A E T\n. . .").engaged == ("E",)
    assert shot("T A E\n. . .").engaged == ("E", "T")
    assert shot("T A .\n. E .", A={"side": None}).engaged == ("E", "T")


@pytest.mark.clause("PG-21.1", applies=True)
def test_pg_21_1_applies_to_buildings_as_ruled() -> None:
    assert shot("A E . T", E=BUILDING).engaged == ()
    assert shot("A E . T", E=BUILDING, rulings=ENGAGE).engaged == ("E",)
    assert shot("A E . T", A=BUILDING, rulings=ENGAGE).engaged == ("E",)
    assert shot("A . . T\n. . . .", E={"at": ["C2", "B2", "A2"]}, rulings=ENGAGE).engaged == ("E",)


@pytest.mark.clause("PG-21.1", applies=False)
def test_pg_21_1_friends_and_enemies_two_hexes_away_engage_nobody() -> None:
    assert shot("F A . T").engaged == ()
    assert shot("A . E T").engaged == ()


@pytest.mark.clause("PG-21.1", applies=False)
def test_pg_21_1_no_building_is_engaged_unless_so_ruled() -> None:
    assert shot("A E . T", A=BUILDING).engaged == ()


# --- PG-21.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.2", applies=True)
def test_pg_21_2_applies_to_the_melee_attacks_of_the_engaged() -> None:
    verdict = melee("A T")
    assert rows(verdict) == [ENGAGED, *PLAIN]
    assert verdict.findings[0].why == "A is engaged by T and must fight in the Melee Phase"


@pytest.mark.clause("PG-21.2", applies=False)
def test_pg_21_2_who_is_not_engaged_need_not_fight() -> None:
    assert rows(melee("A . T", A=LONG)) == PLAIN


# --- PG-21.3 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.3", applies=True)
def test_pg_21_3_applies_to_ranged_attacks_on_anyone() -> None:
    assert rows(shot("A T")) == [forbids("PG-21.3", "B1")]
    assert rows(shot("E A . T")) == [forbids("PG-21.3", "A1")]
    changes = board("E A . T", A={"movement": 0}).shot("A", "T", why_not=True).why_not
    assert [(change.change, change.what) for change in changes] == [("remove", "E")]


@pytest.mark.clause("PG-21.3", applies=True)
def test_pg_21_3_applies_lifted_by_a_rule() -> None:
    assert rows(shot("A T", A={"allows": ["PG-21.3"]})) == [permits("PG-21.3", "B1"), *PLAIN]


@pytest.mark.clause("PG-21.3", applies=False)
def test_pg_21_3_who_is_not_engaged_shoots_and_the_engaged_fight() -> None:
    assert rows(shot("A . T")) == PLAIN
    assert shot("A . T E").legal
    assert melee("A T").legal


# --- PG-21.4 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.4", applies=True)
@pytest.mark.parametrize(("movement", "reached"), [(0, 0), (1, 1), (4, 2), (5, 3)])
def test_pg_21_4_applies_to_half_the_movement_rounded_up(movement: int, reached: int) -> None:
    assert max(costs("T A . . . . . .", A={"movement": movement}).values()) == reached


@pytest.mark.clause("PG-21.4", applies=True)
def test_pg_21_4_applies_to_where_it_may_end() -> None:
    drawing = "T A . . E . .\n. . . . . . ."
    assert ends(drawing) == {}
    assert stops(drawing, A={"movement": 6}) == {
        label: ("PG-21.4",) for label, place in places(drawing).items() if label in ("A2", "D1", "D2")
    }
    assert places(drawing)["B1"].may_stop
    # Past enemies, at the cost of the ground, and through friends.
    assert costs("T A d . .", A={"movement": 6})["D1"] == 3
    assert stops("T A F . .", A={"movement": 6}) == {"C1": ("PG-4.3",)}


@pytest.mark.clause("PG-21.4", applies=True)
@pytest.mark.parametrize("attack", [shot, melee])
def test_pg_21_4_applies_to_all_attacks_later_that_turn(attack: Any) -> None:
    drawing = "A . T" if attack is shot else "A T"
    assert rows(attack(drawing, A={"disengaged": True})) == [forbids("PG-21.4")]
    lifted = attack(drawing, A={"disengaged": True, "allows": ["PG-21.4"]})
    assert (lifted.legal, rows(lifted, "PG-21.4")) == (True, [permits("PG-21.4")])


@pytest.mark.clause("PG-21.4", applies=False)
def test_pg_21_4_who_is_not_engaged_moves_as_usual_and_attacks() -> None:
    assert max(costs("A . . . . . T", A={"movement": 4}).values()) == 4
    assert shot("A . T").legal


@pytest.mark.clause("PG-21.4", applies=False)
def test_pg_21_4_two_hexes_from_enemies_a_move_may_end() -> None:
    assert stops("T A . . .") == {}


# --- PG-21.5 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.5", applies=True)
@pytest.mark.parametrize(
    ("drawing", "stated"),
    [
        ("A . T", {}),
        ("A . . . T", {"A": LONG}),
        ("A T", {"T": {"side": "red"}}),
        ("A T", {"T": {"protected": "it burrows"}}),
    ],
)
def test_pg_21_5_applies_to_who_is_no_target(drawing: str, stated: dict[str, Any]) -> None:
    assert rows(melee(drawing, **stated)) == [forbids("PG-21.5")]


@pytest.mark.clause("PG-21.5", applies=True)
def test_pg_21_5_applies_to_targets_out_of_sight() -> None:
    verdict = melee("A # T", A=LONG)
    assert (verdict.sight, verdict.legal, rows(verdict)) == ("blocked", True, [notes("PG-21.5", "B1"), *PLAIN])


@pytest.mark.clause("PG-21.5", applies=False)
def test_pg_21_5_an_enemy_just_in_reach_is_a_target() -> None:
    assert melee("A T").legal
    assert rows(melee("A . . T", A=LONG)) == PLAIN
    assert melee("A T", T=BUILDING).legal


@pytest.mark.clause("PG-21.5", applies=False)
def test_pg_21_5_ranged_attacks_go_by_other_clauses() -> None:
    assert rows(shot("A . T", T={"side": "red"}, A={"weapons": [RIFLE]})) == [forbids("PG-20.1")]


# --- PG-21.6 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.6", applies=True)
@pytest.mark.parametrize(
    ("split", "why"),
    [
        (False, "A is engaged by E, T and chooses whom to attack"),
        (True, "A is engaged by E, T and divides its attacks among them as it likes"),
    ],
)
def test_pg_21_6_applies_to_several_engaged_enemies(split: bool, why: str) -> None:
    verdict = melee("E A T", A={"split_melee": split})
    assert rows(verdict) == [ENGAGED, notes("PG-21.6"), *PLAIN]
    assert verdict.findings[1].why == why
    assert board("E A T", A={"weapons": [PIKE]}).shot("A", "E").legal


@pytest.mark.clause("PG-21.6", applies=False)
def test_pg_21_6_with_one_engaged_enemy_there_is_no_choice() -> None:
    assert rows(melee("A T E", A={"split_melee": True}), "PG-21.6") == []
    assert rows(shot("E A T", A={"allows": ["PG-21.3"]}), "PG-21.6") == []
