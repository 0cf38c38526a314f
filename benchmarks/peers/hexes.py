"""Sight on hexes: a walk as people write it by hand, and hexutil."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from benchmarks.boards import Place, WalledBoard

Sees = Callable[[Place, Place], bool]
SeesAll = Callable[[Place], int]


def hexutil_sees_all(board: WalledBoard) -> SeesAll | None:
    """Count the hexes that hexutil sees from a place: a hex is seen if any part of it is (shadow casting)."""
    if find_spec("hexutil") is None:
        return None
    import hexutil

    def hexagon(place: Place) -> Any:
        # Its rows are straight and its columns shoved, so columns here are rows there.
        column, row = place
        return hexutil.Hex(2 * row + column % 2, column)

    open_hexes = {hexagon(place) for place in board.open_places}

    def sees_all(place: Place) -> int:
        return len(hexagon(place).field_of_view(open_hexes.__contains__, board.size))

    return sees_all


def float_walk(board: WalledBoard) -> Sees:
    """Return whether a walk in steps of one hex, rounded to the nearest, meets no wall: the usual hand-written way."""

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
    """Return column and row of the hex that holds a point in fractional axial coordinates."""
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return near_q, near_r + (near_q - near_q % 2) // 2
