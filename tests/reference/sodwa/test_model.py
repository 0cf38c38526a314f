"""The SODWA reference by itself: the examples of the rulebook, and boards small enough to be worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest
import yaml

from tests.reference.geometry import format_cell
from tests.reference.sodwa import boards as sodwa_boards
from tests.reference.sodwa.model import (
    BUILT_IN,
    COMPASS,
    SIGHT,
    Character,
    Numbers,
    Object,
    World,
    border_of,
    character,
    course,
    distance,
    findings,
    is_adjacent,
    is_aware,
    is_from_behind,
    odds,
    rulings_that_matter,
    see,
    shot,
    sight,
)

MELEE, RANGED = Numbers(accuracy=50, defense=90, damage=5), Numbers(accuracy=40, defense=100, damage=3)
NEVER, FENCED = {"corner-characters": "never"}, {"adjacent-fence": "impedes"}


def armed(at: str, **stated: Any) -> Character:
    return character(at, **{"melee": MELEE, "ranged": RANGED, **stated})


def world(
    drawing: str,
    borders: str = "",
    people: str = "",
    objects: dict[str, str] | None = None,
    rulings: dict[str, str] | None = None,
) -> World:
    """Return a board as drawn in scenarios, with `borders` such as `A1/B1 obstructing, ...`, people without sides.

    Objects are kinds by label.
    """
    letters = {letter: kind for kind, letter in sodwa_boards.LETTERS.items()}
    rows = [row.split() for row in drawing.strip().splitlines()]
    tokens = {format_cell((x, y)): token for y, row in enumerate(rows) for x, token in enumerate(row) if token != "_"}
    fences: dict[tuple[str, str], set[str]] = {}
    for each in borders.split(", ") if borders else []:
        border, kind = each.split()
        one, other = border.split("/")
        fences.setdefault(border_of(one, other), set()).add(kind)
    return World(
        columns=len(rows[0]),
        rows=len(rows),
        tiles={label: {letters[each] for each in token if each in letters} for label, token in tokens.items()},
        elevated={label for label, token in tokens.items() if token.endswith("1")},
        borders=fences,
        characters={label: armed(label) for label in people.split()},
        objects={f"on {label}": Object(at=label, kind=kind) for label, kind in (objects or {}).items()},
        rulings=rulings or {},
    )


def both_ways(board: World, one: str, other: str) -> str:
    return " ".join(SIGHT[sight(board, *ends)] for ends in ((one, other), (other, one)))


def stating(board: World, name: str, **stated: Any) -> World:
    changed: Character = {**board.characters[name], **stated}  # type: ignore[typeddict-item]
    return replace(board, characters=board.characters | {name: changed})


# --- lines -------------------------------------------------------------------------------------------------


def test_what_a_line_meets() -> None:
    assert course("A1", "C1") == (["B1"], [("A1", "B1"), ("B1", "C1")], [])
    assert course("A1", "B3") == (["A2", "B2"], [("A1", "A2"), ("A2", "B2"), ("B2", "B3")], [])
    straight = course("C3", "A1")
    assert (straight.between, straight.borders) == (["B2"], [])
    assert straight.corners == [("C3", "B2", ("C2", "B3")), ("B2", "A1", ("B1", "A2"))]
    # Three columns on one row down: through the corner in the middle, and nothing else.
    assert course("A1", "D2").corners == [("B1", "C2", ("C1", "B2"))]
    assert course("A1", "D2").borders == [("A1", "B1"), ("C2", "D2")]


def test_which_lines_meet_corners() -> None:
    for label in [format_cell((x, y)) for x in range(7) for y in range(7)]:
        if label != "D4":
            assert bool(course("D4", label).corners) == sodwa_boards.passes_corner("D4", label)


# --- the rulebook's board ----------------------------------------------------------------------------------

SIX = """
    .  .  .  .  .  .  .  .  .  .1 .1
    .1 .1 .1 .  .  i  .  i  .  .1 .1
    .1 .1 .1 .  .  i  .  .  .  .1 .1
    .1 .1 .1 .  .  .  .  .  .  .1 .1
