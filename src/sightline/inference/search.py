"""The search for boards that agree with a chart, smallest first, or for rows that contradict each other.

The solver works on a model of the rules, which may be too loose (counterexample-guided refinement): the referee judges
every board row by row, and where it disagrees the model is refined and solved again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sightline.deadline import check_limit
from sightline.inference.chart_rows import Row
from sightline.inference.formulas import Formulas, Literal
from sightline.inference.sight_formulas import PlanEncoder
from sightline.inference.solver import OutOfTime, Solver
from sightline.inference.unknown_board import Assignment, Element, Inference
from sightline.rules.answers import Verdict
from sightline.rules.position import Position
from sightline.sight.plan import SightPlan

Judge = Callable[[Position, str, str], Verdict]
"""A function from a position and the names of attacker and target to the verdict of the referee."""


@dataclass(frozen=True)
class FoundBoard:
    """A board that agrees with all rows: the elements added, and whether it is proven that no smaller board is left."""

    position: Position
    added: tuple[Element, ...]
    is_smallest: bool


@dataclass(frozen=True)
class Contradiction:
    """Rows that no board satisfies together.

    - `is_irreducible`: it is proven that without any one of them the others are satisfiable.
    - `is_smallest`: it is proven that no fewer rows contradict each other.
    """

    rows: tuple[Row, ...]
    is_irreducible: bool
    is_smallest: bool


_CLOCK_INTERVAL = 1000
"""The number of requirements added between two checks of the time."""


class BoardSearch:
    """A search over the boards to which a known position can be completed."""

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
            check_limit()
            self.solver.check_time()
            for stand, seen in encoder.encode_view(row.attacker, row.target):
                self.solver.require(-stated, -stand, inference.requires(row, seen, self.unknown))
        for number, requirement in enumerate(self.unknown.requirements()):
            if number % _CLOCK_INTERVAL == 0:
                check_limit()
                self.solver.check_time()
            self.solver.require(*requirement)
        self.elements = self.unknown.elements()

    def boards(self) -> Iterator[FoundBoard]:
        """Yield boards that agree with all rows, smallest first, except supersets of earlier ones.

        Each board lacks an element of every earlier one, so none of its elements is superfluous. If the time runs out,
        the last board may not be proven smallest; `OutOfTime` is raised if there is no such board.
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
            yield FoundBoard(position, tuple(sorted(self.elements[atom] for atom in true)), is_smallest)
            if not is_smallest:
                return
            least = len(true)
            self.solver.require(*(-atom for atom in true))

    def contradiction(self) -> Contradiction:
        """Return a smallest set of rows that contradict each other; the rows must be contradictory.

        A set is smallest if it hits, for every board, the rows that disagree with it, and no smaller set does (minimum
        hitting set). The boards found on the way prove this. If the time runs out, the smallest known set is returned.
        """
        known, is_irreducible = list(self.states), False
        try:
            known = self._find_core(known)
            known = self._reduce(known)
            is_irreducible = True
            known = self._find_smallest(known)
        except OutOfTime:
            return Contradiction(self._rows(known), is_irreducible, is_smallest=False)
        return Contradiction(self._rows(known), is_irreducible=True, is_smallest=True)

    def _rows(self, states: Iterable[Literal]) -> tuple[Row, ...]:
        wanted = set(states)
        return tuple(row for row, stated in zip(self.rows, self.states, strict=True) if stated in wanted)

    def _find_core(self, states: Sequence[Literal]) -> list[Literal]:
        """Return some of the rows that already contradict each other, as the solver reports them."""
        core = set(self.solver.find_core(states))
        return [stated for stated in states if stated in core]

    def _reduce(self, states: Sequence[Literal]) -> list[Literal]:
        """Remove each row without which the others still contradict each other, and return the rest."""
        left = list(states)
        for stated in states:
            fewer = [other for other in left if other != stated]
            if self._solve([], fewer) is None:
                left = fewer
        return left

    def _find_smallest(self, known: Sequence[Literal]) -> list[Literal]:
        """Return the smallest contradictory set, at most as large as a known one."""
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
        """Return an assignment that satisfies the assumed rows, confirmed by the referee, that minimizes `counted`."""
        tie_breakers: Sequence[Literal] = ()
        while True:
            check_limit()
            found = self.solver.minimize(counted, assumed, lower_bound=least, tie_breakers=tie_breakers)
            if found is None or self._agrees(found, assumed):
                return found
            refinements = list(self.unknown.refinements(found))
            if not refinements:
                raise AssertionError("the model of the rules and the referee disagree")
            for refinement in refinements:
                self.solver.require(*refinement)
            # Superfluous hills would be unconnected and need refinement again and again: minimize all elements.
            tie_breakers = [] if counted and counted[0] in self.elements else list(self.elements)

    def _agrees(self, found: Assignment, states: Iterable[Literal]) -> bool:
        """Return whether the referee confirms rows on a board."""
        position = self.unknown.position_of(found)
        rows = self._rows(states)
        return all(self.inference.agrees(row, self.judge(position, row.attacker, row.target)) for row in rows)


def _hitting_set(sets: Sequence[Sequence[Literal]], solver: Solver) -> list[Literal]:
    """Return a smallest set with a member of each of several sets."""
    formulas = Formulas()
    atoms = {member: formulas.atom(member) for members in sets for member in members}
    hitting = solver.with_formulas(formulas)
    for members in sets:
        hitting.require(*(atoms[member] for member in members))
    found = hitting.minimize(list(atoms.values()))
    return [member for member, atom in atoms.items() if found is not None and found.holds(atom)]
