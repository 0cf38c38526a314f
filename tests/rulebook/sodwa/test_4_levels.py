"""SOD-4.5: two levels, and the published board of six characters."""

from __future__ import annotations

import csv
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import sightline
from tests.rulebook.findings import blocks, impedes, notes, rows, why
from tests.rulebook.sodwa.boards import UNSEEN, board, shot, sight

SHEET = Path(__file__).parents[3] / "scenarios" / "sodwa" / "elevated-sight.yaml"
PUBLISHED = {
    (row["from"], name): sight
    for row in csv.DictReader(SHEET.with_suffix(".csv").read_text(encoding="utf-8").splitlines())
    for name, sight in row.items()
    if name != "from" and sight
}
WALLED = SHEET.read_text(encoding="utf-8").replace(
    "pieces:", "  borders: {obstructing: [E1/F1, E2/F2, E3/F3, E4/F4]}\npieces:"
)
"""The board with a wall on the ground between Red and the impeding tiles."""

BOTH_UP, ONE_UP, NONE_UP = ("1", "1"), ("1", ""), ("", "")
THINGS: dict[str, tuple[dict[str, Any], str]] = {
    "E": ({}, "blocked"),
    "O": ({}, "impeded"),
    "P": ({"is": "obstructing"}, "blocked"),
    "i": ({}, "impeded"),
}
"""What may be in the way, what it states, and what it does between ends on its level; obstructing terrain apart."""


def between(what: str, levels: tuple[str, str], **more: Any) -> Any:
    """Judge the shot over something two tiles away, from one level to another."""
    stated = {name: THINGS[name][0] for name in what if name in "EOP"}
    return shot(f"A{levels[0]} . {what} . T{levels[1]}", **{**stated, **more})


# --- the published board -----------------------------------------------------------------------------------


def test_the_sheet_has_every_pair() -> None:
    names = ("Purple", "Green", "Red", "Yellow", "Orange", "Blue")
    assert set(PUBLISHED) == set(permutations(names, 2))


@pytest.mark.clause("SOD-4.5", applies=True)
def test_sod_4_5_applies_to_the_published_board() -> None:
    verdicts = sightline.load(SHEET).chart()
    assert {(verdict.from_, verdict.to): str(verdict.sight) for verdict in verdicts} == PUBLISHED


@pytest.mark.clause("SOD-4.5", applies=True)
def test_sod_4_5_applies_to_a_wall_on_the_ground_of_the_published_board() -> None:
    scenario = sightline.parse(WALLED)
    changed = {
        pair: str(scenario.shot(*pair).sight) for pair, seen in PUBLISHED.items() if scenario.shot(*pair).sight != seen
    }
    east = ("Yellow", "Orange")
    assert changed == dict.fromkeys(
        [pair for pair in PUBLISHED if {*pair} & {"Red", "Green"} and {*pair} & {*east}], "blocked"
    )
    for pair in (("Blue", "Green"), ("Green", "Blue")):
        assert (scenario.shot(*pair).sight, rows(scenario.shot(*pair), "SOD-4.1")) == ("clear", [])


@pytest.mark.clause("SOD-4.3", applies=True)
@pytest.mark.parametrize("seen_by", ["Green", "Red"])
def test_sod_4_3_applies_by_direction_on_the_published_board(seen_by: str) -> None:
    # They are impeded by the tile that Orange is on, which is Orange's own when it looks at them.
    scenario = sightline.load(SHEET)
    assert why(scenario.shot(seen_by, "Orange"), "SOD-4.3") == [
        "Orange is on H2 (impeding), which impedes the line: the target's own tile counts, the shooter's not"
    ]
    assert why(scenario.shot("Orange", seen_by), "SOD-4.3") == []


# --- tiles between -----------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-4.5", applies=True)
@pytest.mark.parametrize("levels", [NONE_UP, ONE_UP, ("", "1")])
@pytest.mark.parametrize("at", ["B1", "C1", "D1"])
def test_sod_4_5_applies_to_elevated_tiles_between_unless_both_ends_are_elevated(
    levels: tuple[str, str], at: str
) -> None:
    tokens = [".1" if f"{letter}1" == at else "." for letter in "BCD"]
    verdict = shot(f"A{levels[0]} {' '.join(tokens)} T{levels[1]}")
    assert (verdict.sight, rows(verdict, "SOD-4.5", "SOD-5.1")) == ("blocked", [UNSEEN, blocks("SOD-4.5", at)][::-1])
    assert why(verdict, "SOD-4.5") == [f"elevated ground at {at} blocks the line, as not both ends are elevated"]


@pytest.mark.clause("SOD-4.5", applies=True)
@pytest.mark.parametrize("what", THINGS)
@pytest.mark.parametrize("levels", [BOTH_UP, ONE_UP, ("", "1")])
def test_sod_4_5_applies_to_what_is_on_the_ground_where_an_end_is_elevated(what: str, levels: tuple[str, str]) -> None:
    verdict = between(what, levels)
    assert (verdict.sight, rows(verdict)) == ("clear", [notes("SOD-4.5", "C1")])
    name = "impeding" if what == "i" else what
    assert why(verdict) == [f"C1 ({name}) is on the ground and can be seen over"]


