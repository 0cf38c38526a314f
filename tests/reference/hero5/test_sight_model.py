"""The reference for concealment and shots in HERO 5th by itself: boards worked out by hand, and a few laws.

Where nothing else is said hexes are flat and odd-q. Then, with the width of a side as 1 and half the height of a hex
as 1, column C has its centres at x = 0 and B and D at -3/2 and 3/2; those of C1, C2, C3 are at y = 0, 2, 4 and those of
B1, B2, B3 at y = 1, 3, 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, permutations, product
from random import Random
from typing import Any

import pytest

from tests.reference import geometry
from tests.reference.boards import HEX_LAYOUTS
from tests.reference.hero5 import model as hero5
from tests.reference.hero5 import sight_model as hero5_sight
from tests.reference.hero5.model import Piece, World
from tests.reference.hero5.sight_boards import PLAIN, random_board, with_plain
from tests.reference.hero5.sight_model import Case, Line

KINDS: dict[str, dict[str, Any]] = {
    "thicket": {"covers": "half"},
    "slit": {"covers": "mostly"},
    "hedge": {"covers": "half", "height": "low"},
    "rock": {"blocks": True, "height": "low"},
    "kerb": {"hampers": True, "height": "low"},
}
SLING, CLAWS = {"name": "sling", "range": 20}, {"name": "claws", "range": "melee"}


def board(
    attacker: Piece | str,
    target: Piece | str,
    cells: dict[str, str] | None = None,
    borders: dict[str, str] | None = None,
    size: tuple[int, int] = (5, 9),
    **others: Any,
) -> World:
    """Return a attacks T; cells and borders with one kind each, `hole` for none; other pieces and rulings by name."""
    labels = [geometry.format_cell((x, y)) for y in range(size[1]) for x in range(size[0])]
    kinds = {label: (cells or {}).get(label) for label in labels}
    pieces = {"A": attacker, "T": target} | {name: at for name, at in others.items() if name.isupper()}
    return World(
        layout="flat odd-q",
        columns=size[0],
        rows=size[1],
        cells={label: {kind} if kind else set() for label, kind in kinds.items() if kind != "hole"},
        borders={(pair[:2], pair[3:]): {kind} for pair, kind in (borders or {}).items()},
        kinds=KINDS,
        pieces={name: hero5.piece(at) if isinstance(at, str) else at for name, at in pieces.items()},
        rulings={name.replace("_", "-"): choice for name, choice in others.items() if not name.isupper()},
    )


def armed(at: str, weapon: Any = CLAWS, **stated: Any) -> Piece:
    return hero5.piece(at, weapons=[weapon], **stated)


def brief(world: World, attacker: str = "A", target: str = "T") -> tuple[str, str | None]:
    answer = hero5_sight.shot(world, attacker, target)
    return answer["concealment"], answer["corner"]


def clauses(world: World) -> list[tuple[str, str]]:
    return [(each["clause"], each["effect"]) for each in hero5_sight.shot(world, "A", "T")["findings"]]


def met(world: World, start: str, stop: str) -> tuple[str, bool]:
    """Return how one line conceals, and whether it has sight."""
    ends = [geometry.parse_point(world.layout, name)[0] for name in (start, stop)]
    found = hero5_sight.case_of(world, "A", "T").lines[ends[0], ends[1]]
    return hero5_sight.DEGREES[found.degree], found.has_sight


# --- ranged ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("clear", ("none", "B4@E")),
        ("difficult", ("none", "B4@E")),
        ("obstacle", ("none", "B4@E")),
        ("kerb", ("none", "B4@E")),
        ("thicket", ("half", "B4@E")),
        ("hedge", ("half", "B4@E")),
        ("slit", ("mostly", "B4@E")),
        ("rock", ("half", "B4@E")),
        # From C5@NW, at x = -1/2, every line crosses C3; from C5@W one only touches it, at x = -1.
        ("blocking", ("half", "B4@SE")),
    ],
)
def test_one_hex_in_the_middle(kind: str, found: tuple[str, str]) -> None:
    world = board("C5", "C1", {"C3": kind})
    assert brief(world) == found
    assert hero5_sight.shot(world, "A", "T")["sight"] == ("clear" if found[0] == "none" else "impeded")


def test_third_characters() -> None:
    assert brief(board("C5", "C1", B="C3")) == ("half", "B4@E")
    assert brief(board("C5", "C1", B=hero5.piece("C3", helpless=True))) == ("half", "B4@E")
    assert brief(board("C5", "C1", {"C1": "slit", "C5": "slit"}, B="C7")) == ("none", "B4@E")


def test_a_corner_past_the_cover() -> None:
    """From C5@W no line to C1 meets B3, and neither does one from the corners to the right."""
    assert brief(board("C5", "C1", {"D2": "slit", "D3": "slit"})) == ("none", "B4@E")
    assert brief(board("C5", "C1", {"B2": "thicket", "B3": "thicket"})) == ("none", "C4@SE")


def test_no_sight() -> None:
    """At y = 4 all lines are within x = -1 and 1; those at the ends are inside B3 and D3."""
    world = board(armed("C5", SLING), "C1", {"B3": "blocking", "C3": "blocking", "D3": "blocking"})
    answer = hero5_sight.shot(world, "A", "T")
    assert (answer["concealment"], answer["corner"], answer["sight"]) == ("total", None, "blocked")
    assert (answer["legal"], answer["to_hit"], answer["odds"]) == (False, None, None)
    assert sorted(clauses(world)) == [("HERO-6.1", "forbids"), ("HERO-6.8", "blocks")]
    assert hero5_sight.rulings_that_matter(world, "A", "T") == {}


@pytest.mark.parametrize(
    ("target", "border", "concealment"),
    [
        ("C1", "C2/C3", "half"),  # 1 hex from the target, 2 from the attacker
        ("C1", "C3/C4", "none"),  # 2 and 1
        ("C2", "C3/C4", "half"),  # 1 and 1
    ],
)
def test_low_walls(target: str, border: str, concealment: str) -> None:
    assert brief(board("C5", target, borders={border: "low-wall"})) == (concealment, "B4@E")


@pytest.mark.parametrize(("label", "concealment"), [("C7", "half"), ("C8", "none")])
def test_low_things_far_off(label: str, concealment: str) -> None:
    assert brief(board("C17", "C1", {label: "hedge"}, size=(5, 17)))[0] == concealment
    assert brief(board("C17", "C1", {label: "thicket"}, size=(5, 17)))[0] == "half"


def test_low_things_near_a_large_target() -> None:
    """A target of seven hexes round C2 is within 6 hexes of C9 and of C8, since it holds C3."""
    large = hero5.piece("C2", growth=2)
    assert brief(board("C17", large, {"C9": "hedge"}, size=(5, 17)))[0] == "half"
    assert brief(board("C17", large, {"C10": "hedge"}, size=(5, 17)))[0] == "none"


def test_a_wall_between_neighbours() -> None:
    """Lines from the ends of the wall, C4@NW and C4@NE, have no sight; from C4@W one to C3@W has."""
    assert brief(board("C4", "C3", borders={"C3/C4": "wall"})) == ("half", "B3@SE")
    blocked = board("C4", "C3", {"B3": "blocking", "D3": "blocking"}, {"C3/C4": "wall"})
    assert brief(blocked) == ("total", None)


def test_a_line_beside_an_own_hex() -> None:
    """From C4@NW to C3@W a line runs between C3 and B3; from the lower corners lines cross B3 or D3."""
    hexes = {"B3": "thicket", "D3": "thicket"}
    assert brief(board("C4", "C3", hexes)) == ("none", "B3@E")
    assert brief(board("C4", "C3", hexes, hexside="either")) == ("half", "B3@E")
    assert hero5_sight.rulings_that_matter(board("C4", "C3", hexes), "A", "T") == {"hexside": "both"}


# --- single lines ------------------------------------------------------------------------------------------

ALONG = ("A3@E", "C3@W")
"""All of the side between B2 and B3."""


@pytest.mark.parametrize(
    ("upper", "lower", "both", "either"),
    [
        ("thicket", "slit", ("half", True), ("mostly", True)),
        ("thicket", "clear", ("none", True), ("half", True)),
        ("hole", "slit", ("none", True), ("mostly", True)),
        ("blocking", "slit", ("half", True), ("mostly", False)),
        ("blocking", "rock", ("half", True), ("half", False)),
        ("blocking", "blocking", ("half", False), ("half", False)),
        ("blocking", "hole", ("none", True), ("half", False)),
    ],
)
def test_along_a_side(upper: str, lower: str, both: tuple[str, bool], either: tuple[str, bool]) -> None:
    hexes = {"B2": upper, "B3": lower}
    assert met(board("A3", "C3", hexes), *ALONG) == both
    assert met(board("A3", "C3", hexes, hexside="either"), *ALONG) == either


def test_along_a_side_between_characters() -> None:
    assert met(board("A3", "C3", {"B3": "slit"}, B="B2"), *ALONG) == ("half", True)
    assert met(board("A3", "C3", {"B3": "slit"}, B="B2", hexside="either"), *ALONG) == ("mostly", True)
    assert met(board("A3", "C3", B="B2"), *ALONG) == ("none", True)
    assert met(board("A3", "C3", B="B2", hexside="either"), *ALONG) == ("half", True)


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("wall", ("half", False)),
        ("door-frame", ("mostly", True)),
        ("low-wall", ("half", True)),
        ("fence", ("none", True)),
    ],
)
def test_along_and_across_a_border(kind: str, found: tuple[str, bool]) -> None:
    assert met(board("A3", "C3", borders={"B2/B3": kind}), *ALONG) == found
    assert met(board("C5", "C1", borders={"C3/C2": kind}), "C5@W", "C1@E") == found


def test_the_ends_of_walls() -> None:
    """The line x = 1 from C5@E to C1@E touches C3@E, an end of the border of D2 and D3."""
    assert met(board("C5", "C1", borders={"D2/D3": "wall"}), "C5@E", "C1@E") == ("none", False)
    assert met(board("C5", "C1", borders={"D2/D3": "door-frame"}), "C5@E", "C1@E") == ("none", True)
    assert met(board("C5", "C1", borders={"D2/D3": "rock"}), "C5@E", "C1@E") == ("none", True)
    assert met(board("C5", "C1", borders={"C5/C6": "wall"}), "C5@SE", "C1@E") == ("none", False)
    assert met(board("C5", "C1", borders={"C1/D1": "wall"}), "C5@E", "C1@E") == ("none", False)


def test_a_line_without_length() -> None:
    assert met(board("C4", "C3", {"B3": "blocking"}), "C4@NW", "C3@SW") == ("none", True)
    assert met(board("C4", "C3", borders={"B3/C3": "wall"}), "C4@NW", "C3@SW") == ("none", False)
    assert met(board("C4", "C3", borders={"B3/C3": "door-frame"}), "C4@NW", "C3@SW") == ("none", True)


# --- melee -------------------------------------------------------------------------------------------------


def test_hexes_do_not_count_between_neighbours() -> None:
    hexes = dict.fromkeys(("B3", "B2", "D2", "B4", "C5", "C2"), "blocking")
    assert brief(board(armed("C4"), "C3", hexes, B="D3")) == ("none", None)


@pytest.mark.parametrize(
    ("border", "kind", "any_line", "shared_side"),
    [
        ("C3/C4", "wall", "half", "half"),
        ("C3/C4", "door-frame", "mostly", "mostly"),
        ("C3/C4", "low-wall", "half", "half"),
        ("C3/C4", "fence", "none", "none"),
        ("C4/D3", "wall", "half", "none"),  # C4@NE to C4@E: the line from C3@SE to the other end runs along it
        ("C4/D3", "low-wall", "none", "none"),  # the attacker is nearer to it
        ("C3/D3", "low-wall", "half", "none"),
        ("B3/D3", "none", "none", "none"),
    ],
)
def test_walls_between_neighbours(border: str, kind: str, any_line: str, shared_side: str) -> None:
    borders = {} if kind == "none" else {border: kind}
    world = board(armed("C4"), "C3", borders=borders)
    assert brief(world) == (any_line, None)
    assert brief(board(armed("C4"), "C3", borders=borders, melee_wall="shared-side")) == (shared_side, None)
    rulings = hero5_sight.rulings_that_matter(world, "A", "T")
    assert rulings == ({} if any_line == shared_side else {"melee-wall": "any-line"})


def test_no_sight_between_neighbours() -> None:
    hexes = {"B3": "blocking", "D3": "blocking"}
    assert brief(board(armed("C4"), "C3", hexes)) == ("none", None)
    assert brief(board(armed("C4"), "C3", hexes, {"C3/C4": "wall"})) == ("total", None)
    assert brief(board(armed("C4"), "C3", {"B3": "blocking"}, {"C3/C4": "wall"})) == ("half", None)


def test_melee_from_afar() -> None:
    """C5 and C3 are no neighbours: as ranged, and beyond the reach of most."""
    world = board(armed("C5", reach=2), "C3", {"C4": "slit"})
    assert brief(world) == ("mostly", "B4@E")
    assert hero5_sight.shot(world, "A", "T")["legal"]
    assert clauses(board(armed("C5"), "C3")) == [("HERO-5.3", "forbids")]
    assert clauses(board(armed("C4", shrinking=2), "C3")) == [("HERO-5.2", "forbids")]
    assert clauses(board(armed("C5", shrinking=2, reach=1), "C3")) == [("HERO-5.3", "forbids")]
    assert hero5_sight.shot(board(armed("C5", growth=1, shrinking=1, reach=2), "C3"), "A", "T")["legal"]


def test_the_least_concealed_pair() -> None:
    """Seven hexes round C4 reach B1 from B3, past C2: from B3@NW the line to B1@E runs along B1."""
    large = armed("C4", growth=2)
    assert brief(board(large, "B1", {"C2": "slit", "C3": "slit"})) == ("none", "A3@E")
    assert brief(board(large, "B1", {"B2": "slit"}))[0] == "mostly"


def test_a_neighbour_among_many() -> None:
    """D2 is a neighbour of C3 and D3, which are of the seven hexes round C4; a pair farther off can be better."""
    large = armed("C4", growth=2)
    assert brief(board(large, "D2", {"C2": "blocking", "E2": "blocking", "E3": "blocking"})) == ("none", None)
    # The line from C3@E to D2@SE runs along the border; of the lines from B3@W none meets it.
    assert brief(board(large, "D2", borders={"D2/D3": "door-frame"})) == ("none", "A3@SE")


def test_borders_inside_count() -> None:
    """A slit on the border within the target of two hexes is met by all corners."""
    squeezed = hero5.piece("C2@SE", growth=1)
    world = board("C7", squeezed, {"D2": "blocking"}, {"C2/C3": "door-frame"})
    assert hero5.stands_on(world, "T") == {"C2", "C3"}
    assert brief(world) == ("mostly", "B6@E")


def test_a_shared_hex() -> None:
    world = board(armed("C4"), hero5.piece("C4", shrinking=2), borders={"C3/C4": "wall", "C4/C5": "wall"})
    assert (brief(world), hero5_sight.shot(world, "A", "T")["distance"]) == (("none", None), 0)
    assert brief(world, "T", "A") == ("none", None)


# --- the roll ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("needed", "hit", "percent"),
    [
        (11, "5/8", 62.5),
        (9, "3/8", 37.5),
        (10, "1/2", 50.0),
        (2, "1/216", 0.46),
        (-5, "1/216", 0.46),
        (25, "215/216", 99.54),
    ],
)
def test_odds(needed: int, hit: str, percent: float) -> None:
    assert hero5_sight.odds(needed) == {"hit": hit, "percent": percent}


def test_range_modifiers() -> None:
    limits = {4: 0, 5: -2, 8: -2, 9: -4, 16: -4, 17: -6, 32: -6, 33: -8, 64: -8, 65: -10, 128: -10, 129: -12}
    assert {hexes: hero5_sight.range_modifier(hexes) for hexes in limits} == limits
    world = board(armed("C9", SLING, ocv=5), "C1", range_modifiers="table")
    assert hero5_sight.shot(world, "A", "T")["to_hit"] == {"roll_at_most": 11 + 5 - 2 - 3}
    assert hero5_sight.rulings_that_matter(world, "A", "T") == {"range-modifiers": "table"}
    assert hero5_sight.rulings_that_matter(board(armed("C5", reach=5), "C1"), "A", "T") == {}


def test_numbers() -> None:
    """The target of three hexes has D4 too little; from every corner of C7 a line to D3 crosses it."""
    world = board(armed("C7", SLING, ocv=4), hero5.piece("C4@E", growth=1, dcv=5), {"D4": "blocking"})
    answer = hero5_sight.shot(world, "A", "T")
    assert (answer["concealment"], answer["corner"], answer["distance"]) == ("half", "B6@E", 3)
    assert [(each["clause"], each["on"], each["value"]) for each in answer["findings"]] == [
        ("HERO-7.1", "ocv", 4),
        ("HERO-7.1", "dcv", 5),
        ("HERO-3.1", "dcv", -2),
        ("HERO-6.1", "dcv", 2),
    ]
    assert (answer["to_hit"], answer["odds"]) == ({"roll_at_most": 10}, {"hit": "1/2", "percent": 50.0})


def test_contorted() -> None:
    """Of the seven hexes round C4 no three round a corner are free."""
    bent = armed("C4", SLING, growth=2, contortionist=11, dcv=5)
    around = {"D3": "blocking", "C5": "blocking", "B3": "blocking"}
    answer = hero5_sight.shot(board("C1", bent, around), "A", "T")
    numbers = [(each["clause"], each["value"]) for each in answer["findings"] if each["on"] == "dcv"]
    assert numbers[:2] == [("HERO-7.1", 5), ("HERO-3.4", -5)]
    assert ("HERO-3.1", -2) not in numbers
    assert ("HERO-3.4", "forbids") in clauses(board(bent, "C1", around))


def test_own_concealment() -> None:
    for own, found in (("half", "half"), ("mostly", "mostly"), ("total", "total")):
        hidden = hero5.piece("C1", concealment=own)
        assert brief(board("C5", hidden)) == (found, None if own == "total" else "B4@E")
    assert brief(board("C5", hero5.piece("C1", concealment="half"), {"C3": "slit"}))[0] == "mostly"
    assert clauses(board("C5", hero5.piece("C1", concealment="total"))) == [("HERO-6.1", "forbids")]
    in_melee = board(armed("C4"), hero5.piece("C3", concealment="mostly"))
    assert brief(in_melee) == ("mostly", None)
    assert hero5_sight.shot(in_melee, "A", "T")["to_hit"] == {"roll_at_most": 7}


def test_what_forbids() -> None:
    assert clauses(board(armed("C9", {"name": "sling", "range": 7}), "C1")) == [("HERO-7.2", "forbids")]
    friends = board(hero5.piece("C9", side="red", helpless=True), hero5.piece("C1", side="red"))
    assert clauses(friends) == [("HERO-4.3", "forbids"), ("HERO-7.3", "forbids")]
    assert hero5_sight.shot(board("C9", "C1"), "A", "T")["legal"]


# --- attacks of opportunity --------------------------------------------------------------------------------


def test_concealed_movers() -> None:
    def concealed(world: World, place: str, *ignored: str) -> bool:
        return hero5_sight.concealed(world, "A", "T", place, ignored)

    walled = {"C4/D3": "wall"}
    assert concealed(board("C3", "C7", borders=walled), "C4")
    assert not concealed(board("C3", "C7", borders=walled, melee_wall="shared-side"), "C4")
    assert not concealed(board("C3", "C4", borders=walled), "C2")
    assert concealed(board("C3", hero5.piece("C7", concealment="half")), "C4")
    between = board("C3", "C4", B="C4")
    assert concealed(between, "C5")
    assert not concealed(between, "C5", "B")
    assert not concealed(board("C3", "C4"), "C5")


# --- laws --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_seen_is_what_shots_at_plain_pieces_see() -> None:
    rng = Random("plain pieces")
    for _ in range(10):
        world = random_board(rng)
        viewer = rng.choice(list(world.pieces))
        seen = hero5_sight.see(world, viewer)
        for label in rng.sample(list(world.cells), min(8, len(world.cells))):
            if label in hero5.stands_on(world, viewer):
                assert label not in seen
            elif hero5.can_enter(world, hero5.piece(label), label):
                answer = hero5_sight.shot(with_plain(world, viewer, label), viewer, PLAIN)
                assert answer["sight"] == seen.get(label, "blocked")


MIRRORED = {"E": "S", "SE": "SE", "SW": "NE", "W": "N", "NW": "NW", "NE": "SW"}


@pytest.mark.slow
def test_boards_and_their_mirror_images() -> None:
    """Flat and pointy boards are mirror images; only the names of corners change."""
    rng = Random("mirrors")
    compared = 0
    while compared < 60:
        world = random_board(rng)
        if world.layout.startswith("flat"):
            attacker, target = rng.choice(list(permutations(world.pieces, 2)))
            one, other = (hero5_sight.shot(each, attacker, target) for each in (world, mirrored(world)))
            assert one.pop("corner") is None or other["corner"] is not None
            assert {**other, "corner": None} == {**one, "corner": None}
            compared += 1


def mirrored(world: World) -> World:
    def swapped(place: str) -> str:
        label, _, corner = place.partition("@")
        column, row = geometry.parse_cell(label)
        return geometry.format_cell((row, column)) + (f"@{MIRRORED[corner]}" if corner else "")

    return World(
        layout={"flat odd-q": "pointy odd-r", "flat even-q": "pointy even-r"}[world.layout],
        columns=world.rows,
        rows=world.columns,
        cells={swapped(label): kinds for label, kinds in world.cells.items()},
        borders={(swapped(one), swapped(other)): kinds for (one, other), kinds in world.borders.items()},
        kinds=world.kinds,
        pieces={name: hero5.changed(piece, at=swapped(piece["at"])) for name, piece in world.pieces.items()},
        rulings=world.rulings,
    )


@pytest.mark.slow
@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_lines_cut_at_every_side(layout: str) -> None:
    """Between two cuts a line is inside one hex, or on one side."""
    rng = Random(layout)
    cells = list(product(range(-2, 8), range(-2, 8)))
    near = [geometry.format_cell(cell) for cell in cells if min(cell) >= 0]
    corners = sorted({corner for x in range(6) for y in range(6) for corner in geometry.polygon(layout, (x, y))})
    sides = {frozenset(ends) for cell in cells for ends in geometry.sides(layout, cell)}
    for _ in range(25):
        line: Line = (rng.choice(corners), rng.choice(corners))
        inside, on = set(), set()
        for x, y in _middles(line, sides):
            inside |= {cell for cell in cells if geometry.is_inside(layout, cell, (x, y))}  # type: ignore[arg-type]
            on |= {side for side in sides if _is_between(side, (x, y))}
        crossed = {geometry.parse_cell(label) for label in near if hero5_sight.crosses_hex(layout, label, line)}
        assert crossed == {cell for cell in inside if min(cell) >= 0}
        along = {side for side in sides if hero5_sight.runs_along(side, line)}
        assert along == on
        assert not any(hero5_sight.crosses_side(side, line) for side in along)


def _middles(line: Line, sides: set[geometry.Side]) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield a point of each part of the line between two neighbouring cuts."""
    (x, y), (to_x, to_y) = line
    cuts = {Fraction(0), Fraction(1)}
    for one, other in sides:
        first, last = geometry.turn(one, other, line[0]), geometry.turn(one, other, line[1])
        if first != last:
            cuts.add(Fraction(first, first - last))
    inner = sorted(cut for cut in cuts if 0 <= cut <= 1)
    for before, after in pairwise(inner):
        middle = (before + after) / 2
        if line[0] != line[1]:
            yield x + middle * (to_x - x), y + middle * (to_y - y)


def _is_between(side: geometry.Side, point: tuple[Fraction, Fraction]) -> bool:
    (a, b), (c, d) = side
    x, y = point
    return (c - a) * (y - b) == (d - b) * (x - a) and (x - a) * (x - c) + (y - b) * (y - d) < 0


def test_a_case_of_ones_own() -> None:
    """Characters on hexes of any shape, as the attacks of opportunity have them."""
    world = board("C5", "C1", {"C3": "slit"})
    case = Case(world, frozenset({"C5", "B5"}), frozenset({"C1", "B1"}), frozenset())
    assert hero5_sight.melee(case)[0] == hero5_sight.NONE
