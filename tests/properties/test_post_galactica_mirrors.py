"""What turns, mirrors or shifts a table of Post Galactica turns the answers with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sightline
from sightline.lattice import Cell, Grid, parse_grid
from sightline.rules import Danger
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
    place_of,
    rulings_of,
)

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
few = fewer(8)  # each asks for every pair of two tables


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
        label = labels(grid)
        yield from iter_map("post-galactica", self.rulings, grid, self._token)
        yield "  kinds: {wreck: {blocks: true, cover: heavy}, smoke: {blocks: false, cover: light, difficult: true}}"
        yield "  legend: {w: wreck, m: smoke}"
        yield "pieces:"
        for name, (at, stated) in zip(NAMES, self.pieces, strict=False):
            place = f"[{', '.join(map(label, at))}]" if "building" in stated else label(at[0])
            yield f"  {name}: {{at: {place}, {', '.join(f'{key}: {value}' for key, value in stated.items())}}}"

    def _token(self, cell: Cell) -> str:
        kinds = self.ground.get(cell)
        return "_" if kinds is None else "".join(HEXES[kind] for kind in sorted(kinds)) or "."


def check(table: Table, turn: Turn, layout: str, other_layout: str) -> None:
    """Compare the answers on a table with those on the turned one."""
    here, there = table.scenario(layout), table.turned(turn).scenario(other_layout)
    names = NAMES[: len(table.pieces)]
    for name, (_, stated) in zip(names, table.pieces, strict=True):
        assert seen(here, name, turn) == seen(there, name, STILL), name
        if "building" not in stated:
            assert reached(here, name, turn) == reached(there, name, STILL), name
    for side in {stated["side"] for _, stated in table.pieces if "side" in stated}:
        assert threatened(here, side, turn) == threatened(there, side, STILL), side
    for pair in permutations(names, 2):
        assert essence(here, pair, turn) == essence(there, pair, STILL), pair


def seen(scenario: sightline.Scenario, name: str, turn: Turn) -> dict[Cell, str]:
    return {place_of(scenario, label, turn): sight for label, sight in scenario.see(name).cells.items()}


def threatened(scenario: sightline.Scenario, side: str, turn: Turn) -> dict[Cell, Danger]:
    return {place_of(scenario, label, turn): danger for label, danger in scenario.threat(side).cells.items()}


def reached(scenario: sightline.Scenario, name: str, turn: Turn) -> dict[Cell, Any]:
    """Return what of the places of a move turns with the table. (Of equally good ways any may be taken.)"""
    return {
        place_of(scenario, label, turn): (place.cost, place.may_stop, place.ends_move, place.stops)
        for label, place in scenario.reach(name).cells.items()
    }


def essence(scenario: sightline.Scenario, pair: tuple[str, str], turn: Turn) -> dict[str, Any]:
    """Return what of a verdict turns. (Labels decide which of equal covers counts, and so what rulings matter.)"""
    verdict = scenario.shot(*pair)
    keys = ("distance", "sight", "legal", "to_hit", "odds", "margin", "too_close", "cover", "engaged")
    found = Counter(
        (each.clause.id, each.effect, each.on, frozenset(place_of(scenario, label, turn) for label in each.at))
        for each in verdict.findings
        if each.effect not in ("modifies", "notes")
    )
    return {key: getattr(verdict, key) for key in keys} | {"findings": found}


# --- strategies --------------------------------------------------------------------------------------------

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
    """Return a disc with holes and terrain, and two to five units and buildings."""
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
        beside = {neighbour(cell, step) for step in draw(st.sets(st.sampled_from(STEPS), max_size=2))}
        more = sorted((beside & ground.keys()) - taken)
        taken.update(more)
        pieces.append(((cell, *more), draw(buildings)))
    return Table(ground, tuple(pieces), draw(rulings_of("post-galactica")))


@pytest.mark.slow
@pytest.mark.parametrize("motion", HEX_MOTIONS)
@few
@given(tables(), st.data())
def test_answers_turn_with_the_table(motion: str, table: Table, data: st.DataObject) -> None:
    check(table, *data.draw(HEX_MOTIONS[motion]))
