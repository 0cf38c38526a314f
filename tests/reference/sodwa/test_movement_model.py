"""The SODWA movement reference by itself, on boards small enough to be worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
import yaml

from tests.reference.geometry import format_cell
from tests.reference.sodwa.destruction_model import attack_kind, can_attack, is_destroyed, steps_apart, without_wall
from tests.reference.sodwa.movement_boards import LETTERS, Ground, Kind, Piece, border_of, random_ground, to_yaml
from tests.reference.sodwa.movement_model import Mover, Spot, group, knocked_back

KINDS = {letter: kind for kind, letter in LETTERS.items()}


def ground(drawing: str, *others: Piece, at: str = "A1", borders: str = "", **more: Any) -> Ground:
    """A in A1 with Move 3 unless stated, on a drawing (rows parted by commas); borders as `A1/B1 impeding, ...`."""
    rows = [row.split() for row in drawing.split(",")]
    tokens = {format_cell((x, y)): token for y, row in enumerate(rows) for x, token in enumerate(row) if token != "_"}
    drawn: dict[str, frozenset[str]] = {}
    for border, kind in (each.split() for each in borders.split(",") if each):
        drawn[border] = drawn.get(border, frozenset()) | {kind}
    about: dict[str, Any] = {key: more.pop(key) for key in ("side", "move", "flies", "attacked") if key in more}
    mover = Piece(at, **{"move": 3, **about})
    return Ground(
        columns=len(rows[0]),
        rows=len(rows),
        tiles={
            label: frozenset(KINDS[letter] for letter in token if letter in KINDS) for label, token in tokens.items()
        },
        elevated=frozenset(label for label, token in tokens.items() if token.endswith("1")),
        borders=drawn,
        pieces={"A": mover} | {f"O{number}": other for number, other in enumerate(others)},
        **more,
    )


def reach(board: Ground) -> dict[str, Spot]:
    return Mover(board, "A").reach()


def costs(board: Ground) -> dict[str, int]:
    return {tile: spot.cost for tile, spot in sorted(reach(board).items())}


def stops(board: Ground) -> dict[str, tuple[str, ...]]:
    """Return what ends every path of least cost, where something does."""
    told = {tile: min(spot.stops) for tile, spot in reach(board).items()}
    return {tile: ends for tile, ends in sorted(told.items()) if ends}


def step(board: Ground, *tiles: str) -> str | tuple[str, ...]:
    """Return what becomes of the last of these steps."""
    at = board.pieces["A"].at
    found = Mover(board, "A").step((at, *tiles[:-1]), tiles[-1])
    return found.forbidden or found.ends


# --- Move --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "halved", "quartered", "both"), [(0, 0, 0, 0), (1, 1, 1, 1), (5, 2, 1, 1), (9, 4, 2, 1), (16, 8, 4, 2)]
)
def test_halved_then_quartered(move: int, halved: int, quartered: int, both: int) -> None:
    def allowance(token: str, **more: Any) -> int:
        return Mover(ground(token, move=move, **more), "A").allowance

    assert allowance(".") == move
    assert [allowance(kind) for kind in ("i", "d", "w", "t", "idwt")] == [halved] * 5
    assert allowance(".", attacked=True) == quartered
    assert allowance("i", attacked=True) == both
    assert allowance("i", flies=True) == move
    assert allowance("i", flies=True, attacked=True) == quartered


def test_a_border_or_somebody_elses_ground_halves_nothing() -> None:
    assert Mover(ground(". i", borders="A1/B1 difficult"), "A").allowance == 3
    assert Mover(ground(". .", Piece("A1", kind="liquid")), "A").allowance == 1
    assert Mover(ground(". .", Piece("A1", kind="clear")), "A").allowance == 3


def test_diagonals() -> None:
    board = ground("_ . .,. . .,. . .,. . .", at="A4", move=2)
    assert costs(board) == {"A4": 0, "A3": 1, "B3": 1, "B4": 1, "A2": 2, "B2": 2, "C2": 2, "C3": 2, "C4": 2}
    alternating = replace(board, rulings={"diagonals": "alternating"})
    assert costs(alternating) == {"A4": 0, "A3": 1, "B3": 1, "B4": 1, "A2": 2, "B2": 2, "C3": 2, "C4": 2}
    far = replace(alternating, pieces={"A": Piece("A4", move=4)})
    assert costs(far) == {**costs(alternating), "C2": 3, "B1": 3, "C1": 4}


def test_it_walks_every_path() -> None:
    ways = [path for path, _ in Mover(ground(". . .,. . .,. . .", at="B2", move=2), "A").every_path()]
    assert len(ways) == len(set(ways)) == 1 + 8 + 4 * 3 + 4 * 5
    assert ("B2", "A1", "B2") in ways


# --- groups ------------------------------------------------------------------------------------------------


def test_groups_hang_together_by_sides_and_corners() -> None:
    board = ground("i . id,. i .,. . .,i d1 i1,i . .", Piece("B5", kind="impeding"))
    assert group(board, "A1", "impeding") == {"A1", "B2", "C1"}
    assert group(board, "C1", "difficult") == {"C1"}
    assert group(board, "A4", "impeding") == {"A4", "A5", "B5", "C4"}


@pytest.mark.parametrize(("kind", "clause"), [("i", "SOD-7.5"), ("d", "SOD-7.6"), ("w", "SOD-7.6"), ("t", "SOD-7.7")])
def test_entering_ends_and_moving_within_a_group_does_not(kind: str, clause: str) -> None:
    assert costs(ground(f". {kind} .")) == {"A1": 0, "B1": 1}
    assert stops(ground(f". {kind} .")) == {"B1": (clause,)}
    inside = ground(f"{kind} {kind} {kind} . {kind} {kind}", move=10)
    assert costs(inside) == {f"{column}1": cost for cost, column in enumerate("ABCDE")}
    assert stops(inside) == {"E1": (clause,)}


def test_the_same_group_again() -> None:
    board = ground("i i,. .", move=10)
    assert step(board, "B1") == step(board, "A2") == step(board, "B1", "B2") == ()
    assert step(board, "A2", "B1") == ("SOD-7.5",)
    assert step(board, "A2", "A1") == ("SOD-7.5",)
    assert stops(board) == {}


def test_another_group_and_another_kind() -> None:
    board = ground("i . i,d . id", move=10)
    assert stops(board) == {"A2": ("SOD-7.6",), "C1": ("SOD-7.5",), "C2": ("SOD-7.5", "SOD-7.6")}
    both = ground("id i d,. . .", move=10)
    assert step(both, "B1") == ()
    assert step(both, "B1", "C1") == ("SOD-7.6",)
    kept = ground("id id d", move=10)
    assert step(kept, "B1", "C1") == ()
    assert step(kept, "B1", "A1") == ()
    assert step(ground("id i id", move=10), "B1", "C1") == ("SOD-7.6",)


def test_difficult_and_liquid_are_two_kinds() -> None:
    assert step(ground("d w"), "B1") == step(ground("w d"), "B1") == ("SOD-7.6",)
    assert step(ground("dw d"), "B1") == ()


def test_objects_belong_to_groups() -> None:
    assert step(ground("i .", Piece("B1", kind="impeding")), "B1") == ()
    assert step(ground(". .", Piece("A1", kind="impeding"), Piece("B1", kind="impeding")), "B1") == ()
    assert step(ground(". .", Piece("B1", kind="impeding")), "B1") == ("SOD-7.5",)
    assert step(ground(". d", Piece("B1", kind="impeding")), "B1") == ("SOD-7.5", "SOD-7.6")
    assert step(ground(". .", Piece("B1", kind="clear")), "B1") == ()


def test_kinds_of_ones_own() -> None:
    own = {"brush": Kind("impeding", "difficult"), "glass": Kind("clear", "obstructing"), "rock": Kind("obstructing")}
    assert step(ground(". b", kinds=own), "B1") == ("SOD-7.5",)
    assert step(ground("b bi", kinds=own), "B1") == ("SOD-7.5",)
    assert step(ground("b b", kinds=own), "B1") == ()
    assert step(ground(". g", kinds=own), "B1") == "into a wall"
    assert step(ground(". r", kinds=own), "B1") == ()
    assert step(ground(". b", kinds={"brush": Kind("obstructing", "difficult")}), "B1") == ("SOD-7.6",)


# --- borders -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "clause"),
    [("impeding", "SOD-7.5"), ("difficult", "SOD-7.6"), ("liquid", "SOD-7.6"), ("transition", "SOD-7.7")],
)
def test_a_border_ends_the_move_inside_a_group_too(kind: str, clause: str) -> None:
    assert stops(ground(". . .", borders=f"A1/B1 {kind}")) == {"B1": (clause,)}
    letter = LETTERS[kind]
    assert step(ground(f"{letter} {letter}", borders=f"A1/B1 {kind}"), "B1") == (clause,)
    assert step(ground(f"{letter} .", borders=f"A1/B1 {kind}"), "B1") == (clause,)


def test_walls() -> None:
    for kind in ("obstructing", "obstructing-indoor"):
        assert step(ground(". .", borders=f"A1/B1 {kind}, A1/B1 impeding"), "B1") == "over a wall"
        assert step(ground(f". {LETTERS[kind]}i"), "B1") == "into a wall"
        assert step(ground(". .", Piece("B1", kind=kind)), "B1") == "into a wall"
        assert step(ground(f". .,. {LETTERS[kind]}"), "B2") == "into a wall"
    assert costs(ground(". _ .")) == {"A1": 0}


# --- levels ------------------------------------------------------------------------------------------------


def test_levels_need_a_transition() -> None:
    assert step(ground(". .1"), "B1") == step(ground(".1 ."), "B1") == "over a cliff"
    assert step(ground(".1 .1"), "B1") == ()
    for lane in (". .1", ".1 ."):
        assert step(ground(lane, borders="A1/B1 transition"), "B1") == ("SOD-7.7",)
        assert step(ground(lane, borders="A1/B1 impeding"), "B1") == "over a cliff"
        assert step(ground(lane, borders="A1/B1 transition, A1/B1 obstructing"), "B1") == "over a wall"
        assert step(ground(lane, borders="A1/B1 transition, A1/B1 impeding"), "B1") == ("SOD-7.5", "SOD-7.7")
        assert step(ground(lane, Piece("B1", kind="transition")), "B1") == ("SOD-7.7",)
        assert step(ground(lane, Piece("A1", kind="transition")), "B1") == ()


def test_transition_tiles() -> None:
    assert step(ground(". t1"), "B1") == step(ground(". t"), "B1") == ("SOD-7.7",)
    assert step(ground("t .1"), "B1") == step(ground("t t1"), "B1") == step(ground("t1 ."), "B1") == ()
    assert step(ground("t i1"), "B1") == ("SOD-7.5",)
    # What is drawn on a side of its counts, a transition border too unless levels differ.
    assert step(ground("t .1", borders="A1/B1 transition"), "B1") == ()
    assert step(ground("t .", borders="A1/B1 transition"), "B1") == ("SOD-7.7",)
    assert step(ground("t .1", borders="A1/B1 liquid"), "B1") == ("SOD-7.6",)
    assert step(ground("t .1", borders="A1/B1 obstructing"), "B1") == "over a wall"


def test_who_has_left_the_transition_tiles_stops_at_their_borders() -> None:
    board = ground("t . .1", move=10, borders="B1/C1 transition")
    assert step(board, "B1", "C1") == ("SOD-7.7",)
    board = ground("t t1 .1 t1", move=10)
    assert [step(board, *["B1", "C1", "D1"][:count]) for count in (1, 2, 3)] == [(), (), ("SOD-7.7",)]
    # Another kind of the first tile does not help.
    assert step(ground("i t1", move=10), "B1") == ("SOD-7.7",)


def test_levels_never_change_diagonally() -> None:
    assert step(ground("t t,t t1"), "B2") == "to another level diagonally"
    assert step(ground("t .1,.1 t"), "B2") == "round a closed corner"
    assert step(ground("t .1,. t"), "B2") == ()


# --- corners -----------------------------------------------------------------------------------------------


def test_a_corner_is_as_bad_as_its_better_way() -> None:
    assert step(ground(". #,# ."), "B2") == "round a closed corner"
    assert step(ground(". #,. ."), "B2") == step(ground(". i,. ."), "B2") == step(ground(". #,_ ."), "B2") == ()
    assert step(ground(". #,i ."), "B2") == step(ground(". d,t ."), "B2") == ("SOD-7.8",)
    assert step(ground(". #,i d"), "B2") == ("SOD-7.6", "SOD-7.8")
    assert step(ground(". .1,.1 ."), "B2") == "round a closed corner"
    assert step(ground(". .1,w ."), "B2") == ("SOD-7.8",)
    assert step(ground(". .,. .", Piece("B1", kind="obstructing"), Piece("A2")), "B2") == ()
    assert step(ground(". #,. .", Piece("A2", kind="liquid")), "B2") == ("SOD-7.8",)
    assert costs(ground(". #,# .")) == {"A1": 0}


def test_borders_at_a_corner() -> None:
    straight = ground(". .,. .", borders="A1/B1 obstructing, A2/B2 obstructing")
    assert step(straight, "B2") == "round a closed corner"
    assert step(ground(". .,. .", borders="A1/B1 obstructing"), "B2") == ()
    assert step(ground(". .,. .", borders="A1/B1 obstructing, A1/A2 impeding"), "B2") == ("SOD-7.8",)
    assert step(ground(". .,. .", borders="B1/B2 liquid, A1/A2 transition"), "B2") == ("SOD-7.8",)
    assert step(ground(". .,. .", borders="A1/B1 obstructing, B1/B2 obstructing"), "B2") == ()
    # A drawn transition border opens no side tile of the other level.
    high = ground(". .1,# .", borders="A1/B1 transition, B1/B2 transition")
    assert step(high, "B2") == "round a closed corner"


def test_side_tiles_of_ones_own_group() -> None:
    assert step(ground("i i,# ."), "B2") == step(ground("i i,i ."), "B2") == ()
    assert step(ground("i d,i ."), "B2") == ()
    assert step(ground("i id,d ."), "B2") == ("SOD-7.8",)
    assert step(ground("i i,# .", borders="A1/B1 impeding"), "B2") == ("SOD-7.8",)
    # Begun outside the group again.
    again = ground("i . .,# i i,. # .", move=10)
    assert step(again, "B1", "C2") == ("SOD-7.5",)
    assert step(ground("i . .,i i .,. # .", move=10), "B1", "A2") == ("SOD-7.5", "SOD-7.8")
    assert step(ground("_ . #,i i .", at="A2", move=10), "B1", "C2") == ("SOD-7.8",)
    assert step(ground("_ i #,i i .", at="A2", move=10), "B1", "C2") == ()


# --- others ------------------------------------------------------------------------------------------------


FRIENDS = {"pass-through": "friends"}


def test_occupied_tiles() -> None:
    for side, ruling in (("red", "none"), ("blue", "friends"), (None, "friends")):
        lane = ground(". . .", Piece("B1", side), side="red", rulings={"pass-through": ruling})
        assert costs(lane) == {"A1": 0}
    loners = ground(". . .", Piece("B1"), rulings=FRIENDS)
    assert costs(loners) == {"A1": 0}


def test_friends_are_passed() -> None:
    lane = ground(". . .", Piece("B1", "red"), side="red", rulings=FRIENDS)
    assert costs(lane) == {"A1": 0, "B1": 1, "C1": 2}
    assert {tile: spot.no_stop for tile, spot in reach(lane).items()} == {"A1": (), "B1": ("SOD-7.9",), "C1": ()}
    short = replace(lane, pieces={**lane.pieces, "A": Piece("A1", "red", move=1)})
    assert costs(short) == {"A1": 0, "B1": 1}
    ending = ground(". i .", Piece("B1", "red"), side="red", rulings=FRIENDS)
    assert step(ending, "B1") == "onto a friend, ended"
    within = ground("i i .", Piece("B1", "red"), side="red", move=6, rulings=FRIENDS)
    assert costs(within) == {"A1": 0, "B1": 1, "C1": 2}
    fence = ground(". . .", Piece("B1", "red"), side="red", borders="A1/B1 difficult", rulings=FRIENDS)
    assert costs(fence) == {"A1": 0}


# --- flight ------------------------------------------------------------------------------------------------


def test_flyers_are_stopped_by_nothing_but_indoor_walls() -> None:
    board = ground("i # i1 .", Piece("B1", kind="impeding"), Piece("D1"), flies=True, borders="A1/B1 obstructing")
    assert costs(board) == {"A1": 0, "B1": 1, "C1": 2, "D1": 3}
    assert stops(board) == {}
    assert {tile: spot.no_stop for tile, spot in reach(board).items() if spot.no_stop} == {
        "B1": ("SOD-7.4",),
        "D1": ("SOD-7.4",),
    }
    assert step(ground(". #,# .1", flies=True), "B2") == ()
    assert step(ground(". X", flies=True), "B1") == "flying into an indoor wall"
    assert step(ground(". .", Piece("B1", kind="obstructing-indoor"), flies=True), "B1") == "flying into an indoor wall"
    over = ground(". .", flies=True, borders="A1/B1 obstructing-indoor")
    assert step(over, "B1") == "flying over an indoor wall"
    own = {"glass": Kind("clear", "obstructing", indoor=True), "brush": Kind("obstructing", "clear", indoor=True)}
    assert step(ground(". g", flies=True, kinds=own), "B1") == "flying into an indoor wall"
    assert step(ground(". b", flies=True, kinds=own), "B1") == ()


def test_flying_round_corners() -> None:
    shut = "flying round an indoor corner"
    assert step(ground(". X,X .", flies=True), "B2") == shut
    assert step(ground(". X,# .", flies=True), "B2") == step(ground(". X,_ .", flies=True), "B2") == ()
    assert step(ground(". X,. .", flies=True, borders="A2/B2 obstructing-indoor"), "B2") == shut
    assert step(ground(". X,. .", Piece("A2", kind="obstructing-indoor"), flies=True), "B2") == shut
    assert step(ground(". X,. .", flies=True, borders="A2/B2 obstructing"), "B2") == ()


def test_objects_to_land_on() -> None:
    board = ground(". . .", Piece("B1", kind="obstructing"), Piece("C1", kind="impeding"), flies=True)
    assert {tile: spot.no_stop for tile, spot in reach(board).items()} == {"A1": (), "B1": ("SOD-7.4",), "C1": ()}


# --- paths -------------------------------------------------------------------------------------------------


def test_a_path_that_nothing_ends_is_reported() -> None:
    """To C1 in two steps: over the fence, or round it."""
    board = ground(". . .,. . .", borders="B1/C1 impeding")
    assert reach(board)["C1"].cost == 2
    assert reach(board)["C1"].stops == {()}
    walled = ground(". . .,. # .", borders="B1/C1 impeding")
    assert reach(walled)["C1"].stops == {("SOD-7.5",)}
    two_ways = ground(". d .,. # .,. i .", at="A2", borders="B1/C1 liquid, B3/C3 impeding")
    assert reach(two_ways)["B1"].stops == {("SOD-7.6",)}
    fences = ground(". .,. .,_ .", at="A1", borders="B2/B3 impeding, A2/B2 difficult, B1/B2 difficult")
    assert stops(fences) == {"B2": ("SOD-7.8",)}


def test_a_dearer_path_may_be_all_that_goes_on() -> None:
    """B1 is entered at 1 and ends the movement, by a detour at 3 it would not: only the cheaper is told."""
    board = ground("i i,. _", move=20, borders="A1/B1 impeding")
    assert stops(board) == {"B1": ("SOD-7.5",)}


# --- knockback ---------------------------------------------------------------------------------------------


def pushed(drawing: str, at: str, target: Piece, *others: Piece, **more: Any) -> str | None:
    return knocked_back(ground(drawing, target, *others, at=at, **more), "A", "O0")


def test_knockback_goes_the_nearest_of_eight_ways() -> None:
    field = ",".join([". . . . . . ."] * 7)
    ways = {"D7": "D3", "A4": "E4", "A7": "E3", "B7": "E3", "C7": "D3", "A6": "E3", "A5": "E4", "F2": "C5", "E1": "D5"}
    assert {at: pushed(field, at, Piece("D4")) for at in ways} == ways


def test_what_hinders_knockback() -> None:
    assert pushed(". . .", "A1", Piece("B1")) == "C1"
    assert pushed(". .", "A1", Piece("B1")) is pushed(". . _", "A1", Piece("B1")) is None
    assert pushed(". . i", "A1", Piece("B1", move=0)) == "C1"
    assert pushed(". . .", "A1", Piece("B1"), borders="B1/C1 difficult") == "C1"
    assert pushed(". . .", "A1", Piece("B1"), borders="B1/C1 obstructing") is None
    assert pushed(". . .", "A1", Piece("B1"), borders="B1/C1 obstructing", flies=True) is None
    assert pushed(". . .", "A1", Piece("B1", flies=True), borders="B1/C1 obstructing") == "C1"
    assert pushed(". . #", "A1", Piece("B1", flies=True)) is None
    assert pushed(". . .1", "A1", Piece("B1")) is None
    assert pushed(". . t1", "A1", Piece("B1")) == pushed(". . .1", "A1", Piece("B1", flies=True)) == "C1"
    assert pushed(". . .", "A1", Piece("B1", "red"), Piece("C1", "red"), rulings=FRIENDS) is None
    assert pushed(". . .", "A1", Piece("B1"), Piece("C1", kind="liquid")) == "C1"
    assert pushed(". . .,. . #,. # .", "A1", Piece("B2")) is None
    assert pushed(". . .,. . i,. # .", "A1", Piece("B2")) == "C3"


# --- terrain attacked and destroyed ------------------------------------------------------------------------


def attack(board: Ground, place: str, *seen: str, reach: int = 2, is_engaged: bool = False) -> str | None:
    """Return whether A attacks in melee or at range, None where it may not."""
    board = replace(board, pieces=board.pieces | {"A": replace(board.pieces["A"], range=reach)})
    can = can_attack(board, "A", place, seen.__contains__, is_engaged=is_engaged)
    return attack_kind("A1", place) if can else None


def test_which_terrain_is_attacked() -> None:
    board = ground(". # . #,X . . i", Piece("B2", kind="obstructing"), borders="A1/B1 obstructing, B2/C2 obstructing")
    assert attack(board, "A1/B1", reach=0) == "melee"
    assert attack(board, "B1", "B1", reach=0) == attack(board, "A2", "A2", reach=0) == "melee"
    assert attack(board, "B1") is attack(board, "B2", "B2") is attack(board, "D2", "D2", reach=9) is None
    assert attack(board, "B2/C2", "C2") == attack(board, "B2/C2", "B2", reach=1) == "ranged"
    assert attack(board, "B2/C2", "C2", reach=1) is attack(board, "B2/C2") is None
    assert attack(board, "D1", "D1", reach=3) == "ranged"
    assert attack(board, "D1", "D1") is None


def test_attacks_on_terrain_by_the_engaged() -> None:
    board = ground(". # #", borders="A1/B1 obstructing")
    held = replace(board, rulings={"engaged": "all-targets"})
    assert attack(board, "C1", "C1", is_engaged=True) == attack(held, "C1", "C1") == "ranged"
    assert attack(held, "C1", "C1", is_engaged=True) is None
    assert attack(held, "B1", "B1", is_engaged=True) == attack(held, "A1/B1", is_engaged=True) == "melee"


def test_distances() -> None:
    assert [steps_apart("B2", "E7", diagonals) for diagonals in ("one", "alternating")] == [5, 6]
    board = ground(". . .,. . .,. . #", rulings={"diagonals": "alternating"})
    assert attack(board, "C3", "C3") is None
    assert attack(board, "C3", "C3", reach=3) == "ranged"


@pytest.mark.parametrize(
    ("damages", "one_hit", "cumulative"),
    [([], False, False), ([2], False, False), ([3], True, True), ([1, 2], False, True), ([2, 4], True, True)],
)
def test_three_points_destroy(damages: list[int], one_hit: bool, cumulative: bool) -> None:
    board = ground(".")
    assert is_destroyed(board, damages) == one_hit
    assert is_destroyed(replace(board, rulings={"wall-damage": "cumulative"}), damages) == cumulative


def test_a_tile_destroyed_is_difficult() -> None:
    fallen = without_wall(ground(". #i1 X"), "B1")
    assert fallen.tiles["B1"] == {"difficult"}
    assert fallen.elevated == {"B1"}
    assert fallen.tiles["C1"] == {"obstructing-indoor"}


def test_a_border_destroyed_makes_both_its_tiles_difficult() -> None:
    walls = "A1/B1 obstructing, A1/B1 impeding, B1/C1 obstructing, C1/D1 obstructing"
    board = ground("iw . t #", borders=walls)
    fallen = without_wall(board, "A1/B1")
    assert fallen.borders.keys() == {"B1/C1", "C1/D1"}
    assert [fallen.tiles[tile] for tile in ("A1", "B1")] == [{"difficult"}] * 2
    assert step(fallen, "B1") == ()
    assert without_wall(board, "C1/D1").tiles == board.tiles
    assert without_wall(board, "B1/C1").tiles == board.tiles | {"B1": frozenset({"difficult"})}


# --- random boards -----------------------------------------------------------------------------------------


def test_random_boards_hold_everything() -> None:
    boards = [random_ground(Random(f"everything {seed}")) for seed in range(300)]
    pieces = [piece for board in boards for piece in board.pieces.values()]
    drawn = {kind for board in boards for kinds in board.tiles.values() for kind in kinds}
    fences = {kind for board in boards for kinds in board.borders.values() for kind in kinds}
    assert drawn == fences == LETTERS.keys()
    assert {piece.kind for piece in pieces} == {*LETTERS, None}
    characters = [piece for piece in pieces if piece.kind is None]
    assert {piece.move for piece in characters} >= set(range(12))
    assert {piece.side for piece in characters} == {"red", "blue", None}
    assert {(piece.flies, piece.attacked) for piece in characters} == {(f, a) for f in (0, 1) for a in (0, 1)}
    assert any(len(kinds) > 2 for board in boards for kinds in board.tiles.values())
    assert any(board.elevated for board in boards)


def test_the_scenario_text_says_the_same() -> None:
    for seed in range(20):
        board = random_ground(Random(f"text {seed}"))
        read = yaml.safe_load(to_yaml(board))
        rows = [row.split() for row in read["map"]["cells"].splitlines()]
        drawn = ground(",".join(" ".join(row) for row in rows))
        assert (drawn.tiles, drawn.elevated) == (board.tiles, board.elevated)
        assert (drawn.columns, drawn.rows) == (board.columns, board.rows)
        borders = read["map"].get("borders", {})
        assert {(border, kind) for kind, there in borders.items() for border in there} == {
            (border, kind) for border, kinds in board.borders.items() for kind in kinds
        }
        assert all(border == border_of(*border.split("/")) for border in board.borders)
        assert {name: Kind(**stated) for name, stated in read["map"].get("kinds", {}).items()} == board.kinds
        assert read["rulings"] == board.rulings
        assert {name: as_piece(stated) for name, stated in read["pieces"].items()} == board.pieces


def as_piece(stated: dict[str, Any]) -> Piece:
    if stated.pop("kind", None) == "object":
        return Piece(stated["at"], kind=stated.get("is", "impeding"))
    flies = stated.pop("abilities", []) == ["flight"]
    numbers = [stated.pop(attack) for attack in ("melee", "ranged") if attack in stated]
    damage = (numbers[0]["damage"], numbers[1]["damage"]) if numbers else None
    return Piece(**stated, flies=flies, damage=damage)
