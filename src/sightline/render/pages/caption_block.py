"""The words under the legend: the caption, a note on the drawing, the rolled dice, and the remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from sightline.i18n import ngettext
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, rect, words
from sightline.render.primitives.text_metrics import advance, clean, fit, wrap
from sightline.render.scenes.captions import Remark
from sightline.render.scenes.scene import Scene

_SIZE = 12.5
_DIE, _GAP = 30.0, 10.0
_ROW, _NEXT_LINE = 19.0, 16.0
_MAX_IN_ONE_COLUMN, _BETWEEN, _MAX_COLUMNS = 10, 30.0, 4
"""The maximum number of remarks in a single column, the gap between columns, and the maximum number of columns."""
_TIGHT = 0.93
"""A factor for estimated widths, which are rather too large, if remarks are in several columns."""


class _Widths(NamedTuple):
    """The estimated widths of the three parts of a remark, in pixels, and the widths that the last two really use."""

    key: float
    value: float
    words: float
    part: float = 1.0


def remarks(canvas: Canvas, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Return the caption, the note, the dice and the remarks, and the lower end of the whole in pixels.

    Each remark has three parts; if all are short, they are in several columns.
    """
    scene, drawn, y = canvas.scene, [], top
    for text in wrap(scene.caption, width / 15 * 1.02) if scene.caption else ():
        y += 21
        drawn.append(words("title", Pixel(left, y), 14.5, text, BOLD))
    for text in wrap(scene.note, width / _SIZE) if scene.note else ():
        y += 18
        drawn.append(words("faint", Pixel(left, y), _SIZE, text))
    if scene.dice:
        drawn += _dice(scene, left, y + _GAP)
        y += _DIE + _GAP
    if not scene.remarks:
        return drawn, y
    widths, count = _columns(scene, width)
    shown = scene.remarks[: scene.max_remarks * count]
    high = -(-len(shown) // count)
    bottom = y
    for column in range(count):
        x = left + column * (width + _BETWEEN) / count
        rows, end = _column(shown[column * high : (column + 1) * high], widths, Pixel(x, y + 6))
        drawn += rows
        bottom = max(bottom, end)
    if left_out := len(scene.remarks) - len(shown):
        bottom += _ROW
        more = ngettext(
            "… and {count} more in the answer as text", "… and {count} more in the answer as text", left_out
        )
        drawn.append(words("faint", Pixel(left, bottom), _SIZE, more.format(count=left_out)))
    return drawn, bottom


def _columns(scene: Scene, width: float) -> tuple[_Widths, int]:
    """Return the widths of the parts of the remarks, and the number of columns that fit."""
    first = scene.remarks[: _MAX_COLUMNS * scene.max_remarks]
    key = min(0.4 * width, max(advance(remark.key) for remark in first) * 13.5 + 14)
    value = min(0.4 * width, max(advance(remark.value) for remark in first) * 13 + 14)
    longest = max(advance(remark.words) for remark in first) * _SIZE
    room = (width + _BETWEEN) / (key + _TIGHT * (value + longest) + _BETWEEN)
    if len(scene.remarks) <= _MAX_IN_ONE_COLUMN or room < 2:
        return _Widths(key, value, width - key - value), 1
    return _Widths(key, value, longest, _TIGHT), min(_MAX_COLUMNS, int(room))


def _column(shown: Sequence[Remark], widths: _Widths, at: Pixel) -> tuple[list[str], float]:
    """Return remarks below each other, and their lower end in pixels."""
    drawn, y = [], at.y
    for remark in shown:
        value = fit(remark.value, widths.value / 13)
        values = [value] if value == clean(remark.value) else wrap(remark.value, widths.value / 13)
        rows = wrap(remark.words, widths.words / _SIZE)
        y += _ROW
        drawn.append(words("faint", Pixel(at.x, y), _SIZE, fit(remark.key, widths.key / 13), BOLD))
        for index, (value, row) in enumerate(zip_longest(values, rows)):
            y += _NEXT_LINE if index else 0
            for x, text in ((0.0, value), (widths.part * widths.value, row)):
                drawn += [words("words", Pixel(at.x + widths.key + x, y), _SIZE, text)] if text is not None else []
    return drawn, y


def _dice(scene: Scene, left: float, top: float) -> Iterator[str]:
    """Draw a die for each number."""
    for index, rolled in enumerate(scene.dice):
        at = Pixel(left + _DIE / 2 + index * (_DIE + _GAP), top + _DIE / 2)
        yield rect("die", at.plus(-_DIE / 2, -_DIE / 2), _DIE, _DIE, ' rx="6" stroke-width="1.8"')
        size = min(19.0, 0.84 * _DIE / advance(str(rolled)))
        yield words("value", at.plus(0, 0.36 * size), size, str(rolled), MIDDLE + BOLD)
