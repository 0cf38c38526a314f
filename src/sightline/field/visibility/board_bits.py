"""The terrain, pieces and labels of a board as bit sets."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from sightline.field.visibility.bit_layout import BitLayout, BitSet, Bools, Longs, find_cells
from sightline.lattice import Cell
from sightline.rules.position import MapMask, Mask, Position

Label = Callable[..., Any]


class BoardBits:
    """The masks, relations and labels of a board as bit sets, each computed once.

    `is_cell`, shape (rows, columns), is true for cells and false for holes.
    """

    def __init__(self, position: Position, layout: BitLayout) -> None:
        self.position, self.layout = position, layout
        self.is_cell = find_cells(layout, position.board)
        self._empty: dict[tuple[Mask, bool], bool] = {}
        self._masks: dict[Hashable, BitSet] = {}
        self._relations: dict[Hashable, BitSet] = {}
        self._labels: dict[Label, tuple[Longs, list[Any]]] = {}

    def is_empty(self, mask: Mask, of_borders: bool) -> bool:
        """Return whether a mask has no cells here, or no borders."""
        if (mask, of_borders) not in self._empty:
            types = map(type, self.position.mask(mask))
            self._empty[mask, of_borders] = set(types) <= {Cell} if of_borders else Cell not in types
        return self._empty[mask, of_borders]

    def mask_bits(self, mask: Mask, step: Cell | None = None) -> BitSet:
        """Return the cells in a mask; with `step` those from which it leads over a border in the mask."""
        if (mask, step) not in self._masks:
            self._masks[mask, step] = self._find_mask_bits(mask, step)
        return self._masks[mask, step]

    def cells_in(self, mask: Mask) -> Bools:
        """Return which cells are in a mask, shape (rows, columns)."""
        return self.layout.decode(self.mask_bits(mask)) & self.is_cell

    def _find_mask_bits(self, mask: Mask, step: Cell | None) -> BitSet:
        if mask is MapMask and step is None:
            return self.layout.encode(self.is_cell)
        sites = self.position.mask(mask)
        if step is None:
            return self.layout.encode_cells(site for site in sites if isinstance(site, Cell))
        borders = [site for site in sites if not isinstance(site, Cell)]
        steps = [(one, Cell(other.q - one.q, other.r - one.r)) for one, other in borders]
        back = Cell(-step.q, -step.r)
        near = [one for one, found in steps if found == step]
        opposite = [Cell(one.q + q, one.r + r) for one, (q, r) in steps if (q, r) == back]
        return self.layout.encode_cells([*near, *opposite])

    def relation_bits(self, label: Label, holds: Callable[[Any, Any], bool], value: Hashable) -> BitSet:
        """Return the cells whose label has a relation to a value: `holds(label of the cell, value)`."""
        if (label, holds, value) not in self._relations:
            ids, values = self.label_ids(label)
            flags = np.array([bool(holds(each, value)) for each in values], np.bool_)[ids]
            self._relations[label, holds, value] = self.layout.encode(flags & self.is_cell)
        return self._relations[label, holds, value]

    def label_ids(self, label: Label) -> tuple[Longs, list[Any]]:
        """Return a label of each cell, int64 of shape (rows, columns), as an index into the list of its values."""
        if label not in self._labels:
            board, numbers = self.position.board, dict[Any, int]()
            found = np.zeros(self.is_cell.size, np.int64)
            for index in np.flatnonzero(self.is_cell.ravel()).tolist():
                cell = board.grid.cell_at(index % board.columns, index // board.columns)
                found[index] = numbers.setdefault(label(self.position, cell), len(numbers))
            self._labels[label] = found.reshape(self.is_cell.shape), list(numbers)
        return self._labels[label]
