"""Names of columns."""

from __future__ import annotations

import pytest

from sightline.lattice import format_column, parse_column


@pytest.mark.parametrize(
    ("column", "letters"),
    [
        (0, "A"),
        (1, "B"),
        (25, "Z"),
        (26, "AA"),
        (27, "AB"),
        (51, "AZ"),
        (52, "BA"),
        (701, "ZZ"),
        (702, "AAA"),
        (999, "ALL"),
    ],
)
def test_columns_are_named_as_on_a_spreadsheet(column: int, letters: str) -> None:
    assert format_column(column) == letters
    assert parse_column(letters) == column


def test_every_column_of_the_widest_map_round_trips() -> None:
    names = [format_column(column) for column in range(1000)]
    assert [parse_column(name) for name in names] == list(range(1000))
    assert len(set(names)) == 1000
