"""Maps of odd sizes and shapes are told as single looks tell them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import sightline
from sightline.lattice import HEX_LAYOUTS
from tests.field.test_cell_field import field_of, looked, seen
from tests.reference.boards import labels_of

PAIRS = 25
SIZES = (
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 70),
    (70, 1),
    (300, 2),
    (2, 130),
    (63, 3),
    (64, 3),
    (65, 3),
    (3, 63),
    (3, 64),
    (3, 65),
)
LAYOUTS = ("square", *HEX_LAYOUTS)


def scenario_of(layout: str, columns: int, rows: int, holes: float, rng: Random) -> sightline.Scenario:
    """Return a map with walls by lot, and with that share of its cells missing, but for one."""
    is_square = layout == "square"
    grid = "grid: square" if is_square else f"grid: hex\n  hexes: {layout}"
    letter, rules = ("X", "sodwa") if is_square else ("#", "penance")
    tokens = [rng.choices(("_", letter, "."), (holes, 0.1, 1 - holes))[0] for _ in labels_of(columns, rows)]
    tokens[rng.randrange(len(tokens))] = "."
    drawing = "\n".join(f"    {' '.join(tokens[row * columns : (row + 1) * columns])}" for row in range(rows))
    return sightline.parse(f"sightline: 1\nrules: {rules}\nmap:\n  {grid}\n  cells: |\n{drawing}\npieces: {{}}\n")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_odd_sizes(layout: str, size: tuple[int, int]) -> None:
    rng = Random(f"{layout} {size}")
    for holes in (0.0, 0.3, 1.0):
        scenario = scenario_of(layout, *size, holes, rng)
        field, cells = field_of(scenario), list(scenario.board)
        found = seen(field)
        assert found.shape == (len(cells), len(cells))
        for _ in range(PAIRS):
            one, other = rng.randrange(len(cells)), rng.randrange(len(cells))
            assert found[one, other] == looked(scenario, cells[one], cells[other]), scenario.to_yaml()
        one = rng.randrange(len(cells))
        assert np.array_equal(field.see(field.cells[one]), found[one])


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_fields_of_other_boards_are_computed_anew(layout: str) -> None:
    """Of other sizes, of other layouts and systems, with other holes, under other rulings."""
    rng = Random(f"others {layout}")
    field = field_of(scenario_of(layout, 5, 4, 0, rng))
    seen(field)
    others = [scenario_of(each, *size, 0.2, rng) for each in LAYOUTS for size in ((5, 4), (4, 5), (5, 5))]
    others += [other.with_rulings({each.name: each.choices[-1] for each in other.rules.rulings}) for other in others]
    for other in others:
        field = field.update(other)
        assert np.array_equal(seen(field), seen(field_of(other))), other.to_yaml()


GIANT = """\
sightline: 1
rules: hero5
map: {grid: hex, size: 8x7, terrain: {blocking: [E2], obstacle: [C5]}}
pieces:
  Gog: {at: C3@E, side: red, growth: 3}
  Mog: {at: F5, side: blue, growth: 2}
  Ann: {at: A1, side: blue}
"""


@pytest.mark.slow
def test_whoever_covers_a_cell_is_gone_where_that_is_an_end() -> None:
    scenario = sightline.parse(GIANT)
    found, cells = seen(field_of(scenario)), list(scenario.board)
    expected = [[looked(scenario, one, other) for other in cells] for one in cells]
    assert found.tolist() == expected
    assert max(len(piece.cells) for piece in scenario.position.pieces.values()) > 3
