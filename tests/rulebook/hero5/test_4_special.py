"""Section 4 of HERO: falling back, the one hex that is always possible, and attacks of opportunity."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.hero5.boards import board, costs, place, places, provokes, rolls

ACROBAT = {"acrobatics": 11}
KINDS = {"ledge": {"roll": "acrobatics"}, "mud": {"difficult": True}}
LAST = ("HERO-4.2",)


def falls_back_to(label: str, drawing: str, **more: Any) -> str:
    """Return where the last roll on the way of A to a place ends the move if it fails."""
    return rolls(label, drawing, **{"kinds": KINDS, **more, "A": {**ACROBAT, **more.get("A", {})}})[-1][2]


# --- HERO-4.1 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-4.1", applies=True)
def test_hero_4_1_applies_to_the_latest_place_on_the_way_before_the_first_by_name() -> None:
    # Beside C1, where F stands, are D1, from where A comes, B2 and C2: all of them one step away.
    assert falls_back_to("B1", ". E F A\n. . . .") == "D1"


@pytest.mark.clause("HERO-4.1", applies=True)
def test_hero_4_1_applies_to_the_nearest_place_before_the_way() -> None:
    # Back to A1 are two steps, to B2 and C2 one: of these the first by name.
    assert falls_back_to("D1", "A F G E .\n. . . . .") == "B2"
    assert falls_back_to("D1", "A F G E .\n. # . . .") == "C2"
    assert falls_back_to("D1", "A F G E .\n. # # # .") == "A1"


@pytest.mark.clause("HERO-4.1", applies=True)
def test_hero_4_1_applies_whatever_the_nearest_place_costs() -> None:
    assert falls_back_to("D1", "A F G E .\n. do . . .") == "B2"
    assert falls_back_to("D1", "A F G E .\n. . . . .", A={"movement": 3}) == "B2"


@pytest.mark.clause("HERO-4.1", applies=True)
def test_hero_4_1_applies_to_places_that_need_no_roll() -> None:
    assert falls_back_to("D1", "A F G E .\n. l . . .") == "C2"
    assert falls_back_to("D1", "A F G E .\n. H . . .") == "C2"


@pytest.mark.clause("HERO-4.1", applies=True)
def test_hero_4_1_applies_back_along_the_way_even_where_that_takes_a_roll() -> None:
    assert falls_back_to("C1", "Al F E .") == "A1"
    # Over the ledge at B1 A came onto F; back there is one step, to A1 two, and over B2 it would take a roll as well.
    assert falls_back_to("D1", "A l F E .\n# l l # #") == "B1"


@pytest.mark.clause("HERO-4.1", applies=True)
def test_hero_4_1_applies_without_counting_free_steps() -> None:
    # A comes along the upper corners of the row. One step from the lower one of C1 and D1 it would stand on B2 and C3,
    # or on D2 and D3, at two corners each; two steps back on A1 and B1.
    drawing = ". . F G E .\n# . # . # #\n# # . . # #"
    assert falls_back_to("D1@NE", drawing, A={"at": "A1@NE", "growth": 1}) == "B2@S"


@pytest.mark.clause("HERO-4.1", applies=False)
def test_hero_4_1_not_where_the_move_may_stop() -> None:
    assert falls_back_to("C1", "A . E .") == "B1"
    assert falls_back_to("C1", "A d E .\n. . . .") == "B1"
    assert falls_back_to("C1", "A H E .", H={"helpless": True}) == "B1"


@pytest.mark.clause("HERO-4.1", applies=False)
def test_hero_4_1_not_from_where_the_move_began() -> None:
    assert falls_back_to("B1", "AH E .", A={"shrinking": 1}, H={"shrinking": 2}) == "A1"


# --- HERO-4.2 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-4.2", applies=True)
@pytest.mark.parametrize(
    ("drawing", "borders", "cost"), [("A d .", {}, 2), ("A do .", {}, 4), ("A . .", {"fence": "A1/B1"}, 3)]
)
def test_hero_4_2_applies_to_one_hex_at_its_true_cost(drawing: str, borders: dict[str, str], cost: int) -> None:
    found = places(drawing, borders=borders, A={"movement": 1})
    assert {label: (each.cost, each.stops) for label, each in found.items()} == {"A1": (0, ()), "B1": (cost, LAST)}
    assert (found["B1"].may_stop, found["B1"].path) == (True, ("B1",))


@pytest.mark.clause("HERO-4.2", applies=True)
def test_hero_4_2_applies_and_provokes() -> None:
    assert provokes("C1", "E A d", A={"movement": 1}) == "E"
    assert provokes("C1", "E A d", A={"movement": 1}, E={"concealment": "total"}) == "E"
    assert provokes("C1", "E A d", A={"movement": 1}, rulings={"opportunity": "none"}) == ""


@pytest.mark.clause("HERO-4.2", applies=True)
def test_hero_4_2_applies_after_free_steps() -> None:
    wide = {"at": "A1@NE", "growth": 1, "movement": 1}
    assert costs(". . . .", A=wide) == {"A1@NE": 0, "A1@SE": 0, "B1@NE": 2, "B1@SE": 2}
    assert place("B1@SE", ". . . .", A=wide).stops == LAST


@pytest.mark.clause("HERO-4.2", applies=True)
def test_hero_4_2_applies_with_the_rolls_of_its_step() -> None:
    found = place("B1", "A ld .", kinds=KINDS, A={**ACROBAT, "movement": 1})
    assert ([roll.clause for roll in found.rolls], found.stops) == (["HERO-2.3"], LAST)


@pytest.mark.clause("HERO-4.2", applies=False)
def test_hero_4_2_not_within_the_movement() -> None:
    found = place("C1", "E A d", A={"movement": 2})
    assert (found.cost, found.stops, found.provokes) == (2, (), ())


@pytest.mark.clause("HERO-4.2", applies=False)
@pytest.mark.parametrize(
    ("drawing", "more"),
    [
        ("A # .", {}),
        ("A _ .", {}),
        ("A ld .", {}),
        ("A . .", {"borders": {"wall": "A1/B1"}}),
        ("A Fd .", {}),
        ("A Ed .", {"A": {"movement": 1, **ACROBAT}}),
        ("A d .", {"A": {"movement": 0}}),
        ("A d .", {"A": {"helpless": True}}),
        ("A . .", {"A": {"helpless": True, "movement": 6}}),
    ],
)
def test_hero_4_2_not_where_movement_is_impossible_or_may_not_end(drawing: str, more: dict[str, Any]) -> None:
    assert costs(drawing, **{"A": {"movement": 1}, "kinds": KINDS, **more}) == {"A1": 0}


@pytest.mark.clause("HERO-4.2", applies=False)
def test_hero_4_2_free_steps_stay_but_for_the_helpless() -> None:
    wide: dict[str, Any] = {"at": "A1@NE", "growth": 1, "movement": 0}
    assert costs(". . .", A=wide) == {"A1@NE": 0, "A1@SE": 0}
    assert costs(". . .", A={**wide, "movement": 6, "helpless": True}) == {"A1@NE": 0}


# --- HERO-4.3 ----------------------------------------------------------------------------------------------

PAST = ". E . .\nA . . ."
"""E threatens A1, C1, A2 and B2 round its own hex."""


@pytest.mark.clause("HERO-4.3", applies=True)
def test_hero_4_3_applies_to_leaving_what_an_opponent_threatens() -> None:
    assert (provokes("C2", PAST), provokes("D2", PAST)) == ("E", "E")
    assert provokes("D2", PAST, E={"side": None}) == "E"


@pytest.mark.clause("HERO-4.3", applies=True)
def test_hero_4_3_applies_once_to_each_opponent_in_the_order_of_the_file() -> None:
    drawing = ". . . .\nA . . .\n. . . ."
    assert provokes("D2", drawing, H={"at": "B1"}, E={"at": "C3"}) == "HE"
    assert provokes("D2", drawing, E={"at": "C3"}, H={"at": "B1"}) == "EH"
    # Shrunk, A comes through E's hex and leaves what E threatens: one attack.
    assert place("C1", "A E .", A={"shrinking": 2}).provokes == ("E",)


@pytest.mark.clause("HERO-4.3", applies=True)
def test_hero_4_3_applies_to_any_hex_given_up_of_several() -> None:
    # Two steps right: A gives up A1 and A2, then B1 and B2. Of these E threatens A2 alone.
    wide = {"at": "A1@SE", "growth": 1}
    assert provokes("C1@SE", ". . . .\n. . . .\n. . . .", A=wide, E={"at": "A3"}) == "E"


@pytest.mark.clause("HERO-4.3", applies=False)
def test_hero_4_3_not_to_a_move_of_one_hex() -> None:
    assert (provokes("A1", PAST), provokes("B2", PAST)) == ("", "")


@pytest.mark.clause("HERO-4.3", applies=False)
def test_hero_4_3_not_to_coming_near() -> None:
    assert provokes("C1", ". E . .\n. . . A") == ""
    assert provokes("B2", ". E . .\n. . . A") == ""


@pytest.mark.clause("HERO-4.3", applies=False)
def test_hero_4_3_not_to_giving_up_other_hexes() -> None:
    # Two steps right: A gives up A1, A2, B1 and B2, and is beside E at the end.
    wide = {"at": "A1@SE", "growth": 1}
    assert provokes("C1@SE", ". . . . .\n. . . . .\n. . . . .", A=wide, E={"at": "E2"}) == ""


@pytest.mark.clause("HERO-4.3", applies=False)
def test_hero_4_3_not_by_the_helpless_or_friends() -> None:
    assert provokes("D2", PAST, E={"helpless": True}) == ""
    assert provokes("D2", PAST.replace("E", "F")) == ""


@pytest.mark.clause("HERO-4.3", applies=False)
def test_hero_4_3_not_where_it_is_ruled_so() -> None:
    asked = board(PAST).reach("A")
    assert asked.rulings == {"opportunity": "attacks"}
    ruled = board(PAST, rulings={"opportunity": "none"}).reach("A")
    assert ruled.rulings == {"opportunity": "none"}
    assert not any(each.provokes for each in ruled.cells.values())
    assert board(PAST.replace("E", ".")).reach("A").rulings == {}


@pytest.mark.clause("HERO-4.3", applies=True)
def test_hero_4_3_applies_to_the_helpless_who_attack_nobody() -> None:
    verdict = board("A . T", A={"helpless": True}).shot("A", "T")
    (finding,) = verdict.findings
    assert (finding.clause.id, str(finding.effect), finding.why) == (
        "HERO-4.3",
        "forbids",
        "A is helpless and cannot attack",
    )


def test_a_way_can_be_chosen_that_provokes_as_few_as_can_be() -> None:
    # Over B2, past E, or through difficult ground.
    drawing = "# E # #\n# . . .\n# A d ."
    near, far = place("C2", drawing), place("C2", drawing, manner={"fewest_attacks": True})
    assert (near.cost, near.path, near.provokes) == (2, ("B2", "C2"), ("E",))
    assert (far.cost, far.path, far.provokes) == (3, ("C3", "C2"), ())
