"""Linear indices of cells, such that a displacement is the same index difference everywhere; bit sets over them."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from sightline.field.reach.reach_types import BLOCK, WORD, Bools, Ints, Words

Value = TypeVar("Value", bound=np.generic)
_INFINITY = 1 << 40
"""A number larger than the columns and rows of any board."""


class CellIndex:
    """Indices 0 to `count` - 1 for cells given by columns `q` and rows `r`, arrays of one shape.

    The index of a cell is `q * column_stride + r * row_stride` plus a constant. The strides are as small as possible
    such that a step of at most `max_step` columns and rows from any of the cells never leads to the index of a cell
    other than the one there; one of the strides is 1.

    Bit sets take `words` words, a multiple of `BLOCK`. Masks have `pad` empty words on either side of them, so that
    kernels may shift masks by any displacement on the board without a bounds check. `width` and `height` are the
    largest differences of columns and rows.
    """

    def __init__(self, q: Ints, r: Ints, max_step: int) -> None:
        self.max_step = max_step
        row_stride, column_stride = _find_stride(q, r, max_step), _find_stride(r, q, max_step)
        spans = [np.ptp(q + r * row_stride), np.ptp(r + q * column_stride)]
        self.column_stride, self.row_stride = (1, row_stride) if spans[0] <= spans[1] else (column_stride, 1)
        self._first = int((q * self.column_stride + r * self.row_stride).min())
        self.count = int(min(spans)) + 1
        self.words = -(-self.count // (WORD * BLOCK)) * BLOCK
        self.width, self.height = int(np.ptp(q)), int(np.ptp(r))
        farthest = (self.width + max_step) * self.column_stride + (self.height + max_step) * self.row_stride
        self.pad = farthest // WORD + 2

    def of(self, q: Ints, r: Ints) -> Ints:
        """Return the indices of cells."""
        return q * self.column_stride + r * self.row_stride - self._first

    def pack_bits(self, bits: Bools) -> Words:
        """Return the bit set, shape (words,), of bools with shape (count,)."""
        return _pack_bits(bits, 0, self.words)

    def pack_mask(self, bits: Bools) -> Words:
        """Return the mask, shape (pad + words + pad,), of bools with shape (count,)."""
        return _pack_bits(bits, self.pad, self.words)

    def shift(self, values: npt.NDArray[Value], q: int, r: int) -> npt.NDArray[Value]:
        """Return an array of shape (count,) moved by a displacement: each value is put q columns and r rows further on.

        Other entries are 0.
        """
        found = np.zeros_like(values)
        by = q * self.column_stride + r * self.row_stride
        if by > 0:
            found[by:] = values[:-by]
        elif by < 0:
            found[:by] = values[-by:]
        else:
            found[:] = values
        return found


def _find_stride(along: Ints, line: Ints, max_step: int) -> int:
    """Return the least index difference of neighbouring lines, cells of one line being 1 apart.

    `along` and `line` are the coordinates of cells within their line and across lines. In every line the positions that
    steps may lead to, from its own cells and from those of near lines, must not have the indices of cells of another
    one.
    """
    at, lines = line - line.min() + max_step, int(np.ptp(line)) + 1 + 2 * max_step
    left, right = np.full(lines, _INFINITY), np.full(lines, -_INFINITY)
    np.minimum.at(left, at, along)
    np.maximum.at(right, at, along)
    step_left, step_right = left.copy(), right.copy()
    for by in range(-max_step, max_step + 1):
        here, there = slice(max(0, -by), lines - max(0, by)), slice(max(0, by), lines - max(0, -by))
        step_left[there] = np.minimum(step_left[there], left[here] - max_step)
        step_right[there] = np.maximum(step_right[there], right[here] + max_step)
    earlier, later = np.nonzero(np.triu(np.ones((lines, lines), np.bool_), 1))
    overlap = np.maximum(step_right[earlier] - left[later], right[earlier] - step_left[later])
    return int((overlap // (later - earlier) + 1).max(initial=1))


def _pack_bits(bits: Bools, pad: int, words: int) -> Words:
    padded = np.zeros((words + 2 * pad) * WORD, np.bool_)
    padded[pad * WORD : pad * WORD + len(bits)] = bits
    return np.packbits(padded, bitorder="little").view("<u8").astype(np.uint64)
