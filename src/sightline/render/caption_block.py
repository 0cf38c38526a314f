"""The words under the legend: the caption, the dice as they fell, and the remarks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from sightline.i18n import ngettext
from sightline.render.canvas import Canvas
from sightline.render.pixels import Pixel
from sightline.render.scene import Scene
from sightline.render.svg_tags import BOLD, MIDDLE, rect, words
from sightline.render.text_metrics import advance, clean, fit, wrap

_SIZE = 12.5
_DIE, _GAP = 30.0, 10.0


def remarks(canvas: Canvas, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Return the caption, the dice and the remarks in three columns, and the lower end of all that in pixels."""
    scene, drawn, y = canvas.scene, [], top
    for text in wrap(scene.caption, width / 15 * 1.02) if scene.caption else ():
        y += 21
        drawn.append(words("title", Pixel(left, y), 14.5, text, BOLD))
    shown = scene.remarks[: scene.max_remarks]
    first = min(0.4 * width, max((advance(r.key) * 13.5 for r in shown), default=0) + 14)
    second = min(0.4 * width, max((advance(r.value) * 13 for r in shown), default=0) + 14)
    if scene.dice:
        drawn += _dice(scene, left, y + _GAP)
        y += _DIE + _GAP
    y += 6 if shown else 0
    for remark in shown:
        value = fit(remark.value, second / 13)
        values = [value] if value == clean(remark.value) else wrap(remark.value, second / 13)
        rows = wrap(remark.words, (width - first - second) / _SIZE)
        y += 19
        drawn.append(words("faint", Pixel(left, y), _SIZE, fit(remark.key, first / 13), BOLD))
        for index, (value, row) in enumerate(zip_longest(values, rows)):
            y += 16 if index else 0
            for x, text in ((left + first, value), (left + first + second, row)):
                drawn += [words("words", Pixel(x, y), _SIZE, text)] if text is not None else []
    if left_out := len(scene.remarks) - len(shown):
        y += 19
        more = ngettext("… and {count} more", "… and {count} more", left_out).format(count=left_out)
        drawn.append(words("faint", Pixel(left, y), _SIZE, more))
    return drawn, y


def _dice(scene: Scene, left: float, top: float) -> Iterator[str]:
    """Draw a die for each number."""
    for index, rolled in enumerate(scene.dice):
        at = Pixel(left + _DIE / 2 + index * (_DIE + _GAP), top + _DIE / 2)
        yield rect("die", at.plus(-_DIE / 2, -_DIE / 2), _DIE, _DIE, ' rx="6" stroke-width="1.8"')
        size = min(19.0, 0.84 * _DIE / advance(str(rolled)))
        yield words("value", at.plus(0, 0.36 * size), size, str(rolled), MIDDLE + BOLD)
