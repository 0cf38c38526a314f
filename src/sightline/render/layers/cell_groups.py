"""The layers of borders round groups of cells: each with a colour and a pattern, and gaps for passages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

from sightline.lattice import Cell, Point
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_outlines import loops, shrunk
from sightline.render.primitives.pixels import Pixel, between, pair
from sightline.render.primitives.svg_tags import ROUND, dashed, path
from sightline.rules import CellGroup, GroupColour

_FIRST, _STEP, _DEEPEST = 0.15, 0.16, 0.6
_POSTS = (0.16, 0.84)
"""The ends of a passage, as fractions of its side."""


class Pattern(NamedTuple):
    """The stroke of a border: widths of the line and of the edge below it, and dashes, in cell units."""

    width: float
    edge: float
    dashes: tuple[float, ...] = ()


PATTERNS: Mapping[GroupColour, Pattern] = MappingProxyType(
    {
        "black": Pattern(0.14, 0.0),
        "yellow": Pattern(0.08, 0.15, (0.3, 0.22)),
        "gray": Pattern(0.1, 0.16, (0.0, 0.22)),
        "blue": Pattern(0.1, 0.0, (0.3, 0.17, 0.0, 0.17)),
        "red": Pattern(0.045, 0.18),
        "green": Pattern(0.07, 0.0, (0.1, 0.15)),
        "cyan": Pattern(0.07, 0.14, (0.3, 0.14, 0.1, 0.14)),
        "purple": Pattern(0.1, 0.0, (0.0, 0.14, 0.0, 0.28)),
    }
)


class Side(NamedTuple):
    """A side of a border with its group to the right, and whether it can be crossed."""

    start: Pixel
    stop: Pixel
    is_open: bool


def groups(canvas: Canvas) -> Iterator[str]:
    """Draw the border round every group; borders of groups that share cells are nested."""
    drawn: dict[GroupColour, str] = {}
    for outline, inset in nested(canvas):
        data = "".join(map(_broken, _loops(canvas, outline, inset))) + _stitches(canvas, outline.cells, inset)
        drawn[outline.colour] = drawn.get(outline.colour, "") + data
    for colour, data in drawn.items():
        yield from stroked(canvas, colour, data)


def passages(canvas: Canvas) -> Iterator[str]:
    """Draw the passages through borders round groups."""
    opening = ((outline, inset) for outline, inset in nested(canvas) if outline.gaps)
    sides = (side for outline, inset in opening for loop in _loops(canvas, outline, inset) for side in loop)
    if data := "".join(passage(side.start, side.stop) for side in sides if side.is_open):
        yield from opened(canvas, data)


def stroked(canvas: Canvas, colour: GroupColour, data: str) -> Iterator[str]:
    """Draw a path in the pattern of a colour."""
    width, edge, dashes = PATTERNS[colour]
    broken = dashed(*(dash * canvas.unit for dash in dashes))
    if edge:
        yield path(f"edge-of-{colour}", data, edge * canvas.unit, broken + ROUND)
    yield path(f"round-{colour}", data, width * canvas.unit, broken + ROUND)


def opened(canvas: Canvas, data: str) -> Iterator[str]:
    """Draw the path of passages."""
    yield path("halo", data, 0.18 * canvas.unit, ROUND)
    yield path("open", data, 0.09 * canvas.unit, ROUND)


def passage(start: Pixel, stop: Pixel) -> str:
    """Return the path of a passage through a side: a post at each end, and an arrow out and in between."""
    x, y = stop.x - start.x, stop.y - start.y

    def at(along: float, out: float) -> str:
        return pair(start.plus(x * along + y * out, y * along - x * out))

    posts = "".join(f"M{at(along, -0.08)}L{at(along, 0.08)}" for along in _POSTS)
    heads = ((0.2, 0.1), (-0.16, -0.06))
    arrow = "".join(f"M{at(0.41, back)}L{at(0.5, tip)}L{at(0.59, back)}" for tip, back in heads)
    return f"{posts}{arrow}M{at(0.5, heads[1][0])}L{at(0.5, heads[0][0])}"


def nested(canvas: Canvas) -> Iterator[tuple[CellGroup, float]]:
    """Yield each group with the inset of its border in pixels: the smallest one that is free in all its cells."""
    stated = canvas.scene.groups
    taken: dict[Cell, set[int]] = {}
    depths: list[int] = []
    for outline in stated:
        others = set[int]().union(*(taken.get(cell, ()) for cell in outline.cells))
        depths.append(next(depth for depth in count() if depth not in others))
        for cell in outline.cells:
            taken.setdefault(cell, set()).add(depths[-1])
    step = min(_STEP, _DEEPEST / (1 + max(depths, default=0)))
    for outline, depth in zip(stated, depths, strict=True):
        yield outline, (_FIRST + step * depth) * canvas.unit


def reach(canvas: Canvas) -> float:
    """Return how far the borders round groups reach into cells, in pixels; 0 if there are none."""
    return max((inset + _half_width(group.colour) * canvas.unit for group, inset in nested(canvas)), default=0.0)


def _half_width(colour: GroupColour) -> float:
    pattern = PATTERNS[colour]
    return max(pattern.width, pattern.edge) / 2


def _loops(canvas: Canvas, outline: CellGroup, inset: float) -> Iterator[list[Side]]:
    """Yield the sides of each loop of a border, beginning with one that can be crossed if there is one."""
    for loop in loops(canvas.cells.grid, outline.cells):
        corners = list(shrunk([canvas.pixel(point) for point in loop], inset))
        after = (*range(1, len(loop)), 0)
        sides = [Side(corners[k], corners[n], _is_open(canvas, outline, loop[k], loop[n])) for k, n in enumerate(after)]
        first = next((index for index, side in enumerate(sides) if side.is_open), 0)
        yield sides[first:] + sides[:first]


def _is_open(canvas: Canvas, outline: CellGroup, start: Point, stop: Point) -> bool:
    if not outline.gaps:
        return False
    a, b = {*canvas.cells.grid.cells_at(start)} & {*canvas.cells.grid.cells_at(stop)}
    return canvas.scene.board.border(a, b) in outline.gaps


def _broken(loop: Sequence[Side]) -> str:
    """Return the path of a loop without its passages."""
    if not loop[0].is_open:
        return "M" + "L".join(pair(side.start) for side in loop) + "z"
    data = ""
    for start, stop, is_open in loop:
        before, behind = (pair(between(start, stop, part)) for part in _POSTS)
        data += f"L{before}M{behind}" * is_open + f"L{pair(stop)}"
    # The path begins with the end of the last section.
    end, _, rest = data.partition("M")
    return f"M{rest}{end}"


def _stitches(canvas: Canvas, cells: frozenset[Cell], inset: float) -> str:
    """Return the path that joins cells of a group that meet in a corner only."""
    grid = canvas.cells.grid
    data = ""
    for point in sorted({grid.corner(cell, index) for cell in cells for index in range(len(grid.corners))}):
        inside = [cell for cell in grid.cells_at(point) if cell in cells]
        if len(inside) == 2 and grid.edge_between(*inside) is None:
            at = canvas.pixel(point)
            ends = (between(at, canvas.cells.centre(cell), inset / canvas.unit) for cell in inside)
            data += "M" + "L".join(map(pair, ends))
    return data
