"""Shadow casting on a board: what one cell sees, without templates.

It is for plans with one line from centre to centre, whose contacts are within `_CASTABLE`. Other plans, such as lines
between corners (HERO) or two lines to the outermost corners (Combat Hex), need templates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np

from sightline.field.threads import Threads, run_in_threads
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.bitset_algebra import STEPS
from sightline.field.visibility.compiled_plan import CompiledPlan
from sightline.field.visibility.contact_classes import ContactClasses
from sightline.field.visibility.line_program import CENTRE, LINE
from sightline.field.visibility.sectors import Sector, SectorLayout, find_axis_edge, pack_bits, sectors_of
from sightline.field.visibility.shadowcast_kernels import (
    CELL,
    CORNER,
    EDGE_AHEAD,
    EDGE_ASIDE,
    Bytes,
    Obstacles,
    cast_cell,
    cast_rows,
)
from sightline.lattice import Cell
from sightline.sight.plan import ContactKind

_CASTABLE: dict[bool, frozenset[ContactKind]] = {
    False: frozenset({"cell", "end", "touch", "border", "corner"}),
    True: frozenset({"cell", "end", "along"}),
}
"""The kinds of contacts that shadow casting supports, on squares (False) and on hexes (True)."""
_MAX_LAYERS = 8
"""The maximum number of different sets of obstacles on one board; with more, templates are used."""
_SOURCES_PER_PART = 64
"""The number of source cells in one part of a thread's work."""

NeighbourVisibility = Callable[[int], tuple[Longs, Bools]]


