"""The layers of numbers in cells: the tints that say how much, the edge round them all, ways, and the numbers."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, pi, sin

from sightline.board import Piece
from sightline.lattice import Cell
from sightline.render.figures import covered_angles, facing_angle
from sightline.render.tags import BOLD, MIDDLE, ROUND, path, polygon, words
from sightline.render.view import Pixel, View, number, pair, polar
from sightline.render.words import advance

OPACITY = ' fill-opacity="0.75"'
_SMALLEST, SMALLEST_WITH_WAYS = 5.5, 8.0
# Where the number of an occupied cell may stand, beside the piece; the level's number takes the first and the last.
_CORNERS = ((0.64, 0.52), (-0.64, 0.52), (-0.64, -0.46), (0.64, -0.46), (-0.74, 0.06), (0.74, 0.06))
_UNDER_LEVEL = (_CORNERS[0], _CORNERS[-1])


def tints(view: View) -> Iterator[str]:
    """Tint the cells by how much their number is, and hatch those that may only be passed."""
    values = view.scene.values
    for tint in view.scene.tints:
        found = [cell for cell, value in values.items() if value.tint == tint]
        yield path(tint, view.cell_path(found), None, OPACITY)
    if barred := [cell for cell, value in values.items() if value.is_barred]:
        yield f'<path d="{view.cell_path(barred)}" fill="url(#{view.prefix}-barred-hatch)"/>'


def edges(view: View) -> Iterator[str]:
    """Draw the edge of the area that has numbers."""
    values, sides = view.scene.values, []
    for cell in values:
        for side, other in enumerate(view.grid.neighbours(cell)):
            if other not in values:
                a, b = view.side(cell, side)
                sides.append(f"M{pair(a)}L{pair(b)}")
    if sides:
        yield path("halo", "".join(sides), 0.2 * view.unit, ROUND)
        yield path("area-edge", "".join(sides), 0.1 * view.unit, ROUND)


def ways(view: View) -> Iterator[str]:
    """Draw a small head on each side that a cheapest way crosses: following them back leads to the start."""
    heads = []
    for a, b in view.scene.steps if view.unit >= SMALLEST_WITH_WAYS else ():
        start, stop = view.centre(a), view.centre(b)
        angle = atan2(stop.y - start.y, stop.x - start.x)
        middle = Pixel((start.x + stop.x) / 2, (start.y + stop.y) / 2)
        heads.append(head(middle, angle, 0.15 * view.unit))
    if heads:
        yield path("way", "".join(heads), 0.04 * view.unit, ROUND)


def rings(view: View) -> Iterator[str]:
    """Outline the piece that all is about, and those who attack."""
    scene = view.scene
    for name in scene.attackers:
        cells = scene.board.pieces[name].cells
        yield path("halo", view.cell_path(cells, 0.88), 0.24 * view.unit)
        yield path("attacker", view.cell_path(cells, 0.88), 0.12 * view.unit)
        yield path("attacker", view.cell_path(cells, 0.74), 0.04 * view.unit)
    if scene.viewer and scene.seen is None:
        cells = scene.board.pieces[scene.viewer].cells
        yield path("halo", view.cell_path(cells, 0.88), 0.24 * view.unit)
        yield path("viewer", view.cell_path(cells, 0.88), 0.14 * view.unit)


def numbers(view: View) -> Iterator[str]:
    """Write the numbers, each on a plate: in the middle of its cell, beside the piece of an occupied one."""
    for cell, value in view.scene.values.items():
        if not value.text:
            continue
        pieces = view.scene.board.occupants.get(cell, ())
        size = (0.42 if pieces else 0.56 if view.has_labels else 0.8) * view.unit
        size = min(size, (0.55 if pieces else 1.5) * view.unit / advance(value.text))
        if size >= _SMALLEST:
            at = view.centre(cell).plus(*_beside(view, cell, pieces)) if pieces else view.centre(cell)
            yield from plate(at, size, value.text, None if value.facing is None else view.angle(value.facing))


def plate(at: Pixel, size: float, text: str, angle: float | None = None) -> Iterator[str]:
    """Draw a number on its plate, with a head in the direction of a facing. The legend uses it too."""
    half, high = max(0.62, 0.5 * advance(text) + 0.14) * size, 0.6 * size
    box = f'x="{number(at.x - half)}" y="{number(at.y - high)}" width="{number(2 * half)}" height="{number(2 * high)}"'
    yield f'<rect class="plate" {box} rx="{number(high)}" fill-opacity="0.88"/>'
    if angle is not None:
        # From the rim of the plate, which is wider than high.
        rim = 1 / max(abs(cos(angle)) / half, abs(sin(angle)) / high)
        yield path("way", head(polar(at, rim + 0.3 * size, angle), angle, 0.4 * size), 0.06 * size, ROUND)
    yield words("value", at.plus(0, 0.36 * size), size, text, MIDDLE + BOLD)


def head(at: Pixel, angle: float, size: float) -> str:
    """Give the path of a small head that points in a direction."""
    corners = (polar(at, size, angle), polar(at, size, angle + 2.3), polar(at, size, angle - 2.3))
    return polygon(*corners)


def _beside(view: View, cell: Cell, pieces: tuple[Piece, ...]) -> Pixel:
    """Give where there is most room beside the pieces of a cell: away from facing, shield and the level's number."""
    taken = [angle for piece in pieces for angle in (facing_angle(view, piece), *covered_angles(view, piece))]
    angles = [angle for angle in taken if angle is not None]
    has_level = view.scene.board.level(cell) > 0

    def room(corner: tuple[float, float]) -> float:
        towards = atan2(corner[1], corner[0])
        apart = (abs((towards - angle + pi) % (2 * pi) - pi) for angle in angles)
        return -1.0 if has_level and corner in _UNDER_LEVEL else min(apart, default=pi)

    x, y = max(_CORNERS, key=room)
    return Pixel(x * view.unit, y * view.unit)


def hatches(view: View) -> Iterator[str]:
    """Define the hatching of cells that may only be passed."""
    if any(value.is_barred for value in view.scene.values.values()):
        gap = max(4.0, 0.3 * view.unit)
        attributes = f'width="{number(gap)}" height="{number(gap)}" patternUnits="userSpaceOnUse"'
        yield f'<pattern id="{view.prefix}-barred-hatch" {attributes} patternTransform="rotate(45)">'
        yield path("barred-hatch", f"M0 0V{number(gap)}", 0.3 * gap) + "</pattern>"
