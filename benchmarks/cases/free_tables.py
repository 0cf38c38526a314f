"""Sight on a free table: from base to base, and from middle to middle as others do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.measurement import Case, Floor, Fresh, Sizes, Work
from benchmarks.peers.tables import shapely_sees_all
from benchmarks.tables import random_walls_and_bases, scenario_of

if TYPE_CHECKING:
    from sightline import Scenario

_SIZES = Sizes(full=200, quick=50, tiny=4)


def _base_to_base(count: int) -> Work:
    import sightline

    walls, bases = random_walls_and_bases(count, count)
    text = scenario_of(walls, bases)
    theirs = shapely_sees_all(walls, [base.centre for base in bases])
    ours = Fresh(lambda: sightline.parse(text), lambda scenario: scenario.field().pairs())
    return Work(ours, theirs, remark=lambda: _pairs(count))


def _middle_to_middle(count: int) -> Work:
    import numpy as np

    from benchmarks.centre_lines import CentreLines

    walls, bases = random_walls_and_bases(count, count)
    lines, middles = CentreLines(walls), np.array([base.centre for base in bases])
    theirs = shapely_sees_all(walls, [base.centre for base in bases])
    return Work(lambda: lines.find_open_pairs(middles), theirs, remark=lambda: _pairs(count))


def _one_base_moves(count: int) -> Work:
    import sightline
    from sightline.field.table_field import TableField

    walls, bases = random_walls_and_bases(count, count)
    scenario = sightline.parse(scenario_of(walls, bases))
    field = TableField(scenario.rules, scenario.position)
    field.pairs()
    x, y = bases[0].centre

    def moved() -> Scenario:
        return scenario.with_piece("U0", at=[x, y + 0.001])

    return Work(
        lambda: field.update(moved()).pairs(),
        lambda: moved().field().pairs(),
        remark=lambda: f"{count - 1} pairs again",
    )


def _chart(count: int) -> Work:
    import sightline

    walls, bases = random_walls_and_bases(2 * count, count)
    text = scenario_of(walls, bases)
    return Work(
        lambda: sum(1 for _ in sightline.parse(text).iter_chart()), remark=lambda: f"{count * (count - 1):,} answers"
    )


def _see(count: int) -> Work:
    import sightline

    walls, bases = random_walls_and_bases(2 * count, count)
    text = scenario_of(walls, bases)
    return Work(lambda: sightline.parse(text).see("U0"))


def _pairs(count: int) -> str:
    return f"{count * (count - 1) // 2:,} pairs"


FREE_TABLES = (
    Case(
        "free table, {n} walls, {n} bases: middle to middle",
        _SIZES,
        _middle_to_middle,
        "shapely, prepared",
        Floor(times=8),
        "Both draw one line from middle to middle, in whole thousandths of an inch, which a wall cuts that touches it.",
    ),
    Case(
        "free table, {n} walls, {n} bases: base to base",
        _SIZES,
        _base_to_base,
        "shapely, prepared",
        Floor(seconds=1),
        "We find out whether any point of one base sees any of the other, without sampling; shapely draws one line "
        "from middle to middle.",
        is_threaded=True,
    ),
    Case(
        "free table, {n} walls, {n} bases: base to base, after one moved",
        _SIZES,
        _one_base_moves,
        "the same afresh",
    ),
    Case(
        "chart of all pairs of {n} pieces on a free table, twice as many walls (Post Galactica)",
        Sizes(30, 15, 3),
        _chart,
        floor=Floor(seconds=0.2),
    ),
    Case(
        "`see` of one of {n} pieces on a free table, twice as many walls (Post Galactica)",
        Sizes(30, 15, 3),
        _see,
        floor=Floor(seconds=0.05),
    ),
)
