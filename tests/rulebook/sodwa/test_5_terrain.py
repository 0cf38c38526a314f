"""SOD-5.10 and 7.3: attacks on obstructing terrain, and what is left of it."""

from __future__ import annotations

from typing import Any

import pytest

from sightline import ScenarioError
from tests.rulebook.findings import Row, forbids
from tests.rulebook.sodwa.boards import FIGHTER, board, duel, sight

ALL_TARGETS = {"engaged": "all-targets"}
CUMULATIVE = {"wall-damage": "cumulative"}
TWO_WAYS = {
    "melee": {"accuracy": 0, "defense": 0, "damage": 3},
    "ranged": {"accuracy": 0, "defense": 0, "damage": 2},
}


def strike(place: str, drawing: str, *, earlier: int = 0, **more: Any) -> Any:
    """Judge the attack of A on what obstructs somewhere; A is a fighter."""
    fighter = {**more, "A": {**FIGHTER, **more.get("A", {})}}
    return board(drawing, **fighter).strike("A", place, earlier=earlier)


def against(found: Any) -> list[tuple[Row, str]]:
    """Return what is found against an attack, and how it is said."""
    return [
        ((each.clause.id, str(each.effect), each.on, each.value, list(each.at)), each.why) for each in found.findings
    ]


# --- SOD-5.10 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-5.10", applies=True)
@pytest.mark.parametrize("token", ["#", "X", "#1", "#i"])
def test_sod_5_10_applies_to_tiles_beside_and_farther_away(token: str) -> None:
    near = strike("B1", f"A {token}", A=TWO_WAYS)
    assert (near.from_, near.at, near.kind) == ("A", "B1", "melee")
    assert (near.legal, near.damage, near.destroys, near.findings) == (True, 3, True, ())
    far = strike("C1", f"A . {token}", A=TWO_WAYS)
    assert (far.kind, far.legal, far.damage, far.destroys, far.findings) == ("ranged", True, 2, False, ())
    # Only at range it needs Range.
    short = {**TWO_WAYS, "range": 0}
    assert [strike("B1", f"A {token}", A=short).legal, strike("C1", f"A . {token}", A=short).legal] == [True, False]
    diagonal = strike("B2", f"A .\n. {token}")
    assert (diagonal.kind, diagonal.legal) == ("melee", True)


@pytest.mark.clause("SOD-5.10", applies=True)
@pytest.mark.parametrize("kind", ["obstructing", "obstructing-indoor"])
def test_sod_5_10_applies_to_borders_of_ones_own_tile_and_others(kind: str) -> None:
    own = strike("A1/B1", "A .", borders={kind: "A1/B1"})
    assert (own.at, own.kind, own.legal) == ("A1/B1", "melee", True)
    assert strike("B1/A1", "A .", borders={kind: "A1/B1"}) == own
    # A border of a neighbouring tile is not one's own: the attack is ranged, and needs Range.
    for border in ("B1/C1", "B1/B2", "A2/B2"):
        walled: dict[str, Any] = {"drawing": "A . .\n. . .", "borders": {kind: border}}
        assert (strike(border, **walled).kind, strike(border, **walled).legal) == ("ranged", True)
        assert not strike(border, **walled, A={"range": 0}).legal


@pytest.mark.clause("SOD-5.10", applies=True)
@pytest.mark.parametrize(("place", "away"), [("D1", 3), ("D1/E1", 3), ("C1/D1", 2), ("C1/C2", 2)])
def test_sod_5_10_applies_within_range_only(place: str, away: int) -> None:
    walled: dict[str, Any] = {"drawing": "A . . . .\n. . . . ."}
    if "/" in place:
        walled["borders"] = {"obstructing": place}
    else:
        walled["drawing"] = "A . . # .\n. . . . ."
    assert strike(place, **walled, A={"range": away}).legal
    beyond = strike(place, **walled, A={"range": away - 1})
    assert (beyond.legal, beyond.destroys, beyond.damage) == (False, False, 5)
    tiles = "1 tile" if away == 2 else f"{away - 1} tiles"
    assert against(beyond) == [(forbids("SOD-5.10", place), f"A reaches {tiles}, the obstacle is {away} away")]


@pytest.mark.clause("SOD-5.10", applies=True)
@pytest.mark.parametrize(
    ("place", "drawing", "walls"),
    [
        ("D1", "A . # #", ""),
        ("D1", "A . E #", ""),
        ("C1", "A . #", "B1/C1"),
        ("B1", "A #", "A1/B1"),
        ("B2", "A #\n# #", ""),
        ("C1/D1", "A # . .", "C1/D1"),
        ("C1/D1", "A . # #", "C1/D1 B1/C1"),
    ],
)
def test_sod_5_10_applies_to_sight_which_it_needs(place: str, drawing: str, walls: str) -> None:
    hidden = strike(place, drawing, borders={"obstructing": walls})
    assert (hidden.legal, against(hidden)) == (
        False,
        [(forbids("SOD-5.10", place), f"no line of sight from A to {place}")],
    )


