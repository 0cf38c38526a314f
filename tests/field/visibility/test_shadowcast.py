"""What sweeps tell is what templates tell, wherever both can, and what single looks tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import numpy as np
import pytest

import sightline
from sightline.field.visibility.shadowcast import Shadowcaster
from sightline.field.visibility.visibility import BoardVisibility
from sightline.lattice import Cell
from sightline.rules import Clause, Position, Site
from sightline.sight import Leaf, Max, Min, Reading, Relation, SightLine, SightPlan, find_sighting
from sightline.sight.plan import ContactKind
from tests.field.test_cell_field import BOARDS, field_of, patterned, rulings_of, visibility_of
from tests.field.visibility.random_plans import Plans, random_position

SWEPT = ("sodwa", "penance", "post-galactica")
FEW, MANY = 4, 40
LAYOUTS = ("square", "flat odd-q", "flat even-q", "pointy odd-r", "pointy even-r")


def by_templates(sight: BoardVisibility, degree: int, number: int) -> list[bool]:
    """Return what one cell sees by the templates of all displacements from it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Shadowcaster, "can_answer", lambda self, degree: False)
        found = sight.seen_from(degree, number)
    found[number] = False
    return [bool(each) for each in found]


def compare(sight: BoardVisibility, told: object, numbers: Iterator[int] | range) -> int:
    """Compare what some cells see by sweeps and by templates; return of how many degrees."""
    degrees = [degree for degree in range(1, len(sight.plan.classes)) if sight.shadowcaster.can_answer(degree)]
    for degree in degrees:
        for number in numbers:
            assert sight.seen_from(degree, number).tolist() == by_templates(sight, degree, number), (told, number)
    return len(degrees)


def compare_boards(system: str, rng: Random, boards: int) -> None:
    count = 0
    for _ in range(boards):
        scenario = sightline.parse(BOARDS[system](rng))
        if not scenario.position.is_free:
            sight = visibility_of(rulings_of(scenario, rng))
            count += compare(sight, scenario.to_yaml(), range(len(sight.cell_bits)))
    assert count


@pytest.mark.parametrize("system", SWEPT)
def test_a_few_boards(system: str) -> None:
    compare_boards(system, Random(f"sweeps of {system}"), FEW)


@pytest.mark.slow
@pytest.mark.parametrize("system", SWEPT)
def test_boards(system: str) -> None:
    compare_boards(system, Random(f"many sweeps of {system}"), MANY)


@pytest.mark.parametrize("system", ["hero5", "combat-hex"])
def test_lines_from_corners_or_to_them_are_not_swept(system: str) -> None:
    scenario = sightline.parse(BOARDS[system](Random(system)))
    assert not visibility_of(scenario).shadowcaster.can_answer(1)


# --- larger ones -----------------------------------------------------------------------------------------------


def walled(layout: str, columns: int, rows: int, walls: float, rng: Random) -> sightline.Scenario:
    """Return a board of which this share is walls, and a few places are holes."""
    is_square = layout == "square"
    grid, rules = ("square", "sodwa") if is_square else (f"hex\n  hexes: {layout}", "penance")
    tokens = [
        ["#" if rng.random() < walls else rng.choice("." * 60 + "_") for _ in range(columns)] for _ in range(rows)
    ]
    tokens[0][0] = "."
    drawing = "\n".join("    " + " ".join(row) for row in tokens)
    return sightline.parse(f"sightline: 1\nrules: {rules}\nmap:\n  grid: {grid}\n  cells: |\n{drawing}\npieces: {{}}\n")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("columns", "rows"), [(1, 9), (9, 1), (1, 1), (2, 30), (23, 11), (70, 8), (9, 68)])
def test_shapes_of_boards(layout: str, columns: int, rows: int) -> None:
    rng = Random(f"{layout} {columns} {rows}")
    for walls in (0.0, 0.02, 0.15, 0.4):
        scenario = walled(layout, columns, rows, walls, rng)
        sight = visibility_of(scenario)
        cells = range(len(sight.cell_bits))
        assert compare(sight, scenario.to_yaml(), iter(rng.sample(cells, min(6, len(cells)))))


def test_gaps_of_one_slope_are_seen_through() -> None:
    """Two walls whose corners meet leave one line between them, where a corner does not count."""
    position = patterned("square", 9, {1 * 9 + 2, 2 * 9 + 1, 3 * 9 + 4, 4 * 9 + 3}).position
    sight = sight_by({"cell": Leaf(_walls, "cell", 2, _CLAUSE)}, position)
    compare(sight, None, range(81))
    assert sight.seen_from(2, 0)[80], "over the corners of all four"


# --- plans of our own ------------------------------------------------------------------------------------------

_CLAUSE = Clause("X-1", "", "", "")


def _walls(position: Position) -> Mapping[Site, str]:
    return position.cells_with(lambda kinds: "obstructing" if "obstructing" in kinds else None)


def _fences(position: Position) -> Mapping[Site, str]:
    return dict.fromkeys(position.board.borders, "fence")


def _column(position: Position, cell: Cell) -> int:
    return position.board.grid.column_row(cell)[0]


def sight_by(readings: Mapping[ContactKind, Reading], position: Position) -> BoardVisibility:
    return BoardVisibility(SightPlan("centre", "centre", SightLine(readings)), position)


