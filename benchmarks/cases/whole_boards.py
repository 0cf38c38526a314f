"""Sight from every cell of a board: all pairs, one source, and after a change."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import sightline
from benchmarks.boards import KITS, Place, WalledBoard, label_of, mixed_board, walled_board
from benchmarks.fields import field_of
from benchmarks.measurement import ANY_SPEED, Case, Floor, Fresh, Question, Sizes, Work
from benchmarks.peers.hexes import hexutil_sees_all
from benchmarks.peers.squares import tcod_sees
from benchmarks.processes import python
from sightline.rules import Sight, require
from sightline.sight import PlannedSight

T = TypeVar("T")

_SQUARES = Sizes(full=100, quick=50, tiny=5)
_ASKED = 100
"""From so many places is asked where sight of one is measured, and where answers are compared."""


def all_pairs(size: int, *, system: str = "sodwa", walls: float = 0.15) -> Question:
    """Return the question of who sees whom on a board of walls, as bits in memory."""
    text = walled_board(system, size, walls).text
    return Fresh(lambda: sightline.parse(text), lambda scenario: field_of(scenario).pairs())


def all_rows(size: int, *, system: str = "sodwa", walls: float = 0.15) -> Question:
    """Return the same question, one source after the other: nothing is kept."""
    text = walled_board(system, size, walls).text
    return Fresh(lambda: sightline.parse(text), lambda scenario: deque(field_of(scenario).rows(), maxlen=0))


def by_displacement(size: int, *, walls: float = 0.15) -> Question:
    """Return the question from which cells of a board of squares each displacement is open, all cells at once.

    That is a row of bits for each displacement. The board is made ready before, as the peer's is.
    """
    from sightline.field.visibility.visibility import BoardVisibility

    scenario = sightline.parse(walled_board("sodwa", size, walls).text)
    sight = BoardVisibility(require(scenario.rules, PlannedSight).dummy_sight(scenario.position), scenario.position)
    degree = sight.degree(Sight.CLEAR)
    assert degree is not None
    return lambda: sight.displacement_bits(degree, None)


def all_of_tcod(size: int, *, walls: float = 0.15) -> Question | None:
    """Return the question of what python-tcod sees from every open place, nothing of which is kept."""
    board = walled_board("sodwa", size, walls)
    sees = tcod_sees(board)
    return None if sees is None else partial(_ask_each, sees, board.open_places)


def _ask_each(sees: Callable[[T], object], places: Sequence[T]) -> None:
    for place in places:
        sees(place)


def _squares(size: int, *, walls: float, ask: Callable[..., Question]) -> Work:
    theirs = all_of_tcod(size, walls=walls)
    return Work(ask(size, walls=walls), theirs, remark=partial(_agreement, size, walls))


def _one_source(size: int, *, walls: float) -> Work:
    board = walled_board("sodwa", size, walls)
    field, places = field_of(sightline.parse(board.text)), _some(board)
    labels, sees = [label_of(*place) for place in places], tcod_sees(board)
    return Work(
        partial(_ask_each, field.see, labels), None if sees is None else partial(_ask_each, sees, places), len(places)
    )


def _some(board: WalledBoard) -> list[Place]:
    places = board.open_places
    return random.Random(2).sample(places, min(_ASKED, len(places)))


def _agreement(size: int, walls: float) -> str:
    """Return in words the share of pairs of open cells, from some places, for which python-tcod gives our answer."""
    import numpy as np

    board = walled_board("sodwa", size, walls)
    field, sees = field_of(sightline.parse(board.text)), tcod_sees(board)
    if sees is None:
        return ""
    is_open = np.array([(column, row) not in board.blocked for row in range(size) for column in range(size)])
    asked, same = 0, 0
    for column, row in _some(board):
        others = is_open.copy()
        others[row * size + column] = False
        ours = field.see(label_of(column, row)) == 2
        same += int((ours == sees((column, row)).ravel())[others].sum())
        asked += int(others.sum())
    return f"the same on {same / asked:.1%} of the pairs of open cells"


def _hexes(size: int) -> Work:
    board = walled_board("penance", size, 0.15)
    sees_all = hexutil_sees_all(board)
    theirs = None if sees_all is None else partial(_ask_each, sees_all, board.open_places)
    return Work(all_pairs(size, system="penance"), theirs)


def _mixed(size: int, *, system: str) -> Work:
    text = mixed_board(system, size).text
    return Work(Fresh(lambda: sightline.parse(text), lambda scenario: field_of(scenario).pairs()))


def _first(size: int) -> Work:
    ask = "import sys, sightline; sightline.parse(sys.stdin.read()).field().pairs()"
    text = walled_board("sodwa", size, 0.15).text
    return Work(python(["-c", ask], text), python(["-c", "import numba"]))


_EACH_DISPLACEMENT = "a row of bits for each displacement"
_TCOD = (
    "Both look from centre to centre. We decide every line in integers and by the clauses of SODWA, by which a line "
    "through a corner has two ways round it. The symmetric shadow casting of tcod takes a wall for a flat piece across "
    "the view, as wide as a cell, and reckons in single precision. We answer for all cells; tcod is asked from open "
    "ones, and its answers are dropped. Our scenario is new each time; to read it is not measured. A row of bits for "
    "each displacement says from which cells it is open; for that the board is made ready before, as it is for tcod."
)
_HEXUTIL = "hexutil sees a hex if any part of it is seen, in floating point; ours looks from centre to centre, exactly."

WHOLE_BOARDS = (
    *(
        Case(
            f"squares {{n}} x {{n}} (SODWA), {walls:.0%} walls: all pairs, {kept}",
            _SQUARES,
            partial(_squares, walls=walls, ask=ask),
            "python-tcod",
            Floor(times=times),
            _TCOD,
            is_threaded=True,
        )
        for walls, least, most in ((0.15, 4, 15), (0.02, 10, 35))
        for kept, ask, times in (
            ("a row of bits for each source", all_pairs, least),
            ("streamed", all_rows, least),
            (_EACH_DISPLACEMENT, by_displacement, most),
        )
    ),
    *(
        Case(
            f"squares {{n}} x {{n}} (SODWA), 15% walls: all pairs, {kept}",
            Sizes(full=200, quick=64, tiny=5),
            partial(_squares, walls=0.15, ask=ask),
            "python-tcod",
            floor,
            _TCOD,
            is_threaded=True,
        )
        for kept, ask, floor in (
            ("a row of bits for each source", all_pairs, ANY_SPEED),
            (_EACH_DISPLACEMENT, by_displacement, Floor(seconds=0.2)),
        )
    ),
    *(
        Case(
            f"squares {{n}} x {{n}} (SODWA), {walls:.0%} walls: one source",
            _SQUARES,
            partial(_one_source, walls=walls),
            "python-tcod",
            Floor(seconds=60e-6),
            _TCOD,
        )
        for walls in (0.15, 0.02)
    ),
    Case(
        "hexes {n} x {n} (Penance), 15% walls: all pairs",
        Sizes(full=40, quick=20, tiny=4),
        _hexes,
        "hexutil",
        Floor(seconds=0.004),
        _HEXUTIL,
        is_threaded=True,
    ),
    *(
        Case(
            f"all pairs on {{n}} x {{n}} cells with all that {system} knows",
            Sizes(40, 20, 4),
            partial(_mixed, system=system),
            is_threaded=True,
        )
        for system in KITS
    ),
    Case(
        "squares {n} x {n} (SODWA), 15% walls: all pairs, a whole process",
        _SQUARES,
        _first,
        "Python that loads Numba",
        Floor(seconds=0.4),
        differs="The peer answers nothing. What we compile is kept on disk from the first time on.",
        is_process=True,
    ),
)
