"""All displacements between the cells of a map, in the order in which whole boards are computed."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sightline.field.visibility.bit_layout import BitLayout, Longs
from sightline.lattice import Cell


class Displacements:
    """The displacements from any cell to any other; with `is_half` only those whose target has the later bit.

    If sight is symmetric, one half suffices: the other half are the same lines in the opposite direction.

    - `steps`: int64, shape (displacements, 3): how far the target is in bits, in scanlines, and along the scanline in
      coordinates.
    - `even`: int64, shape (displacements,): how many cells further on its scanline the target is, seen from even
      scanlines.

    They are sorted by `even`, so that masks of origins are reused. Two displacements over equally many bits have no
    origin in common, and one of them leads backward along scanlines. The first `backward_count` lead backward: they are
    computed first, so that no two threads write to one row.
    """

    def __init__(self, layout: BitLayout, *, is_half: bool) -> None:
        self.layout, self.is_half = layout, is_half
        scanline_count, length = layout.scanline_count, layout.scanline_length
        scanlines = np.arange(0 if is_half else 1 - scanline_count, scanline_count)[:, None]
        even, odd = self._scanline_shifts(scanlines)
        along = np.arange(1 - length, length)[None, :] - np.minimum(even, odd)
        along = np.concatenate([along[:, :1] - 1, along], axis=1)
        scanlines, along, even, odd = np.broadcast_arrays(scanlines, along, even + along, odd + along)
        is_on_map = (abs(even) < length) | (abs(odd) < length)
        step = scanlines * layout.stride + along
        is_wanted = is_on_map & ((step > 0) if is_half else (step != 0))
        order = np.lexsort((scanlines[is_wanted], odd[is_wanted], even[is_wanted]))
        self.even = even[is_wanted][order]
        self.steps: Longs = np.stack([each[is_wanted][order] for each in (step, scanlines, along)], axis=1)
        self.backward_count = int(np.searchsorted(self.even, 0))

    def _scanline_shifts(self, scanlines: Longs) -> tuple[Longs, Longs]:
        """Return how many cells targets are shifted on their scanlines, seen from even scanlines and from odd ones."""
        parity = self.layout.shifted_parity
        if parity < 0:
            return scanlines * 0, scanlines * 0
        return (scanlines + parity) // 2 - parity // 2, (1 + scanlines + parity) // 2 - (1 + parity) // 2

    def __len__(self) -> int:
        return len(self.steps)

    @cached_property
    def targets(self) -> Longs:
        """The q and r of each, shape (displacements, 2)."""
        _, scanlines, along = self.steps.T
        return np.stack([scanlines, along] if self.layout.is_flat else [along, scanlines], axis=1)

    def neighbours_only(self) -> Displacements:
        """Return the displacements to neighbours."""
        grid, neighbours = self.layout.grid, Displacements.__new__(Displacements)
        adjacent = np.flatnonzero(abs(self.targets).max(axis=1) == 1).tolist()
        chosen = [number for number in adjacent if grid.distance(Cell(0, 0), Cell(*self.targets[number].tolist())) == 1]
        neighbours.layout, neighbours.is_half = self.layout, self.is_half
        neighbours.even, neighbours.steps, neighbours.backward_count = self.even[chosen], self.steps[chosen], 0
        return neighbours

    @cached_property
    def numbers(self) -> Longs:
        """The number of each displacement by scanlines and `even`, from the most negative on; -1 for none.

        Shape (2 * scanlines + 1, 2 * length + 3), int64: that of `steps[k]` is at `[steps[k, 1] + scanlines, even[k] +
        length + 1]`.
        """
        scanline_count, length = self.layout.scanline_count, self.layout.scanline_length
        found = np.full((2 * scanline_count + 1, 2 * length + 3), -1, np.int64)
        found[self.steps[:, 1] + scanline_count, self.even + length + 1] = np.arange(len(self))
        return found
