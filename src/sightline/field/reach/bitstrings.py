"""Makes strings of bits of the steps between numbered cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from sightline.field.reach.reach_types import BLOCK, Bools, Groups, Ints, Words

Value = TypeVar("Value", bound=np.generic)
WORD = 64
"""Bits of a word."""
_FAR = 1 << 40
"""Farther than any cell."""


class Kind(NamedTuple):
    """Steps of a kind: the layer they lead to, what they cost, the layer they come from, and how far they go."""

    to: int
    cost: int
    layer: int
    q: int
    r: int


class Numbers:
    """Numbers of cells, given by column and row: all different, each step a constant distance."""

    def __init__(self, q: Ints, r: Ints, step: int) -> None:
        self.step = step
        along_q, along_r = _stride(q, r, step), _stride(r, q, step)
        spans = [np.ptp(q + r * along_q), np.ptp(r + q * along_r)]
        self.column, self.row = (1, along_q) if spans[0] <= spans[1] else (along_r, 1)
        self._first = int((q * self.column + r * self.row).min())
        self.count = int(min(spans)) + 1
        self.words = -(-self.count // (WORD * BLOCK)) * BLOCK
        self.wide, self.high = int(np.ptp(q)), int(np.ptp(r))
        self.pad = ((self.wide + step) * self.column + (self.high + step) * self.row) // WORD + 2

    def of(self, q: Ints, r: Ints) -> Ints:
        """Give the numbers of cells."""
        return q * self.column + r * self.row - self._first

    def string(self, bits: Bools) -> Words:
        """Give a string of bits for all cells."""
        return _packed(bits, 0, self.words)

    def mask(self, bits: Bools) -> Words:
        """Give a string of bits for all cells with empty words before and after."""
        return _packed(bits, self.pad, self.words)

    def shifted(self, along: npt.NDArray[Value], q: int, r: int) -> npt.NDArray[Value]:
        """Give what stands in an array, by number, at the cells that lie so far from there; 0 where nothing does."""
        found = np.zeros_like(along)
        by = q * self.column + r * self.row
        if by > 0:
            found[by:] = along[:-by]
        elif by < 0:
            found[:by] = along[-by:]
        else:
            found[:] = along
        return found


def _stride(along: Ints, line: Ints, step: int) -> int:
    """Give how far apart lines have to begin so that no step from a cell leads to the number of another than it is."""
    at, lines = line - line.min() + step, int(np.ptp(line)) + 1 + 2 * step
    left, right = np.full(lines, _FAR), np.full(lines, -_FAR)
    np.minimum.at(left, at, along)
    np.maximum.at(right, at, along)
    from_left, from_right = left.copy(), right.copy()
    for by in range(-step, step + 1):
        here, there = slice(max(0, -by), lines - max(0, by)), slice(max(0, by), lines - max(0, -by))
        from_left[there] = np.minimum(from_left[there], left[here] - step)
        from_right[there] = np.maximum(from_right[there], right[here] + step)
    earlier, later = np.nonzero(np.triu(np.ones((lines, lines), np.bool_), 1))
    most = np.maximum(from_right[earlier] - left[later], right[earlier] - from_left[later])
    return int((most // (later - earlier) + 1).max(initial=1))


def _packed(bits: Bools, pad: int, words: int) -> Words:
    room = np.zeros((words + 2 * pad) * WORD, np.bool_)
    room[pad * WORD : pad * WORD + len(bits)] = bits
    return np.packbits(room, bitorder="little").view("<u8").astype(np.uint64)


def grouped(steps: Mapping[Kind, Bools], spots: Bools, numbers: Numbers) -> Groups:
    """Give steps, by kind with the cells that they lead to, in as few groups as there can be.

    `spots` are the cells with a spot in each layer. Steps of one cost are in one group where each leads to all cells of
    the group that it can come to from any spot.
    """
    kinds: dict[tuple[int, int], list[Kind]] = {}
    for kind in steps:
        kinds.setdefault((kind.to, kind.cost), []).append(kind)
    groups: list[tuple[Bools, list[Kind]]] = []
    for alike in kinds.values():
        together = np.logical_or.reduce([steps[kind] for kind in alike])
        common = [kind for kind in alike if _is_common(steps[kind], together, spots[kind.layer], kind, numbers)]
        groups += [(together, common)] if common else []
        groups += [(steps[kind], [kind]) for kind in alike if kind not in common]
    return _laid_out(groups, numbers)


def _is_common(to: Bools, together: Bools, spots: Bools, kind: Kind, numbers: Numbers) -> bool:
    return bool(((together & numbers.shifted(spots, kind.q, kind.r)) == to).all())


def _laid_out(groups: Sequence[tuple[Bools, list[Kind]]], numbers: Numbers) -> Groups:
    every = [kind for _, kinds in groups for kind in kinds]
    masks = [numbers.mask(mask) for mask, _ in groups]
    return Groups(
        np.array(masks, np.uint64).reshape(-1, numbers.words + 2 * numbers.pad),
        np.array([kinds[0].cost for _, kinds in groups], np.int64),
        np.array([kinds[0].to for _, kinds in groups], np.int64),
        np.cumsum([0, *(len(kinds) for _, kinds in groups)], dtype=np.int64),
        np.array([kind.layer for kind in every], np.int64),
        np.array([kind.q for kind in every], np.int64),
        np.array([kind.r for kind in every], np.int64),
    )
