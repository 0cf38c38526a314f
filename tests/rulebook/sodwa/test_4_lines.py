"""SOD-4.1 to 4.3: the line from centre to centre, what is on it, and the two tiles at its ends."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.board import format_cell
from tests.rulebook.findings import blocks, impedes, notes, rows, why
from tests.rulebook.sodwa.boards import UNSEEN, attack, board, shot, sight

KINDS: dict[str, dict[str, Any]] = {
    "glass": {"movement": "obstructing"},
    "mist": {"sight": "impeding"},
    "veil": {"sight": "obstructing"},
}
IMPEDES = {"adjacent-fence": "impedes"}


# --- SOD-4.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-4.1", applies=True)
@pytest.mark.parametrize(("letter", "terrain"), [("#", "obstructing"), ("X", "obstructing-indoor"), ("v", "veil")])
def test_sod_4_1_applies_to_obstructing_tiles(letter: str, terrain: str) -> None:
    verdict = shot(f"A {letter} T", kinds=KINDS)
    assert rows(verdict) == [blocks("SOD-4.1", "B1"), UNSEEN]
    assert (verdict.sight, verdict.legal) == ("blocked", False)
    assert why(verdict) == [f"the tile B1 ({terrain}) blocks the line", "no line of sight from A to T"]


@pytest.mark.clause("SOD-4.1", applies=True)
@pytest.mark.parametrize("kind", ["obstructing", "obstructing-indoor"])
@pytest.mark.parametrize("border", ["A1/B1", "B1/C1"])
def test_sod_4_1_applies_to_obstructing_borders(kind: str, border: str) -> None:
    verdict = shot("A . T", borders={kind: border})
    assert rows(verdict) == [blocks("SOD-4.1", border), UNSEEN]
    assert why(verdict, "SOD-4.1") == [f"the border {border} ({kind}) blocks the line"]


@pytest.mark.clause("SOD-4.1", applies=True)
@pytest.mark.parametrize("name", ["E", "F"])
def test_sod_4_1_applies_to_characters_friend_or_foe(name: str) -> None:
    # Far enough away not to be beside A.
    verdict = shot(f"A . {name} T")
    assert rows(verdict) == [blocks("SOD-4.1", "C1"), UNSEEN]
    assert why(verdict, "SOD-4.1") == [f"{name} at C1 is in the way"]


@pytest.mark.clause("SOD-4.1", applies=True)
@pytest.mark.parametrize("kind", ["obstructing", "obstructing-indoor"])
def test_sod_4_1_applies_to_objects_that_obstruct(kind: str) -> None:
    verdict = shot("A O T", O={"is": kind})
    assert rows(verdict) == [blocks("SOD-4.1", "B1"), UNSEEN]
    assert why(verdict, "SOD-4.1") == [f"O at B1 ({kind}) blocks the line"]


@pytest.mark.clause("SOD-4.1", applies=True)
@pytest.mark.parametrize(
    ("rows", "columns", "crossed"),
    [(1, 3, "B1"), (2, 3, "B1 B2"), (2, 4, "B1 C2"), (2, 5, "B1 C1 C2 D2"), (3, 3, "B2"), (3, 4, "B1 B2 C2 C3")],
)
def test_sod_4_1_applies_to_the_tiles_that_the_line_crosses(rows: int, columns: int, crossed: str) -> None:
    # From the top left tile to the bottom right one.
    drawn = [["."] * columns for _ in range(rows)]
    drawn[0][0], drawn[-1][-1] = "A", "T"
    scenario = board("\n".join(map(" ".join, drawn)), E={"at": "B1"})
    tiles = [format_cell(scenario.board, cell) for cell in scenario.board]
    free = [tile for tile in tiles if tile not in (tiles[0], tiles[-1])]
    blocked = [tile for tile in free if scenario.with_piece("E", at=tile).shot("A", "T").sight == "blocked"]
    assert sorted(blocked) == crossed.split()


@pytest.mark.clause("SOD-4.1", applies=True)
def test_sod_4_1_applies_to_everything_in_the_way_in_order() -> None:
    verdict = shot("A . E # . T", borders={"obstructing": "D1/E1"})
    found = [blocks("SOD-4.1", "C1"), blocks("SOD-4.1", "D1"), blocks("SOD-4.1", "D1/E1"), UNSEEN]
    assert rows(verdict) == found
    assert [(line.from_, line.to) for line in verdict.lines] == [("A1", "F1")]


@pytest.mark.clause("SOD-4.1", applies=False)
@pytest.mark.parametrize("drawing", ["A . T\n# # #", ". # .\nA . T\n. # .", "A . # .\n# . . T", "# A . T #"])
def test_sod_4_1_not_to_what_the_line_does_not_cross(drawing: str) -> None:
    assert (rows(shot(drawing)), sight(drawing)) == ([], "clear")
    with_others = drawing.replace("#", "E", 1)
    assert sight(with_others) == "clear"


@pytest.mark.clause("SOD-4.1", applies=False)
@pytest.mark.parametrize("border", ["A1/A2", "A2/B2", "B1/B2", "C1/C2", "B2/C2"])
def test_sod_4_1_not_to_borders_along_the_way(border: str) -> None:
    assert rows(shot("A . T\n. . .", borders={"obstructing": border})) == []


@pytest.mark.clause("SOD-4.1", applies=False)
def test_sod_4_1_not_to_what_stops_movement_alone() -> None:
    assert rows(shot("A g T", kinds=KINDS)) == []
    assert rows(shot("A O T", O={"is": "glass"}, kinds=KINDS)) == []


# --- SOD-4.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-4.2", applies=True)
@pytest.mark.parametrize(("letter", "terrain"), [("i", "impeding"), ("m", "mist")])
def test_sod_4_2_applies_to_impeding_tiles(letter: str, terrain: str) -> None:
    verdict = shot(f"A {letter} T", kinds=KINDS)
    assert rows(verdict) == [impedes("SOD-4.2", "B1")]
    assert (verdict.sight, verdict.legal) == ("impeded", True)
    assert why(verdict) == [f"the tile B1 ({terrain}) impedes the line"]


@pytest.mark.clause("SOD-4.2", applies=True)
@pytest.mark.parametrize("border", ["A1/B1", "B1/C1"])
def test_sod_4_2_applies_to_impeding_borders_at_the_ends_too(border: str) -> None:
    verdict = shot("A . T", borders={"impeding": border})
    assert (verdict.sight, rows(verdict)) == ("impeded", [impedes("SOD-4.2", border)])
    assert why(verdict) == [f"the border {border} (impeding) impedes the line"]


@pytest.mark.clause("SOD-4.2", applies=True)
def test_sod_4_2_applies_to_objects() -> None:
    verdict = shot("A O T")
    assert (verdict.sight, rows(verdict)) == ("impeded", [impedes("SOD-4.2", "B1")])
    assert why(verdict) == ["O at B1 (impeding) impedes the line"]


@pytest.mark.clause("SOD-4.2", applies=True)
@pytest.mark.parametrize(("drawing", "worst"), [("A i . T", "impeded"), ("A i # T", "blocked"), ("A # i T", "blocked")])
def test_sod_4_2_applies_as_the_worst_thing_has_it(drawing: str, worst: str) -> None:
    # What impedes is told of a blocked line too.
    verdict = shot(drawing)
    [impeding] = [f"{'ABCD'[at]}1" for at, token in enumerate(drawing.split()) if token == "i"]
    assert verdict.sight == worst
    assert rows(verdict, "SOD-4.2") == [impedes("SOD-4.2", impeding)]


@pytest.mark.clause("SOD-4.2", applies=True)
def test_sod_4_2_applies_to_each_kind_of_a_tile_and_to_the_object_on_it() -> None:
    assert rows(shot("A Oi T")) == [impedes("SOD-4.2", "B1"), impedes("SOD-4.2", "B1")]
    assert rows(shot("A Ei T"), "SOD-4.1", "SOD-4.2") == [blocks("SOD-4.1", "B1"), impedes("SOD-4.2", "B1")]
    assert rows(shot("A dw T")) == []
    assert rows(shot("A di T")) == [impedes("SOD-4.2", "B1")]


@pytest.mark.clause("SOD-4.2", applies=False)
@pytest.mark.parametrize("kind", ["difficult", "liquid", "transition"])
def test_sod_4_2_not_to_kinds_without_effect_on_sight(kind: str) -> None:
    letter = {"difficult": "d", "liquid": "w", "transition": "t"}[kind]
    assert rows(shot(f"A {letter} T")) == []
    assert rows(shot("A . T", borders={kind: "A1/B1 B1/C1"})) == []
    assert rows(shot("A O T", O={"is": kind})) == []


@pytest.mark.clause("SOD-4.2", applies=False)
@pytest.mark.parametrize("drawing", ["A . T\n. i .", "A . i .\ni . . T", ". A . T", "i A . T"])
def test_sod_4_2_not_to_what_the_line_does_not_cross(drawing: str) -> None:
    assert (sight(drawing), rows(shot(drawing))) == ("clear", [])


# --- SOD-4.3 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-4.3", applies=True)
@pytest.mark.parametrize("drawing", ["A . Ti", "A . TO"])
def test_sod_4_3_applies_to_the_target_s_tile(drawing: str) -> None:
    verdict = shot(drawing)
    assert (verdict.sight, rows(verdict)) == ("impeded", [impedes("SOD-4.3", "C1")])


@pytest.mark.clause("SOD-4.3", applies=True)
@pytest.mark.parametrize(
    ("drawing", "what", "does"),
    [("A . Ti", "impeding", "impedes"), ("A . TO", "O", "impedes"), ("A . Tv", "veil", "blocks")],
)
def test_sod_4_3_applies_in_one_direction_and_says_why(drawing: str, what: str, does: str) -> None:
    scenario = board(drawing, kinds=KINDS)
    there, back = scenario.shot("A", "T"), scenario.shot("T", "A")
    assert (there.sight, back.sight) == ("impeded" if does == "impedes" else "blocked", "clear")
    told = f"T is on C1 ({what}), which {does} the line: the target's own tile counts, the shooter's not"
    assert (why(there, "SOD-4.3"), why(back)) == ([told], [])


@pytest.mark.clause("SOD-4.3", applies=True)
def test_sod_4_3_applies_to_tiles_that_only_sight_cannot_cross() -> None:
    # A kind of one's own: one can stand in it, and look out, but nobody looks in.
    scenario = board("A . Tv", kinds=KINDS)
    assert rows(scenario.shot("A", "T")) == [blocks("SOD-4.3", "C1"), UNSEEN]
    assert (scenario.shot("T", "A").sight, rows(scenario.shot("T", "A"))) == ("clear", [])


@pytest.mark.clause("SOD-4.3", applies=True)
def test_sod_4_3_applies_to_tiles_where_nobody_can_be() -> None:
    crate = {"is": "obstructing"}
    assert board("A #").see("A").cells == board("A O", O=crate).see("A").cells == {}
    assert board("A . #").see("A").cells == board("A . O", O=crate).see("A").cells == {"B1": "clear"}


@pytest.mark.clause("SOD-4.3", applies=True)
@pytest.mark.parametrize("drawing", ["A Ti", "Ti A", "A .\n. Ti", "A i\ni Ti", "A TO", "A i\n. Ti"])
def test_sod_4_3_applies_between_the_adjacent_whom_no_tile_impedes(drawing: str) -> None:
    verdict = shot(drawing)
    label = "B2" if "\n" in drawing else "A1" if drawing[0] == "T" else "B1"
    assert (verdict.adjacent, verdict.sight, rows(verdict)) == (True, "clear", [notes("SOD-4.3", label)])
    what = "O" if "O" in drawing else "impeding"
    assert why(verdict) == [f"{label} ({what}) does not impede: the two are adjacent"]


@pytest.mark.clause("SOD-4.3", applies=True)
@pytest.mark.parametrize("drawing", ["A1 Ti", "A Ti1", "A1 TO"])
def test_sod_4_3_applies_between_the_adjacent_on_two_levels(drawing: str) -> None:
    verdict = shot(drawing, borders={"transition": "A1/B1"})
    assert (verdict.adjacent, verdict.sight, rows(verdict)) == (True, "clear", [notes("SOD-4.3", "B1")])


@pytest.mark.clause("SOD-4.3", applies=True)
def test_sod_4_3_applies_to_borders_between_the_adjacent_as_ruled() -> None:
    fence = {"impeding": "A1/B1"}
    # In any case it is not the tile that impedes.
    tile = notes("SOD-4.3", "B1")
    ignored = shot("A Ti", borders=fence)
    assert (ignored.sight, rows(ignored), ignored.rulings) == ("clear", [tile], {"adjacent-fence": "ignored"})
    impeded = shot("A Ti", borders=fence, rulings=IMPEDES)
    assert (impeded.sight, impeded.rulings) == ("impeded", IMPEDES)
    assert rows(impeded) == [impedes("SOD-4.3", "A1/B1"), tile]
    assert why(impeded)[0] == "the border A1/B1 (impeding) impedes the line"


FENCES = {
    "both ways in": "A1/B1 A1/A2",
    "both ways out": "B1/B2 A2/B2",
    "across the corner": "A1/B1 A2/B2",
    "along the corner": "A1/A2 B1/B2",
    "everywhere": "A1/B1 A1/A2 B1/B2 A2/B2",
}


@pytest.mark.clause("SOD-4.3", applies=True)
@pytest.mark.parametrize("fences", FENCES.values(), ids=FENCES.keys())
def test_sod_4_3_applies_at_a_corner_where_every_way_has_a_fence(fences: str) -> None:
    corner: dict[str, Any] = {"drawing": "A .\n. Ti", "borders": {"impeding": fences}}
    assert (shot(**corner).sight, shot(**corner).rulings) == ("clear", {"adjacent-fence": "ignored"})
    verdict = shot(**corner, rulings=IMPEDES)
    assert (verdict.sight, verdict.adjacent, verdict.rulings) == ("impeded", True, IMPEDES)
    assert rows(verdict, "SOD-4.3") == [notes("SOD-4.3", "B2")]


@pytest.mark.clause("SOD-4.3", applies=True)
@pytest.mark.parametrize("closed", ["A .\n# Ti", "A .\nE Ti"])
def test_sod_4_3_applies_at_a_corner_where_the_only_open_way_has_a_fence(closed: str) -> None:
    corner: dict[str, Any] = {"drawing": closed, "borders": {"impeding": "A1/B1"}}
    assert (shot(**corner).sight, shot(**corner).rulings) == ("clear", {"adjacent-fence": "ignored"})
    assert shot(**corner, rulings=IMPEDES).sight == "impeded"
    assert rows(shot(**corner), "SOD-4.3") == [notes("SOD-4.3", "B2")]
    assert shot(**corner, rulings={**IMPEDES, "corner-characters": "never"}).sight == (
        "impeded" if "#" in closed else "clear"
    )


@pytest.mark.clause("SOD-4.3", applies=False)
@pytest.mark.parametrize("fences", ["A1/B1", "A1/B1 B1/B2", "A1/A2 A2/B2", "B1/C1 B2/C2"])
def test_sod_4_3_no_fence_impedes_at_a_corner_with_a_clear_way(fences: str) -> None:
    for rulings in ({}, IMPEDES):
        verdict = shot("A . .\n. T .", borders={"impeding": fences}, rulings=rulings)
        assert (verdict.sight, rows(verdict), verdict.rulings) == ("clear", [], {})


@pytest.mark.clause("SOD-4.3", applies=False)
def test_sod_4_3_not_to_the_shooter_s_own_tile() -> None:
    assert rows(shot("Ai . T")) == rows(shot("AO . T")) == rows(shot("Av . T", kinds=KINDS)) == []


@pytest.mark.clause("SOD-4.3", applies=False)
def test_sod_4_3_the_two_characters_never_block() -> None:
    assert rows(shot("A . T")) == rows(shot("A T")) == rows(shot("A .\n. T")) == []


@pytest.mark.clause("SOD-4.3", applies=False)
def test_sod_4_3_neighbours_that_are_not_adjacent_are_impeded() -> None:
    # Without a transition two levels keep neighbours apart.
    verdict = shot("A Ti1")
    assert (verdict.adjacent, verdict.sight, rows(verdict)) == (False, "impeded", [impedes("SOD-4.3", "B1")])
    assert shot("A Ti1", borders={"transition": "A1/B1"}).sight == "clear"


def test_the_defense_of_an_impeded_target_is_raised_once_however_much_impedes() -> None:
    verdict = attack("A i i Ti")
    assert [row for row in rows(verdict) if row[0] == "SOD-5.4"] == [("SOD-5.4", "modifies", "defense_value", 20, [])]
