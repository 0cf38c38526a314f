"""SOD-7.4, 7.8 and 7.9: flight, diagonal steps, and tiles that are taken."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.sodwa.boards import FLYER, board, costs, ends, passed, places

FRIENDS = {"pass-through": "friends"}
STEP: dict[str, Any] = {"A": {"move": 1}}
FLIGHT = {"A": FLYER}


def diagonal(one: str, other: str, **more: Any) -> str:
    """Return what becomes of A's step from A1 to B2 past two side tiles: free, ends or closed."""
    found = places(f"A {one}\n{other} .", **{**STEP, **more}).get("B2")
    if found is None:
        return "closed"
    assert found.stops == (("SOD-7.8",) if found.ends_move else ())
    return "ends" if found.ends_move else "free"


# --- SOD-7.8 -----------------------------------------------------------------------------------------------

WAYS = {
    **dict.fromkeys((".", "_", "E", "F"), "free"),
    **dict.fromkeys(("i", "d", "w", "t", "O", "Ei"), "ends"),
    **dict.fromkeys(("#", "X", ".1", "t1", "i#"), "closed"),
}
"""What a side tile makes of its way."""
ORDER = ("free", "ends", "closed")


@pytest.mark.clause("SOD-7.8", applies=True)
def test_sod_7_8_applies_to_the_better_of_two_ways() -> None:
    pairs = [(one, other) for one in WAYS for other in WAYS if not {*one} & {*other} & {*"EFO"}]  # nobody on both
    assert {pair: diagonal(*pair) for pair in pairs} == {
        (one, other): min(WAYS[one], WAYS[other], key=ORDER.index) for one, other in pairs
    }


THROUGH = ("A1/B1 A2/B2", "A1/A2 B1/B2", "A1/A2 A1/B1", "A2/B2 B1/B2")
PAST = ("A1/B1 B1/B2", "A1/A2 A2/B2", "A1/B1", "A2/B2")
"""Borders that cut both ways round the corner, or one of them."""


@pytest.mark.clause("SOD-7.8", applies=True)
@pytest.mark.parametrize("borders", THROUGH)
def test_sod_7_8_applies_to_borders(borders: str) -> None:
    assert diagonal(".", ".", borders={"obstructing": borders}) == "closed"
    for kind in ("impeding", "difficult", "liquid", "transition"):
        assert diagonal(".", ".", borders={kind: borders}) == "ends"


@pytest.mark.clause("SOD-7.8", applies=False)
@pytest.mark.parametrize("borders", PAST)
def test_sod_7_8_not_to_borders_with_a_way_past_them(borders: str) -> None:
    for kind in ("obstructing", "obstructing-indoor", "impeding", "difficult", "liquid", "transition"):
        assert diagonal(".", ".", borders={kind: borders}) == "free"


@pytest.mark.clause("SOD-7.8", applies=True)
def test_sod_7_8_applies_to_tiles_and_borders_together() -> None:
    assert diagonal("#", ".", borders={"obstructing": "A1/A2"}) == "closed"
    assert diagonal("#", ".", borders={"impeding": "A2/B2"}) == "ends"
    assert diagonal("i", ".", borders={"obstructing": "A2/B2"}) == "ends"
    assert diagonal("i", "d") == "ends"
    assert diagonal("O", "#", O={"is": "obstructing"}) == "closed"


@pytest.mark.clause("SOD-7.8", applies=True)
def test_sod_7_8_applies_beside_what_the_tile_entered_does() -> None:
    assert ends("A i\nd i", **STEP)["B2"] == ("SOD-7.5", "SOD-7.8")
    assert ends("A .\nd t", **STEP)["B2"] == ("SOD-7.7",)


@pytest.mark.clause("SOD-7.8", applies=False)
def test_sod_7_8_not_to_the_tiles_that_the_start_is_one_group_with() -> None:
    assert [diagonal(one, other) for one, other in (("i", "i"), ("i", "d"), ("d", "d"))] == ["ends"] * 3
    for drawing, stops in (("Ai i\ni .", None), ("Ai i\nd .", None), ("Aid i\nd .", None), ("Ai d\nd .", ("SOD-7.8",))):
        assert ends(drawing, A={"move": 2}).get("B2") == stops
    # Borders are not tiles of a group.
    fence = {"impeding": "A1/B1 A1/A2"}
    assert ends("Ai i\ni .", borders=fence, A={"move": 2})["B2"] == ("SOD-7.8",)


