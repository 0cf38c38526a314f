"""The reach of pieces."""

from __future__ import annotations

from functools import partial

from benchmarks.boards import bare_ground, random_ground
from benchmarks.fields import field_of
from benchmarks.measurement import Case, Floor, Sizes, Work
from benchmarks.peers.paths import networkx_paths, scipy_reaches_all


def _everywhere(size: int) -> Work:
    import sightline

    ground = bare_ground(size, walls=0.15, movement=_MOVE)
    scenario = sightline.parse(ground.text)
    return Work(lambda: field_of(scenario).reach("M"), scipy_reaches_all(ground, _MOVE), remark=lambda: f"Move {_MOVE}")


_MOVE = 12
_DIFFERS = (
    "We find ways among others, squeezing, rolls and whom each way provokes; networkx finds bare ways of one hex by "
    "the costs of terrain."
)


def _reach(size: int, *, growth: int) -> Work:
    import sightline

    movement = 3 * size // 10
    ground = random_ground(size, characters=60 * size**2 // 100**2 + 1, movement=movement, growth=growth)
    scenario = sightline.parse(ground.text)

    def remark() -> str:
        return f"movement {movement}, {len(scenario.reach('M').cells):,} places"

    return Work(lambda: scenario.reach("M"), networkx_paths(ground, movement), remark=remark)


REACH = (
    Case(
        "reach from every cell, {n} x {n} squares (SODWA), 15% walls",
        Sizes(full=100, quick=40, tiny=6),
        _everywhere,
        "scipy, Dijkstra with a limit",
        Floor(times=3),
        "We make the steps too, by all that SODWA says of moving, and keep what every cell costs from every other; "
        "scipy has its graph of eight neighbours ready, and its answers are dropped.",
        is_threaded=True,
    ),
    *(
        Case(
            f"reach of one character of Growth {growth} among others, {{n}} x {{n}} hexes (HERO)",
            Sizes(full=100, quick=40, tiny=20),
            partial(_reach, growth=growth),
            "networkx, Dijkstra",
            Floor(seconds=seconds),
            _DIFFERS,
        )
        for growth, seconds in ((0, 1), (3, 2))
    ),
)
