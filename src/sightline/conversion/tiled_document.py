"""The parts of a map of Tiled in its JSON format: the document, tilesets, layers, objects and properties."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import yaml

from sightline.conversion.tiled_words import NESTED
from sightline.formats.scenario_reader import ScenarioData
from sightline.formats.writer import format_scenario

Json = dict[str, Any]

_FORMAT = {"type": "map", "version": "1.10", "tiledversion": "1.10.2", "renderorder": "right-down", "infinite": False}
_SHOWN: Mapping[str, Any] = {"opacity": 1, "visible": True, "x": 0, "y": 0}


def document(shape: Json, stated: Json, layers: Sequence[Json], tilesets: Sequence[Json] = ()) -> str:
    """Return a map as text; `shape` are its orientation and sizes, `stated` is what Tiled does not show of a scenario.

    Layers and objects are numbered here.
    """
    numbers = count(1)
    for place, layer in enumerate(layers, 1):
        layer["id"] = place
        for each in layer.get("objects", ()):
            each["id"] = next(numbers)
    content = {
        **_FORMAT,
        **shape,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": next(numbers),
        "properties": properties({"scenario": stated}),
        "tilesets": tilesets,
        "layers": layers,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def stated_keys(data: ScenarioData) -> Json:
    """Return a scenario as it is written in YAML, with all scalars as texts, without its pieces."""
    stated: Json = yaml.load(format_scenario(data), Loader=yaml.BaseLoader)  # it builds texts, lists, mappings
    del stated["sightline"]
    stated.pop("pieces", None)
    return stated


def tileset(name: str, first: int, tiles: Sequence[Json], size: tuple[int, int]) -> Json:
    """Return a tileset with a picture of each tile, whose numbers begin with `first`."""
    width, height = size
    each = {"imagewidth": width, "imageheight": height}
    listed = [{"id": number, **tile, **each} for number, tile in enumerate(tiles)]
    shape = {"tilewidth": width, "tileheight": height, "columns": 0, "margin": 0, "spacing": 0}
    grid = {"orientation": "orthogonal", "width": 1, "height": 1}
    return {"name": name, "firstgid": first, "tilecount": len(listed), **shape, "grid": grid, "tiles": listed}


def tile_layer(name: str, columns: int, rows: int, tiles: Sequence[int]) -> Json:
    """Return a layer of the numbers of tiles, row by row; 0 is none."""
    return {"type": "tilelayer", "name": name, "width": columns, "height": rows, "data": tiles, **_SHOWN}


def object_layer(name: str, objects: Iterable[Json]) -> Json:
    """Return a layer of objects."""
    found = [{"rotation": 0, "visible": True, "width": 0, "height": 0, "name": "", **each} for each in objects]
    return {"type": "objectgroup", "name": name, "draworder": "index", "objects": found, **_SHOWN}


def point(name: str, x: float, y: float, fields: Mapping[str, Any]) -> Json:
    """Return the object of a piece."""
    return {"name": name, "type": "piece", "x": x, "y": y, "point": True, "properties": properties(fields)}


def line(key: str, kind: str, spots: Sequence[tuple[float, float]], fields: Mapping[str, Any]) -> Json:
    """Return an object through several places; `key` is "polyline" or "polygon"."""
    x, y = spots[0]
    through = [{"x": each - x, "y": other - y} for each, other in spots]
    return {"type": kind, "x": x, "y": y, key: through, "properties": properties(fields)}


def properties(values: Mapping[str, Any]) -> list[Json]:
    """Return values as properties: lists, mappings, and texts that look like these, in JSON."""
    return [{"name": key, **_property(value)} for key, value in values.items()]


def _property(value: Any) -> Json:
    match value:
        case bool():
            return {"type": "bool", "value": value}
        case int():
            return {"type": "int", "value": value}
        case float():
            return {"type": "float", "value": value}
        case str() if not value.startswith(NESTED):
            return {"type": "string", "value": value}
        case _:
            return {"type": "string", "value": json.dumps(value, ensure_ascii=False)}
