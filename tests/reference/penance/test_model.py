"""The references by themselves: cases small enough to be worked out by hand, and a few laws."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.reference import geometry
from tests.reference.penance import model as penance
from tests.reference.penance.model import Piece, Weapon, World

NO_HOLES: set[str] = set()


def brief(layout: str, start: str, stop: str, columns: int = 9, rows: int = 9, holes: set[str] = NO_HOLES) -> list[str]:
    """Return a line's contacts, one short text each."""
    contacts = geometry.line(layout, columns, rows, holes, start, stop)
    return [f"{each['kind']} {','.join(each['cells'])} {' '.join(each['at'])}" for each in contacts]


# --- lines -------------------------------------------------------------------------------------------------


def test_a_line_to_a_neighbour() -> None:
    assert brief("flat odd-q", "D7", "D6") == [
        "starts-in D7 0 1/2",
        "crosses-border D6,D7 1/2",
        "ends-in D6 1/2 1",
    ]


def test_a_line_along_a_side() -> None:
    assert brief("flat odd-q", "A2", "C2") == [
        "starts-in A2 0 1/3",
        "along B1,B2 1/3 2/3",
        "ends-in C2 2/3 1",
    ]
    assert brief("pointy odd-r", "B1", "B3")[1] == "along A2,B2 1/3 2/3"
    assert brief("pointy even-r", "B1", "B3")[1] == "along B2,C2 1/3 2/3"
    assert brief("flat even-q", "A2", "C2")[1] == "along B2,B3 1/3 2/3"


def test_a_side_at_the_edge_or_beside_a_hole_has_one_cell() -> None:
    assert brief("flat odd-q", "A1", "C1")[1] == "along B1 1/3 2/3"
    assert brief("flat odd-q", "A2", "C2", holes={"B1"})[1] == "along B2 1/3 2/3"
    assert len(brief("flat odd-q", "A2", "C2", holes={"B1", "B2"})) == 2


def test_a_diagonal_on_squares_touches_corners() -> None:
    assert brief("square", "A1", "B2") == [
        "starts-in A1 0 1/2",
        "touches A2 1/2",
        "touches B1 1/2",
        "ends-in B2 1/2 1",
    ]


def test_a_line_between_corners() -> None:
    side = ["touches A1 0", "touches B1 0", "along A2,B2 0 1", "touches A3 1", "touches B3 1"]
    assert brief("square", "B2@NW", "B2@SW") == side
    assert brief("square", "B2@NW", "B2@SE")[3] == "crosses B2 0 1"


def test_borders_are_written_column_first() -> None:
    assert "crosses-border B10,B9 1/2" not in brief("flat odd-q", "B9", "B10", rows=12)
    assert "crosses-border B9,B10 1/2" in brief("flat odd-q", "B9", "B10", rows=12)


def test_a_line_within_one_cell() -> None:
    assert brief("flat odd-q", "C3", "C3@E")[0] == "starts-in C3 0 1"
    assert "ends-in C3 0 1" in brief("flat odd-q", "C3@E", "C3")
    assert brief("pointy odd-r", "C3", "C3") == ["starts-in C3 0 1"]
    assert brief("pointy odd-r", "A1@NW", "A1@NW") == ["touches A1 0"]
    assert brief("pointy odd-r", "B2@N", "B2@N") == ["touches B1 0", "touches B2 0", "touches C1 0"]


def test_a_corner_has_one_written_name() -> None:
    assert geometry.written_point("flat odd-q", 9, 9, set(), "B1@W") == "A1@SE"
    assert geometry.written_point("square", 9, 9, {"A1"}, "B2@NW") == "A2@NE"
    assert geometry.written_point("square", 9, 12, set(), "A10@NE") == "A10@NE"


@pytest.mark.parametrize("layout", geometry.LAYOUTS)
def test_swapped_ends_give_the_same_contacts_backwards(layout: str) -> None:
    rng = Random(layout)
    for _ in range(200):
        start, stop = random_point(rng, layout), random_point(rng, layout)
        there = geometry.line(layout, 7, 6, {"C3", "E4"}, start, stop)
        back = geometry.line(layout, 7, 6, {"C3", "E4"}, stop, start)
        if geometry.parse_point(layout, start)[0] != geometry.parse_point(layout, stop)[0]:
            assert places(there) == {(cells, tuple(1 - place for place in reversed(at))) for cells, at in places(back)}


