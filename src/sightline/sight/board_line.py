"""A line drawn on a board, with quick tests for the elements of the lattice that it meets.

An element is a cell, an edge or a corner, packed into an integer (`pack_coordinates`, `pack_edge`). The trace of a line
is computed once for all lines of the same displacement and shifted to the board by adding a packed offset.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Set
from functools import cached_property
from itertools import compress

from sightline.board import Board, Border
from sightline.lattice import Cell, Grid, Point, pack_coordinates, pack_edge, trace_from
from sightline.rules.position import Site
from sightline.sight.plan import ContactKind, Role


class _AllElements(Container[int]):
    """The set of all elements."""

    def __contains__(self, element: object) -> bool:
        return True


ALL_ELEMENTS: Container[int] = _AllElements()
OWN_ROLE: Mapping[ContactKind, Role] = {"cell": "cell", "border": "border", "border-touch": "border"}
"""The kinds of contacts that can be looked up by element, each with the role of the site that the line meets there."""


class BoardLine:
    """A line between two points of a board; `ends` are all cells of the two ends.

    The coordinates of its `trace` are offsets from the cell `anchor`.
    """

    def __init__(self, board: Board, start: Point, stop: Point, ends: Collection[Cell]) -> None:
        self.board, self.start, self.stop, self.ends = board, start, stop, ends
        self.anchor = board.grid.cells_at(start)[-1]
        self.trace = trace_from(board.grid, self.anchor, start, stop)

    @cached_property
    def run_along(self) -> Collection[Border]:
        """The borders that the line runs along."""
        return frozenset(self.board.border(one, other) for _, one, other in self.edges_along())

    def edges_along(self) -> Iterator[tuple[int, Cell, Cell]]:
        """Yield `(position on the line, cell, cell)` for each edge that the line runs along."""
        alongs, grid = self.trace.alongs, self.board.grid
        for q, r, edge, at in zip(alongs[::5], alongs[1::5], alongs[2::5], alongs[3::5], strict=True):
            one = Cell(self.anchor.q + q, self.anchor.r + r)
            yield at, one, grid.neighbour(one, edge)

    def passes(self, cell: Cell) -> bool:
        """Return whether the line crosses a cell or runs along an edge of it."""
        away = pack_coordinates(cell.q - self.anchor.q, cell.r - self.anchor.r)
        return away in self.trace.packed_cells or any(cell in (one, other) for _, one, other in self.edges_along())

    def misses(self, kind: ContactKind, elements: Set[int]) -> bool:
        """Return whether it is certain that the line has no contact of a kind at any of these elements.

        See `elements_of`. For kinds that are not in `OWN_ROLE`, return whether it is certain that it has none at all.
        """
        match kind:
            case "cell":
                return _are_apart(elements, pack_coordinates(*self.anchor), self.trace.packed_cells)
            case "border":
                return _are_apart(elements, 8 * pack_coordinates(*self.anchor), self.trace.packed_edges)
            case "border-touch":
                return _are_apart(elements, pack_coordinates(*self.start), self.trace.packed_corners)
            case "along":
                return not self.trace.alongs
        return kind != "end" and not self.trace.corners

    def cells_in(self, elements: Container[int]) -> Iterator[tuple[int, int]]:
        """Yield `(element, index in the trace)` for each cell crossed that is in `elements`."""
        return _met_in(elements, pack_coordinates(*self.anchor), self.trace.packed_cells)

    def edges_in(self, elements: Container[int]) -> Iterator[tuple[int, int]]:
        """Yield `(element, index in the trace)` for each edge crossed, of the cell left, that is in `elements`."""
        return _met_in(elements, 8 * pack_coordinates(*self.anchor), self.trace.packed_edges)

    def corners_in(self, elements: Container[int]) -> Iterator[tuple[int, int]]:
        """Yield `(element, index in the trace)` for each corner touched that is in `elements`."""
        return _met_in(elements, pack_coordinates(*self.start), self.trace.packed_corners)


def _are_apart(elements: Set[int], offset: int, packed: tuple[int, ...]) -> bool:
    """Return whether none of the `packed` elements of a trace, shifted by `offset`, is in `elements`."""
    # Most lines have few relevant contacts: `isdisjoint` avoids a Python loop.
    return not elements or elements.isdisjoint(map(offset.__add__, packed))


def _met_in(elements: Container[int], offset: int, packed: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield those `packed` elements of a trace, shifted by `offset`, that are in `elements`, with their indices."""
    is_in = map(elements.__contains__, map(offset.__add__, packed))
    return ((offset + packed[index], index) for index in compress(range(len(packed)), is_in))


def elements_of(kind: ContactKind, board: Board, site: Site) -> Iterator[int]:
    """Yield the elements at which a contact of a kind in `OWN_ROLE` has a site: its cell, edges, or corners."""
    if kind == "cell":
        yield from [pack_coordinates(*site)] if isinstance(site, Cell) else ()
    elif kind == "border":
        yield from _edges_of(board.grid, site)
    elif kind == "border-touch":
        yield from (pack_coordinates(*corner) for corner in _corners_of(board.grid, site))


def _corners_of(grid: Grid, site: Site) -> Set[Point]:
    """Return the corners of a cell, or the two ends of a border."""
    if isinstance(site, Cell):
        return {grid.corner(site, index) for index in range(len(grid.corners))}
    one, other = site
    return _corners_of(grid, one) & _corners_of(grid, other)


def _edges_of(grid: Grid, site: Site) -> Iterator[int]:
    """Yield the packed numbers of a border, or of the edges of a cell, from both sides."""
    for one, other in [(site, beyond) for beyond in grid.neighbours(site)] if isinstance(site, Cell) else [site]:
        yield _packed_edge(grid, one, other)
        yield _packed_edge(grid, other, one)


def _packed_edge(grid: Grid, one: Cell, other: Cell) -> int:
    """Return the packed number of the edge of one cell that it shares with another."""
    return pack_edge(*one, grid.edge_steps.index(Cell(other.q - one.q, other.r - one.r)))
