"""Laws between the answers of one scenario."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import sightline
from sightline.board import LineContacts, format_cell
from tests.properties.grid_motions import NAMES, layouts, on_map
from tests.properties.penance_tables import Table, tables


def names_of(table: Table) -> str:
    return NAMES[: len(table.units)]


@given(tables(), layouts)
def test_swapping_ends_keeps_sight_and_distance(table: Table, layout: str) -> None:
    scenario = table.scenario(layout)
    for one, other in permutations(names_of(table), 2):
        there, back = scenario.shot(one, other), scenario.shot(other, one)
        assert there.sight is back.sight
        assert there.distance == back.distance


@given(tables(), layouts, st.data())
def test_swapping_ends_reverses_the_line(table: Table, layout: str, data: st.DataObject) -> None:
    scenario = table.scenario(layout)
    labels = [format_cell(scenario.board, on_map(cell)) for cell in table.hexes]
    corners = ["", *(f"@{corner}" for corner in scenario.board.grid.corners)]
    one, other = (data.draw(st.sampled_from(labels)) + data.draw(st.sampled_from(corners)) for _ in range(2))
    there, back = scenario.line(one, other), scenario.line(other, one)
    assert (there.from_, there.to) == (back.to, back.from_)
    if there.from_ != there.to:
        assert contacts_of(there) == {_reversed(*contact) for contact in contacts_of(back)}


Met = tuple[str, tuple[str, ...], tuple[Fraction, ...]]


def contacts_of(course: LineContacts) -> set[Met]:
    return {(met.kind.value, met.cells, met.at) for met in course.contacts}


def _reversed(kind: str, cells: tuple[str, ...], at: tuple[Fraction, ...]) -> Met:
    swapped = {"starts-in": "ends-in", "ends-in": "starts-in"}
    return swapped.get(kind, kind), cells, tuple(1 - place for place in reversed(at))


@given(tables(), layouts)
def test_a_shot_sees_what_see_says_of_that_cell(table: Table, layout: str) -> None:
    scenario = table.scenario(layout)
    for attacker in names_of(table):
        cells = scenario.see(attacker).cells
        for target in names_of(table):
            if target != attacker:
                at = format_cell(scenario.board, scenario.board.pieces[target].cell)
                assert scenario.shot(attacker, target).sight is cells.get(at, sightline.Sight.BLOCKED)


@given(tables(), layouts, st.data())
def test_what_if_leaves_the_old_scenario_alone(table: Table, layout: str, data: st.DataObject) -> None:
    scenario = table.scenario(layout)
    text, answer = scenario.to_yaml(), scenario.shot("A", "B")
    taken = {unit.at for unit in table.units}
    free = [cell for cell in table.hexes if cell not in taken]
    at = format_cell(scenario.board, on_map(data.draw(st.sampled_from(free))))
    changed = scenario.with_piece("A", at=at, shield="right", moved=3)
    changed.shot("A", "B")
    changed.see("A")
    assert scenario.to_yaml() == text
    assert scenario.shot("A", "B") == answer
    assert changed != scenario
    assert list(changed.board.pieces) == list(scenario.board.pieces)
    assert changed == sightline.parse(changed.to_yaml())
    old = format_cell(scenario.board, scenario.board.pieces["A"].cell)
    stated = table.units[0]
    assert changed.with_piece("A", at=old, shield=stated.shield, moved=stated.moved) == scenario


@given(tables())
def test_odds_are_chances_and_add_up(table: Table) -> None:
    scenario = table.scenario()
    for attacker, target in permutations(names_of(table), 2):
        verdict: Any = scenario.shot(attacker, target)
        assert (verdict.odds is None) == (verdict.to_hit is None) == (not verdict.legal)
        if verdict.odds:
            assert 0 <= verdict.odds.hit == sum(verdict.odds.outcomes.values()) <= 1
            numbers = [finding.value for finding in verdict.findings if finding.on == "target_number"]
            assert verdict.to_hit.target_number == sum(numbers)


@given(tables(), layouts)
def test_rulings_named_are_those_that_matter(table: Table, layout: str) -> None:
    scenario = table.scenario(layout)
    answer = scenario.shot("A", "B")
    for ruling in scenario.rules.rulings:
        others = [
            scenario.with_rulings({ruling.name: choice}).shot("A", "B")
            for choice in ruling.choices
            if choice != scenario.position.rulings[ruling.name]
        ]
        assert (ruling.name in answer.rulings) == any(_differs(other, answer) for other in others)


def _differs(one: sightline.ShotAnswer, other: sightline.ShotAnswer) -> bool:
    keys = set(one.__struct_fields__) - {"rulings"}
    return any(getattr(one, key) != getattr(other, key) for key in keys)
