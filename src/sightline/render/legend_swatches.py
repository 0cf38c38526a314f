"""The swatches of the legend: each draws one thing at a place, in a view whose cells are as large as a swatch."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sightline.render.canvas import Pixel, number
from sightline.render.layers import cell_groups, cell_values
from sightline.render.layers.badges import arrowhead, badge_sign, badges_below, bars, has_bars, plate
from sightline.render.layers.borders import LINES, border_line
from sightline.render.layers.corner_bypass import bent
from sightline.render.layers.objects import badge, crate
from sightline.render.layers.pieces import RADIUS, body, count
from sightline.render.layers.rays import dashes, sign
from sightline.render.layers.terrain_marks import TERRAINS, terrain
from sightline.render.svg_tags import BOLD, MIDDLE, ROUND, line, path, polygon, words
from sightline.render.view import View
from sightline.rules import Badge, Effect, GroupColour, Sight

UNIT = 11.0
"""What a cell of a swatch measures from its middle to its sides."""

Swatch = Callable[[View, Pixel], Iterator[str]]


def _cell(view: View, at: Pixel, css: str, width: float = 1.0, more: str = "") -> str:
    corners = [at.plus(*corner) for corner in view.cells.outline]
    data = "M" + "L".join(f"{number(p.x)} {number(p.y)}" for p in corners) + "z"
    return path(css, data, width, more)


def side(index: int, side: str | None) -> Swatch:
    """Give the body of a piece of the side with that number."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield body(index if side else None, view.colours[side], at, 1.4 * RADIUS * view.unit)

    return swatch


def object_of(kind: str) -> Swatch:
    """Give an object that counts as a kind of terrain."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield from crate(at, 0.85 * view.unit)
        corner = at.plus(-0.7 * view.unit, 0.5 * view.unit)
        yield from badge(view, kind, corner, 0.6 * view.unit, "legend")

    return swatch


def kind(kind: str) -> Swatch:
    """Give a cell of a kind of terrain."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield _cell(view, at, "ground")
        yield _cell(view, at, terrain(kind).tint)
        if kind in TERRAINS:
            yield f'<use href="#{view.prefix}-legend-{kind}" x="{number(at.x)}" y="{number(at.y)}"/>'
        else:
            yield words("words", at.plus(0, 4.5), 12.5, view.scene.letters[kind], MIDDLE + BOLD)
        for colour in dict.fromkeys(each.colour for each in view.scene.groups if each.kind == kind):
            yield from _round(view, at, colour)

    return swatch


def group(colour: GroupColour) -> Swatch:
    """Give a cell with a border round it."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield _cell(view, at, "ground")
        yield from _round(view, at, colour)

    return swatch


def _round(view: View, at: Pixel, colour: GroupColour) -> Iterator[str]:
    corners = (at.plus(0.86 * corner.x, 0.86 * corner.y) for corner in view.cells.outline)
    yield from cell_groups.stroked(view, colour, polygon(*corners))


def passage(view: View, at: Pixel) -> Iterator[str]:
    """Draw where a border round a group can be crossed."""
    yield from cell_groups.opened(view, cell_groups.passage(at.plus(-view.unit, 0), at.plus(view.unit, 0)))


def border(kind: str) -> Swatch:
    """Give a kind on a border."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        drawn = view if kind in LINES else view.at(1.5 * view.unit)
        yield from border_line(drawn, kind, at.plus(-view.unit, 0), at.plus(view.unit, 0))

    return swatch


def level(view: View, at: Pixel) -> Iterator[str]:
    """Draw a cell on a level."""
    yield _cell(view, at, "ground")
    yield _cell(view, at, "level", 1.0, ' fill-opacity="0.22"')
    yield _cell(view, at, "contour", 1.4)
    yield words("words", at.plus(0, 3.6), 9.5, "▲1", MIDDLE + BOLD)


