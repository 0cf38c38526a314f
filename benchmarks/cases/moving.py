"""Where pieces can move to."""

from __future__ import annotations

from functools import partial

from benchmarks.boards import random_ground
from benchmarks.measuring import Case, Floor, Sizes, Work
from benchmarks.peers.ways import networkx_ways

_DIFFERS = (
    "We find ways among others, squeezing, rolls and whom each way provokes; networkx finds bare ways of one hex by "
    "the costs of terrain."
)


def _reach(size: int, *, growth: int) -> Work:
    import sightline

    movement = 3 * size // 10
    ground = random_ground(size, characters=60 * size**2 // 100**2 + 1, movement=movement, growth=growth)
    scenario = sightline.parse(ground.text)

    def told() -> str:
        return f"movement {movement}, {len(scenario.reach('M').cells):,} places"

    return Work(lambda: scenario.reach("M"), networkx_ways(ground, movement), told=told)


MOVING = tuple(
    Case(
        f"reach of one character of Growth {growth} among others, {{n}} x {{n}} hexes (HERO)",
        Sizes(full=100, quick=40, tiny=20),
        partial(_reach, growth=growth),
        "networkx, Dijkstra",
        Floor(seconds=seconds),
        _DIFFERS,
    )
    for growth, seconds in ((0, 1), (3, 2))
)
