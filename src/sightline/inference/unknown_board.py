"""What a rule system states so that boards can be found from a published chart."""

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
class Base:
    """A way in which a piece may stand, and the formula that says that it does."""

    cells: tuple[Cell, ...]
    chosen: Literal


class Element(NamedTuple):
    """Something that may be added to a board: what kind of thing, and where, as a label; both as they are in JSON."""

    kind: str
    place: str


@dataclass(frozen=True)
class Assignment:
    """Which atoms are true."""

    true: frozenset[Literal]

    def holds(self, atom: Literal) -> bool:
        """Tell whether an atom is true."""
        return atom in self.true


class SightFormula:
    """What two pieces may see of each other: the formula of each degree, and of each clause that is a reason."""

    def __init__(self, degrees: Sequence[Literal], reasons: Mapping[tuple[str, int], Literal]) -> None:
        self.degrees = degrees
        self.reasons = reasons

    def is_at_least(self, degree: int) -> Literal:
        """Say that the degree is that or worse."""
        return TRUE if degree <= 0 else self.degrees[degree - 1]

    def cites(self, clause: str, degree: int) -> Literal:
        """Say that a clause, by id, is a reason of just that degree."""
        return self.reasons.get((clause, degree), FALSE)


class Unknown(ABC):
    """A board of which a part is not known: which formula answers which question of the system's plan of sight.

    `position` is what is known. What can be added to it are the elements: atoms, of which each counts as much as
    another.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.formulas = Formulas()

    @abstractmethod
    def bases(self, name: str) -> Sequence[Base]:
        """Give all ways in which a piece may stand; exactly one is chosen."""

    @abstractmethod
    def is_in(self, mask: Mask, site: Site) -> Literal:
        """Say that a site of the map is in a mask."""

    @abstractmethod
    def stands_in(self, mask: Mask, name: str) -> Literal:
        """Say that some cell of a piece is in a mask."""

    @abstractmethod
    def is_related(self, relation: Relation, cell: Cell, name: str) -> Literal:
        """Say that a relation holds between a cell of the map and the piece at its end."""

    @abstractmethod
    def requirements(self) -> Iterator[tuple[Literal, ...]]:
        """Yield what holds on every board that the rules allow, each as formulas of which one has to be true.

        Asked when all rows have been read. What cannot be said in advance is left to `refinements`.
        """

    @abstractmethod
    def elements(self) -> Mapping[Literal, Element]:
        """Give what may be added, by atom. Asked when all rows have been read."""

    @abstractmethod
    def position_of(self, found: Assignment) -> Position:
        """Give the board on which just what an assignment says is added."""

    @abstractmethod
    def refinements(self, found: Assignment) -> Iterator[tuple[Literal, ...]]:
        """Yield what holds on every board and is not true of an assignment, in the form of `requirements`."""

    def covers(self, name: str, cell: Cell) -> Literal:
        """Say that a piece stands on a cell, among others perhaps."""
        return self.formulas.any(base.chosen for base in self.bases(name) if cell in base.cells)


class Inference(ABC):
    """How boards are found from a chart of a rule system."""

    columns: ClassVar[tuple[SheetColumn, ...]]
    """The columns of the chart; the first two are the attacker and the target."""
    max_cells: ClassVar[int] = 4096
    """How many cells a map may have: what is solved grows with them, and with the pieces that rows name."""

    @abstractmethod
    def check_row(self, row: Row) -> Iterator[tuple[str, str]]:
        """Yield what is wrong with a row whose words are right, each with the name of a column."""

    @abstractmethod
    def unknown(self, position: Position) -> Unknown:
        """Give what may be added to a board."""

    @abstractmethod
    def requires(self, row: Row, seen: SightFormula, unknown: Unknown) -> Literal:
        """Say that a row comes out, where its two pieces see that of each other."""

    @abstractmethod
    def agrees(self, row: Row, verdict: Verdict) -> bool:
        """Tell whether a row says what the referee does."""

    def say(self, element: Element) -> Element:
        """Give an element in the language that is spoken."""
        return element._replace(kind=word(element.kind))
