"""What a drawn line meets, as plans of sight read it: its contacts by kind, each with its sites by role."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from sightline.board import Board, Border
from sightline.lattice import Cell, Point, Trace, trace
from sightline.rules.plan import ContactKind, Role
from sightline.rules.position import Site

Sites = Mapping[Role, Site]
"""The cells and the border of a contact, on the map or not."""


class Drawn(Struct, frozen=True, dict=True, eq=False):
    """A line between two points of a board; `ends` are all cells of the two ends."""

    board: Board
    start: Point
    stop: Point
    ends: Collection[Cell]

    @cached_property
    def course(self) -> Trace:
        """The trace of the line."""
        return trace(self.board.grid, self.start, self.stop)

    @cached_property
    def run_along(self) -> Collection[Border]:
        """The borders that the line runs along."""
        return frozenset(self.board.border(one, other) for _, one, other in _sides_along(self))

    @cached_property
    def anchor(self) -> Cell:
        """The cell from which the trace counts."""
        return self.board.grid.cells_at(self.start)[-1]


def find_contacts(line: Drawn, kind: ContactKind, watched: Container[Site]) -> Iterator[tuple[int, Sites]]:
    """Yield the contacts of a kind that have a watched site, in order: where each begins, and its sites."""
    return _FINDERS[kind](line, watched)


def _cells(line: Drawn, watched: Container[Site]) -> Iterator[tuple[int, Sites]]:
    crossed, (near_q, near_r), ends = line.course.crossed, line.anchor, line.ends
    for q, r, at in zip(crossed[::4], crossed[1::4], crossed[2::4], strict=True):
        # Most cells of most lines are not watched: a plain pair is asked first, which is equal to the cell.
        place = (near_q + q, near_r + r)
        if place in watched and place not in ends:
            yield at, {"cell": Cell(*place)}


def _touches(line: Drawn, watched: Container[Site]) -> Iterator[tuple[int, Sites]]:
    passed: set[Cell] = set(line.ends)
    crossed = line.course.crossed
    for q, r in zip(crossed[::4], crossed[1::4], strict=True):
        passed.add(Cell(line.anchor.q + q, line.anchor.r + r))
    for _, one, other in _sides_along(line):
        passed |= {one, other}
    for at, around in _corners(line):
        for cell in around:
            if cell in watched and cell not in passed:
                yield at, {"cell": cell}


def _alongs(line: Drawn, watched: Container[Site]) -> Iterator[tuple[int, Sites]]:
    for at, one, other in _sides_along(line):
        sites = _beside(line, one, other)
        if any(site in watched for site in sites.values()):
            yield at, sites


def _border_touches(line: Drawn, watched: Container[Site]) -> Iterator[tuple[int, Sites]]:
    for at, around in _corners(line):
        for one, other in zip(around, (*around[1:], around[0]), strict=True):
            border = line.board.border(one, other)
            if border in line.run_along:
                continue
            sites = _beside(line, one, other)
            if any(site in watched for site in sites.values()):
                yield at, sites


def _sides_along(line: Drawn) -> Iterator[tuple[int, Cell, Cell]]:
    """Yield the sides that the line runs along: where that begins, and the two cells."""
    alongs = line.course.alongs
    for q, r, side, at in zip(alongs[::5], alongs[1::5], alongs[2::5], alongs[3::5], strict=True):
        one = Cell(line.anchor.q + q, line.anchor.r + r)
        yield at, one, line.board.grid.neighbour(one, side)


def _corners(line: Drawn) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    """Yield the corners that the line meets: where, and the cells round them, clockwise."""
    corners = line.course.corners
    for x, y, at in zip(corners[::3], corners[1::3], corners[2::3], strict=True):
        yield at, line.board.grid.cells_at(Point(line.start.x + x, line.start.y + y))


def _beside(line: Drawn, one: Cell, other: Cell) -> Sites:
    """Give the sites of a side, save the cells of the ends."""
    sites: dict[Role, Site] = {"one": one, "other": other, "border": line.board.border(one, other)}
    return {role: site for role, site in sites.items() if site not in line.ends}


def _borders(line: Drawn, watched: Container[Site]) -> Iterator[tuple[int, Sites]]:
    crossings, board = line.course.crossings, line.board
    for q, r, side, at in zip(crossings[::4], crossings[1::4], crossings[2::4], crossings[3::4], strict=True):
        before = Cell(line.anchor.q + q, line.anchor.r + r)
        after = board.grid.neighbour(before, side)
        sites: Sites = {"before": before, "after": after, "border": board.border(before, after)}
        if any(site in watched for site in sites.values()):
            yield at, sites


def _end(line: Drawn, watched: Container[Site]) -> Iterator[tuple[int, Sites]]:
    crossed, crossings = line.course.crossed, line.course.crossings
    if not crossed:
        return
    q, r, at, _ = crossed[-4:]
    cell = Cell(line.anchor.q + q, line.anchor.r + r)
    if line.board.grid.centre(cell) == line.stop:
        sites: dict[Role, Site] = {"cell": cell}
        if crossings and crossings[-1] == at:
            sites["border"] = _entered_by(line, cell)
        if any(site in watched for site in sites.values()):
            yield at, sites


def _entered_by(line: Drawn, cell: Cell) -> Border:
    """Give the border over which a line has come into its last cell."""
    q, r, _, _ = line.course.crossings[-4:]
    return line.board.border(Cell(line.anchor.q + q, line.anchor.r + r), cell)


def _corners_passed(line: Drawn, watched: Container[Site]) -> Iterator[tuple[int, Sites]]:
    if not line.course.corners:
        return
    crossed, (near_q, near_r), board = line.course.crossed, line.anchor, line.board
    cells = list(zip(crossed[::4], crossed[1::4], crossed[2::4], crossed[3::4], strict=True))
    for (q, r, _, at), (to_q, to_r, entered, _) in pairwise(cells):
        if at != entered or q == to_q or r == to_r:
            continue  # the line runs along a side between the two, or crosses the one that they share
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
            yield at, sites


_FINDERS: Mapping[ContactKind, Callable[[Drawn, Container[Site]], Iterator[tuple[int, Sites]]]] = {
    "cell": _cells,
    "end": _end,
    "touch": _touches,
    "along": _alongs,
    "border": _borders,
    "border-touch": _border_touches,
    "corner": _corners_passed,
}
