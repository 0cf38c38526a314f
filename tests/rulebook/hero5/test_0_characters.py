"""Section 0 of HERO: how large characters are, which hexes they take up, and what a step is."""

from __future__ import annotations

import pytest

from tests.rulebook.hero5.boards import board, costs, held, melee, place, places, shot

OPEN = "\n".join([". . . . . . ."] * 7)

TAKEN_UP = {
    "D4": {
        1: "D4",
        3: "C4 D3 D4 D5 E3 E4 E5",
        5: "B4 C2 C3 C4 C5 C6 D2 D3 D4 D5 D6 E2 E3 E4 E5 E6 F3 F4 F5",
    },
    "D4@N": {2: "D3 D4 E3", 4: "C2 C3 C4 D2 D3 D4 D5 E2 E3 E4 E5 F3"},
    "D4@S": {2: "D4 D5 E5"},
}
"""By middle and width: round D4 lie C4, E4, D3, E3, D5, E5; round its corner N lie D4, D3 and E3."""


@pytest.mark.clause("HERO-0.1", applies=True)
@pytest.mark.parametrize(
    ("growth", "shrinking", "at", "hexes"),
    [(1, 0, "D4@N", 3), (2, 0, "D4", 7), (3, 0, "D4@N", 12), (4, 0, "D4", 19), (4, 1, "D4@N", 12), (3, 1, "D4", 7)],
)
def test_hero_0_1_applies_to_growth_less_shrinking(growth: int, shrinking: int, at: str, hexes: int) -> None:
    assert len(held(board(OPEN, A={"at": at, "growth": growth, "shrinking": shrinking})).split()) == hexes


@pytest.mark.clause("HERO-0.1", applies=True)
def test_hero_0_1_applies_to_shrinking_less_growth() -> None:
    # Four levels less two are two: no reach. Three less two are one: as large as most.
    assert not melee("A T", A={"shrinking": 4, "growth": 2}).legal
    assert melee("A T", A={"shrinking": 3, "growth": 2}).legal


@pytest.mark.clause("HERO-0.1", applies=False)
@pytest.mark.parametrize(("growth", "shrinking"), [(0, 0), (1, 1), (4, 4), (0, 1), (0, 5), (1, 3)])
def test_hero_0_1_one_hex_without_growth_left(growth: int, shrinking: int) -> None:
    assert held(board(OPEN, A={"at": "D4", "growth": growth, "shrinking": shrinking})) == "D4"


@pytest.mark.clause("HERO-0.2", applies=True)
@pytest.mark.parametrize(("at", "width"), [(at, width) for at, widths in TAKEN_UP.items() for width in widths])
def test_hero_0_2_applies_to_each_width(at: str, width: int) -> None:
    assert held(board(OPEN, A={"at": at, "growth": width - 1})) == TAKEN_UP[at][width]


@pytest.mark.clause("HERO-0.2", applies=True)
@pytest.mark.parametrize("name", ["D4@N", "D3@SE", "E3@SW"])
def test_hero_0_2_applies_to_a_corner_by_any_of_its_names(name: str) -> None:
    found = places(OPEN, A={"at": name, "growth": 1, "movement": 1})
    assert next(iter(found)) == "D3@SE"


@pytest.mark.clause("HERO-0.2", applies=True)
def test_hero_0_2_applies_to_steps_of_odd_widths_in_six_directions() -> None:
    round_it = dict.fromkeys(["C4", "E4", "D3", "E3", "D5", "E5"], 1)
    for growth in (0, 2):
        assert costs(OPEN, A={"at": "D4", "growth": growth, "movement": 1}) == {"D4": 0} | round_it


@pytest.mark.clause("HERO-0.2", applies=True)
def test_hero_0_2_applies_to_steps_of_even_widths_to_neighbouring_corners_too() -> None:
    shifted = ["C3@SE", "E3@SE", "C2@SE", "D2@SE", "C4@SE", "D4@SE"]
    turned = ["C4@NE", "D4@NE", "D2@S"]
    found = costs(OPEN, A={"at": "D4@N", "growth": 1, "movement": 1})
    assert found == {"D3@SE": 0} | dict.fromkeys(shifted + turned, 1)


@pytest.mark.clause("HERO-0.2", applies=True)
def test_hero_0_2_applies_to_a_free_step_that_changes_no_hex() -> None:
    # In one row both corners of a side leave it the same two hexes; to go on is squeezed, 2.
    found = costs(". . . .", A={"at": "A1@NE", "growth": 1, "movement": 2})
    assert found == {"A1@NE": 0, "A1@SE": 0, "B1@NE": 2, "B1@SE": 2}


@pytest.mark.clause("HERO-0.2", applies=True)
def test_hero_0_2_applies_to_a_free_step_that_does_not_count() -> None:
    # One step and a free one are a move of one hex: E, who threatens what is left, is not provoked.
    more = {"A": {"at": "B1@NE", "growth": 1, "movement": 2}, "E": {"at": "A1"}}
    assert [place(at, ". . . .", **more).provokes for at in ("C1@NE", "C1@SE")] == [(), ()]


@pytest.mark.clause("HERO-0.2", applies=False)
def test_hero_0_2_a_step_that_changes_a_hex_is_not_free() -> None:
    # To turn keeps two of the three hexes.
    assert place("D2@S", OPEN, A={"at": "D4@N", "growth": 1, "movement": 1}).cost == 1


WALL = {"wall": "D3/E3 D4/E4 D5/E5 D4/E3 D4/E5 D1/E1 D2/E2 D6/E6 D7/E7 D2/E1 D2/E3 D6/E5 D6/E7"}
"""Between columns D and E, from top to bottom."""


@pytest.mark.clause("HERO-0.2", applies=False)
def test_hero_0_2_no_step_to_hexes_that_do_not_hang_together() -> None:
    # At D4 and at E4 it would fit on either side of the wall, but no hex is shared.
    assert held(board(OPEN, borders=WALL, A={"at": "D4", "growth": 2})) == "C4 D3 D4 D5"
    assert held(board(OPEN, borders=WALL, A={"at": "E4", "growth": 2})) == "E3 E4 E5 F3 F4 F5"
    found = costs(OPEN, borders=WALL, A={"at": "D4", "growth": 2, "movement": 20})
    assert "D3" in found
    assert "E4" not in found


@pytest.mark.clause("HERO-0.2", applies=False)
def test_hero_0_2_no_step_over_a_border_that_cannot_be_crossed() -> None:
    assert costs("A .", borders={"wall": "A1/B1"}) == {"A1": 0}
    assert costs("A .", borders={"fence": "A1/B1"}) == {"A1": 0, "B1": 3}


@pytest.mark.clause("HERO-0.2", applies=True)
@pytest.mark.parametrize(("at", "growth", "distance"), [("B4", 0, 4), ("B4", 2, 3), ("C4@N", 1, 3), ("C4@N", 3, 2)])
def test_hero_0_2_applies_to_distances_from_the_nearest_hex(at: str, growth: int, distance: int) -> None:
    # The three round C4@N are C4, C3 and D3; one more hex round them reaches D4.
    assert shot(OPEN, A={"at": at, "growth": growth}, T={"at": "F4"}).distance == distance
