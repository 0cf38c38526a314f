"""The layer of areas under an effect: a dashed frame round their parts, and a tag with the sign on each."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sightline.board import Border
from sightline.lattice import Cell, Grid
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_outlines import outline_path
from sightline.render.layers.plates import tag, tag_size
from sightline.render.primitives.pixels import Pixel, between, pair
from sightline.render.primitives.svg_tags import dashed, path
from sightline.rules import MarkedArea, Site

_INSET = 0.05
"""The distance of a frame from the edge of its cells, in cell units: farther out than borders round groups."""
_TAG, _LARGE_TAG, _READABLE = 0.34, 0.5, 6.5
"""The text size of a tag in cell units, the maximum for small cells, and the minimum legible size in pixels."""


def marked_areas(canvas: Canvas) -> Iterator[str]:
    """Draw the frames of all areas, then their tags."""
    for area in canvas.scene.marked_areas:
        cells = {site for site in area.sites if isinstance(site, Cell)}
        lines = (canvas.cells.border(site) for site in area.sites if not isinstance(site, Cell))
        data = "".join(f"M{pair(start)}L{pair(stop)}" for start, stop in lines)
        yield from framed(canvas, outline_path(canvas, cells, _INSET) + data)
    for sign, at in area_tags(canvas):
        yield from tag(at, _tag_text(canvas), sign)


def framed(canvas: Canvas, data: str) -> Iterator[str]:
    """Draw a path as a frame round an area."""
    yield path("halo", data, 0.11 * canvas.unit)
    yield path("area-edge", data, 0.08 * canvas.unit, dashed(0.22 * canvas.unit, 0.15 * canvas.unit))


def area_tags(canvas: Canvas) -> Iterator[tuple[str, Pixel]]:
    """Yield the sign of each area with the middle of each of its tags, one per part of the area."""
    taken: set[Site] = set()
    for area in canvas.scene.marked_areas:
        for part in _parts(canvas.cells.grid, area):
            site = next((site for site in part if site not in taken), part[0])
            taken.add(site)
            yield area.sign, _tag_at(canvas, site)


def area_tag_size(canvas: Canvas, sign: str) -> tuple[float, float]:
    """Return the width and height of the tag of an area in pixels."""
    return tag_size(_tag_text(canvas), sign)


def _tag_text(canvas: Canvas) -> float:
    return max(_TAG * canvas.unit, min(_READABLE, _LARGE_TAG * canvas.unit))


def _tag_at(canvas: Canvas, site: Site) -> Pixel:
    """Return the middle of a tag: the middle of a border, or of the upper end of a cell."""
    if isinstance(site, Cell):
        return canvas.cells.centre(site).plus(0, min(y for _, y in canvas.cells.outline) + _INSET * canvas.unit)
    return between(*canvas.cells.border(site), 0.5)


def _parts(grid: Grid, area: MarkedArea) -> Iterator[list[Site]]:
    """Yield the cells of each connected component by row, then one part of all borders; the middle one comes first."""
    cells = [site for site in area.sites if isinstance(site, Cell)]
    yield from _components(grid, cells)
    borders: list[Border] = [site for site in area.sites if not isinstance(site, Cell)]
    if borders:
        yield [borders[len(borders) // 2], *borders]


def _components(grid: Grid, cells: Collection[Cell]) -> Iterator[list[Site]]:
    left = set(cells)
    for first in cells:
        found, edge = set[Cell](), {first} & left
        while edge:
            found |= edge
            left -= edge
            edge = {near for cell in edge for near in grid.neighbours(cell)} & left
        if found:
            yield [*sorted(found, key=lambda cell: grid.column_row(cell)[::-1])]
