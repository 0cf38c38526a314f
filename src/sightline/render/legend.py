"""What stands under the map: a legend of everything that is in the picture, the caption and the remarks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from sightline.board import Board
from sightline.render.colours import side_colours
from sightline.render.figures import RADIUS, body
from sightline.render.marks import TERRAINS, terrain
from sightline.render.rays import dashes, sign
from sightline.render.scene import Scene
from sightline.render.shots import shot_sign
from sightline.render.sides import border_line
from sightline.render.tags import BOLD, MIDDLE, line, path, words
from sightline.render.view import Pixel, View, number
from sightline.render.words import advance, clean, fit, shorten, wrap
from sightline.rules import Effect, Sight

_SWATCH, _ROW, _SIZE = 11.0, 28.0, 12.5
_LONGEST_ENTRY = 26
MOST_REMARKS = 40
_MOST_NAMES = 60
_EFFECTS = {
    Effect.BLOCKS: "blocks sight",
    Effect.FORBIDS: "forbids the attack",
    Effect.IMPEDES: "impedes sight",
    Effect.MODIFIES: "changes a number",
    Effect.PERMITS: "permits",
    Effect.NOTES: "noted, not counted",
}

Swatch = Callable[[View, Pixel], Iterator[str]]


class Entry(NamedTuple):
    """One entry of the legend: what it is called, and how its swatch is drawn in a view of swatch size."""

    text: str
    swatch: Swatch


def kinds_of(board: Board) -> list[str]:
    """Give the kinds of terrain in the cells, in alphabetical order."""
    return sorted({kind for kinds in board.ground for kind in kinds or ()})


def border_kinds_of(board: Board) -> list[str]:
    """Give the kinds on the borders, in alphabetical order."""
    return sorted({kind for kinds in board.borders.values() for kind in kinds})


def _entries(view: View) -> Iterator[Entry]:
    for index, side in enumerate(view.sides):
        yield Entry(f"side {side}" if side else "no side", _side(index, side))
    yield from _ground_entries(view.scene.board)
    yield from _sight_entries(view.scene)
    shortened = ((name, short) for name, short in view.names.items() if short != clean(name))
    for name, short in islice(shortened, _MOST_NAMES):
        yield Entry(shorten(name, _LONGEST_ENTRY), _token(short))


def _ground_entries(board: Board) -> Iterator[Entry]:
    for kind in kinds_of(board):
        yield Entry(kind, _kind(kind))
    for kind in border_kinds_of(board):
        yield Entry(f"{kind} (border)", _border(kind))
    if raised := sorted(set(board.levels) - {0}):
        low, high = raised[0], raised[-1]
        yield Entry(f"level {low}" if low == high else f"level {low} to {high}", _level)


def _sight_entries(scene: Scene) -> Iterator[Entry]:
    for sight in dict.fromkeys(ray.sight for ray in scene.rays if ray.sight):
        yield Entry(f"sight {sight}", _sight(sight))
    for at_target in dict.fromkeys(shot.sign for shot in scene.shots):
        yield Entry(scene.sign_words[at_target], partial(shot_sign, at_target))
    for effect in dict.fromkeys(mark.effect for mark in scene.marks.values()):
        yield Entry(_EFFECTS[effect], _effect(effect))
    if scene.seen is not None:
        for css, text in (("seen", "seen clearly"), ("half-seen", "sight impeded"), ("unseen", "not seen")):
            if css != "half-seen" or Sight.IMPEDED in scene.seen.values():
                yield Entry(text, _seen(css))


def _cell(view: View, at: Pixel, css: str, width: float = 1.0, more: str = "") -> str:
    corners = [at.plus(*corner) for corner in view.outline]
    data = "M" + "L".join(f"{number(p.x)} {number(p.y)}" for p in corners) + "z"
    return path(css, data, width, more)


def _side(index: int, side: str | None) -> Swatch:
    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield body(index if side else None, side_colours(view.sides)[side], at, 1.4 * RADIUS * view.unit)

    return swatch


def _kind(kind: str) -> Swatch:
    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield _cell(view, at, "ground")
        yield _cell(view, at, terrain(kind).tint)
        if kind in TERRAINS:
            yield f'<use href="#{view.prefix}-legend-{kind}" x="{number(at.x)}" y="{number(at.y)}"/>'
        else:
            yield words("words", at.plus(0, 4.5), 12.5, view.scene.letters[kind], MIDDLE + BOLD)

    return swatch


def _border(kind: str) -> Swatch:
    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield from border_line(view, kind, at.plus(-view.unit, 0), at.plus(view.unit, 0))

    return swatch


def _level(view: View, at: Pixel) -> Iterator[str]:
    yield _cell(view, at, "ground")
    yield _cell(view, at, "level", 1.0, ' fill-opacity="0.22"')
    yield _cell(view, at, "contour", 1.4)
    yield words("words", at.plus(0, 3.6), 9.5, "▲1", MIDDLE + BOLD)


def _sight(sight: Sight) -> Swatch:
    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield line(f"ray-{sight}", at.plus(-14, 0), at.plus(12, 0), 2.4, dashes(view, sight))

    return swatch


def _effect(effect: Effect) -> Swatch:
    return lambda view, at: sign(effect, at, 0.8 * view.unit)


def _seen(css: str) -> Swatch:
    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield _cell(view, at, "ground")
        yield _cell(view, at, css, 1.0, ' fill-opacity="0.4"')
        if css != "seen":
            corners = "L".join(f"{number(at.x + c.x)} {number(at.y + c.y)}" for c in view.outline)
            yield f'<path d="M{corners}z" fill="url(#{view.prefix}-{css}-hatch)"/>'
        else:
            yield f'<circle class="mark-solid" cx="{number(at.x)}" cy="{number(at.y)}" r="2"/>'

    return swatch


def _token(short: str) -> Swatch:
    return lambda view, at: iter([words("words", at.plus(0, 4), 10, short, MIDDLE + BOLD)])


def legend(view: View, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw the legend as rows of entries; gives it and where it ends."""
    small = View(view.scene, _SWATCH, prefix=view.prefix)
    drawn: list[str] = []
    x, y = left, top + _ROW / 2
    for entry in _entries(view):
        text = fit(entry.text, (width - 40) / _SIZE)
        taken = 40 + advance(text) * _SIZE + 12
        if x > left and x + taken > left + width:
            x, y = left, y + _ROW
        drawn += entry.swatch(small, Pixel(x + 14, y))
        drawn.append(words("words", Pixel(x + 34, y + 4.5), _SIZE, text))
        x += taken
    return drawn, y + _ROW / 2 if drawn else top


