"""The HERO 5th reference by itself, on boards small enough to be worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest
import yaml

from tests.reference import geometry
from tests.reference.boards import HEX_LAYOUTS, labels_of
from tests.reference.hero5 import boards as hero5_worlds
from tests.reference.hero5 import model as hero5
from tests.reference.hero5.model import Piece, World, changed, piece
from tests.reference.hero5.movement_model import Spot, explain_path, reach

ROLL = {"roll": "acrobatics"}
CEILING, DENSE = {"solid": "ceiling"}, {"solid": "dense"}
WALKER, FLYER, GHOST = piece("A1"), piece("A1", flying=True), piece("A1", desolid=True)
ACROBAT = piece("A1", acrobatics=11)
EVERYTHING: dict[str, dict[str, Any]] = {
    "ramp": ROLL,
    "vault": CEILING,
    "lead": DENSE,
    "plinth": {"roll": "acrobatics", "hampers": True},
}


def world(
    columns: int,
    rows: int,
    pieces: dict[str, Piece] | None = None,
    terrain: dict[str, str] | None = None,
    borders: dict[tuple[str, str], str] | None = None,
    holes: str = "",
    rulings: dict[str, str] | None = None,
) -> World:
    """Return a board of pointy hexes: A2 lies below A1 and B1. Kinds of terrain are parted by spaces."""
    labels = labels_of(columns, rows)
    laid = terrain or {}
    return World(
        layout="pointy odd-r",
        columns=columns,
        rows=rows,
        cells={label: set(laid.get(label, "").split()) for label in labels if label not in holes.split()},
        borders={border: set(kinds.split()) for border, kinds in (borders or {}).items()},
        kinds=EVERYTHING,
        pieces=pieces or {},
        rulings=rulings or {},
    )


RED = piece("A1", side="red")


def costs(spots: dict[str, Spot]) -> dict[str, int]:
    return {place: spot.cost for place, spot in spots.items()}


# --- sizes, places, footprints -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("growth", "shrinking", "width", "natural"),
    [(0, 0, 1, 1), (1, 0, 2, 2), (4, 0, 5, 5), (2, 1, 2, 2), (0, 1, 1, 1), (0, 2, 1, 0), (1, 3, 1, 0), (1, 2, 1, 1)],
)
def test_sizes(growth: int, shrinking: int, width: int, natural: int) -> None:
    one = piece("A1", growth=growth, shrinking=shrinking)
    assert (hero5.width(one), hero5.reach_of(one)) == (width, natural)
    assert hero5.reach_of(changed(one, reach=3)) == 3


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_footprints(layout: str) -> None:
    board = replace(world(7, 7), layout=layout)
    corner = next(iter(geometry.shape_of(layout).corners))
    for growth, hexes in enumerate((1, 3, 7, 12, 19)):
        one = piece("", growth=growth)
        place = "D4" if growth % 2 == 0 else hero5.written(board, f"D4@{corner}")
        assert len(hero5.footprint(board, one, place)) == hexes
        assert hero5.standing(board, one, place) == (
            frozenset(map(geometry.format_cell, hero5.footprint(board, one, place))),
            "none",
        )
        assert len(hero5.next_places(board, one, place)) == (9 if growth % 2 else 6)


def test_a_corner_is_written_by_its_first_name_on_the_map() -> None:
    board = world(3, 11, holes="B3")
    assert hero5.written(board, "B1@NW") == "A1@NE"
    assert hero5.written(board, "B2@S") == "B2@S"  # also C3@NW, and B3@NE were there a B3
    assert hero5.written(board, "A9@S") == "A10@NW" == hero5.written(board, "A10@NW")


# --- terrain -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "walker", "acrobat", "flyer", "ghost"),
    [
        ("difficult", True, True, True, True),
        ("obstacle", True, True, True, True),
        ("blocking", False, False, True, True),
        ("ramp", False, True, True, True),
        ("vault", True, True, False, True),
        ("lead", True, True, True, False),
        ("fence", True, True, True, True),
        ("wall", False, False, True, True),
        ("door-frame", True, True, True, True),
    ],
)
def test_what_is_open_to_whom(kind: str, walker: bool, acrobat: bool, flyer: bool, ghost: bool) -> None:
    meant = [world(1, 1).meaning(kind)]
    open_to = [hero5.is_open_to(one, meant) for one in (WALKER, ACROBAT, FLYER, GHOST)]
    assert open_to == [walker, acrobat, flyer, ghost]


def test_ground_and_borders_cost() -> None:
    terrain = {"B1": "difficult", "A2": "obstacle", "B2": "difficult obstacle"}
    borders = {("B2", "C2"): "fence low-wall", ("B2", "B3"): "fence wall"}
    spots = reach(world(3, 3, {"A": piece("A1")}, terrain, borders), "A")
    # C2 by B1 and C1; A3 and B3 by A2.
    assert costs(spots) == {"A1": 0, "B1": 2, "A2": 2, "B2": 6, "C1": 3, "C2": 4, "A3": 3, "B3": 3, "C3": 4}
    direct = explain_path(world(3, 3, {"A": piece("A1", movement=9)}, terrain, borders), "A", ["A2", "B2", "C2"])
    assert direct["cost"] == 2 + 4 + (2 + 1)
    with pytest.raises(ValueError, match="no legal step leads from B2 to B3"):
        explain_path(world(3, 3, {"A": piece("A1", movement=9)}, terrain, borders), "A", ["A2", "B2", "B3"])
    for mover in (changed(FLYER, movement=2), changed(GHOST, movement=2)):
        near = {"A1": 0, "B1": 1, "A2": 1, "B2": 2, "C1": 2, "A3": 2, "B3": 2}
        assert costs(reach(world(3, 3, {"A": mover}, terrain, borders), "A")) == near


def test_a_fence_is_crossed_only_with_enough_for_the_hex_behind_it() -> None:
    borders = {("A1", "B1"): "fence"}
    assert costs(reach(world(3, 1, {"A": piece("A1", movement=3)}, {}, borders), "A")) == {"A1": 0, "B1": 3}
    # Save in a full round, one hex.
    spots = reach(world(3, 1, {"A": piece("A1", movement=2)}, {}, borders), "A")
    assert spots["B1"] == Spot(3, 0, True, ("HERO-4.2",), "none", (0, 3))


# --- squeezing ---------------------------------------------------------------------------------------------


def test_two_wide_through_a_lane() -> None:
    """Both ends of a border hold the same two hexes: stepping between them is free."""
    spots = reach(world(4, 1, {"A": piece("A1@NE", growth=1, movement=4)}), "A")
    assert costs(spots) == {"A1@NE": 0, "A1@SE": 0, "B1@NE": 2, "B1@SE": 2, "C1@NE": 4, "C1@SE": 4}
    assert {spot.squeezed for spot in spots.values()} == {"squeezed"}
    assert costs(reach(world(4, 1, {"A": piece("A1@NE", growth=1, movement=0)}), "A")) == {"A1@NE": 0, "A1@SE": 0}
    assert costs(reach(world(4, 1, {"A": piece("A1@NE", growth=1, helpless=True)}), "A")) == {"A1@NE": 0}
    # A full round: one hex after free steps, but none after it.
    spots = reach(world(4, 1, {"A": piece("A1@NE", growth=1, movement=1)}), "A")
    assert {place: spot.stops for place, spot in spots.items() if spot.stops} == {
        "B1@NE": ("HERO-4.2",),
        "B1@SE": ("HERO-4.2",),
    }


def test_doublings_multiply() -> None:
    """Difficult, an obstacle, squeezed, and a fence at twice its cost."""
    lane = {"C1": "difficult", "D1": "obstacle"}
    mover = {"A": piece("A1@NE", growth=1, movement=99)}
    spots = reach(world(5, 1, mover, lane, {("D1", "E1"): "fence"}), "A")
    assert costs(spots)["B1@NE"] == 4
    assert costs(spots)["C1@NE"] == 4 + 8
    assert costs(spots)["D1@NE"] == 4 + 8 + 4 + 4


def standing(growth: int, place: str, holes: str = "", contortionist: int | None = None, **more: Any) -> str | None:
    """Return how it stands on seven by seven, and on how many hexes."""
    found = hero5.standing(
        world(7, 7, holes=holes, **more), piece("", growth=growth, contortionist=contortionist), place
    )
    return found and f"{found[1]} {len(found[0])}"


def test_cores() -> None:
    """D3 has C2 D2 above, C3 E3 beside, C4 D4 below; round its southern corner are D3, C4 and D4."""
    assert standing(1, "C4@NE", "C4") == "squeezed 2"
    assert standing(1, "C4@NE", "C4 D4") is None
    assert standing(1, "C4@NE", "C4 D4", contortionist=9) is None
    assert standing(2, "D3", "C2") == "squeezed 6"
    assert standing(2, "D3", "C2 E3 C4") is None
    assert standing(2, "D3", "C2 E3 C4", contortionist=9) == "contorted 4"
    assert standing(2, "D3", "C2 C3 C4 E3") is None  # D2 and D4 do not touch
    assert standing(2, "D3", "C2 C3 E3 D3", contortionist=9) is None
    assert standing(3, "C4@NE", "D2") == "squeezed 11"
    assert standing(3, "C4@NE", "D4") is None
    assert standing(3, "C4@NE", "D4", contortionist=9) == "contorted 11"
    assert standing(3, "C4@NE", "D4 C4", contortionist=9) is None
    assert standing(4, "D3", "D1 F3") == "squeezed 17"
    assert standing(4, "D3", "D2") is None
    assert standing(4, "D3", "D2", contortionist=9) == "contorted 18"


def test_walls_squeeze_too() -> None:
    """A wall inside the footprint; a hex walled off all round is not stood on."""
    wall = {("D3", "E3"): "wall"}
    assert standing(2, "D3", borders=wall) == "squeezed 7"
    assert standing(1, "D3@NE", borders=wall) == "squeezed 3"
    off = {("D3", "E3"): "wall", ("D2", "E3"): "wall", ("D4", "E3"): "wall"}
    assert standing(2, "D3", borders=off) == "squeezed 6"
    assert standing(1, "D3@NE", borders=off) == "squeezed 2"
    assert standing(3, "D3@NE", borders=wall) is None
    assert standing(3, "D3@NE", borders=wall, contortionist=9) == "contorted 12"
    assert standing(4, "D3", borders=wall, contortionist=9) == "contorted 19"
    assert standing(2, "D3", borders={("D3", "E3"): "fence"}) == "none 7"
    assert standing(2, "D3", terrain={"E3": "ramp"}) == "squeezed 6"


# --- stopping ----------------------------------------------------------------------------------------------


def stops(mover: Piece, *there: Piece) -> list[str]:
    """Return what forbids to stop in B1 with these."""
    crowd = {f"O{number}": other for number, other in enumerate(there)}
    return hero5.stop_clauses(world(3, 1, {"A": mover, **crowd}), "A", "B1")


def test_who_may_stop_with_whom() -> None:
    foe, friend = piece("B1"), piece("B1", side="red")
    assert stops(RED) == []
    assert stops(RED, foe) == stops(RED, friend) == ["HERO-1.4"]
    assert stops(RED, changed(foe, helpless=True)) == []
    assert stops(RED, changed(friend, helpless=True)) == ["HERO-1.4"]
    assert stops(RED, changed(friend, shrinking=1)) == ["HERO-1.4"]
    assert stops(RED, changed(foe, shrinking=2), changed(friend, shrinking=2)) == []
    assert stops(RED, changed(foe, shrinking=2), foe) == ["HERO-1.4"]


def test_how_many_fit() -> None:
    foe, friend = piece("B1"), piece("B1", side="red")
    four, many, hundred = (changed(foe, shrinking=levels) for levels in (2, 3, 4))
    assert stops(RED, *[four] * 4) == []
    mover = changed(RED, shrinking=2)
    full = ["HERO-1.4", "HERO-5.1"]
    assert stops(mover, foe) == stops(mover, friend) == []
    assert stops(mover, four, four, changed(friend, shrinking=2)) == []
    assert stops(mover, four, four, four, foe) == []
    assert stops(mover, four, four, four, four) == full
    assert stops(mover, four, four, four, many) == full
    assert stops(mover, four, four, four, changed(four, helpless=True)) == []
    assert stops(mover, four, four, four, changed(friend, shrinking=2, helpless=True)) == full
    assert stops(changed(RED, shrinking=3), four, four, four, *[many] * 5) == []
    assert stops(changed(RED, shrinking=3), four, four, four, *[many] * 6) == full
    assert stops(changed(RED, shrinking=5), four, four, four, *[many] * 6) == []
    assert stops(changed(RED, shrinking=5), four, four, four, *[many] * 6, hundred) == full


# --- random boards -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_random_boards_hold_everything() -> None:
    boards = [hero5_worlds.random_world(Random(f"everything {seed}")) for seed in range(300)]
    pieces = [one for board in boards for one in board.pieces.values()]
    assert all(board.standings for board in boards)
    assert {hero5.width(one) for one in pieces} == {1, 2, 3, 4, 5}
    assert {hero5.net_shrinking(one) for one in pieces} == set(range(6))
    assert {how for board in boards for _, how in board.standings.values()} == {"none", "squeezed", "contorted"}
    drawn = {kind for board in boards for kind in chain(*board.cells.values(), *board.borders.values())}
    assert drawn == (hero5.BUILT_IN_CELLS | hero5.BUILT_IN_BORDERS | hero5_worlds.OWN).keys() - {"clear"}
    assert {board.layout for board in boards} == set(HEX_LAYOUTS)
    assert {one["movement"] for one in pieces} == set(range(6))
    for key, value in piece("").items():
        if key not in ("at", "movement"):
            assert any(dict(one)[key] != value for one in pieces), key


@pytest.mark.slow
def test_the_scenario_text_says_the_same() -> None:
    for seed in range(100):
        board = hero5_worlds.random_world(Random(f"text {seed}"))
        read = yaml.safe_load(hero5_worlds.to_yaml(board))
        letters = {letter: kind for kind, letter in hero5_worlds.LETTERS.items()} | read["map"].get("legend", {})
        drawn = [row.split() for row in read["map"]["cells"].splitlines()]
        assert board.cells == {
            geometry.format_cell((x, y)): {letters[letter] for letter in token if letter not in ".-0123456789"}
            for y, row in enumerate(drawn)
            for x, token in enumerate(row)
            if token != "_"
        }
        assert (board.columns, board.rows) == (len(drawn[0]), len(drawn))
        on_borders = {(border, kind) for kind, there in read["map"]["borders"].items() for border in there}
        assert on_borders == {("/".join(at), kind) for at, kinds in board.borders.items() for kind in kinds}
        assert read["map"].get("kinds", {}) == board.kinds
        assert (read["map"]["hexes"], read["rulings"]) == (board.layout, board.rulings)
        assert {name: changed(piece(""), **stated) for name, stated in read["pieces"].items()} == board.pieces
        assert list(read["pieces"]) == list(board.pieces)
