"""SOD-4.4: two ways round a corner, and the better of them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.rulebook.findings import Row, blocks, impedes, rows, why
from tests.rulebook.sodwa.boards import UNSEEN, board, shot

NEVER = {"corner-characters": "never"}
PAIRS = {"corner-characters": "block-in-pairs"}
DEGREES = {"clear": 0, "impeded": 1, "blocked": 2}


def corner(one: str, other: str, **more: Any) -> Any:
    """Judge the shot from A1 to D2, which passes between B1 and C2 through one corner; the side tiles are C1 and B2."""
    return shot(f"A . {one} .\n. {other} . T", **more)


def found(effect: str, *at: str) -> list[Row]:
    """Return the findings of a corner that is closed or impeded, and no others."""
    return [blocks("SOD-4.4", *at), UNSEEN] if effect == "blocked" else [impedes("SOD-4.4", *at)]


WAYS = {".": "clear", "i": "impeded", "#": "blocked", "X": "blocked", ".1": "blocked", "d": "clear", "_": "clear"}
"""What a side tile makes of its way, between ends on the ground."""


@pytest.mark.clause("SOD-4.4", applies=True)
def test_sod_4_4_applies_to_every_pair_of_side_tiles() -> None:
    for one, other in product(WAYS, repeat=2):
        better = min(WAYS[one], WAYS[other], key=DEGREES.__getitem__)
        verdict = corner(one, other)
        assert (verdict.sight, verdict.distance) == (better, 3)
        assert rows(verdict) == ([] if better == "clear" else found(better, "B2", "C1"))


@pytest.mark.clause("SOD-4.4", applies=True)
def test_sod_4_4_applies_to_an_impeding_and_an_obstructing_tile() -> None:
    # The examples.
    assert why(corner("i", "#")) == [
        "the better way round the corner is impeded: C1 (impeding); on the other way is B2 (obstructing)"
    ]
    assert why(corner("#", "X"), "SOD-4.4") == [
        "both ways round the corner are closed: B2 (obstructing-indoor) and C1 (obstructing)"
    ]
    assert corner("#", ".").sight == "clear"


WALLS = {
    "upright": "B1/C1 B2/C2",
    "level": "B1/B2 C1/C2",
    "round the tile before": "B1/C1 B1/B2",
    "round the tile after": "C1/C2 B2/C2",
    "everywhere": "B1/C1 C1/C2 B1/B2 B2/C2",
}
GAPS = {
    "round a side tile": "B1/C1 C1/C2",
    "round the other side tile": "B1/B2 B2/C2",
    "one into": "B1/C1",
    "one out of": "B2/C2",
}
"""Borders at the corner that close both ways, and those that leave one."""


@pytest.mark.clause("SOD-4.4", applies=True)
@pytest.mark.parametrize("walls", WALLS)
def test_sod_4_4_applies_to_borders_through_the_corner(walls: str) -> None:
    assert corner(".", ".", borders={"obstructing": WALLS[walls]}).sight == "blocked"
    assert corner(".", ".", borders={"obstructing-indoor": WALLS[walls]}).sight == "blocked"
    assert corner(".", ".", borders={"impeding": WALLS[walls]}).sight == "impeded"


@pytest.mark.clause("SOD-4.4", applies=False)
@pytest.mark.parametrize("gap", GAPS)
def test_sod_4_4_not_to_borders_that_leave_a_way(gap: str) -> None:
    for kind in ("obstructing", "obstructing-indoor", "impeding"):
        assert rows(corner(".", ".", borders={kind: GAPS[gap]})) == []


@pytest.mark.clause("SOD-4.4", applies=True)
def test_sod_4_4_applies_to_a_straight_wall_and_names_it() -> None:
    verdict = corner(".", ".", borders={"obstructing": "B1/C1 B2/C2"})
    assert rows(verdict) == found("blocked", "B1/C1", "B2/C2")
    assert why(verdict, "SOD-4.4") == [
        "both ways round the corner are closed: B1/C1 (obstructing) and B2/C2 (obstructing)"
    ]


@pytest.mark.clause("SOD-4.4", applies=True)
@pytest.mark.parametrize(
    ("one", "other", "borders", "sight"),
    [
        ("#", ".", {"obstructing": "B1/B2"}, "blocked"),
        ("#", ".", {"obstructing": "B2/C2"}, "blocked"),
        ("#", ".", {"impeding": "B1/B2"}, "impeded"),
        ("i", ".", {"impeding": "B2/C2"}, "impeded"),
        ("i", "i", {"obstructing": "B1/C1"}, "impeded"),
        ("i", "i", {"obstructing": "B1/C1 B2/C2"}, "blocked"),
        (".", ".", {"impeding": "B1/C1", "obstructing": "B1/B2"}, "impeded"),
        (".", ".", {"impeding": "B1/C1 B1/B2", "obstructing": "B1/C1"}, "impeded"),
    ],
)
def test_sod_4_4_applies_to_tiles_and_borders_together(
    one: str, other: str, borders: dict[str, str], sight: str
) -> None:
    # A way is as bad as the worst on it, the corner as the better way.
    assert corner(one, other, borders=borders).sight == sight


@pytest.mark.clause("SOD-4.4", applies=True)
@pytest.mark.parametrize(
    ("one", "other", "in_pairs", "never"),
    [
        ("E", "F", "blocked", "clear"),
        ("E", "#", "blocked", "clear"),
        ("E", "i", "impeded", "clear"),
        ("E", "Fi", "blocked", "clear"),
        ("Ei", "Fi", "blocked", "impeded"),
        ("Ei", "#", "blocked", "impeded"),
        ("E", ".1", "blocked", "clear"),
    ],
)
def test_sod_4_4_applies_to_characters_as_ruled(one: str, other: str, in_pairs: str, never: str) -> None:
    matters = in_pairs != never
    verdict = corner(one, other)
    assert (verdict.sight, verdict.rulings) == (in_pairs, PAIRS if matters else {})
    otherwise = corner(one, other, rulings=NEVER)
    assert (otherwise.sight, otherwise.rulings) == (never, NEVER if matters else {})


@pytest.mark.clause("SOD-4.4", applies=True)
def test_sod_4_4_applies_to_two_characters_and_names_them() -> None:
    assert why(corner("E", "F"), "SOD-4.4") == ["both ways round the corner are closed: B2 (F) and C1 (E)"]
    # Impeded in any case; the ruling decides what is told of the other way.
    in_pairs, never = corner("Ei", "i"), corner("Ei", "i", rulings=NEVER)
    assert [str(verdict.sight) for verdict in (in_pairs, never)] == ["impeded", "impeded"]
    assert why(in_pairs) == ["the better way round the corner is impeded: B2 (impeding); on the other way is C1 (E)"]
    assert why(never) == [
        "the better way round the corner is impeded: B2 (impeding); on the other way is C1 (impeding)"
    ]


@pytest.mark.clause("SOD-4.4", applies=True)
@pytest.mark.parametrize(("stated", "sight"), [({}, "impeded"), ({"is": "obstructing"}, "blocked")])
def test_sod_4_4_applies_to_objects_as_their_kind_of_terrain(stated: dict[str, str], sight: str) -> None:
    assert corner("#", "O", O=stated).sight == sight
    assert corner("O", "#", O=stated).sight == sight
    assert corner("O", ".", O=stated).sight == "clear"


@pytest.mark.clause("SOD-4.4", applies=True)
@pytest.mark.parametrize(
    ("drawing", "label"),
    [("A #\n# T", "A2"), ("A # .\n# . .\n. . T", "A2"), ("A . .\n. . #\n. # T", "B3")],
)
def test_sod_4_4_applies_at_every_corner_of_a_diagonal(drawing: str, label: str) -> None:
    verdict = shot(drawing)
    other = {"A2": "B1", "B3": "C2"}[label]
    assert (verdict.sight, rows(verdict, "SOD-4.4")) == ("blocked", [blocks("SOD-4.4", label, other)])


@pytest.mark.clause("SOD-4.4", applies=True)
def test_sod_4_4_applies_at_two_corners_each_by_itself() -> None:
    one_way_each = "A # .\n. . .\n. # T"
    assert shot(one_way_each).sight == "clear"
    impeded_twice = shot("A i .\ni . i\n. i T")
    assert rows(impeded_twice) == [impedes("SOD-4.4", "A2", "B1"), impedes("SOD-4.4", "B3", "C2")]


@pytest.mark.clause("SOD-4.4", applies=False)
@pytest.mark.parametrize("one", ["#", "i", ".1", "F"])
def test_sod_4_4_one_clear_way_is_enough(one: str) -> None:
    assert (corner(one, ".").sight, rows(corner(one, "."))) == ("clear", [])
    assert (corner(".", one).sight, rows(corner(".", one))) == ("clear", [])
    assert rows(corner(one, "_")) == []


@pytest.mark.clause("SOD-4.4", applies=False)
@pytest.mark.parametrize("drawing", ["A . .\n# . T", "A . #\n# . T", "A # T\n# . #", "A . . #\n# . . T"])
def test_sod_4_4_not_where_the_line_passes_beside_the_corner(drawing: str) -> None:
    assert rows(shot(drawing), "SOD-4.4") == []


@pytest.mark.clause("SOD-4.4", applies=False)
def test_sod_4_4_not_where_one_way_is_clear_whatever_is_on_the_other() -> None:
    assert rows(corner("#", ".", borders={"obstructing": "B1/C1 C1/C2"})) == []
    assert rows(corner("i", ".", borders={"obstructing": "B1/C1"})) == []
    assert rows(corner("Ei", ".")) == []
    assert rows(corner("O", "#", O={"is": "difficult"})) == []
    assert rows(corner(".", ".", borders={"difficult": "B1/C1 B1/B2", "transition": "B2/C2 C1/C2"})) == []


@pytest.mark.clause("SOD-4.4", applies=False)
def test_sod_4_4_a_straight_wall_with_a_gap_at_the_corner_does_not_block() -> None:
    verdict = corner(".", ".", borders={"obstructing": "B1/C1 C1/D1"})
    assert (verdict.sight, rows(verdict)) == ("clear", [])


def test_sight_through_a_corner_is_the_same_both_ways() -> None:
    scenario = board("A . i .\n. # . T")
    assert scenario.shot("A", "T").sight == scenario.shot("T", "A").sight == "impeded"
