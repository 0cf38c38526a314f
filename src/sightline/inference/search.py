"""The search for boards on which a chart comes out, smallest first, or for rows that contradict each other.

The solver works on a model of the rules. What it finds is an answer only when the referee says the same: every board
is judged row by row, and where the model was too loose it is refined, and solved again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sightline.inference.chart_rows import Row
from sightline.inference.formulas import Formulas, Literal
from sightline.inference.sight_formulas import PlanEncoder
from sightline.inference.solver import OutOfTime, Solver
from sightline.inference.unknown_board import Assignment, Element, Inference
from sightline.rules.answers import Verdict
from sightline.rules.position import Position
from sightline.sight.plan import SightPlan

Judge = Callable[[Position, str, str], Verdict]
"""Asks the referee for the verdict on an attack of one piece, by name, on another."""


@dataclass(frozen=True)
class Found:
    """A board on which all rows come out: what was added, and whether nothing smaller is left to be found."""

    position: Position
    added: tuple[Element, ...]
    is_smallest: bool


@dataclass(frozen=True)
class Contradiction:
    """Rows that no board satisfies together: any of them left out, the others have one, unless time ran out.

    `is_smallest` tells whether it is proven that no fewer rows contradict each other.
    """

    rows: tuple[Row, ...]
    is_irreducible: bool
    is_smallest: bool


_OFTEN = 1000
"""How many requirements are made between two looks at the clock."""


class Search:
    """A search over the boards that a known position can be completed to."""

    def __init__(
        self,
        inference: Inference,
        plan: SightPlan,
        position: Position,
        rows: Sequence[Row],
        judge: Judge,
        *,
        seconds: float,
        workers: int = 1,
    ) -> None:
        self.inference = inference
        self.rows = rows
        self.judge = judge
        self.unknown = inference.unknown(position)
        formulas = self.unknown.formulas
        self.solver = Solver(formulas, seconds=seconds, workers=workers)
        self.states = [formulas.atom(("row", number)) for number in range(len(rows))]
        encoder = PlanEncoder(plan, self.unknown)
        for row, stated in zip(rows, self.states, strict=True):
            self.solver.check_time()
            for stand, seen in encoder.encode_view(row.attacker, row.target):
                self.solver.require(-stated, -stand, inference.requires(row, seen, self.unknown))
        for number, requirement in enumerate(self.unknown.requirements()):
            if number % _OFTEN == 0:
                self.solver.check_time()
            self.solver.require(*requirement)
        self.elements = self.unknown.elements()

    def boards(self) -> Iterator[Found]:
        """Yield boards on which all rows come out, smallest first, leaving out those that only add to earlier ones.

        Each board lacks something of every one before it, so that nothing on it is superfluous. When the time is used
        up the last one may not be proven smallest; then `OutOfTime` is raised unless such a board was yielded.
        """
        least = 0
        while True:
            try:
                found, is_smallest = self._solve(list(self.elements), self.states, least), True
            except OutOfTime as stopped:
                found, is_smallest = stopped.found, False
                if found is None or not self._agrees(found, self.states):
                    raise
            if found is None:
                return
            true = [atom for atom in self.elements if found.holds(atom)]
            position = self.unknown.position_of(found)
            yield Found(position, tuple(sorted(self.elements[atom] for atom in true)), is_smallest)
            if not is_smallest:
                return
            least = len(true)
            self.solver.require(*(-atom for atom in true))

    def contradiction(self) -> Contradiction:
        """Give a smallest set of rows that contradict each other; there has to be one.

        A set is smallest when it meets, for every board, the rows that do not come out there, and no smaller set
        does. So the boards found on the way prove that fewer rows agree somewhere. When the time is used up the
        smallest set known is given.
        """
        known, is_irreducible = list(self.states), False
        try:
            known = self._conflict(known)
            known = self._reduce(known)
            is_irreducible = True
            known = self._smallest(known)
        except OutOfTime:
            return Contradiction(self._rows(known), is_irreducible, is_smallest=False)
        return Contradiction(self._rows(known), is_irreducible=True, is_smallest=True)

    def _rows(self, states: Iterable[Literal]) -> tuple[Row, ...]:
        wanted = set(states)
        return tuple(row for row, stated in zip(self.rows, self.states, strict=True) if stated in wanted)

    def _conflict(self, states: Sequence[Literal]) -> list[Literal]:
        """Give some of these rows, few perhaps, that contradict each other already."""
        core = set(self.solver.conflict(states))
        return [stated for stated in states if stated in core]

    def _reduce(self, states: Sequence[Literal]) -> list[Literal]:
        """Leave out, one after the other, every row without which the others contradict each other still."""
        left = list(states)
        for stated in states:
            fewer = [other for other in left if other != stated]
            if self._solve([], fewer) is None:
                left = fewer
        return left

    def _smallest(self, known: Sequence[Literal]) -> list[Literal]:
        """Give the smallest set, at most as large as one that is known."""
        failing: list[list[Literal]] = []
        while True:
            tried = _hitting_set(failing, self.solver)
            if len(tried) >= len(known):
                return list(known)
            others = [stated for stated in self.states if stated not in tried]
            found = self._solve([-stated for stated in others], tried)
            if found is None:
                return [stated for stated in self.states if stated in tried]
            failing.append([stated for stated in others if not self._agrees(found, [stated])])

    def _solve(self, counted: Sequence[Literal], assumed: Sequence[Literal], least: int = 0) -> Assignment | None:
        """Give what satisfies the assumed rows, as the referee confirms, with as few as possible of what is counted."""
        besides: Sequence[Literal] = ()
        while True:
            found = self.solver.least(counted, assumed, at_least=least, besides=besides)
            if found is None or self._agrees(found, assumed):
                return found
            refinements = list(self.unknown.refinements(found))
            if not refinements:
                raise AssertionError("the model of the rules and the referee disagree")
            for refinement in refinements:
                self.solver.require(*refinement)
            # Hills that nobody needs are not connected either, and would have to be refined again and again.
            besides = [] if counted and counted[0] in self.elements else list(self.elements)

    def _agrees(self, found: Assignment, states: Iterable[Literal]) -> bool:
        """Tell whether the referee lets rows come out on a board."""
        position = self.unknown.position_of(found)
        rows = self._rows(states)
        return all(self.inference.agrees(row, self.judge(position, row.attacker, row.target)) for row in rows)


def _hitting_set(sets: Sequence[Sequence[Literal]], solver: Solver) -> list[Literal]:
    """Give a smallest set that has a member of each of several."""
    formulas = Formulas()
    atoms = {member: formulas.atom(member) for members in sets for member in members}
    hitting = solver.with_formulas(formulas)
    for members in sets:
        hitting.require(*(atoms[member] for member in members))
    found = hitting.least(list(atoms.values()))
    return [member for member, atom in atoms.items() if found is not None and found.holds(atom)]
