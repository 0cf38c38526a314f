"""What is answered to the question for boards. The fields are the keys of the JSON."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from sightline._version import __version__


class Outcome(StrEnum):
    """What a search for boards comes to."""

    FOUND = "found"
    CONTRADICTION = "contradiction"
    UNDECIDED = "undecided"


class InferredBoard(Struct, frozen=True, kw_only=True):
    """A board on which every row comes out, as the text of a scenario.

    `added` holds the labels of what the scenario did not state, by kind, and `size` their number. `is_smallest` tells
    whether it is proven that nothing smaller is left, besides boards that only add to those before it.
    """

    size: int
    added: Mapping[str, tuple[str, ...]]
    is_smallest: bool
    scenario: str


class StatedRow(Struct, frozen=True, kw_only=True):
    """A row of the chart, and the line of the file that it is."""

    line: int
    cells: Mapping[str, str]


class Inferred(Struct, frozen=True, kw_only=True):
    """Boards on which a chart comes out, smallest first, or the rows that contradict each other.

    `rows` counts those of the chart. `is_complete` tells whether the boards are all there are, save those that only
    add to one of them. Of a contradiction `is_irreducible` tells whether it is proven that any row left out would
    resolve it, and `is_smallest` that no fewer rows contradict each other. A search is undecided when its time ran out
    before either was found.
    """

    sightline: str = __version__
    rules: str
    rules_revision: int
    outcome: Outcome
    rows: int
    boards: tuple[InferredBoard, ...] = ()
    is_complete: bool = False
    contradiction: tuple[StatedRow, ...] = ()
    is_irreducible: bool = False
    is_smallest: bool = False
