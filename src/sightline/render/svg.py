"""A scene as SVG: a pure function from the scene and keyword options to text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sightline.render import figures, ground, legend, rays, shots, sides
from sightline.render.colours import Colours, style_sheet
from sightline.render.marks import TERRAINS
from sightline.render.scene import Scene
from sightline.render.tags import BOLD, path, shared, words
from sightline.render.text import text
from sightline.render.view import Pixel, View, number
from sightline.render.words import escape, fit

_MARGIN, _TITLE, _NARROWEST = 20.0, 36.0, 420.0
_LARGEST_CELL, _SMALLEST_CELL, _ROOM = 76.0, 10.0, 1240.0
_WIDEST_TEXT_PICTURE = 40
_UNTITLED = "A board"

_LAYERS = (
    ground.cells,
    ground.terrain_marks,
    ground.contours,
    ground.sights,
    sides.borders,
    rays.marked_places,
    ground.labels,
    ground.level_numbers,
    rays.rays,
    figures.pieces,
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
    outer = max(_NARROWEST, view.left + view.width + _MARGIN)
    view = replace(view, left=view.left + (outer - view.left - view.width - _MARGIN) / 2)
    inner = outer - 2 * _MARGIN
    body = [f"<g>{''.join(drawn)}</g>" for layer in _LAYERS if (drawn := list(layer(view)))]
    entries, bottom = legend.legend(view, _MARGIN, view.top + view.height + 14, inner)
    remarks, bottom = legend.remarks(view, _MARGIN, bottom, inner)
    height = bottom + _MARGIN
    parts = [
        *_head(view, colours, outer, height),
        f'<rect class="paper" width="{number(outer)}" height="{number(height)}"/>',
        words("title", Pixel(_MARGIN, 30), 19, fit(scene.title, inner / 20), BOLD) if scene.title else "",
        *body,
        *entries,
        *remarks,
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _view(scene: Scene, size: float | None, prefix: str) -> View:
    """Give the view: as large as the board leaves room for, with room for labels along the edges where needed."""
    if size is None:
        plain = View(scene, 1.0)
        largest = max(plain.width, plain.height) / 2
        size = min(_LARGEST_CELL, max(_SMALLEST_CELL, _ROOM / largest))
    view = View(scene, size / 2, _MARGIN, _TITLE + 10 if scene.title else _MARGIN, prefix)
    edge = 0.0 if view.has_labels else ground.EDGE
    return replace(view, left=view.left + edge, top=view.top + edge)


def _head(view: View, colours: Colours, width: float, height: float) -> Iterator[str]:
    """Open the picture: its size, its text for those who cannot see it, its colours and its marks."""
    name, box = view.prefix, f"{number(width)} {number(height)}"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{colours}" viewBox="0 0 {box}" width="{number(width)}" '
        f'height="{number(height)}" role="img" aria-labelledby="{name}-title {name}-desc" '
        'font-family="&quot;DejaVu Sans&quot;, sans-serif">'
    )
    yield f'<title id="{name}-title">{escape(view.scene.title or _UNTITLED)}</title>'
    yield f'<desc id="{name}-desc">{_lines(_in_words(view))}</desc>'
    yield f"<style>{style_sheet(colours)}</style>"
    yield f"<defs>{''.join((*_symbols(view), *_hatches(view)))}</defs>"


def _in_words(view: View) -> str:
    """Give the picture as text; of a board too wide to read that way, only what stands on it."""
    scene = view.scene
    if max(scene.board.columns, scene.board.rows) <= _WIDEST_TEXT_PICTURE:
        return text(scene)
    rows = [f"A board of {scene.board.columns} by {scene.board.rows} cells.", scene.caption]
    rows += [figures.describe(view, piece) for piece in scene.board.pieces.values()]
    rows += [" ".join(remark) for remark in scene.remarks[: legend.MOST_REMARKS]]
    return "\n".join(row for row in rows if row)


def _lines(text: str) -> str:
    return "\n".join(escape(line) for line in text.splitlines())


def _symbols(view: View) -> Iterator[str]:
    """Define the marks of the terrain that occurs, in the sizes in which they are used."""
    board = view.scene.board
    used = {*legend.kinds_of(board), *legend.border_kinds_of(board)} & set(TERRAINS)
    scales = {"mark": view.unit, "small": 0.46 * view.unit, "tiny": 0.24 * view.unit, "legend": 11.0}
    for kind in sorted(used):
        strokes = "".join(
            path(stroke.css, stroke.path, stroke.width, ' stroke-linecap="round" stroke-linejoin="round"')
            for stroke in TERRAINS[kind].strokes
        )
        for size, scale in scales.items():
            name = f"{view.prefix}-{size}-{kind}"
            yield shared(name, view.scope, f'<g transform="scale({number(scale)})">{strokes}</g>')


def _hatches(view: View) -> Iterator[str]:
    if view.scene.seen is not None:
        yield from ground.hatches(view)
