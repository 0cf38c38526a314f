"""Numbers of cells and strings of bits."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sightline.field.reach.bitstrings import Numbers

CELLS = st.sets(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1, max_size=20)


@given(CELLS, st.integers(1, 2))
def test_no_step_from_a_cell_leads_to_the_number_of_another(cells: set[tuple[int, int]], step: int) -> None:
    q, r = np.array(sorted(cells)).T
    numbers = Numbers(q, r, step)
    number = dict(zip(numbers.of(q, r).tolist(), sorted(cells), strict=True))
    assert len(number) == len(cells)
    assert set(number) <= set(range(numbers.count))
    for index, (column, row) in number.items():
        for dq in range(-step, step + 1):
            for dr in range(-step, step + 1):
                to = number.get(index + dq * numbers.column + dr * numbers.row)
                assert to in (None, (column + dq, row + dr))


def test_lines_follow_each_other_closely() -> None:
    r, q = np.indices((30, 20)).reshape(2, -1)
    assert Numbers(q, r, 1).count <= 30 * 22
    assert Numbers(q, r - q // 2, 1).count <= 20 * 33
