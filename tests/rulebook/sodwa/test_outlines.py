"""Section 9: the borders that the board shows round groups of terrain, and where levels can change."""

from __future__ import annotations

import pytest

import sightline
from sightline.api import Scenario
from sightline.board import format_border, format_cell
from sightline.render import TABLES
from sightline.rules import CellGroup, depiction_of


def scenario(cells: str, more: str = "", pieces: str = "") -> Scenario:
    """Read a drawing, in rows between slashes, with further keys of the map, and pieces."""
    rows = "".join(f"    {row.strip()}\n" for row in cells.split("/"))
    text = f"sightline: 1\nrules: sodwa\nmap:\n  grid: square\n  cells: |\n{rows}{more}\npieces: {{{pieces}}}\n"
    return sightline.parse(text)


def found(there: Scenario) -> list[CellGroup]:
    return list(depiction_of(there.rules).cell_groups(there.position))


def groups(there: Scenario) -> list[tuple[str, str, str]]:
    """Return each group: what it is, its colour, its tiles."""
    return [
        (kind, colour, " ".join(sorted(format_cell(there.board, cell) for cell in cells)))
        for kind, colour, cells, _gaps in found(there)
    ]


def gaps(there: Scenario) -> list[str]:
    return sorted(format_border(there.board, gap) for outline in found(there) for gap in outline.gaps)


@pytest.mark.clause("SOD-9.4", applies=True)
def test_sod_9_4_applies_to_each_kind_in_its_colour() -> None:
    assert groups(scenario("i . d . w . # . X . t . .1 . y . v")) == [
        ("elevated", "red", "M1"),
        ("impeding", "yellow", "A1"),
        ("difficult", "gray", "C1"),
        ("liquid", "blue", "E1"),
        ("icy", "cyan", "O1"),
        ("corrosive", "purple", "Q1"),
        ("obstructing", "black", "G1"),
        ("obstructing-indoor", "black", "I1"),
        ("transition", "green", "K1"),
    ]


@pytest.mark.clause("SOD-9.4", applies=True)
def test_sod_9_4_applies_to_tiles_that_share_a_side_or_a_corner_whatever_their_levels() -> None:
    there = scenario("i1 . . i/. i . i/. . . .", pieces="Box: {at: C3, kind: object}")
    assert groups(there) == [
        ("elevated", "red", "A1"),
        ("impeding", "yellow", "A1 B2 C3 D1 D2"),
    ]
    assert len(groups(scenario("i . . i/. i . i"))) == 2


@pytest.mark.clause("SOD-9.4", applies=True)
def test_sod_9_4_applies_to_every_kind_of_a_tile_by_itself() -> None:
    kinds = "  kinds: {glass: {movement: obstructing}, smoke: {sight: impeding}, mud: {movement: difficult}, mat: {}}\n"
    there = scenario("gs m a", f"  legend: {{g: glass, s: smoke, m: mud, a: mat}}\n{kinds}")
    assert groups(there) == [("glass", "black", "A1"), ("smoke", "yellow", "A1"), ("mud", "gray", "B1")]


@pytest.mark.clause("SOD-9.4", applies=True)
def test_sod_9_4_applies_to_sides_where_levels_can_change() -> None:
    assert gaps(scenario(". .1 .", "  borders: {transition: [A1/B1]}")) == ["A1/B1"]
    assert gaps(scenario("t .1 ./. .1 .")) == ["A1/B1"]
    assert gaps(scenario(". t1 ./. .1 .")) == ["A1/B1", "B1/C1"]
    assert gaps(scenario("t t1 .1 t")) == ["A1/B1", "C1/D1"]


@pytest.mark.clause("SOD-9.4", applies=False)
def test_sod_9_4_does_not_open_where_obstructing_terrain_stands() -> None:
    assert gaps(scenario(". t1", "  borders: {obstructing: [A1/B1]}")) == []
    assert gaps(scenario("# t1")) == []
    assert gaps(scenario(". t1", pieces="Box: {at: A1, kind: object, is: obstructing}")) == []
    assert gaps(scenario(". t1", pieces="Box: {at: A1, kind: object}")) == ["A1/B1"]


@pytest.mark.clause("SOD-9.4", applies=False)
def test_sod_9_4_does_not_open_between_tiles_of_one_level() -> None:
    assert gaps(scenario("t1 .1 ./. . .", "  borders: {transition: [A1/B1, A2/B2]}")) == ["A1/A2"]


@pytest.mark.clause("SOD-9.4", applies=False)
def test_sod_9_4_does_not_outline_clear_tiles_or_characters() -> None:
    assert groups(scenario(". .", "  borders: {impeding: [A1/B1]}", "Ana: {at: A1}")) == []


@pytest.mark.clause("SOD-9.4", applies=True)
def test_sod_9_4_applies_to_the_picture_with_all_that_distinguishes_it() -> None:
    drawn = scenario("i d w # t .1", "  borders: {transition: [E1/F1]}").svg()
    for colour in ("black", "yellow", "gray", "blue", "red", "green"):
        assert f'class="round-{colour}"' in drawn
        assert f"round-{colour}" in TABLES["print"]
    assert "can be crossed here" in drawn
