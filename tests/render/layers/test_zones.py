"""Zones in which sides start: hatched each in its own direction, outlined, and told of in the legend and in words."""

from __future__ import annotations

import re

import pytest

import sightline
from sightline.render import text_map

TEXT = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 4x4, zones: {red: [A3:D4, B2], sea: [A1:D1]}}
teams:
  red: {limit: 80, characters: {Ash: ranger}, formations: {left: {Ash: A2}, right: {Ash: D2}}}
  sea: {limit: 80, characters: {Cy: ranger}, formations: {left: {Cy: A1}}}
"""


def test_zones_are_hatched_outlined_and_explained() -> None:
    drawn = sightline.parse(TEXT).svg()
    assert re.findall(r'<pattern id="sightline-zone-(\d)"[^>]*rotate\((-?\d+)\)', drawn) == [("0", "45"), ("1", "-45")]
    assert drawn.count('fill="url(#sightline-zone-0)"') == 2  # the zone, and the legend
    assert {"zone-red", "zone-blue"} <= {*re.findall(r'class="(zone-\w+)"', drawn)}
    assert ".zone-red{" in drawn
    assert ">zone of red<" in drawn
    assert ">zone of sea<" in drawn


def test_in_print_they_are_distinguished_by_their_hatching() -> None:
    printed = sightline.parse(TEXT).svg(colours="print")
    colours = re.findall(r"\.print \.zone-\w+{fill:none;stroke:(#\w+)}", printed)
    assert len(colours) == 2
    assert len({*colours}) == 1


def test_a_map_in_characters_has_them_as_signs() -> None:
    rows = [line.rstrip() for line in sightline.parse(TEXT).text().splitlines()]
    assert rows[2:7] == [
        "   A   B   C   D",
        "1 \\.  \\.  \\.  \\Cy",
        "2  .  /.   .   .",
        "3 /Ash/.  /.  /.",
        "4 /.  /.  /.  /.",
    ]
    assert rows[-1] == "/ zone of red   \\ zone of sea"


def test_without_teams_they_are_drawn_as_well_but_not_in_battle_or_answers() -> None:
    scenario = sightline.parse(TEXT)
    bare = sightline.parse(TEXT.partition("teams:")[0])
    assert "zone of sea" in bare.text()
    assert "zone of" not in sightline.battle(scenario).snapshot().text()
    assert "zone of" not in scenario.see("Ash").text()


def test_teams_stand_in_other_formations() -> None:
    scenario = sightline.parse(TEXT)
    other = scenario.with_formations({"red": "right"})
    assert ("at A3" in scenario.text(), "at D3" in other.text()) == (True, True)
    assert sightline.battle(other).state.pieces["Ash"]["at"] == "D3"
    assert sightline.parse(other.to_yaml()) == other
    assert scenario.with_formations({}) is scenario
    with pytest.raises(sightline.ScenarioError, match="no formation 'x'"):
        scenario.with_formations({"red": "x"})


def test_the_map_alone_has_its_legend_and_nothing_else() -> None:
    scene = sightline.parse(TEXT).scene
    assert not scene.is_free
    drawn = text_map(scene)
    assert drawn.lines[0].startswith("   A")
    assert drawn.legend[-2:] == ["/ zone of red", "\\ zone of sea"]
    assert "(The map of 4x4 cells is too large to draw here.)" in sightline.parse(TEXT).text(max_cells=3)


def test_the_edge_of_an_area_among_borders_has_an_entry_in_the_legend() -> None:
    walled = TEXT.replace("size: 4x4,", "size: 4x4, terrain: {impeding: [C2]},")
    for text, is_explained in ((TEXT, False), (walled, True)):
        drawn = sightline.parse(text).reach("Ash").svg()
        assert ('class="edge-of-area"' in drawn, ">edge of the numbered cells<" in drawn) == (
            is_explained,
            is_explained,
        )
