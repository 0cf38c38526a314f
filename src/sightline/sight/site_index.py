"""An index of sites by the elements of the lattice at which lines meet them, for contacts that have a single site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from sightline.board import Board
from sightline.lattice import Cell, pack_coordinates
from sightline.rules.position import Site
from sightline.sight.board_line import BoardLine, elements_of
from sightline.sight.plan import ContactKind

SiteIndex = Mapping[int, tuple[Site, ...]]
"""Sites by element; see `elements_of`."""


def build_site_index(kind: ContactKind, board: Board, sites: Iterable[Site]) -> SiteIndex:
    """Return the index of sites for contacts of a kind in `OWN_ROLE`."""
    if kind == "cell":
        return {pack_coordinates(*site): (site,) for site in sites if isinstance(site, Cell)}
    index: dict[int, tuple[Site, ...]] = {}
    for site in sites:
        for element in elements_of(kind, board, site):
            index[element] = (*index.get(element, ()), site)
    return index


def find_indexed(kind: ContactKind, index: SiteIndex, line: BoardLine) -> Iterator[tuple[int, Site]]:
    """Yield `(position on the line, site)` for each contact of a kind with an indexed site, in order along the line."""
    return _FINDERS[kind](index, line)


def _cells(index: SiteIndex, line: BoardLine) -> Iterator[tuple[int, Site]]:
    crossed, ends = line.trace.crossed, line.ends
    for element, k in line.cells_in(index):
        [cell] = index[element]
        if cell not in ends:
            yield crossed[4 * k + 2], cell


def _crossed_borders(index: SiteIndex, line: BoardLine) -> Iterator[tuple[int, Site]]:
    for element, k in line.edges_in(index):
        for site in index[element]:
            yield line.trace.crossings[4 * k + 3], site


def _touched_borders(index: SiteIndex, line: BoardLine) -> Iterator[tuple[int, Site]]:
    for element, k in line.corners_in(index):
        for site in index[element]:
            if site not in line.run_along:
                yield line.trace.corners[3 * k + 2], site


_FINDERS: Mapping[ContactKind, Callable[[SiteIndex, BoardLine], Iterator[tuple[int, Site]]]] = {
    "cell": _cells,
    "border": _crossed_borders,
    "border-touch": _touched_borders,
}
