"""Single questions, as they are asked at a table: a shot, what one piece sees, a chart."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from benchmarks.boards import crowded_board
from benchmarks.measuring import Case, Floor, Sizes, Work
from benchmarks.peers.hexes import float_walk, hexutil_sees_all

_EXAMPLE = Path(__file__).parents[2] / "scenarios" / "penance" / "across-the-rubble.yaml"
_ANY = Sizes(1, 1, 1)


def _shot(_: int, *, peer: Sequence[str]) -> Work:
    shot = ["-m", "sightline", "shot", str(_EXAMPLE), "A", "T"]
    return Work(lambda: _python(shot), lambda: _python(peer))


def _python(arguments: Sequence[str]) -> None:
    subprocess.run([sys.executable, *arguments], env=_installed(), capture_output=True, check=True)


@cache
def _installed() -> dict[str, str]:
    """Give an environment in which compiled modules are kept, as an installed package has them."""
    kept = tempfile.TemporaryDirectory()
    atexit.register(kept.cleanup)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return env | {"PYTHONPYCACHEPREFIX": kept.name}


def _see(size: int, *, peer: str) -> Work:
    import sightline

    board = crowded_board(size, 2, 0.15)
    scenario, place = sightline.parse(board.text), board.places[0]
    if peer == "hexutil":
        sees_all = hexutil_sees_all(board)
        theirs = sees_all and partial(sees_all, place)
        return Work(lambda: scenario.see("P0"), theirs)
    walk, places = float_walk(board), [(column, row) for column in range(size) for row in range(size)]
    return Work(lambda: scenario.see("P0"), lambda: [walk(place, to) for to in places])


def _chart(size: int, *, walls: float) -> Work:
    import sightline

    board = crowded_board(size, size, walls)
    walk = float_walk(board)
    pairs = [(a, t) for a in board.places for t in board.places if a != t]
    return Work(
        lambda: sum(1 for _ in sightline.parse(board.text).iter_chart()),
        lambda: [walk(a, t) for a, t in pairs],
        told=lambda: f"{len(pairs):,} pairs",
    )


_WALK = "The walk goes from hex to hex in rounded floating point, as people write it by hand: sight alone, not exact."

SINGLE = (
    Case(
        "`shot`, a whole process",
        _ANY,
        partial(_shot, peer=("-c", "import click, yaml")),
        "Python that loads click and PyYAML",
        Floor(seconds=0.2),
        "The peer answers nothing: it is what a command line in Python costs.",
    ),
    Case(
        "`shot`, a whole process, against an empty one",
        _ANY,
        partial(_shot, peer=("-c", "pass")),
        "Python that does nothing",
        Floor(seconds=0.2),
    ),
    Case(
        "`see` with its findings, {n} x {n} hexes (Penance), 15% walls",
        Sizes(100, 40, 6),
        partial(_see, peer="walk"),
        "float walk to each hex",
        differs=_WALK,
    ),
    Case(
        "`see` with its findings, {n} x {n} hexes (Penance), 15% walls, against a field of view",
        Sizes(100, 40, 6),
        partial(_see, peer="hexutil"),
        "hexutil",
        differs="For hexutil a hex is seen if any part of it is, and it reckons in floating point.",
    ),
    *(
        Case(
            f"chart of all pairs of {{n}} pieces, {{n}} x {{n}} hexes (Penance), {walls:.0%} walls",
            Sizes(200, 30, 4),
            partial(_chart, walls=walls),
            "float walk of each line",
            differs=f"We give odds, clauses and rulings. {_WALK}",
        )
        for walls in (0.15, 0.0)
    ),
)