@pytest.mark.clause("SOD-5.10", applies=True)
def test_sod_5_10_applies_to_sight_of_either_tile_of_a_border_within_range() -> None:
    # B2 hides C2 from A1; the line to D2 passes the corner between B1 and C2, which is open over C1.
    walled: dict[str, Any] = {"drawing": "A . . .\n. # . .", "borders": {"obstructing": "C2/D2"}}
    assert sight("A . . .\n. # T .") == "blocked"
    assert sight("A . . .\n. # . T") == "clear"
    assert strike("C2/D2", **walled, A={"range": 3}).legal
    assert against(strike("C2/D2", **walled, A={"range": 2})) == [
        (forbids("SOD-5.10", "C2/D2"), "no line of sight from A to C2/D2")
    ]
    both = strike("C2/D2", **walled, A={"range": 1})
    assert [why for _, why in against(both)] == ["A reaches 1 tile, the obstacle is 2 away"]


@pytest.mark.clause("SOD-5.10", applies=True)
def test_sod_5_10_applies_to_the_engaged_in_melee_only_if_so_ruled() -> None:
    drawing = "E A . #\n. # . ."
    for rulings in ({}, ALL_TARGETS):
        assert strike("B2", drawing, rulings=rulings).legal
    far = strike("D1", drawing)
    assert (far.legal, far.rulings) == (True, {"engaged": "enemies-only"})
    limited = strike("D1", drawing, rulings=ALL_TARGETS)
    assert (limited.legal, limited.rulings) == (False, ALL_TARGETS)
    assert against(limited) == [
        (forbids("SOD-5.10", "A1"), "E is adjacent to A, who can strike only what is beside it")
    ]


@pytest.mark.clause("SOD-5.10", applies=False)
def test_sod_5_10_a_border_of_ones_own_tile_needs_neither_range_nor_sight() -> None:
    closed: dict[str, Any] = {"drawing": "A #1\n# .", "A": {"range": 0}, "borders": {"obstructing": "A1/B1 A1/A2"}}
    assert strike("A1/B1", **closed).legal
    assert strike("A1/A2", **closed).legal


@pytest.mark.clause("SOD-5.10", applies=False)
def test_sod_5_10_the_target_itself_hides_nothing() -> None:
    assert strike("C1", "A . #i").legal
    assert strike("C1/D1", "A . . .", borders={"obstructing": "C1/D1", "impeding": "C1/D1"}).legal
    # Objects and characters on the tiles of a border do not hide it either.
    assert strike("C1/D1", "A . E .", borders={"obstructing": "C1/D1"}).legal


@pytest.mark.clause("SOD-5.10", applies=False)
def test_sod_5_10_not_to_the_engaged_whose_enemies_are_not_adjacent() -> None:
    for drawing in ("F A . #", "O A . #", "E1 A . #"):
        assert strike("D1", drawing, rulings=ALL_TARGETS).legal
    # Nor does an elevated obstacle have to be on the attacker's level.
    assert strike("B1", "A #1").legal
    assert strike("C1", "A1 . #").legal


@pytest.mark.parametrize("place", ["A1", "B1", "C1", "B1/C1"])
def test_where_nothing_obstructs_nothing_is_struck(place: str) -> None:
    scenario = board("A O i", O={"is": "obstructing"}, borders={"impeding": "B1/C1"})
    for ask in (lambda: scenario.strike("A", place), lambda: scenario.with_struck(place, 3)):
        with pytest.raises(ScenarioError) as refused:
            ask()
        assert [(each.key, each.found, each.message) for each in refused.value.problems] == [
            ("at", place, f"there is no obstacle at {place}.")
        ]


def test_without_numbers_an_attack_on_terrain_is_judged_by_position() -> None:
    found = board("A #").strike("A", "B1")
    assert (found.legal, found.damage, found.destroys) == (True, None, False)


def test_attacks_on_terrain_name_the_rulings_that_decide_them() -> None:
    assert strike("B1", "A #").rulings == {}
    corner = strike("B2", "A E\nF #")
    assert (corner.legal, corner.rulings) == (False, {"corner-characters": "block-in-pairs"})
    assert strike("C3", "A . .\n. . .\n. . #", A={"range": 2}).rulings == {"diagonals": "one"}
    assert strike("C3", "A . .\n. . .\n. . #").rulings == {}


# --- SOD-7.3 -----------------------------------------------------------------------------------------------


