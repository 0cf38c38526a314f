"""The Post Galactica reference by itself, on boards small enough to be worked out by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest
import yaml

from tests.reference import geometry
from tests.reference.boards import HEX_LAYOUTS
from tests.reference.post_galactica import boards as post_galactica_boards
from tests.reference.post_galactica.attack_model import odds, see, shot, threat
from tests.reference.post_galactica.model import (
    BUILT_IN,
    RULINGS,
    SHOOT_THROUGH,
    Piece,
    Weapon,
    World,
    engaged_by,
    piece,
)
from tests.reference.post_galactica.movement_model import Spot, reach

RIFLE = Weapon(name="rifle", range=9, attacks=1, melee_reach=None, damage=1)
BLADE = Weapon(name="blade", range="melee", attacks=1, melee_reach=None, damage=1)
PIKE = Weapon(name="pike", range="melee", attacks=1, melee_reach=3, damage=1)
DISENGAGE = ("PG-21.4",)


def world(at: str, to: str, terrain: str = "", *more: Piece, **rulings: str) -> World:
    """Seven by three pointy hexes with a red A and a blue T: A2 lies below A1 and B1. Terrain is `C2 blocking, ...`."""
    labels = [geometry.format_cell((x, y)) for y in range(3) for x in range(7)]
    laid = dict(each.split() for each in terrain.split(", ")) if terrain else {}
    ends = {"A": piece([at], side="red", weapons=[RIFLE, BLADE, PIKE]), "T": piece([to], side="blue")}
    return World(
        layout="pointy odd-r",
        columns=7,
        rows=3,
        cells={label: {laid[label]} if label in laid else set() for label in labels},
        pieces=ends | {f"P{number}": other for number, other in enumerate(more)},
        rulings={name.replace("_", "-"): choice for name, choice in rulings.items()},
    )


def stating(board: World, name: str, **stated: Any) -> World:
    changed: Any = board.pieces[name] | stated
    return replace(board, pieces={**board.pieces, name: changed})


def building(*at: str, **stated: Any) -> Piece:
    return piece(list(at), building=True, **stated)


def brief(board: World, weapon: str = "rifle") -> str:
    """Sight, cover, and the clauses with their effects, save for the numbers."""
    answer = shot(board, "A", "T", weapon)
    found = {f"{each['clause'][3:]} {each['effect']}" for each in answer["findings"] if each["on"] is None}
    return ", ".join([answer["sight"], answer["cover"], *sorted(found)])


# --- sight -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "expected"),
    [
        ("C2 blocking", "blocked, none, 20.1 forbids, 20.2 blocks"),
        ("C2 obscuring", "blocked, none, 20.1 forbids, 20.2 blocks"),
        ("C2 impassable", "clear, none"),
        ("A2 obscuring, G2 blocking", "clear, none"),  # their own hexes
        ("C1 blocking, C3 blocking", "clear, none"),
    ],
)
def test_terrain_on_the_line(terrain: str, expected: str) -> None:
    assert brief(world("A2", "G2", terrain)) == expected


def test_a_line_along_a_side() -> None:
    """The line from C1 to C3 runs between B2 and C2."""
    one, two = "B2 blocking", "B2 blocking, C2 obscuring"
    assert brief(world("C1", "C3", one)) == "clear, none"
    assert brief(world("C1", "C3", one, hexside="either")) == "blocked, none, 20.1 forbids, 20.2 blocks"
    assert brief(world("C1", "C3", two)) == "blocked, none, 20.1 forbids, 20.2 blocks"
    assert shot(world("C1", "C3", two), "A", "T")["findings"][1]["at"] == ["B2", "C2"]


def test_any_corner() -> None:
    ruled = {"hex_sight": "any-corner"}
    assert brief(world("A2", "G2", "C2 blocking", **ruled)) == "clear, none"
    wall = "C1 blocking, C2 blocking, C3 blocking"
    assert brief(world("A2", "G2", wall, **ruled)) == "blocked, none, 20.1 forbids, 20.2 blocks"
    assert brief(world("C2", "D2", "C1 blocking, D1 blocking, D3 blocking, C3 blocking", **ruled)).startswith("clear")


def test_units_on_the_line() -> None:
    large = piece(["C2"], side="red", tags=["Large"])
    assert brief(world("A2", "G2", "", large)) == "blocked, none, 20.1 forbids, 20.2 blocks"
    assert brief(world("A2", "G2", "", large, units_block="none")) == "clear, none"
    assert brief(world("A2", "G2", "", {**large, "tags": []})) == "clear, none"
    assert brief(stating(stating(world("A2", "G2"), "A", tags=["Large"]), "T", tags=["Large"])) == "clear, none"


# --- cover -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "terrain", "cover"),
    [
        ("A2", "G2 heavy-cover", "heavy"),
        ("A2", "F2 light-cover", "light"),
        ("A2", "E2 light-cover", "none"),  # too far off
        ("A2", "G1 heavy-cover", "none"),  # not crossed
        ("F2", "F2 light-cover", "none"),  # the attacker's
        ("A2", "F2 light-cover, G2 heavy-cover", "heavy"),
        ("A2", "G2 obscuring, F2 light-cover", "light"),
    ],
)
def test_cover_of_terrain(at: str, terrain: str, cover: str) -> None:
    board = stating(world(at, "G2", terrain), "A", allows=["PG-21.3"])
    assert shot(board, "A", "T")["cover"] == cover


def test_cover_of_buildings() -> None:
    hut, ruled = building("C2"), {"hex_sight": "any-corner"}
    assert brief(world("A2", "G2", "", hut, **ruled)) == "clear, light"
    assert brief(world("A2", "G2", "", {**hut, "cover": "heavy"}, **ruled)) == "clear, heavy"
    assert brief(world("A2", "G2", "", {**hut, "cover": "none"}, **ruled)) == "clear, none"
    assert brief(world("A2", "G2", "F2 heavy-cover", hut, **ruled)) == "clear, heavy, 20.4 notes"


def test_cover_in_melee() -> None:
    assert shot(world("F2", "G2", "G2 heavy-cover"), "A", "T", "blade")["cover"] == "none"
    assert shot(world("F2", "G2", "G2 heavy-cover", cover_in_melee="counts"), "A", "T", "blade")["cover"] == "heavy"


# --- buildings ---------------------------------------------------------------------------------------------


def test_buildings_forbid() -> None:
    hut = building("C2")
    assert brief(world("A2", "G2", "", hut)) == "blocked, none, 20.1 forbids, 20.2 blocks, 20.5 forbids"
    assert brief(world("A2", "D2", "", hut), "pike") == "blocked, none, 20.5 forbids"
    assert brief(world("A2", "D2", "C2 blocking"), "pike") == "blocked, none, 21.5 notes"
    lifted = stating(world("A2", "G2", "", hut), "A", allows=["PG-20.5"])
    assert brief(lifted) == "clear, light, 20.5 permits"
    lifted = stating(world("A2", "G2", "D2 blocking", hut), "A", allows=["PG-20.5"])
    assert brief(lifted) == "blocked, none, 20.1 forbids, 20.2 blocks"


def test_buildings_with_others_in_between() -> None:
    """B2 and C2 beside a side that the line runs along; two buildings that take turns along a line."""
    board = world("C1", "C3", "C2 blocking", building("B2"))
    assert brief(board) == "blocked, none, 20.1 forbids, 20.2 blocks"
    assert brief(stating(board, "A", allows=["PG-20.5"])) == "clear, light, 20.5 permits"
    turns = world("A2", "F2", "", building("B2", "D2"), building("C2"))
    assert [each["at"] for each in shot(turns, "A", "T")["findings"] if each["clause"] == "PG-20.5"] == [
        ["B2", "C2", "D2"]
    ]


def test_shooting_through_buildings() -> None:
    fort = building("B2", side="red", tags=["firing ports"])
    assert brief(world("A2", "G2", "", fort)) == "clear, none, 20.3 permits"
    assert brief(world("A2", "D2", "", fort), "pike") == "blocked, none, 20.5 forbids"
    walled = "blocked, none, 20.1 forbids, 20.2 blocks, 20.5 forbids"
    assert brief(world("A2", "G2", "", {**fort, "at": ["C2"]})) == walled
    assert brief(world("A2", "G2", "", {**fort, "side": "blue"})) == walled
    assert brief(world("A2", "G2", "", {**fort, "tags": []})) == walled
    assert brief(world("A2", "G2", "", fort, building("D2"))) == walled
    assert brief(world("A2", "G2", "D2 blocking", fort)) == walled
    assert brief(stating(world("A2", "G2", "", fort), "A", allows=["PG-20.5"])) == "clear, light, 20.5 permits"


# --- who may attack ----------------------------------------------------------------------------------------


def test_reasons_against_a_shot() -> None:
    board = stating(world("A2", "G2"), "A", ranged_skill=0, side="blue", disengaged=True, targets={"rifle": "P0"})
    board = stating(stating(board, "T", protected="truce"), "A", weapons=[{**RIFLE, "range": 5}])
    found = Counter(each["clause"] for each in shot(board, "A", "T")["findings"])
    assert found == {"PG-20.1": 4, "PG-20.7": 1, "PG-21.4": 1}


def test_stealth() -> None:
    far, near = (stating(world(at, "G2"), "T", tags=["Stealth"]) for at in ("B2", "C2"))
    assert brief(far) == "clear, none, 20.6 forbids"
    assert shot(near, "A", "T")["to_hit"] == {"hit_check": 8, "wound_threshold": 4}
    assert shot(stating(far, "A", tags=["Stealth Detection"]), "A", "T")["to_hit"]["hit_check"] == 8
    assert shot(stating(far, "A", allows=["PG-20.6"]), "A", "T")["to_hit"]["hit_check"] == 8


def test_engagement() -> None:
    hut = building("F1", side="blue")
    board = world("F2", "G2", "", hut)
    assert brief(board) == "clear, none, 21.3 forbids"
    assert brief(stating(board, "A", allows=["PG-21.3"])) == "clear, none, 21.3 permits"
    assert brief(board, "blade") == brief(board, "pike") == "clear, none, 21.2 notes"
    assert brief(stating(board, "A", disengaged=True), "blade") == "clear, none, 21.4 forbids"
    assert brief(world("E2", "G2"), "blade") == "clear, none, 21.5 forbids"
    assert engaged_by(board, "A") == ["T"]
    assert engaged_by(board, "P0") == []
    ruled = replace(board, rulings={"buildings-engage": "yes"})
    assert (engaged_by(ruled, "A"), engaged_by(ruled, "P0")) == (["T", "P0"], ["A"])


# --- dice --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hit_check", "chance"), [(0, "35/36"), (2, "35/36"), (7, "7/12"), (12, "1/36"), (13, "0")])
def test_hit_checks(hit_check: int, chance: str) -> None:
    assert odds(hit_check, 4, RIFLE, 1)["hit"] == chance


def test_outcomes() -> None:
    two = Weapon(name="twin", range=9, attacks=2, melee_reach=None, damage=3)
    assert odds(7, 7, two, 9)["outcomes"] == {"0": "9025/20736", "3": "4655/10368", "6": "2401/20736"}
    assert odds(7, 13, two, 9)["outcomes"] == {"0": "1"}


# --- whole boards ------------------------------------------------------------------------------------------


def test_seen_and_threatened() -> None:
    """Lines from A2 to D2 and to all of E, F and G cross C2."""
    board = world("A2", "C2", "C2 blocking")
    unseen = board.cells.keys() - see(board, "A").keys() - {"A2"}
    assert unseen == {"D2"} | {f"{column}{row}" for column in "EFG" for row in (1, 2, 3)}
    danger = threat(stating(board, "A", weapons=[]), "blue")
    assert danger.keys() == see(board, "A").keys() - {"A1", "B1", "B2", "A3", "B3"}  # engaged beside A
    assert {each["best"] for each in danger.values()} == {"7/12"}


def test_moves() -> None:
    """B2 holds a friend, D2 an enemy; C1 is difficult, C3 impassable."""
    board = world("A2", "D2", "C1 difficult, C3 impassable, B3 blocking", piece(["B2"], side="red"))
    assert reach(stating(board, "A", movement=2), "A") == {
        "A2": Spot(0, True, False, ()),
        "A1": Spot(1, True, False, ()),
        "B1": Spot(1, True, False, ()),
        "B2": Spot(1, False, False, ("PG-4.3",)),
        "A3": Spot(1, True, False, ()),
        "B3": Spot(1, True, False, ()),
        "C2": Spot(2, True, True, ("PG-14.1",)),
    }
    assert reach(stating(board, "A", movement=3), "A")["C1"] == Spot(3, True, False, ())


def test_disengaging() -> None:
    board = stating(world("C2", "D2"), "A", movement=3)
    found = reach(board, "A")
    assert found["C2"] == Spot(0, True, False, ())
    assert found["D1"] == found["D3"] == Spot(1, False, False, DISENGAGE)
    assert found["B2"] == Spot(1, True, False, ())
    assert found["E1"] == Spot(2, False, False, DISENGAGE)
    assert "F2" not in found


# --- random boards -----------------------------------------------------------------------------------------


def test_random_boards_hold_everything() -> None:
    boards = [post_galactica_boards.random_world(Random(f"everything {seed}")) for seed in range(200)]
    pieces = list(chain.from_iterable(board.pieces.values() for board in boards))
    drawn = set(chain.from_iterable(chain.from_iterable(board.cells.values()) for board in boards))
    assert drawn == (BUILT_IN | post_galactica_boards.OWN).keys() - {"clear"}
    assert {board.layout for board in boards} == set(HEX_LAYOUTS)
    for name, choices in RULINGS.items():
        assert {board.ruling(name) for board in boards} == set(choices)
    assert {len(each["at"]) for each in pieces if each["building"]} == {1, 2, 3, 4}
    assert SHOOT_THROUGH | {"Large", "Stealth", "Stealth Detection"} == set(chain(*(each["tags"] for each in pieces)))
    for key, value in piece([]).items():
        assert any(dict(each)[key] != value for each in pieces), key


def test_the_scenario_text_says_the_same() -> None:
    for seed in range(10):
        board = post_galactica_boards.random_world(Random(f"text {seed}"))
        read = yaml.safe_load(post_galactica_boards.to_yaml(board))
        letters = {letter: kind for kind, letter in post_galactica_boards.LETTERS.items()}
        letters |= read["map"].get("legend", {})
        assert board.cells == {
            geometry.format_cell((x, y)): {letters[letter] for letter in token if letter not in ".-0123456789"}
            for y, row in enumerate(read["map"]["cells"].splitlines())
            for x, token in enumerate(row.split())
            if token != "_"
        }
        assert read["map"].get("kinds", {}) == board.kinds
        for name, stated in read["pieces"].items():
            at = stated.pop("at")
            again = piece(at if isinstance(at, list) else [at], **stated)
            again["weapons"] = [{"melee_reach": None, **weapon} for weapon in again["weapons"]]
            assert again == board.pieces[name]
