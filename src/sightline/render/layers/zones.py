"""The layer of the zones in which the sides of a battle start, outlined and hatched in two directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_outlines import outline_path
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.svg_tags import ROUND, dashed, hatch, path, polygon

_TURNED = (45, -45)
"""The direction of the hatching of each seat, in degrees."""


def zones(canvas: Canvas) -> Iterator[str]:
    """Hatch every zone and draw its edge."""
    for seat, cells in enumerate(canvas.scene.zones.values()):
        yield _hatched(canvas, seat, canvas.cells.cell_path(sorted(cells)))
        yield from _edged(canvas, seat, outline_path(canvas, cells, 0.06))


def zone(canvas: Canvas, at: Pixel, seat: int) -> Iterator[str]:
    """Draw a cell of the zone of a seat."""
    corners = [at.plus(*corner) for corner in canvas.cells.outline]
    yield path("ground", polygon(*corners), 1.0)
    yield _hatched(canvas, seat, polygon(*corners))
    yield from _edged(canvas, seat, polygon(*corners))


def hatches(canvas: Canvas) -> Iterator[str]:
    """Define the hatching of each zone."""
    gap = max(4.0, 0.4 * canvas.unit)
    for seat, css in enumerate(_classes(canvas).values()):
        yield hatch(f"{canvas.prefix}-zone-{seat}", css, gap, _TURNED[seat % 2], 0.16 * gap, 0.5)


def _classes(canvas: Canvas) -> Mapping[str, str]:
    """Return the CSS class of each side's zone."""
    return {side: f"zone-{canvas.colours[side]}" for side in canvas.scene.zones}


def _hatched(canvas: Canvas, seat: int, data: str) -> str:
    return f'<path d="{data}" fill="url(#{canvas.prefix}-zone-{seat})"/>'


def _edged(canvas: Canvas, seat: int, data: str) -> Iterator[str]:
    css = [*_classes(canvas).values()][seat]
    dashes = dashed(0.5 * canvas.unit, 0.2 * canvas.unit)
    yield path(css, data, 0.08 * canvas.unit, dashes + ROUND)
