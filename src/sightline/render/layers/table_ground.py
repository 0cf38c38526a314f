"""The layers of an empty free table: its edge, a grid, and scales in inches."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.board import format_inches
from sightline.i18n import localized, ngettext
from sightline.plane import Spot
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel, number, pair
from sightline.render.primitives.projection import InchProjection
from sightline.render.primitives.svg_tags import END, MIDDLE, path, rect, words

SCALE = 22.0
"""The width of the scales at the top and the left, in pixels."""
_GRID, _STEPS = 6, (1, 3, 6, 12, 24, 60, 120)
_BARS = (1, 3, 6, 12, 24, 60, 120)
_CLOSEST_TICKS, _CLOSEST_LABELS = 4.0, 26.0


def table(canvas: Canvas) -> Iterator[str]:
    """Draw the table with a grid."""
    yield _outline(canvas.inches, "ground", 0)
    wide = (each for each in _STEPS if each >= _GRID and each * canvas.inches.inch >= _CLOSEST_LABELS)
    step = next(wide, _STEPS[-1])
    right, bottom = canvas.scene.table.width, canvas.scene.table.height
    lines = [f"M{pair(canvas.pixel(Spot(x, 0)))}v{number(canvas.projection.height)}" for x in _between(step, right)]
    lines += [f"M{pair(canvas.pixel(Spot(0, y)))}h{number(canvas.projection.width)}" for y in _between(step, bottom)]
    if lines:
        yield path("rule", "".join(lines), 0.05 * canvas.unit)


def _outline(table: InchProjection, css: str, width: float) -> str:
    """Return the table as a rectangle with an edge of a width."""
    return rect(css, Pixel(table.left, table.top), table.width, table.height, f' stroke-width="{number(width)}"')


def _between(step: int, length: float) -> list[int]:
    """Return the multiples of a step within a length, excluding its ends."""
    return [at for at in range(step, int(length) + 1, step) if at < length]


def edge(canvas: Canvas) -> Iterator[str]:
    """Draw the edge of the table, and scales in inches along two sides."""
    yield _outline(canvas.inches, "block-edge", 0.1 * canvas.unit)
    right, bottom = canvas.scene.table.width, canvas.scene.table.height
    yield path("block-edge", "".join((*_ticks(canvas, right, 1, 0), *_ticks(canvas, bottom, 0, 1))), 0.9)
    step = next((each for each in _STEPS if each * canvas.inches.inch >= _CLOSEST_LABELS), _STEPS[-1])
    for along in (0, *_between(step, right)):
        if along == 0 or (right - along) * canvas.inches.inch >= _CLOSEST_LABELS:
            at, text = canvas.pixel(Spot(along, 0)).plus(0, -11), localized(format_inches(along))
            yield words("edge-label", at, 9.5, text, MIDDLE)
    # The last one ends at the end of the table, because there is no room beyond it.
    yield words("edge-label", canvas.pixel(Spot(right, 0)).plus(2, -11), 9.5, localized(format_inches(right)), END)
    for down in (*_between(step, bottom), bottom):
        if down == bottom or (bottom - down) * canvas.inches.inch >= _CLOSEST_LABELS:
            at, text = canvas.pixel(Spot(0, down)).plus(-11, 3.5), localized(format_inches(down))
            yield words("edge-label", at, 9.5, text, END)


def _ticks(canvas: Canvas, length: float, along: int, down: int) -> Iterator[str]:
    """Yield the ticks of a scale outside the table, long and short ones."""
    step = next((each for each in _STEPS if each * canvas.inches.inch >= _CLOSEST_TICKS), _STEPS[-1])
    for at in range(0, int(length) + 1, step):
        far = number(-8 if at % (step * _GRID if step == 1 else 2 * step) == 0 else -4)
        yield f"M{pair(canvas.pixel(Spot(at * along, at * down)))}" + (f"v{far}" if along else f"h{far}")


def bar(canvas: Canvas) -> Iterator[str]:
    """Draw a scale bar of some inches below the table."""
    length = max((each for each in _BARS if each <= canvas.scene.table.width / 8), default=1)
    table = canvas.inches
    at, far = Pixel(table.left, table.top + table.height + 14), length * table.inch
    halves = (("value", at, far / 2), ("badge", at.plus(far / 2, 0), far / 2))
    for css, start, long in halves:
        yield rect(css, start, long, 5, ' stroke-width="0.9"')
    text = ngettext("{count} inch", "{count} inches", length).format(count=length)
    yield words("edge-label", at.plus(far + 7, 6), 10.5, text)
