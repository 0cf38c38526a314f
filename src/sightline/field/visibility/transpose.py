"""From rows by displacement to rows by source: blocks of bits are turned over their diagonals.

A block is 64 rows of `LANES` words next to each other, which share a line of the cache; each of its words is turned
with the same word of the other rows. Of a word of sources, images hold 64 words for each word of targets: one for each
source, so that all of them are shifted alike at a time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.displacement_kernels import ALL, NONE

LANES = 8
ONE = np.uint64(1)
_LANES, _WORD = np.uint64(LANES), np.uint64(WORD)
"""Unsigned, as indices are in what is done most: signed ones might count from the end."""
_HALVES = (
    (32, np.uint64(0x00000000FFFFFFFF)),
    (16, np.uint64(0x0000FFFF0000FFFF)),
    (8, np.uint64(0x00FF00FF00FF00FF)),
    (4, np.uint64(0x0F0F0F0F0F0F0F0F)),
    (2, np.uint64(0x3333333333333333)),
    (1, np.uint64(0x5555555555555555)),
)


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

    - `pieces`: runs of cells that are told one after the other, none of them beyond a word: in which bit of its word of
      the image a run begins, how many there are, and the word and bit of the first in a row by source.
    - `begins`: where the pieces of each word of the image begin, and the last one's end.
    - `lines`: the bit of the first cell of each line, and `length` how many cells lines have.
    - `is_flat`: whether lines are columns. The image has the rows then, each from a new word on, else strings as they
      are.
    """

    pieces: Longs
    begins: Longs
    lines: Longs
    length: int
    is_flat: bool


class Room(NamedTuple):
    """Room to work in: a block, the bits that are left over from the one before, and what becomes of one word.

    `strings` has an image for each word of a block, `are_filled` which words of it hold anything; so have `rows` for
    one of them, where lines are columns.
    """

    block: Words
    left: Words
    word: Words
    strings: Words
    are_filled: Bools
    rows: Words
    are_rows_filled: Bools


@compiled
def _room(order: Order, words: int) -> Room:
    rows = len(order.begins) - 1 if order.is_flat else 0
    return Room(
        np.zeros((WORD, LANES), np.uint64),
        np.zeros((WORD, LANES), np.uint64),
        np.zeros(WORD, np.uint64),
        np.empty((LANES, words, WORD), np.uint64),
        np.zeros((LANES, words + 1), np.bool_),
        np.empty((rows, WORD), np.uint64),
        np.zeros(rows, np.bool_),
    )


@compiled
def _turn(block: Words) -> None:
    """Turn 64 words of 64 bits over the diagonal, in each lane: bit j of word i becomes bit i of word j."""
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
def _gather(found: Words, row: int, word: int, block: Words) -> bool:
    """Fill a block with 64 rows, from a word on; whether it has anything. Rows that are not there have nothing."""
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
def _gather_back(found: Words, row: int, word: int, block: Words) -> bool:
    """Fill a block with 64 rows, each one before the other and from one bit farther on; whether it has anything."""
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
def _put(room: Room, word: int) -> None:
    """Put a block that was turned into the strings of its sources: the first lane's from that word on."""
    block, left, strings, are_filled = room.block, room.left, room.strings, room.are_filled
    words = strings.shape[1]
    for lane in range(_LANES):
        there, every = np.uint64(word + np.int64(lane)), NONE
        if there < words:
            for i in range(_WORD):
                bits = block[i, lane] << i | left[i, lane]
                strings[lane, there, i] = bits
                every |= bits
            are_filled[lane, there] = every != NONE
    for i in range(_WORD):
        up = _WORD - ONE - i
        for lane in range(_LANES):
            left[i, lane] = block[i, lane] >> ONE >> up


@compiled
def _fill_strings(found: Words, lowest: int, low: int, is_half: bool, word: int, room: Room) -> None:
    """Find what the sources in some words from one on see: strings of places, an image for each word."""
    room.left[:] = NONE
    room.are_filled[:] = False
    was_any = False
    for chunk in range(-word - LANES, room.strings.shape[1] - word):
        if is_half and chunk < 0:
            is_any = _gather_back(found, -WORD * chunk - lowest, word + chunk - low, room.block)
        else:
            is_any = _gather(found, WORD * chunk - lowest, word - low, room.block)
        if is_any:
            _turn(room.block)
        if is_any or was_any:
            _put(room, word + chunk)
        was_any = is_any


