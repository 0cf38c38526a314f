"""Labels on boards: they cover neither each other nor what the picture is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path

import pytest

import sightline
from sightline.board import format_cell, parse_cell
from sightline.deadline import limits
from sightline.lattice import HEX_LAYOUTS, Cell
from sightline.render import Scene, board_scene, svg
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_stacks import stack_pieces
from sightline.render.layers.ground import level_text
from sightline.render.layers.label_obstacles import surface_obstacles
from sightline.render.layers.label_placement import BoardLabels, board_labels
from sightline.render.layers.rays import ray_ends
from sightline.render.primitives.label_layout import Capsule
from sightline.render.primitives.projection import CellProjection
from sightline.render.primitives.text_metrics import advance
from tests.render.boards import PLAIN, board, position

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
UNIT = 38.0
HILLS = """
sightline: 1
rules: penance
map:
  grid: hex
  hexes: {layout}
  cells: |
    .2 .2 .1 .  .  .2
    .1 .2 .1 .  f2 .2
    .  .1 .1 #1 .2 .2
    .  .  ~  .1 .1 .
    .2 .  .  .  .  .
pieces:
  Alpha Leader: {{at: A5, side: red, facing: {up}, shield: left, weapons: [{{name: rifle, range: 12}}]}}
  Tank: {{at: E2, side: blue, facing: {down}, shield: right}}
  Echo Company: {{at: C2, side: blue, facing: SW, shield: none}}
  Foxtrot: {{at: F3, side: yellow, facing: SW, shield: none}}
"""


def hills(layout: str) -> sightline.Scenario:
    up, down = ("N", "S") if layout.startswith("flat") else ("NE", "SW")
    return sightline.parse(HILLS.format(layout=layout, up=up, down=down))


def labelled(scene: Scene) -> tuple[Canvas, BoardLabels]:
    canvas = Canvas(scene, CellProjection(board=scene.board, unit=UNIT, left=20, top=46))
    return canvas, board_labels(canvas)


def texts_of(canvas: Canvas, placed: BoardLabels) -> Iterator[Capsule]:
    """Yield what coordinates, levels and names fill."""
    board = canvas.scene.board
    for cell, at in placed.coordinates.items():
        yield Capsule.of_text(at, advance(format_cell(board, cell)) * 0.26 * UNIT, 0.2 * UNIT)
    for cell, at in placed.levels.items():
        yield Capsule.of_text(at, advance(level_text(board.level(cell))) * 0.3 * UNIT, 0.22 * UNIT)
    for tag in placed.names.values():
        yield Capsule.of_text(tag.at, max(map(advance, tag.lines)) * tag.size, len(tag.lines) * 0.8 * tag.size)


SCENES: Mapping[str, Callable[[sightline.Scenario], Scene]] = {
    "board": lambda scenario: scenario.scene,
    "shot": lambda scenario: scenario.shot("Alpha Leader", "Tank").scene,
    "other shot": lambda scenario: scenario.shot("Alpha Leader", "Foxtrot").scene,
    "reach": lambda scenario: scenario.reach("Echo Company").scene,
    "advice": lambda scenario: scenario.advise("Alpha Leader").scene,
    "sight": lambda scenario: scenario.see("Echo Company").scene,
}


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_texts_cover_neither_each_other_nor_bodies(name: str, layout: str) -> None:
    canvas, placed = labelled(SCENES[name](hills(layout)))
    found = list(texts_of(canvas, placed))
    assert len(found) > 40
    for one, other in combinations(found, 2):
        assert one.depth_in(other) < 0.12 * UNIT
    for body in stack_pieces(canvas).bodies.values():
        disc = Capsule(body.at, body.at, 0.5 * body.size * UNIT)
        assert all(label.depth_in(disc) < 0.12 * UNIT for label in found)


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_texts_stand_beside_lines(layout: str) -> None:
    canvas, placed = labelled(hills(layout).shot("Alpha Leader", "Tank").scene)
    (ray,) = canvas.scene.rays
    way = Capsule(*ray_ends(canvas, ray), 1.5)
    assert all(label.depth_in(way) < 0.1 * UNIT for label in texts_of(canvas, placed))


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_a_number_beside_a_piece_covers_neither_its_name_nor_its_facing(layout: str) -> None:
    canvas, placed = labelled(hills(layout).advise("Alpha Leader").scene)
    number = placed.numbers[parse_cell(canvas.scene.board, "A5")]
    body = stack_pieces(canvas).bodies["Alpha Leader"]
    plate = Capsule.of_text(number.at, 1.3 * number.size, number.size)
    assert plate.depth_in(Capsule(body.at, body.at, 0.5 * UNIT)) < 0.1 * UNIT


def test_labels_stand_beside_the_bar_of_a_piece_of_two_cells() -> None:
    scenario = sightline.load(SCENARIOS / "post-galactica" / "the-breach.yaml")
    canvas, placed = labelled(scenario.scene)
    one, other = scenario.position.pieces["Winch"].cells
    bar = Capsule(canvas.cells.centre(one), canvas.cells.centre(other), 0.4 * UNIT)
    for cell in (one, other):
        width = advance(format_cell(scenario.board, cell)) * 0.26 * UNIT
        assert Capsule.of_text(placed.coordinates[cell], width, 0.2 * UNIT).depth_in(bar) == 0


def test_a_sign_stands_beside_its_border() -> None:
    scenario = sightline.load(SCENARIOS / "hero5" / "low-walls.yaml")
    canvas, placed = labelled(scenario.shot("Ana", "Bo").scene)
    signs = {site: at for site, at in placed.signs.items() if not isinstance(site, Cell)}
    assert signs
    for border, at in signs.items():
        wall = Capsule(*canvas.cells.border(border), 0.14 * UNIT)
        assert Capsule(at, at, 0.24 * UNIT).depth_in(wall) == 0


def test_names_are_written_out_beside_bodies_and_are_not_in_the_legend() -> None:
    drawn = svg(hills("flat odd-q").scene)
    assert "Company</text>" in drawn or "Echo Company</text>" in drawn
    assert drawn.count("Echo Company</text>") <= 1


@pytest.mark.slow
def test_placement_is_the_same_every_time() -> None:
    assert {svg(hills("flat odd-q").advise("Alpha Leader").scene) for _ in range(3)} == {
        svg(hills("flat odd-q").advise("Alpha Leader").scene)
    }


WIDE = """
sightline: 1
rules: hero5
map: {grid: hex, hexes: pointy odd-r, size: 6x5, borders: {wall: [D3/E3, D2/D3]}}
pieces:
  Giant: {at: C3@S, side: green, growth: 1}
  Friend: {at: A2@S, side: green, growth: 1}
