"""Array types of the reach kernels.

Terms, and the layout of arrays and bits:

- A node is a position of the moving piece: a cell and a layer. Each layer stands for one state of the piece, and for
  one corner of the cell if its middle is a corner; so a cell has at most one node in each layer.
- Cells have consecutive indices, see `CellIndex`. The displacement (q, r) between two cells, in columns and rows, is
  the index difference `q * column_stride + r * row_stride`, wherever on the board they lie.
- A bit set has one bit for each cell index, in uint64 words: cell i is bit i % 64 of word i // 64.
- A source is a cell from which a move begins; all bit sets of sources have the bit of their cell. Budgets and costs are
  whole numbers, in the unit of the rule system.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]
Costs = npt.NDArray[np.unsignedinteger]
"""Costs; the highest value of the type means unreachable."""

WORD = 64
"""Bits in a word."""
BLOCK = 8
"""The number of words of sources that a kernel processes at a time: the workspace then fits the CPU cache."""


class StepGroups(NamedTuple):
    """Steps in groups; those of a group lead to the same layer, at the same cost, into the same cells.

    Arrays of shape (groups,), except:

    - `masks`, shape (groups, pad + words + pad): the bit set of cells that the steps of a group lead to, between `pad`
      empty words on either side;
    - `first`, shape (groups + 1,): steps `first[g]` up to but excluding `first[g + 1]` belong to group g;
    - `source_layer`, `q` and `r`, shape (steps,): the layer each step leaves from, and its displacement.
    """

    masks: Words
    cost: Ints
    target_layer: Ints
    first: Ints
    source_layer: Ints
    q: Ints
    r: Ints


class SourceBits(NamedTuple):
    """Bit sets of the sources of one search, grouped by the position of the first node relative to the source's cell.

    - `layer`, `q` and `r`, shape (n,): layer and displacement of the first node;
    - `words`, shape (n, words): the sources whose moves begin at such a node;
    - `affordable`, shape (highest cost + 1, words): for each cost the sources whose budget is at least that.
    """

    layer: Ints
    q: Ints
    r: Ints
    words: Words
    affordable: Words


class DisplacementBox(NamedTuple):
    """The displacements that paths may have, and the bit layout of the board.

    - `column_stride`, `row_stride`: index difference of neighbouring columns and rows;
    - `pad`: empty words before and after the words of a mask;
    - `max_step`: the largest number of columns or rows of one step;
    - `max_q`, `max_r`: the largest number of columns and rows of a path.
    """

    column_stride: int
    row_stride: int
    pad: int
    max_step: int
    max_q: int
    max_r: int


class CostSink(NamedTuple):
    """The array that costs are written to, and the nodes for which they are.

    - `rows`, shape (words * 64,): the row of the cost matrix of each source, -1 for cells without one;
    - `columns`, shape (layers, cell indices): the column of each node. With shape (layers, 0) the column is the number
      of the displacement from the source, row by row in the box of `max_q` and `max_r`;
    - `counted`, shape (layers, pad + words + pad): masks of the nodes whose costs are written; all if it is empty;
    - `seen`, shape (displacements in the box, words): the sources that see the cell at each displacement. Other cells
      are not entered, unless this is empty.
    """

    rows: Ints
    columns: Ints
    counted: Words
    seen: Words


class ForcedSteps(NamedTuple):
    """Single steps that are allowed although they cost more than the budget.

    `stops`, shape (layers, pad + words + pad), are masks of the nodes at which a move may end; no other is entered.
    """

    groups: StepGroups
    stops: Words
