"""What a field tells of a whole map is what single looks tell pair by pair."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import numpy as np
import pytest

import sightline
from sightline.field.cell_field import CellField
from sightline.field.visibility.visibility import BoardVisibility
from sightline.lattice import Cell
from sightline.rules import Position, Sight, require
from sightline.sight import PlannedSight, find_sighting
from tests.reference.boards import many, sampled
from tests.reference.combat_hex import boards as combat_hex
from tests.reference.hero5 import boards as hero5_worlds
from tests.reference.hero5 import sight_boards as hero5_sight_worlds
from tests.reference.penance import boards as penance
from tests.reference.post_galactica import boards as post_galactica
from tests.reference.sodwa import boards as sodwa

BOARDS: dict[str, Callable[[Random], str]] = {
    "penance": lambda rng: penance.to_yaml(penance.random_world(rng)),
    "hero5": lambda rng: hero5_worlds.to_yaml(hero5_sight_worlds.random_board(rng)),
    "combat-hex": lambda rng: combat_hex.to_yaml(combat_hex.random_world(rng)),
    "post-galactica": lambda rng: post_galactica.to_yaml(post_galactica.random_world(rng)),
    "sodwa": lambda rng: sodwa.to_yaml(sodwa.random_world(rng)),
}
FEW, MANY, SHARDS, PAIRS = 2, many(15), 2, 60
VALUES = {Sight.BLOCKED: 0, Sight.IMPEDED: 1, Sight.CLEAR: 2}


def field_of(scenario: sightline.Scenario) -> CellField:
    field = scenario.field()
    assert isinstance(field, CellField)
    return field


def visibility_of(scenario: sightline.Scenario) -> BoardVisibility:
    """Return the visibility that the field of a scenario is made of."""
    return BoardVisibility(require(scenario.rules, PlannedSight).dummy_sight(scenario.position), scenario.position)


def seen(field: CellField, *, threads: int | None = None) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return all pairs as `see` tells them: 0 blocked, 1 impeded, 2 clear."""
    cells = len(field.cells)
    clear, impeded = (
        np.unpackbits(field.pairs(sight, threads=threads).view(np.uint8), axis=1, bitorder="little")
        for sight in ("clear", "impeded")
    )
    assert not clear[:, cells:].any()
    assert not impeded[:, cells:].any()
    return np.asarray(2 * clear[:, :cells] + impeded[:, :cells])


def without_others(position: Position, *ends: Cell) -> Position:
    """Return the position without whoever stands on an end and on other cells too."""
    board = position.board
    names = {piece.name for cell in ends for piece in board.occupants.get(cell, ()) if len(piece.cells) > 1}
    for name in names:
        board = board.without_piece(name)
    return position.with_surface(board) if names else position


def looked(scenario: sightline.Scenario, one: Cell, other: Cell) -> int:
    """Return what a single look from one cell to another finds."""
    if one == other:
        return 0
    position = without_others(scenario.position, one, other)
    return VALUES[
        find_sighting(require(scenario.rules, PlannedSight).dummy_sight(position), position, one, other).sight
    ]


def rulings_of(scenario: sightline.Scenario, rng: Random) -> sightline.Scenario:
    """Return the scenario under rulings by lot."""
    return scenario.with_rulings({ruling.name: rng.choice(ruling.choices) for ruling in scenario.rules.rulings})


def compare(system: str, rng: Random, boards: int) -> None:
    for _ in range(boards):
        scenario = sightline.parse(BOARDS[system](rng))
        if scenario.position.is_free:
            continue
        check(rulings_of(scenario, rng), rng)


def check(scenario: sightline.Scenario, rng: Random) -> None:
    field, cells = field_of(scenario), list(scenario.board)
    found = seen(field)
    assert field.cells == tuple(map(scenario.position.label, cells))
    for one, other in (rng.sample(range(len(cells)), 2) for _ in range(PAIRS if len(cells) > 1 else 0)):
        told = scenario.to_yaml(), field.cells[one], field.cells[other]
        assert found[one, other] == looked(scenario, cells[one], cells[other]), told
    for label in rng.sample(field.cells, min(3, len(field.cells))):
        assert field.see(label).tolist() == found[field.cells.index(label)].tolist(), (scenario.to_yaml(), label)


@pytest.mark.parametrize("system", BOARDS)
def test_a_few_boards(system: str) -> None:
    compare(system, Random(f"fields of {system}"), FEW)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("system", BOARDS)
def test_boards(system: str, shard: int) -> None:
    compare(system, Random(f"fields of {system}, {shard}"), MANY)


# --- small ones, all of them ---------------------------------------------------------------------------------


def every_pattern(layout: str, size: int, places: list[int]) -> Iterator[sightline.Scenario]:
    for walls in product((False, True), repeat=len(places)):
        blocked = {place for place, is_wall in zip(places, walls, strict=True) if is_wall}
        yield patterned(layout, size, blocked)


