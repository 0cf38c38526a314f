"""What others do with the same board: bare sight or ways, no rules. In sight none is exact; each has its own rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import combinations
from typing import Any

from benchmarks.boards import Ground, Measured
from sightline.plane import Polygon, Spot

Place = tuple[int, int]
Sees = Callable[[Place, Place], bool]
SeesAll = Callable[[Place], int]


def has_hexutil() -> bool:
    """Tell whether hexutil, from PyPI, is installed."""
    return find_spec("hexutil") is not None


def hexutil_sees_all(board: Measured) -> SeesAll:
    """Count the hexes that hexutil sees from a place: a hex is seen if any part of it is (shadow casting)."""
    import hexutil  # type: ignore[import-not-found,unused-ignore]

    def hexagon(place: Place) -> Any:
        # Its rows are straight and its columns shoved, so columns here are rows there.
        column, row = place
        return hexutil.Hex(2 * row + column % 2, column)

    size = range(board.size)
    open_hexes = {hexagon((column, row)) for column in size for row in size if (column, row) not in board.blocked}

    def sees_all(place: Place) -> int:
        return len(hexagon(place).field_of_view(open_hexes.__contains__, board.size))

    return sees_all


def has_networkx() -> bool:
    """Tell whether networkx, from PyPI, is installed."""
    return find_spec("networkx") is not None


def networkx_ways(ground: Ground, movement: int) -> Callable[[], int]:
    """Count the hexes that networkx finds ways to on a graph built before, by the costs of terrain alone."""
    import networkx  # type: ignore[import-untyped,import-not-found,unused-ignore]

    graph = networkx.DiGraph()
    for column, row in ground.costs:
        low = row + column % 2
        near = [(column, row - 1), (column, row + 1)]
        near += [(other, beside) for other in (column - 1, column + 1) for beside in (low - 1, low)]
        graph.add_weighted_edges_from(((column, row), to, ground.costs[to]) for to in near if to in ground.costs)

    def find() -> int:
        return len(networkx.single_source_dijkstra_path(graph, ground.start, cutoff=movement))

    return find


def float_walk(board: Measured) -> Sees:
    """Tell whether a walk in steps of one hex, rounded to the nearest, meets no wall: the usual hand-written way."""

    def sees(start: Place, stop: Place) -> bool:
        (q, r), (to_q, to_r) = _axial(start), _axial(stop)
        steps = max(abs(to_q - q), abs(to_r - r), abs(to_q + to_r - q - r))
        for step in range(1, steps):
            share = step / steps
            at = _rounded(q + (to_q - q) * share + 1e-6, r + (to_r - r) * share + 2e-6)
            if at in board.blocked:
                return False
        return True

    return sees


def _axial(place: Place) -> Place:
    column, row = place
    return column, row - (column - column % 2) // 2


def _rounded(q: float, r: float) -> Place:
    """Give column and row of the hex that holds a point in fractional axial coordinates."""
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return near_q, near_r + (near_q - near_q % 2) // 2


def has_shapely() -> bool:
    """Tell whether shapely, from PyPI, is installed."""
    return find_spec("shapely") is not None


def shapely_sees_all(walls: Sequence[Polygon], places: Sequence[Spot]) -> Callable[[], int]:
    """Count the pairs of places that shapely finds no wall between, by one prepared geometry of all walls."""
    import shapely

    built = shapely.union_all([shapely.Polygon(wall.corners) for wall in walls])
    shapely.prepare(built)
    lines = shapely.linestrings(list(combinations(places, 2)))

    def sees_all() -> int:
        return len(lines) - int(shapely.intersects(built, lines).sum())

    return sees_all
