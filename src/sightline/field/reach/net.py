"""All spots that a piece can come to from anywhere on a board, and the steps between them, as strings of bits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sightline.field.reach.kinds import Bools, Ints
from sightline.field.reach.strings import Kind, Numbers


class Start(NamedTuple):
    """Where a move begins: its place and its cell by number, the budget, and the spots that it begins at.

    Spots are given by layer and by how many columns and rows they are from that cell.
    """

    place: int
    budget: int
    cell: int
    spots: Sequence[tuple[int, int, int]]


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
    starts: Sequence[Start]