def patterned(layout: str, size: int, blocked: set[int]) -> sightline.Scenario:
    is_square = layout == "square"
    grid = "grid: square" if is_square else f"grid: hex\n  hexes: {layout}"
    wall, rules = ("obstructing", "sodwa") if is_square else ("wall", "penance")
    labels = [f"{chr(ord('A') + place % size)}{place // size + 1}" for place in sorted(blocked)]
    terrain = f"terrain: {{{wall}: [{', '.join(labels)}]}}"
    return sightline.parse(
        f"sightline: 1\nrules: {rules}\nmap:\n  {grid}\n  size: {size}x{size}\n  {terrain}\npieces: {{}}\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["square", "flat even-q", "pointy odd-r"])
def test_every_pattern_of_walls(layout: str) -> None:
    """The other two layouts, which are the same hexes with the other lines shifted, are those of `test_sizes`."""
    size, places = (3, list(range(9))) if layout == "square" else (5, seven(layout))
    for scenario in sampled(every_pattern(layout, size, places)):
        cells = list(scenario.board)
        expected = [[looked(scenario, one, other) for other in cells] for one in cells]
        field = field_of(scenario)
        assert seen(field).tolist() == expected, scenario.to_yaml()
        assert [field.see(label).tolist() for label in field.cells] == expected, scenario.to_yaml()


def seven(layout: str) -> list[int]:
    """Return the places of a hex in the middle of 5 x 5 and its neighbours."""
    board = patterned(layout, 5, set()).board
    middle = board.grid.cell_at(2, 2)
    places = [board.index(cell) for cell in (middle, *board.grid.neighbours(middle))]
    return [place for place in places if place is not None]


# --- boards of sizes around those of words of bits -------------------------------------------------------------

SIZES = [(1, 70), (70, 1), (63, 3), (64, 2), (129, 2), (3, 65), (2, 128), (66, 9), (11, 70)]


def drawn(layout: str, columns: int, rows: int, tokens: str, rng: Random) -> sightline.Scenario:
    """Return a board of these tokens by lot."""
    grid, rules = ("square", "sodwa") if layout == "square" else (f"hex\n  hexes: {layout}", "penance")
    lines = "\n    ".join(" ".join(rng.choices(tokens.split(), k=columns)) for _ in range(rows))
    return sightline.parse(
        f"sightline: 1\nrules: {rules}\nmap:\n  grid: {grid}\n  cells: |\n    {lines}\npieces: {{}}\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("tokens", [". . . . . . . . . #", ". # #", ". . . . . . # _ _", ". . . . . # .1"])
@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("layout", ["square", "flat odd-q", "pointy even-r"])
def test_sizes(layout: str, columns: int, rows: int, tokens: str) -> None:
    rng = Random(f"{layout} {columns} {rows} {tokens}")
    scenario = drawn(layout, columns, rows, tokens, rng)
    check(scenario, rng)
    field = field_of(scenario)
    found = seen(field, threads=2)
    assert not found.diagonal().any()
    for label in {field.cells[0], field.cells[-1], *rng.sample(field.cells, 5)}:
        assert field.see(label).tolist() == found[field.cells.index(label)].tolist(), (scenario.to_yaml(), label)


# --- the same however it is asked -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["square", "flat odd-q", "pointy even-r"])
def test_rows_are_those_of_pairs_whatever_the_threads(layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(layout)
    scenario = patterned(layout, 20, set(rng.sample(range(400), 60)))
    field = field_of(scenario)
    pairs = field.pairs(threads=1)
    assert (pairs == field.pairs(threads=2)).all()
    monkeypatch.setattr("sightline.field.cell_field.MAX_STREAMED_BYTES", 30 * 50)
    monkeypatch.setattr("sightline.field.visibility.visibility.MAX_BYTES", 1 << 12)
    assert np.array_equal(np.array([*field_of(scenario).rows()]), pairs)


@pytest.mark.parametrize("tokens", [". . . . #", ". . . . # .1"])
@pytest.mark.parametrize("layout", ["square", "flat odd-q", "pointy even-r"])
def test_rows_of_some_cells(layout: str, tokens: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(f"{layout} {tokens}")
    sight = visibility_of(drawn(layout, 24, 21, tokens, rng))
    degree, cells = sight.degree(Sight.CLEAR), np.arange(24 * 21)
    assert degree is not None
    find_rows, some = sight.row_function(degree, 2), np.array(rng.sample(cells.tolist(), 40))
    found = find_rows(cells)
    assert np.array_equal(find_rows(some), found[some])
    monkeypatch.setattr("sightline.field.visibility.visibility.MAX_BYTES", 1 << 13)
    assert np.array_equal(sight.row_function(degree, 1)(some), found[some])


@pytest.mark.parametrize("layout", ["square", "flat odd-q", "pointy even-r"])
def test_an_updated_field_equals_a_new_one(layout: str) -> None:
    rng = Random(f"updates {layout}")
    walls = set(rng.sample(range(144), 20))
    field = field_of(patterned(layout, 12, walls))
    for count in (0, 1, 5):
        before = seen(field)
        walls ^= set(rng.sample(range(144), count))
        scenario = patterned(layout, 12, walls)
        updated = field.update(scenario)
        assert np.array_equal(seen(updated), seen(field_of(scenario)))
        assert np.array_equal(seen(field), before)
        field = updated


def test_changing_an_answer_does_not_change_the_field() -> None:
    field = field_of(patterned("square", 5, {7}))
    expected = field.pairs()
    field.pairs()[:] = 0
    assert np.array_equal(field.pairs(), expected)


def test_only_clear_and_impeded_pairs_are_reported() -> None:
    field = field_of(patterned("square", 3, set()))
    for sight in ("blocked", "foggy"):
        for ask in (field.pairs, field.rows):
            with pytest.raises(ValueError, match=f"clear, or impeded, not '{sight}'"):
                ask(sight)


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("Z9", "Z9 is off the map, which is 3x2; allowed: A1 to C2"),
        (
            "b1",
            "'b1' is not a cell: write capital letters for the column, then the row, counted from 1; allowed: A1 to C2",
        ),
        ("B2", "B2 is a hole in the map; allowed: A1 to C2"),
    ],
)
def test_what_no_cell_sees_is_not_reported(label: str, message: str) -> None:
    drawing = "sightline: 1\nrules: sodwa\nmap:\n  grid: square\n  cells: |\n    . . .\n    . _ .\npieces: {}\n"
    with pytest.raises(KeyError, match=re.escape(message)):
        field_of(sightline.parse(drawing)).see(label)
