"""Kinds of terrain of the file's own are drawn by what they mean, and told apart by a texture."""

from __future__ import annotations

import re

import pytest

import sightline
from sightline.render import Colours

HEDGES = {
    "penance": ("cover: light, cost: 2", "cover: light", "blocks: true", ""),
    "hero5": ("hampers: true, covers: half", "covers: half", "blocks: true", "roll: acrobatics"),
    "sodwa": ("sight: impeding, movement: difficult", "sight: impeding", "sight: obstructing", ""),
    "post-galactica": (
        "blocks: false, cover: light, difficult: true",
        "blocks: false, cover: light",
        "blocks: true",
        "blocks: false",
    ),
    "combat-hex": ("", "", "", ""),
}
"""What hedge, bush (and shrub), tower and heath mean in each system."""
WORDS = {
    "penance": {"hedge: light cover, difficult ground, cost 2", "bush: light cover", "tower: blocks sight", "heath"},
    "hero5": {"hedge: hampers, covers half", "tower: blocks", "tower: blocks (border)", "heath: needs a roll"},
    "sodwa": {"hedge: impedes sight, difficult ground", "tower: obstructs sight", "heath (border)"},
    "post-galactica": {"hedge: light cover, difficult ground", "bush: light cover", "tower: blocks sight", "heath"},
    "combat-hex": {"hedge", "bush", "heath"},
}


def own(system: str, pieces: str = "") -> sightline.Scenario:
    hedge, bush, tower, heath = HEDGES[system]
    borders = "  borders: {hedge: [A1/A2], tower: [B1/B2], heath: [C1/C2]}\n" if system in ("hero5", "sodwa") else ""
    return sightline.parse(
        f"sightline: 1\nrules: {system}\nmap:\n  grid: {'square' if system == 'sodwa' else 'hex'}\n  kinds:\n"
        f"    hedge: {{{hedge}}}\n    bush: {{{bush}}}\n    shrub: {{{bush}}}\n"
        f"    tower: {{{tower}}}\n    heath: {{{heath}}}\n{borders}"
        "  legend: {h: hedge, u: bush, r: shrub, t: tower, e: heath}\n"
        f"  cells: |\n    h u r t e\n    . . . . .\n{pieces}"
    )


@pytest.mark.parametrize("system", HEDGES)
@pytest.mark.parametrize("colours", ["colour", "dark", "print"])
def test_each_kind_has_a_texture_of_its_own_and_its_meaning_in_the_legend(system: str, colours: Colours) -> None:
    drawn = own(system).svg(colours=colours)
    fills = re.findall(r'fill="url\(#sightline-mark-texture-(\d+)\)"', drawn)
    assert len(set(fills)) == len(fills) == 5
    texts = {text.replace("&#x27;", "'") for text in re.findall(r">([^<>]+)</text>", drawn)}
    assert texts >= WORDS[system]
    assert not {"h", "u", "r", "t", "e"} & texts
    ids = set(re.findall(r' id="([^"]*)"', drawn))
    assert set(re.findall(r'href="#([^"]*)"', drawn)) | set(re.findall(r"url\(#([^)]*)\)", drawn)) <= ids


def test_marks_show_what_a_kind_means() -> None:
    shown = own("penance").svg()
    hedge = re.search(r'<g id="sightline-mark-hedge".*?</g></g>', shown)
    assert hedge
    assert hedge[0].count("translate(-0.4 0.02)") == hedge[0].count("translate(0.4 0.02)") == 1


def test_what_differs_in_nothing_but_the_name_beyond_all_textures_has_its_letter() -> None:
    kinds = [f"kind{number}" for number in range(14)]
    text = "sightline: 1\nrules: penance\nmap:\n  grid: hex\n  size: 14x1\n  kinds:\n"
    text += "".join(f"    {kind}: {{cover: light}}\n" for kind in kinds) + "  terrain:\n"
    text += "".join(f"    {kind}: [{'ABCDEFGHIJKLMN'[index]}1]\n" for index, kind in enumerate(kinds))
    scenario = sightline.parse(text)
    drawn = scenario.svg()
    assert len(set(re.findall(r"url\(#sightline-mark-texture-(\d+)\)", drawn))) == 13
    assert len(re.findall(r">([a-zA-Z])</text>", drawn)) == 2  # in the cell and in the legend


@pytest.mark.parametrize("name", ["F~#", "a b", "é", 'a"b', "<g>", "a&b"])
def test_a_kind_may_have_any_name(name: str) -> None:
    quoted = "'" + name + "'"
    scenario = sightline.parse(
        f"sightline: 1\nrules: penance\nmap:\n  grid: hex\n  size: 2x1\n  kinds: {{{quoted}: {{cover: light}}}}\n"
        f"  terrain: {{{quoted}: [A1]}}\n"
    )
    ids = re.findall(r' id="([^"]*)"', scenario.svg())
    assert all(re.fullmatch("[A-Za-z0-9-]+", each) for each in ids)


def test_the_side_view_defines_what_it_refers_to() -> None:
    pieces = "pieces:\n  A: {at: A2, side: red, weapons: [{name: bow, range: 9}]}\n  T: {at: C1, side: blue}\n"
    there = own("hero5", pieces)
    drawn = there.shot("A", "T").side_view()
    ids = set(re.findall(r' id="([^"]*)"', drawn))
    assert set(re.findall(r'href="#([^"]*)"', drawn)) | set(re.findall(r"url\(#([^)]*)\)", drawn)) <= ids
