"""All spots that a piece can come to from anywhere on a board, and the steps between them, as strings of bits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from sightline.field.reach.bitstrings import Kind, Numbers
from sightline.field.reach.reach_types import Bools, Ints


@dataclass(frozen=True)
class Setouts:
    """Where moves begin: the number of each one's place, its budget, and the number of its cell.

    `spots` has, by layer and by how many columns and rows from that cell, which of them begin at such a spot.
    """

    place: Ints
    budget: Ints
    cell: Ints
    spots: Mapping[tuple[int, int, int], Ints]

    def turns(self) -> Iterator[Bools]:
        """Yield which of them to take together: of each cell one at a time."""
        left = np.arange(len(self.cell))
        while len(left):
            _, first = np.unique(self.cell[left], return_index=True)
            taken = np.zeros(len(self.cell), np.bool_)
            taken[left[first]] = True
            yield taken
            left = np.delete(left, first)


@dataclass(frozen=True)
class Net:
    """Spots by layer and number of the cell: which there are, where a move may stop, the number of their place.

    `steps` are all steps, each of which costs something, by kind, with the cells that they lead to. In `single_steps`
    those that cost nothing are not taken together with any before them.
    """

    numbers: Numbers
    spots: Bools
    stops: Bools
    places: Ints
    steps: Mapping[Kind, Bools]
    single_steps: Mapping[Kind, Bools]
    starts: Setouts
