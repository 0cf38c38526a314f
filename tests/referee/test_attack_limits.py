"""The limits of attacks that systems state: beyond them every attack is refused, and it is not judged."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline.referee.attack_filter import attack_options
from sightline.rules import AttackLimits

HEADING = "sightline: 1\nrules: {system}\nmap: {{grid: {grid}, size: 9x9}}\npieces:\n  A: {{at: E5{fields}}}\n"
RIFLE, CLUB = "{name: rifle, range: 7}", "{name: club, range: melee}"


def limits(system: str, grid: str, fields: str) -> list[AttackLimits]:
    """Return the limits of a piece with each of its weapons."""
    scenario = sightline.parse(HEADING.format(system=system, grid=grid, fields=fields and f", {fields}"))
    piece: Any = scenario.position.pieces["A"]
    return [scenario.rules.attack_limits(scenario.position, piece, weapon) for weapon in attack_options(piece)]


@pytest.mark.parametrize(
    ("system", "grid", "fields", "reaches"),
    [
        ("penance", "hex", f"facing: N, weapons: [{RIFLE}, {CLUB}]", [7, 1]),
        ("penance", "hex", "facing: N", [None]),
        ("hero5", "hex", f"weapons: [{RIFLE}, {CLUB}]", [7, 1]),
        ("hero5", "hex", f"growth: 2, weapons: [{CLUB}]", [3]),
        ("hero5", "hex", "", [None]),
        ("combat-hex", "hex", "range: 4", [4]),
        ("combat-hex", "hex", "range: unlimited", [None]),
        ("sodwa", "square", "range: 5", [5]),
        ("sodwa", "square", "range: 0", [1]),
    ],
)
def test_the_reach_of_attacks(system: str, grid: str, fields: str, reaches: list[int | None]) -> None:
    assert [each.reach for each in limits(system, grid, fields)] == reaches


def test_caskets_attack_what_lies_before_them() -> None:
    [limit] = limits("penance", "hex", "facing: SE")
    grid = sightline.lattice.HexGrid()
    here = grid.cell_at(4, 4)
    before = [cell for cell in grid.ring(here, 2) if limit.are_within(grid, here, cell)]
    assert [grid.column_row(cell) for cell in before] == [(5, 2), (6, 3), (6, 4), (6, 5), (5, 5), (4, 6), (3, 5)]
    assert limit.needs_sight
