"""Questions about many attacks on one board, as a server puts them: what threatens, where to go, what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.boards import sided_board
from benchmarks.measurement import Case, Floor, Fresh, Sizes, Work

if TYPE_CHECKING:
    from sightline import Scenario

_PIECES = 30
_SIDE, _PIECE = "red", "P0"
_USUAL, _LARGE = Sizes(40, 20, 4), Sizes(158, 60, 5)


def _scenario(size: int) -> Scenario:
    import sightline

    scenario = sightline.parse(sided_board(size, min(_PIECES, size), 0.15).text)
    scenario.field()  # which loads the arrays, as a server has them
    return scenario


def _threat(size: int) -> Work:
    from sightline.referee.threat import threat

    def one_by_one(scenario: Scenario) -> object:
        return threat(scenario.rules, scenario.position, _SIDE)

    ours = Fresh(lambda: _scenario(size), lambda scenario: scenario.threat(_SIDE))
    return Work(ours, Fresh(lambda: _scenario(size), one_by_one))


def _advise(size: int) -> Work:
    from sightline.referee.advice import advise

    def one_by_one(scenario: Scenario) -> object:
        return advise(scenario.rules, scenario.position, scenario.position.pieces[_PIECE])

    ours = Fresh(lambda: _scenario(size), lambda scenario: scenario.advise(_PIECE))
    return Work(ours, Fresh(lambda: _scenario(size), one_by_one))


def _see(size: int) -> Work:
    from sightline.referee.see import see

    def one_by_one(scenario: Scenario) -> object:
        return see(scenario.rules, scenario.position, scenario.position.pieces[_PIECE])

    ours = Fresh(lambda: _scenario(size), lambda scenario: scenario.see(_PIECE))
    return Work(ours, Fresh(lambda: _scenario(size), one_by_one))


def _picture(size: int) -> Work:
    """Draw a board on which one piece has moved after it was drawn."""

    def moved() -> Scenario:
        scenario = _scenario(size)
        scenario.svg()
        return scenario.with_piece(_PIECE, facing="S")

    return Work(Fresh(moved, lambda scenario: scenario.svg()), Fresh(lambda: _scenario(size), lambda each: each.svg()))


_CELL_BY_CELL = "sight cell by cell"
_BOARD = "{n} x {n} hexes, 30 pieces (Penance), 15% walls"
QUESTIONS = (
    Case(f"`threat`, {_BOARD}", _USUAL, _threat, _CELL_BY_CELL, Floor(seconds=0.1)),
    Case(f"`threat`, {_BOARD}", _LARGE, _threat, _CELL_BY_CELL, Floor(seconds=0.5)),
    Case(f"`advise`, {_BOARD}", _USUAL, _advise, _CELL_BY_CELL, Floor(seconds=0.08)),
    Case(f"`see` with the rulings that decide, {_BOARD}", _LARGE, _see, _CELL_BY_CELL, Floor(seconds=0.3)),
    Case(f"`svg()` after one piece has turned, {_BOARD}", _USUAL, _picture, "a board drawn first", Floor(seconds=0.01)),
)
"""Each of a scenario that is new each time. The slower way asks for the sight of one cell after the other."""
