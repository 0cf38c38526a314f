"""Scenarios as maps of Tiled, with a picture of each tile; `tiled_reader` reads them back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from math import ceil

from sightline.conversion.tile_geometry import TileGeometry
from sightline.conversion.tiled_document import (
    Json,
    document,
    line,
    object_layer,
    point,
    properties,
    stated_keys,
    tile_layer,
    tileset,
)
from sightline.conversion.tiled_words import HOLE, INCH
from sightline.formats.scenario_reader import ScenarioData, parse_scenario
from sightline.formats.writer import feature_keys, piece_keys
from sightline.formats.yaml_tree import Source
from sightline.render import board_scene, tile_svg
from sightline.rules import Systems

SQUARE, SIDE = 64, 37
"""The sizes of tiles in pixels: of squares, and of the sides of hexes, which are nearly regular."""
_LEVELS = range(1, 4)
"""The levels that there are tiles for, besides those of the map."""
_DRAWN = ("grid", "hexes", "size", "cells", "borders", "features")
"""The keys of a map that Tiled shows itself."""


def format_tiled(data: ScenarioData, systems: Systems, folder: str) -> tuple[str, Mapping[str, str]]:
    """Return a scenario as a map in JSON, and the SVG of the pictures of its tiles by name, which lie in `folder`."""
    if data.position.is_free:
        return _table(data), {}
    writer = _BoardWriter(data, folder)
    return writer.content, dict(writer.pictures(systems))


def _table(data: ScenarioData) -> str:
    """Return a free table: features are polygons, and a tile is a square inch."""
    position = data.position
    stated = stated_keys(data)
    stated["map"].pop("features", None)
    features = []
    for feature in position.table.features:
        fields = feature_keys(feature, position)
        spots = [(INCH * float(x), INCH * float(y)) for x, y in fields.pop("outline")]
        features.append(line("polygon", fields.pop("is"), spots, fields))
    pieces = []
    for piece in position.pieces.values():
        fields = piece_keys(piece, position.surface)
        x, y = fields.pop("at", piece.at)
        pieces.append(point(piece.name, INCH * float(x), INCH * float(y), fields))
    size = {"width": ceil(position.table.width), "height": ceil(position.table.height)}
    shape = {"orientation": "orthogonal", **size, "tilewidth": INCH, "tileheight": INCH}
    return document(shape, stated, [object_layer("features", features), object_layer("pieces", pieces)])


class _BoardWriter:
    """A board of cells as layers of tiles."""

    def __init__(self, data: ScenarioData, folder: str) -> None:
        self._data, self._board, self._folder = data, data.position.board, folder
        grid = self._board.grid
        is_hex, is_flat = grid.kind == "hex", grid.layout.startswith("flat")
        self._size = (SQUARE, SQUARE) if not is_hex else (2 * SIDE, SQUARE) if is_flat else (SQUARE, 2 * SIDE)
        self._geometry = TileGeometry(grid, *self._size, SIDE if is_hex else 0)
        self._kinds = [*dict.fromkeys(("clear", *data.position.terrain)), HOLE]
        self._levels = sorted({*self._board.levels, *_LEVELS} - {0})
        self._stated = stated_keys(data)

    @property
    def content(self) -> str:
        """The map as text."""
        board, (width, height) = self._board, self._size
        shape: Json = {"width": board.columns, "height": board.rows, "tilewidth": width, "tileheight": height}
        if board.grid.kind == "hex":
            orientation, lines = board.grid.layout.split()
            axis, index = "x" if orientation == "flat" else "y", lines.split("-")[0]
            shape |= {"orientation": "hexagonal", "staggeraxis": axis, "staggerindex": index, "hexsidelength": SIDE}
        else:
            shape |= {"orientation": "orthogonal"}
        stated = {**self._stated, "map": {key: it for key, it in self._stated["map"].items() if key not in _DRAWN}}
        objects = [object_layer("borders", self._borders()), object_layer("pieces", self._pieces())]
        return document(shape, stated, [*self._tile_layers(), *objects], self._tilesets())

    def pictures(self, systems: Systems) -> Iterator[tuple[str, str]]:
        """Yield the name and the SVG of the picture of each tile."""
        for kind in self._kinds:
            if kind == HOLE:
                yield self._picture(kind), _text_tile(self._size, "×")
                continue
            one = parse_scenario(Source("-", json.dumps(self._single_cell(kind))), systems)
            yield self._picture(kind), tile_svg(board_scene(one.rules, one.position), self._size)
        for level in self._levels:
            yield self._picture(level), _text_tile(self._size, str(level))

    def _picture(self, tile: str | int) -> str:
        """Return the name of the picture of a kind, whose own name may contain any character, or of a level."""
        if isinstance(tile, int):
            return f"level{tile}.svg"
        return f"{self._kinds.index(tile) + 1}-{re.sub('[^a-z0-9-]', '', tile)}.svg"

    def _single_cell(self, kind: str) -> Json:
        """Return the scenario of a board of one cell of a kind."""
        kept = {key: value for key, value in self._stated["map"].items() if key in ("grid", "hexes", "kinds")}
        return {
            "sightline": 1,
            "rules": self._data.rules.key,
            "map": {**kept, "size": "1x1", "terrain": {kind: ["A1"]}},
        }

    def _tilesets(self) -> list[Json]:
        terrain = [{"type": kind, "image": f"{self._folder}/{self._picture(kind)}"} for kind in self._kinds]
        levels = [
            {"image": f"{self._folder}/{self._picture(level)}", "properties": properties({"level": level})}
            for level in self._levels
        ]
        return [tileset("terrain", 1, terrain, self._size), tileset("levels", 1 + len(terrain), levels, self._size)]

    def _tile_layers(self) -> Iterator[Json]:
        """Yield as many layers of terrain as a cell has kinds at most, then one of levels."""
        board, number = self._board, {kind: number for number, kind in enumerate(self._kinds, 1)}
        stacks = [
            [number[HOLE]] if kinds is None else [number[each] for each in kinds or ("clear",)]
            for kinds in board.ground
        ]
        for depth in range(max(map(len, stacks))):
            name = f"terrain {depth + 1}" if depth else "terrain"
            tiles = [stack[depth] if depth < len(stack) else 0 for stack in stacks]
            yield tile_layer(name, board.columns, board.rows, tiles)
        first = 1 + len(self._kinds)
        levels = [first + self._levels.index(level) if level else 0 for level in board.levels]
        yield tile_layer("levels", board.columns, board.rows, levels)

    def _borders(self) -> Iterator[Json]:
        for (one, other), kinds in self._board.borders.items():
            edge = self._geometry.edge(one, other)
            yield from (line("polyline", kind, edge, {}) for kind in kinds)

    def _pieces(self) -> Iterator[Json]:
        for piece in self._data.position.pieces.values():
            fields = piece_keys(piece, self._board)
            if len(piece.cells) == 1:
                del fields["at"]  # its object stands there
            yield point(piece.name, *self._geometry.centre(min(piece.cells)), fields)


def _text_tile(size: tuple[int, int], text: str) -> str:
    """Return a tile without a ground that shows a text in its upper half."""
    width, height = size
    place = f'x="{width / 2:g}" y="{height * 0.42:g}" font-size="{height * 0.3:g}" text-anchor="middle"'
    look = 'font-family="sans-serif" font-weight="bold" fill="#222" stroke="#fff" stroke-width="3" paint-order="stroke"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
    return f"{head}<text {place} {look}>{text}</text></svg>\n"
