"""SOD-9.4: the borders that the board shows around groups of terrain, with gaps where levels can change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from sightline.board import Border
from sightline.i18n import Term
from sightline.lattice import Cell, Grid
from sightline.rules import CellGroup, Clause, GroupColour, Position, rule
from sightline.systems.sodwa.terrain import (
    CORROSIVE,
    ICY,
    LIQUID,
    TRANSITION,
    SodwaTerrain,
    border_kinds,
    changes_level,
    elevated_tiles,
    is_elevated,
    kinds_at,
    meaning,
    obstructs,
)


@rule(
    Clause(
        "SOD-9.4",
        "Borders round groups",
        "The board shows a border round each group: black for obstructing, yellow for impeding, grey for "
        "difficult, blue for liquid, cyan for icy, purple for corrosive, green for transition, and red for elevated, "
        "with green gaps where levels can change. Colour is never the only mark.",
        "Terrain Types; liquid, icy, corrosive and transition: ours",
    ),
    off=(),
)
def group_outlines(position: Position) -> Iterator[CellGroup]:
    """Yield the groups of elevated tiles, then those of each kind of terrain that has an effect."""
    board = position.board
    raised = list(elevated_tiles(position))
    for group in _groups(board.grid, raised):
        yield CellGroup(Term("elevated"), "red", group, frozenset(_crossings(position, group)))
    for kind, cells in _cells_by_kind(position).items():
        if colour := _colour(kind, meaning(position.terrain, kind)):
            yield from (CellGroup(kind, colour, group) for group in _groups(board.grid, cells))


def _cells_by_kind(position: Position) -> dict[str, set[Cell]]:
    """Return the tiles of each kind, objects included, in the order in which kinds are stated."""
    found: dict[str, set[Cell]] = {kind: set() for kind in position.terrain}
    drawn = position.cells_with(lambda kinds: "terrain" if kinds else None)
    cells = {cell for cell in drawn if isinstance(cell, Cell)}
    for cell in cells.union(piece.cell for piece in position.pieces.values()):
        for kind in kinds_at(position, cell):
            found[kind].add(cell)
    return found


def _colour(kind: str, terrain: SodwaTerrain) -> GroupColour | None:
    """Return the colour of a kind of terrain, by its name or its effects; None for terrain without effect."""
    named: dict[str, GroupColour] = {
        LIQUID: "blue",
        ICY: "cyan",
        CORROSIVE: "purple",
        TRANSITION: "green",
    }
    if kind in named:
        return named[kind]
    if "obstructing" in (terrain.sight, terrain.movement):
        return "black"
    if terrain.sight == "impeding":
        return "yellow"
    return "gray" if terrain.movement == "difficult" else None


def _groups(grid: Grid, cells: Collection[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield the connected components of tiles that share sides or corners, in the order of their first tiles."""
    left = set(cells)
    for first in sorted(cells):
        group: set[Cell] = set()
        edge = {first} & left
        while edge:
            group |= edge
            left -= edge
            edge = {near for cell in edge for near in grid.ring(cell, 1)} & left
        if group:
            yield frozenset(group)


def _crossings(position: Position, group: Collection[Cell]) -> Iterator[Border]:
    """Yield the borders of a group of elevated tiles over which levels can change."""
    board = position.board
    for cell in group:
        for near in board.grid.neighbours(cell):
            is_crossed = near in board and not is_elevated(position, near) and changes_level(position, cell, near)
            if is_crossed and not _is_closed(position, cell, near):
                yield board.border(cell, near)


def _is_closed(position: Position, one: Cell, other: Cell) -> bool:
    """Return whether obstructing terrain stops a step between two neighbouring tiles."""
    kinds: Iterable[str] = (*kinds_at(position, one), *kinds_at(position, other))
    return any(obstructs(meaning(position.terrain, kind)) for kind in kinds) or any(
        obstructs(meaning(position.border_terrain, kind)) for kind in border_kinds(position, one, other)
    )
