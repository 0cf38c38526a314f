"""Sight on squares: python-tcod."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from benchmarks.boards import Place, WalledBoard


def tcod_sees(board: WalledBoard) -> Callable[[Place], Any] | None:
    """Return the cells that python-tcod sees from a place by symmetric shadow casting, of shape (rows, columns)."""
    if find_spec("tcod") is None:
        return None
    import numpy as np
    from tcod.constants import FOV_SYMMETRIC_SHADOWCAST
    from tcod.map import compute_fov

    is_open = np.ones((board.size, board.size), np.bool_)
    for column, row in board.blocked:
        is_open[row, column] = False

    def sees(place: Place) -> Any:
        column, row = place
        return compute_fov(is_open, (row, column), 0, light_walls=True, algorithm=FOV_SYMMETRIC_SHADOWCAST)

    return sees
