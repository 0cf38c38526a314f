"""The definitions that inference needs from a rule system: an unknown board as formulas, and the meaning of rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from sightline.i18n import word
from sightline.inference.chart_rows import Row, SheetColumn
from sightline.inference.formulas import FALSE, TRUE, Formulas, Literal
from sightline.lattice import Cell
from sightline.rules.answers import Verdict
from sightline.rules.position import Mask, Position, Site
from sightline.sight.plan import Relation


@dataclass(frozen=True)
class PossibleBase:
    """A set of cells in which a piece may stand, and the formula that it does."""

    cells: tuple[Cell, ...]
    chosen: Literal


class Element(NamedTuple):
    """Something that may be added to a board: its kind, and its place as a label, both as in JSON."""

    kind: str
    place: str


@dataclass(frozen=True)
class Assignment:
    """The atoms that are true."""

    true: frozenset[Literal]

    def holds(self, atom: Literal) -> bool:
        """Return whether an atom is true."""
        return atom in self.true


class SightFormula:
    """The sight between two pieces as formulas: one for each degree, and one for each clause that is a reason."""

    def __init__(self, degrees: Sequence[Literal], reasons: Mapping[tuple[str, int], Literal]) -> None:
        self.degrees = degrees
        self.reasons = reasons

    def is_at_least(self, degree: int) -> Literal:
        """Return the formula that the degree is at least `degree`."""
        return TRUE if degree <= 0 else self.degrees[degree - 1]

    def cites(self, clause: str, degree: int) -> Literal:
        """Return the formula that a clause, by id, is a reason of exactly this degree."""
        return self.reasons.get((clause, degree), FALSE)


class Unknown(ABC):
    """A partly unknown board: formulas for the conditions of a sight plan.

    `position` is the known part. The elements that can be added to it are atoms of equal weight.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.formulas = Formulas()

    @abstractmethod
    def bases(self, name: str) -> Sequence[PossibleBase]:
        """Return all ways in which a piece may stand; exactly one of them is chosen."""

    @abstractmethod
    def is_in(self, mask: Mask, site: Site) -> Literal:
        """Return the formula that a site of the map is in a mask."""

    @abstractmethod
    def stands_in(self, mask: Mask, name: str) -> Literal:
        """Return the formula that some cell of a piece is in a mask."""

    @abstractmethod
    def is_related(self, relation: Relation, cell: Cell, name: str) -> Literal:
        """Return the formula that a relation holds between a cell of the map and the piece at its end."""

    @abstractmethod
    def requirements(self) -> Iterator[tuple[Literal, ...]]:
        """Yield constraints that hold on every board that the rules allow, as disjunctions of formulas.

        Called when all rows have been read. Constraints that cannot be stated in advance are left to `refinements`.
        """

    @abstractmethod
    def elements(self) -> Mapping[Literal, Element]:
        """Return the elements that may be added, by atom. Called when all rows have been read."""

    @abstractmethod
    def position_of(self, found: Assignment) -> Position:
        """Return the board with exactly the elements that are true in an assignment."""

    @abstractmethod
    def refinements(self, found: Assignment) -> Iterator[tuple[Literal, ...]]:
        """Yield disjunctions, as `requirements` does, that hold on every board and are false in an assignment."""

    def covers(self, name: str, cell: Cell) -> Literal:
        """Return the formula that one of the cells of a piece is `cell`."""
        return self.formulas.any(base.chosen for base in self.bases(name) if cell in base.cells)


class Inference(ABC):
    """The inference of boards from charts of a rule system."""

    columns: ClassVar[tuple[SheetColumn, ...]]
    """The columns of the chart; the first two are the attacker and the target."""
    max_cells: ClassVar[int] = 4096
    """The maximum number of cells of a map: the formulas grow with it, and with the number of pieces in rows."""

    @abstractmethod
    def check_row(self, row: Row) -> Iterator[tuple[str, str]]:
        """Yield (column name, message) for each error in a row of valid words."""

    @abstractmethod
    def unknown(self, position: Position) -> Unknown:
        """Return the unknown board of a position."""

    @abstractmethod
    def requires(self, row: Row, seen: SightFormula, unknown: Unknown) -> Literal:
        """Return the formula that a row agrees with the sight between its pieces."""

    @abstractmethod
    def agrees(self, row: Row, verdict: Verdict) -> bool:
        """Return whether a row agrees with the verdict of the referee."""

    def localize(self, element: Element) -> Element:
        """Return an element in the current language."""
        return element._replace(kind=word(element.kind))
