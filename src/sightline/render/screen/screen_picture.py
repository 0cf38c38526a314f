"""A scene for a screen: the backdrop, and the layers, legend and texts of the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from msgspec import UNSET
from msgspec.structs import replace as with_fields

from sightline.render.layers.canvas import Canvas
from sightline.render.pages.surface_layers import answer_definitions, surface_layers
from sightline.render.pages.svg_document import FONTS, defs
from sightline.render.primitives.colours import Colours, style_sheet
from sightline.render.primitives.text_metrics import clean
from sightline.render.scenes.scene import Scene
from sightline.render.screen.backdrop import SCOPE, Backdrop, drawn_entries, drawn_layer, entries, screen_layer
from sightline.render.screen.screen_payload import (
    LegendEntry,
    Nearby,
    Screen,
    ScreenCells,
    ScreenLayer,
    ScreenRemark,
    ScreenStyle,
    ScreenTable,
    hash_of,
)


def build_screen(
    scene: Scene,
    backdrop: Backdrop,
    *,
    colours: Colours = "colour",
    have: Mapping[str, str] | None = None,
    nearby: Sequence[Nearby] | None = None,
) -> Screen:
    """Return a scene for a screen, on the backdrop of its board or table.

    `have` are the hashes of the parts that the client has: layers by name, "style" and "cells". `nearby` is
    included unchanged.
    """
    known = have or {}
    canvas = replace(backdrop.canvas, scene=scene, below=backdrop.canvas)
    return Screen(
        backdrop.view_box,
        [_without_known(layer, known) for layer in _layers(canvas, backdrop) if layer.svg],
        _style(colours, known),
        _cells(backdrop.cells, known),
        backdrop.occupied,
        backdrop.pieces,
        _table(canvas),
        [*backdrop.legend, *_more_entries(canvas, backdrop)],
        clean(scene.caption),
        clean(scene.note),
        scene.dice,
        [ScreenRemark(*map(clean, remark)) for remark in scene.remarks],
        nearby,
    )


def _layers(canvas: Canvas, backdrop: Backdrop) -> Iterator[ScreenLayer]:
    """Yield all layers from the lowest, those of the backdrop unchanged."""
    yield backdrop.layers["definitions"]
    patterns = "".join(answer_definitions(canvas))
    yield screen_layer("patterns", defs([patterns]) if patterns else "")
    for layer in surface_layers(canvas.scene):
        yield drawn_layer(canvas, layer) if layer.is_asked else backdrop.layers[layer.name]


def _without_known(layer: ScreenLayer, known: Mapping[str, str]) -> ScreenLayer:
    return with_fields(layer, svg=UNSET) if known.get(layer.name) == layer.hash else layer


def _cells(cells: ScreenCells, known: Mapping[str, str]) -> ScreenCells:
    return with_fields(cells, list=UNSET) if known.get("cells") == cells.hash else cells


def _style(colours: Colours, known: Mapping[str, str]) -> ScreenStyle:
    style = _styles(colours)
    return ScreenStyle(style.hash) if known.get("style") == style.hash else style


@cache
def _styles(colours: Colours) -> ScreenStyle:
    css = f".{SCOPE}{{font-family:{FONTS}}}{style_sheet(colours, SCOPE)}"
    if colours == "dark":  # paper is light even if the screen is dark
        css += f"@media print{{{style_sheet('colour', SCOPE)}}}"
    return ScreenStyle(hash_of(css), css)


def _table(canvas: Canvas) -> ScreenTable | None:
    if not canvas.scene.is_free:
        return None
    on, table = canvas.inches, canvas.scene.table
    return ScreenTable(on.left, on.top, float(on.inch), float(table.width), float(table.height))


def _more_entries(canvas: Canvas, backdrop: Backdrop) -> Iterator[LegendEntry]:
    """Yield the entries of the legend that an answer adds."""
    before = {entry.text for entry in backdrop.legend}
    yield from drawn_entries(canvas, (entry for entry in entries(canvas) if entry.text not in before))
