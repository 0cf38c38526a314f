"""SOD-4.6 to 4.8: who is adjacent, who is engaged, and how far apart two are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import blocks, forbids, rows, why
from tests.rulebook.sodwa.boards import UNSEEN, board, costs, shot

NEVER = {"corner-characters": "never"}
ALTERNATING = {"diagonals": "alternating"}
ALL_TARGETS = {"engaged": "all-targets"}


def is_adjacent(drawing: str, **more: Any) -> bool:
    """Return whether A and T are adjacent, whichever of the two looks; what is melee is so between the adjacent."""
    scenario = board(drawing, **more)
    verdicts: list[Any] = [scenario.shot("A", "T"), scenario.shot("T", "A")]
    found = {verdict.adjacent for verdict in verdicts}
    assert {verdict.kind == "melee" for verdict in verdicts} == found
    [adjacent] = found
    return bool(adjacent)


# --- SOD-4.6 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-4.6", applies=True)
@pytest.mark.parametrize("drawing", ["A T", "A\nT", "A .\n. T", ". A\nT .", "A1 T1", "A1 .\n. T1", "Ai Td"])
def test_sod_4_6_applies_to_tiles_that_share_a_side_or_a_corner(drawing: str) -> None:
    assert is_adjacent(drawing)


@pytest.mark.clause("SOD-4.6", applies=True)
@pytest.mark.parametrize("kind", ["transition", "impeding", "difficult", "liquid"])
def test_sod_4_6_applies_across_borders_that_do_not_obstruct(kind: str) -> None:
    assert is_adjacent("A T", borders={kind: "A1/B1"})
    assert is_adjacent("A .\n. T", borders={kind: "A1/B1 A1/A2 B1/B2 A2/B2"})


@pytest.mark.clause("SOD-4.6", applies=True)
@pytest.mark.parametrize("drawing", ["A T1", "A1 T", "A\nT1"])
def test_sod_4_6_applies_across_levels_at_a_transition(drawing: str) -> None:
    border = "A1/A2" if "\n" in drawing else "A1/B1"
    assert is_adjacent(drawing, borders={"transition": border})
    # A transition tile makes all its sides to the other level transition borders; an object can be one.
    assert is_adjacent(drawing.replace("A", "At"))
    assert is_adjacent(drawing.replace("T", "Tt"))
    assert is_adjacent(drawing.replace("A", "AO"), O={"is": "transition"})
    assert not is_adjacent(drawing)


@pytest.mark.clause("SOD-4.6", applies=True)
@pytest.mark.parametrize("one", ["#", "i", "E", "O", ".1", "#1", "_"])
def test_sod_4_6_applies_round_a_corner_with_an_open_way(one: str) -> None:
    assert is_adjacent(f"A {one}\n. T")
    assert is_adjacent(f"A .\n{one} T")
    assert is_adjacent(f"A {one}\ni T")


@pytest.mark.clause("SOD-4.6", applies=False)
@pytest.mark.parametrize("kind", ["obstructing", "obstructing-indoor"])
def test_sod_4_6_not_across_an_obstructing_border(kind: str) -> None:
    verdict = shot("A T", borders={kind: "A1/B1"})
    assert (verdict.adjacent, verdict.kind) == (False, "ranged")
    assert rows(verdict) == [blocks("SOD-4.1", "A1/B1"), UNSEEN]
    assert not is_adjacent("A1 T1", borders={kind: "A1/B1"})
    assert not is_adjacent("A T1", borders={kind: "A1/B1", "transition": "A1/B1"})


@pytest.mark.clause("SOD-4.6", applies=False)
@pytest.mark.parametrize(
    ("closed", "walls", "opened", "fewer_walls"),
    [
        ("A #\n# T", "", "A .\n# T", ""),
        ("A #\n.1 T", "", "A .\n.1 T", ""),
        ("A #\n. T", "A1/A2", "A .\n. T", "A1/A2"),
        ("A .\n. T", "A1/B1 A2/B2", "A .\n. T", "A1/B1 B1/B2"),
        ("A .\n. T", "A1/A2 B1/B2", "A .\n. T", "A1/A2"),
        ("A .\n. T", "A1/A2 A1/B1", "A .\n. T", "A1/A2 A2/B2"),
        ("A1 .1\n.1 T1", "A1/B1 A2/B2", "A1 .1\n. T1", "A1/B1 B1/B2"),
    ],
)
def test_sod_4_6_not_round_a_corner_that_is_closed(closed: str, walls: str, opened: str, fewer_walls: str) -> None:
    assert not is_adjacent(closed, borders={"obstructing": walls})
    assert is_adjacent(opened, borders={"obstructing": fewer_walls})


@pytest.mark.clause("SOD-4.6", applies=False)
def test_sod_4_6_not_round_a_corner_that_characters_close_unless_never() -> None:
    for drawing in ("A E\nF T", "A E\n# T"):
        closed = shot(drawing)
        assert (closed.adjacent, closed.rulings["corner-characters"]) == (False, "block-in-pairs")
        opened = shot(drawing, rulings=NEVER)
        assert (opened.adjacent, opened.rulings["corner-characters"]) == (True, "never")
    assert is_adjacent("A E\n. T")
    assert not is_adjacent("A O\nE T", O={"is": "obstructing"})


@pytest.mark.clause("SOD-4.6", applies=True)
def test_sod_4_6_applies_to_the_elevated_who_see_over_a_closed_corner() -> None:
    # Between two elevated ends nothing on the ground counts (SOD-4.5), at the corner between them either.
    assert is_adjacent("A1 #\n# T1")
    assert is_adjacent("A1 E\nF T1")
    assert not is_adjacent("A1 #1\n#1 T1")


@pytest.mark.clause("SOD-4.6", applies=False)
@pytest.mark.parametrize("tokens", [("A", "T1"), ("A1", "T"), ("At", "T1"), ("A", "Tt1"), ("At1", "Tt")])
def test_sod_4_6_not_to_diagonal_neighbours_on_two_levels(tokens: tuple[str, str]) -> None:
    one, other = tokens
    everywhere = {"transition": "A1/B1 A1/A2 B1/B2 A2/B2"}
    assert not is_adjacent(f"{one} .\n. {other}", borders=everywhere)
    assert not is_adjacent(f"{one} t\nt1 {other}")


@pytest.mark.clause("SOD-4.6", applies=False)
def test_sod_4_6_not_to_tiles_farther_apart() -> None:
    assert not is_adjacent("A . T")
    assert not is_adjacent("A . .\n. . T")


# --- SOD-4.7 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-4.7", applies=True)
@pytest.mark.parametrize(
    ("drawing", "at"), [("E A . . T", "A1"), (". A . T\n. E . .", "B2"), ("A . . T\n. E . .", "B2")]
)
def test_sod_4_7_applies_to_who_is_adjacent_to_an_enemy(drawing: str, at: str) -> None:
    verdict = shot(drawing)
    assert (verdict.sight, verdict.legal, rows(verdict)) == ("clear", False, [forbids("SOD-4.7", at)])
    assert why(verdict) == ["E is adjacent to A, who can attack only adjacent enemies"]


@pytest.mark.clause("SOD-4.7", applies=True)
def test_sod_4_7_applies_once_with_all_who_are_adjacent() -> None:
    assert rows(shot("E . . .\nU A . T\nV . . .")) == [forbids("SOD-4.7", "A1", "A2", "A3")]


@pytest.mark.clause("SOD-4.7", applies=True)
def test_sod_4_7_applies_to_who_has_no_side() -> None:
    assert rows(shot("E A . T", E={"side": None})) == [forbids("SOD-4.7", "A1")]
    assert rows(shot("F A . T", F={"side": None})) == [forbids("SOD-4.7", "A1")]


@pytest.mark.clause("SOD-4.7", applies=True)
def test_sod_4_7_applies_across_levels_at_a_transition() -> None:
    assert rows(shot("E1 A . T", borders={"transition": "A1/B1"})) == [forbids("SOD-4.7", "A1")]


@pytest.mark.clause("SOD-4.7", applies=True)
def test_sod_4_7_applies_to_friends_far_away_as_ruled() -> None:
    friend = forbids("SOD-5.11")
    for drawing, found in (("E A . G", [forbids("SOD-4.7", "A1"), friend]), ("E . A G", [friend])):
        scenario = board(drawing)
        usual = scenario.shot("A", "G")
        assert rows(usual) == [friend]
        limited = scenario.with_rulings(ALL_TARGETS).shot("A", "G")
        assert rows(limited) == found
        named = len(found) > 1
        assert (usual.rulings, limited.rulings) == (({"engaged": "enemies-only"}, ALL_TARGETS) if named else ({}, {}))


@pytest.mark.clause("SOD-4.7", applies=False)
def test_sod_4_7_others_can_still_target_it_from_afar() -> None:
    scenario = board("E A . T")
    assert rows(scenario.shot("T", "A")) == []
    assert scenario.shot("T", "A").legal


@pytest.mark.clause("SOD-4.7", applies=False)
def test_sod_4_7_not_to_targets_that_are_adjacent_too() -> None:
    assert (shot("E A T").legal, rows(shot("E A T"))) == (True, [])
    assert shot("E A .\n. . T").legal


@pytest.mark.clause("SOD-4.7", applies=False)
@pytest.mark.parametrize("drawing", ["F A . T", "O A . T", "E . A . T", "E1 A . T", "E . .\n.1 A1 T1", "# A . T"])
def test_sod_4_7_not_to_friends_objects_and_whoever_is_not_adjacent(drawing: str) -> None:
    for rulings in ({}, ALL_TARGETS):
        assert rows(shot(drawing, rulings=rulings), "SOD-4.7") == []


@pytest.mark.clause("SOD-4.7", applies=False)
def test_sod_4_7_not_behind_a_wall() -> None:
    assert rows(shot("E A . T", borders={"obstructing": "A1/B1"})) == []
    assert rows(shot("E # . .\n# A . T")) == []


# --- SOD-4.8 -----------------------------------------------------------------------------------------------

FAR = "A . . . . .\n. . . . . .\n. . . . . .\n. . . . . ."


@pytest.mark.clause("SOD-4.8", applies=True)
@pytest.mark.parametrize(
    ("at", "one", "alternating"),
    [("B1", 1, 1), ("B2", 1, 1), ("C2", 2, 2), ("C3", 2, 3), ("D3", 3, 4), ("D4", 3, 4), ("F4", 5, 6), ("F1", 5, 5)],
)
def test_sod_4_8_applies_to_distance_as_ruled(at: str, one: int, alternating: int) -> None:
    verdict, otherwise = shot(FAR, T={"at": at}), shot(FAR, T={"at": at}, rulings=ALTERNATING)
    assert (verdict.distance, otherwise.distance) == (one, alternating)
    matters = one != alternating
    assert verdict.rulings == ({"diagonals": "one"} if matters else {})
    assert otherwise.rulings == (ALTERNATING if matters else {})


@pytest.mark.clause("SOD-4.8", applies=True)
def test_sod_4_8_applies_to_range() -> None:
    corner = {"T": {"at": "D4"}, "A": {"range": 3}}
    assert shot(FAR, **corner).legal
    verdict = shot(FAR, **corner, rulings=ALTERNATING)
    assert (rows(verdict), why(verdict)) == ([UNSEEN], ["A reaches 3 tiles, the target is 4 away"])


@pytest.mark.clause("SOD-4.8", applies=True)
def test_sod_4_8_applies_to_the_steps_of_a_move() -> None:
    one, alternating = costs(FAR, A={"move": 5}), costs(FAR, A={"move": 5}, rulings=ALTERNATING)
    ways = {"B2": (1, 1), "C3": (2, 3), "D4": (3, 4), "C2": (2, 2), "D2": (3, 3), "E3": (4, 5), "F1": (5, 5)}
    assert {label: (one[label], alternating[label]) for label in ways} == ways
    assert "F4" not in alternating
    # Over open ground a way is as long as the distance.
    for rulings, found in (({}, one), (ALTERNATING, alternating)):
        scenario = board(FAR, T={"at": "B1"}, rulings=rulings)
        away = {label: scenario.with_piece("T", at=label).shot("A", "T").distance for label in found if found[label]}
        assert {"A1": 0, **away} == found


@pytest.mark.clause("SOD-4.8", applies=True)
def test_sod_4_8_applies_to_every_second_diagonal_of_a_path_wherever_it_is() -> None:
    # The only way is diagonal, straight, diagonal, straight.
    maze = "A _ _ _ _\n_ . . _ _\n_ _ _ . ."
    assert costs(maze, rulings=ALTERNATING) == {"A1": 0, "B2": 1, "C2": 2, "D3": 4, "E3": 5}
    assert costs(maze) == {"A1": 0, "B2": 1, "C2": 2, "D3": 3, "E3": 4}
    assert shot(maze, T={"at": "E3"}, rulings=ALTERNATING).distance == 5


@pytest.mark.clause("SOD-4.8", applies=False)
def test_sod_4_8_terrain_and_levels_change_no_distance_and_no_step() -> None:
    assert shot("A # T").distance == shot("A1 i T").distance == shot("A . T1").distance == 2
    assert costs("A i", A={"move": 1}) == costs("A .1", borders={"transition": "A1/B1"}) == {"A1": 0, "B1": 1}
    assert costs("A w .") == {"A1": 0, "B1": 1}


@pytest.mark.clause("SOD-4.8", applies=False)
def test_sod_4_8_one_diagonal_is_one_in_any_case() -> None:
    verdict = shot("A . . .\n. . . T", rulings=ALTERNATING)
    assert (verdict.distance, verdict.rulings) == (3, {})
    assert board("A . .\n. . .", A={"move": 2}).reach("A").rulings == {}
