"""Transpose the result of whole boards: from rows of bits by displacement to rows of bits by source.

`found[d]` has a bit for each origin: whether it sees the cell d bits further on. The row of a source s has a bit for
each target t = s + d. For 64 sources in one word, and 64 displacements in a row, this is a block of 64 x 64 bits:

1. The block is transposed: row j, bit i becomes row i, bit j. This takes six rounds of swaps of halves (Hacker's
   Delight, 7-3), each on whole words.
2. Row i is then a word of targets for source i, but begins i bits later than that of source 0. It is shifted by i bits;
   what is shifted out is carried to the next block.

All these words of one word of sources are its image: an array of shape (words of targets, 64). At last the runs of
cells in an image are copied to the rows, which leave out gaps between scanlines and holes of the map.

- A block is 64 rows of `LANES` words next to each other: a cache line each. The same steps are taken for all lanes,
  which LLVM vectorises.
- With half of the displacements, the other half of a row comes from the same bits: s sees t if t sees s. These are the
  bits of earlier origins, so that each row of the block begins one bit further back.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.displacement_kernels import ALL, NONE

LANES = 8
"""Words of sources that are transposed together: eight words are a cache line."""
ONE = np.uint64(1)
_LANES, _WORD = np.uint64(LANES), np.uint64(WORD)
"""Unsigned, as are the indices of inner loops: signed ones might be negative, which would be tested."""
_HALVES = (
    (32, np.uint64(0x00000000FFFFFFFF)),
    (16, np.uint64(0x0000FFFF0000FFFF)),
    (8, np.uint64(0x00FF00FF00FF00FF)),
    (4, np.uint64(0x0F0F0F0F0F0F0F0F)),
    (2, np.uint64(0x3333333333333333)),
    (1, np.uint64(0x5555555555555555)),
)
"""The rounds of the transpose: the size of the halves to swap, and the mask of the lower halves."""


class Corrections(NamedTuple):
    """Differences, in rows by source, from the displacement bits.

    - `opaque`: uint64, shape (words of a row,): the cells that nobody sees, for what they are themselves. This breaks
      the symmetry of sight, so it is left out of the displacements where only half of them are computed.
    - `steps`: int64, shape (neighbours,): how many bits away those neighbours are that have a rule of their own.
    - `near`: uint64, shape (neighbours, words): the origins that see each of them, from word `first_word` on.
    - `cell_at_bit`: int64, shape (bits,): the index of the cell at each bit, -1 for none.
    """

    opaque: Words
    steps: Longs
    near: Words
    first_word: int
    numbers: Longs


class RowOrder(NamedTuple):
    """The order of cells in a row by source: row by row of the map, without holes.

    - `runs`: int64, shape (runs, 4). A run is cells that follow each other both in the image and in the row, within one
      word of each: the bit in its word of the image, the number of cells, and the word and bit in the row.
    - `run_starts`: int64, shape (words of the image + 1,): the first run of each word of the image.
    - `scanline_starts`: int64: the bit of the first cell of each scanline; `scanline_length`: the cells on each.
    - `is_flat`: whether scanlines are columns. Then the image is transposed once more: each row of the map begins a
      word.
    """

    runs: Longs
    run_starts: Longs
    scanline_starts: Longs
    scanline_length: int
    is_flat: bool


class TransposeWorkspace(NamedTuple):
    """Arrays for one thread, all uint64 but for the flags.

    - `block`: shape (64, LANES): a block, before and after its transpose.
    - `carry`: shape (64, LANES): the bits that the block before has shifted out.
    - `word`: shape (64,): one word of the rows of 64 sources.
    - `images`: shape (LANES, words, 64): `images[lane, w, i]` is word w of what source i of that lane sees.
    - `are_filled`: bool, shape (LANES, words + 1): which words of an image are set; the others hold garbage.
    - `row_image`, `are_rows_filled`: the same for one image in the order of rows, where scanlines are columns.
    """

    block: Words
    carry: Words
    word: Words
    images: Words
    are_filled: Bools
    row_image: Words
    are_rows_filled: Bools


@compiled
def _allocate_workspace(order: RowOrder, words: int) -> TransposeWorkspace:
    """Return a workspace for bit sets of `words` words."""
    rows = len(order.run_starts) - 1 if order.is_flat else 0
    return TransposeWorkspace(
        np.zeros((WORD, LANES), np.uint64),
        np.zeros((WORD, LANES), np.uint64),
        np.zeros(WORD, np.uint64),
        np.empty((LANES, words, WORD), np.uint64),
        np.zeros((LANES, words + 1), np.bool_),
        np.empty((rows, WORD), np.uint64),
        np.zeros(rows, np.bool_),
    )


@compiled
def _transpose_block(block: Words) -> None:
    """Transpose 64 words of 64 bits, in each lane: bit j of word i becomes bit i of word j.

    `block` is uint64 of shape (64, LANES), changed in place. A round swaps, in pairs of rows `half` apart, the upper
    half of bits in one with the lower half in the other, for halves of 32, 16, 8, 4, 2 and 1.
    """
    flat = block.reshape(-1)
    for half, mask in _HALVES:
        size, lanes = np.uint64(half), half * LANES
        for top in range(0, WORD * LANES, 2 * lanes):
            upper, lower = flat[top : top + lanes], flat[top + lanes : top + 2 * lanes]
            for i in range(lanes):
                swapped = (upper[i] >> size ^ lower[i]) & mask
                lower[i] ^= swapped
                upper[i] ^= swapped << size


@compiled
def _load_block(found: Words, row: int, word: int, block: Words) -> bool:
    """Load the rows `row` to `row + 63`, from a word on, into `block`. Return whether any bit is set.

    `found` is uint64 of shape (displacements, words), `block` of shape (64, LANES). Rows out of range are empty.
    """
    every = NONE
    for j in range(WORD):
        there, first, to = np.uint64(row + j), np.uint64(word), np.uint64(j)
        if there < len(found):
            for lane in range(_LANES):
                bits = found[there, first + lane]
                block[to, lane] = bits
                every |= bits
        else:
            for lane in range(_LANES):
                block[to, lane] = NONE
    return bool(every != NONE)


@compiled
def _load_block_backward(found: Words, row: int, word: int, block: Words) -> bool:
    """Load the rows `row` down to `row - 63`, each shifted by one more bit. Return whether any bit is set.

    Row `row - j` is read from bit j of the word on: the origin of a displacement from s back to t = s - d is t. Arrays
    are those of `_load_block`.
    """
    every = NONE
    for j in range(WORD):
        there, first, down, up = np.uint64(row - j), np.uint64(word), np.uint64(j), np.uint64(WORD - 1 - j)
        if there < len(found):
            for lane in range(_LANES):
                bits = found[there, first + lane] >> down | found[there, first + lane + ONE] << ONE << up
                block[down, lane] = bits
                every |= bits
        else:
            for lane in range(_LANES):
                block[down, lane] = NONE
    return bool(every != NONE)


@compiled
def _store_block(workspace: TransposeWorkspace, word: int) -> None:
    """Store a transposed block in the images of its sources: lane 0 at word `word`, each next lane one word later.

    Row i of the block is shifted up by i bits: targets of source i begin i bits later than those of source 0. What is
    shifted out goes to `workspace.carry`, and from there to the next word.
    """
    block, carry, images, are_filled = workspace.block, workspace.carry, workspace.images, workspace.are_filled
    words = images.shape[1]
    for lane in range(_LANES):
        there, every = np.uint64(word + np.int64(lane)), NONE
        if there < words:
            for i in range(_WORD):
                bits = block[i, lane] << i | carry[i, lane]
                images[lane, there, i] = bits
                every |= bits
            are_filled[lane, there] = every != NONE
    for i in range(_WORD):
        up = _WORD - ONE - i
        for lane in range(_LANES):
            carry[i, lane] = block[i, lane] >> ONE >> up


@compiled
def _fill_images(
    found: Words, first_bit: int, first_word: int, is_half: bool, word: int, workspace: TransposeWorkspace
) -> None:
    """Fill the images of `LANES` words of sources, from `word` on.

    `found` has the row of displacement d at `d - first_bit`, and origins from word `first_word` on. A step to the next
    chunk is one to the next 64 displacements.
    """
    workspace.carry[:] = NONE
    workspace.are_filled[:] = False
    was_any = False
    for chunk in range(-word - LANES, workspace.images.shape[1] - word):
        if is_half and chunk < 0:
            is_any = _load_block_backward(found, -WORD * chunk - first_bit, word + chunk - first_word, workspace.block)
        else:
            is_any = _load_block(found, WORD * chunk - first_bit, word - first_word, workspace.block)
        if is_any:
            _transpose_block(workspace.block)
        if is_any or was_any:
            _store_block(workspace, word + chunk)
        was_any = is_any


@compiled
def _fill_row_image(order: RowOrder, lane: int, workspace: TransposeWorkspace) -> None:
    """Rearrange an image by columns into one by rows, by transposing 64 columns of 64 cells at a time."""
    image, are_filled = workspace.images[lane], workspace.are_filled[lane]
    width = -(-len(order.scanline_starts) // WORD)
    workspace.are_rows_filled[:] = False
    for tile in range(width):
        columns = order.scanline_starts[tile * WORD : (tile + 1) * WORD]
        for row in range(0, order.scanline_length, WORD):
            if not _has_bits(columns + row, are_filled):
                continue
            for first in range(0, WORD, LANES):
                _load_columns(image, are_filled, columns + row, first, workspace.block)
                _transpose_block(workspace.block)
                for i in range(min(WORD, order.scanline_length - row)):
                    at = (row + i) * width + tile
                    workspace.row_image[at, first : first + LANES] = workspace.block[i]
                    workspace.are_rows_filled[at] = True


@compiled
def _has_bits(bits: Longs, are_filled: Bools) -> bool:
    """Return whether any of the words at these bits, or the next ones, are filled."""
    for bit in bits:
        if are_filled[bit >> 6] or are_filled[(bit >> 6) + 1]:
            return True
    return False


@compiled
def _load_columns(image: Words, are_filled: Bools, bits: Longs, first: int, block: Words) -> None:
    """Load, for `LANES` sources from `first` on, 64 cells of each column into `block`.

    `image` is uint64 of shape (words, 64); `bits` is int64, where each column begins; row j of `block` is column j.
    """
    block[:] = NONE
    for j in range(len(bits)):
        word, down, up = bits[j] >> 6, np.uint64(bits[j] & 63), np.uint64(63 - (bits[j] & 63))
        if are_filled[word]:
            for lane in range(LANES):
                block[j, lane] = image[word, first + lane] >> down
        if are_filled[word + 1]:
            for lane in range(LANES):
                block[j, lane] |= image[word + 1, first + lane] << ONE << up


@compiled
def _write_word(word: Words, opaque: Words, at: int, sources: Longs, rows: Longs, out: Words) -> None:
    """Write word `at` of the rows of some sources, without opaque cells, and clear it.

    `word` has shape (64,), one word for each source of a word; `sources` are bits, `rows` their rows in `out`.
    """
    there, kept = np.uint64(at), ~opaque[at]
    for k in range(np.uint64(len(sources))):
        out[np.uint64(rows[k]), there] = word[np.uint64(sources[k] & 63)] & kept
    for k in range(_WORD):
        word[k] = NONE


@compiled
def _write_sources(
    order: RowOrder,
    image: Words,
    are_filled: Bools,
    word: Words,
    opaque: Words,
    sources: Longs,
    rows: Longs,
    out: Words,
) -> None:
    """Write the rows of the sources of one word.

    `image` has shape (words, 64); `sources` are bits of origins, `rows` their rows in `out`.
    """
    at, run_starts, runs = -1, order.run_starts, order.runs
    for i in range(len(run_starts) - 1):
        if not are_filled[i]:
            continue
        line = np.uint64(i)
        for run in range(run_starts[i], run_starts[i + 1]):
            to = runs[run, 2]
            if to != at:
                if at >= 0:
                    _write_word(word, opaque, at, sources, rows, out)
                at = to
            down, up = np.uint64(runs[run, 0]), np.uint64(runs[run, 3])
            mask = ALL >> np.uint64(WORD - runs[run, 1])
            for k in range(_WORD):
                word[k] |= (image[line, k] >> down & mask) << up
    if at >= 0:
        _write_word(word, opaque, at, sources, rows, out)


@compiled
def _correct_neighbours(corrections: Corrections, bit: int, out: Words) -> None:
    """Correct which neighbours the source at a bit sees, in its row `out`, shape (words,)."""
    for k in range(len(corrections.steps)):
        there = bit + corrections.steps[k]
        number = corrections.numbers[there] if 0 <= there < len(corrections.numbers) else -1
        if number >= 0:
            is_seen = corrections.near[k, (bit >> 6) - corrections.first_word] >> np.uint64(bit & 63) & ONE
            shift = np.uint64(number & 63)
            out[number >> 6] = out[number >> 6] & ~(ONE << shift) | is_seen << shift


@entry
def write_rows(
    order: RowOrder,
    corrections: Corrections,
    found: Words,
    first_bit: int,
    first_word: int,
    is_half: bool,
    sources: Longs,
    rows: Longs,
    out: Words,
) -> None:
    """Write the rows of some sources into `out`, which is zero there.

    - `found`: uint64, shape (displacements, words): the row of displacement d, in bits, is `d - first_bit`. Words of
      origins are from `first_word` on, with `LANES` spare words at both ends.
    - `is_half`: whether `found` has positive displacements only, of all origins, and sight is symmetric.
    - `sources`: int64, the bits of origins in ascending order; `rows`: int64, their rows in `out`.
    - `out`: uint64, shape (rows, words): bit t of a row is the t-th cell in the order of `order`.
    """
    workspace = _allocate_workspace(order, (len(corrections.numbers) + WORD - 1) // WORD)
    k = 0
    while k < len(sources):
        word = sources[k] >> 6
        _fill_images(found, first_bit, first_word, is_half, word, workspace)
        for lane in range(LANES):
            first = k
            while k < len(sources) and sources[k] >> 6 == word + lane:
                k += 1
            if k == first:
                continue
            image, are_filled = workspace.images[lane], workspace.are_filled[lane]
            if order.is_flat:
                _fill_row_image(order, lane, workspace)
                image, are_filled = workspace.row_image, workspace.are_rows_filled
            _write_sources(
                order, image, are_filled, workspace.word, corrections.opaque, sources[first:k], rows[first:k], out
            )
    for k in range(len(sources)):
        _correct_neighbours(corrections, sources[k], out[rows[k]])