"""


def test_numbers_at_corners_stay_there_but_where_a_body_stands() -> None:
    canvas, placed = labelled(sightline.parse(WIDE).reach("Giant").scene)
    body = stack_pieces(canvas).bodies["Friend"].at
    moved = [corner for corner, number in placed.corner_numbers.items() if number.at != canvas.pixel(corner)]
    assert len(placed.corner_numbers) > 10
    assert [canvas.pixel(corner) for corner in moved] == [body]


def test_placing_labels_looks_at_the_limit() -> None:
    scene = sightline.parse("sightline: 1\nrules: penance\nmap: {grid: hex, size: 20x20}\n").scene
    with limits(seconds=600) as bound:
        labelled(scene)
    assert bound.passes >= 400


def test_a_name_stands_nearest_to_its_own_piece() -> None:
    pieces = "".join(
        f"  Sergeant Number {k}: {{at: {'ABCDEFG'[k % 7]}{k // 7 * 2 + 1}, side: red}}\n" for k in range(0, 21, 2)
    )
    text = f"sightline: 1\nrules: combat-hex\nmap: {{grid: hex, size: 7x6}}\npieces:\n{pieces}"
    canvas, placed = labelled(sightline.parse(text).scene)
    bodies = stack_pieces(canvas).bodies
    assert len(placed.names) > 5
    for name, tag in placed.names.items():
        label = Capsule.of_text(tag.at, 40, 20)
        depths = {other: label.depth_in(Capsule(body.at, body.at, 200)) for other, body in bodies.items()}
        assert max(depths, key=lambda other: depths[other]) == name


def test_a_board_without_labels_is_not_searched_for_room(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Canvas] = []

    def counted(canvas: Canvas) -> Iterator[tuple[Capsule, float]]:
        searched.append(canvas)
        return surface_obstacles(canvas)

    monkeypatch.setattr("sightline.render.layers.label_placement.surface_obstacles", counted)
    scenario = hills("flat odd-q")
    svg(scenario.scene)
    assert len(searched) == 1
    svg(board_scene(PLAIN, position(board(30, 30))))
    assert len(searched) == 1
