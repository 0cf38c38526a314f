"""What is seen, reached, threatened and advised, and what would help, on small boards worked out by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import sightline
from sightline import ScenarioError
from tests.rulebook.findings import forbids, rows, why
from tests.rulebook.sodwa.boards import ACCURACY, DEFENSE, FIGHTER, FLYER, attack, board, duel, shot

HIT = Fraction(41, 100)
UNMOVED = {"move": 0}


# --- see ---------------------------------------------------------------------------------------------------


def test_see_takes_a_plain_character_for_whoever_stands_there() -> None:
    seen = board("A . E .\n. i # .\n. . O .").see("A").cells
    clear, impeded = ("B1", "C1", "A2", "A3", "B2"), ("B3", "C3")
    # B2 is adjacent, and so not impeded by its own tile. E hides D1, C2 all that is east of it.
    assert seen == {**dict.fromkeys(clear, "clear"), **dict.fromkeys(impeded, "impeded")}


def test_see_over_levels_and_corners() -> None:
    assert board("A1 . i .1 .").see("A").cells == {"B1": "clear", "C1": "impeded", "D1": "clear"}
    assert board("A #\n# .").see("A").cells == {}
    assert board("A #\n. .").see("A").cells == {"A2": "clear", "B2": "clear"}


def test_see_by_one_who_stands_on_an_object() -> None:
    assert board("AO . P T").see("A").cells == {"B1": "clear", "C1": "impeded", "D1": "impeded"}


# --- reach -------------------------------------------------------------------------------------------------


def test_reach_describes_each_place() -> None:
    reached = board("A . i\n. # .", A={"move": 2}).reach("A")
    assert reached.from_ == "A"
    assert {label: (place.cost, place.path, place.stops) for label, place in reached.cells.items()} == {
        "A1": (0, (), ()),
        "B1": (1, ("B1",), ()),
        "A2": (1, ("A2",), ()),
        "C1": (2, ("B1", "C1"), ("SOD-7.5",)),
        # Past the corner of B2 and C1, of which one is closed and the other hinders.
        "C2": (2, ("B1", "C2"), ("SOD-7.8",)),
    }
    assert all(place.may_stop for place in reached.cells.values())
    assert next(iter(reached.cells)) == "A1"


def test_reach_as_json() -> None:
    reached = board("A F i", A={"move": 2}, rulings={"pass-through": "friends"}).reach("A")
    place = {"cost": 1, "path": ["B1"], "may_stop": False, "ends_move": False, "stops": [], "provokes": []}
    assert json.loads(reached.to_json())["cells"]["B1"] == {**place, "no_stop": ["SOD-7.9"]}


def test_reach_takes_the_longer_way_round_what_ends_movements() -> None:
    reached = board(". . .\nA d .\n# # .").reach("A").cells
    assert (reached["B2"].cost, reached["B2"].ends_move) == (1, True)
    assert (reached["C2"].cost, reached["C2"].path) == (2, ("B1", "C2"))
    assert reached["C3"].cost == 3


def test_reach_of_who_cannot_move_and_of_who_is_shut_in() -> None:
    assert list(board("A .", A=UNMOVED).reach("A").cells) == ["A1"]
    assert list(board("A #\n# .").reach("A").cells) == ["A1"]
    assert list(board("A").reach("A").cells) == ["A1"]


# --- threat ------------------------------------------------------------------------------------------------


def dangers(scenario: sightline.Scenario, side: str) -> dict[str, tuple[str, Fraction]]:
    """Return by whom, and how likely, a plain target of a side could be hit in each tile."""
    return {label: ("".join(each.attackers), each.best) for label, each in scenario.threat(side).cells.items()}


def test_threat_to_a_plain_target() -> None:
    # A, at D1, reaches 2 tiles; T's own numbers play no part, and its tile is no matter where it stands.
    scenario = duel("T . . A . . .", A={"range": 2}, T={"evasion": 30, "moved": True})
    assert dangers(scenario, "blue") == dict.fromkeys(("B1", "C1", "E1", "F1"), ("A", HIT))
    assert scenario.threat("blue").side == "blue"


def test_threat_counts_terrain_levels_and_who_else_is_in_the_way() -> None:
    # From A1: C1 is impeded, D1 too; E stands before F1, and G1 is a wall.
    impeded = ("A", Fraction(21, 100))
    scenario = duel("A . i . E . # T", A={"range": 9})
    found = dangers(scenario, "blue")
    assert found == {"B1": ("A", HIT), "C1": impeded, "D1": impeded, "E1": impeded}
    high = dangers(duel("A1 . T", A={"range": 9}), "blue")
    assert high == dict.fromkeys(("B1", "C1"), ("A", Fraction(51, 100)))


def test_threat_by_several_and_by_the_engaged() -> None:
    # G, beside T, can attack only those adjacent to it; of two chances the better is told.
    scenario = duel("A . . . G T", G={**FIGHTER, "moved": True})
    assert dangers(scenario, "blue") == {
        **dict.fromkeys(("B1", "C1", "E1"), ("A", HIT)),
        "D1": ("AG", HIT),
        "F1": ("G", Fraction(31, 100)),
    }


def test_threat_to_a_target_beside_an_attacker_engages_it() -> None:
    # T is gone where the plain target stands instead of it, but not elsewhere.
    scenario = duel("T A . .")
    assert dangers(scenario, "blue") == {"A1": ("A", HIT), "C1": ("A", HIT)}


def test_threat_where_nobody_can_stand_or_be_hit() -> None:
    assert dangers(duel("T # A"), "blue") == {}
    assert dangers(duel("A O T", O={"is": "obstructing"}), "blue") == {}
    assert "B1" in dangers(duel("A O . T"), "blue")
    with pytest.raises(ScenarioError) as refused:
        board("A T").threat("green")
    assert [(problem.key, problem.found) for problem in refused.value.problems] == [("side", "green")]


# --- advise ------------------------------------------------------------------------------------------------


def advised(scenario: sightline.Scenario) -> list[tuple[str, int, Fraction, str, Fraction]]:
    """Return each piece of advice: where, at what cost, how likely, who could hit back, and how likely."""
    return [
        (each.at, each.cost, each.hit, "".join(each.back.attackers), each.back.best)
        for each in scenario.advise("A").places
    ]


def test_advice_counts_the_move_before_the_attack() -> None:
    # Moving costs 10 Accuracy and gives 10 Defense.
    moved, unmoved = Fraction(31, 100), HIT
    assert advised(duel("A . . T", A={"move": 2})) == [
        ("A1", 0, unmoved, "T", unmoved),
        ("B1", 1, moved, "T", moved),
        ("C1", 2, moved, "T", moved),
    ]


def test_advice_against_each_target_and_of_places_out_of_their_reach() -> None:
    assert duel("A . T", A=UNMOVED, T={"melee": None, "ranged": None}).advise("A").places == ()
    both = duel("T A E", A=UNMOVED, E={**FIGHTER, "evasion": 10}).advise("A").places
    assert [(place.target, place.hit) for place in both] == [("T", HIT), ("E", Fraction(31, 100))]
    short = duel("A . . T", A={"move": 1}, T={"range": 2})
    assert [(at, back) for at, _, _, back, _ in advised(short)] == [("A1", ""), ("B1", "T")]


def test_advice_leaves_out_places_only_passed_and_targets_not_allowed() -> None:
    friends = {"pass-through": "friends"}
    scenario = duel("A F . T", F=FIGHTER, A={"move": 2}, rulings=friends)
    assert [(place.at, place.target) for place in scenario.advise("A").places] == [("C1", "T")]
    assert [place.at for place in duel("A # . T", A=FLYER).advise("A").places] == ["C1"]


# --- why not -----------------------------------------------------------------------------------------------


def helps(drawing: str, **more: Any) -> list[tuple[str, str, str | None]]:
    """Return each single change that would allow the attack of A on T, or clear its line."""
    changes = duel(drawing, **more).shot("A", "T", why_not=True).why_not
    return [(each.change, each.what, each.to) for each in changes]


def test_why_not_names_what_to_remove_and_where_to_go() -> None:
    assert helps("A . T") == []
    assert helps("A # T", A=UNMOVED) == [("remove", "B1", None)]
    assert helps("A E . T", A=UNMOVED) == [("remove", "E", None)]
    assert helps("A . E T", A=UNMOVED) == [("remove", "E", None)]
    assert helps("A .1 T", A=UNMOVED) == [("remove", "B1", None)]
    assert helps("A . T", A=UNMOVED, borders={"obstructing": "A1/B1"}) == [("remove", "A1/B1", None)]
    assert helps("A O T", A=UNMOVED, O={"is": "obstructing"}) == [("remove", "O", None)]
    assert helps("A # T\n. . .", A={"move": 1}) == [("remove", "B1", None), ("move", "A", "B2")]


def test_why_not_names_each_obstacle_of_a_corner() -> None:
    corner = helps("A . # .\n. # . T", A=UNMOVED)
    assert corner == [("remove", "B2", None), ("remove", "C1", None)]
    assert helps("A F\nG T", A={**UNMOVED, "range": 0}) == [("remove", "G", None), ("remove", "F", None)]


def test_why_not_where_the_target_is_out_of_range_or_the_attacker_engaged() -> None:
    assert helps("A . . T", A={"range": 2, "move": 1}) == [("move", "A", "B1")]
    assert helps("E A . T", A=UNMOVED) == [("remove", "E", None)]
    assert helps("A . T", A=UNMOVED, T={"side": "red"}) == []


def test_why_not_where_two_things_are_in_the_way() -> None:
    assert helps("A # # T", A=UNMOVED) == []


# --- attacks that are not allowed --------------------------------------------------------------------------


def test_all_reasons_stand_in_the_order_of_the_rulebook() -> None:
    verdict = shot("E A # . . T", T={"side": "red"}, A={"range": 3}, rulings={"engaged": "all-targets"})
    assert [finding.clause.id for finding in verdict.findings] == [
        "SOD-4.1",
        "SOD-4.7",
        "SOD-5.1",
        "SOD-5.1",
        "SOD-5.11",
    ]
    assert why(verdict) == [
        "the tile C1 (obstructing) blocks the line",
        "E is adjacent to A, who can attack only adjacent enemies",
        "A reaches 3 tiles, the target is 4 away",
        "no line of sight from A to T",
        "T is on the side of A, red",
    ]


def test_an_attack_that_is_not_allowed_has_values_but_no_odds() -> None:
    answer = json.loads(attack("A . T", T={"side": "red", "evasion": 5, "reduction": {"physical": 2}}).to_json())
    assert {key for key, value in answer.items() if value is None} == {"weapon", "to_hit", "odds"}
    assert (answer["attack_value"], answer["defense_value"], answer["damage"], answer["ignored"]) == (40, 105, 3, 2)
    assert rows(attack("A . T", T={"side": "red"}), "SOD-5.2", "SOD-5.11") == [ACCURACY, DEFENSE, forbids("SOD-5.11")]


def test_the_json_of_an_attack() -> None:
    answer = json.loads(attack("A i T").to_json())
    assert (answer["rules"], answer["from"], answer["to"], answer["weapon"]) == ("sodwa", "A", "T", None)
    assert (answer["distance"], answer["sight"], answer["legal"], answer["adjacent"]) == (2, "impeded", True, False)
    assert (answer["kind"], answer["attack_value"], answer["defense_value"]) == ("ranged", 40, 120)
    assert (answer["damage"], answer["ignored"], answer["to_hit"]) == (5, 0, {"difficulty": 80})
    assert answer["odds"] == {"hit": "21/100", "percent": 21.0, "outcomes": {"plain": "9/50", "doubles": "3/100"}}
    assert answer["findings"][0] == {
        "clause": "SOD-4.2",
        "effect": "impedes",
        "on": None,
        "value": None,
        "at": ["B1"],
        "why": "the tile B1 (impeding) impedes the line",
        "message": {"id": "tile-impedes", "args": {"terrain": "impeding", "cell": "B1"}},
    }
    assert answer["lines"] == [{"from": "A1", "to": "C1"}]
    assert answer["rulings"] == {}


# --- scenarios written back --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scenario",
    [
        board("A . T"),
        duel("Ai1 d# T"),
        duel("AO i1 T", O={"is": "transition"}, A={**FLYER, "facing": "NE", "reduction": {"energy": 2}}),
        board(
            "A m T",
            kinds={"mud": {"movement": "difficult"}, "vault": {"movement": "obstructing", "indoor": True}},
            borders={"mud": "A1/B1", "obstructing-indoor": "B1/C1", "impeding": "B1/C1"},
            rulings={"diagonals": "alternating", "engaged": "all-targets"},
        ),
    ],
    ids=["plain", "levels", "objects", "kinds"],
)
def test_scenarios_round_trip(scenario: sightline.Scenario) -> None:
    written = scenario.to_yaml()
    again = sightline.parse(written)
    assert again == scenario
    assert again.to_yaml() == written
    assert again.shot("A", "T") == scenario.shot("A", "T")