def remarks(view: View, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Write the caption and, in three columns, the remarks; gives them and where they end."""
    scene, drawn, y = view.scene, [], top
    for text in wrap(scene.caption, width / 15 * 1.02) if scene.caption else ():
        y += 21
        drawn.append(words("title", Pixel(left, y), 14.5, text, BOLD))
    shown = scene.remarks[:MOST_REMARKS]
    first = min(0.4 * width, max((advance(r.key) * 13.5 for r in shown), default=0) + 14)
    second = min(0.4 * width, max((advance(r.value) * 13 for r in shown), default=0) + 14)
    y += 6 if shown else 0
    for remark in shown:
        rows = wrap(remark.words, (width - first - second) / _SIZE)
        y += 19
        drawn.append(words("faint", Pixel(left, y), _SIZE, fit(remark.key, first / 13), BOLD))
        drawn.append(words("words", Pixel(left + first, y), _SIZE, fit(remark.value, second / 13)))
        for index, row in enumerate(rows):
            y += 16 if index else 0
            drawn.append(words("words", Pixel(left + first + second, y), _SIZE, row))
    if left_out := len(scene.remarks) - len(shown):
        y += 19
        drawn.append(words("faint", Pixel(left, y), _SIZE, f"… and {left_out} more"))
    return drawn, y
