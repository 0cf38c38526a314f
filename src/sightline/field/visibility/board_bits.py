"""What a board has where, as strings of places."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from sightline.field.visibility.bit_layout import Bools, Longs, Places, String, on_map
from sightline.lattice import Cell
from sightline.rules.position import MapMask, Mask, Position

Label = Callable[..., Any]


class Ground:
    """What a board has where."""

    def __init__(self, position: Position, places: Places) -> None:
        self.position, self.places = position, places
        self.is_there = on_map(places, position.board)
        self._empty: dict[tuple[Mask, bool], bool] = {}
        self._masked: dict[Hashable, String] = {}
        self._related: dict[Hashable, String] = {}
        self._labels: dict[Label, tuple[Longs, list[Any]]] = {}

    def is_empty(self, mask: Mask, of_borders: bool) -> bool:
        """Tell whether a mask holds no cells here, or no borders."""
        if (mask, of_borders) not in self._empty:
            sites = self.position.mask(mask)
            self._empty[mask, of_borders] = all(isinstance(site, Cell) == of_borders for site in sites)
        return self._empty[mask, of_borders]

    def masked(self, mask: Mask, step: Cell | None = None) -> String:
        """Give the places of the cells in a mask; or those from which a step leads over a border in it."""
        if (mask, step) not in self._masked:
            self._masked[mask, step] = self._found(mask, step)
        return self._masked[mask, step]

    def _found(self, mask: Mask, step: Cell | None) -> String:
        if mask is MapMask and step is None:
            return self.spread(self.is_there)
        sites = self.position.mask(mask)
        if step is None:
            return self.places.string(site for site in sites if isinstance(site, Cell))
        borders = [site for site in sites if not isinstance(site, Cell)]
        steps = [(one, Cell(other.q - one.q, other.r - one.r)) for one, other in borders]
        back = Cell(-step.q, -step.r)
        near = [one for one, found in steps if found == step]
        return self.places.string([*near, *(Cell(one.q + q, one.r + r) for one, (q, r) in steps if (q, r) == back)])

    def related(self, label: Label, holds: Callable[[Any, Any], bool], value: Hashable) -> String:
        """Give the places of the cells whose label is so related to a value."""
        if (label, holds, value) not in self._related:
            ids, values = self.labels(label)
            found = self.spread(np.array([bool(holds(each, value)) for each in values], np.bool_)[ids])
            self._related[label, holds, value] = found
        return self._related[label, holds, value]

    def spread(self, rows: Bools) -> String:
        """Give the string of what is said of the map's places, of shape (rows, columns); holes are left out."""
        return self.places.spread(rows & self.is_there)

    def labels(self, label: Label) -> tuple[Longs, list[Any]]:
        """Give a label of each cell, of shape (rows, columns), as a number into the list of its values."""
        if label not in self._labels:
            board, numbers = self.position.board, dict[Any, int]()
            found = np.zeros(self.is_there.size, np.int64)
            for index in np.flatnonzero(self.is_there.ravel()).tolist():
                cell = board.grid.cell_at(index % board.columns, index // board.columns)
                found[index] = numbers.setdefault(label(self.position, cell), len(numbers))
            self._labels[label] = found.reshape(self.is_there.shape), list(numbers)
        return self._labels[label]
