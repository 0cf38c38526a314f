"""Single questions, as they are asked at a table: a shot, what one piece sees, a chart."""

from __future__ import annotations

from pathlib import Path

from benchmarks.boards import crowded_board
from benchmarks.measurement import Case, Floor, Fresh, Sizes, Work
from benchmarks.peers.hexes import float_walk
from benchmarks.processes import python

_EXAMPLE = Path(__file__).parents[2] / "scenarios" / "penance" / "across-the-rubble.yaml"
_ANY = Sizes(1, 1, 1)


def _shot(_: int) -> Work:
    shot = ["-m", "sightline", "shot", str(_EXAMPLE), "A", "T"]
    return Work(python(shot), python(["-c", "import click, yaml"]))


def _import(_: int) -> Work:
    return Work(python(["-c", "import sightline"]), python(["-c", "pass"]))


def _see(size: int) -> Work:
    import sightline

    board = crowded_board(size, 2, 0.15)
    place, walk = board.places[0], float_walk(board)
    places = [(column, row) for column in range(size) for row in range(size)]
    ours = Fresh(lambda: sightline.parse(board.text), lambda scenario: scenario.see("P0"))
    return Work(ours, lambda: [walk(place, to) for to in places])


def _chart(size: int) -> Work:
    import sightline

    board = crowded_board(size, size, 0.15)
    walk = float_walk(board)
    pairs = [(a, t) for a in board.places for t in board.places if a != t]
    return Work(
        lambda: sum(1 for _ in sightline.parse(board.text).iter_chart()),
        lambda: [walk(a, t) for a, t in pairs],
        remark=lambda: f"{len(pairs):,} pairs",
    )


_WALK = "The walk goes from hex to hex in rounded floating point, as people write it by hand: sight alone, not exact."

SINGLE_QUESTIONS = (
    Case(
        "`shot`, a whole process",
        _ANY,
        _shot,
        "Python that loads click and PyYAML",
        Floor(seconds=0.1),
        "The peer answers nothing: it is what a command line in Python costs.",
        is_process=True,
    ),
    Case(
        "`import sightline`, a whole process",
        _ANY,
        _import,
        "Python that loads nothing",
        Floor(seconds=0.1),
        is_process=True,
    ),
    Case(
        "`see` with its findings, {n} x {n} hexes (Penance), 15% walls",
        Sizes(100, 40, 6),
        _see,
        "float walk to each hex",
        differs=_WALK,
    ),
    Case(
        "chart of all pairs of {n} pieces, {n} x {n} hexes (Penance), 15% walls",
        Sizes(100, 30, 4),
        _chart,
        "float walk of each line",
        Floor(seconds=1),
        differs=f"We give odds, clauses and rulings. {_WALK}",
    ),
)
