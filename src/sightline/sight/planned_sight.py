"""The capability of a rule system that states its sight on cells as a plan."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from sightline.board import Weapon
from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.rules.answers import Sight
from sightline.rules.attack import P
from sightline.rules.capabilities import Capability
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.rules.view import View
from sightline.sight.pair_evaluator import clear_sighting, find_sight, find_sighting
from sightline.sight.plan import SightPlan


class PlannedSight(Ruleset[P], Capability):
    """A system that states its sight on cells as plans. Single pairs and whole boards evaluate the same plan."""

    refusal: ClassVar[str] = N_("{rules} has no rules for line of sight")

    @abstractmethod
    def sight(self) -> SightPlan:
        """Return the plan of sight between pieces."""

    def view(self, position: Position, attacker: P, target: P, weapon: Weapon | None) -> View:
        del weapon
        return find_sighting(position.plan(self.sight), position, attacker, target)

    def dummy_sight(self, position: Position) -> SightPlan:
        """Return the plan by which one plain piece of one cell sees another, used for whole boards."""
        return position.plan(self.sight)

    def clear_view(self, position: Position, attacker: P, target: P) -> View | None:
        own, plan = type(self), position.plan(self.sight)
        is_by_plan = own.view is PlannedSight.view and own.dummy_sight is PlannedSight.dummy_sight
        if not is_by_plan or Sight.CLEAR in plan.classes[1:]:  # which degree it is is not known then
            return None
        return clear_sighting(plan, position, attacker, target)

    def count_lines(self, position: Position, start_cells: int, stop_cells: int) -> int:
        """Return the maximum number of lines between pieces of these numbers of cells on a board."""
        plan, corners = self.dummy_sight(position), len(position.board.grid.corners)
        points = {"centre": 1, "corners": corners, "outermost": 2}
        return plan.count_lines(start_cells * points[plan.start], stop_cells * points[plan.stop])

    def sight_at(self, position: Position, piece: P, cell: Cell) -> Sight:
        """Return the sight of a piece to a plain one in a cell."""
        return find_sight(self.dummy_sight(position), position, piece, cell)

    def uses_default_sight(self, position: Position, piece: P) -> bool:
        """Return whether `sight_at` of a piece of one cell follows `dummy_sight` under all rulings.

        It does unless `sight_at` is overridden.
        """
        del position, piece
        return type(self).sight_at is PlannedSight.sight_at