@compiled
def _fill_rows(order: Order, lane: int, room: Room) -> None:
    """Make an image of rows out of one of columns."""
    strings, are_filled = room.strings[lane], room.are_filled[lane]
    width = -(-len(order.lines) // WORD)
    room.are_rows_filled[:] = False
    for tile in range(width):
        columns = order.lines[tile * WORD : (tile + 1) * WORD]
        for row in range(0, order.length, WORD):
            if not _is_any(columns + row, are_filled):
                continue
            for first in range(0, WORD, LANES):
                _gather_columns(strings, are_filled, columns + row, first, room.block)
                _turn(room.block)
                for i in range(min(WORD, order.length - row)):
                    at = (row + i) * width + tile
                    room.rows[at, first : first + LANES] = room.block[i]
                    room.are_rows_filled[at] = True


@compiled
def _is_any(bits: Longs, are_filled: Bools) -> bool:
    for bit in bits:
        if are_filled[bit >> 6] or are_filled[(bit >> 6) + 1]:
            return True
    return False


@compiled
def _gather_columns(strings: Words, are_filled: Bools, bits: Longs, first: int, block: Words) -> None:
    """Fill a block with what some sources from the first on see in columns from some bits on."""
    block[:] = NONE
    for j in range(len(bits)):
        word, down, up = bits[j] >> 6, np.uint64(bits[j] & 63), np.uint64(63 - (bits[j] & 63))
        if are_filled[word]:
            for lane in range(LANES):
                block[j, lane] = strings[word, first + lane] >> down
        if are_filled[word + 1]:
            for lane in range(LANES):
                block[j, lane] |= strings[word + 1, first + lane] << ONE << up


@compiled
def _write(word: Words, ends: Words, at: int, sources: Longs, rows: Longs, out: Words) -> None:
    """Write a word of the rows of some sources."""
    there, kept = np.uint64(at), ~ends[at]
    for k in range(np.uint64(len(sources))):
        out[np.uint64(rows[k]), there] = word[np.uint64(sources[k] & 63)] & kept
    for k in range(_WORD):
        word[k] = NONE


@compiled
def _tell(
    order: Order,
    image: Words,
    are_filled: Bools,
    word: Words,
    ends: Words,
    sources: Longs,
    rows: Longs,
    out: Words,
) -> None:
    """Write the rows of sources in one word: what their image says of each cell."""
    at, begins, pieces = -1, order.begins, order.pieces
    for i in range(len(begins) - 1):
        if not are_filled[i]:
            continue
        line = np.uint64(i)
        for piece in range(begins[i], begins[i + 1]):
            to = pieces[piece, 2]
            if to != at:
                if at >= 0:
                    _write(word, ends, at, sources, rows, out)
                at = to
            down, up = np.uint64(pieces[piece, 0]), np.uint64(pieces[piece, 3])
            mask = ALL >> np.uint64(WORD - pieces[piece, 1])
            for k in range(_WORD):
                word[k] |= (image[line, k] >> down & mask) << up
    if at >= 0:
        _write(word, ends, at, sources, rows, out)


@compiled
def _mend(mended: Mended, bit: int, out: Words) -> None:
    """Change what the source at a bit sees of its neighbours."""
    for k in range(len(mended.steps)):
        there = bit + mended.steps[k]
        number = mended.numbers[there] if 0 <= there < len(mended.numbers) else -1
        if number >= 0:
            is_seen = mended.near[k, (bit >> 6) - mended.low] >> np.uint64(bit & 63) & ONE
            shift = np.uint64(number & 63)
            out[number >> 6] = out[number >> 6] & ~(ONE << shift) | is_seen << shift


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
    """Write the rows of some sources, their bits in order, into those rows of `out`, which are empty.

    `found` says, for each number of bits from `lowest` on, from which origins what is so many bits away is seen: words
    of origins from `low` on, `LANES` more than there are at both ends. With `is_half` what is seen sees back, and
    `found` has later targets only, of all origins.
    """
    room = _room(order, (len(mended.numbers) + WORD - 1) // WORD)
    k = 0
    while k < len(sources):
        word = sources[k] >> 6
        _fill_strings(found, lowest, low, is_half, word, room)
        for lane in range(LANES):
            first = k
            while k < len(sources) and sources[k] >> 6 == word + lane:
                k += 1
            if k == first:
                continue
            image, are_filled = room.strings[lane], room.are_filled[lane]
            if order.is_flat:
                _fill_rows(order, lane, room)
                image, are_filled = room.rows, room.are_rows_filled
            _tell(order, image, are_filled, room.word, mended.ends, sources[first:k], rows[first:k], out)
    for k in range(len(sources)):
        _mend(mended, sources[k], out[rows[k]])
