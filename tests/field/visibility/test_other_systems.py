"""Systems that are not ours are told on whole boards as single looks tell them: one of the tests, one of the docs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sightline
from sightline.lattice import HEX_LAYOUTS
from sightline.rules import Ruleset, Systems, installed_systems, read_system
from tests.docs.pages import ROOT, iter_blocks
from tests.field.test_cell_field import field_of, looked, rulings_of, seen
from tests.reference.boards import labels_of
from tests.rules.tiny_system import LANTERN

TOKENS = {"lantern": (".", ".", ".", "#", ".1", ".2", ".3"), "snowball": (".", ".", ".", "h", ".1", ".2", "h2", "_")}
COLUMNS, ROWS, BOARDS = 5, 4, 4


@pytest.fixture(scope="module")
def systems(tmp_path_factory: pytest.TempPathFactory) -> Systems:
    """Return all installed systems and these two."""
    file = tmp_path_factory.mktemp("docs") / "snowball.py"
    file.write_text(_snowball(ROOT / "docs" / "rule-systems.md"), encoding="utf-8")
    systems, others = installed_systems(), (LANTERN, read_system(file))
    for each in others:
        assert isinstance(each, Ruleset)
        systems = systems.with_system(each)
    return systems


def _snowball(page: Path) -> str:
    return next(block.text for block in iter_blocks(page) if block.file == "snowball.py")


def board_of(system: str, grid: str, rng: Random) -> str:
    """Return a board of a system with everything that its terrain and borders can be."""
    tokens = [rng.choice(TOKENS[system]) for _ in range(COLUMNS * ROWS)]
    drawing = "\n".join(f"    {' '.join(tokens[at : at + COLUMNS])}" for at in range(0, len(tokens), COLUMNS))
    labels = labels_of(COLUMNS, ROWS)
    sides = [f"{one}/{labels[at + 1]}" for at, one in enumerate(labels[:-1]) if (at + 1) % COLUMNS]
    hedges = f"  borders: {{hedge: [{', '.join(rng.sample(sides, 4))}]}}\n" if system == "lantern" else ""
    return f"sightline: 1\nrules: {system}\nmap:\n  {grid}\n  cells: |\n{drawing}\n{hedges}pieces: {{}}\n"


@pytest.mark.parametrize(
    ("system", "grid"),
    [("lantern", "grid: square"), *(("snowball", f"grid: hex\n  hexes: {layout}") for layout in HEX_LAYOUTS)],
)
def test_pairs_are_what_single_looks_find(systems: Systems, system: str, grid: str) -> None:
    rng, met = Random(f"{system} {grid}"), set[int]()
    for _ in range(BOARDS):
        scenario = rulings_of(sightline.parse(board_of(system, grid, rng), systems=systems), rng)
        cells = list(scenario.board)
        expected = [[looked(scenario, one, other) for other in cells] for one in cells]
        assert seen(field_of(scenario)).tolist() == expected, scenario.to_yaml()
        met.update(*expected)
    assert met == {0, 1, 2}
