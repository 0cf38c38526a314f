"""The contacts of a line on a board, by kind, each with its sites by role."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Set
from functools import cached_property
from itertools import compress, pairwise

from sightline.board import Board, Border
from sightline.lattice import Cell, Grid, Point, pack_coordinates, pack_edge, trace_from
from sightline.rules.position import Site
from sightline.sight.plan import ContactKind, Role

Sites = Mapping[Role, Site]
"""The cells and the borders of a contact, by role; they may be off the map."""


class _Everywhere(Container[int]):
    """The set of all places."""

    def __contains__(self, place: object) -> bool:
        return True


EVERYWHERE: Container[int] = _Everywhere()
PLACED: tuple[ContactKind, ...] = ("cell", "border", "border-touch")
"""The kinds of contacts that can be looked up by place; see `places_of`."""


class BoardLine:
    """A line between two points of a board; `ends` are all cells of the two ends.

    `course` is its trace; the coordinates of the trace are offsets from the cell `anchor`.
    """

    def __init__(self, board: Board, start: Point, stop: Point, ends: Collection[Cell]) -> None:
        self.board, self.start, self.stop, self.ends = board, start, stop, ends
        self.anchor = board.grid.cells_at(start)[-1]
        self.course = trace_from(board.grid, self.anchor, start, stop)

    @cached_property
    def run_along(self) -> Collection[Border]:
        """The borders that the line runs along."""
        return frozenset(self.board.border(one, other) for _, one, other in _edges_along(self))

    def passes(self, cell: Cell) -> bool:
        """Return whether the line crosses a cell or runs along an edge of it."""
        away = pack_coordinates(cell.q - self.anchor.q, cell.r - self.anchor.r)
        return away in self.course.packed_cells or any(cell in (one, other) for _, one, other in _edges_along(self))

    def misses(self, kind: ContactKind, places: Set[int]) -> bool:
        """Return True only if the line has no contact of a kind at any of these places; see `places_of`.

        For kinds not in `PLACED`, return True only if it has none anywhere.
        """
        match kind:
            case "cell":
                return _are_apart(places, pack_coordinates(*self.anchor), self.course.packed_cells)
            case "border":
                return _are_apart(places, 8 * pack_coordinates(*self.anchor), self.course.packed_edges)
            case "border-touch":
                return _are_apart(places, pack_coordinates(*self.start), self.course.packed_corners)
            case "along":
                return not self.course.alongs
        return kind != "end" and not self.course.corners

    def cells_in(self, places: Container[int]) -> Iterator[tuple[int, int]]:
        """Yield `(place, index)` for each cell crossed whose packed coordinates are in `places`."""
        return _those_in(places, pack_coordinates(*self.anchor), self.course.packed_cells)

    def edges_in(self, places: Container[int]) -> Iterator[tuple[int, int]]:
        """Yield `(place, index)` for each edge crossed whose packed number, from the cell left, is in `places`."""
        return _those_in(places, 8 * pack_coordinates(*self.anchor), self.course.packed_edges)

    def corners_in(self, places: Container[int]) -> Iterator[tuple[int, int]]:
        """Yield `(place, index)` for each corner touched whose packed coordinates are in `places`."""
        return _those_in(places, pack_coordinates(*self.start), self.course.packed_corners)


def _are_apart(places: Set[int], origin: int, numbers: tuple[int, ...]) -> bool:
    # Most lines have few relevant contacts: `isdisjoint` avoids a Python loop.
    return not places or places.isdisjoint(map(origin.__add__, numbers))


def _those_in(places: Container[int], origin: int, numbers: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    is_in = map(places.__contains__, map(origin.__add__, numbers))
    return ((origin + numbers[index], index) for index in compress(range(len(numbers)), is_in))


def find_contacts(
    line: BoardLine, kind: ContactKind, watched: Container[Site], places: Container[int] = EVERYWHERE
) -> Iterator[tuple[int, Sites]]:
    """Yield `(position on the line, sites)` for each contact of a kind with a watched site, in order along the line.

    Contacts at no place in `places` (see `places_of`) may be left out.
    """
    return _FINDERS[kind](line, watched, places)


def places_of(kind: ContactKind, board: Board, site: Site) -> Iterator[int]:
    """Yield the places where contacts of a kind in `PLACED` can have a site: packed cells, edges, or corners."""
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


def _cells(line: BoardLine, watched: Container[Site], places: Container[int]) -> Iterator[tuple[int, Sites]]:
    crossed = line.course.crossed
    for _, k in line.cells_in(places):
        cell = Cell(line.anchor.q + crossed[4 * k], line.anchor.r + crossed[4 * k + 1])
        if cell in watched and cell not in line.ends:
            yield crossed[4 * k + 2], {"cell": cell}


def _touches(line: BoardLine, watched: Container[Site], _: Container[int]) -> Iterator[tuple[int, Sites]]:
    for at, around in _corners(line):
        for cell in around:
            if cell in watched and not (cell in line.ends or line.passes(cell)):
                yield at, {"cell": cell}


def _alongs(line: BoardLine, watched: Container[Site], _: Container[int]) -> Iterator[tuple[int, Sites]]:
    for at, one, other in _edges_along(line):
        sites = _beside(line, one, other)
        if any(site in watched for site in sites.values()):
            yield at, sites


def _border_touches(line: BoardLine, watched: Container[Site], places: Container[int]) -> Iterator[tuple[int, Sites]]:
    corners, (start_x, start_y) = line.course.corners, line.start
    for _, k in line.corners_in(places):
        around = line.board.grid.cells_at(Point(start_x + corners[3 * k], start_y + corners[3 * k + 1]))
        for one, other in zip(around, (*around[1:], around[0]), strict=True):
            border = line.board.border(one, other)
            if border in line.run_along:
                continue
            sites = _beside(line, one, other)
            if any(site in watched for site in sites.values()):
                yield corners[3 * k + 2], sites


def _edges_along(line: BoardLine) -> Iterator[tuple[int, Cell, Cell]]:
    """Yield `(position on the line, cell, cell)` for each edge that the line runs along."""
    alongs = line.course.alongs
    for q, r, side, at in zip(alongs[::5], alongs[1::5], alongs[2::5], alongs[3::5], strict=True):
        one = Cell(line.anchor.q + q, line.anchor.r + r)
        yield at, one, line.board.grid.neighbour(one, side)


def _corners(line: BoardLine) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    """Yield `(position on the line, cells round it, clockwise)` for each corner that the line touches."""
    corners = line.course.corners
    for x, y, at in zip(corners[::3], corners[1::3], corners[2::3], strict=True):
        yield at, line.board.grid.cells_at(Point(line.start.x + x, line.start.y + y))


def _beside(line: BoardLine, one: Cell, other: Cell) -> Sites:
    """Return the sites of an edge by role, without cells of the ends."""
    sites: dict[Role, Site] = {"one": one, "other": other, "border": line.board.border(one, other)}
    return {role: site for role, site in sites.items() if site not in line.ends}


def _borders(line: BoardLine, watched: Container[Site], places: Container[int]) -> Iterator[tuple[int, Sites]]:
    crossings, board = line.course.crossings, line.board
    for _, k in line.edges_in(places):
        q, r, side, at = crossings[4 * k : 4 * k + 4]
        before = Cell(line.anchor.q + q, line.anchor.r + r)
        after = board.grid.neighbour(before, side)
        sites: Sites = {"before": before, "after": after, "border": board.border(before, after)}
        if any(site in watched for site in sites.values()):
            yield at, sites


def _end(line: BoardLine, watched: Container[Site], _: Container[int]) -> Iterator[tuple[int, Sites]]:
    crossed, crossings = line.course.crossed, line.course.crossings
    if not crossed:
        return
    q, r, at = crossed[-4:-1]
    cell = Cell(line.anchor.q + q, line.anchor.r + r)
    if line.board.grid.centre(cell) == line.stop:
        sites: dict[Role, Site] = {"cell": cell}
        if crossings and crossings[-1] == at:
            sites["border"] = _entered_by(line, cell)
        if any(site in watched for site in sites.values()):
            yield at, sites


def _entered_by(line: BoardLine, cell: Cell) -> Border:
    """Return the border over which a line enters its last cell."""
    q, r, _, _ = line.course.crossings[-4:]
    return line.board.border(Cell(line.anchor.q + q, line.anchor.r + r), cell)


def _corners_passed(line: BoardLine, watched: Container[Site], _: Container[int]) -> Iterator[tuple[int, Sites]]:
    """Yield position and sites of each corner at which a line goes from a square to one that shares no edge with it."""
    if not line.course.corners:
        return
    crossed, (near_q, near_r), board = line.course.crossed, line.anchor, line.board
    cells = list(zip(crossed[::4], crossed[1::4], crossed[2::4], crossed[3::4], strict=True))
    for (q, r, _entered, left), (to_q, to_r, entered, _left) in pairwise(cells):
        if left != entered or q == to_q or r == to_r:
            continue  # the line runs along an edge between the two cells, or crosses the edge that they share
        before, after = Cell(near_q + q, near_r + r), Cell(near_q + to_q, near_r + to_r)
        beyond = board.grid.neighbours(after)
        if before in beyond:
            continue
        one, other = (cell for cell in board.grid.neighbours(before) if cell in beyond)
        sites: Sites = {
            "one": one,
            "other": other,
            "into-one": board.border(before, one),
            "out-of-one": board.border(one, after),
            "into-other": board.border(before, other),
            "out-of-other": board.border(other, after),
        }
        if any(site in watched for site in sites.values()):
            yield left, sites


_FINDERS: Mapping[ContactKind, Callable[[BoardLine, Container[Site], Container[int]], Iterator[tuple[int, Sites]]]] = {
    "cell": _cells,
    "end": _end,
    "touch": _touches,
    "along": _alongs,
    "border": _borders,
    "border-touch": _border_touches,
    "corner": _corners_passed,
}
