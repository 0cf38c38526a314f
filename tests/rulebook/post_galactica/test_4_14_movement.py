"""PG-4.3 and 14.1: moving on hexes."""

from __future__ import annotations

import pytest

from tests.rulebook.findings import rows
from tests.rulebook.post_galactica.boards import BUILDING, RIFLE, board, costs, ends, places, shot, stops

SLOW = {"movement": 2}
NEAR = {"movement": 1}


@pytest.mark.clause("PG-4.3", applies=True)
def test_pg_4_3_applies_to_enemies_and_to_hexes_that_are_taken() -> None:
    # In a corridor nobody gets past an enemy; past a friend, but not into its hex.
    assert "C1" not in places("A . T . .", A={"movement": 9})
    assert costs("A . F . .", A={"movement": 3}) == {"A1": 0, "B1": 1, "C1": 2, "D1": 3}
    assert stops("A . F . .", A={"movement": 3}) == {"C1": ("PG-4.3",)}


@pytest.mark.clause("PG-4.3", applies=True)
def test_pg_4_3_applies_to_range_in_hexes() -> None:
    assert shot("A . . . . . T", A={"weapons": [RIFLE]}).distance == 6


@pytest.mark.clause("PG-4.3", applies=False)
def test_pg_4_3_free_hexes_are_moved_into_as_far_as_movement_goes() -> None:
    assert costs("A . . .", A=SLOW) == {"A1": 0, "B1": 1, "C1": 2}
    assert stops("A . . .", A=SLOW) == ends("A . . .", A=SLOW) == {}
    assert places("A . . .", A=SLOW)["C1"].path == ("B1", "C1")


@pytest.mark.clause("PG-14.1", applies=True)
def test_pg_14_1_applies_to_difficult_ground() -> None:
    assert costs("A d . .", A={"movement": 3}) == {"A1": 0, "B1": 2, "C1": 3}
    mud = {"mud": {"blocks": False, "difficult": True}}
    assert costs("A m . .", A={"movement": 3}, kinds=mud) == {"A1": 0, "B1": 2, "C1": 3}


@pytest.mark.clause("PG-14.1", applies=True)
def test_pg_14_1_applies_to_impassable_ground_and_buildings() -> None:
    assert costs("A x . .") == {"A1": 0}
    assert costs("A B . .", B={**BUILDING, "side": "red"}) == {"A1": 0}
    assert costs("A . . .", T={"at": ["B1", "C1"]}) == {"A1": 0}


@pytest.mark.clause("PG-14.1", applies=True)
def test_pg_14_1_applies_to_moves_next_to_an_enemy() -> None:
    assert costs("A . . T", A={"movement": 9}) == {"A1": 0, "B1": 1, "C1": 2}
    assert ends("A . . T", A={"movement": 9}) == {"C1": ("PG-14.1",)}
    # A friend's hex next to an enemy would end the move where it may not end.
    assert costs("A . F T", A={"movement": 9}) == {"A1": 0, "B1": 1}


@pytest.mark.clause("PG-14.1", applies=False)
def test_pg_14_1_what_only_blocks_sight_or_covers_can_be_entered() -> None:
    assert costs("A # l h s .") == {"A1": 0, "B1": 1, "C1": 2, "D1": 3, "E1": 4, "F1": 5}


@pytest.mark.clause("PG-14.1", applies=False)
def test_pg_14_1_moves_do_not_end_beside_friends_or_two_hexes_from_an_enemy() -> None:
    assert ends("A . . F . .") == {}
    assert ends("A . . . . T", A={"movement": 3}) == {}


@pytest.mark.clause("PG-14.1", applies=False)
def test_pg_14_1_buildings_end_no_moves_unless_so_ruled() -> None:
    house = {"at": ["D1", "E1"]}
    assert ends("A . . . .", B=house) == {}
    assert ends("A . . . .", B=house, rulings={"buildings-engage": "yes"}) == {"C1": ("PG-14.1",)}


def test_a_building_stays_where_it_is() -> None:
    scenario = board("T . . . .", A={"at": ["C1", "D1"]})
    assert [(label, place.cost) for label, place in scenario.reach("A").cells.items()] == [("C1", 0)]


def test_ways_lead_round_what_costs_more() -> None:
    assert costs("A d d d .\n. . . . .", A={"movement": 5})["E1"] == 5
    assert places("A d d d .\n. . . . .", A={"movement": 5})["E1"].path == ("A2", "B2", "C2", "D2", "E1")


def test_advice_and_threat() -> None:
    scenario = board("A . . . . T", A={"movement": 2, "weapons": [{"name": "pistol", "range": 3}]})
    advice = scenario.advise("A").places
    assert [(each.at, each.target, each.weapon, each.cost) for each in advice] == [("C1", "T", "pistol", 2)]
    assert {label: danger.attackers for label, danger in scenario.threat("blue").cells.items()} == {
        "C1": ("A",),
        "D1": ("A",),
    }
    assert rows(scenario.with_piece("A", at="C1").shot("A", "T"), "PG-20.1") == []


def test_an_engaged_unit_that_leaves_attacks_nobody_from_elsewhere() -> None:
    scenario = board("T A . . .", A={"movement": 6, "weapons": [RIFLE, {"name": "blade", "range": "melee"}]})
    assert [(each.at, each.weapon) for each in scenario.advise("A").places] == [("B1", "blade")]
    lifted = scenario.with_piece("A", allows=["PG-21.4"]).advise("A").places
    assert sorted((each.at, each.weapon) for each in lifted) == [
        ("B1", "blade"),
        ("C1", "rifle"),
        ("D1", "rifle"),
        ("E1", "rifle"),
    ]