"""
NAMES = {"Purple": "A3", "Green": "C3", "Red": "E3", "Yellow": "H3", "Orange": "H2", "Blue": "K3"}
WHO_SEES_WHOM = {
    "Purple": "- clear blocked blocked blocked blocked",
    "Green": "clear - clear clear impeded clear",
    "Red": "blocked clear - impeded impeded blocked",
    "Yellow": "blocked clear impeded - clear blocked",
    "Orange": "blocked clear impeded clear - blocked",
    "Blue": "blocked clear blocked blocked blocked -",
}


def test_elevated_sight() -> None:
    board = world(SIX, people=" ".join(NAMES.values()))
    for viewer, expected in WHO_SEES_WHOM.items():
        found = ["-" if at == NAMES[viewer] else SIGHT[sight(board, NAMES[viewer], at)] for at in NAMES.values()]
        assert " ".join(found) == expected, viewer


def test_a_wall_on_the_ground() -> None:
    """The wall stands between Red and the impeding tiles, on the border or as a tile."""
    walls = (
        world(SIX, "E3/F3 obstructing", people=" ".join(NAMES.values())),
        world(SIX.replace(".  .  i  .  .  .  .1", ".  #  i  .  .  .  .1"), people="A3 C3 D3 H3 H2 K3"),
    )
    for board, red in zip(walls, ("E3", "D3"), strict=True):
        assert both_ways(board, red, "H3") == both_ways(board, "C3", "H3") == "blocked blocked"
        assert both_ways(board, "K3", "C3") == "clear clear"


# --- tiles between -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("middle", "ground", "up", "mixed"),
    [
        (".", "clear", "clear", "clear"),
        ("i", "impeded", "clear", "clear"),
        ("d", "clear", "clear", "clear"),
        ("#", "blocked", "clear", "blocked"),
        ("i#", "blocked", "clear", "blocked"),
        ("t1", "blocked", "clear", "blocked"),
        ("i1", "blocked", "impeded", "blocked"),
        ("X1", "blocked", "blocked", "blocked"),
        ("_", "clear", "clear", "clear"),
    ],
)
def test_tiles_between(middle: str, ground: str, up: str, mixed: str) -> None:
    assert both_ways(world(f". {middle} ."), "A1", "C1") == f"{ground} {ground}"
    assert both_ways(world(f".1 {middle} .1"), "A1", "C1") == f"{up} {up}"
    assert both_ways(world(f".1 {middle} ."), "A1", "C1") == f"{mixed} {mixed}"


@pytest.mark.parametrize(
    ("on", "ground", "up", "mixed"),
    [
        ({"people": "B1"}, "blocked", "clear", "clear"),
        ({"objects": {"B1": "impeding"}}, "impeded", "clear", "clear"),
        ({"objects": {"B1": "obstructing"}}, "blocked", "clear", "clear"),
        ({"objects": {"B1": "liquid"}}, "clear", "clear", "clear"),
    ],
)
def test_what_is_on_tiles_between(on: dict[str, Any], ground: str, up: str, mixed: str) -> None:
    assert both_ways(world(". . .", **on), "A1", "C1") == f"{ground} {ground}"
    assert both_ways(world(".1 . .1", **on), "A1", "C1") == f"{up} {up}"
    assert both_ways(world(".1 . .", **on), "A1", "C1") == f"{mixed} {mixed}"
    assert both_ways(world(".1 .1 .1", **on), "A1", "C1") == f"{ground} {ground}"


# --- tiles of the ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ends", "there", "back"),
    [
        ("i . .", "clear", "impeded"),
        (". . i1", "impeded", "clear"),
        (".1 . i", "impeded", "clear"),
        (".1 . #", "blocked", "clear"),
        (". . #1", "blocked", "clear"),
    ],
)
def test_the_tile_of_the_target(ends: str, there: str, back: str) -> None:
    assert both_ways(world(ends), "A1", "C1") == f"{there} {back}"


def test_objects_at_the_target() -> None:
    assert both_ways(world(".1 . .", objects={"C1": "impeding"}), "A1", "C1") == "impeded clear"
    assert both_ways(world(".1 . .", objects={"C1": "obstructing"}), "A1", "C1") == "clear clear"
    assert both_ways(world(". . .1", objects={"C1": "obstructing"}), "A1", "C1") == "blocked clear"
    assert both_ways(world(".1 .1 .1", objects={"C1": "obstructing"}), "A1", "C1") == "blocked clear"


# --- borders -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["impeding", "obstructing"])
def test_borders(kind: str) -> None:
    worst = "impeded" if kind == "impeding" else "blocked"
    over = "clear" if kind == "impeding" else "blocked"
    assert both_ways(world(". . .", f"A1/B1 {kind}"), "A1", "C1") == f"{worst} {worst}"
    assert both_ways(world(".1 . . .1", f"B1/C1 {kind}"), "A1", "D1") == "clear clear"
    # At the elevated end it is as high as the tile.
    assert both_ways(world(".1 . . .1", f"A1/B1 {kind}"), "A1", "D1") == f"{worst} {worst}"
    assert both_ways(world(".1 . .", f"A1/B1 {kind}"), "A1", "C1") == f"{worst} {worst}"
    assert both_ways(world(".1 . .", f"B1/C1 {kind}"), "A1", "C1") == f"{over} {over}"


# --- corners -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("i", "#", "impeded"), ("#", "#", "blocked"), ("#", ".", "clear"), ("i", "i", "impeded"), ("_", "#", "clear")],
)
def test_corners(one: str, other: str, expected: str) -> None:
    """The line from A1 to D2 passes between C1 and B2."""
    assert both_ways(world(f". . {one} .\n. {other} . ."), "A1", "D2") == f"{expected} {expected}"


def test_walls_through_a_corner() -> None:
    drawing = ". . . .\n. . . ."
    assert both_ways(world(drawing, "B1/C1 obstructing, B2/C2 obstructing"), "A1", "D2") == "blocked blocked"
    assert both_ways(world(drawing, "B1/C1 obstructing, B1/B2 impeding"), "A1", "D2") == "impeded impeded"
    assert both_ways(world(drawing, "B1/C1 obstructing, C1/C2 obstructing"), "A1", "D2") == "clear clear"


def test_characters_at_corners() -> None:
    drawing = ". . . .\n. . . ."
    assert both_ways(world(drawing, people="C1"), "A1", "D2") == "clear clear"
    pair = world(drawing, people="C1 B2")
    assert both_ways(pair, "A1", "D2") == "blocked blocked"
    assert both_ways(replace(pair, rulings=NEVER), "A1", "D2") == "clear clear"
    walled = world(drawing, "B2/C2 obstructing", people="C1")
    assert both_ways(walled, "A1", "D2") == "blocked blocked"
    assert both_ways(replace(walled, rulings=NEVER), "A1", "D2") == "clear clear"


def test_elevated_side_tiles() -> None:
    assert both_ways(world(". . .1 .\n. . . ."), "A1", "D2") == "clear clear"
    assert both_ways(world(". . .1 .\n. i . ."), "A1", "D2") == "impeded impeded"
    assert both_ways(world(". . .1 .\n. i . .1"), "A1", "D2") == "clear clear"
    assert both_ways(world(". . .1 .\n. .1 . .1"), "A1", "D2") == "blocked blocked"
    assert both_ways(world(".1 . .1 .\n. i1 . .1"), "A1", "D2") == "clear clear"


# --- adjacency ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "borders", "expected"),
    [
        (". .", "", True),
        (". .", "A1/B1 obstructing", False),
        (". .", "A1/B1 impeding", True),
        (". .1", "", False),
        (". .1", "A1/B1 transition", True),
        (". .1", "A1/B1 transition, A1/B1 obstructing", False),
        ("t .1", "", True),
        (". t1", "", True),
        (". . .", "", False),
    ],
)
def test_adjacent_over_a_side(drawing: str, borders: str, expected: bool) -> None:
    board = world(drawing, borders)
    ends = "A1", "B1" if board.columns == 2 else "C1"
    assert is_adjacent(board, *ends) is is_adjacent(board, *reversed(ends)) is expected


@pytest.mark.parametrize(
    ("drawing", "borders", "people", "expected"),
    [
        (". .\n. .", "", "", True),
        (". #\n. .", "", "", True),
        (". #\n# .", "", "", False),
        ("t .\n. t1", "", "", False),
        (". .1\n.1 .", "", "", False),
        (".1 .\n. .1", "", "", True),
        (".1 .\n# .1", "", "", True),
        (".1 .\n. .1", "A1/B1 obstructing, A1/A2 obstructing", "", False),
        (". .\n. .", "", "A2 B1", False),
        (".1 .\n. .1", "", "A2 B1", True),
        (". .\n# .", "", "B1", False),
    ],
)
def test_adjacent_over_a_corner(drawing: str, borders: str, people: str, expected: bool) -> None:
    board = world(drawing, borders, people)
    assert is_adjacent(board, "A1", "B2") is is_adjacent(board, "B2", "A1") is expected


def test_nothing_impedes_adjacent_ones() -> None:
    assert both_ways(world("i i"), "A1", "B1") == "clear clear"
    assert both_ways(world("i i\ni i"), "A1", "B2") == "clear clear"
    assert both_ways(world("t1 i"), "A1", "B1") == "clear clear"
    assert both_ways(world(". .\n. ."), "A1", "B2") == "clear clear"
    assert both_ways(world("i .1"), "A1", "B1") == "clear impeded"  # not adjacent


def test_adjacent_fences() -> None:
    beside = world(". .", "A1/B1 impeding")
    assert both_ways(beside, "A1", "B1") == "clear clear"
    assert both_ways(replace(beside, rulings=FENCED), "A1", "B1") == "impeded impeded"
    corner = world(". i\n. .", "A1/A2 impeding", rulings=FENCED)
    assert both_ways(corner, "A1", "B2") == "clear clear"  # over B1, which impedes no neighbours
    closed = world(". #\n. .", "A1/A2 impeding")
    assert both_ways(closed, "A1", "B2") == "clear clear"
    assert both_ways(replace(closed, rulings=FENCED), "A1", "B2") == "impeded impeded"


def test_engagement() -> None:
    board = world(". . . .", people="A1 B1 D1")
    assert ("SOD-4.7", "forbids", None, None) in shot(board, "A1", "D1")["found"]
    assert shot(board, "D1", "B1")["legal"]
    assert not shot(board, "D1", "A1")["legal"]
    friends = stating(stating(board, "A1", side="red"), "B1", side="red")
    assert ("SOD-4.7", "forbids", None, None) not in shot(friends, "A1", "D1")["found"]
    assert shot(friends, "A1", "B1")["legal"] is False


def test_distances() -> None:
    board = world(".")
    assert distance(board, "A1", "D3") == 3
    assert distance(replace(board, rulings={"diagonals": "alternating"}), "A1", "D3") == 4
    assert distance(replace(board, rulings={"diagonals": "alternating"}), "A1", "B2") == 1


# --- attacks -----------------------------------------------------------------------------------------------


def parts(board: World, shooter: str, at: str) -> str:
    found = findings(board, board.characters[shooter], board.characters[at])
    return ", ".join(f"{clause} {value or effect}" for clause, effect, _, value in found)


def test_the_numbers_of_the_rulebook() -> None:
    answer = shot(world(". . .", people="A1 C1"), "A1", "C1")
    assert (answer["attack_value"], answer["defense_value"], answer["to_hit"]) == (40, 100, {"difficulty": 60})
    assert answer["odds"]["hit"] == "41/100"


def test_what_changes_the_numbers() -> None:
    board = stating(world(".1 . i", people="A1 C1"), "C1", evasion=25, moved=True, reduction={"physical": 9})
    assert parts(board, "A1", "C1") == (
        "SOD-5.2 40, SOD-5.5 10, SOD-5.2 100, SOD-5.6 25, SOD-5.4 20, SOD-3.3 10, SOD-5.7 3, SOD-5.7 -3"
    )
    assert shot(board, "A1", "C1")["ignored"] == 3
    assert parts(board, "C1", "A1") == "SOD-5.2 40, SOD-3.3 -10, SOD-5.5 -10, SOD-5.2 100, SOD-5.7 3"
    bio = stating(board, "A1", damage_kind="bio")
    assert (shot(bio, "A1", "C1")["damage"], shot(bio, "A1", "C1")["ignored"]) == (3, 0)
    unarmed = stating(board, "C1", melee=None, ranged=None)
    assert shot(unarmed, "A1", "C1")["legal"]
    assert shot(unarmed, "A1", "C1")["to_hit"] is shot(unarmed, "A1", "C1")["damage"] is None


def test_melee() -> None:
    board = stating(world(". .1", "A1/B1 transition", people="A1 B1"), "A1", range=0)
    answer = shot(board, "A1", "B1")
    assert (answer["kind"], answer["legal"], answer["to_hit"]) == ("melee", True, {"difficulty": 50})
    fenced = replace(board, borders={("A1", "B1"): {"transition", "impeding"}}, rulings=FENCED)
    assert shot(fenced, "A1", "B1")["to_hit"] == {"difficulty": 70}
    assert rulings_that_matter(fenced, "A1", "B1") == FENCED


def test_out_of_range() -> None:
    board = stating(world(". . .\n. . .\n. . .", people="A1 C3"), "A1", range=2)
    assert shot(board, "A1", "C3")["legal"]
    assert rulings_that_matter(board, "A1", "C3") == {"diagonals": "one"}
    assert not shot(replace(board, rulings={"diagonals": "alternating"}), "A1", "C3")["legal"]


@pytest.mark.parametrize(
    ("facing", "behind"),
    [
        ("N", "A5 B5 C5 D5 E5 B4 C4 D4"),
        ("E", "A1 A2 A3 A4 A5 B2 B3 B4"),
        ("NE", "A3 A4 A5 B3 B4 B5 C4 C5"),
        ("NW", "C4 C5 D3 D4 D5 E3 E4 E5"),
    ],
)
def test_behind(facing: str, behind: str) -> None:
    labels = [format_cell((x, y)) for y in range(5) for x in range(5) if (x, y) != (2, 2)]
    target = character("C3", facing=facing)
    assert {label for label in labels if is_from_behind(character(label), target)} == set(behind.split())
    assert not any(is_from_behind(character(label), character("C3")) for label in labels)


def test_awareness() -> None:
    """Sight back to the attacker decides, not the attacker's own."""
    board = replace(world("s . .", people="A1 C1"), tiles={"A1": {"smoke"}, "B1": set(), "C1": set()})
    board = replace(board, kinds={"smoke": {"sight": "obstructing"}})
    attacker, target = board.characters["A1"], board.characters["C1"]
    assert both_ways(board, "A1", "C1") == "clear blocked"
    assert not is_aware(board, attacker, target)
    assert is_aware(board, target, attacker)
    near = stating(board, "C1", at="B1")
    assert is_aware(near, near.characters["A1"], near.characters["C1"])
    assert not is_aware(near, near.characters["A1"], character("B1", facing="E"))