@pytest.mark.parametrize(("flat", "pointy"), [("odd-q", "odd-r"), ("even-q", "even-r")])
def test_the_two_hex_pictures_are_mirrors_of_each_other(flat: str, pointy: str) -> None:
    rng = Random(flat)
    for _ in range(300):
        start, stop = (format(rng.choice("ABCDEFG")) + str(rng.randint(1, 7)) for _ in range(2))
        one = geometry.line(f"flat {flat}", 7, 7, set(), start, stop)
        other = geometry.line(f"pointy {pointy}", 7, 7, set(), transposed(start), transposed(stop))
        assert {(frozenset(map(transposed, cells)), at) for cells, at in places(one)} == places(other)


def random_point(rng: Random, layout: str) -> str:
    corners = ["", *(f"@{name}" for name in geometry.shape_of(layout).corners)]
    return f"{rng.choice('ABCDEFG')}{rng.randint(1, 6)}{rng.choice(corners)}"


def places(contacts: list[geometry.Contact]) -> set[tuple[frozenset[str], tuple[Fraction, ...]]]:
    return {(frozenset(each["cells"]), tuple(map(Fraction, each["at"]))) for each in contacts}


def transposed(label: str) -> str:
    column, row = geometry.parse_cell(label)
    return geometry.format_cell((row, column))


# --- distance ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", geometry.LAYOUTS)
@pytest.mark.parametrize("middle", ["M12", "M13", "N12", "N13"])
def test_rings(layout: str, middle: str) -> None:
    labels = [geometry.format_cell((x, y)) for x in range(8, 18) for y in range(8, 18)]
    per_ring = 8 if layout == "square" else 6
    for ring in (1, 2, 3):
        count = sum(geometry.distance(layout, middle, label) == ring for label in labels)
        assert count == per_ring * ring


@pytest.mark.parametrize("layout", geometry.LAYOUTS)
def test_each_side_leads_to_one_neighbour(layout: str) -> None:
    for cell in ((4, 4), (4, 5), (5, 4), (5, 5)):
        names = [
            geometry.edges_towards(layout, geometry.format_cell(cell), geometry.format_cell(near))
            for near in geometry.neighbours(layout, cell)
        ]
        alone = [each[0] for each in names if len(each) == 1]
        assert sorted(alone) == sorted(geometry.shape_of(layout).sides)


def test_facings_are_the_sides_of_the_hex() -> None:
    for word, names in (("flat", geometry.FLAT.sides), ("pointy", geometry.POINTY.sides)):
        assert set(names) == set(penance.FACINGS[word])


# --- Penance -----------------------------------------------------------------------------------------------

RIFLE: Weapon = {"name": "rifle", "range": 8, "damage": 2}


def piece(at: str, facing: str = "N", side: str | None = None, shield: penance.Shield = "left") -> Piece:
    return {
        "at": at,
        "side": side,
        "facing": facing,
        "shield": shield,
        "moved": 0,
        "moved_last_turn": 0,
        "defense": 0,
        "sp": 6,
        "heat": 0,
        "weapons": [RIFLE],
    }


def world(target: Piece, attacker: Piece, terrain: dict[str, str], **rulings: str) -> World:
    labels = [geometry.format_cell((x, y)) for y in range(8) for x in range(7)]
    cells = {label: (frozenset(terrain.get(label, "").split()), 0) for label in labels}
    chosen = {name.replace("_", "-"): choice for name, choice in rulings.items()}
    return World("flat odd-q", 7, 8, cells, {"A": attacker, "T": target}, chosen)


