"""Results of inference. The fields are the keys of the JSON."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from sightline._version import __version__


class Outcome(StrEnum):
    """The outcome of a search for boards."""

    FOUND = "found"
    CONTRADICTION = "contradiction"
    UNDECIDED = "undecided"


class InferredBoard(Struct, frozen=True, kw_only=True):
    """A board that agrees with every row, as the text of a scenario.

    - `added`: the labels of the elements that the scenario did not state, by kind; `size`: their number.
    - `is_smallest`: it is proven that nothing smaller is left, besides boards that only add to earlier ones.
    """

    size: int
    added: Mapping[str, tuple[str, ...]]
    is_smallest: bool
    scenario: str


class StatedRow(Struct, frozen=True, kw_only=True):
    """A row of the chart, and its line number in the file."""

    line: int
    cells: Mapping[str, str]


class Inferred(Struct, frozen=True, kw_only=True):
    """Boards that agree with a chart, smallest first, or rows of it that contradict each other.

    - `rows`: the number of rows of the chart.
    - `is_complete`: there are no other boards, except those that only add to one of these.
    - `is_irreducible`: it is proven that leaving out any row would resolve the contradiction.
    - `is_smallest`: it is proven that no fewer rows contradict each other.

    A search is undecided if its time ran out before either was found.
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