@pytest.mark.clause("SOD-4.5", applies=True)
@pytest.mark.parametrize("letter", ["#", "X"])
def test_sod_4_5_applies_to_obstructing_ground_between_two_elevated_ends(letter: str) -> None:
    assert (between(letter, BOTH_UP).sight, rows(between(letter, BOTH_UP))) == ("clear", [notes("SOD-4.5", "C1")])
    for levels in (ONE_UP, ("", "1"), NONE_UP):
        assert rows(between(letter, levels)) == [blocks("SOD-4.1", "C1"), UNSEEN]


@pytest.mark.clause("SOD-4.5", applies=True)
def test_sod_4_5_applies_to_each_thing_by_its_own_level() -> None:
    verdict = shot("A1 i . i1 T1")
    assert rows(verdict) == [impedes("SOD-4.2", "D1"), notes("SOD-4.5", "B1")]


# --- the target's tile -------------------------------------------------------------------------------------


@pytest.mark.clause("SOD-4.5", applies=True)
def test_sod_4_5_applies_to_an_object_that_obstructs_on_the_tile_looked_at() -> None:
    # Nobody can be on it; an elevated character sees the tile all the same.
    crate = {"is": "obstructing"}
    assert board("A1 . O", O=crate).see("A").cells == {"B1": "clear", "C1": "clear"}
    assert board("A . O", O=crate).see("A").cells == {"B1": "clear"}
    assert board("A1 . O1", O=crate).see("A").cells == {"B1": "clear"}
    assert board("A1 . #").see("A").cells == {"B1": "clear"}


# --- borders -----------------------------------------------------------------------------------------------

SEEN_OVER = {
    "impeding": [
        *[("A1 . . T", "B1/C1"), ("A . . T1", "B1/C1"), ("A1 . . T1", "B1/C1")],
        # At an end, between two tiles on the ground.
        *[("A . . T1", "A1/B1"), ("A1 . . T", "C1/D1")],
    ],
    "obstructing": [("A1 . . T1", "B1/C1")],
}
IN_THE_WAY = {
    "impeding": [
        ("A . . T", "B1/C1"),
        # The border of an elevated tile is elevated, at an end too.
        *[("A1 .1 .1 T1", "B1/C1"), ("A1 . .1 T1", "B1/C1"), ("A1 .1 . T1", "B1/C1")],
        *[("A1 . . T", "A1/B1"), ("A . . T1", "C1/D1"), ("A1 . . T1", "A1/B1"), ("A1 . . T1", "C1/D1")],
    ],
    "obstructing": [
        *[("A . . T", "B1/C1"), ("A1 . . T", "B1/C1"), ("A . . T1", "B1/C1"), ("A1 . .1 T1", "B1/C1")],
        *[("A1 . . T1", "A1/B1"), ("A1 . . T1", "C1/D1"), ("A1 . . T", "A1/B1"), ("A1 . . T", "C1/D1")],
    ],
}


@pytest.mark.clause("SOD-4.5", applies=True)
@pytest.mark.parametrize(
    ("kind", "drawing", "border"), [(kind, *case) for kind, cases in SEEN_OVER.items() for case in cases]
)
def test_sod_4_5_applies_to_borders_between_tiles_on_the_ground(kind: str, drawing: str, border: str) -> None:
    verdict = shot(drawing, borders={kind: border})
    assert (verdict.sight, rows(verdict)) == ("clear", [notes("SOD-4.5", border)])
    assert why(verdict) == [f"{border} ({kind}) is on the ground and can be seen over"]


@pytest.mark.clause("SOD-4.5", applies=False)
@pytest.mark.parametrize(
    ("kind", "drawing", "border"), [(kind, *case) for kind, cases in IN_THE_WAY.items() for case in cases]
)
def test_sod_4_5_borders_of_elevated_tiles_and_walls_count(kind: str, drawing: str, border: str) -> None:
    verdict = shot(drawing, borders={kind: border})
    impeded = ("impeded", [impedes("SOD-4.2", border)])
    blocked = ("blocked", [blocks("SOD-4.1", border), UNSEEN])
    assert (verdict.sight, rows(verdict)) == (impeded if kind == "impeding" else blocked)


# --- corners -----------------------------------------------------------------------------------------------


def corner(one: str, other: str, levels: tuple[str, str], **more: Any) -> str:
    """Return the sight from A1 to D2, past the corner between C1 and B2."""
    return sight(f"A{levels[0]} . {one} .\n. {other} . T{levels[1]}", **more)


@pytest.mark.clause("SOD-4.5", applies=True)
@pytest.mark.parametrize("levels", [NONE_UP, ONE_UP, ("", "1")])
def test_sod_4_5_applies_to_an_elevated_side_tile_for_its_own_way_only(levels: tuple[str, str]) -> None:
    assert corner(".1", ".", levels) == "clear"
    assert corner(".1", ".1", levels) == "blocked"
    assert corner(".1", "#", levels) == "blocked"
    assert corner(".1", "i", levels) == ("impeded" if levels == NONE_UP else "clear")


