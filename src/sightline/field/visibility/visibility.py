"""Sight on one board, by a sight plan: for all pairs of cells, or for some.

Degrees of sight are computed one at a time: a pair is open at a degree if its sight is better than that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from sightline.deadline import check_limit
from sightline.field.threads import Threads, run_in_threads, thread_count
from sightline.field.visibility.bit_layout import WORD, BitLayout, Bools, Longs, Words
from sightline.field.visibility.cell_order import build_row_order, find_cell_bits
from sightline.field.visibility.compiled_plan import CompiledPlan
from sightline.field.visibility.contact_kernels import allocate_scratch
from sightline.field.visibility.displacement_kernels import allocate_workspace, fill_open_origins
from sightline.field.visibility.displacements import Displacements
from sightline.field.visibility.line_program import LINE, LineProgram
from sightline.field.visibility.pair_kernels import CellArrays, TemplateIndex, fill_open_pairs
from sightline.field.visibility.shadowcast import Shadowcaster
from sightline.field.visibility.templates import MAX_BYTES as MAX_TEMPLATE_BYTES
from sightline.field.visibility.templates import Templates
from sightline.field.visibility.transpose import LANES, Corrections, RowOrder, write_rows
from sightline.field.visibility.walk_kernels import fill_seen, find_group_ends
from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.rules import Position, Sight
from sightline.sight.plan import SightPlan
from sightline.too_much import MAX_STEPS_WALKED, check_amount

MAX_BYTES = 1 << 28
"""The maximum size of displacement bits held in memory before they are transposed."""
_MAX_CACHED = 8
"""The maximum number of cached template sets, over all boards."""
_MAX_SINGLE_THREADED = 1 << 12
"""The maximum number of cells times lines per pair for a single thread: on small maps, threads do not pay off."""
_MAX_PARTS = 8
"""The number of parts into which sources are divided for threads."""

_TOO_LONG = N_(
    "what one cell sees is found where its lines to all others have at most {most} steps, and here they have {found}: "
    "a smaller map is answered"
)
_MAX_WALKS = 8
"""The number of single-cell queries for which lines are walked; after that, building templates pays off."""
_CELLS_PER_CHECK = 1024
"""The number of cells to which lines are walked between two checks of a time limit."""
_CONTACT_BYTES = 8
"""The approximate size of a template per step of a line."""

RowFunction = Callable[[Longs], Words]
"""From cells by index, shape (sources,), to rows of bits, shape (sources, words)."""


@dataclass(frozen=True)
class TemplateSet:
    """All templates of a map: of all displacements, or of half of them if sight is symmetric.

    `near` has those to neighbours, if sight between neighbours has a rule of its own and `far` has half of them only.
    """

    far: Templates
    near: Templates | None


class DisplacementBits(NamedTuple):
    """For each displacement in bits, from which origins the target is seen, and what differs from that.

    - `words`: uint64, shape (displacements, high - low + 2 * LANES): words of origins from `low` to before `high`, with
      spare words at both ends. With `is_half` the rows are displacements 0 to before the length of a bit set; otherwise
      the negative ones come first.
    - `corrections`: applied when rows are written.
    """

    low: int
    high: int
    is_half: bool
    words: Words
    corrections: Corrections


class BoardVisibility:
    """Sight between the cells of a board, by a plan. Cells are numbered in the order of answers: by row, without holes.

    - `cell_bits`: int64, shape (cells,): the bit of each cell.
    """

    def __init__(self, plan: SightPlan, position: Position) -> None:
        board = position.board
        self.layout = BitLayout(board.grid, board.columns, board.rows)
        self.plan = plan
        self.compiled = CompiledPlan(plan, position, self.layout)
        self.is_cell = self.compiled.board_bits.is_cell
        self.cell_bits = find_cell_bits(self.layout, self.is_cell)
        self.shadowcaster = Shadowcaster(self.compiled, self._find_neighbour_visibility)
        self._opaque_targets: dict[int, Bools] = {}
        self._walks_left = _MAX_WALKS

    @cached_property
    def templates(self) -> TemplateSet:
        """The templates of the map, from the cache of all boards."""
        return _find_templates(self.compiled)

    @cached_property
    def _order(self) -> RowOrder:
        return build_row_order(self.layout, self.is_cell)

    @cached_property
    def cell_at_bit(self) -> Longs:
        """The index of the cell at each bit, -1 for none."""
        found = np.full(self.layout.bit_count, -1, np.int64)
        found[self.cell_bits] = np.arange(len(self.cell_bits))
        return found

    def number(self, cell: Cell) -> int:
        """Return the index of a cell of the map."""
        return int(self.cell_at_bit[self.layout.bit_of(cell)])

    def degree(self, sight: Sight) -> int | None:
        """Return the lowest degree that is worse than a sight; None if there is none."""
        ranks = list(Sight)
        worse = (degree for degree, each in enumerate(self.plan.classes) if ranks.index(each) > ranks.index(sight))
        return min(worse, default=None)

    def are_alike(self, one: int | None, other: int | None) -> bool:
        """Return whether the same contacts obstruct for two degrees on this board."""
        if one is None or other is None or one == other:
            return one == other
        first, second = self.compiled.plain_board(one), self.compiled.plain_board(other)
        is_same = np.array_equal(first.table, second.table)
        return is_same and np.array_equal(first.bit_sets[:, 0], second.bit_sets[:, 0])

    # --- all pairs -----------------------------------------------------------------------------------------------

    def row_function(self, degree: int, threads: Threads) -> RowFunction:
        """Return a function that computes rows: which cells some cells see better than a degree.

        - If the bits of all displacements fit into `MAX_BYTES`, they are computed here, once; the function transposes
          them.
        - On larger maps it casts shadows from each cell in turn, which is about as fast there.
        - If shadow casting is not possible, it computes displacement bits only for the words of the requested cells.
        """
        if len(self.cell_bits) * len(self.compiled.program.instructions) < _MAX_SINGLE_THREADED:
            threads = min(1, thread_count(threads))
        if self._size(self.layout.word_count, is_half=self.is_half) <= MAX_BYTES:
            return partial(self._rows_at_once, self.displacement_bits(degree, threads), threads=threads)
        if self.shadowcaster.can_answer(degree):
            return partial(self.shadowcaster.rows, degree, threads=threads)
        return partial(self._rows_in_parts, degree, threads=threads)

    @property
    def is_half(self) -> bool:
        """True if half of the displacements suffice, as sight is symmetric."""
        return self.templates.far.displacements.is_half

    def _size(self, words: int, *, is_half: bool) -> int:
        """Return the bytes of displacement bits for some words of origins."""
        return 8 * words * self.layout.bit_count * (1 if is_half else 2)

    def _rows_at_once(self, found: DisplacementBits, sources: Longs, threads: Threads) -> Words:
        """Return the rows of some cells from the displacement bits of all."""
        out = self._allocate_rows(sources)
        self._write_rows(found, self.cell_bits[sources], out, threads)
        return out

    def _rows_in_parts(self, degree: int, sources: Longs, threads: Threads) -> Words:
        """Return the rows of some cells, by the displacement bits of as many words at once as fit into `MAX_BYTES`.

        All displacements are needed, not only half of them: the origins of the other half may be in other words.
        """
        out, bits = self._allocate_rows(sources), self.cell_bits[sources]
        most, words = max(1, MAX_BYTES // self._size(1, is_half=False)), bits >> 6
        for low in range(int(words.min()), int(words.max()) + 1, most):
            check_limit()
            high = min(low + most, self.layout.word_count)
            if ((words >= low) & (words < high)).any():
                found = self._find_bits(degree, self.templates.far.all_directions, low, high, threads)
                self._write_rows(found, bits, out, threads)
        return out

    def _allocate_rows(self, sources: Longs) -> Words:
        return np.zeros((len(sources), -(-len(self.cell_bits) // WORD)), np.uint64)

    def _write_rows(self, found: DisplacementBits, bits: Longs, out: Words, threads: Threads) -> None:
        """Write the rows of those origins, by their bits, that are in the words of `found`.

        Sources are sorted by bit and divided where a block of `LANES` words begins, so that no block is transposed
        twice.
        """
        first_bit = 0 if found.is_half else 1 - self.layout.bit_count
        rows = np.flatnonzero((bits >> 6 >= found.low) & (bits >> 6 < found.high))
        rows = rows[np.argsort(bits[rows], kind="stable")]

        def write(part: Longs) -> None:
            args = first_bit, found.low - LANES, found.is_half, bits[part], part, out
            write_rows(self._order, found.corrections, found.words, *args)

        boundaries = np.flatnonzero(np.diff((bits[rows] >> 6) // LANES, prepend=-1))
        run_in_threads(write, np.split(rows, boundaries[:: -(-len(boundaries) // _MAX_PARTS)][1:]), threads)

    def displacement_bits(self, degree: int, threads: Threads) -> DisplacementBits:
        """Return, for each displacement, the origins from which sight is better than a degree."""
        return self._find_bits(degree, self.templates.far, 0, self.layout.word_count, threads)

    def _find_bits(self, degree: int, templates: Templates, low: int, high: int, threads: Threads) -> DisplacementBits:
        """Return the displacement bits of the origins in words `low` to before `high`.

        With half of the displacements these have to be all words.
        """
        is_half, first = templates.displacements.is_half, low - LANES
        first_bit = 0 if is_half else 1 - self.layout.bit_count
        words = np.zeros((self.layout.bit_count - first_bit, high - low + 2 * LANES), np.uint64)
        board, steps = self.compiled.board(degree), templates.displacements.steps

        def fill(chunk: int) -> None:
            workspace = allocate_workspace()
            for block in templates.iter_chunk(chunk):
                part = steps[block.first : block.stop]
                fill_open_origins(
                    board, workspace, part, block.code, block.offsets, words, part[:, 0] - first_bit, first
                )

        chunks = range(len(templates.chunks))
        backward = [chunk for chunk in chunks if templates.chunks[chunk][0] < templates.displacements.backward_count]
        run_in_threads(fill, backward, threads)  # one half never has two displacements of the same number of bits
        run_in_threads(fill, chunks[len(backward) :], threads)
        return DisplacementBits(low, high, is_half, words, self._find_corrections(degree, low, high))

    def _find_corrections(self, degree: int, low: int, high: int) -> Corrections:
        """Return the corrections to the displacement bits: opaque targets, and neighbours with a separate rule."""
        ends = np.zeros(-(-len(self.cell_bits) // WORD) * WORD, np.bool_)
        if self.is_half:
            ends[: len(self.cell_bits)] = self.opaque_targets(degree)
        steps, near = np.zeros(0, np.int64), np.zeros((0, high - low), np.uint64)
        if self.templates.near is not None:
            displacements = self.templates.near.displacements
            near, steps = np.zeros((len(displacements), high - low), np.uint64), displacements.steps[:, 0].copy()
            for block in self.templates.near.iter_blocks():
                rows = np.arange(block.first, block.stop)
                part = displacements.steps[block.first : block.stop]
                fill_open_origins(
                    self.compiled.board(degree), allocate_workspace(), part, block.code, block.offsets, near, rows, low
                )
        packed = np.packbits(ends, bitorder="little").view(np.uint64)
        return Corrections(packed, steps, near, low, self.cell_at_bit)

    # --- some pairs ----------------------------------------------------------------------------------------------

    def seen_from(self, degree: int, number: int) -> Bools:
        """Return which cells one cell sees better than a degree; the entry of the cell itself is undefined."""
        if self.shadowcaster.can_answer(degree):
            return self.shadowcaster.seen_from(degree, number)
        if self._walks_left or not self._keeps_templates:
            return self._walk_from(degree, number)
        found, in_order = np.zeros(len(self.cell_bits), np.bool_), np.zeros(len(self.cell_bits), np.bool_)
        self._fill_open_pairs(degree, self.templates.far, np.full(len(found), number), self._template_order, in_order)
        found[self._template_order] = in_order
        if not self.is_half:
            return found
        found &= ~self.opaque_targets(degree)
        if self.templates.near is not None:
            bits = self.cell_bits[number] + self.templates.near.displacements.steps[:, 0]
            near = self.cell_at_bit[bits[(bits >= 0) & (bits < self.layout.bit_count)]]
            near = near[near >= 0]
            seen = np.zeros(len(near), np.bool_)
            self._fill_open_pairs(degree, self.templates.near, np.full(len(near), number), near, seen)
            found[near] = seen
        return found

    def _walk_from(self, degree: int, number: int) -> Bools:
        """Return which cells one cell sees better than a degree, by walking lines for it."""
        self._walks_left = max(0, self._walks_left - 1)
        compiled, cells = self.compiled, self.cell_arrays
        scanlines, along = cells.scanlines, cells.bits - cells.scanlines * self.layout.stride
        places = np.stack([scanlines, along] if self.layout.is_flat else [along, scanlines], axis=1)
        program, board, ends = (
            compiled.program_at(degree),
            compiled.plain_board(degree),
            find_group_ends(compiled.program),
        )
        steps = np.abs(places - places[number]).sum(axis=1)
        check_amount(int(steps.sum()) * _count_lines(program), MAX_STEPS_WALKED, "map", _TOO_LONG)
        scratch = allocate_scratch(int(steps.max(initial=1)) + 2, 1, compiled.class_count)
        found = np.zeros(len(places), np.bool_)
        for first in range(0, len(found), _CELLS_PER_CHECK):
            check_limit()
            last = min(len(found), first + _CELLS_PER_CHECK)
            fill_seen(program, ends, scratch, board, cells, places, number, first, last, found)
        return found

    @cached_property
    def _keeps_templates(self) -> bool:
        """True if all templates of the map fit into memory: otherwise they would be built for each query."""
        displacements = self.templates.far.displacements
        lines = _count_lines(self.compiled.program)
        return int(np.abs(displacements.targets).sum()) * lines * _CONTACT_BYTES < MAX_TEMPLATE_BYTES

    def is_open(self, degree: int, starts: Longs, stops: Longs) -> Bools:
        """Return whether sight is better than a degree, for pairs of two different cells by index."""
        found = np.zeros(len(starts), np.bool_)
        self._fill_open_pairs(degree, self.templates.far, starts, stops, found)
        if self.is_half:
            found &= ~self.opaque_targets(degree)[stops]
        if self.templates.near is not None:
            steps = self.templates.near.displacements.steps[:, 0]
            are_near = np.flatnonzero(np.isin(self.cell_bits[stops] - self.cell_bits[starts], steps))
            near = np.zeros(len(are_near), np.bool_)
            self._fill_open_pairs(degree, self.templates.near, starts[are_near], stops[are_near], near)
            found[are_near] = near
        return found

    def _fill_open_pairs(self, degree: int, templates: Templates, starts: Longs, stops: Longs, found: Bools) -> None:
        """Set in `found` the pairs that are open by some templates, for those whose displacement these have."""
        numbers, is_half = templates.displacements.numbers, templates.displacements.is_half
        starts, stops = np.ascontiguousarray(starts), np.ascontiguousarray(stops)  # the kernel is compiled for these
        for block in (templates.whole,) if templates.whole else templates.iter_blocks():
            index = TemplateIndex(numbers, is_half, block.first, block.stop, block.code, block.offsets)
            fill_open_pairs(self.compiled.plain_board(degree), self.cell_arrays, index, starts, stops, found)

    def _find_neighbour_visibility(self, degree: int) -> tuple[Longs, Bools]:
        """Return which neighbours each cell sees, if these have a rule of their own.

        The first result is how many bits away they are, shape (neighbours,); the second has shape (cells, neighbours).
        """
        if not self.compiled.has_near:
            return np.zeros(0, np.int64), np.zeros((len(self.cell_bits), 0), np.bool_)
        near = self.templates.near or _build_neighbour_templates(self.compiled)
        steps = near.displacements.steps[:, 0].copy()
        others = self._find_cells(self.cell_bits[:, None] + steps)
        found = np.zeros(others.shape, np.bool_)
        starts, columns = np.nonzero(others >= 0)
        seen = np.zeros(len(starts), np.bool_)
        self._fill_open_pairs(degree, near, starts, others[starts, columns], seen)
        found[starts, columns] = seen
        return steps, found

    def _find_cells(self, bits: Longs) -> Longs:
        """Return the index of the cell at each bit, -1 if there is none. Bits may be out of range."""
        numbers = self.cell_at_bit[np.clip(bits, 0, self.layout.bit_count - 1)]
        return np.where((bits >= 0) & (bits < self.layout.bit_count), numbers, -1)

    @cached_property
    def _template_order(self) -> Longs:
        """All cells in the order of the templates from any of them, so that these are read sequentially."""
        scanlines = self.cell_arrays.scanlines
        return np.lexsort((scanlines, self.cell_bits - self.layout.scanline_starts[scanlines]))

    @cached_property
    def cell_arrays(self) -> CellArrays:
        """The cells for kernels."""
        scanlines = np.searchsorted(self.layout.scanline_starts, self.cell_bits, side="right") - 1
        classes = (each.of_cells[self.is_cell] for each in (self.compiled.starts, self.compiled.stops))
        return CellArrays(self.cell_bits, scanlines, *classes)

    def opaque_targets(self, degree: int) -> Bools:
        """Return for each cell whether it obstructs lines that end in it."""
        if degree not in self._opaque_targets:
            self._opaque_targets[degree] = self.compiled.opaque_targets(degree)[self.is_cell]
        return self._opaque_targets[degree]


def _count_lines(program: LineProgram) -> int:
    """Return how many lines of which any contact matters a program draws between cells that are no neighbours."""
    lines = program.instructions[program.instructions[:, 0] == LINE, 1]
    return int((program.first_class[lines] >= 0).any(axis=1).sum())


_CACHE: dict[Hashable, TemplateSet] = {}
"""The LRU cache, least recently used first. Boards of one size with the same lines share templates."""


def _find_templates(compiled: CompiledPlan) -> TemplateSet:
    """Return the templates for a plan on a board, cached."""
    key = compiled.template_key
    found = _CACHE.pop(key, None) or _build_templates(compiled)
    _CACHE[key] = found
    while len(_CACHE) > _MAX_CACHED:
        _CACHE.pop(next(iter(_CACHE)), None)
    return found


def _build_templates(compiled: CompiledPlan) -> TemplateSet:
    if not compiled.is_symmetric:
        return TemplateSet(
            Templates(compiled.program, compiled.class_count, Displacements(compiled.layout, is_half=False)), None
        )
    far = Templates(compiled.symmetric_program, compiled.class_count, Displacements(compiled.layout, is_half=True))
    if not compiled.has_near:
        return TemplateSet(far, None)
    return TemplateSet(far, _build_neighbour_templates(compiled))


def _build_neighbour_templates(compiled: CompiledPlan) -> Templates:
    return Templates(
        compiled.program, compiled.class_count, Displacements(compiled.layout, is_half=False).neighbours_only()
    )
