"""The types of what is read from a map of Tiled in its JSON format; the parser of these maps does not check them."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field


class _TiledSpot(Struct, frozen=True):
    x: float
    y: float


class _TiledObject(Struct, frozen=True):
    name: str | None = None
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0
    rotation: float = 0.0
    type: str | None = None
    class_: str | None = field(default=None, name="class")
    polygon: list[_TiledSpot] | None = None
    polyline: list[_TiledSpot] | None = None


class _TiledLayer(Struct, frozen=True):
    name: str = ""
    width: int | None = None
    offsetx: float | None = None
    offsety: float | None = None
    data: list[int] | str | None = None
    objects: list[_TiledObject] | None = None
    layers: list[_TiledLayer] | None = None


class _Tileset(Struct, frozen=True):
    firstgid: int
    name: str = ""


class _TiledMap(Struct, frozen=True):
    width: int
    height: int
    tilewidth: int
    tileheight: int
    orientation: str
    layers: list[_TiledLayer]
    tilesets: list[_Tileset]
    hexsidelength: int | None = None
    staggeraxis: str | None = None
    staggerindex: str | None = None
    properties: list[dict[str, Any]] | dict[str, Any] | None = None


def check_shape(path: Path) -> None:
    """Raise `MsgspecError` for an empty file, and for a map in JSON in which a value has a wrong type, with its place.

    Anything else is left to the parser: all values of maps in XML are texts, which it turns into numbers. Raise OSError
    if the file cannot be read.
    """
    content = path.read_bytes().removeprefix(BOM_UTF8).lstrip()
    if not content or content.startswith(b"{"):
        msgspec.json.decode(content, type=_TiledMap)
