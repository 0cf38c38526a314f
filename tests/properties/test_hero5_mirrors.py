"""What turns, mirrors or shifts a table of HERO turns the answers with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import sightline
from sightline.board import parse_cell, parse_point
from sightline.lattice import Cell, Grid, parse_grid
from tests.properties.examples import fewer
from tests.properties.grid_motions import (
    DISC,
    HEX_MOTIONS,
    NAMES,
    STEPS,
    STILL,
    Turn,
    iter_map,
    labels,
    neighbour,
    off_map,
    on_map,
    rulings_of,
)

Site = frozenset[Cell]
"""A hex, the two hexes of a border, or the three round a corner."""
HEXES = {".": ".", "difficult": "d", "obstacle": "o", "blocking": "#", "thicket": "t", "hedge": "h"}
BORDERS = ("fence", "low-wall", "wall", "door-frame")
few = fewer(30)  # each asks for every pair of two tables


@dataclass(frozen=True)
class Table:
    """Hexes with their terrain, borders with theirs, and characters round the hexes of their middles."""

    ground: Mapping[Cell, str]
    borders: Mapping[Site, str]
    characters: tuple[tuple[Site, Mapping[str, Any]], ...]
    rulings: Mapping[str, str]

    def turned(self, turn: Turn) -> Table:
        def place(site: Site) -> Site:
            return frozenset(map(turn.place, site))

        return Table(
            {turn.place(cell): kind for cell, kind in self.ground.items()},
            {place(border): kind for border, kind in self.borders.items()},
            tuple((place(at), stated) for at, stated in self.characters),
            self.rulings,
        )

    def scenario(self, layout: str) -> sightline.Scenario:
        return sightline.parse("\n".join(self._lines(parse_grid(layout))))

    def _lines(self, grid: Grid) -> Iterator[str]:
        label = labels(grid)

        def name(at: Site) -> str:
            if len(at) == 1:
                return label(*at)
            corners = ({grid.corner(on_map(cell), index) for index in range(6)} for cell in at)
            (point,) = set.intersection(*corners)
            known = (
                (off_map(cell), corner) for cell, corner in grid.corner_names(point) if off_map(cell) in self.ground
            )
            return next(f"{label(cell)}@{corner}" for cell, corner in known)

        yield from iter_map("hero5", self.rulings, grid, self._token)
        yield "  kinds: {thicket: {difficult: true, covers: half}, hedge: {covers: mostly, height: low}}"
        yield "  legend: {t: thicket, h: hedge}"
        yield "  borders:"
        for kind in BORDERS:
            borders = ["/".join(map(label, border)) for border, on in self.borders.items() if on == kind]
            yield f"    {kind}: [{', '.join(borders)}]"
        yield "pieces:"
        for piece, (at, stated) in zip(NAMES, self.characters, strict=False):
            yield f"  {piece}: {{at: {name(at)}, {', '.join(f'{key}: {value}' for key, value in stated.items())}}}"

    def _token(self, cell: Cell) -> str:
        kind = self.ground.get(cell)
        return "_" if kind is None else HEXES[kind]


def check(table: Table, turn: Turn, layout: str, other_layout: str) -> None:
    """Compare the answers on a table with those on the turned one."""
    try:
        here = table.scenario(layout)
    except sightline.ScenarioError:
        reject()  # a character does not fit where it was put
    there = table.turned(turn).scenario(other_layout)
    names = NAMES[: len(table.characters)]
    for name in names:
        assert seen(here, name, turn) == seen(there, name, STILL), name
        assert reached(here, name, turn) == reached(there, name, STILL), name
    for pair in permutations(names, 2):
        assert essence(here, pair) == essence(there, pair), pair


def seen(scenario: sightline.Scenario, name: str, turn: Turn) -> dict[Site, str]:
    return {turned_place(scenario, label, turn): sight for label, sight in scenario.see(name).cells.items()}


def reached(scenario: sightline.Scenario, name: str, turn: Turn) -> dict[Site, Any]:
    """Return what of the places of a move turns with the table. (Of equally good ways any may be taken.)"""
    cheap: Any = scenario.reach(name).cells
    frugal: Any = scenario.reach(name, fewest_attacks=True).cells
    assert cheap.keys() == frugal.keys()
    return {
        turned_place(scenario, label, turn): (
            *(place.cost, place.may_stop, place.stops, place.squeezed, len(place.rolls)),
            *(len(frugal[label].provokes), frugal[label].cost),
        )
        for label, place in cheap.items()
    }


def turned_place(scenario: sightline.Scenario, label: str, turn: Turn) -> Site:
    at_corner = "@" in label
    board = scenario.board
    cells = board.grid.cells_at(parse_point(board, label)) if at_corner else (parse_cell(board, label),)
    return frozenset(turn.place(off_map(cell)) for cell in cells)


def essence(scenario: sightline.Scenario, pair: tuple[str, str]) -> dict[str, Any]:
    """Return what of a verdict stays.

    Names decide which of equally good corners is picked, and so what lines meet.
    """
    verdict = scenario.shot(*pair)
    keys = ("distance", "sight", "legal", "concealment", "to_hit", "odds")
    return {key: getattr(verdict, key) for key in keys}


# --- strategies --------------------------------------------------------------------------------------------

stated = st.fixed_dictionaries(
    {"movement": st.integers(0, 4), "weapons": st.sampled_from(("[]", "[{name: claws, range: melee}]"))},
    optional={
        "side": st.sampled_from(("red", "blue")),
        "shrinking": st.integers(1, 3),
        "helpless": st.just("true"),
        "flying": st.just("true"),
        "acrobatics": st.just(11),
        "contortionist": st.just(12),
    },
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a disc with holes, terrain and borders, and two to four characters of all widths."""
    holes = draw(st.sets(st.sampled_from(DISC), max_size=4))
    ground = dict.fromkeys((cell for cell in DISC if cell not in holes), ".")
    ground |= draw(st.dictionaries(st.sampled_from(list(ground)), st.sampled_from(list(HEXES)), max_size=10))
    beside = ((cell, neighbour(cell, step)) for cell in ground for step in STEPS[:3])
    sides = [frozenset(pair) for pair in beside if pair[1] in ground]
    borders = draw(st.dictionaries(st.sampled_from(sides), st.sampled_from(BORDERS), max_size=10))
    characters = draw(st.lists(character(list(ground)), min_size=2, max_size=min(4, len(NAMES))))
    return Table(ground, borders, tuple(characters), draw(rulings_of("hero5")))


@st.composite
def character(draw: st.DrawFn, hexes: list[Cell]) -> tuple[Site, Mapping[str, Any]]:
    says = draw(stated)
    growth = 0 if "shrinking" in says else draw(st.sampled_from((0, 0, 0, 1, 1, 2, 3)))
    cell = draw(st.sampled_from(hexes))
    at = {cell}
    if growth % 2:
        number = draw(st.integers(0, 5))
        at |= {neighbour(cell, STEPS[number]), neighbour(cell, STEPS[(number + 1) % 6])}
    return frozenset(at), {"growth": growth, **says}


@pytest.mark.slow
@pytest.mark.parametrize("motion", HEX_MOTIONS)
@few
@given(tables(), st.data())
def test_answers_turn_with_the_table(motion: str, table: Table, data: st.DataObject) -> None:
    check(table, *data.draw(HEX_MOTIONS[motion]))
