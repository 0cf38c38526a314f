"""The layer of features: their outlines, filled with marks of their meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sightline.board import Feature
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel, number
from sightline.render.primitives.svg_tags import ROUND, hatch, path
from sightline.render.primitives.text_metrics import escape
from sightline.render.scenes.terrain_meanings import feature_words

BLOCKING = "blocking"
_SIZE, _APART, _ROWS = 0.52, 2.2, 1.7
"""The size of marks in units, and the distances of marks and of rows in mark sizes."""


def features(canvas: Canvas) -> Iterator[str]:
    """Draw every feature, from the lowest on the table."""
    for feature in canvas.scene.table.features:
        marks, meaning = canvas.scene.features[feature.name]
        title = ": ".join(part for part in (feature_words(feature), ", ".join(meaning)) if part)
        yield f"<g><title>{escape(title)}</title>"
        yield from _filled(canvas, canvas.inches.path(feature.outline), _tint(canvas, feature, marks), marks)
        yield "</g>"
    for feature in canvas.scene.table.features:  # above all fillings, so that overlapping features are distinguishable
        yield edge(canvas.inches.path(feature.outline), canvas.scene.features[feature.name].marks)


def _tint(canvas: Canvas, feature: Feature, marks: Sequence[str]) -> str:
    """Return the tint of a feature: that of its kind, otherwise that of its most important mark."""
    scene = canvas.scene
    return scene.drawing_of(next((kind for kind in (feature.kind, *marks) if kind in scene.drawings), "")).tint


def edge(outline: str, found: Sequence[str]) -> str:
    """Draw the edge of a feature, thicker if it blocks."""
    return path("block-edge", outline, 3, ROUND) if BLOCKING in found else path("mark", outline, 1.4, ROUND)


def _filled(canvas: Canvas, outline: str, tinted: str, found: Sequence[str]) -> Iterator[str]:
    """Fill an outline with a tint and marks."""
    yield path(tinted, outline, None, ' fill-opacity="0.85"')
    if BLOCKING in found:
        yield f'<path d="{outline}" fill="url(#{canvas.prefix}-blocking-hatch)"/>'
    if marked := _marked(found):
        yield f'<path d="{outline}" fill="url(#{_pattern(canvas, marked)})"/>'


def swatch(canvas: Canvas, at: Pixel, outline: str, mark: str) -> Iterator[str]:
    """Draw one mark of features."""
    if mark == BLOCKING:
        yield from _filled(canvas, outline, "on-stone", (mark,))
    else:
        yield path(canvas.scene.drawing_of(mark).tint, outline)
        yield _mark(canvas, mark, at.x, at.y, canvas.unit)
    yield edge(outline, (mark,))


def _marked(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(mark for mark in found if mark != BLOCKING)


def _pattern(canvas: Canvas, marked: Sequence[str]) -> str:
    return f"{canvas.prefix}-{'-'.join(marked)}"


def patterns(canvas: Canvas) -> Iterator[str]:
    """Define the hatching of features that block, and the scattered marks of each set of meanings."""
    found = [canvas.scene.features[feature.name].marks for feature in canvas.scene.table.features]
    if any(BLOCKING in each for each in found):
        yield hatch(f"{canvas.prefix}-blocking-hatch", "mark", 0.36 * canvas.unit, 45, 0.09 * canvas.unit, 0.55)
    for marked in dict.fromkeys(_marked(each) for each in found if _marked(each)):
        yield _scattered(canvas, marked)


def _scattered(canvas: Canvas, marked: Sequence[str]) -> str:
    """Return a pattern of alternating marks, every second row shifted by half a distance."""
    size = _SIZE * canvas.unit
    apart, rows, count = _APART * size, _ROWS * size, len(marked)
    places = [(k + 0.5, 0.5, marked[k]) for k in range(count)]
    # Marks on the edge of a tile are drawn on both sides of it.
    places += [(k, 1.5, marked[k % count]) for k in range(count + 1)]
    drawn = "".join(_mark(canvas, mark, x * apart, y * rows, size) for x, y, mark in places)
    box = f'width="{number(count * apart)}" height="{number(2 * rows)}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{_pattern(canvas, marked)}" {box}>{drawn}</pattern>'


def _mark(canvas: Canvas, mark: str, x: float, y: float, size: float) -> str:
    strokes = "".join(
        path(stroke.css, stroke.path, stroke.width, ROUND) for stroke in canvas.scene.drawings[mark].strokes
    )
    return f'<g transform="translate({number(x)} {number(y)}) scale({number(size)})">{strokes}</g>'
