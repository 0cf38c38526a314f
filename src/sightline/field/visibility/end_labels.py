"""The labels of ends, merged if no relation distinguishes them on a board, for fewer endpoint classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import and_
from typing import Any

import numpy as np

from sightline.field.visibility.bit_layout import Bools, Longs
from sightline.field.visibility.board_bits import BoardBits
from sightline.rules.position import Mask
from sightline.sight.plan import Leaf, Max, Min, Reading, Relation, Ruled


def merge_labels(question: Relation, readings: Iterable[Reading], board_bits: BoardBits) -> tuple[Longs, Sequence[Any]]:
    """Return the label of each cell as an end, shape (rows, columns), as an index into a list of labels.

    Labels that have the same relations to all cells where these count are one: the first of them stands for all.
    """
    ids, labels = board_bits.label_ids(question.label)
    tests = dict[Callable[[Any, Any], bool], Bools]()
    for reading in readings:
        for relation, masks in _iter_relations(reading, ()):
            if (relation.label, relation.end) == (question.label, question.end):
                counts = reduce(and_, (board_bits.cells_in(mask) for mask in masks), board_bits.is_cell)
                tests[relation.holds] = tests.get(relation.holds, False) | counts
    others = [(holds, [labels[number] for number in np.unique(ids[counts])]) for holds, counts in tests.items()]
    known = dict[tuple[bool, ...], tuple[int, Any]]()
    merged = [
        known.setdefault(
            tuple(bool(holds(other, label)) for holds, them in others for other in them), (len(known), label)
        )[0]
        for label in labels
    ]
    return np.array(merged, np.int64)[ids], [label for _, label in known.values()]


def _iter_relations(reading: Reading, leaves: tuple[Leaf, ...]) -> Iterator[tuple[Relation, list[Mask]]]:
    """Yield the relations of a reading, each with masks: it is irrelevant if its cell is not in all of them.

    `leaves` are those that must hold in addition to the reading.
    """
    match reading:
        case Min(parts):
            more = tuple(part for part in parts if isinstance(part, Leaf) and not part.negated)
            for part in parts:
                yield from _iter_relations(part, leaves + more)
        case Max(parts):
            for part in parts:
                yield from _iter_relations(part, leaves)
        case Ruled(choices=choices):
            for part in choices.values():
                yield from _iter_relations(part, leaves)
        case Relation(at=role):
            yield reading, [leaf.mask for leaf in leaves if leaf.at == role]
