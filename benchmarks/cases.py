"""The cases that are measured, each against a peer in the same run."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from benchmarks.boards import Measured, random_board, random_ground
from benchmarks.peers import (
    Place,
    float_walk,
    has_hexutil,
    has_networkx,
    has_shapely,
    hexutil_sees_all,
    networkx_ways,
    shapely_sees_all,
)
from benchmarks.tables import random_walls_and_bases, scenario_of

EXAMPLE = Path(__file__).parents[1] / "scenarios" / "penance" / "across-the-rubble.yaml"
_MEBI = 2**20 if sys.platform == "darwin" else 2**10


class Row(NamedTuple):
    """One line of the table: seconds of ours and of the peer for the same work, None where the peer is missing."""

    case: str
    ours: float
    peer: str
    theirs: float | None
    remark: str = ""


def start_up(*, is_quick: bool) -> Iterator[Row]:
    """Measure a whole process that answers one question, against the start of Python and of two of its libraries."""
    runs = 3 if is_quick else 9
    shot = [sys.executable, "-m", "sightline", "shot", str(EXAMPLE), "A", "T"]
    bare = [sys.executable, "-c", "import click, yaml"]
    empty = [sys.executable, "-c", "pass"]
    ours, theirs, least = _processes([shot, bare, empty], runs)
    remark = f"median of {runs}; below 0.3 s is wanted, 0.2 s is better"
    yield Row("shot, whole process", ours, "python -c 'import click, yaml'", theirs, remark)
    yield Row("shot, whole process", ours, "python -c pass", least)


def charts(*, is_quick: bool) -> Iterator[Row]:
    """Measure a chart of all pairs: exact, with odds, clauses and rulings, in a process of its own for its memory."""
    size, pieces = (60, 30) if is_quick else (200, 200)
    for walls in (0.15, 0.0):
        board = random_board(size, pieces, walls)
        seconds, busy, mebibytes = _chart(board)
        pairs = [(a, t) for a in board.places for t in board.places if a != t]
        name = f"chart, {size}x{size} hexes, {pieces} pieces, {walls:.0%} walls"
        remark = f"{len(pairs) / seconds:,.0f} pairs/s, {busy:.1f} s of processor time, peak {mebibytes:,.0f} MiB"
        theirs = _walk_all(board, pairs)
        yield Row(name, seconds, "float walk of each line: sight alone, not exact", theirs, remark)


def sees(*, is_quick: bool) -> Iterator[Row]:
    """Measure what one piece sees of a board."""
    size = 40 if is_quick else 100
    board = random_board(size, 2, 0.15)
    import sightline

    scenario = sightline.parse(board.text)
    seconds = _time(lambda: scenario.see("P0"))
    place = board.places[0]
    lines = [(place, (column, row)) for column in range(size) for row in range(size)]
    name = f"see, {size}x{size} hexes, 15% walls"
    yield Row(name, seconds, "float walk to each hex: not exact", _walk_all(board, lines))
    theirs = None
    if has_hexutil():
        sees_all = hexutil_sees_all(board)
        theirs = _time(lambda: sees_all(place))
    yield Row(name, seconds, "hexutil: a hex seen in any part counts, not exact", theirs)


def moves(*, is_quick: bool) -> Iterator[Row]:
    """Measure where a character can move to among others: ways, squeezing, rolls and whom each way provokes."""
    size, movement = (40, 12) if is_quick else (100, 30)
    import sightline

    for growth in (0, 3):
        ground = random_ground(size, 60, movement, growth)
        scenario = sightline.parse(ground.text)
        seconds = _time(lambda scenario=scenario: scenario.reach("M"))  # type: ignore[misc]
        theirs = None
        if has_networkx():
            find = networkx_ways(ground, movement)
            theirs = _time(find)
        name = f"reach, {size}x{size} hexes, 60 pieces, Growth {growth}"
        remark = (
            f"movement {movement}, {len(scenario.reach('M').cells):,} places; below {(1, 2)[growth > 0]} s is wanted"
        )
        yield Row(name, seconds, "networkx: bare Dijkstra of one hex over terrain", theirs, remark)


def tables(*, is_quick: bool) -> Iterator[Row]:
    """Measure who sees whom on a free table: from base to base, and from middle to middle as others do."""
    count = 50 if is_quick else 200
    if find_spec("numba") is None:
        return
    import sightline
    from sightline.field.table.corridors import Obstacles

    walls, bases = random_walls_and_bases(count, count)
    scenario = sightline.parse(scenario_of(walls, bases))
    obstacles, middles = Obstacles(walls), [base.centre for base in bases]
    compiling = _time(scenario.field().pairs) + _time(lambda: obstacles.open_lines(middles))
    theirs = None
    if has_shapely():
        sees_all = shapely_sees_all(walls, middles)
        theirs = _best(sees_all)
    pairs, name = count * (count - 1) // 2, f"free table, {count} walls, {count} bases"
    remark = f"{pairs:,} pairs; below 1 s is wanted; the first time, with compiling or loading, {compiling:.1f} s"
    peer = "shapely, prepared: from middle to middle alone"
    yield Row(f"{name}, base to base", _best(lambda: scenario.field().pairs()), peer, theirs, remark)
    yield Row(f"{name}, middle to middle", _best(lambda: obstacles.open_lines(middles)), peer, theirs)


def _best(work: Callable[[], object]) -> float:
    return min(_time(work) for _ in range(5))


def _walk_all(board: Measured, pairs: Sequence[tuple[Place, Place]]) -> float:
    walk = float_walk(board)
    return _time(lambda: [walk(a, t) for a, t in pairs])


def _time(work: Callable[[], object]) -> float:
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def _processes(commands: Sequence[Sequence[str]], runs: int) -> list[float]:
    """Give the median seconds of each process, run in turns, with compiled modules as an installed package has them."""
    with tempfile.TemporaryDirectory() as compiled:
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        env["PYTHONPYCACHEPREFIX"] = compiled
        taken: list[list[float]] = [[] for _ in commands]
        for _ in range(runs + 1):
            for command, seconds in zip(commands, taken, strict=True):
                seconds.append(_time(lambda command=command: _run(command, env)))  # type: ignore[misc]
        return [statistics.median(seconds[1:]) for seconds in taken]  # the first run compiles


def _run(command: Sequence[str], env: dict[str, str] | None = None) -> str:
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def _chart(board: Measured) -> tuple[float, float, float]:
    """Give seconds, seconds of processor time and peak MiB of judging a chart in a fresh process, start-up left out."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "board.yaml")
        file.write_text(board.text)
        told = _run([sys.executable, "-m", "benchmarks.cases", str(file)]).split()
    seconds, busy, mebibytes = map(float, told)
    return seconds, busy, mebibytes


def _judge_all(file: str) -> None:
    import sightline

    busy = time.process_time()
    seconds = _time(lambda: sum(1 for _ in sightline.load(file).iter_chart()))
    busy = time.process_time() - busy
    print(seconds, busy, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEBI)


if __name__ == "__main__":
    _judge_all(sys.argv[1])
