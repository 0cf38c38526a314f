"""What turns, mirrors or shifts the table turns the answers with it."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sightline
from tests.properties.examples import fewer
from tests.properties.grid_motions import HEX_MOTIONS, NAMES, Turn, layouts, shifts
from tests.properties.penance_tables import Table, essence, reached, seen, tables, threatened

MIRRORED_SIDES = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}


def check(table: Table, turn: Turn, layout: str = "flat odd-q", other_layout: str = "flat odd-q") -> None:
    """Compare the answers on a table with those on the turned one."""
    here, there = table.scenario(layout), table.turned(turn).scenario(other_layout)
    assert {(turn.place(cell), sight) for cell, sight in seen(here, "A")} == seen(there, "A")
    check_reach(turn, here, there)
    names = NAMES[: len(table.units)]
    for attacker, target in permutations(names, 2):
        if turn.is_mirrored and table.units[names.index(target)].shield == "none":
            continue  # its weapon side stays side 2
        one, other = essence(here, attacker, target), essence(there, attacker, target)
        if turn.is_mirrored:
            one["side_hit"] = MIRRORED_SIDES[one["side_hit"]]
        assert one == other, (attacker, target)


def check_reach(turn: Turn, here: sightline.Scenario, there: sightline.Scenario) -> None:
    """Compare where A can move to, and how it can face there, with where it can on the turned table."""
    turned = {
        turn.place(cell): {
            **place,
            "facings": {turn.direction(step): sp for step, sp in place["facings"].items()},
        }
        for cell, place in reached(here, "A").items()
    }
    assert turned == reached(there, "A")
    assert here.reach("A").rulings == there.reach("A").rulings


@pytest.mark.parametrize("motion", HEX_MOTIONS)
@given(tables(), st.data())
def test_answers_turn_with_the_table(motion: str, table: Table, data: st.DataObject) -> None:
    check(table, *data.draw(HEX_MOTIONS[motion]))


@fewer(40)  # a whole board of shots each, and most of them again for each ruling
@given(tables(), st.builds(Turn, st.integers(0, 5), st.booleans(), shifts), layouts, layouts)
def test_threats_turn_with_the_table(table: Table, turn: Turn, one: str, other: str) -> None:
    here, there = table.scenario(one), table.turned(turn).scenario(other)
    for side in {unit.side for unit in table.units if unit.side}:
        assert {turn.place(cell): danger for cell, danger in threatened(here, side).items()} == threatened(there, side)
        assert here.threat(side).rulings == there.threat(side).rulings
