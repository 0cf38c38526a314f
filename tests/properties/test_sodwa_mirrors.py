"""What turns, mirrors or shifts a table of SODWA turns the answers with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sightline
from sightline.lattice import Cell, Grid, parse_grid
from sightline.rules import Danger, installed_systems
from tests.properties.examples import fewer
from tests.properties.grid_motions import NAMES, SQUARE_MOTIONS, STILL, Turn, iter_map, labels, place_of, rulings_of

Border = frozenset[Cell]
TILES = tuple(Cell(q, r) for q, r in product(range(-3, 4), repeat=2))
FACINGS = {
    Cell(0, -1): "N",
    Cell(1, -1): "NE",
    Cell(1, 0): "E",
    Cell(1, 1): "SE",
    Cell(0, 1): "S",
    Cell(-1, 1): "SW",
    Cell(-1, 0): "W",
    Cell(-1, -1): "NW",
}
LETTERS = {kind: terrain.letter for kind, terrain in installed_systems()["sodwa"].terrain.items() if kind != "clear"}
SOLID = {"obstructing", "obstructing-indoor"}
few = fewer(12)  # each asks for every pair of two tables


@dataclass(frozen=True)
class Character:
    """A character; `facing` is a direction."""

    at: Cell
    facing: Cell | None
    stated: Mapping[str, str]


@dataclass(frozen=True)
class Table:
    """Tiles with their kinds and level, borders with theirs, objects by what they are, and characters."""

    tiles: Mapping[Cell, tuple[frozenset[str], int]]
    borders: Mapping[Border, str]
    objects: Mapping[Cell, str]
    characters: tuple[Character, ...]
    rulings: Mapping[str, str]

    def turned(self, turn: Turn) -> Table:
        return Table(
            {turn.place(cell): content for cell, content in self.tiles.items()},
            {frozenset(map(turn.place, border)): kind for border, kind in self.borders.items()},
            {turn.place(cell): kind for cell, kind in self.objects.items()},
            tuple(
                Character(turn.place(each.at), each.facing and turn.direction(each.facing), each.stated)
                for each in self.characters
            ),
            self.rulings,
        )

    def scenario(self, layout: str) -> sightline.Scenario:
        return sightline.parse("\n".join(self._lines(parse_grid(layout))))

    def _lines(self, grid: Grid) -> Iterator[str]:
        label = labels(grid)
        yield from iter_map("sodwa", self.rulings, grid, self._token)
        yield "  borders:"
        for kind in LETTERS:
            borders = ["/".join(map(label, border)) for border, on in self.borders.items() if on == kind]
            yield f"    {kind}: [{', '.join(borders)}]"
        yield "pieces:"
        for name, each in zip(NAMES, self.characters, strict=False):
            facing = {"facing": FACINGS[each.facing]} if each.facing else {}
            stated = ", ".join(f"{key}: {value}" for key, value in {**facing, **each.stated}.items())
            yield f"  {name}: {{at: {label(each.at)}, {stated}}}"
        for number, (cell, kind) in enumerate(self.objects.items()):
            yield f"  crate{number}: {{at: {label(cell)}, kind: object, is: {kind}}}"

    def _token(self, cell: Cell) -> str:
        if cell not in self.tiles:
            return "_"
        kinds, level = self.tiles[cell]
        return ("".join(LETTERS[kind] for kind in sorted(kinds)) or ".") + (str(level) if level else "")


def check(table: Table, turn: Turn, layout: str, other_layout: str) -> None:
    """Compare the answers on a table with those on the turned one."""
    here, there = table.scenario(layout), table.turned(turn).scenario(other_layout)
    names = NAMES[: len(table.characters)]
    for name in names:
        assert seen(here, name, turn) == seen(there, name, STILL), name
        assert reached(here, name, turn) == reached(there, name, STILL), name
    for side in {each.stated["side"] for each in table.characters if "side" in each.stated}:
        assert threatened(here, side, turn) == threatened(there, side, STILL), side
    for pair in permutations(names, 2):
        assert essence(here, pair, turn) == essence(there, pair, STILL), pair


def seen(scenario: sightline.Scenario, name: str, turn: Turn) -> dict[Cell, str]:
    return {place_of(scenario, label, turn): sight for label, sight in scenario.see(name).cells.items()}


def reached(scenario: sightline.Scenario, name: str, turn: Turn) -> dict[Cell, Any]:
    """Return what of the places of a move turns with the table. (Of equally good ways any may be taken.)"""
    cells: Any = scenario.reach(name).cells
    return {
        place_of(scenario, label, turn): (place.cost, place.may_stop, place.ends_move, place.no_stop)
        for label, place in cells.items()
    }


def threatened(scenario: sightline.Scenario, side: str, turn: Turn) -> dict[Cell, Danger]:
    return {place_of(scenario, label, turn): danger for label, danger in scenario.threat(side).cells.items()}


def essence(scenario: sightline.Scenario, pair: tuple[str, str], turn: Turn) -> dict[str, Any]:
    """Return what of a verdict turns."""
    verdict = scenario.shot(*pair)
    keys = ("distance", "sight", "legal", "to_hit", "odds", "kind", "adjacent", "attack_value", "defense_value")
    found = {
        (
            each.clause.id,
            each.effect,
            each.on,
            each.value,
            frozenset(place_of(scenario, cell, turn) for label in each.at for cell in label.split("/")),
        )
        for each in verdict.findings
    }
    return {key: getattr(verdict, key) for key in (*keys, "damage", "ignored", "rulings")} | {"findings": found}


# --- strategies --------------------------------------------------------------------------------------------

numbers = st.sampled_from(("{accuracy: 40, defense: 100, damage: 3}", "{accuracy: 60, defense: 120, damage: 5}"))
stated = st.fixed_dictionaries(
    {"melee": numbers, "ranged": numbers, "move": st.integers(0, 5).map(str), "range": st.integers(0, 6).map(str)},
    optional={
        "side": st.sampled_from(("red", "red", "blue")),
        "evasion": st.sampled_from(("5", "10")),
        "moved": st.just("true"),
        "attacked": st.just("true"),
        "abilities": st.just("[flight]"),
    },
)
contents = st.tuples(st.frozensets(st.sampled_from(list(LETTERS)), max_size=2), st.sampled_from((0, 0, 1)))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a square with holes, terrain, levels and borders, two to five characters, and objects."""
    holes = draw(st.sets(st.sampled_from(TILES), max_size=4))
    tiles = {cell: (frozenset[str](), 0) for cell in TILES if cell not in holes}
    tiles |= draw(st.dictionaries(st.sampled_from(list(tiles)), contents, max_size=14))
    beside = ((cell, Cell(cell.q + q, cell.r + r)) for cell in tiles for q, r in ((1, 0), (0, 1)))
    sides = [frozenset(pair) for pair in beside if pair[1] in tiles]
    borders = draw(st.dictionaries(st.sampled_from(sides), st.sampled_from(list(LETTERS)), max_size=10))
    free = [cell for cell, (kinds, _) in tiles.items() if not kinds & SOLID]
    places = draw(st.lists(st.sampled_from(free), min_size=2, max_size=len(NAMES), unique=True))
    objects = draw(st.dictionaries(st.sampled_from(free), st.sampled_from(list(LETTERS)), max_size=3))
    objects = {cell: kind for cell, kind in objects.items() if kind not in SOLID or cell not in places}
    facings = st.sampled_from((None, *FACINGS))
    characters = tuple(Character(at, draw(facings), draw(stated)) for at in places)
    return Table(tiles, borders, objects, characters, draw(rulings_of("sodwa")))


@pytest.mark.slow
@pytest.mark.parametrize("motion", SQUARE_MOTIONS)
@few
@given(tables(), st.data())
def test_answers_turn_with_the_table(motion: str, table: Table, data: st.DataObject) -> None:
    check(table, *data.draw(SQUARE_MOTIONS[motion]))
