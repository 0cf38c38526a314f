"""The layer of terrain on borders: each kind has its own form along the border."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sightline.render.layers.border_styles import FORMS, posts
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel, across, between, number, pair
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, circle, dashed, line, path, words
from sightline.render.scenes.scene import Scene

LINES = frozenset({"wall", "low-wall", "fence", "door-frame", "red-line", "dotted-line", *FORMS})
"""The kinds that have their own line; the others are drawn as a band with their mark or letter."""
_STOPPING = frozenset({"blocking", "obstructing", "impassable"})
"""The marks whose bands on borders are dark."""
_DASHES = ((0.3, 0.08), (0.08, 0.08), (0.16, 0.16), (0.3, 0.08, 0.06, 0.08), (0.02, 0.12), (0.06, 0.2), (0.5, 0.1))
"""The dashes of bands, in cell units."""


def borders(canvas: Canvas) -> Iterator[str]:
    """Draw every kind on every border; several on one border are drawn side by side."""
    for border, kinds in sorted(canvas.scene.board.borders.items()):
        a, b = canvas.cells.border(border)
        for index, kind in enumerate(kinds):
            aside = (index - (len(kinds) - 1) / 2) * 0.3 * canvas.unit
            over = across(a, b, aside)
            yield from border_line(canvas, kind, a.plus(*over), b.plus(*over))


def border_line(canvas: Canvas, kind: str, a: Pixel, b: Pixel) -> Iterator[str]:
    """Draw one kind of terrain on a border from `a` to `b`."""
    unit = canvas.unit
    match kind:
        case "wall":
            yield line("barrier", a, b, 0.26 * unit, ' stroke-linecap="round"')
            yield line("mortar", a, b, 0.05 * unit, dashed(0.14 * unit))
        case "low-wall":
            yield line("barrier", a, b, 0.28 * unit, ' stroke-linecap="round"')
            yield line("low", a, b, 0.16 * unit, ' stroke-linecap="round"')
        case "fence":
            yield line("barrier", a, b, 0.06 * unit)
            yield path("barrier", posts(a, b, 5, 0.13 * unit), 0.06 * unit)
        case "door-frame":
            yield from _door(canvas, a, b)
        case "red-line":
            yield line("halo", a, b, 0.26 * unit)
            yield line("red-line", a, b, 0.16 * unit)
        case "dotted-line":
            yield line("halo", a, b, 0.26 * unit)
            dots = ' stroke-linecap="round"' + dashed(0, 0.24 * unit)
            yield line("dots", a, b, 0.15 * unit, dots)
        case _ if kind in FORMS:
            yield from FORMS[kind](unit, a, b)
        case _:
            yield from _band(canvas, kind, a, b)


def marks_of(scene: Scene, kinds: Iterable[str]) -> set[str]:
    """Return the marks on the bands of kinds that are drawn by their meaning."""
    return {mark for kind in kinds if kind in scene.own_kinds for mark in scene.own_kinds[kind].meaning.marks[:1]}


def _door(canvas: Canvas, a: Pixel, b: Pixel) -> Iterator[str]:
    """Draw two jambs with an open door between them."""
    for start, stop in ((0.0, 0.22), (0.78, 1.0)):
        yield line("barrier", between(a, b, start), between(a, b, stop), 0.26 * canvas.unit)
    hinge = between(a, b, 0.22)
    leaf = hinge.plus(*across(a, b, -0.42 * canvas.unit))
    radius = number(0.5 * canvas.unit)
    yield path(
        "band-edge",
        f"M{pair(hinge)}L{pair(leaf)}A{radius} {radius} 0 0 1 {pair(between(a, b, 0.78))}",
        0.06 * canvas.unit,
    )


def _band(canvas: Canvas, kind: str, a: Pixel, b: Pixel) -> Iterator[str]:
    """Draw a kind without its own line: a band with its mark, or its letter, in the middle.

    The band is dark if the kind blocks something, otherwise pale. Kinds defined by the file differ in their dashes.
    """
    unit, middle = canvas.unit, between(a, b, 0.5)
    own = canvas.scene.own_kinds.get(kind)
    marks = own.meaning.marks if own else (kind,)
    dashes = _DASHES[own.texture % len(_DASHES)] if own else _DASHES[0]
    yield line("barrier" if _STOPPING & {*marks} else "band-edge", a, b, 0.26 * unit)
    yield line("low" if _STOPPING & {*marks} else "band", a, b, 0.15 * unit, dashed(*(dash * unit for dash in dashes)))
    if own and not marks:
        return
    yield circle("badge", middle, 0.26 * unit, 0.05 * unit)
    if marks[0] in canvas.scene.drawings:
        place = f'x="{number(middle.x)}" y="{number(middle.y)}"'
        yield f'<use href="#{canvas.symbol("tiny", marks[0])}" {place}/>'
    else:
        size = 0.36 * unit
        yield words("words", middle.plus(0, 0.36 * size), size, canvas.scene.letters[kind], MIDDLE + BOLD)
