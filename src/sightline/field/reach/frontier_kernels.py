"""Least costs from all sources at once, by frontier expansion over bit sets in order of cost (Dial's algorithm).

For each cost, layer and displacement there is a bit set, the frontier: the sources from which the node that lies at
this displacement is first reached at this cost. A step adds its displacement and its cost, for all sources alike, so a
frontier is the union of earlier frontiers, not shifted, restricted to

- the sources for which the target cell admits the step: the mask of target cells, shifted by the displacement;
- the sources whose budget suffices, and which have not reached the node before.

One word operation answers for 64 sources. A kernel works on blocks of `BLOCK` words of sources, each from cost 0 up.

As costs are small whole numbers, the queue is an array of buckets: for each of the next costs, as many as the dearest
step costs, the displacements that some step leads to. Frontiers are kept for as many past costs.

Displacements are numbered row by row in the box of paths, with a margin as wide as the longest step on all sides, so
that sources of steps need no bounds check.

Kernels that are called in inner loops take plain arrays: passing a named tuple to a compiled function counts a
reference to each array in it, at every call.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry
from sightline.field.reach.reach_types import (
    BLOCK,
    WORD,
    Bytes,
    Costs,
    CostSink,
    DisplacementBox,
    ForcedSteps,
    Ints,
    SourceBits,
    StepGroups,
    Words,
)

_ONE = np.uint64(1)
# The product of a single bit and a de Bruijn sequence has a unique value in the top six bits for each bit index.
_DE_BRUIJN, _TOP = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
_BIT_OF = np.zeros(WORD, np.int64)
_BIT_OF[[((0x03F79D71B4CB0A89 << bit) & (2**64 - 1)) >> 58 for bit in range(WORD)]] = np.arange(WORD)


class _ReachWorkspace(NamedTuple):
    """Scratch arrays of one thread, reused for each block of sources.

    `turns` is the cost of the dearest step plus 1; arrays with this axis are ring buffers over costs: cost c is at c %
    turns. `slots` is the number of displacements in the box with its margin; a layer and displacement have slot `layer
    * slots + displacement`.

    - `frontier`, shape (turns * layers * slots, BLOCK): the frontiers of the latest costs; only defined where
      `has_frontier`, shape (turns * layers * slots,), is 1;
    - `reached`, shape (layers * slots, BLOCK): the sources that have reached each node;
    - `due`, shape (turns, slots): the buckets, 1 where some step leads to a displacement at a cost;
    - `last_due`, shape (1,): the highest cost with a non-empty bucket so far;
    - `bucket`, shape (slots, 2): the displacements, q and r, that are due at the current cost;
    - `ahead`, `cost` and `back`, shape (steps,): for each step the slot difference of its displacement, its cost, and
      the slot difference from the frontier that it leaves from, layers included;
    - `bits` and `mask`, shape (BLOCK,): bit sets of the displacement that is worked on.
    """

    frontier: Words
    has_frontier: Bytes
    reached: Words
    due: Bytes
    last_due: Ints
    bucket: Ints
    ahead: Ints
    cost: Ints
    back: Ints
    bits: Words
    mask: Words


@compiled
def _load_shifted(found: Words, masks: Words, row: int, first: int, shift: int) -> None:
    """Load a block of bits of a mask, shape (BLOCK,), from bit `shift` after the beginning of word `first` on.

    `shift` may be negative; masks have to have enough empty words on either side.
    """
    at, bit = first + (shift >> 6), np.uint64(shift & 63)
    bits, rest = masks[row, at : at + BLOCK + 1], np.uint64(63) - bit
    for word in range(BLOCK):
        found[word] = (bits[word] >> bit) | ((bits[word + 1] << _ONE) << rest)


@compiled
def _write_costs(bits: Words, rows: Ints, columns: Ints, column: int, shift: int, costs: Costs, cost: int) -> None:
    """Write a cost into the rows of the sources in `bits`, shape (BLOCK,), where no cost is known yet.

    `rows` begins with the first source of the block. The column is `column`, or if that is negative the one of the
    node, which lies `shift` after the source in `columns`.
    """
    unreachable = costs.dtype.type(-1)
    for word in range(BLOCK):
        left = bits[word]
        while left:
            lowest = left & (~left + _ONE)
            left ^= lowest
            source = word * WORD + _BIT_OF[(lowest * _DE_BRUIJN) >> _TOP]
            to = columns[source + shift] if column < 0 else column
            row = rows[source]
            if costs[row, to] == unreachable:
                costs[row, to] = cost


@compiled
def _schedule(due: Bytes, source_layer: Ints, ahead: Ints, step_cost: Ints, layer: int, slot: int, turn: int) -> int:
    """Mark in the buckets where steps lead from a node reached at cost `turn`; return the cost of the dearest step.

    Arguments are those of `_ReachWorkspace`; the node is in `layer`, at the displacement `slot`.
    """
    highest, turns = 0, len(due)
    for step in range(len(source_layer)):
        if source_layer[step] == layer:
            then = turn + step_cost[step]
            due[then - turns if then >= turns else then, slot + ahead[step]] = 1
            highest = max(highest, step_cost[step])
    return highest


@compiled
def _row_length(box: DisplacementBox) -> int:
    return 2 * (box.max_q + box.max_step) + 1


@compiled
def _slot_of(box: DisplacementBox, q: int, r: int) -> int:
    """Return the number of a displacement in the box with its margin."""
    return (r + box.max_r + box.max_step) * _row_length(box) + q + box.max_q + box.max_step


@compiled
def _number_in_box(box: DisplacementBox, q: int, r: int) -> int:
    """Return the number of a displacement in the box without a margin."""
    return (r + box.max_r) * (2 * box.max_q + 1) + q + box.max_q


@compiled
def _allocate_workspace(groups: StepGroups, box: DisplacementBox, layers: int) -> _ReachWorkspace:
    turns = groups.cost.max() + 1 if len(groups.cost) else 1
    slots = _row_length(box) * (2 * (box.max_r + box.max_step) + 1)
    ahead = groups.r * _row_length(box) + groups.q
    cost = np.zeros_like(ahead)
    for group in range(len(groups.cost)):
        cost[groups.first[group] : groups.first[group + 1]] = groups.cost[group]
    return _ReachWorkspace(
        np.zeros((turns * layers * slots, BLOCK), np.uint64),
        np.zeros(turns * layers * slots, np.uint8),
        np.zeros((layers * slots, BLOCK), np.uint64),
        np.zeros((turns, slots), np.uint8),
        np.zeros(1, np.int64),
        np.zeros((slots, 2), np.int64),
        ahead,
        cost,
        ahead - groups.source_layer * slots,
        np.zeros(BLOCK, np.uint64),
        np.zeros(BLOCK, np.uint64),
    )


@compiled
def _record_cost(
    sink: CostSink,
    box: DisplacementBox,
    work: _ReachWorkspace,
    costs: Costs,
    first: int,
    layer: int,
    q: int,
    r: int,
    cost: int,
) -> None:
    """Write the cost of a node for the sources in `work.bits`, which are restricted to those where the node counts."""
    shift = q * box.column_stride + r * box.row_stride
    if len(sink.counted):
        _load_shifted(work.mask, sink.counted, layer, first + box.pad, shift)
        for word in range(BLOCK):
            work.bits[word] &= work.mask[word]
    column, row = -1, layer
    if sink.columns.shape[1] == 0:
        column, row = _number_in_box(box, q, r), 0
    source = first * WORD
    _write_costs(work.bits, sink.rows[source:], sink.columns[row], column, source + shift, costs, cost)


@compiled
def _start_frontier(
    groups: StepGroups,
    sources: SourceBits,
    box: DisplacementBox,
    sink: CostSink,
    work: _ReachWorkspace,
    costs: Costs,
    first: int,
) -> None:
    """Clear the workspace, and put the sources of the block from word `first` on into the frontier of cost 0."""
    work.has_frontier[:] = 0
    work.reached[:] = 0
    work.due[:] = 0
    work.last_due[0] = 0
    slots = work.due.shape[1]
    for number in range(len(sources.layer)):
        layer, q, r = sources.layer[number], sources.q[number], sources.r[number]
        slot = _slot_of(box, q, r)
        at, union = layer * slots + slot, np.uint64(0)
        if not work.has_frontier[at]:
            work.frontier[at] = 0
        for word in range(BLOCK):
            bits = sources.words[number, first + word]
            work.bits[word] = bits
            work.frontier[at, word] |= bits
            work.reached[at, word] |= bits
            union |= bits
        if union:
            work.has_frontier[at] = 1
            _record_cost(sink, box, work, costs, first, layer, q, r, 0)
            highest = _schedule(work.due, groups.source_layer, work.ahead, work.cost, layer, slot, 0)
            work.last_due[0] = max(work.last_due[0], highest)


@compiled
def _empty_bucket(work: _ReachWorkspace, box: DisplacementBox, turn: int) -> int:
    """Move the displacements that are due at a cost into `work.bucket`; return how many there are."""
    count, due = 0, work.due[turn]
    for r in range(-box.max_r, box.max_r + 1):
        for q in range(-box.max_q, box.max_q + 1):
            slot = _slot_of(box, q, r)
            if due[slot]:
                due[slot] = 0
                work.bucket[count, 0] = q
                work.bucket[count, 1] = r
                count += 1
    return count


@compiled
def _drop_unseen(sink: CostSink, box: DisplacementBox, bits: Words, first: int, q: int, r: int) -> None:
    """Clear the bits of the sources that do not see the cell at a displacement."""
    if len(sink.seen) and (q or r):
        seen = sink.seen[_number_in_box(box, q, r)]
        for word in range(BLOCK):
            bits[word] &= seen[first + word]


@compiled
def _expand(
    groups: StepGroups,
    sources: SourceBits,
    box: DisplacementBox,
    sink: CostSink,
    work: _ReachWorkspace,
    costs: Costs,
    first: int,
    cost: int,
) -> None:
    """Find the frontiers of a cost from those of lower costs, and write its costs."""
    turns, slots = work.due.shape
    layers, turn = len(work.reached) // slots, cost % turns
    group_cost, group_first, target_layer, masks = groups.cost, groups.first, groups.target_layer, groups.masks
    has_frontier, frontier, reached, bits, back = work.has_frontier, work.frontier, work.reached, work.bits, work.back
    affordable = sources.affordable[cost, first : first + BLOCK]
    has_frontier[turn * layers * slots : (turn + 1) * layers * slots] = 0
    for number in range(_empty_bucket(work, box, turn)):
        q, r = work.bucket[number]
        slot, shift = _slot_of(box, q, r), q * box.column_stride + r * box.row_stride
        at_word, bit = first + box.pad + (shift >> 6), np.uint64(shift & 63)
        rest = np.uint64(63) - bit
        for group in range(len(group_cost)):
            layer, before = target_layer[group], (cost - group_cost[group]) % turns * layers * slots + slot
            found = False
            for step in range(group_first[group], group_first[group + 1] if group_cost[group] <= cost else 0):
                if has_frontier[before - back[step]]:
                    words = frontier[before - back[step]]
                    for word in range(BLOCK):
                        bits[word] = (bits[word] if found else np.uint64(0)) | words[word]
                    found = True
            if not found:
                continue
            _drop_unseen(sink, box, bits, first, q, r)
            at = (turn * layers + layer) * slots + slot
            mask, known, new = masks[group, at_word : at_word + BLOCK + 1], reached[layer * slots + slot], frontier[at]
            union, kept = np.uint64(0), np.uint64(has_frontier[at])
            for word in range(BLOCK):
                fresh = (mask[word] >> bit) | ((mask[word + 1] << _ONE) << rest)
                fresh &= bits[word] & affordable[word] & ~known[word]
                bits[word] = fresh
                known[word] |= fresh
                new[word] = fresh | new[word] * kept
                union |= fresh
            if union:
                has_frontier[at] = 1
                _record_cost(sink, box, work, costs, first, layer, q, r, cost)
                highest = _schedule(work.due, groups.source_layer, work.ahead, work.cost, layer, slot, turn)
                work.last_due[0] = max(work.last_due[0], cost + highest)


@compiled
def _force_steps(
    forced: ForcedSteps,
    sources: SourceBits,
    box: DisplacementBox,
    sink: CostSink,
    work: _ReachWorkspace,
    costs: Costs,
    first: int,
    number: int,
) -> None:
    """Write the costs of single steps beyond the budget from the first nodes in entry `number` of `sources`."""
    groups = forced.groups
    for group in range(len(groups.cost)):
        cost, layer = groups.cost[group], groups.target_layer[group]
        for step in range(groups.first[group], groups.first[group + 1]):
            if groups.source_layer[step] != sources.layer[number]:
                continue
            q, r = sources.q[number] + groups.q[step], sources.r[number] + groups.r[step]
            shift = q * box.column_stride + r * box.row_stride
            _load_shifted(work.bits, groups.masks, group, first + box.pad, shift)
            _load_shifted(work.mask, forced.stops, layer, first + box.pad, shift)
            for word in range(BLOCK):
                work.bits[word] &= work.mask[word] & sources.words[number, first + word]
                if cost < len(sources.affordable):
                    work.bits[word] &= ~sources.affordable[cost, first + word]
            _record_cost(sink, box, work, costs, first, layer, q, r, cost)


@entry
def fill_costs(
    groups: StepGroups,
    sources: SourceBits,
    box: DisplacementBox,
    sink: CostSink,
    forced: ForcedSteps,
    costs: Costs,
    first: int,
    last: int,
) -> None:
    """Fill the rows of `costs` of the sources in words `first` up to but excluding `last`, a multiple of `BLOCK`.

    Rows are written completely; the highest value of the type means unreachable.
    """
    work = _allocate_workspace(groups, box, len(forced.stops))
    for block in range(first, last, BLOCK):
        for source in range(block * WORD, (block + BLOCK) * WORD):
            if sink.rows[source] >= 0:
                costs[sink.rows[source]] = costs.dtype.type(-1)
        _start_frontier(groups, sources, box, sink, work, costs, block)
        cost = 1
        while cost < len(sources.affordable) and cost <= work.last_due[0]:
            _expand(groups, sources, box, sink, work, costs, block, cost)
            cost += 1
        for number in range(len(sources.layer)):
            _force_steps(forced, sources, box, sink, work, costs, block, number)
