"""Scenes for screens: layers that stay while others change, cells and pieces with their places and names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import msgspec
import pytest

import sightline
from sightline import Answer, Scenario
from sightline.render import Screen, screen_document
from sightline.render.primitives.screen_size import ScreenSize
from tests.render.hero5_boards import scenario as scenario_of

FOLDER = Path(__file__).parents[3] / "scenarios"
FILES = {
    "flat hexes": "penance/across-the-rubble.yaml",
    "pointy hexes": "penance/broken-bridge.yaml",
    "squares": "sodwa/the-warehouse.yaml",
    "table": "post-galactica/the-colonnade.yaml",
}


@pytest.fixture(params=FILES)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return sightline.load(FOLDER / FILES[request.param])


def answers(scenario: Scenario) -> Mapping[str, Answer]:
    one, other = scenario.actors[:2]
    return {"shot": scenario.shot(one, other), "see": scenario.see(one), "reach": scenario.reach(one)}


def hashes(screen: Screen) -> dict[str, str]:
    layers = {layer.name: layer.hash for layer in screen.layers}
    return {**layers, "cells": screen.cells.hash, "style": screen.style.hash}


def test_the_board_and_its_pieces_stay_whatever_is_asked(scenario: Scenario) -> None:
    alone = scenario.screen()
    for question, answer in answers(scenario).items():
        screen = answer.screen()
        assert hashes(alone).items() <= hashes(screen).items(), question
        assert len(screen.layers) > len(alone.layers)
        assert (screen.pieces, screen.occupied, screen.view_box) == (alone.pieces, alone.occupied, alone.view_box)


def test_what_the_screen_has_is_left_out(scenario: Scenario) -> None:
    have = hashes(scenario.screen())
    for answer in answers(scenario).values():
        whole, rest = answer.screen(), answer.screen(have=have)
        assert [layer.name for layer in rest.layers] == [layer.name for layer in whole.layers]
        assert {layer.name for layer in rest.layers if layer.svg is msgspec.UNSET} == have.keys() - {"cells", "style"}
        assert rest.cells.list is msgspec.UNSET
        assert rest.style.css is msgspec.UNSET
        assert b'"css"' not in msgspec.json.encode(rest)


def test_a_moved_piece_changes_the_layers_of_pieces_alone() -> None:
    before = sightline.load(FOLDER / FILES["flat hexes"])
    after = before.with_piece("A", at="C6")
    ours, theirs = hashes(before.screen()), hashes(after.screen())
    changed = {name for name in ours if ours[name] != theirs.get(name)}
    assert "pieces" in changed
    assert not changed & {"definitions", "ground", "terrain", "cells", "style"}
    assert after.screen().occupied["C6"].startswith("C6, clear, level 0, A, side ")


def test_colours_change_the_style_sheet_alone(scenario: Scenario) -> None:
    colour, print_ = scenario.screen(), scenario.screen(colours="print")
    assert colour.style != print_.style
    assert msgspec.structs.replace(print_, style=colour.style) == colour


def test_all_layers_make_one_picture_without_loose_ends(scenario: Scenario) -> None:
    for answer in answers(scenario).values():
        screen = answer.screen()
        drawn = "".join(f"<g>{layer.svg}</g>" for layer in screen.layers) + "".join(e.svg for e in screen.legend)
        ElementTree.fromstring(f"<svg>{drawn}</svg>")
        ids = re.findall(r' id="([^"]*)"', drawn)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'(?:href="#|url\(#)([^")]*)', drawn)) <= set(ids)
        css = str(screen.style.css)
        assert {name for name in re.findall(r'class="([^"]*)"', drawn) if f".sightline .{name}{{" not in css} == {
            "sightline"
        }


def test_each_piece_is_one_group_and_stands_where_it_is_listed(scenario: Scenario) -> None:
    screen = scenario.screen()
    pieces = next(str(layer.svg) for layer in screen.layers if layer.name == "pieces")
    groups = [g.get("data-piece") for g in ElementTree.fromstring(f"<svg>{pieces}</svg>")]
    assert sorted(filter(None, groups)) == sorted(piece.name for piece in screen.pieces)
    assert [piece.name for piece in screen.pieces] == list(scenario.position.pieces)
    centres = {cell.label: (cell.x, cell.y) for cell in screen.cells.list or ()}
    for piece in screen.pieces:
        assert piece.label.startswith(f"{piece.name}, ")
        if screen.table is None:
            assert isinstance(piece.at, str)
            assert centres[piece.at] == (piece.x, piece.y)
        else:
            on, (x, y) = screen.table, (float(each) for each in piece.at)
            assert (piece.x, piece.y) == pytest.approx((on.left + on.inch * x, on.top + on.inch * y), abs=0.01)


@pytest.mark.parametrize("name", ["flat hexes", "pointy hexes", "squares"])
def test_neighbours_lie_in_their_direction(name: str) -> None:
    scenario = sightline.load(FOLDER / FILES[name])
    screen = scenario.screen()
    assert isinstance(screen.cells.list, list)
    cells = {cell.label: cell for cell in screen.cells.list}
    assert len(cells) == len(list(scenario.board))
    opposite = dict(zip("NESW", "SWNE", strict=True))
    for cell in cells.values():
        for direction, label in cell.neighbours.items():
            other = cells[label]
            assert other.neighbours["".join(opposite[each] for each in direction)] == cell.label
            x, y = other.x - cell.x, other.y - cell.y
            assert ("N" in direction) == (y < -0.02)
            assert ("S" in direction) == (y > 0.02)
            assert ("E" in direction) == (x > 0.02)
            assert ("W" in direction) == (x < -0.02)
    sides = 8 if name == "squares" else 6
    assert max(len(cell.neighbours) for cell in cells.values()) == sides


def test_the_outline_of_a_cell_touches_those_of_its_neighbours() -> None:
    screen = sightline.load(FOLDER / FILES["flat hexes"]).screen()
    corners = [tuple(map(float, corner.split(","))) for corner in screen.cells.outline.split()]
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise([*corners, corners[0]])]
    assert lengths == pytest.approx([lengths[0]] * 6, abs=0.02)


@pytest.mark.parametrize(("size", "labelled"), [("28x20", True), ("60x60", False)])
def test_a_screen_says_whether_its_cells_have_labels(size: str, *, labelled: bool) -> None:
    screen = sightline.parse(f"sightline: 1\nrules: sodwa\nmap: {{grid: square, size: {size}}}\n").screen()
    assert screen.cells.labelled is labelled
    assert any('class="label"' in str(layer.svg) for layer in screen.layers) is labelled


PLACES = """
sightline: 1
rules: hero5
map:
  {grid: hex, hexes: pointy odd-r, size: 3x3, terrain: {difficult: [B2]}, levels: {2: [B2]}, borders: {fence: [B2/C2]}}
