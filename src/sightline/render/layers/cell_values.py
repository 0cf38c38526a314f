"""The layers of numbers in cells: tints, the edge round all of them, steps, and the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2

from sightline.lattice import Point
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_outlines import outline_path
from sightline.render.layers.cell_stacks import ring
from sightline.render.layers.plates import arrowhead
from sightline.render.primitives.pixels import Pixel, number, pair
from sightline.render.primitives.svg_tags import ROUND, dashed, hatch, path

OPACITY = ' fill-opacity="0.75"'
SMALLEST_WITH_WAYS = 8.0
SMALLEST_WITH_EDGES, _DISC = 5.0, 0.54


def tints(canvas: Canvas) -> Iterator[str]:
    """Tint cells and corners by their number, and hatch those in which a move may not stop."""
    values, corners = canvas.scene.values, canvas.scene.corner_values
    for tint in canvas.scene.tints:
        found = [cell for cell, value in values.items() if value.tint == tint]
        if found or not corners:
            yield path(tint, canvas.cells.cell_path(found), None, OPACITY)
        if spots := [corner for corner, value in corners.items() if value.tint == tint]:
            yield path(tint, _discs(canvas, spots), None, OPACITY)
    barred = canvas.cells.cell_path(cell for cell, value in values.items() if value.is_barred)
    barred += _discs(canvas, (corner for corner, value in corners.items() if value.is_barred))
    if barred:
        yield f'<path d="{barred}" fill="url(#{canvas.prefix}-barred-hatch)"/>'


def _discs(canvas: Canvas, corners: Iterable[Point]) -> str:
    radius = _DISC * canvas.unit
    r, d = number(radius), number(2 * radius)
    starts = (canvas.pixel(corner).plus(-radius, 0) for corner in corners)
    return "".join(f"M{pair(start)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z" for start in starts)


def edges(canvas: Canvas) -> Iterator[str]:
    """Draw the edge of the cells with numbers, and of the cells that can be covered from there."""
    scene, sides = canvas.scene, []
    if scene.covered and canvas.unit >= SMALLEST_WITH_EDGES:
        edge = outline_path(canvas, scene.covered, 0.04)
        yield path("halo", edge, 0.16 * canvas.unit, ROUND)
        yield path("area-edge", edge, 0.08 * canvas.unit, covered_dashes(canvas.unit) + ROUND)
    cells, steps = canvas.cells, canvas.cells.grid.edge_steps
    for cell in scene.values:
        for side, (q, r) in enumerate(steps):
            if (cell.q + q, cell.r + r) not in scene.values:
                a, b = cells.edge(cell, side)
                sides.append(f"M{pair(a)}L{pair(b)}")
    if sides:
        yield path("halo", "".join(sides), 0.2 * canvas.unit, ROUND)
        if scene.groups:  # their borders may be black and unbroken
            yield path("edge-of-area", "".join(sides), 0.12 * canvas.unit, area_dashes(canvas.unit) + ROUND)
        else:
            yield path("area-edge", "".join(sides), 0.1 * canvas.unit, ROUND)


def area_dashes(unit: float) -> str:
    """Return the dashes of the edge of the cells with numbers among borders round groups, as an attribute."""
    return dashed(0.36 * unit, 0.28 * unit)


def covered_dashes(unit: float) -> str:
    """Return the dashes of the edge of the cells that can be covered, as an attribute."""
    return dashed(0.02 * unit, 0.2 * unit)


def threatened(canvas: Canvas) -> Iterator[str]:
    """Hatch and outline the cells that others threaten."""
    if canvas.scene.threatened:
        found = sorted(canvas.scene.threatened)
        yield f'<path d="{canvas.cells.cell_path(found)}" fill="url(#{canvas.prefix}-threatened)"/>'
        yield path("attacker", outline_path(canvas, found, 0.09), 0.05 * canvas.unit, ' stroke-opacity="0.8"')


def steps(canvas: Canvas) -> Iterator[str]:
    """Draw an arrowhead halfway along each step of a cheapest path; followed back, they lead to the start."""
    scene, heads = canvas.scene, []
    if canvas.unit >= SMALLEST_WITH_WAYS:
        between_cells = [(canvas.cells.centre(a), canvas.cells.centre(b)) for a, b in scene.steps]
        between_corners = [(canvas.pixel(a), canvas.pixel(b)) for a, b in scene.corner_steps]
        for start, stop in between_cells + between_corners:
            angle = atan2(stop.y - start.y, stop.x - start.x)
            middle = Pixel((start.x + stop.x) / 2, (start.y + stop.y) / 2)
            heads.append(arrowhead(middle, angle, (0.12 if between_corners else 0.15) * canvas.unit))
    if heads:
        yield path("way", "".join(heads), 0.04 * canvas.unit, ROUND)


def rings(canvas: Canvas) -> Iterator[str]:
    """Outline the piece that the picture is about, and the attackers."""
    scene, pieces = canvas.scene, canvas.scene.board.pieces
    for name in scene.attackers:
        yield path("halo", ring(canvas, pieces[name], 0.12), 0.24 * canvas.unit)
        yield path("attacker", ring(canvas, pieces[name], 0.12), 0.12 * canvas.unit)
        yield path("attacker", ring(canvas, pieces[name], 0.26), 0.04 * canvas.unit)
    if scene.viewer and scene.seen is None:
        yield path("halo", ring(canvas, pieces[scene.viewer], 0.12), 0.24 * canvas.unit)
        yield path("viewer", ring(canvas, pieces[scene.viewer], 0.12), 0.14 * canvas.unit)


def hatches(canvas: Canvas) -> Iterator[str]:
    """Define the hatching of places in which a move may not stop, and the finer one of threatened cells."""
    scene = canvas.scene
    if any(value.is_barred for value in (*scene.values.values(), *scene.corner_values.values())):
        gap = max(4.0, 0.3 * canvas.unit)
        yield hatch(f"{canvas.prefix}-barred-hatch", "barred-hatch", gap, 45, 0.3 * gap)
    if scene.threatened:
        gap = max(4.0, 0.24 * canvas.unit)
        yield hatch(f"{canvas.prefix}-threatened", "attacker", gap, -45, 0.16 * gap, 0.55)
