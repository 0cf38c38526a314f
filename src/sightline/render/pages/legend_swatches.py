"""The swatches of the legend: each function draws one thing centred at a point, on a canvas of swatch size."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.render.layers import cell_groups, cell_values, marked_areas, textures
from sightline.render.layers.badges import badge_sign, badges_below, bars, has_bars
from sightline.render.layers.borders import LINES, border_line
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_pieces import RADIUS, body
from sightline.render.layers.corner_bypass import curve
from sightline.render.layers.crates import crate, terrain_badge
from sightline.render.layers.ground import level_text, level_tint
from sightline.render.layers.plates import arrowhead, plate, tag
from sightline.render.layers.rays import dashes, sign
from sightline.render.primitives.pixels import Pixel, number
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, ROUND, line, path, polygon, words
from sightline.render.scenes.parts import LineStyle
from sightline.rules import Badge, Effect, GroupColour

UNIT = 11.0
"""The distance from the middle of the cell of a swatch to its sides, in pixels."""


def _outline(canvas: Canvas, at: Pixel) -> str:
    corners = (at.plus(*corner) for corner in canvas.cells.outline)
    return "M" + "L".join(f"{number(corner.x)} {number(corner.y)}" for corner in corners) + "z"


def _cell(canvas: Canvas, at: Pixel, css: str, width: float = 1.0, more: str = "") -> str:
    return path(css, _outline(canvas, at), width, more)


def _draw_hatched(canvas: Canvas, at: Pixel, pattern: str) -> str:
    return f'<path d="{_outline(canvas, at)}" fill="url(#{canvas.prefix}-{pattern})"/>'


def side(canvas: Canvas, at: Pixel, side: str | None) -> Iterator[str]:
    """Draw the body of a piece of a side, or of none."""
    yield body(canvas.sides.index(side) if side else None, canvas.colours[side], at, 1.4 * RADIUS * canvas.unit)


def object_of(canvas: Canvas, at: Pixel, kind: str) -> Iterator[str]:
    """Draw an object that counts as a kind of terrain."""
    yield from crate(at, 0.85 * canvas.unit)
    corner = at.plus(-0.7 * canvas.unit, 0.5 * canvas.unit)
    yield from terrain_badge(canvas, kind, corner, 0.6 * canvas.unit, "legend")


def terrain_cell(canvas: Canvas, at: Pixel, kind: str) -> Iterator[str]:
    """Draw a cell of a kind of terrain."""
    yield _cell(canvas, at, "ground")
    yield _cell(canvas, at, canvas.scene.drawing_of(kind).tint)
    if kind in canvas.scene.own_kinds:
        yield textures.fill(canvas, _outline(canvas, at), canvas.scene.own_kinds[kind].texture, "legend")
    if kind in canvas.scene.drawings:
        yield f'<use href="#{canvas.symbol("legend", kind)}" x="{number(at.x)}" y="{number(at.y)}"/>'
    else:
        yield words("words", at.plus(0, 4.5), 12.5, canvas.scene.letters[kind], MIDDLE + BOLD)
    for colour in dict.fromkeys(each.colour for each in canvas.scene.groups if each.kind == kind):
        yield from _border_round(canvas, at, colour)


def group(canvas: Canvas, at: Pixel, colour: GroupColour) -> Iterator[str]:
    """Draw a cell with a border round it."""
    yield _cell(canvas, at, "ground")
    yield from _border_round(canvas, at, colour)


def _border_round(canvas: Canvas, at: Pixel, colour: GroupColour) -> Iterator[str]:
    corners = (at.plus(0.86 * corner.x, 0.86 * corner.y) for corner in canvas.cells.outline)
    yield from cell_groups.stroked(canvas, colour, polygon(*corners))


def marked_area(canvas: Canvas, at: Pixel, sign: str) -> Iterator[str]:
    """Draw a cell under an effect."""
    yield _cell(canvas, at, "ground")
    yield from marked_areas.framed(canvas, _outline(canvas, at))
    yield from tag(at, 7.5, sign)


def passage(canvas: Canvas, at: Pixel) -> Iterator[str]:
    """Draw a gap in the border round a group."""
    yield from cell_groups.opened(canvas, cell_groups.passage(at.plus(-canvas.unit, 0), at.plus(canvas.unit, 0)))


def border(canvas: Canvas, at: Pixel, kind: str) -> Iterator[str]:
    """Draw a kind of terrain on a border."""
    drawn = canvas if kind in LINES else canvas.at(1.5 * canvas.unit)
    yield from border_line(drawn, kind, at.plus(-canvas.unit, 0), at.plus(canvas.unit, 0))


def level(canvas: Canvas, at: Pixel, level: int) -> Iterator[str]:
    """Draw a cell at a level above or below level 0."""
    text = level_text(level)
    yield _cell(canvas, at, "ground")
    yield level_tint(canvas, _outline(canvas, at), level)
    yield _cell(canvas, at, "contour", 1.4)
    yield words("words", at.plus(0, 3.6), 9.5 if len(text) < 3 else 8, text, MIDDLE + BOLD)


def ray(canvas: Canvas, at: Pixel, style: LineStyle) -> Iterator[str]:
    """Draw a line of a style."""
    yield line(f"ray-{style}", at.plus(-14, 0), at.plus(12, 0), 2.4, dashes(canvas, style))


def effect(canvas: Canvas, at: Pixel, effect: Effect) -> Iterator[str]:
    """Draw the sign of an effect."""
    yield from sign(effect, at, 0.8 * canvas.unit)


def bypass(canvas: Canvas, at: Pixel, effect: Effect) -> Iterator[str]:
    """Draw a path round a corner, marked by findings of an effect."""
    yield from curve(canvas, at.plus(-11, 7), at.plus(0, -17), at.plus(11, 7), effect)


def seen(canvas: Canvas, at: Pixel, css: str) -> Iterator[str]:
    """Draw a cell as it is seen, by its class."""
    yield _cell(canvas, at, "ground")
    yield _cell(canvas, at, css, 1.0, ' fill-opacity="0.4"')
    if css != "seen":
        yield _draw_hatched(canvas, at, f"{css}-hatch")
    else:
        yield f'<circle class="mark-solid" cx="{number(at.x)}" cy="{number(at.y)}" r="2"/>'


def tint(canvas: Canvas, at: Pixel, css: str) -> Iterator[str]:
    """Draw a cell in a tint."""
    yield _cell(canvas, at, "ground")
    yield _cell(canvas, at, css, 1.0, cell_values.OPACITY)


def barred(canvas: Canvas, at: Pixel) -> Iterator[str]:
    """Draw a cell in which a move may not stop."""
    yield _cell(canvas, at, "ground")
    yield _draw_hatched(canvas, at, "barred-hatch")
    yield from plate(at, 8, "(n)")


def facing(canvas: Canvas, at: Pixel) -> Iterator[str]:
    """Draw a number with the facing to take."""
    yield from plate(at.plus(-3, 0), 0.8 * canvas.unit, "n", 0.0)


def step(canvas: Canvas, at: Pixel) -> Iterator[str]:
    """Draw the arrowhead of a step."""
    yield path("way", arrowhead(at, 0.0, 0.4 * canvas.unit))


def ring(canvas: Canvas, at: Pixel, css: str) -> Iterator[str]:
    """Draw a cell with an outline."""
    yield _cell(canvas, at, "ground")
    yield _cell(canvas, at, css, 2.2)


def token(canvas: Canvas, at: Pixel, name: str) -> Iterator[str]:
    """Draw the short form of a name."""
    yield words("words", at.plus(0, 4), 10, canvas.names[name], MIDDLE + BOLD)


def threatened(canvas: Canvas, at: Pixel) -> Iterator[str]:
    """Draw a cell that others threaten."""
    yield _cell(canvas, at, "ground")
    yield _draw_hatched(canvas, at, "threatened")
    yield _cell(canvas, at, "attacker", 1.0, ' stroke-opacity="0.8"')


def covered(canvas: Canvas, at: Pixel) -> Iterator[str]:
    """Draw the edge of the cells that a piece can cover."""
    more = cell_values.covered_dashes(2.5 * canvas.unit) + ROUND
    yield line("area-edge", at.plus(-12, 0), at.plus(12, 0), 2.4, more)


def area(canvas: Canvas, at: Pixel) -> Iterator[str]:
    """Draw the edge of the cells with numbers among borders round groups."""
    yield line("edge-of-area", at.plus(-12, 0), at.plus(12, 0), 2.4, cell_values.area_dashes(1.6 * canvas.unit) + ROUND)


def place_badge(canvas: Canvas, at: Pixel, badge: Badge) -> Iterator[str]:
    """Draw a badge of places: bars at a number, any other alone."""
    if has_bars((badge,)):
        yield _cell(canvas, at, "ground")
        yield from plate(at, 0.8 * canvas.unit, "n", None, (badge,))
    else:
        yield from badge_sign(badge, at, (0.45 if badge.form == "die" else 0.7) * canvas.unit)


def piece_badge(canvas: Canvas, at: Pixel, badge: Badge) -> Iterator[str]:
    """Draw a badge at a piece."""
    yield body(None, "none", at, 0.6 * canvas.unit)
    if has_bars((badge,)):
        yield from bars(at, 0.9 * canvas.unit, 0.6 * canvas.unit)
    yield from badges_below(at.plus(0, 0.7 * canvas.unit), canvas.unit, (badge,))