class Shadowcaster:
    """A plan of sight on one board, for shadow casting.

    `neighbour_visibility` returns, for a degree, how many bits away those neighbours are that have a rule of their own,
    shape (neighbours,), and which of them each cell sees, shape (cells, neighbours).
    """

    def __init__(self, plan: CompiledPlan, neighbour_visibility: NeighbourVisibility) -> None:
        self._plan, self._neighbour_visibility = plan, neighbour_visibility
        self._obstacles: dict[int, Obstacles | None] = {}

    def can_answer(self, degree: int) -> bool:
        """Return whether shadow casting answers for a degree."""
        return self.is_possible and self._find_obstacles(degree) is not None

    def seen_from(self, degree: int, number: int) -> Bools:
        """Return which cells one cell, by index, sees better than a degree. Shape (cells,)."""
        obstacles, arrays = self._find_obstacles(degree), self.sector_layout.arrays
        assert obstacles is not None
        found = np.zeros(WORD * obstacles.targets.shape[1], np.uint8)
        cast_cell(number, found, *arrays, *obstacles)
        return found[: len(arrays.cells)].view(np.bool_)

    def rows(self, degree: int, sources: Longs, threads: Threads) -> Words:
        """Return, for some cells by index, which cells they see better than a degree. Shape (sources, words)."""
        obstacles, arrays = self._find_obstacles(degree), self.sector_layout.arrays
        assert obstacles is not None
        out = np.zeros((len(sources), -(-len(arrays.cells) // WORD)), np.uint64)

        def cast(part: slice) -> None:
            cast_rows(sources[part], out[part], *arrays, *obstacles)

        parts = [slice(first, first + _SOURCES_PER_PART) for first in range(0, len(sources), _SOURCES_PER_PART)]
        run_in_threads(cast, parts, threads)
        return out

    def _find_obstacles(self, degree: int) -> Obstacles | None:
        if degree not in self._obstacles:
            self._obstacles[degree] = self._build_obstacles(degree)
        return self._obstacles[degree]

    @cached_property
    def sector_layout(self) -> SectorLayout:
        """The map in sectors."""
        return SectorLayout(self._plan)

    @cached_property
    def is_possible(self) -> bool:
        """True if shadow casting supports the contacts of the plan; neighbours are treated separately."""
        instructions, known = self._plan.program.instructions.tolist(), _CASTABLE[self._plan.layout.is_hex]
        is_one = len(instructions) == 1 and instructions[0][0] == LINE and instructions[0][2:] == [CENTRE, CENTRE]
        return is_one and all(
            each.kind in known and not each.facts and (each.kind != "end" or each.is_of_end_alone)
            for each in self._contact_classes
        )

    @property
    def _contact_classes(self) -> list[ContactClasses]:
        """The contact classes of the line between cells that are not neighbours."""
        line = int(self._plan.program.instructions[0, 1])
        return [each for each in self._plan.contact_classes if each.line == line]

    def _build_obstacles(self, degree: int) -> Obstacles | None:
        """Return the obstacles of lines that must be better than a degree; None if there are too many layers.

        A layer is needed for each pair of endpoint classes for which other places obstruct. Targets for which the layer
        is the same share a pass.
        """
        layers = dict[tuple[int, ...], int]()
        flags, passes, pass_starts, targets = list[Bytes](), list[int](), [0], list[Bools]()
        for start in range(len(self._plan.starts.values)):
            masks = dict[int, Bools]()
            for class_pair, is_stop in self._iter_stops(start):
                key = tuple(self._iter_bit_sets(degree, class_pair))
                if key not in layers:
                    if len(flags) == _MAX_LAYERS:
                        return None
                    layers[key] = len(flags)
                    flags.append(self._build_flags(degree, class_pair))
                is_target = is_stop & ~self._opaque_targets(degree, class_pair)
                masks[layers[key]] = is_target | masks.get(layers[key], np.False_)
            passes += masks
            pass_starts.append(len(passes))
            targets += masks.values()
        return Obstacles(
            np.stack(flags),
            np.stack([self.sector_layout.columns(each) for each in flags]),
            np.array(passes, np.int64),
            np.array(pass_starts, np.int64),
            pack_bits(np.stack(targets), -(-len(self.sector_layout.arrays.cells) // WORD)),
            *self._neighbour_visibility(degree),
        )

    def _iter_stops(self, start: int) -> Iterator[tuple[int, Bools]]:
        """Yield, for origins of a class, each pair of endpoint classes, by index, and which cells are its targets."""
        stops = self._plan.stops
        of_cells = stops.of_cells[self._plan.board_bits.is_cell]
        yield from ((start * len(stops.values) + stop, of_cells == stop) for stop in range(len(stops.values)))

    def _iter_bit_sets(self, degree: int, class_pair: int) -> Iterator[int]:
        """Yield the number of each bit set that obstructs, except for those of targets only."""
        table = self._plan.board(degree).table[class_pair]
        for each in self._contact_classes:
            if each.kind != "end":
                yield from table[each.first].tolist()

    def _opaque_targets(self, degree: int, class_pair: int) -> Bools:
        """Return which cells obstruct lines that end in them."""
        found = self._unpack(degree, class_pair, "end", 0)
        return found[self.sector_layout.arrays.cells[:, 2]]

    def _build_flags(self, degree: int, class_pair: int) -> Bytes:
        """Return what obstructs in each place, uint8 of shape (sectors, bits with margins)."""
        return np.stack(
            [self._build_sector_flags(sector, degree, class_pair) for sector in sectors_of(self._plan.layout.is_hex)]
        )

    def _build_sector_flags(self, sector: Sector, degree: int, class_pair: int) -> Bytes:
        found = CELL * self._unpack(degree, class_pair, "cell", 0).astype(np.uint8)
        if self._plan.layout.is_hex:
            one, orientation = find_axis_edge(self._plan.layout.grid, sector)
            found |= CORNER * self._shift(one, self._unpack(degree, class_pair, "along", orientation)).astype(np.uint8)
            return found
        orientation = (1 if sector.across.q > 0 else 0) + (2 if sector.across.r > 0 else 0)
        touched = self._unpack(degree, class_pair, "touch", 0)
        corner = self._unpack(degree, class_pair, "corner", orientation)
        for step, flag in ((sector.ahead, EDGE_AHEAD), (sector.aside, EDGE_ASIDE)):
            found |= flag * self._unpack(degree, class_pair, "border", STEPS.index(step)).astype(np.uint8)
            corner = corner | self._shift(step, touched)
        return found | CORNER * corner.astype(np.uint8)

    def _unpack(self, degree: int, class_pair: int, kind: ContactKind, orientation: int) -> Bools:
        """Return where contacts of a kind and orientation obstruct: bool, shape (bits with margins,)."""
        board, layout = self._plan.board(degree), self._plan.layout
        bit_set = max(
            (board.table[class_pair, each.first, orientation] for each in self._contact_classes if each.kind == kind),
            default=0,
        )
        bits = np.unpackbits(board.bit_sets[bit_set, 0].view(np.uint8), bitorder="little").view(np.bool_)
        return bits[board.lead * WORD - layout.margin :][: layout.bit_count + 2 * layout.margin]

    def _shift(self, step: Cell, bit_set: Bools) -> Bools:
        """Return the places from which a step leads into a bit set."""
        return np.roll(bit_set, -self._plan.layout.bit_of(step))
