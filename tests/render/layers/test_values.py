"""Numbers in cells as SVG: legible, out of each other's way, and never told by colour alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import pairwise
from math import hypot

import pytest

from sightline.board import Board, Piece, parse_cell
from sightline.lattice import HEX_LAYOUTS, parse_grid
from sightline.referee.advice import advise
from sightline.referee.reach import reach
from sightline.referee.threat import threat
from sightline.render import TABLES, Colours, Scene, svg, text
from sightline.render.scenes.area_scenes import advise_scene, reach_scene, threat_scene
from sightline.rules import Advice, Advised, Danger, Place, Reach
from sightline.systems.penance import PENANCE
from tests.render.boards import PLAIN, board, casket, position, with_friends
from tests.render.svg_texts import SVG


def scenes(there: Board) -> list[Scene]:
    at = position(there)
    piece = there.pieces["A"]
    return [
        reach_scene(PENANCE, at, reach(PENANCE, at, piece)),
        threat_scene(PENANCE, at, threat(PENANCE, at, "red")),
        advise_scene(PENANCE, at, advise(PENANCE, at, piece)),
    ]


def values(picture: str) -> list[str]:
    return [found.text or "" for found in ET.fromstring(picture).iter(f"{SVG}text") if found.get("class") == "value"]


@pytest.mark.parametrize("colours", ["colour", "dark", "print"])
def test_classes_and_ids_are_known(colours: Colours) -> None:
    for scene in scenes(with_friends()):
        picture = svg(scene, colours=colours, prefix="x9")
        root, *rest = ET.fromstring(picture).iter()
        assert root.get("class") == colours
        assert {found.get("class") for found in rest if found.get("class")} <= {*TABLES[colours], colours}
        ids = re.findall(r' id="([^"]*)"', picture)
        assert set(re.findall(r"url\(#([^)]*)\)", picture)) <= set(ids)
        assert all(name.startswith("x9-") for name in ids)


def test_every_number_is_written_once_and_explained() -> None:
    for scene in scenes(with_friends()):
        legend = {"(n)", "n"}
        found = [number for number in values(svg(scene)) if number not in legend]
        assert sorted(found) == sorted(value.text for value in scene.values.values() if value.text)
        words = [each.text for each in ET.fromstring(svg(scene)).iter(f"{SVG}text")]
        assert set(scene.tints.values()) <= set(words)


def test_what_may_only_be_passed_is_hatched_and_in_parentheses() -> None:
    moves, threats, _ = (svg(scene) for scene in scenes(with_friends()))
    assert moves.count("barred-hatch)") == 2  # the cell and the legend
    assert "(1)" in values(moves)
    assert "can only be passed through" in moves
    assert "barred-hatch)" not in threats


def test_shades_differ_in_black_and_white() -> None:
    for family, steps in (("reached", 4), ("danger", 6), ("advised", 3)):
        greys = [int(TABLES["print"][f"{family}-{step}"][0][1:3], 16) for step in range(1, steps + 1)]
        assert greys == sorted(greys, reverse=family == "danger")
        assert min(abs(a - b) for a, b in pairwise(greys)) >= 20


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
@pytest.mark.parametrize("shield", ["left", "right", "none"])
def test_numbers_keep_clear_of_facing_shield_and_level(layout: str, shield: str) -> None:
    grid = parse_grid(layout)
    there = board(3, 3, {}, {"B2": 1}, grid)
    for facing in grid.facings:
        piece = casket(there, "A", "B2", "red", facing, shield)  # type: ignore[arg-type]
        cells = {"B2": Place(cost=1, path=("B2",), may_stop=False)}
        scene = reach_scene(PENANCE, position(there.with_pieces([piece])), Reach(from_="A", cells=cells))
        root = ET.fromstring(svg(scene))
        drawn = {found.get("class"): found for found in root.iter(f"{SVG}text") if found.get("class") != "words"}
        name, number, level = (drawn[css] for css in ("name-red", "value", "level-number"))
        x, y = (float(number.get(axis, "")) - float(name.get(axis, "")) for axis in "xy")
        assert hypot(x, y) > 20
        a, b = (float(number.get(axis, "")) - float(level.get(axis, "")) for axis in "xy")
        assert hypot(a, b) > 14


def test_small_cells_are_shaded_and_not_written_into() -> None:
    there = board(200, 3)
    there = there.with_pieces([Piece(name="A", at=parse_cell(there, "A1"))])
    cells = {f"A{row}": Place(cost=row, path=(f"A{row}",)) for row in (1, 2, 3)}
    picture = svg(reach_scene(PLAIN, position(there), Reach(from_="A", cells=cells)))
    assert values(picture) == []
    assert 'class="reached-1"' in picture


def test_numbers_stand_in_the_text_picture_too() -> None:
    moves, threats, ways = (text(scene) for scene in scenes(with_friends()))
    assert {"a number is the cost", "(n) can only be passed through"} <= set(re.split("   |\n", moves))
    assert "Pal  side red, at C3, facing N, cost (1)" in moves
    assert "a number is the threat in percent" in threats
    assert "a number is the rank" in ways
    assert "a number after a letter is the level" in moves
    there = board(1, 3).with_pieces([Piece(name="A", at=parse_cell(board(1, 3), "A1"))])
    cells = {"A1": Place(cost=0, path=()), "A2": Place(cost=12, path=("A2",), may_stop=False)}
    drawn = text(reach_scene(PLAIN, position(there), Reach(from_="A", cells=cells))).splitlines()
    assert {"1  A", "2  (12)", "3  ."} <= set(drawn)


def test_the_picture_lists_as_many_ways_as_it_ranks_and_the_text_all() -> None:
    there = board(9, 9)
    places = tuple(
        Advised(
            at=f"A{row}",
            facing="N",
            cost=row,
            target="T",
            weapon="rifle",
            hit=Fraction(1, 2),
            back=Danger(attackers=(), best=Fraction(0)),
        )
        for row in [*range(1, 10)] * 2
    )
    pieces = [casket(there, "A", "C3", "red", "N"), casket(there, "T", "D3", "blue", "N")]
    at = position(there.with_pieces(pieces))
    scene = advise_scene(PENANCE, at, Advice(from_="A", places=places))
    drawn = [found.text or "" for found in ET.fromstring(svg(scene)).iter(f"{SVG}text")]
    assert [key for key in drawn if re.fullmatch(r"\d+ A\d", key)] == [f"{k + 1} A{k % 9 + 1}" for k in range(12)]
    assert "… and 6 more in the answer as text" in drawn
    assert "18 A9  1/2 = 50.00 %" in text(scene)
