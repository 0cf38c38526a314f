"""The layers of a free table itself: its edge, a grid, and scales in inches."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.board import format_inches
from sightline.i18n import localized, ngettext
from sightline.plane import Spot
from sightline.render.canvas import Pixel, number, pair
from sightline.render.projection import InchProjection
from sightline.render.svg_tags import END, MIDDLE, path, words
from sightline.render.view import View

SCALE = 22.0
"""The width of the scales at the top and the left, in pixels."""
_GRID, _STEPS = 6, (1, 6, 12, 24, 60, 120)
_BARS = (1, 3, 6, 12, 24, 60, 120)
_CLOSEST_TICKS, _CLOSEST_LABELS = 4.0, 26.0


def table(view: View) -> Iterator[str]:
    """Draw the table with a grid."""
    box = _box(view.inches)
    yield f'<rect class="ground" {box} stroke-width="0"/>'
    step = next((each for each in (_GRID, *_STEPS[2:]) if each * view.inches.inch >= _CLOSEST_LABELS), _STEPS[-1])
    right, bottom = view.scene.table.width, view.scene.table.height
    lines = [f"M{pair(view.pixel(Spot(x, 0)))}v{number(view.projection.height)}" for x in _between(step, right)]
    lines += [f"M{pair(view.pixel(Spot(0, y)))}h{number(view.projection.width)}" for y in _between(step, bottom)]
    if lines:
        yield path("rule", "".join(lines), 0.05 * view.unit)


def _box(table: InchProjection) -> str:
    """Return the attributes of the table as a rectangle."""
    place = f'x="{number(table.left)}" y="{number(table.top)}"'
    return f'{place} width="{number(table.width)}" height="{number(table.height)}"'


def _between(step: int, length: float) -> list[int]:
    """Return the multiples of a step that lie within a length, without its ends."""
    return [at for at in range(step, int(length) + 1, step) if at < length]


def edge(view: View) -> Iterator[str]:
    """Draw the edge of the table, and scales in inches along two sides."""
    box = _box(view.inches)
    yield f'<rect class="block-edge" {box} stroke-width="{number(0.1 * view.unit)}"/>'
    right, bottom = view.scene.table.width, view.scene.table.height
    yield path("block-edge", "".join((*_ticks(view, right, 1, 0), *_ticks(view, bottom, 0, 1))), 0.9)
    step = next((each for each in _STEPS if each * view.inches.inch >= _CLOSEST_LABELS), _STEPS[-1])
    for at in (0, *_between(step, right), right):
        if at in (0, right) or (right - at) * view.inches.inch >= _CLOSEST_LABELS:
            yield words("edge-label", view.pixel(Spot(at, 0)).plus(0, -11), 9.5, localized(format_inches(at)), MIDDLE)
    for at in (*_between(step, bottom), bottom):
        if at == bottom or (bottom - at) * view.inches.inch >= _CLOSEST_LABELS:
            yield words("edge-label", view.pixel(Spot(0, at)).plus(-11, 3.5), 9.5, localized(format_inches(at)), END)


def _ticks(view: View, length: float, along: int, down: int) -> Iterator[str]:
    """Yield the ticks of a scale outside the table; some are longer."""
    step = next((each for each in _STEPS if each * view.inches.inch >= _CLOSEST_TICKS), _STEPS[-1])
    for at in range(0, int(length) + 1, step):
        far = number(-8 if at % (step * _GRID if step == 1 else 2 * step) == 0 else -4)
        yield f"M{pair(view.pixel(Spot(at * along, at * down)))}" + (f"v{far}" if along else f"h{far}")


def bar(view: View) -> Iterator[str]:
    """Draw a bar below the table that shows how long some inches are."""
    length = max((each for each in _BARS if each <= view.scene.table.width / 8), default=1)
    at, far = Pixel(view.projection.left, view.projection.top + view.projection.height + 14), length * view.inches.inch
    halves = (("value", at, far / 2), ("badge", at.plus(far / 2, 0), far / 2))
    for css, start, long in halves:
        box = f'x="{number(start.x)}" y="{number(start.y)}" width="{number(long)}" height="5"'
        yield f'<rect class="{css}" {box} stroke-width="0.9"/>'
    text = ngettext("{count} inch", "{count} inches", length).format(count=length)
    yield words("edge-label", at.plus(far + 7, 6), 10.5, text)
