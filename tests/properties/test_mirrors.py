"""What turns, mirrors or shifts the table turns the answers with it."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from sightline.lattice import Cell

from .tables import NAMES, Table, Turn, essence, layouts, seen, shifts, tables

MIRRORED_SIDES = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}


def check(table: Table, turn: Turn, layout: str = "flat odd-q", other_layout: str = "flat odd-q") -> None:
    """Compare the answers on a table with those on the turned one."""
    here, there = table.scenario(layout), table.turned(turn).scenario(other_layout)
    assert {(turn.place(cell), sight) for cell, sight in seen(here, "A")} == seen(there, "A")
    names = NAMES[: len(table.units)]
    for attacker, target in permutations(names, 2):
        if turn.is_mirrored and table.units[names.index(target)].shield == "none":
            continue  # its weapon side stays side 2
        one, other = essence(here, attacker, target), essence(there, attacker, target)
        if turn.is_mirrored:
            one["side_hit"] = MIRRORED_SIDES[one["side_hit"]]
        assert one == other, (attacker, target)


@given(tables(), st.integers(1, 5), layouts)
def test_rotated(table: Table, turns: int, layout: str) -> None:
    check(table, Turn(turns), layout, layout)


@given(tables(), st.integers(0, 5), layouts)
def test_mirrored(table: Table, turns: int, layout: str) -> None:
    check(table, Turn(turns, is_mirrored=True), layout, layout)


@given(tables(), shifts, layouts)
def test_shifted(table: Table, by: Cell, layout: str) -> None:
    check(table, Turn(by=by), layout, layout)


@given(tables(), layouts, layouts)
def test_the_same_axial_hexes_in_another_layout(table: Table, one: str, other: str) -> None:
    check(table, Turn(), one, other)