pieces:
  Ana: {at: B2, side: red}
  Bo: {at: C3}
"""


def test_cells_are_named_in_both_languages() -> None:
    names = {
        language: {cell.label: cell.name for cell in screen.cells.list or ()} | dict(screen.occupied)
        for language in sightline.LANGUAGES
        for screen in [sightline.parse(PLACES, language=language).screen()]
    }
    assert names["en"]["A1"] == "A1, clear, level 0"
    assert names["en"]["C2"] == "C2, clear, level 0, fence toward B2"
    assert names["en"]["B2"] == "B2, difficult, level 2, fence toward C2, Ana, side red"
    assert names["fr"]["B2"] == "B2, difficile, niveau 2, clôture vers C2, Ana, camp red"
    assert names["fr"]["A1"] == "A1, dégagé, niveau 0"
    assert names["en"]["C3"] == "C3, clear, level 0, Bo, no side"


PATHS = [path for path in sorted(FOLDER.glob("*/*.yaml")) if path.stem != "club"]  # which has rulings alone


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_scenario_can_be_sent_with_what_its_pieces_state(path: Path) -> None:
    scenario = sightline.load(path)
    sent = msgspec.json.decode(msgspec.json.encode(scenario.screen()))
    stated = {piece["name"]: piece["states"] for piece in sent["pieces"]}
    again = scenario.with_pieces(stated)
    assert dict(again.position.pieces) == dict(scenario.position.pieces)


HOSTILE = """
sightline: 1
title: "</svg><script>alert(1)</script>"
rules: penance
map: {grid: hex, size: 4x4}
pieces:
  "<img src=x onerror=alert(1)>": {at: A1, facing: N, side: '"><b>'}
  "' onload='x": {at: C3, facing: N}