def sight(sight: Sight) -> Swatch:
    """Give a line of that sight."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield line(f"ray-{sight}", at.plus(-14, 0), at.plus(12, 0), 2.4, dashes(view, sight))

    return swatch


def effect(effect: Effect) -> Swatch:
    """Give the sign of an effect."""
    return lambda view, at: sign(effect, at, 0.8 * view.unit)


def rounding(effect: Effect) -> Swatch:
    """Give a way round a corner that findings of that effect are about."""
    return lambda view, at: bent(view, at.plus(-11, 7), at.plus(0, -17), at.plus(11, 7), effect)


def seen(css: str) -> Swatch:
    """Give a cell as it is seen, by its class."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield _cell(view, at, "ground")
        yield _cell(view, at, css, 1.0, ' fill-opacity="0.4"')
        if css != "seen":
            corners = "L".join(f"{number(at.x + c.x)} {number(at.y + c.y)}" for c in view.cells.outline)
            yield f'<path d="M{corners}z" fill="url(#{view.prefix}-{css}-hatch)"/>'
        else:
            yield f'<circle class="mark-solid" cx="{number(at.x)}" cy="{number(at.y)}" r="2"/>'

    return swatch


def tint(css: str) -> Swatch:
    """Give a cell in a tint."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield _cell(view, at, "ground")
        yield _cell(view, at, css, 1.0, cell_values.OPACITY)

    return swatch


def barred(view: View, at: Pixel) -> Iterator[str]:
    """Draw a cell that may only be passed."""
    yield _cell(view, at, "ground")
    corners = "L".join(f"{number(at.x + c.x)} {number(at.y + c.y)}" for c in view.cells.outline)
    yield f'<path d="M{corners}z" fill="url(#{view.prefix}-barred-hatch)"/>'
    yield from plate(at, 8, "(n)")


def faced(view: View, at: Pixel) -> Iterator[str]:
    """Draw a number with the facing to take."""
    yield from plate(at.plus(-3, 0), 0.8 * view.unit, "n", 0.0)


def way(view: View, at: Pixel) -> Iterator[str]:
    """Draw the head of a step."""
    yield path("way", arrowhead(at, 0.0, 0.4 * view.unit))


def ring(css: str) -> Swatch:
    """Give a cell with an outline."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield _cell(view, at, "ground")
        yield _cell(view, at, css, 2.2)

    return swatch


def token(short: str) -> Swatch:
    """Give the short form of a name."""
    return lambda view, at: iter([words("words", at.plus(0, 4), 10, short, MIDDLE + BOLD)])


def rest(view: View, at: Pixel) -> Iterator[str]:
    """Draw the number of those for whom there is no room."""
    del view
    yield from count(at, 9, 3)


def threatened(view: View, at: Pixel) -> Iterator[str]:
    """Draw a cell that is threatened."""
    yield _cell(view, at, "ground")
    corners = "L".join(f"{number(at.x + c.x)} {number(at.y + c.y)}" for c in view.cells.outline)
    yield f'<path d="M{corners}z" fill="url(#{view.prefix}-threatened)"/>'
    yield _cell(view, at, "attacker", 1.0, ' stroke-opacity="0.8"')


def covered(view: View, at: Pixel) -> Iterator[str]:
    """Draw the edge of what is covered."""
    more = cell_values.covered_dashes(2.5 * view.unit) + ROUND
    yield line("area-edge", at.plus(-12, 0), at.plus(12, 0), 2.4, more)


def area(view: View, at: Pixel) -> Iterator[str]:
    """Draw the edge of an area among borders round groups."""
    yield line("edge-of-area", at.plus(-12, 0), at.plus(12, 0), 2.4, cell_values.area_dashes(1.6 * view.unit) + ROUND)


def place_badge(badge: Badge) -> Swatch:
    """Return the swatch of a badge at a number; one that stands alone is drawn alone."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        if has_bars((badge,)):
            yield _cell(view, at, "ground")
            yield from plate(at, 0.8 * view.unit, "n", None, (badge,))
        else:
            yield from badge_sign(badge, at, (0.45 if badge.form == "die" else 0.7) * view.unit)

    return swatch


def piece_badge(badge: Badge) -> Swatch:
    """Return the swatch of a badge at a piece."""

    def swatch(view: View, at: Pixel) -> Iterator[str]:
        yield body(None, "none", at, 0.6 * view.unit)
        if has_bars((badge,)):
            yield from bars(at, 0.9 * view.unit, 0.6 * view.unit)
        yield from badges_below(at.plus(0, 0.7 * view.unit), view.unit, (badge,))

    return swatch
