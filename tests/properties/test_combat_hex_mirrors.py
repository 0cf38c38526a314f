"""What turns, mirrors or shifts a table of Combat Hex turns the answers with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sightline
from sightline.lattice import Cell, Grid, parse_grid
from sightline.rules import Finding
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

Border = frozenset[Cell]
few = fewer(30)  # each asks for every pair of two tables


@dataclass(frozen=True)
class Table:
    """Hexes with their levels, printed lines by the two hexes of their side, and bases; everything else is no hex."""

    levels: Mapping[Cell, int]
    printed: Mapping[Border, str]
    bases: tuple[tuple[Cell, ...], ...]
    rulings: Mapping[str, str]

    def turned(self, turn: Turn) -> Table:
        return Table(
            {turn.place(cell): level for cell, level in self.levels.items()},
            {frozenset(map(turn.place, border)): kind for border, kind in self.printed.items()},
            tuple(tuple(map(turn.place, base)) for base in self.bases),
            self.rulings,
        )

    def scenario(self, layout: str) -> sightline.Scenario:
        return sightline.parse("\n".join(self._lines(parse_grid(layout))))

    def _lines(self, grid: Grid) -> Iterator[str]:
        label = labels(grid)
        yield from iter_map("combat-hex", self.rulings, grid, self._token)
        yield "  borders:"
        for kind in ("red-line", "dotted-line"):
            borders = ["/".join(map(label, border)) for border, printed in self.printed.items() if printed == kind]
            yield f"    {kind}: [{', '.join(borders)}]"
        yield "pieces:"
        for name, base in zip(NAMES, self.bases, strict=False):
            at = ", ".join(map(label, base))
            yield f"  {name}: {{at: [{at}], mounted: {'true' if len(base) > 1 else 'false'}}}"

    def _token(self, cell: Cell) -> str:
        level = self.levels.get(cell)
        return "_" if level is None else f".{level or ''}"


def check(table: Table, turn: Turn, layout: str, other_layout: str) -> None:
    """Compare the answers on a table with those on the turned one."""
    here, there = table.scenario(layout), table.turned(turn).scenario(other_layout)
    assert seen(here, turn) == seen(there, STILL)
    for pair in permutations(NAMES[: len(table.bases)], 2):
        assert essence(here, pair, turn) == essence(there, pair, STILL), pair


def seen(scenario: sightline.Scenario, turn: Turn) -> set[Cell]:
    """Return which hexes the first warrior sees, turned."""
    return {place_of(scenario, label, turn) for label in scenario.see(NAMES[0]).cells}


def essence(scenario: sightline.Scenario, pair: tuple[str, str], turn: Turn) -> dict[str, Any]:
    """Return what of a verdict turns with the table, turned. (Names decide which line and which finding come first.)"""
    verdict: Any = scenario.shot(*pair)
    keys = ("distance", "sight", "legal", "to_hit", "odds", "bonus", "degraded", "rulings")

    def place(finding: Finding) -> frozenset[Cell]:
        cells = (cell for label in finding.at for cell in label.split("/"))
        return frozenset(place_of(scenario, cell, turn) for cell in cells)

    found = {
        (each.clause.id, each.effect, each.on, each.value, len(str(each.message.args.get("lines", ""))), place(each))
        for each in verdict.findings
    }
    taken = place_of(scenario, verdict.shooter_hex, turn)
    return {key: getattr(verdict, key) for key in keys} | {"findings": found, "taken": taken}


# --- strategies --------------------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a disc with holes, hills and printed lines, and two to five warriors on foot or mounted."""
    holes = draw(st.sets(st.sampled_from(DISC), max_size=6))
    levels = dict.fromkeys((cell for cell in DISC if cell not in holes), 0)
    levels |= draw(st.dictionaries(st.sampled_from(list(levels)), st.integers(1, 2) | st.integers(-9, 99), max_size=8))
    beside = ((cell, neighbour(cell, step)) for cell in levels for step in STEPS[:3])
    sides = [frozenset(pair) for pair in beside if pair[1] in levels]
    printed = draw(st.dictionaries(st.sampled_from(sides), st.sampled_from(("red-line", "dotted-line")), max_size=8))
    bases = draw(st.lists(base_on(levels), min_size=2, max_size=len(NAMES), unique_by=lambda base: base[0]))
    free: list[tuple[Cell, ...]] = []
    for base in bases:
        taken = {cell for other in free for cell in other}
        rest = [cell for cell in base[1:] if cell not in taken and cell not in {each[0] for each in bases}]
        free.append((base[0], *rest))
    return Table(levels, printed, tuple(free), draw(rulings_of("combat-hex")))


@st.composite
def base_on(draw: st.DrawFn, levels: Mapping[Cell, int]) -> tuple[Cell, ...]:
    first = draw(st.sampled_from(list(levels)))
    other = neighbour(first, draw(st.sampled_from(STEPS)))
    is_mounted = draw(st.booleans()) and other in levels and (levels[other] > 0) == (levels[first] > 0)
    return (first, other) if is_mounted else (first,)


@pytest.mark.parametrize("motion", HEX_MOTIONS)
@few
@given(tables(), st.data())
def test_answers_turn_with_the_table(motion: str, table: Table, data: st.DataObject) -> None:
    check(table, *data.draw(HEX_MOTIONS[motion]))
