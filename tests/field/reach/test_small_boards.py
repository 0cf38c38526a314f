"""Reach from all sources on small boards: all patterns of walls, and many of walls and expensive terrain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

import pytest

import sightline
from sightline.field.cell_field import CellField
from sightline.lattice import HEX_LAYOUTS, parse_grid
from tests.field.reach.test_all_sources import costs_in, costs_of
from tests.reference.boards import TIMES, sampled

GROUND = {
    "sodwa": ("obstructing", "difficult"),
    "penance": ("wall", "rubble"),
    "hero5": ("obstacle", "difficult"),
    "post-galactica": ("impassable", "difficult"),
}
"""Terrain that cannot be entered, and terrain that is expensive."""
STATED = {
    "sodwa": "side: red",
    "penance": "facing: FACING",
    "hero5": "side: red",
    "post-galactica": "side: red, movement: 3",
}
LABELS = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "ABC")
SHARE = 203
"""One in this many patterns of walls and expensive terrain is compared."""


def cells_of(layout: str) -> tuple[str, ...]:
    """Return the labels of nine squares, or of a hex and its six neighbours."""
    grid = parse_grid(layout)
    if layout == "square":
        return LABELS
    near = {grid.column_row(cell) for cell in (grid.cell_at(1, 1), *grid.neighbours(grid.cell_at(1, 1)))}
    return tuple(label for number, label in enumerate(LABELS) if (number % 3, number // 3) in near)


def scenario_of(system: str, layout: str, kinds: Sequence[str]) -> sightline.Scenario:
    """Return a board with one of `kinds` of terrain in each cell, "" for none, and a piece in the first open one."""
    cells = cells_of(layout)
    grid = "grid: square" if layout == "square" else f"grid: hex\n  hexes: {layout}"
    terrain = {kind: [cell for cell, own in zip(cells, kinds, strict=True) if own == kind] for kind in GROUND[system]}
    listed = ", ".join(f"{kind}: [{', '.join(where)}]" for kind, where in terrain.items() if where)
    tokens = ["." if label in cells else "_" for label in LABELS]
    drawing = "".join(f"    {' '.join(tokens[first : first + 3])}\n" for first in (0, 3, 6))
    at = next(cell for cell, kind in zip(cells, kinds, strict=True) if kind != GROUND[system][0])
    stated = STATED[system].replace("FACING", parse_grid(layout).facings[0])
    return sightline.parse(
        f"sightline: 1\nrules: {system}\nmap:\n  {grid}\n  cells: |\n{drawing}  terrain: {{{listed}}}\n"
        f"pieces: {{Ann: {{at: {at}, {stated}}}}}\n"
    )


def check(scenario: sightline.Scenario) -> int:
    """Compare what the piece reaches from every place; return the number of places where it can stand."""
    field = scenario.field()
    assert isinstance(field, CellField)
    labels, stands = field.places("Ann"), 0
    every, stops = field.reach("Ann"), field.reach("Ann", to_stop=True)
    assert costs_of(labels, field.reaches()["Ann"]) == costs_in(scenario, "Ann", to_stop=False), scenario.to_yaml()
    for label, row, stop in zip(labels, every, stops, strict=True):
        try:
            there = scenario.with_piece("Ann", at=label)
        except sightline.ScenarioError:
            assert not costs_of(labels, row), (label, scenario.to_yaml())
        else:
            stands += 1
            assert costs_of(labels, row) == costs_in(there, "Ann", to_stop=False), (label, scenario.to_yaml())
            assert costs_of(labels, stop) == costs_in(there, "Ann", to_stop=True), (label, scenario.to_yaml())
    return stands


def patterns(layout: str, kinds: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Return all patterns of some kinds of terrain and none, except the first kind everywhere."""
    cells = len(cells_of(layout))
    return (each for each in product(("", *kinds), repeat=cells) if each != (kinds[0],) * cells)


WORLDS = [("sodwa", "square"), *product(("penance", "hero5", "post-galactica"), HEX_LAYOUTS)]


@pytest.mark.parametrize(("system", "layout"), WORLDS)
def test_a_few_patterns(system: str, layout: str) -> None:
    few = islice(patterns(layout, GROUND[system]), 5, None, 2_003)
    assert sum(check(scenario_of(system, layout, each)) for each in few)


@pytest.mark.slow
@pytest.mark.parametrize(("system", "layout"), [*WORLDS[:2], *WORLDS[7:8], *WORLDS[11:12]])
def test_every_pattern_of_walls(system: str, layout: str) -> None:
    for each in sampled(patterns(layout, GROUND[system][:1])):
        assert check(scenario_of(system, layout, each))


@pytest.mark.slow
@pytest.mark.parametrize(("system", "layout"), WORLDS)
def test_many_patterns_of_walls_and_expensive_terrain(system: str, layout: str) -> None:
    for each in islice(patterns(layout, GROUND[system]), 0, None, max(1, round(SHARE / TIMES))):
        check(scenario_of(system, layout, each))
