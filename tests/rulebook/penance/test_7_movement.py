"""Section 7 of Penance: movement. (Rotation, PEN-4.2, stands with section 4.)"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.rulebook.penance.boards import RIFLE, board

BLIND_MOVE = ("from-the-start", "destination", "from-each-hex")
BOG = {"bog": {"cost": 3}}
PIT = {"pit": {"cost": "impassable"}}


def reach(drawing: str, **more: Any) -> Any:
    """Ask where A can move to on a drawn board."""
    return board(drawing, **more).reach("A")


def costs(drawing: str, **more: Any) -> Mapping[str, int]:
    """Return what each place that A can move to or through costs."""
    return {label: place.cost for label, place in reach(drawing, **more).cells.items()}


def place(label: str, drawing: str, **more: Any) -> Any:
    """Return what is said of one place that A can move to or through."""
    return reach(drawing, **more).cells[label]


def advised(drawing: str, **more: Any) -> dict[str, tuple[str | None, int, str]]:
    """Return where A can go to attack T from: the facing, the cost and the chance to hit."""
    places = board(drawing, **more).advise("A").places
    return {each.at: (each.facing, each.cost, str(each.hit)) for each in places}


# --- PEN-7.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PEN-7.1", applies=True)
@pytest.mark.parametrize(("ground", "cost"), [(".", 1), ("w", 1), ("i", 1), ("f", 2), ("~", 2), ("F", 2)])
def test_pen_7_1_applies_to_each_kind(ground: str, cost: int) -> None:
    assert place("A2", f"A\n{ground}").cost == cost


@pytest.mark.clause("PEN-7.1", applies=True)
@pytest.mark.parametrize("ground", ["#", "b", "c", "#2"])
def test_pen_7_1_applies_to_what_cannot_be_entered(ground: str) -> None:
    assert costs(f"A\n{ground}\n.", rulings={"blind-move": "from-each-hex"}) == {"A1": 0}


@pytest.mark.clause("PEN-7.1", applies=True)
def test_pen_7_1_applies_to_kinds_of_a_files_own() -> None:
    assert costs("A\nb\n.", kinds=BOG) == {"A1": 0, "A2": 3, "A3": 4}
    assert costs("A\np\n.", kinds=PIT) == {"A1": 0}
    assert costs("A\nm\n.", kinds={"meadow": {}}) == {"A1": 0, "A2": 1, "A3": 2}


@pytest.mark.clause("PEN-7.1", applies=True)
def test_pen_7_1_applies_up_to_the_sp_that_are_left() -> None:
    drawing = "A\n~\n.\n."
    assert costs(drawing, A={"sp": 4}) == {"A1": 0, "A2": 2, "A3": 3, "A4": 4}
    assert costs(drawing, A={"sp": 3}) == {"A1": 0, "A2": 2, "A3": 3}
    assert costs(drawing, A={"sp": 1}) == costs(drawing, A={"sp": 0}) == {"A1": 0}


@pytest.mark.clause("PEN-7.1", applies=True)
def test_pen_7_1_applies_hex_by_hex_along_the_cheapest_way() -> None:
    found = place("A4", "A .\n~ .\n~ .\n. .")
    assert (found.cost, found.path) == (4, ("B1", "B2", "B3", "A4"))


@pytest.mark.clause("PEN-7.1", applies=False)
def test_pen_7_1_leaving_costs_nothing() -> None:
    assert costs("A~\n.") == costs("AF\n.") == costs("A#\n.") == {"A1": 0, "A2": 1}


@pytest.mark.clause("PEN-7.1", applies=False)
def test_pen_7_1_an_impassable_hex_beside_the_way_costs_nothing() -> None:
    assert costs("A #\n. #\n. #", A={"sp": 2}) == {"A1": 0, "A2": 1, "A3": 2}


def test_holes_and_what_is_off_the_map_cannot_be_entered() -> None:
    assert costs("A _\n_ .") == {"A1": 0}
    assert costs("A .\n_ .\n. .") == {"A1": 0, "B1": 1, "B2": 2, "B3": 3, "A3": 3}


def test_of_equally_cheap_ways_the_one_of_fewest_hexes_counts() -> None:
    found = place("A3", "A .\n~ .\n. .")
    assert (found.cost, found.path) == (3, ("A2", "A3"))
    assert place("A3", "A .\n~1 .\n. .").path == ("B1", "B2", "A3")
    # Over the hill 3 + 1, round it 1 + 1 + 2: the longer way comes to the last hex first.
    assert (place("A3", "A .\n~1 .\n.1 .").cost, place("A3", "A .\n~1 .\n.1 .").path) == (4, ("A2", "A3"))


@pytest.mark.parametrize("hexes", ["flat odd-q", "flat even-q", "pointy odd-r", "pointy even-r"])
def test_all_six_neighbours_cost_1_and_the_ring_around_them_2(hexes: str) -> None:
    drawing = ". . . . .\n. . . . .\n. . A . .\n. . . . .\n. . . . ."
    facing = {"facing": "NE"}
    found = costs(drawing, hexes=hexes, A={**facing, "sp": 2})
    assert sorted(found.values()) == [0] + [1] * 6 + [2] * 12
    assert costs(drawing, hexes=hexes, A={**facing, "sp": 0}) == {"C3": 0}


# --- PEN-7.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PEN-7.2", applies=True)
@pytest.mark.parametrize(
    ("start", "stop", "cost"), [("A", ".1", 2), ("A", ".2", 3), ("A1", ".2", 2), ("A", "~1", 3), ("A", "F2", 4)]
)
def test_pen_7_2_applies_each_level_climbed(start: str, stop: str, cost: int) -> None:
    assert place("A2", f"{start}\n{stop}").cost == cost


@pytest.mark.clause("PEN-7.2", applies=True)
def test_pen_7_2_applies_again_after_each_descent() -> None:
    assert costs("A\n.1\n.\n.2") == {"A1": 0, "A2": 2, "A3": 3, "A4": 6}
    assert costs("A\n.1\n.2", A={"sp": 4}) == {"A1": 0, "A2": 2, "A3": 4}
    assert costs("A\n.1\n.2", A={"sp": 3}) == {"A1": 0, "A2": 2}


@pytest.mark.clause("PEN-7.2", applies=False)
@pytest.mark.parametrize(("start", "stop"), [("A2", "."), ("A1", "."), ("A2", ".1"), ("A1", ".1"), ("A2", ".2")])
def test_pen_7_2_going_down_or_level_adds_nothing(start: str, stop: str) -> None:
    assert place("A2", f"{start}\n{stop}").cost == 1


# --- PEN-7.3 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PEN-7.3", applies=True)
@pytest.mark.parametrize(("heat", "left"), [(5, 3), (2, 0), (1, 0), (0, 0)])
def test_pen_7_3_applies_to_no_less_than_0(heat: int, left: int) -> None:
    found = place("A2", "A\nw", A={"heat": heat})
    assert (found.heat, found.may_stop, found.cost) == (left, True, 1)


@pytest.mark.clause("PEN-7.3", applies=True)
@pytest.mark.parametrize("ground", ["w", "w1", "~w"])
def test_pen_7_3_applies_where_it_stands_and_beside_another_kind(ground: str) -> None:
    found = reach(f"A{ground}\n{ground}", A={"heat": 9}).cells
    assert {label: each.heat for label, each in found.items()} == {"A1": 7, "A2": 7}


@pytest.mark.clause("PEN-7.3", applies=False)
@pytest.mark.parametrize("ground", [".", "i", "f", "~", "F"])
def test_pen_7_3_no_other_ground_cools(ground: str) -> None:
    assert place("A2", f"A\n{ground}", A={"heat": 5}).heat == 5


@pytest.mark.clause("PEN-7.3", applies=False)
def test_pen_7_3_water_on_the_way_does_not_cool() -> None:
    found = reach("Aw\nw\n.", A={"heat": 5}).cells
    assert {label: each.heat for label, each in found.items()} == {"A1": 3, "A2": 3, "A3": 5}


# --- PEN-7.4 -----------------------------------------------------------------------------------------------

BEHIND = "A\nF\n.\n."
"""A3 and A4 lie behind the forest, which itself is seen."""

OVER_A_PIT = "A F\np .\n. ."
"""A3 and B3 are seen over the pit; the way there leads through B2, which is not, where one hex blocks a line."""


@pytest.mark.clause("PEN-7.4", applies=True)
def test_pen_7_4_applies_from_the_start() -> None:
    found = reach(BEHIND)
    assert {label: each.may_stop for label, each in found.cells.items()} == {"A1": True, "A2": True}
    assert found.rulings == {"blind-move": "from-the-start"}


@pytest.mark.clause("PEN-7.4", applies=True)
def test_pen_7_4_applies_to_the_destination() -> None:
    found = reach(BEHIND, rulings={"blind-move": "destination"})
    assert {label: (each.cost, each.may_stop, each.stops) for label, each in found.cells.items()} == {
        "A1": (0, True, ()),
        "A2": (2, True, ()),
        "A3": (3, False, ("PEN-7.4",)),
        "A4": (4, False, ("PEN-7.4",)),
    }
    assert [dict(found.cells[label].facings) for label in ("A3", "A4")] == [{}, {}]
    assert found.rulings == {"blind-move": "destination"}


@pytest.mark.clause("PEN-7.4", applies=False)
def test_pen_7_4_never_forbids_from_each_hex() -> None:
    found = reach(BEHIND, rulings={"blind-move": "from-each-hex"})
    assert {label: (each.cost, each.may_stop) for label, each in found.cells.items()} == {
        "A1": (0, True),
        "A2": (2, True),
        "A3": (3, True),
        "A4": (4, True),
    }
    assert found.rulings == {"blind-move": "from-each-hex"}


@pytest.mark.clause("PEN-7.4", applies=True)
@pytest.mark.parametrize("choice", BLIND_MOVE)
def test_pen_7_4_applies_to_hexes_on_the_way_as_ruled(choice: str) -> None:
    found = reach(OVER_A_PIT, kinds=PIT, A={"sp": 4}, rulings={"blind-move": choice, "hexside": "either"})
    seen = {"A1": (0, True), "B1": (2, True)}
    beyond = {"B2": (3, choice == "from-each-hex"), "A3": (4, True), "B3": (4, True)}
    passed = {} if choice == "from-the-start" else beyond
    assert {label: (each.cost, each.may_stop) for label, each in found.cells.items()} == seen | passed
    # Under `both` the line along B1 is open, which matters only where sight does.
    named = {} if choice == "from-each-hex" else {"hexside": "either"}
    assert found.rulings == {**named, "blind-move": choice}


@pytest.mark.clause("PEN-7.4", applies=False)
@pytest.mark.parametrize("choice", BLIND_MOVE)
def test_pen_7_4_what_is_in_sight_may_be_entered(choice: str) -> None:
    found = reach("A\n~\nw\ni\nf", rulings={"blind-move": choice})
    assert {label: each.may_stop for label, each in found.cells.items()} == dict.fromkeys(
        ("A1", "A2", "A3", "A4", "A5"), True
    )
    assert found.rulings == {}


@pytest.mark.clause("PEN-7.4", applies=False)
@pytest.mark.parametrize("choice", BLIND_MOVE)
def test_pen_7_4_a_wall_out_of_the_way_names_no_ruling(choice: str) -> None:
    # A5 is out of sight and out of reach.
    found = reach("A\n.\n.\nF\n.", A={"sp": 4}, rulings={"blind-move": choice})
    assert (set(found.cells), found.rulings) == ({"A1", "A2", "A3", "A4"}, {})


@pytest.mark.clause("PEN-7.4", applies=True)
def test_pen_7_4_applies_to_a_line_along_a_side_as_ruled() -> None:
    beside = ". # .\nA . ."
    assert "C2" in reach(beside, rulings={"hexside": "both"}).cells
    assert "C2" not in reach(beside, rulings={"hexside": "either"}).cells
    for choice in ("both", "either"):
        found = reach(beside, A={"sp": 2}, rulings={"hexside": choice})
        assert found.rulings == {"hexside": choice} | ({} if choice == "both" else {"blind-move": "from-the-start"})
        free = reach(beside, A={"sp": 2}, rulings={"hexside": choice, "blind-move": "from-each-hex"})
        assert free.rulings == ({} if choice == "both" else {"blind-move": "from-each-hex"})


# --- PEN-7.5 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PEN-7.5", applies=True)
def test_pen_7_5_applies_an_ally_is_passed_and_not_stopped_at() -> None:
    found = reach("A\nE~\n.", E={"side": "red"}).cells
    assert {label: (each.cost, each.may_stop, each.stops) for label, each in found.items()} == {
        "A1": (0, True, ()),
        "A2": (2, False, ("PEN-7.5",)),
        "A3": (3, True, ()),
    }
    assert dict(found["A2"].facings) == {}
    assert found["A3"].path == ("A2", "A3")


@pytest.mark.clause("PEN-7.5", applies=True)
def test_pen_7_5_applies_an_ally_with_nothing_left_to_go_on_is_listed() -> None:
    found = reach("A\nE\n.", A={"sp": 1}, E={"side": "red"}).cells
    assert {label: (each.cost, each.may_stop) for label, each in found.items()} == {"A1": (0, True), "A2": (1, False)}


@pytest.mark.clause("PEN-7.5", applies=True)
@pytest.mark.parametrize(
    ("one", "other"), [("red", "blue"), ("red", None), (None, "red"), (None, None), ("blue", "red")]
)
def test_pen_7_5_applies_an_enemy_cannot_be_entered(one: str | None, other: str | None) -> None:
    assert costs("A\nE\n.", A={"side": one}, E={"side": other}) == {"A1": 0}


@pytest.mark.clause("PEN-7.5", applies=True)
def test_pen_7_5_applies_beside_7_4() -> None:
    found = reach("A\nF\nE\n.", E={"side": "red"}, rulings={"blind-move": "destination"})
    assert found.cells["A3"].stops == ("PEN-7.4", "PEN-7.5")
    assert found.cells["A4"].stops == ("PEN-7.4",)
    free = reach("A\nF\nE\n.", E={"side": "red"}, rulings={"blind-move": "from-each-hex"})
    assert free.cells["A3"].stops == ("PEN-7.5",)


@pytest.mark.clause("PEN-7.5", applies=False)
def test_pen_7_5_nobody_bars_the_hexes_beside_or_its_own() -> None:
    found = reach("A E\n. G", A={"sp": 1}, E={"side": "blue"}, G={"side": "red"}).cells
    assert {label: (each.may_stop, each.stops) for label, each in found.items()} == {"A1": (True, ()), "A2": (True, ())}


# --- PEN-7.6 -----------------------------------------------------------------------------------------------

DUEL = "T\n.\n.\nA"


@pytest.mark.clause("PEN-7.6", applies=True)
@pytest.mark.parametrize(
    ("moved", "chances"),
    [(0, ["21/36", "15/36", "15/36"]), (2, ["15/36", "15/36", "10/36"]), (6, ["10/36", "6/36", "6/36"])],
)
def test_pen_7_6_applies_hexes_entered_count_with_those_before(moved: int, chances: list[str]) -> None:
    found = advised(DUEL, A={"moved": moved})
    wanted = {"21/36": "7/12", "15/36": "5/12", "10/36": "5/18", "6/36": "1/6"}
    assert {label: hit for label, (_, _, hit) in found.items()} == dict(
        zip(("A4", "A3", "A2"), map(wanted.__getitem__, chances), strict=True)
    )


@pytest.mark.clause("PEN-7.6", applies=True)
def test_pen_7_6_applies_to_hexes_not_to_sp() -> None:
    # Three hexes and six SP: +1, not +2.
    found = advised("T\n~\n~\n~\nA")
    assert found["A2"] == ("N", 6, "5/12")


@pytest.mark.clause("PEN-7.6", applies=True)
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_pen_7_6_applies_any_neighbour_whatever_the_facing(facing: str) -> None:
    found = reach(". . .\n. A .\n. . .", A={"facing": facing, "sp": 1}).cells
    assert {label: each.cost for label, each in found.items()} == {
        "B2": 0,
        **dict.fromkeys(("B1", "C2", "C3", "B3", "A3", "A2"), 1),
    }
    # Moving does not turn it: its facing is the one that costs nothing, and comes first.
    assert {next(iter(each.facings)) for each in found.values()} == {facing}


@pytest.mark.clause("PEN-7.6", applies=False)
def test_pen_7_6_rotation_is_no_movement() -> None:
    assert advised("T\n.\nA", A={"facing": "SE", "sp": 0}) == {"A3": ("NE", 0, "7/12")}
    assert advised("T\n.\nA", A={"facing": "S", "sp": 1})["A3"] == ("NW", 0, "7/12")


@pytest.mark.clause("PEN-7.6", applies=False)
def test_pen_7_6_who_stays_has_moved_no_further() -> None:
    assert advised(DUEL, A={"sp": 0, "moved": 3}) == {"A4": ("N", 0, "5/12")}


# --- answers -----------------------------------------------------------------------------------------------


def test_the_json_of_what_can_be_reached() -> None:
    answer = json.loads(reach("A\nEw\nw", A={"sp": 2, "heat": 3}, E={"side": "red"}).to_json())
    free = {"N": 2, "NE": 2, "NW": 2, "SE": 1, "SW": 1, "S": 0}
    usual = {"ends_move": False, "provokes": []}
    assert answer == {
        "from": "A",
        "cells": {
            "A1": {"cost": 0, "path": [], "may_stop": True, **usual, "stops": [], "facings": free, "heat": 3},
            "A2": {"cost": 1, "path": ["A2"], "may_stop": False, **usual, "stops": ["PEN-7.5"], "facings": {}}
            | {"heat": 1},
            "A3": {"cost": 2, "path": ["A2", "A3"], "may_stop": True, **usual, "stops": []}
            | {"facings": {"N": 0, "NE": 0, "NW": 0}, "heat": 1},
        },
        "rulings": {},
    }


def test_a_move_that_opens_the_line_keeps_the_facing() -> None:
    changes = board(". T .\n. # .\n. A .").shot("A", "T", why_not=True).why_not
    assert [(each.change, each.what, each.to, each.sight, each.legal) for each in changes] == [
        ("remove", "B2", None, "clear", True),
        ("move", "A", "A3", "clear", True),
    ]
    assert all(each.why for each in changes)


@pytest.mark.parametrize(("facing", "to", "legal"), [("NE", "E4", True), ("SE", "E3", False)])
def test_of_moves_one_that_allows_the_shot_goes_before_one_that_opens_the_line(
    facing: str, to: str, legal: bool
) -> None:
    # E3 and E4 cost the same; from E3 the line is open, and T outside of the arc.
    drawing = ". . T . .\n# # # p .\n# # A . .\n# # . . ."
    changes = board(drawing, kinds=PIT, A={"facing": facing}).shot("A", "T", why_not=True).why_not
    assert [(each.change, each.to, each.sight, each.legal) for each in changes] == [
        ("remove", None, "clear", legal),
        ("move", to, "clear", legal),
    ]


@pytest.mark.parametrize("choice", BLIND_MOVE)
def test_advice_names_the_ruling_on_blind_moves_where_it_opens_a_place(choice: str) -> None:
    advice = board("T .\n. F\nF .\nA .", A={"sp": 3}, rulings={"blind-move": choice}).advise("A")
    assert [each.at for each in advice.places] == ["A3", "B2", "A2"][: 3 if choice == "from-each-hex" else 2]
    assert advice.rulings.get("blind-move") == choice


def test_a_turn_that_allows_the_shot() -> None:
    changes = board("T\n.\nA", A={"facing": "S", "sp": 1, "weapons": [RIFLE]}).shot("A", "T", why_not=True).why_not
    assert [(each.change, each.what, each.to, each.legal) for each in changes] == [
        ("turn", "A", "NW", True),
        ("turn", "A", "NE", True),
    ]
    assert board("T\n.\nA").shot("A", "T", why_not=True).why_not == ()
