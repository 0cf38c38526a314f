"""The cells at a point and along a stroke: those that a search through all cells finds, without such a search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import ceil, dist
from pathlib import Path

import pytest

import sightline
from tests.page_code import Ask, Json, page_code

Point = tuple[float, float]
GRIDS = ["hex, size: 17x9", "hex, hexes: pointy odd-r, size: 9x17", "square, size: 14x11"]


@pytest.fixture(scope="module")
def find(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    driver = Path(__file__).with_name("cell_finder.mjs")
    with page_code("board/cellIndex.ts", driver, tmp_path_factory.mktemp("cells")) as ask:
        yield ask


class Cells:
    """The cells of a board, as the page gets them."""

    def __init__(self, grid: str) -> None:
        rules = "sodwa" if "square" in grid else "penance"
        cells = sightline.parse(f"sightline: 1\nrules: {rules}\nmap: {{grid: {grid}}}\n").screen().cells
        assert isinstance(cells.list, list)
        self.outline = cells.outline
        self.centres: dict[str, Point] = {cell.label: (cell.x, cell.y) for cell in cells.list}
        self.radius = max(dist((0, 0), map(float, corner.split(","))) for corner in cells.outline.split())

    def at(self, point: Point) -> str | None:
        """Return the label of the cell at a point: all are looked at."""
        label, centre = min(self.centres.items(), key=lambda each: dist(each[1], point))
        return label if dist(centre, point) < self.radius else None

    def between(self, start: Point, stop: Point) -> list[str]:
        """Return the labels of the cells at points an eighth of a cell apart."""
        steps = ceil(dist(start, stop) / (self.radius / 4)) or 1
        parts = [step / steps for step in range(1, steps + 1)]
        points = [(start[0] + part * (stop[0] - start[0]), start[1] + part * (stop[1] - start[1])) for part in parts]
        return [label for label in map(self.at, points) if label is not None]

    def asked(self, points: list[Point], strokes: list[tuple[Point, Point]]) -> Json:
        cells = [{"label": label, "x": x, "y": y} for label, (x, y) in self.centres.items()]
        return {
            "outline": self.outline,
            "cells": cells,
            "points": [_as_json(point) for point in points],
            "strokes": [[_as_json(start), _as_json(stop)] for start, stop in strokes],
        }

    def some_point(self, among: random.Random) -> Point:
        """Return a point on the board or a little off it."""
        across, down = (sorted(axis) for axis in zip(*self.centres.values(), strict=True))
        far = 2 * self.radius
        return among.uniform(across[0] - far, across[-1] + far), among.uniform(down[0] - far, down[-1] + far)


def _as_json(point: Point) -> Json:
    return {"x": point[0], "y": point[1]}


@pytest.mark.parametrize("grid", GRIDS)
def test_the_cells_are_those_that_a_search_finds(find: Ask, grid: str) -> None:
    cells, among = Cells(grid), random.Random(grid)
    points = [cells.some_point(among) for _ in range(500)]
    strokes = [(cells.some_point(among), cells.some_point(among)) for _ in range(30)]
    answer = find(cells.asked(points, strokes))
    assert answer["found"] == [cells.at(point) for point in points]
    assert answer["crossed"] == [cells.between(*stroke) for stroke in strokes]


@pytest.mark.parametrize("grid", GRIDS)
def test_as_many_cells_are_looked_at_as_the_stroke_is_long(find: Ask, grid: str) -> None:
    cells, few = Cells(grid), 9
    stroke = cells.centres["B2"], cells.centres["F6"]
    answer = find(cells.asked([], [stroke]))
    [crossed] = answer["crossed"]
    assert 0 < answer["looked"] <= few * len(crossed) < len(cells.centres) * len(crossed)
    assert find(cells.asked([], [(cells.centres["B2"], cells.centres["B2"])]))["looked"] <= few
