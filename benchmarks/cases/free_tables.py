"""Who sees whom on a free table: from base to base, and from middle to middle as others do."""

from __future__ import annotations

from benchmarks.measuring import Case, Floor, Sizes, Work
from benchmarks.peers.tables import shapely_sees_all
from benchmarks.tables import random_walls_and_bases, scenario_of

_SIZES = Sizes(full=200, quick=50, tiny=4)


def _base_to_base(count: int) -> Work:
    import sightline

    walls, bases = random_walls_and_bases(count, count)
    scenario = sightline.parse(scenario_of(walls, bases))
    theirs = shapely_sees_all(walls, [base.centre for base in bases])
    return Work(lambda: scenario.field().pairs(), theirs, told=lambda: _pairs(count))


def _middle_to_middle(count: int) -> Work:
    from sightline.field.table.corridors import Obstacles

    walls, bases = random_walls_and_bases(count, count)
    obstacles, middles = Obstacles(walls), [base.centre for base in bases]
    theirs = shapely_sees_all(walls, middles)
    return Work(lambda: obstacles.open_lines(middles), theirs, told=lambda: _pairs(count))


def _pairs(count: int) -> str:
    return f"{count * (count - 1) // 2:,} pairs"


FREE_TABLES = (
    Case(
        "free table, {n} walls, {n} bases: middle to middle",
        _SIZES,
        _middle_to_middle,
        "shapely, prepared",
        Floor(times=8),
        "Both draw one line from middle to middle; where a line only touches a wall, shapely finds it cut.",
    ),
    Case(
        "free table, {n} walls, {n} bases: base to base",
        _SIZES,
        _base_to_base,
        "shapely, prepared",
        Floor(seconds=1),
        "We find out whether any point of one base sees any of the other, without sampling; shapely draws one line "
        "from middle to middle.",
    ),
)
