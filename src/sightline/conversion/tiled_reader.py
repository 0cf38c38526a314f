"""Maps of Tiled as scenarios.

The class of a tile names its kind of terrain, and its property `level` states a level. Objects are pieces, with their
fields as properties; lines with a class are borders of that kind, or on free tables the outlines of features. The
property `scenario` of the map holds the rest of a scenario: title, rules, rulings, and what Tiled cannot draw.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pytiled_parser.layer import TileLayer
from pytiled_parser.tiled_object import Polygon, Polyline, TiledObject
from pytiled_parser.tileset import Tileset

from sightline.board import Hint, format_label
from sightline.conversion.converted import Converted
from sightline.conversion.tile_geometry import FAR_OUTSIDE, Edges, FarOutside, NotOnEdges, TileGeometry, inches
from sightline.conversion.tiled_file import TILE_NUMBER, TiledFile, spots
from sightline.conversion.tiled_words import HOLE
from sightline.formats.level_reader import LevelReader
from sightline.i18n import _, ngettext
from sightline.lattice import Grid, parse_grid
from sightline.rules import Ruleset

Keys = dict[str, Any]

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ*+=%&@$!?;<>^|/"


def read_map(file: TiledFile, rules: Ruleset[Any], tolerance: float) -> Converted:
    """Return the sections `map` and `pieces` of a scenario, without what has a problem.

    Ends of lines may be off the corners of cells by `tolerance`, in cells. Raise `ScenarioError` if there is no board.
    """
    if file.stated["map"].get("grid") == "free":
        sections, outside = _read_table(file, rules), 0
    else:
        reader = _BoardReader(file, rules, tolerance)
        sections, outside = {"map": reader.map_section(), "pieces": reader.pieces()}, reader.edges.outside
    return Converted({key: value for key, value in sections.items() if value}, outside, file.origins)


def _read_table(file: TiledFile, rules: Ruleset[Any]) -> Keys:
    """Return the sections of a free table, on which a tile is a square inch."""
    (width, height), across = file.map.map_size, file.map.tile_size.width
    features, pieces = list[Keys](), dict[str, Any]()
    for key, each in file.objects():
        if isinstance(each, Polyline | Polygon):
            outline = [inches(spot.x / across, spot.y / across) for spot in spots(each)]
            kind, feature = _kind(file, key, each, rules.terrain), f"map.features.{len(features)}"
            file.origins |= {feature: key, f"{feature}.is": key}
            features.append({**({"is": kind} if kind else {}), **file.fields(key, each), "outline": outline})
        else:
            fields = file.fields(key, each)
            x, y = file.middle(each)
            place = {} if "outline" in fields else {"at": inches(x / across, y / across)}
            pieces[file.piece_name(key, each, pieces)] = {**place, **fields}
    section = {"size": f"{width}x{height}", **file.stated["map"]}
    return {"map": section | ({"features": features} if features else {}), "pieces": pieces}


def _kind(file: TiledFile, key: str, each: TiledObject, kinds: Collection[str]) -> str:
    """Return the kind of terrain of a line, "" if it has no class, which is a problem."""
    if not each.class_:
        message = _("this line has no class: give it the name of a kind of terrain")
        file.problems.add(None, key, message, allowed=tuple(kinds))
    return each.class_


class _BoardReader:
    """A board of cells."""

    def __init__(self, file: TiledFile, rules: Ruleset[Any], tolerance: float) -> None:
        self._file, self._rules, self._problems = file, rules, file.problems
        self._columns, self._rows = map(int, file.map.map_size)
        self._grid = self._find_grid()
        self._problems.raise_if_any()
        self._geometry = TileGeometry(self._grid, *file.map.tile_size, file.map.hex_side_length or 0)
        self._tolerance = tolerance * file.map.tile_size.width
        self.edges = Edges(self._geometry, self._columns, self._rows, self._tolerance)
        self._tile_keys: dict[str, str] = {}
        self._unnamed: dict[str, list[int]] = {}
        """The tiles without a class that are used, by the key of their tileset."""

    def _find_grid(self) -> Grid:
        tiled = self._file.map
        if tiled.infinite:
            self._problems.add(None, "infinite", _("a map needs a size: clear Infinite in the properties of the map"))
        if tiled.orientation == "hexagonal":
            return self._find_hexes(tiled.stagger_axis or "", tiled.stagger_index or "odd")
        if tiled.orientation != "orthogonal":
            allowed = ("orthogonal", "hexagonal")
            message = _("maps of squares are orthogonal, maps of hexes are hexagonal")
            self._problems.add(None, "orientation", message, found=tiled.orientation, allowed=allowed)
        return parse_grid("square")

    def _find_hexes(self, axis: str, index: str) -> Grid:
        shapes = {"x": ("flat", "q"), "y": ("pointy", "r")}
        for key, found, allowed in (("staggeraxis", axis, shapes), ("staggerindex", index, ("odd", "even"))):
            if found not in allowed:
                message = _("{found!r} does not say how the hexes are shifted").format(found=found)
                self._problems.add(None, key, message, found=found, allowed=tuple(allowed))
        self._problems.raise_if_any()
        shape, line = shapes[axis]
        return parse_grid(f"{shape} {index}-{line}")

    def map_section(self) -> Keys:
        """Return the section `map`: the cells as a drawing."""
        kinds, levels = self._cells()
        stated: Keys = self._file.stated["map"]
        legend = self._stated_legend()
        letters = self._letters(sorted({kind for each in kinds.values() for kind in each} - {HOLE}), legend)
        places = [[(column, row) for column in range(self._columns)] for row in range(self._rows)]
        rows = [[_token(kinds.get(place, ()), levels.get(place, 0), letters) for place in row] for row in places]
        shape = {"grid": self._grid.kind} | ({"hexes": self._grid.layout} if self._grid.kind == "hex" else {})
        section = {**stated, **shape, "cells": "\n".join(map(" ".join, rows)) + "\n"}
        borders = self._borders()
        return section | ({"legend": legend} if legend else {}) | ({"borders": borders} if borders else {})

    def pieces(self) -> Keys:
        """Return the pieces by name: the objects that are no lines."""
        found: Keys = {}
        for key, each in self._file.objects():
            if not isinstance(each, Polyline | Polygon):
                name = self._file.piece_name(key, each, found)
                self._file.origins[f"pieces.{name}.at"] = key
                found[name] = {**self._place(key, each), **self._file.fields(key, each)}
        return found

    def _place(self, key: str, each: TiledObject) -> Keys:
        """Return the cell of a piece under its key; nothing if that is off the map, which is a problem."""
        column, row = self._grid.column_row(self._geometry.cell_at(self._file.middle(each)))
        if 0 <= column < self._columns and 0 <= row < self._rows:
            return {"at": format_label(column, row)}
        self._problems.add(None, key, _("the piece stands off the map"))
        return {}

    def _cells(self) -> tuple[dict[tuple[int, int], list[str]], dict[tuple[int, int], int]]:
        """Return the kinds and the level of cells by column and row."""
        kinds: dict[tuple[int, int], list[str]] = {}
        levels: dict[tuple[int, int], int] = {}
        meanings: dict[int, tuple[str, int | None]] = {}
        for place, tile in self._tiles():
            if tile not in meanings:
                meanings[tile] = self._meaning(tile)
            kind, level = meanings[tile]
            if level is not None:
                levels[place] = level
            if kind and kind not in kinds.setdefault(place, []):
                kinds[place].append(kind)
        self._report_unnamed()
        return kinds, levels

    def _report_unnamed(self) -> None:
        """Report the tiles without a class, those of a tileset together."""
        for key, tiles in self._unnamed.items():
            text = ngettext(
                "this tile has no class: give it the name of a kind of terrain in Tiled's editor of tilesets",
                "{number} tiles have no class, those with the numbers {tiles}: give each the name of a kind of terrain "
                "in Tiled's editor of tilesets",
                len(tiles),
            )
            message = text.format(number=len(tiles), tiles=", ".join(map(str, sorted(tiles))))
            place = key if len(tiles) > 1 else f"{key}.{tiles[0]}"
            self._problems.add(None, place, message, allowed=(*self._rules.terrain, HOLE))

    def _tiles(self) -> Iterable[tuple[tuple[int, int], int]]:
        """Yield the column and row of the tiles of all layers, and their numbers."""
        for layer in self._file.layers:
            for row, numbers in enumerate((layer.data or ()) if isinstance(layer, TileLayer) else ()):
                for column, number in enumerate(numbers):
                    if tile := int(number) & TILE_NUMBER:
                        yield (column, row), tile

    def _meaning(self, tile: int) -> tuple[str, int | None]:
        """Return the kind of terrain and the level of a tile, "" and None for none."""
        tilesets = self._file.map.tilesets
        first = max((number for number in tilesets if number <= tile), default=None)
        if first is None:
            self._problems.add(None, "tilesets", _("no tileset has the tile {number}").format(number=tile))
            return "", None
        tileset: Tileset = tilesets[first]
        known, tileset_key = (tileset.tiles or {}).get(tile - first), f"tilesets.{tileset.name}"
        key = f"{tileset_key}.{tile - first}"
        kind = str((known.class_ if known else None) or "")
        self._tile_keys.setdefault(kind, key)
        stated = ((known.properties if known else None) or {}).get("level")
        level = self._level(stated, f"{key}.level")
        if not kind and stated is None:
            self._unnamed.setdefault(tileset_key, []).append(tile - first)
        return "" if kind == "clear" else kind, level

    def _level(self, stated: Any, key: str) -> int | None:
        """Return the level that a tile states, None for none; a level that the system does not have is a problem."""
        levels = LevelReader(self._rules.lowest_level, self._rules.highest_level, self._rules.title)
        if type(stated) is int and levels.low <= stated <= levels.high:
            return stated
        if stated is not None:
            text, allowed = str(stated), (Hint(levels.wanted()),)
            self._problems.add(None, key, levels.complaint(text), found=text, allowed=allowed)
        return None

    def _stated_legend(self) -> dict[str, str]:
        """Take the legend out of what the scenario states: kinds by letter."""
        legend = self._file.stated["map"].pop("legend", {})
        if isinstance(legend, dict) and all(isinstance(kind, str) for kind in legend.values()):
            return dict(legend)
        self._problems.add(None, "scenario.map.legend", _("a legend is a mapping of letters to kinds of terrain"))
        return {}

    def _letters(self, kinds: Iterable[str], legend: dict[str, str]) -> Mapping[str, str]:
        """Return the letter of each kind in the drawing; those that the system does not state are added to `legend`."""
        letters = {
            kind: means.letter
            for kind, means in self._rules.terrain.items()
            if means.letter and means.letter not in legend
        }
        letters |= {kind: letter for letter, kind in legend.items()}
        free = [each for each in _LETTERS if each not in letters.values()]
        unnamed = [kind for kind in kinds if kind not in letters]
        if len(unnamed) > len(free):
            message = _("there are {found} classes of tiles without a letter, and only {most} letters for them")
            self._problems.add(None, "tilesets", message.format(found=len(unnamed), most=len(free)))
            self._problems.raise_if_any()
        named = dict(zip(unnamed, free, strict=False))
        for kind, letter in named.items():
            legend[letter] = kind
            self._file.origins[f"map.legend.{letter}"] = self._tile_keys[kind]
        return letters | named

    def _borders(self) -> dict[str, list[str]]:
        """Return the borders by kind, along lines."""
        found: dict[str, dict[str, None]] = {}
        for key, each in self._file.objects():
            if not isinstance(each, Polyline | Polygon):
                continue
            kind, through = _kind(self._file, key, each, self._rules.border_terrain), spots(each)
            self._file.origins.setdefault(f"map.borders.{kind}", key)
            try:
                for start, end in pairwise([*through, through[0]] if isinstance(each, Polygon) else through):
                    found.setdefault(kind, {}).update(dict.fromkeys(self.edges.labels(start, end)))
            except FarOutside:
                self._problems.add(None, key, _(FAR_OUTSIDE))
            except NotOnEdges:
                message = _(
                    "this line does not run along edges of cells; --tolerance N moves its ends by up to N cells"
                )
                self._problems.add(None, key, message, found=kind)
        return {kind: list(borders) for kind, borders in found.items() if kind}


def _token(kinds: Sequence[str], level: int, letters: Mapping[str, str]) -> str:
    """Return the token of a cell in a drawing."""
    if HOLE in kinds:
        return "_"
    return ("".join(letters[kind] for kind in kinds) or ".") + (str(level) if level else "")
