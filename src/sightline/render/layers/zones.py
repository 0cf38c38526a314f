"""The layer of the zones in which the sides of a battle start: outlined, and hatched in two directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.render.canvas import Pixel, number
from sightline.render.colours import side_colours
from sightline.render.layers.cell_outlines import outline_path
from sightline.render.svg_tags import ROUND, path, polygon
from sightline.render.view import View

_TURNED = (45, -45)
"""The direction of the hatching of each seat, in degrees."""


def zones(view: View) -> Iterator[str]:
    """Hatch every zone and draw its edge."""
    for seat, cells in enumerate(view.scene.zones.values()):
        yield _hatched(view, seat, view.cells.cell_path(sorted(cells)))
        yield from _edged(view, seat, outline_path(view, cells, 0.06))


def zone(view: View, at: Pixel, seat: int) -> Iterator[str]:
    """Draw a cell of the zone of a seat."""
    corners = [at.plus(*corner) for corner in view.cells.outline]
    yield path("ground", polygon(*corners), 1.0)
    yield _hatched(view, seat, polygon(*corners))
    yield from _edged(view, seat, polygon(*corners))


def hatches(view: View) -> Iterator[str]:
    """Define the hatching of each zone."""
    gap = max(4.0, 0.4 * view.unit)
    for seat, css in enumerate(_classes(view).values()):
        attributes = f'width="{number(gap)}" height="{number(gap)}" patternUnits="userSpaceOnUse"'
        yield f'<pattern id="{view.prefix}-zone-{seat}" {attributes} patternTransform="rotate({_TURNED[seat % 2]})">'
        yield path(css, f"M0 0V{number(gap)}", 0.16 * gap, ' stroke-opacity="0.5"') + "</pattern>"


def _classes(view: View) -> Mapping[str, str]:
    """Return the CSS class of each side's zone."""
    colours = side_colours((*view.sides, *view.scene.zones))
    return {side: f"zone-{colours[side]}" for side in view.scene.zones}


def _hatched(view: View, seat: int, data: str) -> str:
    return f'<path d="{data}" fill="url(#{view.prefix}-zone-{seat})"/>'


def _edged(view: View, seat: int, data: str) -> Iterator[str]:
    css = [*_classes(view).values()][seat]
    dashes = f' stroke-dasharray="{number(0.5 * view.unit)} {number(0.2 * view.unit)}"'
    yield path(css, data, 0.08 * view.unit, dashes + ROUND)
