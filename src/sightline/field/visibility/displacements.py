"""All displacements from cell to cell of a map, in the order in which whole boards are worked through."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sightline.field.visibility.bit_layout import Longs, Places
from sightline.lattice import Cell


class Displacements:
    """The ways from a cell to another: all of them, or those of which the target's bit comes later.

    They are sorted by how far they lead along lines, as even lines have it. Two that lead equally many bits away have
    no origin in common, and one of them leads backwards: those come first, `backwards` of them.
    """

    def __init__(self, places: Places, *, is_half: bool) -> None:
        self.places, self.is_half = places, is_half
        lines, length = places.lines, places.length
        ways = np.arange(0 if is_half else 1 - lines, lines)[:, None]
        even, odd = self._slides(ways)
        along = np.arange(1 - length, length)[None, :] - np.minimum(even, odd)
        along = np.concatenate([along[:, :1] - 1, along], axis=1)
        ways, along, even, odd = np.broadcast_arrays(ways, along, even + along, odd + along)
        is_on_map = (abs(even) < length) | (abs(odd) < length)
        step = ways * places.stride + along
        wanted = is_on_map & ((step > 0) if is_half else (step != 0))
        order = np.lexsort((ways[wanted], odd[wanted], even[wanted]))
        self.even = even[wanted][order]
        self.steps: Longs = np.stack([each[wanted][order] for each in (step, ways, along)], axis=1)
        self.backwards = int(np.searchsorted(self.even, 0))

    def _slides(self, ways: Longs) -> tuple[Longs, Longs]:
        """Give how many places farther cells stand on their line than their steps say, from even lines and odd ones."""
        shoved = self.places.shoved
        if shoved < 0:
            return ways * 0, ways * 0
        return (ways + shoved) // 2 - shoved // 2, (1 + ways + shoved) // 2 - (1 + shoved) // 2

    def __len__(self) -> int:
        return len(self.steps)

    @cached_property
    def targets(self) -> Longs:
        """q and r of each."""
        _, lines, along = self.steps.T
        return np.stack([lines, along] if self.places.is_flat else [along, lines], axis=1)

    def of_neighbours(self) -> Displacements:
        """Give those to neighbours alone."""
        grid, near = self.places.grid, Displacements.__new__(Displacements)
        close = np.flatnonzero(abs(self.targets).max(axis=1) == 1).tolist()
        chosen = [number for number in close if grid.distance(Cell(0, 0), Cell(*self.targets[number].tolist())) == 1]
        near.places, near.is_half = self.places, self.is_half
        near.even, near.steps, near.backwards = self.even[chosen], self.steps[chosen], 0
        return near

    @cached_property
    def numbers(self) -> Longs:
        """The number of each, by how many lines and places along even lines it leads, from the most backward ones."""
        lines, length = self.places.lines, self.places.length
        found = np.full((2 * lines + 1, 2 * length + 3), -1, np.int64)
        found[self.steps[:, 1] + lines, self.even + length + 1] = np.arange(len(self))
        return found
