"""The least costs from all starts at once.

For each cost and for each displacement there is a string over all starts: which of them first get that far at that
cost. It comes of the strings of the neighbouring displacements at lower costs, shifted by nothing, and of masks of the
cells that steps lead to, shifted by the displacement: one word answers for 64 starts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.compiled import compiled, entry
from sightline.field.reach.kinds import BLOCK, Beyond, Box, Bytes, Costs, Groups, Ints, Starts, Told, Words

_ONE = np.uint64(1)
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_BIT_OF = np.zeros(64, np.int64)
_BIT_OF[[((0x03F79D71B4CB0A89 << bit) & (2**64 - 1)) >> 58 for bit in range(64)]] = np.arange(64)


class _Room(NamedTuple):
    """What is known of a block of starts: strings by layer and displacement.

    `fresh` and `is_fresh` are those of the last costs, in turn; `due` tells where steps lead at the next ones, and
    `until[0]` up to what cost.
    """

    fresh: Words
    is_fresh: Bytes
    reached: Words
    due: Bytes
    until: Ints
    part: Words


@compiled
def _make_room(groups: Groups, box: Box, layers: int) -> _Room:
    turns = groups.cost.max() + 1 if len(groups.cost) else 1
    places = (2 * (box.q + box.step) + 1) * (2 * (box.r + box.step) + 1)
    return _Room(
        np.zeros((turns, layers, places, BLOCK), np.uint64),
        np.zeros((turns, layers, places), np.uint8),
        np.zeros((layers, places, BLOCK), np.uint64),
        np.zeros((turns, places), np.uint8),
        np.zeros(1, np.int64),
        np.zeros(BLOCK, np.uint64),
    )


@compiled
def _place(box: Box, q: int, r: int) -> int:
    """Give the number of a displacement."""
    return (r + box.r + box.step) * (2 * (box.q + box.step) + 1) + q + box.q + box.step


@compiled
def _index(box: Box, q: int, r: int) -> int:
    """Give by how much the number of a cell grows over a displacement."""
    return q * box.column + r * box.row


@compiled
def _shifted(mask: Words, box: Box, word: int, index: int) -> np.uint64:
    """Give the bits of a mask from the one on that lies so far after a word."""
    at = word + box.pad + (index >> 6)
    bit = np.uint64(index & 63)
    return np.uint64((mask[at] >> bit) | ((mask[at + 1] << _ONE) << (np.uint64(63) - bit)))


@compiled
def _tell(
    told: Told, box: Box, costs: Costs, word: int, bits: np.uint64, layer: int, q: int, r: int, cost: int
) -> None:
    """Write the cost of a spot for the starts in a word that are set, where none is known."""
    none = costs.dtype.type(-1)
    index = _index(box, q, r)
    bits &= _shifted(told.counted[layer], box, word, index)
    while bits:
        low = bits & (~bits + _ONE)
        bits ^= low
        start = word * 64 + _BIT_OF[(low * _DE_BRUIJN) >> np.uint64(58)]
        row = told.rows[start]
        column = (r + box.r) * (2 * box.q + 1) + q + box.q
        if told.columns.shape[1]:
            column = told.columns[layer, start + index]
        if costs[row, column] == none:
            costs[row, column] = cost


@compiled
def _note(groups: Groups, box: Box, room: _Room, layer: int, q: int, r: int, cost: int) -> None:
    """Note where steps lead to from a spot that some starts get to at a cost."""
    turns, at = len(room.fresh), _place(box, q, r)
    room.is_fresh[cost % turns, layer, at] = 1
    for group in range(len(groups.cost)):
        then = cost + groups.cost[group]
        for step in range(groups.first[group], groups.first[group + 1]):
            if groups.layer[step] == layer:
                room.due[then % turns, _place(box, q + groups.q[step], r + groups.r[step])] = 1
                room.until[0] = max(room.until[0], then)


@compiled
def _begin(groups: Groups, starts: Starts, box: Box, told: Told, room: _Room, costs: Costs, first: int) -> None:
    """Set out from the starts of a block of words."""
    room.is_fresh[:] = 0
    room.reached[:] = 0
    room.due[:] = 0
    room.until[0] = 0
    for number in range(len(starts.layer)):
        layer, q, r = starts.layer[number], starts.q[number], starts.r[number]
        at = _place(box, q, r)
        if not room.is_fresh[0, layer, at]:
            room.fresh[0, layer, at] = 0
        found = np.uint64(0)
        for word in range(BLOCK):
            bits = starts.words[number, first + word]
            room.fresh[0, layer, at, word] |= bits
            room.reached[layer, at, word] |= bits
            found |= bits
            _tell(told, box, costs, first + word, bits, layer, q, r, 0)
        if found:
            _note(groups, box, room, layer, q, r, 0)


@compiled
def _gather(groups: Groups, box: Box, room: _Room, group: int, cost: int, at: int) -> bool:
    """Gather in `room.part` the starts from which a step of a group leads to a displacement; tell whether any does."""
    found = False
    then = (cost - groups.cost[group]) % len(room.fresh)
    wide = 2 * (box.q + box.step) + 1
    for step in range(groups.first[group], groups.first[group + 1]):
        layer, before = groups.layer[step], at - groups.r[step] * wide - groups.q[step]
        if room.is_fresh[then, layer, before]:
            fresh = room.fresh[then, layer, before]
            if found:
                for word in range(BLOCK):
                    room.part[word] |= fresh[word]
            else:
                for word in range(BLOCK):
                    room.part[word] = fresh[word]
            found = True
    return found


@compiled
def _keep_seen(told: Told, box: Box, room: _Room, first: int, q: int, r: int) -> None:
    """Leave out the starts that do not see the cell so far from them."""
    if len(told.seen) and (q or r):
        seen = told.seen[(r + box.r) * (2 * box.q + 1) + q + box.q]
        for word in range(BLOCK):
            room.part[word] &= seen[first + word]


@compiled
def _arrive(
    groups: Groups, starts: Starts, box: Box, room: _Room, group: int, first: int, cost: int, q: int, r: int
) -> bool:
    """Keep of those gathered the starts that get there for the first time, and may; tell whether any does."""
    layer, at, turn = groups.to[group], _place(box, q, r), cost % len(room.fresh)
    reached, fresh, part = room.reached[layer, at], room.fresh[turn, layer, at], room.part
    if not room.is_fresh[turn, layer, at]:
        fresh[:] = 0
    mask, live, index = groups.masks[group], starts.live[cost], _index(box, q, r)
    found = np.uint64(0)
    for word in range(BLOCK):
        bits = part[word] & _shifted(mask, box, first + word, index) & live[first + word] & ~reached[word]
        part[word] = bits
        reached[word] |= bits
        fresh[word] |= bits
        found |= bits
    return bool(found)


@compiled
def _go_on(
    groups: Groups, starts: Starts, box: Box, told: Told, room: _Room, costs: Costs, first: int, cost: int
) -> None:
    """Find who gets where at a cost."""
    turn = cost % len(room.fresh)
    room.is_fresh[turn] = 0
    for r in range(-box.r, box.r + 1):
        for q in range(-box.q, box.q + 1):
            at = _place(box, q, r)
            if not room.due[turn, at]:
                continue
            room.due[turn, at] = 0
            for group in range(len(groups.cost)):
                if groups.cost[group] <= cost and _gather(groups, box, room, group, cost, at):
                    _keep_seen(told, box, room, first, q, r)
                    if _arrive(groups, starts, box, room, group, first, cost, q, r):
                        layer = groups.to[group]
                        _note(groups, box, room, layer, q, r, cost)
                        for word in range(BLOCK):
                            _tell(told, box, costs, first + word, room.part[word], layer, q, r, cost)


@compiled
def _step_beyond(beyond: Beyond, starts: Starts, box: Box, told: Told, costs: Costs, first: int, number: int) -> None:
    """Make one step from where moves begin, where it costs more than may be spent."""
    groups = beyond.groups
    for group in range(len(groups.cost)):
        cost, layer = groups.cost[group], groups.to[group]
        for step in range(groups.first[group], groups.first[group + 1]):
            if groups.layer[step] != starts.layer[number]:
                continue
            q, r = starts.q[number] + groups.q[step], starts.r[number] + groups.r[step]
            index = _index(box, q, r)
            for word in range(first, first + BLOCK):
                bits = starts.words[number, word] & _shifted(groups.masks[group], box, word, index)
                bits &= _shifted(beyond.stops[layer], box, word, index)
                if cost < len(starts.live):
                    bits &= ~starts.live[cost, word]
                _tell(told, box, costs, word, bits, layer, q, r, cost)


@entry
def sweep(
    groups: Groups, starts: Starts, box: Box, told: Told, beyond: Beyond, costs: Costs, first: int, last: int
) -> None:
    """Write the least costs from all starts in some words, whole blocks of them; the highest number for no way."""
    room = _make_room(groups, box, len(told.counted))
    for block in range(first, last, BLOCK):
        for start in range(block * 64, (block + BLOCK) * 64):
            if told.rows[start] >= 0:
                costs[told.rows[start]] = costs.dtype.type(-1)
        _begin(groups, starts, box, told, room, costs, block)
        cost = 1
        while cost < len(starts.live) and cost <= room.until[0]:
            _go_on(groups, starts, box, told, room, costs, block, cost)
            cost += 1
        for number in range(len(starts.layer)):
            _step_beyond(beyond, starts, box, told, costs, block, number)