def test_the_first_scenario() -> None:
    """Rubble before the target, five hexes away, the target facing the attacker without a shield."""
    board = world(piece("D2", "S", "blue", "none"), piece("D7", "N", "red"), {"D3": "rubble", "F2": "wall"})
    answer = penance.shot(board, "A", "T")
    assert answer["legal"]
    assert (answer["distance"], answer["sight"], answer["target_number"]) == (5, "clear", 7)
    assert answer["hit"] == Fraction(5, 18)
    assert answer["outcomes"] == {
        "plain": 0,
        "strong": Fraction(7, 36),
        "critical": Fraction(1, 18),
        "execution": Fraction(1, 36),
    }
    assert (answer["side_hit"], answer["damage_bonus"], answer["defense"]) == (1, 0, 0)
    assert answer["reactions"] == ["other"]
    assert answer["dealt"] == {"plain": 2, "strong": 3, "critical": 4, "execution": 2}
    assert answer["expected_damage"] == Fraction(31, 36)
    assert answer["findings"] == [
        ("PEN-6.1", "modifies", "target_number", 5, ()),
        ("PEN-1.2", "modifies", "target_number", 1, ()),
        ("PEN-3.2", "modifies", "target_number", 1, ("D3",)),
        ("PEN-6.6", "modifies", "damage", 2, ()),
    ]
    assert penance.rulings_that_matter(board, "A", "T") == {"cover-effect": "to-hit"}


@pytest.mark.parametrize(("ruling", "sight"), [("both", "clear"), ("either", "blocked")])
def test_one_wall_along_the_line(ruling: str, sight: str) -> None:
    board = world(piece("C2", "SW"), piece("A2", "SE"), {"B1": "wall"}, hexside=ruling)
    answer = penance.shot(board, "A", "T")
    assert answer["sight"] == sight
    blocks = [each for each in answer["findings"] if each[1] == "blocks"]
    assert blocks == ([] if sight == "clear" else [("PEN-2.2", "blocks", None, None, ("B1",))])


def test_the_highest_cover_counts_alone() -> None:
    board = world(piece("C2", "SW"), piece("A2", "SE"), {"B1": "wall", "C2": "forest"})
    answer = penance.shot(board, "A", "T")
    assert ("PEN-3.2", "modifies", "target_number", 2, ("B1",)) in answer["findings"]
    assert (penance.LOWER_COVER_CLAUSE, "notes", None, None, ("C2",)) in answer["findings"]


@pytest.mark.parametrize(
    ("facing", "side", "number"), [("S", 1, 5), ("SE", 2, 5), ("NE", 3, 4), ("N", 4, 3), ("SW", 6, 6)]
)
def test_sides_of_a_left_shield(facing: str, side: int, number: int) -> None:
    answer = penance.shot(world(piece("D4", facing), piece("D5"), {}), "A", "T")
    assert (answer["side_hit"], answer["target_number"]) == (side, number)


@pytest.mark.parametrize(("facing", "legal"), [("NE", True), ("N", True), ("S", True), ("SW", False), ("NW", False)])
def test_the_corner_where_the_arc_ends_is_in_it(facing: str, legal: bool) -> None:
    """Due east a line leaves a flat hex at the corner between its north-east and south-east sides."""
    answer = penance.shot(world(piece("E4"), piece("A4", facing), {}), "A", "T")
    assert answer["legal"] is legal
    assert (("PEN-4.6", "forbids", None, None, ()) in answer["findings"]) is not legal


@pytest.mark.parametrize(
    ("dice", "number", "ways"),
    [
        *((2, -3, 35), (2, 0, 35), (2, 3, 30), (2, 4, 26), (2, 5, 21), (2, 6, 15), (2, 7, 10)),
        *((2, 8, 6), (2, 9, 3), (2, 10, 1), (3, 5, 174), (3, 7, 113), (3, 10, 16)),
    ],
)
def test_odds(dice: int, number: int, ways: int) -> None:
    assert sum(chance for _, chance in penance.roll(dice, number)) == Fraction(ways, 6**dice)


def test_two_fives_may_need_the_number() -> None:
    assert dict(penance.roll(2, 12))["execution"] == Fraction(1, 36)
    assert dict(penance.roll(2, 12, execution_always_hits=False))["execution"] == 0


@pytest.mark.slow
def test_random_boards_answer() -> None:
    rng = Random(7)
    for _ in range(50):
        board = penance.random_world(rng)
        assert penance.to_yaml(board).startswith("sightline: 1\nrules: penance\n")
        for attacker in board.pieces:
            for target in set(board.pieces) - {attacker}:
                answer = penance.shot(board, attacker, target)
                assert answer["legal"] == (answer["target_number"] is not None)
