"""The contacts of a line on a board, by kind, each with its sites by role."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from itertools import pairwise

from sightline.board import Border
from sightline.lattice import Cell, Point
from sightline.rules.position import Site
from sightline.sight.board_line import ALL_ELEMENTS, BoardLine
from sightline.sight.plan import ContactKind, Role

SitesByRole = Mapping[Role, Site]
"""The cells and the borders of a contact, by role; they may be off the map."""


def find_contacts(
    line: BoardLine, kind: ContactKind, watched: Container[Site], elements: Container[int] = ALL_ELEMENTS
) -> Iterator[tuple[int, SitesByRole]]:
    """Yield `(position on the line, sites)` for each contact of a kind with a watched site, in order along the line.

    Contacts at no element in `elements` (see `elements_of`) may be left out.
    """
    return _FINDERS[kind](line, watched, elements)


def _cells(line: BoardLine, watched: Container[Site], elements: Container[int]) -> Iterator[tuple[int, SitesByRole]]:
    crossed = line.trace.crossed
    for _, k in line.cells_in(elements):
        cell = Cell(line.anchor.q + crossed[4 * k], line.anchor.r + crossed[4 * k + 1])
        if cell in watched and cell not in line.ends:
            yield crossed[4 * k + 2], {"cell": cell}


def _touches(line: BoardLine, watched: Container[Site], _: Container[int]) -> Iterator[tuple[int, SitesByRole]]:
    for at, around in _corners(line):
        for cell in around:
            if cell in watched and not (cell in line.ends or line.passes(cell)):
                yield at, {"cell": cell}


def _alongs(line: BoardLine, watched: Container[Site], _: Container[int]) -> Iterator[tuple[int, SitesByRole]]:
    for at, one, other in line.edges_along():
        sites = _beside(line, one, other)
        if any(site in watched for site in sites.values()):
            yield at, sites


def _border_touches(
    line: BoardLine, watched: Container[Site], elements: Container[int]
) -> Iterator[tuple[int, SitesByRole]]:
    corners, (start_x, start_y) = line.trace.corners, line.start
    for _, k in line.corners_in(elements):
        around = line.board.grid.cells_at(Point(start_x + corners[3 * k], start_y + corners[3 * k + 1]))
        for one, other in zip(around, (*around[1:], around[0]), strict=True):
            border = line.board.border(one, other)
            if border in line.run_along:
                continue
            sites = _beside(line, one, other)
            if any(site in watched for site in sites.values()):
                yield corners[3 * k + 2], sites


def _corners(line: BoardLine) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    """Yield `(position on the line, cells round it, clockwise)` for each corner that the line touches."""
    corners = line.trace.corners
    for x, y, at in zip(corners[::3], corners[1::3], corners[2::3], strict=True):
        yield at, line.board.grid.cells_at(Point(line.start.x + x, line.start.y + y))


def _beside(line: BoardLine, one: Cell, other: Cell) -> SitesByRole:
    """Return the sites of an edge by role, without cells of the ends."""
    sites: dict[Role, Site] = {"one": one, "other": other, "border": line.board.border(one, other)}
    return {role: site for role, site in sites.items() if site not in line.ends}


def _borders(line: BoardLine, watched: Container[Site], elements: Container[int]) -> Iterator[tuple[int, SitesByRole]]:
    crossings, board = line.trace.crossings, line.board
    for _, k in line.edges_in(elements):
        q, r, side, at = crossings[4 * k : 4 * k + 4]
        before = Cell(line.anchor.q + q, line.anchor.r + r)
        after = board.grid.neighbour(before, side)
        sites: SitesByRole = {"before": before, "after": after, "border": board.border(before, after)}
        if any(site in watched for site in sites.values()):
            yield at, sites


def _end(line: BoardLine, watched: Container[Site], _: Container[int]) -> Iterator[tuple[int, SitesByRole]]:
    crossed, crossings = line.trace.crossed, line.trace.crossings
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
    q, r, _, _ = line.trace.crossings[-4:]
    return line.board.border(Cell(line.anchor.q + q, line.anchor.r + r), cell)


def _corners_passed(line: BoardLine, watched: Container[Site], _: Container[int]) -> Iterator[tuple[int, SitesByRole]]:
    """Yield position and sites of each corner at which a line goes from a square to one that shares no edge with it."""
    if not line.trace.corners:
        return
    crossed, (near_q, near_r), board = line.trace.crossed, line.anchor, line.board
    cells = list(zip(crossed[::4], crossed[1::4], crossed[2::4], crossed[3::4], strict=True))
    for (q, r, _entered, left), (to_q, to_r, entered, _left) in pairwise(cells):
        if left != entered or q == to_q or r == to_r:
            continue  # the line runs along an edge between the two cells, or crosses the edge that they share
        before, after = Cell(near_q + q, near_r + r), Cell(near_q + to_q, near_r + to_r)
        beyond = board.grid.neighbours(after)
        if before in beyond:
            continue
        one, other = (cell for cell in board.grid.neighbours(before) if cell in beyond)
        sites: SitesByRole = {
            "one": one,
            "other": other,
            "into-one": board.border(before, one),
            "out-of-one": board.border(one, after),
            "into-other": board.border(before, other),
            "out-of-other": board.border(other, after),
        }
        if any(site in watched for site in sites.values()):
            yield left, sites


_FINDERS: Mapping[
    ContactKind, Callable[[BoardLine, Container[Site], Container[int]], Iterator[tuple[int, SitesByRole]]]
] = {
    "cell": _cells,
    "end": _end,
    "touch": _touches,
    "along": _alongs,
    "border": _borders,
    "border-touch": _border_touches,
    "corner": _corners_passed,
}
