"""What the compiled functions about reach work on.

Cells are numbered so that a step of so many columns and rows is the same distance everywhere, and a string has a bit
for each number, bit i of it in word i // 64. Where one goes on from a cell in several ways it is several spots: these
are in layers, at most one of a cell in each.
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

BLOCK = 8
"""How many words of starts are worked on at a time: with few, what is between two steps stays in the processor."""


class Groups(NamedTuple):
    """Steps, in groups of those that lead to one layer at one cost.

    Group g has a mask of the cells that its steps lead to, and steps `first[g]` to before `first[g + 1]`, each from a
    layer and by so many columns and rows. Masks have `pad` empty words before them, and as many after.
    """

    masks: Words
    cost: Ints
    to: Ints
    first: Ints
    layer: Ints
    q: Ints
    r: Ints


class Starts(NamedTuple):
    """Where moves begin: strings of the cells that they start from, each with the layer and how far from that cell.

    `live[d]` are the starts that may spend d.
    """

    layer: Ints
    q: Ints
    r: Ints
    words: Words
    live: Words


class Box(NamedTuple):
    """How far apart the numbers of neighbouring columns and rows are, how many empty words masks begin and end with,

    how many columns or rows a step goes at most, and how many columns and rows a way.
    """

    column: int
    row: int
    pad: int
    step: int
    q: int
    r: int


class Told(NamedTuple):
    """Where costs are written: row and column of starts and spots.

    With no `columns` they are written by how far from the start a spot is. `counted` are masks of the spots that count,
    by layer; without any all do. `seen` has, by how far a cell is from a start, the starts that see it; unless it is
    empty, no other cell is entered.
    """

    rows: Ints
    columns: Ints
    counted: Words
    seen: Words


class Beyond(NamedTuple):
    """Single steps that may cost more than may be spent, and masks of the spots that they may lead to, by layer."""

    groups: Groups
    stops: Words
