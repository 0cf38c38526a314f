"""Which way a table is measured."""

from __future__ import annotations

from sightline.rules import Position
from sightline.systems.post_galactica.hex_measure import Hexes
from sightline.systems.post_galactica.inch_measure import Inches
from sightline.systems.post_galactica.measure import Measure


def measure_of(position: Position) -> Measure:
    """Give the table of a position as it is measured."""
    return Inches(position) if position.is_free else Hexes(position)