@pytest.mark.parametrize(
    ("difficulty", "plain", "doubles"),
    [(-5, "89/100", "1/10"), (1, "89/100", "1/10"), (2, "89/100", "1/10"), (12, "4/5", "9/100"), (60, "9/25", "1/20")],
)
def test_odds(difficulty: int, plain: str, doubles: str) -> None:
    assert odds(difficulty)["outcomes"] == {"plain": plain, "doubles": doubles}


def test_only_a_hundred() -> None:
    assert [odds(difficulty)["hit"] for difficulty in (99, 100, 101, 250)] == ["1/50", "1/100", "1/100", "1/100"]
    assert odds(101)["outcomes"] == {"plain": "0", "doubles": "1/100"}


# --- whole boards ------------------------------------------------------------------------------------------


def test_seen() -> None:
    """C1 stands in the way of D1 on the ground alone, C2 in that of D2."""
    board = world(". . . .\n.1 i # .", people="A1 C1 D1")
    assert see(board, "A1") == {"B1": "clear", "C1": "clear", "A2": "clear", "B2": "clear"}
    assert see(replace(board, elevated={"A1"}), "A1")["D1"] == "clear"


@pytest.mark.slow
def test_random_boards_hold_everything() -> None:
    boards = [sodwa_boards.random_world(Random(f"everything {seed}")) for seed in range(300)]
    people = list(chain.from_iterable(board.characters.values() for board in boards))
    words = {*BUILT_IN, *sodwa_boards.OWN}
    assert set(chain.from_iterable(chain.from_iterable(board.tiles.values()) for board in boards)) == words
    assert set(chain.from_iterable(chain.from_iterable(board.borders.values()) for board in boards)) == words
    assert {each["kind"] for board in boards for each in board.objects.values()} == words
    for name, choices in sodwa_boards.ALL_RULINGS.items():
        assert {board.rulings.get(name) for board in boards} == {None, *choices}
    assert {each["facing"] for each in people} == {None, *COMPASS}
    for key, value in character("").items():
        assert any(dict(each)[key] != value for each in people), key
    for kind in ("tiles", "borders"):
        assert max(len(each) for board in boards for each in getattr(board, kind).values()) > 2
    assert any(len(board.tiles) < board.columns * board.rows for board in boards)
    assert any(board.is_occupied(each["at"]) for board in boards for each in board.objects.values())


@pytest.mark.slow
def test_the_scenario_text_says_the_same() -> None:
    for seed in range(50):
        board = sodwa_boards.random_world(Random(f"text {seed}"))
        read = yaml.safe_load(sodwa_boards.to_yaml(board))
        letters = {letter: kind for kind, letter in sodwa_boards.LETTERS.items()} | read["map"].get("legend", {})
        tokens = {
            format_cell((x, y)): token
            for y, row in enumerate(read["map"]["cells"].splitlines())
            for x, token in enumerate(row.split())
            if token != "_"
        }
        assert board.tiles == {
            at: {letters[each] for each in token if each not in ".1"} for at, token in tokens.items()
        }
        assert board.elevated == {at for at, token in tokens.items() if token.endswith("1")}
        assert read["map"].get("kinds", {}) == board.kinds
        laid = {kind: {"/".join(at) for at, kinds in board.borders.items() if kind in kinds} for kind in BUILT_IN}
        assert {kind: set(read["map"]["borders"][kind]) for kind in BUILT_IN} == laid
        for name, stated in read["pieces"].items():
            if stated.get("kind") == "object":
                assert board.objects[name] == {"at": stated["at"], "kind": stated["is"]}
            else:
                assert character(**stated) == board.characters[name]
