"""The layer of features: their outlines, filled with marks of their meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sightline.board import Feature
from sightline.render.canvas import Pixel, number
from sightline.render.feature_meanings import feature_words
from sightline.render.svg_tags import ROUND, path
from sightline.render.text_metrics import escape
from sightline.render.view import View

BLOCKING = "blocking"
_SIZE, _APART, _ROWS = 0.52, 2.2, 1.7
"""The size of marks in units; the distances of marks and of rows, in sizes of a mark."""


def features(view: View) -> Iterator[str]:
    """Draw every feature in the order in which they lie on the table."""
    for feature in view.scene.table.features:
        marks, meaning = view.scene.features[feature.name]
        title = ": ".join(part for part in (feature_words(feature), ", ".join(meaning)) if part)
        yield f"<g><title>{escape(title)}</title>"
        yield from _filled(view, view.inches.path(feature.outline), _tint(view, feature, marks), marks)
        yield "</g>"
    for feature in view.scene.table.features:  # above all fillings, so that overlapping features can be told apart
        yield edge(view.inches.path(feature.outline), view.scene.features[feature.name].marks)


def _tint(view: View, feature: Feature, marks: Sequence[str]) -> str:
    """Return the tint of a feature: that of its kind, else that of its most important mark."""
    scene = view.scene
    return scene.drawing_of(next((kind for kind in (feature.kind, *marks) if kind in scene.drawings), "")).tint


def edge(outline: str, found: Sequence[str]) -> str:
    """Draw the edge of a feature, thicker where it blocks."""
    return path("block-edge", outline, 3, ROUND) if BLOCKING in found else path("mark", outline, 1.4, ROUND)


def _filled(view: View, outline: str, tinted: str, found: Sequence[str]) -> Iterator[str]:
    """Fill an outline with a tint and marks."""
    yield path(tinted, outline, None, ' fill-opacity="0.85"')
    if BLOCKING in found:
        yield f'<path d="{outline}" fill="url(#{view.prefix}-blocking-hatch)"/>'
    if marked := _marked(found):
        yield f'<path d="{outline}" fill="url(#{_pattern(view, marked)})"/>'


def swatch(view: View, at: Pixel, outline: str, mark: str) -> Iterator[str]:
    """Draw one mark of features."""
    if mark == BLOCKING:
        yield from _filled(view, outline, "on-stone", (mark,))
    else:
        yield path(view.scene.drawing_of(mark).tint, outline)
        yield _mark(view, mark, at.x, at.y, view.unit)
    yield edge(outline, (mark,))


def _marked(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(mark for mark in found if mark != BLOCKING)


def _pattern(view: View, marked: Sequence[str]) -> str:
    return f"{view.prefix}-{'-'.join(marked)}"


def patterns(view: View) -> Iterator[str]:
    """Define the hatching of features that block, and the scattered marks of each set of meanings."""
    found = [view.scene.features[feature.name].marks for feature in view.scene.table.features]
    if any(BLOCKING in each for each in found):
        step = number(0.36 * view.unit)
        size = f'width="{step}" height="{step}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
        yield f'<pattern id="{view.prefix}-blocking-hatch" {size}>'
        yield path("mark", f"M0 0V{step}", 0.09 * view.unit, ' stroke-opacity="0.55"') + "</pattern>"
    for marked in dict.fromkeys(_marked(each) for each in found if _marked(each)):
        yield _scattered(view, marked)


def _scattered(view: View, marked: Sequence[str]) -> str:
    """Return a pattern of marks in turn, every second row shifted by half."""
    size = _SIZE * view.unit
    apart, rows, count = _APART * size, _ROWS * size, len(marked)
    places = [(k + 0.5, 0.5, marked[k]) for k in range(count)]
    # Marks on the edge of a tile are drawn at both of its sides.
    places += [(k, 1.5, marked[k % count]) for k in range(count + 1)]
    drawn = "".join(_mark(view, mark, x * apart, y * rows, size) for x, y, mark in places)
    box = f'width="{number(count * apart)}" height="{number(2 * rows)}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{_pattern(view, marked)}" {box}>{drawn}</pattern>'


def _mark(view: View, mark: str, x: float, y: float, size: float) -> str:
    strokes = "".join(
        path(stroke.css, stroke.path, stroke.width, ROUND) for stroke in view.scene.drawings[mark].strokes
    )
    return f'<g transform="translate({number(x)} {number(y)}) scale({number(size)})">{strokes}</g>'
