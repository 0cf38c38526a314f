"""From rows by displacement to rows by source: blocks of bits are turned over their diagonals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.compiled import compiled, entry
from sightline.field.grid.places import Longs, Words
from sightline.field.grid.seeing import ALL, NONE

_HALVES = (
    (32, np.uint64(0x00000000FFFFFFFF)),
    (16, np.uint64(0x0000FFFF0000FFFF)),
    (8, np.uint64(0x00FF00FF00FF00FF)),
    (4, np.uint64(0x0F0F0F0F0F0F0F0F)),
    (2, np.uint64(0x3333333333333333)),
    (1, np.uint64(0x5555555555555555)),
)
_SIDE = 64
_AT_ONCE = 8
"""Words next to each other that are turned together, as they share a line of the cache."""


class Mended(NamedTuple):
    """What is to be changed in rows by source.

    - `ends`: the cells, in a row's order, that nobody sees for what they are themselves.
    - `steps`: how many bits away neighbours are that are seen otherwise than from afar; `near` says from which origins,
      one string of words each, from word `low` on.
    - `numbers`: the number of the cell at each bit, -1 where there is none.
    """

    ends: Words
    steps: Longs
    near: Words
    low: int
    numbers: Longs


class Order(NamedTuple):
    """In what order the cells of a board are told.

    - `runs`: for each run of cells told one after the other within a tile: the first's place in the tile's row, how
      many, and the first's number.
    - `rows`: where the runs of each row of each tile begin, shape (tiles, 65), and the last one's end.
    - `tiles`: the first row and column of each tile, and how many there are, up to 64.
    - `begins`: the bit of the first cell of each line: of each row, or of each column with `is_flat`.
    """

    runs: Longs
    rows: Longs
    tiles: Longs
    begins: Longs
    is_flat: bool


@compiled
def _turn(block: Words) -> None:
    """Turn 64 words of 64 bits over the diagonal: bit j of word i becomes bit i of word j."""
    for half, mask in _HALVES:
        size = np.uint64(half)
        for top in range(0, _SIDE, 2 * half):
            upper, lower = block[top : top + half], block[top + half : top + 2 * half]
            for i in range(half):
                swapped = (upper[i] >> size ^ lower[i]) & mask
                lower[i] ^= swapped
                upper[i] ^= swapped << size


@compiled
def _bits_at(string: Words, bit: int) -> np.uint64:
    """Give 64 bits of a string from one on; beyond its ends there are none."""
    word, shift = bit >> 6, bit & 63
    last = len(string)
    low = string[word] if 0 <= word < last else NONE
    if shift == 0:
        return low
    high = string[word + 1] if -1 <= word < last - 1 else NONE
    return low >> np.uint64(shift) | high << np.uint64(64 - shift)


@compiled
def _gather(found: Words, lowest: int, first: int, low: int, word: int, is_half: bool, blocks: Words) -> None:
    """Fill blocks: 64 displacements that lead so many bits away and more, from words of origins next to each other.

    `found` has a row for each number of bits from `lowest` on, of words from `low` on.
    """
    words = found.shape[1]
    for j in range(_SIDE):
        step = first + j
        if is_half and step < 0:
            row = -step - lowest
            for i in range(len(blocks)):
                blocks[i, j] = _bits_at(found[row], (word + i - low) * 64 + step) if row < len(found) else NONE
        else:
            row = step - lowest
            for i in range(len(blocks)):
                is_there = 0 <= row < len(found) and word + i - low < words
                blocks[i, j] = found[row, word + i - low] if is_there else NONE


@compiled
def _put(out: Words, bit: int, bits: np.uint64, count: int) -> None:
    """Put some bits into a string."""
    bits &= ALL >> np.uint64(64 - count)
    word, shift = bit >> 6, bit & 63
    out[word] |= bits << np.uint64(shift)
    if shift + count > 64:
        out[word + 1] |= bits >> np.uint64(64 - shift)


@compiled
def _tell(order: Order, string: Words, offset: int, tile: Words, out: Words) -> None:
    """Write the row of one source: what its string says of each cell, the bit of a place `offset` bits on."""
    for t in range(len(order.tiles)):
        row, column, height, width = order.tiles[t]
        if order.is_flat:
            for j in range(_SIDE):
                tile[j] = _bits_at(string, order.begins[column + j] + row + offset) if j < width else NONE
            _turn(tile)
        for i in range(height):
            bits = tile[i] if order.is_flat else _bits_at(string, order.begins[row + i] + column + offset)
            if bits != NONE:
                for run in range(order.rows[t, i], order.rows[t, i + 1]):
                    place, count, number = order.runs[run]
                    _put(out, number, bits >> np.uint64(place), count)


@compiled
def _mend(mended: Mended, bit: int, out: Words) -> None:
    """Change the row of the source at a bit."""
    for i in range(len(out)):
        out[i] &= ~mended.ends[i]
    for k in range(len(mended.steps)):
        there = bit + mended.steps[k]
        number = mended.numbers[there] if 0 <= there < len(mended.numbers) else -1
        if number >= 0:
            is_seen = mended.near[k, (bit >> 6) - mended.low] >> np.uint64(bit & 63) & np.uint64(1)
            shift = np.uint64(number & 63)
            out[number >> 6] = out[number >> 6] & ~(np.uint64(1) << shift) | is_seen << shift


@entry
def tell_rows(
    order: Order,
    mended: Mended,
    found: Words,
    lowest: int,
    low: int,
    is_half: bool,
    sources: Longs,
    rows: Longs,
    out: Words,
) -> None:
    """Write the rows of some sources, their bits in order, into those rows of `out`.

    `found` says, for each number of bits from `lowest` on, from which origins what is so many bits away is seen: words
    of origins from `low` on. With `is_half` what is seen sees back, and `found` has later targets only.
    """
    bits = len(mended.numbers)
    blocks, tile = np.zeros((_AT_ONCE, _SIDE), np.uint64), np.zeros(_SIDE, np.uint64)
    chunks = (bits + 64 * _AT_ONCE) // 64 + 2
    strings = np.zeros((_AT_ONCE * _SIDE, chunks), np.uint64)
    k = 0
    while k < len(sources):
        word = sources[k] >> 6
        nearest = -(word + _AT_ONCE) * 64
        for chunk in range(chunks):
            _gather(found, lowest, nearest + 64 * chunk, low, word, is_half, blocks)
            for i in range(_AT_ONCE):
                _turn(blocks[i])
                for j in range(_SIDE):
                    strings[i * _SIDE + j, chunk] = blocks[i, j]
        while k < len(sources) and sources[k] >> 6 < word + _AT_ONCE:
            bit = sources[k]
            _tell(order, strings[bit - word * 64], -bit - nearest, tile, out[rows[k]])
            _mend(mended, bit, out[rows[k]])
            k += 1
