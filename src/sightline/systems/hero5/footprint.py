"""HERO-0.2: the hexes that a character occupies around its middle, and the steps between middles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sightline.lattice import Cell, Grid, Point
from sightline.rules import Clause, rule

Middle = Cell | Point
"""The middle of a character: a hex for odd widths, a corner for even ones."""


@rule(
    Clause(
        "HERO-0.2",
        "Footprint",
        "An odd width w covers the hexes within (w - 1)/2 of a hex. An even width is centred on a corner and "
        "covers the hexes within w/2 - 1 of any of the three hexes round it. A step leads to one of the six "
        "neighbouring places; an even width can also step to one of the three neighbouring corners. The hexes "
        "before and after a step must share a hex, or a border that can be crossed. A step that changes no hex is "
        "free.",
        "Ours: the source gives no shapes",
    ),
    off=frozenset(),
)
def footprint(grid: Grid, width: int, middle: Middle) -> frozenset[Cell]:
    """Return the hexes that a character occupies around its middle if there are no obstacles."""
    return hexes_round(grid, width, middle)


def hexes_round(grid: Grid, width: int, middle: Middle) -> frozenset[Cell]:
    """Return the hexes of the shape of a width: around a hex for odd widths, around a corner for even ones."""
    anchor = anchor_of(grid, middle)
    return frozenset(
        Cell(anchor.q + q, anchor.r + r) for q, r in _shape(grid, width, _corner_offset(grid, middle, anchor))
    )


def anchor_of(grid: Grid, middle: Middle) -> Cell:
    """Return the hex that a middle is stored relative to: itself, or one of the three around a corner."""
    return middle if isinstance(middle, Cell) else grid.cells_at(middle)[-1]


def neighbouring_middles(grid: Grid, middle: Middle) -> Iterator[Middle]:
    """Yield the middles one step away."""
    if isinstance(middle, Cell):
        yield from grid.neighbours(middle)
        return
    anchor = anchor_of(grid, middle)
    for dx, dy in _corner_steps(grid, _corner_offset(grid, middle, anchor)):
        yield Point(middle.x + dx, middle.y + dy)
    for dx, dy in _cell_steps(grid):
        yield Point(middle.x + dx, middle.y + dy)


def _corner_offset(grid: Grid, middle: Middle, anchor: Cell) -> Point | None:
    """Return a corner relative to the centre of its anchor; None if the middle is the hex itself."""
    if isinstance(middle, Cell):
        return None
    centre = grid.centre(anchor)
    return Point(middle.x - centre.x, middle.y - centre.y)


@lru_cache
def _shape(grid: Grid, width: int, kind: Point | None) -> frozenset[Cell]:
    """Return the occupied hexes, relative to an anchor at (0, 0)."""
    origin = Cell(0, 0)
    if kind is None:
        return frozenset(grid.disc(origin, width // 2))
    centre = grid.centre(origin)
    round_it = grid.cells_at(Point(centre.x + kind.x, centre.y + kind.y))
    return frozenset(cell for near in round_it for cell in grid.disc(near, width // 2 - 1))


@lru_cache
def _corner_steps(grid: Grid, kind: Point) -> tuple[Point, ...]:
    """Return the displacements from a corner to the three corners that share an edge with it."""
    centre = grid.centre(Cell(0, 0))
    corner = Point(centre.x + kind.x, centre.y + kind.y)
    one, other, third = (
        {grid.corner(cell, index) for index in range(len(grid.corners))} for cell in grid.cells_at(corner)
    )
    neighbours = ((one & other) | (other & third) | (third & one)) - {corner}
    return tuple(Point(x - corner.x, y - corner.y) for x, y in sorted(neighbours))


@lru_cache
def _cell_steps(grid: Grid) -> tuple[Point, ...]:
    centre = grid.centre(Cell(0, 0))
    steps = (grid.centre(step) for step in grid.edge_steps)
    return tuple(Point(x - centre.x, y - centre.y) for x, y in steps)
