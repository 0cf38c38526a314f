"""Linear indices of cells."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sightline.field.reach.cell_index import CellIndex

CELLS = st.sets(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1, max_size=20)


@given(CELLS, st.integers(1, 2))
def test_no_step_from_a_cell_leads_to_the_index_of_another(cells: set[tuple[int, int]], step: int) -> None:
    q, r = np.array(sorted(cells)).T
    index = CellIndex(q, r, step)
    cell_at = dict(zip(index.of(q, r).tolist(), sorted(cells), strict=True))
    assert len(cell_at) == len(cells)
    assert set(cell_at) <= set(range(index.count))
    for number, (column, row) in cell_at.items():
        for dq in range(-step, step + 1):
            for dr in range(-step, step + 1):
                to = cell_at.get(number + dq * index.column_stride + dr * index.row_stride)
                assert to in (None, (column + dq, row + dr))


def test_lines_follow_each_other_closely() -> None:
    r, q = np.indices((30, 20)).reshape(2, -1)
    assert CellIndex(q, r, 1).count <= 30 * 22
    assert CellIndex(q, r - q // 2, 1).count <= 20 * 33