@pytest.mark.clause("SOD-4.5", applies=True)
def test_sod_4_5_applies_to_side_tiles_between_elevated_ends() -> None:
    assert corner(".1", ".1", BOTH_UP) == "clear"
    assert corner("#", "#", BOTH_UP) == corner("E", "F", BOTH_UP) == corner("i", "i", BOTH_UP) == "clear"
    assert corner("#1", "#1", BOTH_UP) == corner("E1", "F1", BOTH_UP) == "blocked"
    assert corner("#1", "#", BOTH_UP) == "clear"
    assert corner("i1", "#1", BOTH_UP) == corner("i1", "i1", BOTH_UP) == "impeded"


@pytest.mark.clause("SOD-4.5", applies=True)
@pytest.mark.parametrize("levels", [ONE_UP, ("", "1")])
def test_sod_4_5_applies_to_side_tiles_on_the_ground_where_one_end_is_elevated(levels: tuple[str, str]) -> None:
    assert corner("#", "#", levels) == "blocked"
    assert corner("#", ".1", levels) == "blocked"
    assert corner("i", "#", levels) == corner("E", "#", levels) == corner("E", "F", levels) == "clear"
    assert corner("O", "#", levels, O={"is": "obstructing"}) == "clear"


@pytest.mark.clause("SOD-4.5", applies=True)
def test_sod_4_5_applies_to_borders_of_a_corner() -> None:
    wall = {"obstructing": "B1/C1 B2/C2"}
    assert corner(".", ".", BOTH_UP, borders=wall) == "clear"
    assert corner(".", ".", ONE_UP, borders=wall) == "blocked"
    # C1 is elevated, and so is its border; the way over B2 is over the ground.
    assert corner(".1", ".", BOTH_UP, borders=wall) == "clear"
    assert corner(".1", ".1", BOTH_UP, borders=wall) == "blocked"
    fence = {"impeding": "B1/C1 B2/C2"}
    assert corner(".", ".", ONE_UP, borders=fence) == "clear"
    assert corner(".1", ".1", BOTH_UP, borders=fence) == "impeded"


@pytest.mark.clause("SOD-4.5", applies=True)
def test_sod_4_5_applies_to_a_corner_and_says_what_is_elevated() -> None:
    verdict = shot("A . .1 .\n. # . T")
    assert rows(verdict) == [blocks("SOD-4.4", "B2", "C1"), UNSEEN]
    assert why(verdict, "SOD-4.4") == [
        "both ways round the corner are closed: B2 (obstructing) and C1 (elevated ground)"
    ]


# --- where levels make no difference -----------------------------------------------------------------------


@pytest.mark.clause("SOD-4.5", applies=False)
@pytest.mark.parametrize("drawing", ["A1 .1 .1 T1", "A1 . .1 T1", "A1 . . T1", "A1 . . T", "A . . T1"])
def test_sod_4_5_nothing_blocks_where_both_are_elevated_or_only_the_ends(drawing: str) -> None:
    assert rows(shot(drawing)) == []


@pytest.mark.clause("SOD-4.5", applies=False)
@pytest.mark.parametrize("target", ["Ti", "TO", "Ti1", "TO1"])
@pytest.mark.parametrize("shooter", ["A", "A1"])
def test_sod_4_5_what_impedes_on_the_target_s_tile_counts_at_any_level(shooter: str, target: str) -> None:
    verdict = shot(f"{shooter} . {target}")
    assert (verdict.sight, rows(verdict)) == ("impeded", [impedes("SOD-4.3", "C1")])


@pytest.mark.clause("SOD-4.5", applies=False)
@pytest.mark.parametrize("what", THINGS)
def test_sod_4_5_what_is_on_elevated_tiles_counts_between_elevated_ends(what: str) -> None:
    # As it does on the ground between ends on the ground.
    high = between(f"{what}1", BOTH_UP)
    assert high.sight == between(what, NONE_UP).sight == THINGS[what][1]
    clause, find = ("SOD-4.2", impedes) if high.sight == "impeded" else ("SOD-4.1", blocks)
    assert rows(high) == [find(clause, "C1"), *([UNSEEN] if high.sight == "blocked" else [])]
    assert rows(between("#1", BOTH_UP)) == [blocks("SOD-4.1", "C1"), UNSEEN]


@pytest.mark.clause("SOD-4.5", applies=False)
def test_sod_4_5_not_to_elevated_tiles_beside_the_line() -> None:
    assert rows(shot("A . T\n.1 .1 .1")) == []
    assert rows(shot(".1 A . T .1")) == []


@pytest.mark.clause("SOD-4.5", applies=False)
@pytest.mark.parametrize("what", THINGS)
def test_sod_4_5_between_ends_on_the_ground_what_is_on_the_ground_counts(what: str) -> None:
    verdict = between(what, NONE_UP)
    assert (verdict.sight, rows(verdict, "SOD-4.5")) == (THINGS[what][1], [])


@pytest.mark.clause("SOD-4.5", applies=False)
def test_sod_4_5_not_to_the_shooter_s_tile() -> None:
    assert rows(shot("Ai1 . T")) == rows(shot("AO1 . T1")) == []