def after(damage: int, place: str, drawing: str, *, earlier: int = 0, **more: Any) -> Any:
    """Return the board after damage to what obstructs somewhere."""
    return board(drawing, **more).with_struck(place, damage, earlier=earlier)


@pytest.mark.clause("SOD-7.3", applies=True)
@pytest.mark.parametrize("damage", [3, 4, 99])
@pytest.mark.parametrize("token", ["#", "X", "#i", "#X"])
def test_sod_7_3_applies_to_a_tile_which_becomes_difficult(damage: int, token: str) -> None:
    assert after(damage, "B1", f"A {token} .") == board("A d .")
    assert after(damage, "B1", f"A {token}1 .") == board("A d1 .")


@pytest.mark.clause("SOD-7.3", applies=True)
@pytest.mark.parametrize(
    ("before", "left"),
    [
        ("A .", "Ad d"),
        ("Ai w", "Ad d"),
        ("A1 i", "Ad1 d"),
        ("A #", "Ad #"),
        ("A #i", "Ad #i"),
        ("A X", "Ad X"),
        ("At i", "At d"),
        ("Atw ti1", "Atw ti1"),
    ],
)
def test_sod_7_3_applies_to_a_border_and_both_its_tiles(before: str, left: str) -> None:
    assert after(3, "A1/B1", before, borders={"obstructing": "A1/B1"}) == board(left)


@pytest.mark.clause("SOD-7.3", applies=True)
def test_sod_7_3_applies_to_a_border_piece_by_piece() -> None:
    wall = {"obstructing": "A1/B1 A2/B2"}
    found = after(3, "A1/B1", "A .\n. T", borders=wall)
    assert found == board("Ad d\n. T", borders={"obstructing": "A2/B2"})
    # What else is drawn on it stays.
    fenced = {"obstructing": "A1/B1", "obstructing-indoor": "A1/B1", "impeding": "A1/B1"}
    assert after(3, "A1/B1", "A .", borders=fenced) == board("Ad d")


@pytest.mark.clause("SOD-7.3", applies=True)
def test_sod_7_3_applies_to_adjacency_and_sight() -> None:
    walled = duel("A T", borders={"obstructing": "A1/B1"})
    standing: Any = walled.shot("A", "T")
    assert not standing.adjacent
    fallen: Any = walled.with_struck("A1/B1", 3).shot("A", "T")
    assert (fallen.adjacent, fallen.sight, fallen.legal) == (True, "clear", True)
    assert duel("A # T").with_struck("B1", 3).shot("A", "T").sight == "clear"


@pytest.mark.clause("SOD-7.3", applies=True)
def test_sod_7_3_applies_to_objects_and_characters_which_stay_on_the_rubble() -> None:
    assert after(3, "A1/B1", "A O", borders={"obstructing": "A1/B1"}) == board("Ad Od")


@pytest.mark.clause("SOD-7.3", applies=True)
def test_sod_7_3_applies_to_several_hits_as_ruled() -> None:
    scenario = board("A #")
    assert scenario.with_struck("B1", 1, earlier=2) == scenario
    added = scenario.with_rulings(CUMULATIVE)
    assert added.with_struck("B1", 1, earlier=2) == board("A d", rulings=CUMULATIVE)
    assert added.with_struck("B1", 1, earlier=1) == added
    weak = {"melee": {"accuracy": 0, "defense": 0, "damage": 1}, "ranged": FIGHTER["ranged"]}
    once = strike("B1", "A #", earlier=2, A=weak)
    assert (once.destroys, once.rulings) == (False, {"wall-damage": "one-hit"})
    twice = strike("B1", "A #", earlier=2, A=weak, rulings=CUMULATIVE)
    assert (twice.destroys, twice.rulings) == (True, CUMULATIVE)
    for earlier in (0, 1):
        assert strike("B1", "A #", earlier=earlier, A=weak).rulings == {}
    assert strike("B1", "A #", earlier=2).rulings == {}


@pytest.mark.clause("SOD-7.3", applies=False)
@pytest.mark.parametrize("damage", [0, 1, 2])
@pytest.mark.parametrize("rulings", [{}, CUMULATIVE])
def test_sod_7_3_less_than_3_damage_changes_nothing(damage: int, rulings: dict[str, str]) -> None:
    assert after(damage, "B1", "A #", rulings=rulings) == board("A #", rulings=rulings)
    walled: dict[str, Any] = {"borders": {"obstructing": "A1/B1"}, "rulings": rulings}
    assert after(damage, "A1/B1", "Ai .", **walled) == board("Ai .", **walled)


@pytest.mark.clause("SOD-7.3", applies=False)
def test_sod_7_3_what_cannot_be_attacked_is_not_destroyed() -> None:
    found = strike("C1", "A # #")
    assert (found.legal, found.damage, found.destroys) == (False, 5, False)
    assert strike("B1", "A # #").destroys
