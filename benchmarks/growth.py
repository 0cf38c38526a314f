"""Growth of cost with the board: time and peak memory, each point in a process of its own.

`python -m benchmarks.growth NAME SIZE` measures one point and prints it.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from benchmarks.cases.whole_boards import all_of_tcod, all_pairs, all_rows
from benchmarks.measurement import Question, seconds_of

_MEBI = 2**20 if sys.platform == "darwin" else 2**10
SIZES = (32, 64, 100, 200, 400)
"""Cells a side."""
MIN_SECONDS = 1.0
_LONG = 20.0  # seconds: what takes longer is run once
_TOO_LONG = 120.0  # what would take longer is not run
_POWER = 4.5  # pairs grow with the fourth power of the side, lines get longer
_WARM = 8
"""Cells a side of the board that is asked first, so that nothing is compiled or loaded in what is measured."""


class Point(NamedTuple):
    """Seconds of one run, the least of some, and the peak of the whole process in MiB."""

    seconds: float
    mebibytes: float


class Growth(NamedTuple):
    """A question about boards of any size, with its title and the largest size at which it is asked."""

    title: str
    prepare: Callable[[int], Question | None]
    most: int = 400


GROWTHS: Mapping[str, Growth] = {
    "pairs": Growth("all pairs, in memory", all_pairs, 200),
    "rows": Growth("all pairs, streamed", all_rows),
    "tcod": Growth("python-tcod from every open cell, on one thread", all_of_tcod),
}


def points_of(name: str, sizes: Sequence[int]) -> dict[int, Point]:
    """Measure at each size up to the largest that is asked, until one would take too long.

    Return nothing if what is measured is not installed.
    """
    found: dict[int, Point] = {}
    for before, size in pairwise((0, *sizes)):
        is_long = before > 0 and found[before].seconds * (size / before) ** _POWER > _TOO_LONG
        point = None if size > GROWTHS[name].most or is_long else measure_apart(name, size)
        if point is None:
            break
        found[size] = point
    return found


def measure_apart(name: str, size: int) -> Point | None:
    """Measure in another process, which keeps to the same processors."""
    command = [sys.executable, "-m", "benchmarks.growth", name, str(size)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return Point(*map(float, printed)) if printed else None


def measure_here(name: str, size: int) -> Point | None:
    """Measure in this process, which should do nothing else."""
    prepare = GROWTHS[name].prepare
    warm = prepare(_WARM)
    work = prepare(size)
    if warm is None or work is None:
        return None
    warm()
    taken = [seconds_of(work)]
    while sum(taken) < MIN_SECONDS or len(taken) < (3 if taken[0] < _LONG else 1):
        taken.append(seconds_of(work))
    return Point(min(taken), _peak())


def _peak() -> float:
    """Return the peak memory of this process in MiB."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux's other number begins with what the parent had
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEBI


if __name__ == "__main__":
    point = measure_here(sys.argv[1], int(sys.argv[2]))
    if point is not None:
        print(*point)
