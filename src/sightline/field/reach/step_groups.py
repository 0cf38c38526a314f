"""Grouping of steps between cells for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sightline.field.reach.cell_index import CellIndex
from sightline.field.reach.reach_types import Bools, StepGroups


class StepClass(NamedTuple):
    """Steps that differ only in the cell they leave from; q and r are their displacement, in columns and rows."""

    target_layer: int
    cost: int
    source_layer: int
    q: int
    r: int


def group_steps(steps: Mapping[StepClass, Bools], nodes: Bools, index: CellIndex) -> StepGroups:
    """Return steps, given by class with the cells that they lead to, shape (count,), in few groups.

    `nodes`, shape (layers, count), are the cells with a node in each layer. Classes with one target layer and cost
    share a group if each has a step into every cell of the group that any node of its source layer lies one step
    before: the kernel then does not need the target cells of each class.
    """
    similar: dict[tuple[int, int], list[StepClass]] = {}
    for step in steps:
        similar.setdefault((step.target_layer, step.cost), []).append(step)
    groups: list[tuple[Bools, list[StepClass]]] = []
    for classes in similar.values():
        union = np.logical_or.reduce([steps[step] for step in classes])
        shared = [step for step in classes if _may_share(step, steps[step], union, nodes, index)]
        groups += [(union, shared)] if shared else []
        groups += [(steps[step], [step]) for step in classes if step not in shared]
    return _build_arrays(groups, index)


def _may_share(step: StepClass, targets: Bools, union: Bools, nodes: Bools, index: CellIndex) -> bool:
    return bool(((union & index.shift(nodes[step.source_layer], step.q, step.r)) == targets).all())


def _build_arrays(groups: Sequence[tuple[Bools, list[StepClass]]], index: CellIndex) -> StepGroups:
    steps = [step for _, classes in groups for step in classes]
    masks = [index.pack_mask(mask) for mask, _ in groups]
    return StepGroups(
        np.array(masks, np.uint64).reshape(-1, index.words + 2 * index.pad),
        np.array([classes[0].cost for _, classes in groups], np.int64),
        np.array([classes[0].target_layer for _, classes in groups], np.int64),
        np.cumsum([0, *(len(classes) for _, classes in groups)], dtype=np.int64),
        np.array([step.source_layer for step in steps], np.int64),
        np.array([step.q for step in steps], np.int64),
        np.array([step.r for step in steps], np.int64),
    )
