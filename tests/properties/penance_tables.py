"""Generator: small tables of Penance on axial hexes: rotated, mirrored and shifted, then put on a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

import sightline
from sightline.lattice import HEX_LAYOUTS, Cell, Grid, parse_grid
from sightline.rules import Danger, installed_systems
from tests.properties.grid_motions import DISC, NAMES, STEPS, Turn, iter_map, labels, place_of, rulings_of

PENANCE = installed_systems()["penance"]
GROUND: Mapping[str, str] = {kind: terrain.letter for kind, terrain in PENANCE.terrain.items()}


@dataclass(frozen=True)
class Unit:
    """A Casket; `facing` is a direction."""

    at: Cell
    facing: Cell
    side: str | None
    shield: str
    moved: int
    defense: int
    range: str
    sp: int
    heat: int

    def turned(self, turn: Turn) -> Unit:
        shields = {"left": "right", "right": "left", "none": "none"} if turn.is_mirrored else {}
        shield = shields.get(self.shield, self.shield)
        return replace(self, at=turn.place(self.at), facing=turn.direction(self.facing), shield=shield)


@dataclass(frozen=True)
class Table:
    """Hexes with their kinds of terrain and level; everything else is no hex."""

    hexes: Mapping[Cell, tuple[frozenset[str], int]]
    units: tuple[Unit, ...]
    rulings: Mapping[str, str]

    def turned(self, turn: Turn) -> Table:
        hexes = {turn.place(cell): content for cell, content in self.hexes.items()}
        return Table(hexes, tuple(unit.turned(turn) for unit in self.units), self.rulings)

    def scenario(self, layout: str = HEX_LAYOUTS[0]) -> sightline.Scenario:
        return sightline.parse("\n".join(self._lines(parse_grid(layout))))

    def _lines(self, grid: Grid) -> Iterator[str]:
        label = labels(grid)
        yield from iter_map("penance", self.rulings, grid, self._token)
        yield "pieces:"
        for name, unit in zip(NAMES, self.units, strict=False):
            facing = grid.edges[grid.edge_steps.index(unit.facing)]
            at, side = label(unit.at), (f"side: {unit.side}, " if unit.side else "")
            weapons = f"weapons: [{{name: rifle, range: {unit.range}, damage: 2}}]"
            numbers = f"moved: {unit.moved}, moved_last_turn: {unit.moved}, defense: {unit.defense}"
            own = f"sp: {unit.sp}, heat: {unit.heat}"
            yield f"  {name}: {{at: {at}, facing: {facing}, {side}shield: {unit.shield}, {numbers}, {own}, {weapons}}}"

    def _token(self, cell: Cell) -> str:
        content = self.hexes.get(cell)
        if content is None:
            return "_"
        kinds, level = content
        return ("".join(GROUND[kind] for kind in sorted(kinds)) or ".") + (str(level) if level else "")


def seen(scenario: sightline.Scenario, name: str) -> set[tuple[Cell, str]]:
    """Return which hexes of the table a unit sees, and how."""
    return {(place_of(scenario, label), sight.value) for label, sight in scenario.see(name).cells.items()}


def reached(scenario: sightline.Scenario, name: str) -> dict[Cell, dict[str, Any]]:
    """Return what is said of each hex that a unit can move to or through. Of equally good ways labels pick one."""
    grid = scenario.board.grid
    cells: Any = scenario.reach(name).cells
    return {
        place_of(scenario, label): {
            "cost": place.cost,
            "hexes": len(place.path),
            "may_stop": place.may_stop,
            "stops": place.stops,
            "heat": place.heat,
            "facings": {grid.edge_steps[grid.edges.index(each)]: sp for each, sp in place.facings.items()},
        }
        for label, place in cells.items()
    }


def threatened(scenario: sightline.Scenario, side: str) -> dict[Cell, Danger]:
    """In which hexes of the table enemies of a side could hit it, and how likely."""
    return {place_of(scenario, label): danger for label, danger in scenario.threat(side).cells.items()}


def essence(scenario: sightline.Scenario, attacker: str, target: str) -> dict[str, Any]:
    """Return what of a verdict turns with the table.

    Of equal covers labels pick the one that counts, and so the Defense.
    """
    verdict = scenario.shot(attacker, target)
    keys = ("distance", "sight", "legal", "to_hit", "odds", "side_hit", "damage_bonus", "reactions")
    covers = [
        finding.value for finding in verdict.findings if finding.clause.id in ("PEN-3.2", "PEN-3.3") and finding.value
    ]
    forbidding = [finding.clause.id for finding in verdict.findings if finding.effect in ("blocks", "forbids")]
    return {key: getattr(verdict, key) for key in keys} | {"cover": covers, "against": forbidding}


# --- strategies --------------------------------------------------------------------------------------------

contents = st.tuples(
    st.frozensets(st.sampled_from(sorted(set(GROUND) - {"clear"})), max_size=2), st.sampled_from((0, 0, 0, 1, 2))
)


def units(at: Cell) -> st.SearchStrategy[Unit]:
    return st.builds(
        Unit,
        at=st.just(at),
        facing=st.sampled_from(STEPS),
        side=st.sampled_from((None, "red", "blue")),
        shield=st.sampled_from(("left", "right", "none")),
        moved=st.integers(0, 9),
        defense=st.integers(0, 3),
        range=st.sampled_from(("8", "melee", "2")),
        sp=st.integers(0, 6),
        heat=st.integers(0, 3),
    )


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a disc with holes and terrain, and two to five Caskets."""
    holes = draw(st.sets(st.sampled_from(DISC), max_size=8))
    free = [cell for cell in DISC if cell not in holes]
    ground = draw(st.dictionaries(st.sampled_from(free), contents, max_size=16))
    places = draw(st.lists(st.sampled_from(free), min_size=2, max_size=len(NAMES), unique=True))
    hexes = {cell: ground.get(cell, (frozenset[str](), 0)) for cell in free}
    return Table(hexes, tuple(draw(units(at)) for at in places), draw(rulings_of("penance")))