"""


def test_names_with_markup_are_text() -> None:
    scenario = sightline.parse(HOSTILE)
    one, other = scenario.actors
    screen = scenario.shot(one, other).screen()
    drawn = "".join(f"<g>{layer.svg}</g>" for layer in screen.layers) + "".join(e.svg for e in screen.legend)
    tree = ElementTree.fromstring(f"<svg>{drawn}</svg>")
    tags = {element.tag for element in tree.iter()}
    assert tags <= {"svg", "g", "path", "circle", "rect", "text", "use", "defs", "pattern", "title"}
    attributes = {name for element in tree.iter() for name in element.attrib}
    assert not {name for name in attributes if name.startswith("on")}
    assert one in {element.get("data-piece") for element in tree.iter()}


def test_pieces_that_a_stack_only_counts_are_listed() -> None:
    ants = ", ".join(f"Ant{k}: {{at: B2, side: red, shrinking: 4}}" for k in range(1, 8))
    screen = scenario_of(ants, size="3x3").screen()
    assert len(screen.pieces) == 7
    assert screen.occupied["B2"].count("side red") == 7
    assert [
        piece.name for piece in screen.pieces if (piece.x, piece.y) == (screen.pieces[-1].x, screen.pieces[-1].y)
    ] == [
        "Ant4",
        "Ant5",
        "Ant6",
        "Ant7",
    ]


def test_a_screen_is_also_one_document_of_all_its_layers(scenario: Scenario) -> None:
    for answer in answers(scenario).values():
        screen = answer.screen()
        drawn = screen_document(screen, "A & B")
        ElementTree.fromstring(drawn)
        assert "<title>A &amp; B</title>" in drawn
        assert all(str(layer.svg) in drawn for layer in screen.layers)
        assert str(screen.style.css) in drawn


def test_a_document_for_a_small_picture_hides_its_texts(scenario: Scenario) -> None:
    rule = ".sightline text { display: none }"
    assert rule not in screen_document(scenario.screen(), "")
    assert rule in screen_document(scenario.screen(), "", has_texts=False)


@pytest.mark.parametrize("size", get_args(ScreenSize))
def test_no_text_of_a_screen_is_too_small_to_read(scenario: Scenario, size: ScreenSize) -> None:
    crowded = Scenario(sightline.ready_maps("sodwa")["the-lock"].data)
    for shown in (crowded, scenario, answers(scenario)["shot"], answers(scenario)["see"]):
        drawn = "".join(str(layer.svg) for layer in shown.screen(size=size).layers)
        sizes = [float(each) for each in re.findall(r'font-size="([0-9.]+)"', drawn)]
        assert min(sizes) >= 7.6


@pytest.mark.parametrize(("size", "has_names"), [("large", True), ("small", False)])
def test_names_on_crates_are_left_out_where_they_are_too_small(size: ScreenSize, has_names: bool) -> None:
    screen = Scenario(sightline.ready_maps("sodwa")["the-lock"].data).screen(size=size)
    (pieces,) = [str(layer.svg) for layer in screen.layers if layer.name == "pieces"]
    assert (">bale-2</text>" in pieces) is has_names
    assert any(piece.label.startswith("bale-2") for piece in screen.pieces)


@pytest.mark.parametrize("known", ["pieces", "style"])
def test_a_document_needs_what_the_screen_leaves_out(scenario: Scenario, known: str) -> None:
    with pytest.raises(ValueError, match="every layer"):
        screen_document(scenario.screen(have={known: hashes(scenario.screen())[known]}), "")
