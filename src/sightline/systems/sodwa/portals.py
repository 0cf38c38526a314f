"""Section 8: portals for steps and lines of sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

from sightline.board import Board
from sightline.i18n import _
from sightline.lattice import Cell
from sightline.rules import Clause, MarkedArea, Position, Ruling, rule

PORTAL_SIGHT = Ruling(
    "portal-sight",
    "A character stands on a tile of a portal: do lines between characters begin and end only there, or also on the "
    "tile that it leads to?",
    ("none", "through"),
)
NO_LINKS: Final[Mapping[Cell, Cell]] = MappingProxyType({})


@rule(
    Clause(
        "SOD-8.15",
        "Portal",
        "For 4 of the user's turns two tiles, one of them its own or adjacent, are neighbours for movement: a step "
        "from one to the other costs one, whatever lies between. A ruling says whether characters on them see, and "
        "are seen, at the other one too.",
        "Abilities: Portal; the figures, and sight: ours",
    ),
    off=NO_LINKS,
)
def portals_of(board: Board) -> Mapping[Cell, Cell]:
    """Return the tiles of portals, each with the tile that it leads to."""
    return board.links


def portal_areas(board: Board) -> Iterator[MarkedArea]:
    """Yield the tiles of each portal with its number."""
    for number, tiles in enumerate(board.iter_links(), start=1):
        yield MarkedArea(tiles, f"P{number}", _(portals_of.clause.title))


def sight_links(position: Position) -> Mapping[Cell, Cell]:
    """Return the tiles of portals through which characters see, each with the tile that it leads to."""
    links = portals_of(position.board)
    return links if links and position.rulings[PORTAL_SIGHT.name] == "through" else NO_LINKS


def ends_of_lines(position: Position, start: Cell, stop: Cell) -> Iterator[tuple[Cell, Cell]]:
    """Yield the ends of the lines of sight between two characters: their own tiles first, then tiles of portals."""
    links = sight_links(position)
    if start not in links and stop not in links:
        yield start, stop
        return
    starts, stops = ([cell, links[cell]] if cell in links else [cell] for cell in (start, stop))
    yield from product(starts, stops)
