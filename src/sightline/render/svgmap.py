"""A scene as SVG: a pure function from the scene and keyword options to text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sightline.i18n import _
from sightline.render import (
    borders,
    cell_values,
    chosen_corner,
    corner_bypass,
    ground,
    legend,
    outlines,
    pieces,
    rays,
    shots,
    zones,
)
from sightline.render.colours import Colours
from sightline.render.legend_swatches import UNIT
from sightline.render.page import page
from sightline.render.scene import Scene
from sightline.render.svg_document import MARGIN, symbols, top_of
from sightline.render.textmap import text
from sightline.render.view import View

_LARGEST_CELL, _SMALLEST_CELL, _ROOM = 76.0, 10.0, 1240.0
_WIDEST_TEXT_PICTURE = 40

_GROUND = (
    ground.cells,
    zones.zones,
    cell_values.tints,
    ground.terrain_marks,
    cell_values.threatened,
    ground.contours,
    outlines.outlines,
    ground.sights,
    cell_values.edges,
)
_MARKED = (borders.borders, cell_values.rings, cell_values.ways, rays.marked_places, corner_bypass.ways)
_MARKED_IN_GROUPS = (
    cell_values.rings,
    rays.marked_places,
    borders.borders,
    outlines.passages,
    cell_values.ways,
    corner_bypass.ways,
)
"""Where the board has borders round groups, those on sides stand out among them, and among marked cells."""
_UPON = (
    ground.labels,
    ground.level_numbers,
    rays.rays,
    pieces.pieces,
    cell_values.numbers,
    chosen_corner.corner,
    rays.signs,
    ground.seen_dots,
    rays.crosses,
    shots.shots,
)


def svg(scene: Scene, *, size: float | None = None, colours: Colours = "colour", prefix: str = "sightline") -> str:
    """Draw a scene as a complete SVG document.

    `size` is the distance between the two sides of a cell in pixels, else chosen by the size of the board. `colours` is
    "colour" or "print", for black and white. `prefix` begins every id: pictures on one page need different ones.
    """
    view = replace(_view(scene, size, prefix), scope=colours)
    layers = (*_GROUND, *(_MARKED_IN_GROUPS if scene.outlines else _MARKED), *_UPON)
    return page(view, layers, legend.map_entries(view), _in_words(view), _definitions(view))


def _view(scene: Scene, size: float | None, prefix: str) -> View:
    """Give the view: as large as the board leaves room for, with room for labels along the edges where needed."""
    if size is None:
        plain = View(scene, 1.0)
        largest = max(plain.width, plain.height) / 2
        size = min(_LARGEST_CELL, max(_SMALLEST_CELL, _ROOM / largest))
    view = View(scene, size / 2, MARGIN, top_of(scene), prefix)
    edge = 0.0 if view.has_labels else ground.EDGE
    return replace(view, left=view.left + edge, top=view.top + edge)


def _in_words(view: View) -> str:
    """Give the picture as text; of a board too wide to read that way, only what stands on it."""
    scene = view.scene
    if max(scene.board.columns, scene.board.rows) <= _WIDEST_TEXT_PICTURE:
        return text(scene)
    size = _("A board of {columns} by {rows} cells.").format(columns=scene.board.columns, rows=scene.board.rows)
    rows = [size, scene.caption]
    rows += [pieces.describe(view, piece) for piece in scene.board.pieces.values()]
    rows += [" ".join(remark) for remark in scene.remarks[: scene.most_remarks]]
    return "\n".join(row for row in rows if row)


def _definitions(view: View) -> Iterator[str]:
    """Define the marks of the terrain that occurs, in the sizes in which they are used, and the hatchings."""
    board = view.scene.board
    kinds = {*legend.kinds_of(board), *legend.border_kinds_of(board), *legend.object_kinds(board.pieces.values())}
    scales = {"mark": view.unit, "small": 0.46 * view.unit, "tiny": 0.24 * view.unit, "legend": UNIT}
    for size, scale in scales.items():
        yield from symbols(view, kinds, size, scale)
    if view.scene.seen is not None:
        yield from ground.hatches(view)
    yield from cell_values.hatches(view)
    yield from zones.hatches(view)
