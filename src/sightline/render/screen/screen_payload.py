"""The parts of a scene on a screen as JSON: layers with their hashes, places of cells and pieces, and texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec import UNSET, Struct, UnsetType

_HASH_DIGITS = 24


def hash_of(text: str | bytes) -> str:
    """Return the hash with which a client states that it already has a part."""
    return sha256(text.encode() if isinstance(text, str) else text).hexdigest()[:_HASH_DIGITS]


class ScreenLayer(Struct, frozen=True, omit_defaults=True):
    """A layer of a picture; `svg` is omitted if the client has the layer.

    `answers` is true if it shows an answer, false if it shows the board or table alone.
    """

    name: str
    hash: str
    svg: str | UnsetType = UNSET
    answers: bool = False


class ScreenStyle(Struct, frozen=True, omit_defaults=True):
    """The colours of all classes and the fonts; `css` is omitted if the client has it."""

    hash: str
    css: str | UnsetType = UNSET


class ScreenCell(Struct, frozen=True):
    """A cell: its label, its centre in pixels, its accessible name, and the labels of its neighbours by direction."""

    label: str
    x: float
    y: float
    name: str
    terrain: Sequence[str]
    level: int
    neighbours: Mapping[str, str]


class ScreenCells(Struct, frozen=True, omit_defaults=True):
    """The cells of a board; `list` is omitted if the client has it.

    `outline` is the outline of every cell: its corners in pixels, relative to its centre. `labelled` is true if the
    picture shows the label of each; cells may be too small for that. `inset` is how far borders round groups of cells
    reach into them, in pixels.
    """

    hash: str
    outline: str
    labelled: bool
    list: Sequence[ScreenCell] | UnsetType = UNSET
    inset: float = 0.0


class ScreenPiece(Struct, frozen=True):
    """A piece: the place of its body in pixels, and its accessible name.

    `states` are its keys in the file, `at` is its place as in the file. `colour` is that of its side: the body has
    the class `side-colour`.
    """

    name: str
    side: str | None
    colour: str
    at: str | tuple[str | float, ...]
    x: float
    y: float
    radius: float
    label: str
    states: Mapping[str, Any]


class ScreenTable(Struct, frozen=True):
    """A free table: its corner and the length of an inch in pixels, its size in inches."""

    left: float
    top: float
    inch: float
    width: float
    height: float


class LegendEntry(Struct, frozen=True):
    """An entry of the legend: a small SVG, and its text."""

    svg: str
    text: str


class ScreenRemark(Struct, frozen=True):
    """A row below a picture: its subject, a number or effect, and the rest. The key of a finding is its clause."""

    key: str
    value: str
    words: str


class Nearby(Struct, frozen=True):
    """A piece relative to another: the distance in cells or inches, the direction as a compass point, and a text.

    `direction` is None for a piece in the same place.
    """

    name: str
    distance: int | float
    direction: str | None
    sight: str
    words: str


class Screen(Struct, frozen=True):
    """A scene for a screen. `view_box` is left, top, width and height in pixels.

    `layers` start with the lowest. `cells` are named without the pieces there; `occupied` are the names with them, by
    label.
    """

    view_box: tuple[float, float, float, float]
    layers: Sequence[ScreenLayer]
    style: ScreenStyle
    cells: ScreenCells
    occupied: Mapping[str, str]
    pieces: Sequence[ScreenPiece]
    table: ScreenTable | None
    legend: Sequence[LegendEntry]
    caption: str
    note: str
    dice: Sequence[int]
    remarks: Sequence[ScreenRemark]
    nearby: Sequence[Nearby] | None = None
