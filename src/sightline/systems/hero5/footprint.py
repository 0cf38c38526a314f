"""Where a character may have its middle, which hexes it takes up there, and how it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sightline.lattice import Cell, Grid, Point
from sightline.rules import Clause, rule

Spot = Cell | Point
"""The middle of a character: a hex for odd widths, a corner for even ones."""


@rule(
    Clause(
        "HERO-0.2",
        "Hexes taken up",
        "Odd widths take up the hexes within half the width, rounded down, of a hex; even widths are centred on a "
        "corner and take up what lies within half the width less one of any of the three hexes round it. A step leads "
        "to one of the six neighbouring places, for even widths to the three neighbouring corners too. Before and "
        "after it a hex is shared or a border lies between that can be crossed. One that changes no hex is free.",
        "Ours: the source gives no shapes",
    ),
    off=frozenset(),
)
def footprint(grid: Grid, width: int, spot: Spot) -> frozenset[Cell]:
    """Give the hexes that a character so many hexes wide takes up where nothing is in its way."""
    return hexes_round(grid, width, spot)


def hexes_round(grid: Grid, width: int, spot: Spot) -> frozenset[Cell]:
    """Give the hexes of the shape of that width round a spot; odd widths lie round a hex, even ones round a corner."""
    anchor = anchor_of(grid, spot)
    return frozenset(Cell(anchor.q + q, anchor.r + r) for q, r in _shape(grid, width, _kind(grid, spot, anchor)))


def anchor_of(grid: Grid, spot: Spot) -> Cell:
    """Give a hex at a spot: the hex itself, or one of the three round a corner."""
    return spot if isinstance(spot, Cell) else grid.cells_at(spot)[-1]


def neighbouring_spots(grid: Grid, spot: Spot) -> Iterator[Spot]:
    """Yield the spots one step away."""
    if isinstance(spot, Cell):
        yield from grid.neighbours(spot)
        return
    anchor = anchor_of(grid, spot)
    for dx, dy in _turns(grid, _kind(grid, spot, anchor)):
        yield Point(spot.x + dx, spot.y + dy)
    for dx, dy in _shifts(grid):
        yield Point(spot.x + dx, spot.y + dy)


def _kind(grid: Grid, spot: Spot, anchor: Cell) -> Point | None:
    """Give which corner of its anchor a spot is, None for the hex itself."""
    if isinstance(spot, Cell):
        return None
    centre = grid.centre(anchor)
    return Point(spot.x - centre.x, spot.y - centre.y)


@lru_cache
def _shape(grid: Grid, width: int, kind: Point | None) -> frozenset[Cell]:
    """Give the hexes taken up relative to the anchor at (0, 0)."""
    origin = Cell(0, 0)
    if kind is None:
        return frozenset(grid.disc(origin, width // 2))
    centre = grid.centre(origin)
    round_it = grid.cells_at(Point(centre.x + kind.x, centre.y + kind.y))
    return frozenset(cell for near in round_it for cell in grid.disc(near, width // 2 - 1))


@lru_cache
def _turns(grid: Grid, kind: Point) -> tuple[Point, ...]:
    """Give the ways to the three corners that are joined to a corner by a side."""
    centre = grid.centre(Cell(0, 0))
    corner = Point(centre.x + kind.x, centre.y + kind.y)
    one, other, third = (
        {grid.corner(cell, index) for index in range(len(grid.corners))} for cell in grid.cells_at(corner)
    )
    far = ((one & other) | (other & third) | (third & one)) - {corner}
    return tuple(Point(x - corner.x, y - corner.y) for x, y in sorted(far))


@lru_cache
def _shifts(grid: Grid) -> tuple[Point, ...]:
    centre = grid.centre(Cell(0, 0))
    steps = (grid.centre(step) for step in grid.edge_steps)
    return tuple(Point(x - centre.x, y - centre.y) for x, y in steps)
