"""Questions about all cells of a map at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sightline.board import PlaceError, format_cell, parse_cell
from sightline.field.protocols import ScenarioLike
from sightline.field.reach import ReachQueries
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.pair_kernels import write_pairs
from sightline.field.visibility.visibility import BoardVisibility, RowFunction
from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset, Sight, require
from sightline.sight import PlannedSight
from sightline.too_much import MAX_MATRIX_BYTES, check_amount

Levels = npt.NDArray[np.uint8]

_TOO_LARGE = N_("a matrix of all pairs has at most {most} bytes, and this one {found}: rows() yields it in parts")
_MAX_CACHED_BYTES = 1 << 27
"""The maximum size of cached rows of all cells: `pairs("impeded")` also needs those of `pairs("clear")`."""
MAX_STREAMED_BYTES = 1 << 25
"""The maximum size of the rows that `rows` computes together."""


class CellField(ReachQueries):
    """Sight on a map between plain pieces of one cell, with all other pieces at their places.

    A piece of several cells is not an obstacle to lines from or to one of its cells. Such pairs of cells are
    exceptions: they are computed on the board without these pieces.
    """

    def __init__(self, rules: Ruleset[Any], position: Position) -> None:
        super().__init__(rules, position)
        self._plan = require(rules, PlannedSight).dummy_sight(position)
        self._sight = BoardVisibility(self._plan, position)
        self._without_pieces: dict[frozenset[str], BoardVisibility] = {}
        self._cached_rows: dict[int, Words] = {}

    def __repr__(self) -> str:
        return f"<CellField {self._cell_count} cells>"

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The labels in the order of rows and bits: row by row of the map, without holes."""
        return tuple(format_cell(self._position.board, cell) for cell in self._position.board)

    @property
    def _cell_count(self) -> int:
        return len(self._sight.cell_bits)

    if TYPE_CHECKING:

        @property
        def pieces(self) -> tuple[str, ...]:
            """Raise AttributeError: the field of a map has cells."""
            raise AttributeError

    def see(self, label: str) -> Levels:
        """Return how a piece in a cell would see one in each cell: 0 blocked, 1 impeded, 2 clear; its own cell 0.

        uint8 of shape (cells,). Raise `KeyError` if there is no such cell.
        """
        return self._see(self._find_cell(label))

    def _see(self, number: int) -> Levels:
        """Return `see` for a cell given by index."""
        first, *others = self._degrees
        found = self._find_seen(first, number).view(np.uint8)
        for degree in others:
            found += found if degree == first else self._find_seen(degree, number)
        return found

    @property
    def is_cast(self) -> bool:
        """True if shadow casting answers for single cells; without it lines are walked to each cell of the map."""
        caster, degrees = self._sight.shadowcaster, self._degrees
        return caster.is_possible and all(degree is None or caster.can_answer(degree) for degree in degrees)

    def see_from(self, cell: Cell) -> bytes:
        """Return `see` for a cell by cell index of the board, with 0 for holes."""
        found = np.zeros(self._sight.is_cell.shape, np.uint8)
        found[self._sight.is_cell] = self._see(self._sight.number(cell))
        return found.tobytes()

    def _find_cell(self, label: str) -> int:
        """Return the index of a cell. Raise `KeyError` with the problem of the label."""
        try:
            return self._sight.number(parse_cell(self._position.board, label))
        except PlaceError as wrong:
            raise KeyError(f"{wrong}; allowed: {', '.join(wrong.allowed)}") from None

    @cached_property
    def _degrees(self) -> tuple[int | None, ...]:
        """The lowest degrees worse than clear, and than impeded.

        The former twice if the same contacts obstruct for both on this board, also for exceptions.
        """
        clear, impeded = map(self._sight.degree, (Sight.CLEAR, Sight.IMPEDED))
        are_alike = not self._cells_by_pieces and self._sight.are_alike(clear, impeded)
        return (clear, clear if are_alike else impeded)

    def _find_seen(self, degree: int | None, number: int) -> Bools:
        """Return which cells a cell sees less badly than a degree."""
        if degree is None:
            seen = np.ones(self._cell_count, np.bool_)
            seen[number] = False
            return seen
        seen = self._sight.seen_from(degree, number)
        for _, others, is_open in self._iter_exceptions(degree, number, number + 1):
            seen[others] = is_open
        return seen

    def pairs(self, sight: str = "clear", *, threads: int | None = None) -> Words:
        """Return who sees whom: bit t of row s is set if a piece in cell s sees one in cell t clear, or impeded.

        uint64 of shape (cells, words), the lowest bit first. Uses one thread per CPU by default; the answer does not
        depend on `threads`. Raise `ValueError` for another sight than "clear" and "impeded", and `TooMuch` if there are
        so many cells that `rows` must be used.
        """
        check_amount(self._cell_count**2 // 8, MAX_MATRIX_BYTES, "map", _TOO_LARGE)
        return self._rows(_parse_sight(sight), 0, self._cell_count, partial(self._sight.row_function, threads=threads))

    def update(self, changed: ScenarioLike) -> CellField:
        """Return a new field of a changed scenario. All fields share a cache of templates."""
        return CellField(changed.rules, changed.position)

    def rows(self, sight: str = "clear", *, threads: int | None = None) -> Iterator[Words]:
        """Yield the rows of `pairs` in order, without holding all of them in memory."""
        cells, row_function = self._cell_count, cache(partial(self._sight.row_function, threads=threads))
        step, wanted = max(1, MAX_STREAMED_BYTES // max(1, cells // 8)), _parse_sight(sight)
        parts = (self._rows(wanted, first, min(cells, first + step), row_function) for first in range(0, cells, step))
        return chain.from_iterable(parts)

    def _rows(self, sight: Sight, first: int, last: int, row_function: Callable[[int], RowFunction]) -> Words:
        found = self._find_rows(sight, first, last, row_function)
        if sight is Sight.IMPEDED:
            found &= ~self._find_rows(Sight.CLEAR, first, last, row_function)
        return found

    def _find_rows(self, sight: Sight, first: int, last: int, row_function: Callable[[int], RowFunction]) -> Words:
        degree, sources = self._sight.degree(sight), np.arange(first, last)
        if degree is None:
            return self._see_everything(sources)
        is_whole = len(sources) == self._cell_count
        if is_whole and degree in self._cached_rows:
            return self._cached_rows[degree].copy()
        found = row_function(degree)(sources)
        self._write_exceptions(degree, found, first, last)
        if is_whole and found.nbytes <= _MAX_CACHED_BYTES:
            self._cached_rows[degree] = found.copy()
        return found

    # --- pieces of several cells ---------------------------------------------------------------------------------

    @cached_property
    def _cells_by_pieces(self) -> dict[frozenset[str], Longs]:
        """The cells of pieces of several cells: by the names of the pieces there, the indices of the cells."""
        board, found = self._position.board, dict[frozenset[str], list[int]]()
        large = [piece for piece in board.pieces.values() if len(piece.cells) > 1]
        taken = {cell for piece in large for cell in piece.cells if cell in board}
        for number, cell in sorted((self._sight.number(cell), cell) for cell in taken):
            names = frozenset(piece.name for piece in large if cell in piece.cells)
            found.setdefault(names, []).append(number)
        return {names: np.array(numbers, np.int64) for names, numbers in found.items()}

    @cached_property
    def _large_cells(self) -> Longs:
        """All these cells, in order."""
        return np.sort(np.concatenate([np.zeros(0, np.int64), *self._cells_by_pieces.values()]))

    def _write_exceptions(self, degree: int, rows: Words, first: int, last: int) -> None:
        """Write the pairs that are exceptions into the rows of the cells `first` to before `last`."""
        for starts, stops, is_open in self._iter_exceptions(degree, first, last):
            write_pairs(rows, starts - first, stops, is_open)

    def _iter_exceptions(self, degree: int, first: int, last: int) -> Iterator[tuple[Longs, Longs, Bools]]:
        """Yield the pairs that are exceptions, from the cells `first` to before `last`.

        An item is `(starts, stops, is_open)`, each of shape (pairs,): cells by index, and whether sight is less bad
        than the degree.
        """
        if not self._cells_by_pieces:
            return
        others = np.setdiff1d(np.arange(self._cell_count), self._large_cells)
        for names, own in self._cells_by_pieces.items():
            yield self._check_without(names, degree, own, others, first, last)
            yield self._check_without(names, degree, others, own, first, last)
            for more, theirs in self._cells_by_pieces.items():
                yield self._check_without(names | more, degree, own, theirs, first, last)

    def _check_without(
        self, names: frozenset[str], degree: int, starts: Longs, stops: Longs, first: int, last: int
    ) -> tuple[Longs, Longs, Bools]:
        """Return all pairs of two kinds of cells, and whether sight is open without some pieces."""
        starts = starts[(starts >= first) & (starts < last)]
        pairs = np.stack(np.meshgrid(starts, stops, indexing="ij")).reshape(2, -1)
        starts, stops = pairs[:, pairs[0] != pairs[1]]
        if names not in self._without_pieces:
            board = self._position.board
            for name in names:
                board = board.without_piece(name)
            self._without_pieces[names] = BoardVisibility(self._plan, self._position.with_surface(board))
        return starts, stops, self._without_pieces[names].is_open(degree, starts, stops)

    # --- without obstacles ----------------------------------------------------------------------------------------

    def _see_everything(self, sources: Longs) -> Words:
        """Return rows of cells that see all but themselves."""
        bits = np.zeros(-(-self._cell_count // WORD) * WORD, np.bool_)
        bits[: self._cell_count] = True
        row = np.packbits(bits, bitorder="little").view(np.uint64)
        found = np.tile(row, (len(sources), 1))
        found[np.arange(len(sources)), sources // WORD] &= ~(np.uint64(1) << (sources % WORD).astype(np.uint64))
        return found


def _parse_sight(sight: str) -> Sight:
    """Return the sight with a name. Raise `ValueError` unless it is clear or impeded."""
    if sight not in (Sight.CLEAR, Sight.IMPEDED):
        raise ValueError(f"pairs are those that see each other clear, or impeded, not {sight!r}")
    return Sight(sight)
