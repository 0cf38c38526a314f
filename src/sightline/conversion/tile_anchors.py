"""The *Object Alignment* of tilesets of Tiled: where on its picture the place of an object is.

The parser of maps does not tell it of tilesets in XML.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

ENCODING: Final = "utf-8-sig"
"""UTF-8, with a byte order mark or without one."""
Anchor = tuple[float, float]
"""A place on a picture, as parts of its width and height from the upper left corner."""
LOWER_LEFT: Final[Anchor] = (0.0, 1.0)
"""The anchor where a tileset states none, on maps of squares and of hexes."""
_ROWS = {"top": 0.0, "": 0.5, "bottom": 1.0}
_COLUMNS = {"left": 0.0, "": 0.5, "right": 1.0}
_ANCHORS = {row + column or "center": (x, y) for row, y in _ROWS.items() for column, x in _COLUMNS.items()}


def read_anchors(path: Path) -> Mapping[int, Anchor]:
    """Return the anchors of the tilesets of a map, which the parser has read, by the number of their first tile."""
    return {first: _ANCHORS.get(alignment, LOWER_LEFT) for first, alignment in _iter_alignments(path)}


def _iter_alignments(path: Path) -> Iterator[tuple[int, str]]:
    for each in _read(path)["tilesets"]:
        tileset = _read(path.parent / each["source"]) if each.get("source") else each
        yield int(each["firstgid"]), tileset.get("objectalignment", "unspecified")


def _read(path: Path) -> Mapping[str, Any]:
    """Return the values of a map or tileset; of one in XML the attributes."""
    text = path.read_text(ENCODING)
    if text.lstrip().startswith("{"):
        read: Mapping[str, Any] = json.loads(text)
        return read
    root = ElementTree.fromstring(text)
    return {**root.attrib, "tilesets": [each.attrib for each in root.findall("./tileset")]}
