"""The board of cells: its terrain, levels, borders and pieces. An immutable value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import field, structs

from sightline.board.piece import Piece
from sightline.board.surface import Surface, copied
from sightline.i18n import _
from sightline.lattice import Cell, Grid

Border = tuple[Cell, Cell]
"""Two neighbouring cells, in the order of the border's label."""

MAX_BOARD_SIZE = 1000
"""The largest number of columns, and of rows."""
MIN_LEVEL, MAX_LEVEL = -9, 99
"""The lowest and the highest level of any cell; a rule system may allow fewer."""


class Board(Surface, frozen=True, dict=True):
    """A board of `columns` x `rows` cells with terrain types and levels, borders with terrain types, and pieces.

    - `ground`: one entry per cell, row by row: its terrain types in alphabetical order, () for clear ground, None for a
      hole.
    - `levels`: the level of each cell, in the same order.
    - `borders`: the terrain types of borders, without clear ones.
    - `links`: pairs of cells that count as neighbours wherever they lie, in both directions.

    A terrain type is a word; the rule system defines its meaning.
    """

    grid: Grid
    columns: int
    rows: int
    ground: tuple[tuple[str, ...] | None, ...]
    levels: tuple[int, ...]
    borders: Mapping[Border, tuple[str, ...]]
    links: Mapping[Cell, Cell] = field(default_factory=lambda: MappingProxyType({}))

    derived_from_pieces: ClassVar[tuple[str, ...]] = ("occupants",)

    @classmethod
    def empty(cls, grid: Grid, columns: int, rows: int) -> Board:
        """Return a board of clear ground at level 0 without pieces. Raise ValueError for an invalid size."""
        if not (1 <= columns <= MAX_BOARD_SIZE and 1 <= rows <= MAX_BOARD_SIZE):
            message = _("a board has 1 to {most} columns and rows, not {columns}x{rows}")
            raise ValueError(message.format(most=MAX_BOARD_SIZE, columns=columns, rows=rows))
        cells = columns * rows
        nothing: Mapping[Any, Any] = MappingProxyType({})
        return cls(nothing, grid, columns, rows, ground=((),) * cells, levels=(0,) * cells, borders=nothing)

    def __contains__(self, cell: object) -> bool:
        """Return whether the cell is on the map; a hole is not."""
        return isinstance(cell, Cell) and self.kinds(cell) is not None

    def __iter__(self) -> Iterator[Cell]:
        """Yield the cells row by row, without holes."""
        cell_at, columns = self.grid.cell_at, self.columns
        for index, kinds in enumerate(self.ground):
            if kinds is not None:
                yield cell_at(index % columns, index // columns)

    def iter_ground(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield the terrain types and the level of each cell, row by row, without holes."""
        yield from ((kinds, level) for kinds, level in zip(self.ground, self.levels, strict=True) if kinds is not None)

    def cells_at_levels(self, is_wanted: Callable[[int], bool]) -> Iterator[Cell]:
        """Yield the cells whose level is wanted, row by row. `is_wanted` is called once per level."""
        wanted = {level for level in set(self.levels) if is_wanted(level)}
        if wanted:
            for index, level in enumerate(self.levels):
                if level in wanted and self.ground[index] is not None:
                    yield self.cell_at(index)

    def iter_terrain(self) -> Iterator[tuple[Cell, tuple[str, ...]]]:
        """Yield each cell that has terrain with its terrain types, row by row."""
        cell_at, columns = self.grid.cell_at, self.columns
        for index, kinds in enumerate(self.ground):
            if kinds:
                yield cell_at(index % columns, index // columns), kinds

    def index(self, cell: Cell) -> int | None:
        """Return the cell index: the position of `cell` in `ground` and `levels`; None off the map."""
        column, row = self.grid.column_row(cell)
        return row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else None

    def cell_at(self, index: int) -> Cell:
        """Return the cell with a cell index: the inverse of `index`."""
        return self.grid.cell_at(index % self.columns, index // self.columns)

    def kinds(self, cell: Cell) -> tuple[str, ...] | None:
        """Return the terrain types of `cell`: () if it is clear, None if there is no such cell."""
        index = self.index(cell)
        return None if index is None else self.ground[index]

    def level(self, cell: Cell) -> int:
        """Return the level of `cell`, 0 if it is not on the map."""
        index = self.index(cell)
        return 0 if index is None else self.levels[index]

    def border(self, a: Cell, b: Cell) -> Border:
        """Return the border of two neighbouring cells, lower column first, then lower row.

        Raise ValueError if they are not neighbours.
        """
        grid = self.grid
        if (b.q - a.q, b.r - a.r) not in grid.edge_steps:
            raise ValueError(f"{a} and {b} share no side")
        return (a, b) if grid.column_row(a) < grid.column_row(b) else (b, a)

    @cached_property
    def occupants(self) -> Mapping[Cell, tuple[Piece, ...]]:
        """The pieces in each occupied cell, in the order of `pieces`."""
        found: dict[Cell, tuple[Piece, ...]] = {}
        for piece in self.pieces.values():
            for cell in piece.cells:
                found[cell] = (*found.get(cell, ()), piece)
        return MappingProxyType(found)

    def with_sole_occupant(self, piece: Piece) -> Board:
        """Return this board with a piece that replaces all others in its cells, except objects."""
        standing = (other for cell in piece.cells for other in self.occupants.get(cell, ()))
        gone = {other.name for other in standing if other.as_terrain is None}
        left = copied(self.pieces)
        for name in gone:
            del left[name]
        board = self._with(left | {piece.name: piece})
        if piece.name not in self.pieces:
            board.__dict__["occupants"] = self._occupants_with(piece, gone)
        return board

    def _occupants_with(self, added: Piece, gone: Collection[str]) -> Mapping[Cell, tuple[Piece, ...]]:
        """Return the pieces in each occupied cell with `added` as the last, and without those named in `gone`."""
        found = copied(self.occupants)
        for cell in {cell for name in gone for cell in self.pieces[name].cells}:
            found[cell] = tuple(other for other in found[cell] if other.name not in gone)
        for cell in added.cells:
            found[cell] = (*found.get(cell, ()), added)
        return MappingProxyType({cell: there for cell, there in found.items() if there} if gone else found)

    def with_ground(self, changes: Mapping[Cell, Iterable[str] | None]) -> Board:
        """Return this board with other terrain types in some cells; None makes a hole, () clear ground.

        Raise KeyError for a cell outside `columns` x `rows`.
        """
        ground = list(self.ground)
        for cell, kinds in changes.items():
            ground[self._index(cell)] = None if kinds is None else tuple(sorted(set(kinds)))
        return structs.replace(self, ground=tuple(ground))

    def with_levels(self, changes: Mapping[Cell, int]) -> Board:
        """Return this board with other levels in some cells. Raise KeyError for a cell outside `columns` x `rows`."""
        levels = list(self.levels)
        for cell, level in changes.items():
            levels[self._index(cell)] = level
        return structs.replace(self, levels=tuple(levels))

    def with_borders(self, changes: Mapping[Border, Iterable[str]]) -> Board:
        """Return this board with other terrain types on some borders; an empty list clears a border."""
        borders = dict(self.borders)
        for (a, b), kinds in changes.items():
            borders[self.border(a, b)] = tuple(sorted(set(kinds)))
        left = {border: kinds for border, kinds in borders.items() if kinds}
        return structs.replace(self, borders=MappingProxyType(left))

    def with_links(self, pairs: Iterable[tuple[Cell, Cell]]) -> Board:
        """Return this board with exactly these pairs of cells linked. Each cell is in at most one pair."""
        links = {here: there for one, other in pairs for here, there in ((one, other), (other, one))}
        return structs.replace(self, links=MappingProxyType(links))

    def iter_links(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield each pair of linked cells once, in order."""
        cells = list(self.links)
        yield from zip(cells[::2], cells[1::2], strict=True)

    def _index(self, cell: Cell) -> int:
        index = self.index(cell)
        if index is None:
            raise KeyError(cell)
        return index
