"""Labels of ends that nothing on a board tells apart are one class: many levels cost no more than few."""

from __future__ import annotations

from random import Random

import sightline
from sightline.field.visibility.visibility import BoardVisibility
from sightline.rules import require
from sightline.sight import PlannedSight
from tests.field.test_cell_field import field_of, looked, seen

ROWS, COLUMNS = 11, 10


def slope(rng: Random) -> sightline.Scenario:
    """Return a board of one hill on which every level from -9 to 99 is a hex, with warriors on three of them."""
    levels = sorted([*range(-9, 100), 0], key=lambda level: level + rng.random() * 20)
    tokens = [f".{level or ''}" for level in levels]
    rows = [" ".join(tokens[first : first + COLUMNS]) for first in range(0, len(tokens), COLUMNS)]
    cells = "".join(f"    {row}\n" for row in rows)
    places = rng.sample([f"{column}{row}" for column in "ABCDEFGHIJ" for row in range(1, ROWS + 1)], 3)
    pieces = "".join(f"  P{number}: {{at: {place}}}\n" for number, place in enumerate(places))
    text = f"sightline: 1\nrules: combat-hex\nmap:\n  grid: hex\n  cells: |\n{cells}pieces:\n{pieces}"
    return sightline.parse(text)


def test_a_field_with_every_level_has_as_many_classes_as_warriors_tell_apart() -> None:
    scenario = slope(Random("classes"))
    visibility = BoardVisibility(
        require(scenario.rules, PlannedSight).dummy_sight(scenario.position), scenario.position
    )
    # Hexes on the ground and those on the hill, each by how many of the three warriors they overlook.
    assert len(visibility.compiled.starts.values) <= 2 * 4
    assert len(visibility.compiled.stops.values) <= 2 * 4


def test_a_field_with_every_level_agrees_with_single_looks() -> None:
    for seed in range(2):
        rng = Random(f"levels {seed}")
        scenario = slope(rng)
        field, cells = field_of(scenario), list(scenario.position.board)
        found = seen(field)
        for _ in range(200):
            one, other = rng.choices(range(len(cells)), k=2)
            assert found[one, other] == looked(scenario, cells[one], cells[other]), (one, other, scenario.to_yaml())
