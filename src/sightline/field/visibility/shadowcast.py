"""What sweeps need of a board, and for which plans of sight there are any: those of one line from centre to centre.

All else, as the lines between corners of HERO, or two lines to outermost corners, goes by templates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np

from sightline.field.threads import Threads, run_in_threads
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.bitset_algebra import STEPS
from sightline.field.visibility.compiled_plan import CompiledPlan, ContactClasses
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
"""The contacts that sweeps know, on squares and on hexes."""
_MAX_LAYERS = 8
"""Kinds of obstacles on one board."""
_SOURCES_PER_PART = 64
"""Cells that a thread sweeps from before it takes others."""

NeighbourVisibility = Callable[[int], tuple[Longs, Bools]]


class Shadowcaster:
    """A plan of sight on one board for sweeps.

    `beside` gives, for a degree, how many bits away neighbours are that are seen otherwise than from afar, and which of
    them each cell sees: of shape (cells, neighbours).
    """

    def __init__(self, plan: CompiledPlan, neighbour_visibility: NeighbourVisibility) -> None:
        self._plan, self._neighbour_visibility = plan, neighbour_visibility
        self._obstacles: dict[int, Obstacles | None] = {}

    def can_answer(self, degree: int) -> bool:
        """Tell whether sweeps answer for that degree."""
        return self.is_possible and self._find_obstacles(degree) is not None

    def seen_from(self, degree: int, number: int) -> Bools:
        """Tell which cells one cell, by number, sees less badly than that degree."""
        obstacles, arrays = self._find_obstacles(degree), self.layout.arrays
        assert obstacles is not None
        found = np.zeros(WORD * obstacles.targets.shape[1], np.uint8)
        cast_cell(number, found, *arrays, *obstacles)
        return found[: len(arrays.cells)].view(np.bool_)

    def rows(self, degree: int, sources: Longs, threads: Threads) -> Words:
        """Tell, for some cells by number, which they see less badly than that degree: shape (sources, words)."""
        obstacles, arrays = self._find_obstacles(degree), self.layout.arrays
        assert obstacles is not None
        out = np.zeros((len(sources), -(-len(arrays.cells) // WORD)), np.uint64)

        def cast(part: slice) -> None:
            cast_rows(sources[part], out[part], *arrays, *obstacles)

        run_in_threads(
            cast,
            [slice(first, first + _SOURCES_PER_PART) for first in range(0, len(sources), _SOURCES_PER_PART)],
            threads,
        )
        return out

    def _find_obstacles(self, degree: int) -> Obstacles | None:
        if degree not in self._obstacles:
            self._obstacles[degree] = self._build_obstacles(degree)
        return self._obstacles[degree]

    @cached_property
    def layout(self) -> SectorLayout:
        """The map in wedges."""
        return SectorLayout(self._plan)

    @cached_property
    def is_possible(self) -> bool:
        """Whether sweeps know the contacts of the plan, neighbours apart."""
        instructions, known = self._plan.program.instructions.tolist(), _CASTABLE[self._plan.places.is_hex]
        is_one = len(instructions) == 1 and instructions[0][0] == LINE and instructions[0][2:] == [CENTRE, CENTRE]
        return is_one and all(
            each.kind in known and not each.facts and (each.kind != "end" or each.is_of_end_alone)
            for each in self._contact_classes
        )

    @property
    def _contact_classes(self) -> list[ContactClasses]:
        """The sorts of the lines that are no neighbours'."""
        line = int(self._plan.program.instructions[0, 1])
        return [each for each in self._plan.contact_classes if each.line == line]

    def _build_obstacles(self, degree: int) -> Obstacles | None:
        """Give what is in the way of lines that are to be less bad than a degree; None where that is too much."""
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
                masks[layers[key]] = is_stop & ~self._opaque_targets(degree, class_pair) | masks.get(
                    layers[key], np.False_
                )
            passes += masks
            pass_starts.append(len(passes))
            targets += masks.values()
        return Obstacles(
            np.stack(flags),
            np.stack([self.layout.columns(each) for each in flags]),
            np.array(passes, np.int64),
            np.array(pass_starts, np.int64),
            pack_bits(np.stack(targets), -(-len(self.layout.arrays.cells) // WORD)),
            *self._neighbour_visibility(degree),
        )

    def _iter_stops(self, start: int) -> Iterator[tuple[int, Bools]]:
        """Yield, for origins of a kind and targets of each, the number of both together and which cells those are."""
        stops = self._plan.stops
        of_cells = stops.of_cells[self._plan.ground.is_there]
        yield from ((start * len(stops.values) + stop, of_cells == stop) for stop in range(len(stops.values)))

    def _iter_bit_sets(self, degree: int, class_pair: int) -> Iterator[int]:
        """Yield by number the strings that say where contacts count, but for those of targets alone."""
        table = self._plan.board(degree).table[class_pair]
        for each in self._contact_classes:
            if each.kind != "end":
                yield from table[each.first].tolist()

    def _opaque_targets(self, degree: int, class_pair: int) -> Bools:
        """Tell which cells count by themselves for lines that end in them."""
        found = self._unpack(degree, class_pair, "end", 0)
        return found[self.layout.arrays.cells[:, 2]]

    def _build_flags(self, degree: int, class_pair: int) -> Bytes:
        """Give what counts of each place, shape (wedges, bits with margins)."""
        return np.stack(
            [self._build_sector_flags(sector, degree, class_pair) for sector in sectors_of(self._plan.places.is_hex)]
        )

    def _build_sector_flags(self, sector: Sector, degree: int, class_pair: int) -> Bytes:
        found = CELL * self._unpack(degree, class_pair, "cell", 0).astype(np.uint8)
        if self._plan.places.is_hex:
            one, orientation = find_axis_edge(self._plan.places.grid, sector)
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
        """Give where contacts of a kind count that lie that way, as bits with margins."""
        board, places = self._plan.board(degree), self._plan.places
        bit_set = max(
            (board.table[class_pair, each.first, orientation] for each in self._contact_classes if each.kind == kind),
            default=0,
        )
        bits = np.unpackbits(board.bit_sets[bit_set, 0].view(np.uint8), bitorder="little").view(np.bool_)
        return bits[board.lead * WORD - places.margin :][: places.bits + 2 * places.margin]

    def _shift(self, step: Cell, bit_set: Bools) -> Bools:
        """Give the places from which a step leads to one in a string."""
        return np.roll(bit_set, -(step.q * self._plan.places.q + step.r * self._plan.places.r))
