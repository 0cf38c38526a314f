"""The backdrop: the board or table alone, drawn once for all questions about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from msgspec import json
from msgspec.structs import replace as with_fields

from sightline.deadline import limited
from sightline.i18n import N_
from sightline.render.layers import cell_groups
from sightline.render.layers.board_ground import KEPT_GROUNDS, BoardGround, board_ground
from sightline.render.layers.canvas import Canvas
from sightline.render.pages import legend, table_legend
from sightline.render.pages.fitted_projection import fitted_projection
from sightline.render.pages.legend_swatches import UNIT
from sightline.render.pages.surface_layers import Layer, surface_definitions, surface_layers
from sightline.render.pages.svg_document import defs
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.screen_size import ScreenSize
from sightline.render.scenes.scene import Scene
from sightline.render.screen.screen_cells import occupied_cells, outline_points, screen_cells
from sightline.render.screen.screen_payload import LegendEntry, ScreenCells, ScreenLayer, ScreenPiece, hash_of
from sightline.render.screen.screen_pieces import screen_pieces

_TABLE_ROOMS: Mapping[ScreenSize, float] = {"large": 720.0, "medium": 560.0, "compact": 440.0, "small": 300.0}
_BOARD_ROOMS: Mapping[ScreenSize, float] = {**_TABLE_ROOMS, "large": 1240.0}
"""The length of the longer side of a board, in pixels: about that on the screen, so that texts are legible there."""
_SMALLEST_TEXT = 9.0
SCOPE = "sightline"
"""The class of every SVG on the screen, and the prefix of all ids."""
_ROOM = 8.0
"""The margin round a board or table, in pixels."""
_SWATCH = 28


@dataclass(frozen=True, eq=False)
class Backdrop:
    """A board or table without an answer: its canvas, and all its parts that are independent of questions.

    `layers` are by name, with their SVG.
    """

    canvas: Canvas
    layers: Mapping[str, ScreenLayer]
    cells: ScreenCells
    occupied: Mapping[str, str]
    pieces: Sequence[ScreenPiece]
    legend: Sequence[LegendEntry]

    @property
    def view_box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of everything that is drawn, in pixels."""
        on = self.canvas.projection
        return 0.0, 0.0, round(on.left + on.width + _ROOM, 2), round(on.bottom + _ROOM, 2)


def build_backdrop(scene: Scene, size: ScreenSize = "large") -> Backdrop:
    """Draw the board or table of a scene that shows no answer, for a screen of a size."""
    room = (_TABLE_ROOMS if scene.is_free else _BOARD_ROOMS)[size]
    projection = fitted_projection(scene.surface, None, _ROOM, _ROOM, room)
    canvas = Canvas(scene, projection, SCOPE, SCOPE, smallest_text=_SMALLEST_TEXT, omits_illegible=True)
    cells = _NO_CELLS if scene.is_free else _cells(canvas.computed(board_ground))
    return Backdrop(
        canvas,
        {layer.name: layer for layer in _layers(canvas)},
        _inset(cells.sent, round(cell_groups.reach(canvas), 2)),
        {} if scene.is_free else occupied_cells(scene, cells.names),
        tuple(screen_pieces(canvas)),
        tuple(drawn_entries(canvas, entries(canvas))),
    )


class _Cells(NamedTuple):
    """The cells in the form in which they are sent, and their names by label."""

    sent: ScreenCells
    names: Mapping[str, str]


_NO_CELLS = _Cells(ScreenCells(hash_of(""), "", labelled=False, list=()), {})


@lru_cache(KEPT_GROUNDS)
def _cells(ground: BoardGround) -> _Cells:
    """Return the cells of a board; cached, because they are most of a screen's data and seldom change."""
    outline, cells = outline_points(ground.canvas), list(screen_cells(ground.canvas))
    sent = ScreenCells(
        hash_of(outline.encode() + json.encode(cells)), outline, ground.canvas.cells.has_labels, list=cells
    )
    return _Cells(sent, {cell.label: cell.name for cell in cells})


def _inset(cells: ScreenCells, inset: float) -> ScreenCells:
    """Return cells with the inset that borders leave to them, which their hash covers."""
    return with_fields(cells, inset=inset, hash=hash_of(f"{cells.hash} {inset}")) if inset else cells


def _layers(canvas: Canvas) -> Iterator[ScreenLayer]:
    yield screen_layer("definitions", defs(surface_definitions(canvas)))
    yield from (drawn_layer(canvas, layer) for layer in surface_layers(canvas.scene) if not layer.is_asked)


def drawn_layer(canvas: Canvas, layer: Layer) -> ScreenLayer:
    """Draw a layer."""
    return screen_layer(
        layer.name, "".join(limited(layer.draw(canvas), N_("parts of the picture"))), answers=layer.is_asked
    )


def screen_layer(name: str, svg: str, *, answers: bool = False) -> ScreenLayer:
    """Return a layer with its hash."""
    return ScreenLayer(name, hash_of(svg), svg, answers)


def entries(canvas: Canvas) -> Iterable[legend.Entry]:
    """Return the entries of the legend of a scene."""
    return table_legend.entries(canvas) if canvas.scene.is_free else legend.map_entries(canvas)


def drawn_entries(canvas: Canvas, found: Iterable[legend.Entry]) -> Iterator[LegendEntry]:
    """Draw the swatch of each entry as a separate SVG."""
    small, middle = canvas.at(UNIT), Pixel(_SWATCH / 2, _SWATCH / 2)
    box = f'viewBox="0 0 {_SWATCH} {_SWATCH}" width="{_SWATCH}" height="{_SWATCH}"'
    for entry in found:
        drawn = "".join(entry.swatch(small, middle))
        yield LegendEntry(f'<svg class="{SCOPE}" {box} aria-hidden="true">{drawn}</svg>', entry.text)
