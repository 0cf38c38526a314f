"""The layers of a board or table, from the lowest, and the definitions that they refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sightline.render.layers import (
    borders,
    cell_groups,
    cell_labels,
    cell_pieces,
    cell_values,
    chart_signs,
    corner_bypass,
    features,
    ground,
    links,
    marked_areas,
    rays,
    table_ground,
    table_highlights,
    table_labels,
    table_lines,
    table_pieces,
    textures,
    zones,
)
from sightline.render.layers.canvas import Canvas
from sightline.render.pages import legend
from sightline.render.pages.legend_swatches import UNIT
from sightline.render.pages.svg_document import symbols
from sightline.render.primitives.svg_tags import marker
from sightline.render.scenes.scene import Scene


class Layer(NamedTuple):
    """A part of a picture that is drawn separately: its name, and the function that draws it.

    `is_asked`: it shows an answer; the other layers show the board or table, independent of the question.
    """

    name: str
    draw: Callable[[Canvas], Iterator[str]]
    is_asked: bool = False


_GROUND = (
    Layer("ground", ground.cells),
    Layer("zones", zones.zones),
    Layer("tints", cell_values.tints, is_asked=True),
    Layer("terrain", ground.terrain_marks),
    Layer("threatened", cell_values.threatened, is_asked=True),
    Layer("contours", ground.contours),
    Layer("groups", cell_groups.groups),
    Layer("sight", ground.sights, is_asked=True),
    Layer("area", cell_values.edges, is_asked=True),
)
_BORDERS = Layer("borders", borders.borders)
_RINGS = Layer("rings", cell_values.rings, is_asked=True)
_STEPS = Layer("steps", cell_values.steps, is_asked=True)
_MARKS = Layer("marks", rays.marked_places, is_asked=True)
_BYPASSES = Layer("bypasses", corner_bypass.bypasses, is_asked=True)
_MARKED = (_BORDERS, _RINGS, _STEPS, _MARKS, _BYPASSES)
_MARKED_IN_GROUPS = (_RINGS, _MARKS, _BORDERS, Layer("passages", cell_groups.passages), _STEPS, _BYPASSES)
"""The layers of a board with borders round groups: layers on edges are above them, and above marked cells."""
_ABOVE = (
    Layer("marked-areas", marked_areas.marked_areas),
    Layer("rays", rays.rays, is_asked=True),
    Layer("links", links.links, is_asked=True),
    Layer("pieces", cell_pieces.pieces),
    Layer("labels", cell_labels.coordinates),
    Layer("levels", cell_labels.levels),
    Layer("names", cell_labels.names),
    Layer("numbers", cell_labels.numbers, is_asked=True),
    Layer("corner", cell_labels.corner, is_asked=True),
    Layer("signs", cell_labels.signs, is_asked=True),
    Layer("seen", cell_labels.seen_dots, is_asked=True),
    Layer("crosses", rays.crosses, is_asked=True),
    Layer("shots", chart_signs.shots, is_asked=True),
)
_TABLE = (
    Layer("ground", table_ground.table),
    Layer("terrain", features.features),
    Layer("area", table_highlights.area, is_asked=True),
    Layer("sight", table_highlights.glows, is_asked=True),
    Layer("corridors", table_lines.corridors, is_asked=True),
    Layer("steps", table_lines.way, is_asked=True),
    Layer("rings", table_highlights.viewer, is_asked=True),
    Layer("pieces", table_pieces.bases),
    Layer("unseen", table_highlights.unseen, is_asked=True),
    Layer("marks", table_highlights.outlines, is_asked=True),
    Layer("borders", table_ground.edge),
    Layer("scale", table_ground.bar),
    Layer("links", links.links, is_asked=True),
    Layer("names", table_pieces.names),
    Layer("rays", table_lines.lines, is_asked=True),
    Layer("tape", table_lines.tape, is_asked=True),
    Layer("labels", table_labels.labels),
    Layer("signs", table_highlights.signs, is_asked=True),
    Layer("crosses", table_lines.signs, is_asked=True),
)


def surface_layers(scene: Scene) -> Sequence[Layer]:
    """Return the layers of a board or table, from the lowest."""
    if scene.is_free:
        return _TABLE
    return (*_GROUND, *(_MARKED_IN_GROUPS if scene.groups else _MARKED), *_ABOVE)


def definitions(canvas: Canvas) -> Iterator[str]:
    """Define the patterns and marks that layers and legend refer to."""
    yield from surface_definitions(canvas)
    yield from answer_definitions(canvas)


def answer_definitions(canvas: Canvas) -> Iterator[str]:
    """Define the patterns that the layers of an answer refer to."""
    scene = canvas.scene
    if (scene.seen_pieces if scene.is_free else scene.seen) is not None:
        yield from ground.hatches(canvas)
    if not scene.is_free:
        yield from cell_values.hatches(canvas)


def surface_definitions(canvas: Canvas) -> Iterator[str]:
    """Define the patterns and marks that the layers of the board or table refer to."""
    if canvas.scene.is_free:
        yield from features.patterns(canvas)
        return
    board = canvas.scene.board
    kinds = {*legend.kinds_of(board), *legend.border_kinds_of(board), *legend.object_kinds(board.pieces.values())}
    scales = {"mark": canvas.unit, "small": 0.46 * canvas.unit, "tiny": 0.24 * canvas.unit, "legend": UNIT}
    kinds |= borders.marks_of(canvas.scene, kinds)
    for size, scale in scales.items():
        yield from symbols(canvas, kinds, size, scale)
    for size in ("mark", "small"):
        yield from (marker(canvas.symbol(size, kind)) for kind in sorted(kinds & canvas.scene.drawings.keys()))
    yield from textures.definitions(canvas, kinds, "mark")
    yield from textures.definitions(canvas.at(UNIT), kinds, "legend")
    yield from zones.hatches(canvas)
