"""The points of two ends between which the lines of a plan run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from sightline.board import format_point
from sightline.lattice import Cell, Point, tangent_corners
from sightline.rules.position import Position
from sightline.sight.plan import End, SightPlan


class EndPoints:
    """The points of two ends, as chosen by a plan: centres, corners, or outermost corners of their cells."""

    def __init__(self, plan: SightPlan, position: Position, cells: Mapping[End, tuple[Cell, ...]]) -> None:
        self._position = position
        self._cells = cells
        self._points: dict[End, list[Point]] = {"from": self._all_points(cells["from"], plan.start)}
        if plan.stop != "outermost":
            self._points["to"] = self._all_points(cells["to"], plan.stop)

    def of(self, end: End, chosen: Mapping[End, Point]) -> list[Point]:
        """Return the points of an end, given those chosen so far: only the chosen one if there is one."""
        if end in chosen:
            return [chosen[end]]
        if end in self._points:
            return self._points[end]
        [seen_from, *_] = self.of("from", chosen)
        return self._by_name(tangent_corners(self._position.board.grid, self._cells["to"], seen_from))

    def _all_points(self, cells: tuple[Cell, ...], which: Literal["centre", "corners"]) -> list[Point]:
        grid = self._position.board.grid
        if which == "centre":
            return [grid.centre(cell) for cell in cells]

        def corners() -> list[Point]:
            return self._by_name({grid.corner(cell, index) for cell in cells for index in range(len(grid.corners))})

        return self._position.cached_by_terrain(("corners", cells), corners)

    def _by_name(self, corners: Iterable[Point]) -> list[Point]:
        """Return corners in the order of their names."""
        return sorted(corners, key=lambda corner: format_point(self._position.board, corner))