def fenced(rng: Random) -> Position:
    """Return a square board with walls and fences by lot."""
    size, borders = 6, list[str]()
    for column in range(size):
        for row in range(size):
            here = f"{chr(65 + column)}{row + 1}"
            beside = [f"{chr(66 + column)}{row + 1}"] * (column + 1 < size) + [here[0] + str(row + 2)] * (
                row + 1 < size
            )
            borders += [f"{here}/{other}" for other in beside if rng.random() < 0.15]
    blocked = [f"{chr(65 + place % size)}{place // size + 1}" for place in range(size * size) if rng.random() < 0.15]
    text = f"terrain: {{obstructing: [{', '.join(blocked)}]}}\n  borders: {{impeding: [{', '.join(borders)}]}}"
    return sightline.parse(
        f"sightline: 1\nrules: sodwa\nmap:\n  grid: square\n  size: {size}x{size}\n  {text}\npieces: {{}}\n"
    ).position


PLANS: Mapping[str, Mapping[ContactKind, Reading]] = {
    "touched": {"cell": Leaf(_walls, "cell", 1, _CLAUSE), "touch": Leaf(_walls, "cell", 2, _CLAUSE)},
    "one way": {
        "border": Max((Leaf(_fences, "border", 1, _CLAUSE), Leaf(_walls, "after", 2, _CLAUSE))),
        "corner": Min((Leaf(_fences, "into-one", 2, _CLAUSE), Leaf(_walls, "other", 1, _CLAUSE))),
        "end": Leaf(_walls, "cell", 1, _CLAUSE),
    },
    "by the target's column": {
        "cell": Min((Leaf(_walls, "cell", 2, _CLAUSE), Relation(_column, lambda a, b: a % 2 <= b % 2, "cell", "to", 2)))
    },
}


@pytest.mark.parametrize("name", PLANS)
def test_other_plans_on_squares(name: str) -> None:
    rng = Random(name)
    plan = SightPlan("centre", "centre", SightLine(PLANS[name]))
    for _ in range(4):
        position = fenced(rng)
        sight, cells = BoardVisibility(plan, position), list(position.board)
        assert compare(sight, name, range(len(cells))) == 2
        for one, other in (rng.sample(range(len(cells)), 2) for _ in range(100)):
            degree = find_sighting(plan, position, cells[one], cells[other]).degree
            assert [sight.seen_from(each, one)[other] for each in (1, 2)] == [degree < 1, degree < 2]


def test_what_each_origin_sees_otherwise_is_not_swept() -> None:
    """Where every column is its own kind of origin, and there are many, so are the obstacles."""
    reading = Min((Leaf(_walls, "cell", 2, _CLAUSE), Relation(_column, lambda a, b: a < b, "cell", "from", 2)))
    rng = Random("columns")
    position = walled("square", 12, 6, 0.3, rng).position
    sight = sight_by({"cell": reading}, position)
    assert not sight.shadowcaster.can_answer(1)
    cells = list(position.board)
    for one, other in (rng.sample(range(len(cells)), 2) for _ in range(100)):
        assert sight.seen_from(2, one)[other] == (
            find_sighting(sight.plan, position, cells[one], cells[other]).degree < 2
        )


@pytest.mark.slow
def test_random_plans() -> None:
    rng, met = Random("plans that are swept"), set[tuple[str, bool]]()
    for _ in range(400):
        plan, position = Plans(rng).plan(), random_position(rng)
        sight = BoardVisibility(plan, position)
        if compare(sight, (plan, position), range(len(sight.cell_bits))):
            met |= {(each.kind, sight.layout.is_hex) for each in sight.compiled.contact_classes}
    on_squares = {(kind, False) for kind in ("cell", "end", "touch", "border", "corner")}
    assert met >= on_squares | {(kind, True) for kind in ("cell", "end", "along")}


# --- rows --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("system", BOARDS)
def test_rows_of_large_maps(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told by sweeps where there are any, else in parts, as what is found at once would have no room."""
    rng = Random(f"rows of {system}")
    for _ in range(FEW):
        scenario = sightline.parse(BOARDS[system](rng))
        if not scenario.position.is_free:
            scenario = rulings_of(scenario, rng)
            for sight in ("clear", "impeded"):
                check_rows(scenario, sight, monkeypatch)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rows_of_large_maps_of_walls(layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_rows(walled(layout, 17, 12, 0.2, Random(layout)), "clear", monkeypatch)


def check_rows(scenario: sightline.Scenario, sight: str, patch: pytest.MonkeyPatch) -> None:
    """Compare rows by what is found at once, by sweeps in one thread and in two, and in parts."""
    expected = np.array([*field_of(scenario).rows(sight)])
    with patch.context() as small:
        small.setattr("sightline.field.cell_field.MAX_STREAMED_BYTES", 200)
        small.setattr("sightline.field.visibility.visibility.MAX_BYTES", 1 << 11)
        for threads in (1, 2):
            assert np.array_equal(expected, [*field_of(scenario).rows(sight, threads=threads)]), scenario.to_yaml()
        small.setattr(Shadowcaster, "can_answer", lambda self, degree: False)
        assert np.array_equal(expected, [*field_of(scenario).rows(sight)]), scenario.to_yaml()