@pytest.mark.clause("SOD-7.8", applies=False)
def test_sod_7_8_not_to_steps_over_a_side() -> None:
    assert ends(". A .\n. . i\n. . .", A={"move": 1}) == {"C2": ("SOD-7.5",)}
    assert ends("A .\ni i", A={"move": 1})["B2"] == ("SOD-7.5",)
    assert "B1" not in ends("A .\ni #", A={"move": 1})


# --- SOD-7.9 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-7.9", applies=True)
@pytest.mark.parametrize("name", ["E", "F"])
def test_sod_7_9_applies_to_friends_and_enemies(name: str) -> None:
    assert costs(f"A {name} . .") == {"A1": 0}
    found = board(f"A {name} . .").reach("A").rulings
    assert found == ({"pass-through": "none"} if name == "F" else {})


@pytest.mark.clause("SOD-7.9", applies=True)
def test_sod_7_9_applies_to_friends_that_are_passed_as_ruled() -> None:
    corridor: dict[str, Any] = {"drawing": "A F . G .", "rulings": FRIENDS}
    assert costs(**corridor) == {"A1": 0, "B1": 1, "C1": 2, "D1": 3, "E1": 4}
    assert passed(**corridor) == {"B1": ("SOD-7.9",), "D1": ("SOD-7.9",)}
    assert ends(**corridor) == {}
    assert (places(**corridor)["B1"].stops, places(**corridor)["B1"].ends_move) == ((), False)
    # A tile that can only be passed is told of where nothing is left to go on with, too.
    assert passed(**corridor, A={"move": 1}) == {"B1": ("SOD-7.9",)}
    assert board(**corridor).reach("A").rulings == FRIENDS


@pytest.mark.clause("SOD-7.9", applies=True)
@pytest.mark.parametrize("name", ["E", "B"])
def test_sod_7_9_applies_to_enemies_and_those_of_no_side_as_ever(name: str) -> None:
    stated = {"B": {"side": None}} if name == "B" else {}
    assert costs(f"A {name} .", rulings=FRIENDS, **stated) == {"A1": 0}
    assert costs("A F .", rulings=FRIENDS, A={"side": None}) == {"A1": 0}


@pytest.mark.clause("SOD-7.9", applies=True)
@pytest.mark.parametrize("letter", ["i", "d", "w", "t"])
def test_sod_7_9_applies_to_steps_after_which_a_clause_ends_the_movement(letter: str) -> None:
    assert costs(f"A F{letter} .", rulings=FRIENDS) == {"A1": 0}
    # Within the group of the start nothing ends the movement.
    assert costs(f"A{letter} F{letter} .", rulings=FRIENDS) == {"A1": 0, "B1": 1, "C1": 2}
    kind = {"i": "impeding", "d": "difficult", "w": "liquid", "t": "transition"}[letter]
    assert costs("A F .", borders={kind: "A1/B1"}, rulings=FRIENDS) == {"A1": 0}
    # A corner ends it as well.
    assert "B2" not in costs("A i\ni F", rulings=FRIENDS)
    assert passed("A .\ni F", rulings=FRIENDS)["B2"] == ("SOD-7.9",)


@pytest.mark.clause("SOD-7.9", applies=False)
def test_sod_7_9_not_to_objects_nor_to_tiles_beside() -> None:
    assert costs("A O .") == {"A1": 0, "B1": 1}
    assert "B1" in costs("A .\nE F")
    assert passed("A O .") == {}


# --- SOD-7.4 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-7.4", applies=True)
def test_sod_7_4_applies_to_indoor_terrain_which_stops_flyers() -> None:
    assert costs("A X .", **FLIGHT) == {"A1": 0}
    assert costs("A . .", borders={"obstructing-indoor": "A1/B1"}, **FLIGHT) == {"A1": 0}
    assert costs("A O .", O={"is": "obstructing-indoor"}, **FLIGHT) == {"A1": 0}
    vault = {"vault": {"movement": "obstructing", "indoor": True}}
    assert costs("A v .", kinds=vault, **FLIGHT) == {"A1": 0}


