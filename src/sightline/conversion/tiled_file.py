"""A map of Tiled as read from its file (`.tmj`, `.tmx`): what it states of a scenario, its layers and its objects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import yaml
from msgspec import MsgspecError
from pytiled_parser import OrderedPair, TiledMap, parse_map
from pytiled_parser.exception import UnknownFormat
from pytiled_parser.layer import Layer, LayerGroup, ObjectLayer, TileLayer
from pytiled_parser.tiled_object import Polygon, Polyline, Tile, TiledObject

from sightline.conversion.tile_anchors import ENCODING, LOWER_LEFT, Anchor, read_anchors
from sightline.conversion.tile_geometry import FAR_OUTSIDE, MAX_CELLS, MapPoint
from sightline.conversion.tiled_shape import check_shape
from sightline.conversion.tiled_words import NESTED
from sightline.formats.problems import Problems
from sightline.i18n import N_, _

_NOT_READABLE = N_("this is not a map of Tiled: {error}")
TILE_NUMBER = 0x0FFFFFFF
"""The bits of a number that say which tile it is; the others turn and mirror the tile."""
_STATED = ("title", "rules")
_FAR = 1e6
"""The maximum of coordinates in pixels."""


class TiledFile:
    """A map with its layers, those of groups among them.

    Problems are collected in `problems`; `origins` has the keys in the map of what becomes a part of the scenario.
    """

    def __init__(self, path: Path, problems: Problems) -> None:
        """Read a map with its tilesets. Raise `ScenarioError` if it is none, and OSError if a file cannot be read."""
        self.problems, self.origins = problems, dict[str, str]()
        try:
            check_shape(path)
            self.map: TiledMap = parse_map(path, ENCODING)
            self._anchors = read_anchors(path)
        except OSError as error:
            raise _about_tileset(error, path) from error
        except MsgspecError as error:  # its message names the place
            problems.add(None, None, _(_NOT_READABLE).format(error=error))
            problems.raise_if_any()
        except UnknownFormat:
            reason = _("the map or one of its tilesets is neither XML nor JSON")
            problems.add(None, None, _(_NOT_READABLE).format(error=reason))
            problems.raise_if_any()
        except KeyError as error:
            message = _(
                "{key} is missing, as in maps of old versions of Tiled: open the map and its tilesets in a newer one, "
                "and save them again"
            )
            problems.add(None, None, message.format(key=error.args[0]))
            problems.raise_if_any()
        except Exception as error:  # the parser raises whatever malformed data leads to
            problems.add(None, None, _(_NOT_READABLE).format(error=f"{type(error).__name__}: {error}"))
            problems.raise_if_any()
        self._check_sizes()
        self.layers = list(_shown(self.map.layers, OrderedPair(0, 0)))
        self._check_layers()
        self.stated = self._read_stated()

    def _check_sizes(self) -> None:
        tiled = self.map
        (columns, rows), (width, height), side = tiled.map_size, tiled.tile_size, tiled.hex_side_length or 0
        wanted = (
            ("width", columns, 1, MAX_CELLS),
            ("height", rows, 1, MAX_CELLS),
            ("tilewidth", width, 1, _FAR),
            ("tileheight", height, 1, _FAR),
            ("hexsidelength", side, 0, min(width, height)),
        )
        for key, number, least, most in wanted:
            if not least <= number <= most:
                message = _("this is a number from {least} to {most:.0f}").format(least=least, most=most)
                self.problems.add(None, key, message, found=str(number))
        self.problems.raise_if_any()

    def _check_layers(self) -> None:
        """Report each layer of tiles that has not one number for each cell."""
        columns, rows = map(int, self.map.map_size)
        message = _("the layer has {found} tiles, not {columns} x {rows} as the map")
        for layer in self.layers:
            lines = (layer.data or ()) if isinstance(layer, TileLayer) else ()
            if lines and [len(line) for line in lines] != [columns] * rows:
                text = message.format(found=sum(map(len, lines)), columns=columns, rows=rows)
                self.problems.add(None, f"layers.{layer.name}", text)

    def _read_stated(self) -> dict[str, Any]:
        """Return what the properties of the map state: `scenario`, in YAML, and `title`, `rules` and `grid` by name."""
        stated, key = self.map.properties or {}, "scenario"
        found = self._read_yaml(str(stated[key]), key) if key in stated else {}
        is_mapping = isinstance(found, dict) and isinstance(found.setdefault("map", {}), dict)
        if not (is_mapping and isinstance(found.get("rules", ""), str)):
            self.problems.add(None, key, _("the property must be a scenario in YAML, without cells and pieces"))
            self.problems.raise_if_any()
        self.origins |= {each: f"{key}.{each}" for each in found if key in stated}
        found |= {each: str(stated[each]) for each in _STATED if each in stated}
        self.origins |= {each: each for each in _STATED if each in stated}
        if "grid" in stated:
            found["map"]["grid"] = str(stated["grid"])
        return dict(found)

    def objects(self) -> Iterator[tuple[str, TiledObject]]:
        """Yield the objects of all layers that are shown, each with its key."""
        for layer in self.layers:
            for each in layer.tiled_objects if isinstance(layer, ObjectLayer) else ():
                key = f"{layer.name}.{each.name or each.id}"
                if not all(abs(number) <= _FAR for spot in (each.coordinates, each.size) for number in spot):
                    self.problems.add(None, key, _(FAR_OUTSIDE))
                elif each.visible:
                    yield key, each

    def middle(self, each: TiledObject) -> MapPoint:
        """Return the middle of an object in pixels; the place of one with a picture is where its tileset aligns it."""
        x, y = self._anchor(each.gid & TILE_NUMBER) if isinstance(each, Tile) else (0.0, 0.0)
        return _turned(each, each.size.width * (0.5 - x), each.size.height * (0.5 - y))

    def _anchor(self, tile: int) -> Anchor:
        first = max((number for number in self._anchors if number <= tile), default=None)
        return LOWER_LEFT if first is None else self._anchors[first]

    def piece_name(self, key: str, each: TiledObject, others: dict[str, Any]) -> str:
        """Return the name of a piece, and note its origin; a name that another has is a problem."""
        name = each.name or f"{each.class_ or 'piece'} {each.id}"
        if name in others:
            self.problems.add(None, key, _("two pieces are named {name!r}").format(name=name), found=name)
        self.origins[f"pieces.{name}"] = key
        return name

    def fields(self, key: str, each: TiledObject) -> dict[str, Any]:
        """Return the properties of an object; a text that begins as a list, mapping or quotation is read as YAML."""
        found: dict[str, Any] = {}
        for name, value in (each.properties or {}).items():
            is_nested = isinstance(value, str) and value.startswith(NESTED)
            plain = value if isinstance(value, bool | int | float) else str(value)
            found[name] = self._read_yaml(str(value), f"{key}.{name}") if is_nested else plain
        return found

    def _read_yaml(self, text: str, key: str) -> Any:
        """Return the value of a text, with all scalars as texts; None after a problem."""
        try:
            if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.BaseLoader)):
                raise yaml.YAMLError(_("there is an alias in it"))
            return yaml.load(text, Loader=yaml.BaseLoader)  # safe: it builds texts, lists and mappings only
        except (yaml.YAMLError, RecursionError) as error:
            message = _("this is not YAML: {error}").format(error=str(error).split("\n", 1)[0])
            self.problems.add(None, key, message, found=text[:200])
            return None


def _about_tileset(error: OSError, path: Path) -> OSError:
    """Return an error about a file: if it is not the map itself, it is a tileset, and the error says so."""
    if error.filename is None or Path(error.filename).resolve() == path.resolve():
        return error
    message = _("this tileset of {map} cannot be read: {reason}")
    return OSError(error.errno, message.format(map=path, reason=_(str(error.strerror))), error.filename)


def spots(each: Polyline | Polygon) -> list[MapPoint]:
    """Return the places that a line goes through, in pixels."""
    return [_turned(each, x, y) for x, y in each.points]


def _turned(each: TiledObject, x: float, y: float) -> MapPoint:
    """Return a place of an object, given from its own place: it is turned about that, clockwise by degrees."""
    left, top = each.coordinates
    if not each.rotation:
        return MapPoint(left + x, top + y)
    across, along = sin(radians(each.rotation)), cos(radians(each.rotation))
    return MapPoint(left + x * along - y * across, top + x * across + y * along)


def _moved(place: OrderedPair, offset: OrderedPair) -> OrderedPair:
    return OrderedPair(place.x + offset.x, place.y + offset.y)


def _shown(layers: Sequence[Layer], offset: OrderedPair) -> Iterator[Layer]:
    """Yield the layers that are shown, in the order in which they are drawn; objects are moved by their offsets."""
    for layer in layers:
        if not layer.visible:
            continue
        layer.offset = _moved(layer.offset, offset)
        if isinstance(layer, LayerGroup):
            yield from _shown(layer.layers or (), layer.offset)
            continue
        for each in layer.tiled_objects if isinstance(layer, ObjectLayer) else ():
            each.coordinates = _moved(each.coordinates, layer.offset)
        yield layer
