"""The least costs from all starts at once.

For each cost and for each displacement there is a string over all starts: which of them first get that far at that
cost. It comes of the strings of the neighbouring displacements at lower costs, shifted by nothing, and of masks of the
cells that steps lead to, shifted by the displacement: one word answers for 64 starts.

Displacements are numbered row by row of a box with a rim as wide as the longest step; a string of the block of starts
that is worked on, by layer and displacement, is a place of so many words. (Inner functions take arrays alone: those in
named tuples would be counted at every call.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry
from sightline.field.reach.reach_types import BLOCK, Beyond, Box, Bytes, Costs, Groups, Ints, Starts, Told, Words

_ONE, _WORD = np.uint64(1), 64
_DE_BRUIJN, _TOP = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
_BIT_OF = np.zeros(_WORD, np.int64)
_BIT_OF[[((0x03F79D71B4CB0A89 << bit) & (2**64 - 1)) >> 58 for bit in range(_WORD)]] = np.arange(_WORD)


@compiled
def _shift_into(found: Words, masks: Words, row: int, first: int, index: int) -> None:
    """Put the bits of a mask that lie so many numbers after those of a block of words."""
    at, bit = first + (index >> 6), np.uint64(index & 63)
    bits, rest = masks[row, at : at + BLOCK + 1], np.uint64(63) - bit
    for word in range(BLOCK):
        found[word] = (bits[word] >> bit) | ((bits[word + 1] << _ONE) << rest)


@compiled
def _tell(part: Words, rows: Ints, columns: Ints, around: int, shift: int, costs: Costs, cost: int) -> None:
    """Write the cost of a spot for the starts gathered, where none is known."""
    none = costs.dtype.type(-1)
    for word in range(BLOCK):
        bits = part[word]
        while bits:
            low = bits & (~bits + _ONE)
            bits ^= low
            start = word * _WORD + _BIT_OF[(low * _DE_BRUIJN) >> _TOP]
            column = columns[start + shift] if around < 0 else around
            row = rows[start]
            if costs[row, column] == none:
                costs[row, column] = cost


@compiled
def _note(due: Bytes, layer: Ints, ahead: Ints, price: Ints, own: int, at: int, turn: int) -> int:
    """Note where steps lead to from a spot of a layer; give the most that one costs."""
    most, turns = 0, len(due)
    for step in range(len(layer)):
        if layer[step] == own:
            then = turn + price[step]
            due[then - turns if then >= turns else then, at + ahead[step]] = 1
            most = max(most, price[step])
    return most


class _Room(NamedTuple):
    """What is known of a block of starts.

    `fresh` are the strings of the last costs, in turn, by layer and displacement, `is_fresh` those that are not empty;
    `due` tells where steps lead at the next costs, `until[0]` up to what cost, and `listed` where at this one. Of each
    step there is by how much it goes on in numbers of displacements, what it costs, and how far back in `fresh` it
    comes from. `part` and `mask` are of the displacement that is worked on.
    """

    fresh: Words
    is_fresh: Bytes
    reached: Words
    due: Bytes
    until: Ints
    listed: Ints
    ahead: Ints
    price: Ints
    back: Ints
    part: Words
    mask: Words


@compiled
def _wide(box: Box) -> int:
    return 2 * (box.q + box.step) + 1


@compiled
def _place(box: Box, q: int, r: int) -> int:
    """Give the number of a displacement."""
    return (r + box.r + box.step) * _wide(box) + q + box.q + box.step


@compiled
def _make_room(groups: Groups, box: Box, layers: int) -> _Room:
    turns = groups.cost.max() + 1 if len(groups.cost) else 1
    places = _wide(box) * (2 * (box.r + box.step) + 1)
    ahead = groups.r * _wide(box) + groups.q
    price = np.zeros_like(ahead)
    for group in range(len(groups.cost)):
        price[groups.first[group] : groups.first[group + 1]] = groups.cost[group]
    return _Room(
        np.zeros((turns * layers * places, BLOCK), np.uint64),
        np.zeros(turns * layers * places, np.uint8),
        np.zeros((layers * places, BLOCK), np.uint64),
        np.zeros((turns, places), np.uint8),
        np.zeros(1, np.int64),
        np.zeros((places, 2), np.int64),
        ahead,
        price,
        ahead - groups.layer * places,
        np.zeros(BLOCK, np.uint64),
        np.zeros(BLOCK, np.uint64),
    )


@compiled
def _put(told: Told, box: Box, room: _Room, costs: Costs, first: int, layer: int, q: int, r: int, cost: int) -> None:
    """Write the cost of a spot for the starts in `room.part`."""
    index = q * box.column + r * box.row
    if len(told.counted):
        _shift_into(room.mask, told.counted, layer, first + box.pad, index)
        for word in range(BLOCK):
            room.part[word] &= room.mask[word]
    around, row = -1, layer
    if told.columns.shape[1] == 0:
        around, row = (r + box.r) * (2 * box.q + 1) + q + box.q, 0
    start = first * _WORD
    _tell(room.part, told.rows[start:], told.columns[row], around, start + index, costs, cost)


@compiled
def _set_out(groups: Groups, starts: Starts, box: Box, told: Told, room: _Room, costs: Costs, first: int) -> None:
    """Begin from the starts of a block of words."""
    room.is_fresh[:] = 0
    room.reached[:] = 0
    room.due[:] = 0
    room.until[0] = 0
    places = room.due.shape[1]
    for number in range(len(starts.layer)):
        layer, q, r = starts.layer[number], starts.q[number], starts.r[number]
        place = _place(box, q, r)
        at, found = layer * places + place, np.uint64(0)
        if not room.is_fresh[at]:
            room.fresh[at] = 0
        for word in range(BLOCK):
            bits = starts.words[number, first + word]
            room.part[word] = bits
            room.fresh[at, word] |= bits
            room.reached[at, word] |= bits
            found |= bits
        if found:
            room.is_fresh[at] = 1
            _put(told, box, room, costs, first, layer, q, r, 0)
            most = _note(room.due, groups.layer, room.ahead, room.price, layer, place, 0)
            room.until[0] = max(room.until[0], most)


@compiled
def _list_due(room: _Room, box: Box, turn: int) -> int:
    """List the displacements that steps lead to at a cost; give how many these are."""
    count, due = 0, room.due[turn]
    for r in range(-box.r, box.r + 1):
        for q in range(-box.q, box.q + 1):
            place = _place(box, q, r)
            if due[place]:
                due[place] = 0
                room.listed[count, 0] = q
                room.listed[count, 1] = r
                count += 1
    return count


@compiled
def _keep_seen(told: Told, box: Box, part: Words, first: int, q: int, r: int) -> None:
    """Leave out the starts that do not see the cell so far from them."""
    if len(told.seen) and (q or r):
        seen = told.seen[(r + box.r) * (2 * box.q + 1) + q + box.q]
        for word in range(BLOCK):
            part[word] &= seen[first + word]


@compiled
def _go_on(
    groups: Groups, starts: Starts, box: Box, told: Told, room: _Room, costs: Costs, first: int, cost: int
) -> None:
    """Find who comes where at a cost."""
    turns, places = room.due.shape
    layers, turn = len(room.reached) // places, cost % turns
    price, begins, to, masks, back = groups.cost, groups.first, groups.to, groups.masks, room.back
    is_fresh, fresh, reached, part = room.is_fresh, room.fresh, room.reached, room.part
    live = starts.live[cost, first : first + BLOCK]
    is_fresh[turn * layers * places : (turn + 1) * layers * places] = 0
    for number in range(_list_due(room, box, turn)):
        q, r = room.listed[number]
        place, index = _place(box, q, r), q * box.column + r * box.row
        at_word, bit = first + box.pad + (index >> 6), np.uint64(index & 63)
        rest = np.uint64(63) - bit
        for group in range(len(price)):
            layer, before = to[group], (cost - price[group]) % turns * layers * places + place
            found = False
            for step in range(begins[group], begins[group + 1] if price[group] <= cost else 0):
                if is_fresh[before - back[step]]:
                    words = fresh[before - back[step]]
                    for word in range(BLOCK):
                        part[word] = (part[word] if found else np.uint64(0)) | words[word]
                    found = True
            if not found:
                continue
            _keep_seen(told, box, part, first, q, r)
            at = (turn * layers + layer) * places + place
            mask, known, new = masks[group, at_word : at_word + BLOCK + 1], reached[layer * places + place], fresh[at]
            any_new, kept = np.uint64(0), np.uint64(is_fresh[at])
            for word in range(BLOCK):
                bits = (mask[word] >> bit) | ((mask[word + 1] << _ONE) << rest)
                bits &= part[word] & live[word] & ~known[word]
                part[word] = bits
                known[word] |= bits
                new[word] = bits | new[word] * kept
                any_new |= bits
            if any_new:
                is_fresh[at] = 1
                _put(told, box, room, costs, first, layer, q, r, cost)
                most = _note(room.due, groups.layer, room.ahead, room.price, layer, place, turn)
                room.until[0] = max(room.until[0], cost + most)


@compiled
def _step_beyond(
    beyond: Beyond, starts: Starts, box: Box, told: Told, room: _Room, costs: Costs, first: int, number: int
) -> None:
    """Make one step from where moves begin, where it costs more than may be spent."""
    groups = beyond.groups
    for group in range(len(groups.cost)):
        cost, layer = groups.cost[group], groups.to[group]
        for step in range(groups.first[group], groups.first[group + 1]):
            if groups.layer[step] != starts.layer[number]:
                continue
            q, r = starts.q[number] + groups.q[step], starts.r[number] + groups.r[step]
            index = q * box.column + r * box.row
            _shift_into(room.part, groups.masks, group, first + box.pad, index)
            _shift_into(room.mask, beyond.stops, layer, first + box.pad, index)
            for word in range(BLOCK):
                room.part[word] &= room.mask[word] & starts.words[number, first + word]
                if cost < len(starts.live):
                    room.part[word] &= ~starts.live[cost, first + word]
            _put(told, box, room, costs, first, layer, q, r, cost)


@entry
def sweep(
    groups: Groups, starts: Starts, box: Box, told: Told, beyond: Beyond, costs: Costs, first: int, last: int
) -> None:
    """Write the least costs from all starts in some words, whole blocks of them; the highest number for no way."""
    room = _make_room(groups, box, len(beyond.stops))
    for block in range(first, last, BLOCK):
        for start in range(block * _WORD, (block + BLOCK) * _WORD):
            if told.rows[start] >= 0:
                costs[told.rows[start]] = costs.dtype.type(-1)
        _set_out(groups, starts, box, told, room, costs, block)
        cost = 1
        while cost < len(starts.live) and cost <= room.until[0]:
            _go_on(groups, starts, box, told, room, costs, block, cost)
            cost += 1
        for number in range(len(starts.layer)):
            _step_beyond(beyond, starts, box, told, room, costs, block, number)