@pytest.mark.clause("SOD-7.4", applies=True)
@pytest.mark.parametrize(
    ("drawing", "walls"),
    [("A X\nX .", ""), ("A X\n. .", "A1/A2"), ("A .\n. .", "A1/B1 A2/B2"), ("A .\n. .", "A1/A2 A1/B1")],
)
def test_sod_7_4_applies_to_corners_that_it_closes_both_ways(drawing: str, walls: str) -> None:
    indoor = {"borders": {"obstructing-indoor": walls}, "A": {**FLYER, "move": 1}}
    assert "B2" not in costs(drawing, **indoor)
    # One of the two ways is enough.
    one_way = {**indoor, "borders": {"obstructing-indoor": "A1/B1 B1/B2"}}
    assert "B2" in costs("A .\n. .", **one_way)
    assert "B2" in costs("A X\n# .", **{**indoor, "borders": {}})


@pytest.mark.clause("SOD-7.4", applies=True)
def test_sod_7_4_applies_to_outdoor_terrain_where_it_passes_and_does_not_stop() -> None:
    for drawing, stated in (("A # .", {}), ("A O .", {"O": {"is": "obstructing"}}), ("A #1 .", {})):
        assert costs(drawing, **FLIGHT, **stated) == {"A1": 0, "B1": 1, "C1": 2}
        assert passed(drawing, **FLIGHT, **stated) == {"B1": ("SOD-7.4",)}
        assert ends(drawing, **FLIGHT, **stated) == {}
    # Unlike indoor terrain.
    assert costs("A # X .", **FLIGHT) == {"A1": 0, "B1": 1}
    assert costs("A .", borders={"obstructing": "A1/B1"}, **FLIGHT) == {"A1": 0, "B1": 1}
    assert passed("A #", A={**FLYER, "move": 1}) == {"B1": ("SOD-7.4",)}


@pytest.mark.clause("SOD-7.4", applies=True)
@pytest.mark.parametrize("name", ["E", "F"])
def test_sod_7_4_applies_to_occupied_tiles_where_it_passes_and_does_not_stop(name: str) -> None:
    for rulings in ({}, FRIENDS):
        corridor: dict[str, Any] = {"drawing": f"A {name} .", "rulings": rulings, **FLIGHT}
        assert costs(**corridor) == {"A1": 0, "B1": 1, "C1": 2}
        assert passed(**corridor) == {"B1": ("SOD-7.4",)}
        assert board(**corridor).reach("A").rulings == {}
        assert costs(f"A {name} X .", rulings=rulings, **FLIGHT) == {"A1": 0, "B1": 1}


@pytest.mark.clause("SOD-7.4", applies=False)
@pytest.mark.parametrize("token", ["i", "d", "w", "t", ".1", "i1", "O"])
def test_sod_7_4_nothing_else_stops_it_or_ends_its_move(token: str) -> None:
    drawing = f"A {token} . ."
    assert costs(drawing, **FLIGHT) == {"A1": 0, "B1": 1, "C1": 2, "D1": 3}
    assert ends(drawing, **FLIGHT) == passed(drawing, **FLIGHT) == {}


@pytest.mark.clause("SOD-7.4", applies=False)
def test_sod_7_4_nothing_halves_its_move_or_hinders_it_at_borders_and_corners() -> None:
    assert costs("Ai . . .", A={**FLYER, "move": 3}) == {"A1": 0, "B1": 1, "C1": 2, "D1": 3}
    fences = {"impeding": "A1/B1", "transition": "B1/C1"}
    assert ends("A . .", borders=fences, **FLIGHT) == {}
    assert ends("A #\ni .", **FLIGHT) == ends("A .1\n# .", **FLIGHT) == {}
    assert "B2" in costs("A #\n# .1", **FLIGHT)


@pytest.mark.clause("SOD-7.4", applies=False)
def test_sod_7_4_not_to_who_does_not_fly() -> None:
    assert costs("A # .") == costs("A # .", A={"abilities": ["teleportation", "ice"]}) == {"A1": 0}


@pytest.mark.clause("SOD-7.4", applies=False)
def test_sod_7_4_the_edge_of_the_map_and_holes_stop_flyers_too() -> None:
    assert costs("A _ .", **FLIGHT) == {"A1": 0}
