"""Ways that provoke as few as possible."""

from __future__ import annotations

import sightline

BOARD = """\
sightline: 1
rules: hero5
map:
  grid: hex
  hexes: flat even-q
  size: 4x4
  terrain: {difficult: [A1, D3], blocking: [B3]}
  borders: {fence: [A3/B4, B3/B4, C1/C2]}
pieces:
  A: {at: B3@SE, growth: 1, movement: 12, side: red}
  B: {at: D3, side: blue, reach: 2}
"""


def test_a_single_step_and_a_free_one_provoke_nobody() -> None:
    place = sightline.parse(BOARD).reach("A", fewest_attacks=True).cells["A2@SW"]
    assert (place.cost, place.path, place.provokes) == (6, ("A2@SE", "A2@SW"), ())


def test_the_cheapest_way_there_provokes() -> None:
    place = sightline.parse(BOARD).reach("A").cells["A2@SW"]
    assert (place.cost, place.provokes) == (4, ("B",))
