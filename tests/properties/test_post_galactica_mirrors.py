"""What turns, mirrors or shifts a table of Post Galactica turns the answers with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import sightline
from sightline.board import Board, format_cell, parse_cell
from sightline.lattice import HEX_LAYOUTS, Cell, Grid, parse_grid
from sightline.rules import Danger, installed_systems

from .tables import DISC, MIDDLE, NAMES, SIZE, STEPS, Turn, layouts, on_map, shifts

HEXES = {
    "difficult": "d",
    "impassable": "x",
    "blocking": "#",
    "light-cover": "l",
    "heavy-cover": "h",
    "obscuring": "s",
    "wreck": "w",
    "smoke": "m",
}
RULINGS = installed_systems()["post-galactica"].rulings
few = settings(max_examples=8)  # each asks for every pair of two tables


@dataclass(frozen=True)
class Table:
    """Hexes with their terrain, and units and buildings with the hexes that they stand on."""

    ground: Mapping[Cell, frozenset[str]]
    pieces: tuple[tuple[tuple[Cell, ...], Mapping[str, Any]], ...]
    rulings: Mapping[str, str]

    def turned(self, turn: Turn) -> Table:
        return Table(
            {turn.place(cell): kinds for cell, kinds in self.ground.items()},
            tuple((tuple(map(turn.place, at)), stated) for at, stated in self.pieces),
            self.rulings,
        )

    def scenario(self, layout: str) -> sightline.Scenario:
        return sightline.parse("\n".join(self._lines(parse_grid(layout))))

    def _lines(self, grid: Grid) -> Iterator[str]:
        board = Board.empty(grid, SIZE, SIZE)
        yield "sightline: 1\nrules: post-galactica"
        yield f"rulings: {{{', '.join(f'{name}: {choice}' for name, choice in self.rulings.items())}}}"
        yield f"map:\n  grid: hex\n  hexes: {grid.layout}"
        yield "  kinds: {wreck: {blocks: true, cover: heavy}, smoke: {blocks: false, cover: light, difficult: true}}"
        yield "  legend: {w: wreck, m: smoke}\n  cells: |"
        for row in range(SIZE):
            yield "    " + " ".join(self._token(grid.cell_at(column, row)) for column in range(SIZE))
        yield "pieces:"
        for name, (at, stated) in zip(NAMES, self.pieces, strict=False):
            labels = [format_cell(board, on_map(cell)) for cell in at]
            is_building = "building" in stated
            place = f"[{', '.join(labels)}]" if is_building else labels[0]
            yield f"  {name}: {{at: {place}, {', '.join(f'{key}: {value}' for key, value in stated.items())}}}"

    def _token(self, cell: Cell) -> str:
        kinds = self.ground.get(_off_map(cell))
        return "_" if kinds is None else "".join(HEXES[kind] for kind in sorted(kinds)) or "."


def _off_map(cell: Cell) -> Cell:
    return Cell(cell.q - MIDDLE.q, cell.r - MIDDLE.r)


def check(table: Table, turn: Turn, layout: str, other_layout: str) -> None:
    """Compare the answers on a table with those on the turned one."""
    here, there = table.scenario(layout), table.turned(turn).scenario(other_layout)
    names = NAMES[: len(table.pieces)]
    for name, (_, stated) in zip(names, table.pieces, strict=True):
        assert seen(here, name, turn) == seen(there, name, Turn()), name
        if "building" not in stated:
            assert reached(here, name, turn) == reached(there, name, Turn()), name
    for side in {stated["side"] for _, stated in table.pieces if "side" in stated}:
        assert threatened(here, side, turn) == threatened(there, side, Turn()), side
    for pair in permutations(names, 2):
        assert essence(here, pair, turn) == essence(there, pair, Turn()), pair


def turned_place(scenario: sightline.Scenario, label: str, turn: Turn) -> Cell:
    return turn.place(_off_map(parse_cell(scenario.board, label)))


def seen(scenario: sightline.Scenario, name: str, turn: Turn) -> dict[Cell, str]:
    return {turned_place(scenario, label, turn): sight for label, sight in scenario.see(name).cells.items()}


def threatened(scenario: sightline.Scenario, side: str, turn: Turn) -> dict[Cell, Danger]:
    return {turned_place(scenario, label, turn): danger for label, danger in scenario.threat(side).cells.items()}


def reached(scenario: sightline.Scenario, name: str, turn: Turn) -> dict[Cell, Any]:
    """What of the places of a move turns with the table. (Of equally good ways any may be taken.)"""
    return {
        turned_place(scenario, label, turn): (place.cost, place.may_stop, place.ends_move, place.stops)
        for label, place in scenario.reach(name).cells.items()
    }


def essence(scenario: sightline.Scenario, pair: tuple[str, str], turn: Turn) -> dict[str, Any]:
    """What of a verdict turns. (Labels decide which of equal covers counts, and so what rulings matter.)"""
    verdict = scenario.shot(*pair)
    keys = ("distance", "sight", "legal", "to_hit", "odds", "margin", "too_close", "cover", "engaged")
    found = Counter(
        (each.clause.id, each.effect, each.on, frozenset(turned_place(scenario, label, turn) for label in each.at))
        for each in verdict.findings
        if each.effect not in ("modifies", "notes")
    )
    return {key: getattr(verdict, key) for key in keys} | {"findings": found}


# --- strategies --------------------------------------------------------------------------------------------

rulings = st.fixed_dictionaries({}, optional={ruling.name: st.sampled_from(ruling.choices) for ruling in RULINGS})
weapons = st.sampled_from(
    ("[]", "[{name: gun, range: 9}]", "[{name: gun, range: 3}]", "[{name: pike, range: melee, melee_reach: 2}]")
)
common: dict[str, st.SearchStrategy[Any]] = {
    "side": st.sampled_from(("red", "red", "blue")),
    "allows": st.sampled_from(("[PG-20.5]", "[PG-21.3]", "[PG-20.6, PG-21.4]")),
    "protected": st.just("by truce"),
}
units = st.fixed_dictionaries(
    {"movement": st.integers(0, 5), "weapons": weapons},
    optional={
        **common,
        "tags": st.sampled_from(("[Large]", "[Stealth]", "[Stealth Detection]")),
        "disengaged": st.just("true"),
    },
)
buildings = st.fixed_dictionaries(
    {"building": st.just("true"), "weapons": weapons, "tags": st.sampled_from(("[]", "[shoot-through]"))},
    optional={**common, "cover": st.sampled_from(("none", "light", "heavy"))},
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A disc with holes and terrain, and two to five units and buildings."""
    holes = draw(st.sets(st.sampled_from(DISC), max_size=4))
    ground = dict.fromkeys((cell for cell in DISC if cell not in holes), frozenset[str]())
    some = st.frozensets(st.sampled_from(list(HEXES)), min_size=1, max_size=2)
    ground |= draw(st.dictionaries(st.sampled_from(list(ground)), some, max_size=12))
    places = draw(st.lists(st.sampled_from(list(ground)), min_size=2, max_size=len(NAMES), unique=True))
    taken = set(places)
    pieces: list[tuple[tuple[Cell, ...], Mapping[str, Any]]] = []
    for cell in places:
        if draw(st.booleans()):
            pieces.append(((cell,), draw(units)))
            continue
        beside = {Cell(cell.q + step.q, cell.r + step.r) for step in draw(st.sets(st.sampled_from(STEPS), max_size=2))}
        more = sorted((beside & ground.keys()) - taken)
        taken.update(more)
        pieces.append(((cell, *more), draw(buildings)))
    return Table(ground, tuple(pieces), draw(rulings))


@few
@given(tables(), st.integers(1, 5), layouts)
def test_rotated(table: Table, turns: int, layout: str) -> None:
    check(table, Turn(turns), layout, layout)


@few
@given(tables(), st.integers(0, 5), layouts)
def test_mirrored(table: Table, turns: int, layout: str) -> None:
    check(table, Turn(turns, is_mirrored=True), layout, layout)


@few
@given(tables(), shifts, layouts)
def test_shifted(table: Table, by: Cell, layout: str) -> None:
    check(table, Turn(by=by), layout, layout)


@few
@given(tables(), st.sampled_from(HEX_LAYOUTS), layouts)
def test_the_same_axial_hexes_in_another_layout(table: Table, one: str, other: str) -> None:
    check(table, Turn(), one, other)
