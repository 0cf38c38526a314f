"""A scene of a table as SVG."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.render.colours import Colours
from sightline.render.free_table import bases, features, ground, highlights, labels, lines
from sightline.render.free_table.legend import entries
from sightline.render.free_table.scene import TableScene
from sightline.render.free_table.text import text
from sightline.render.free_table.view import TableView
from sightline.render.ground import hatches
from sightline.render.page import page
from sightline.render.svg_document import MARGIN, top_of

_LARGEST_INCH, _SMALLEST_INCH, _ROOM = 60.0, 4.0, 1240.0
_LARGEST_UNIT, _SMALLEST_UNIT = 22.0, 10.0

_LAYERS = (
    ground.table,
    features.features,
    highlights.area,
    highlights.glows,
    lines.ways,
    lines.way,
    highlights.viewer,
    bases.bases,
    highlights.unseen,
    highlights.outlines,
    ground.edge,
    ground.bar,
    bases.names,
    lines.lines,
    lines.tape,
    labels.labels,
    highlights.signs,
    lines.signs,
)


def svg(scene: TableScene, *, size: float | None = None, colours: Colours = "colour", prefix: str = "sightline") -> str:
    """Draw a scene of a table as a complete SVG document; `size` is how many pixels an inch measures."""
    view = _view(scene, size, colours, prefix)
    return page(view, _LAYERS, entries(view), text(scene), _definitions(view))


def _view(scene: TableScene, size: float | None, colours: Colours, prefix: str) -> TableView:
    """Give the view: as large as the table leaves room for, with lines and names that do not grow with it."""
    longest = max(scene.table.width, scene.table.height)
    inch = size or min(_LARGEST_INCH, max(_SMALLEST_INCH, _ROOM / longest))
    unit = min(_LARGEST_UNIT, max(_SMALLEST_UNIT, inch * longest / 34))
    left, top = MARGIN + ground.SCALE, top_of(scene) + ground.SCALE
    return TableView(scene, unit, left, top, prefix, colours, inch=inch)


def _definitions(view: TableView) -> Iterator[str]:
    yield from features.patterns(view)
    if view.scene.seen is not None:
        yield from hatches(view)
