"""The choice of the measure: hexes or inches."""

from __future__ import annotations

from sightline.rules import Position
from sightline.systems.post_galactica.hex_measure import HexMeasure
from sightline.systems.post_galactica.inch_measure import InchMeasure
from sightline.systems.post_galactica.measure import Measure


def measure_of(position: Position) -> Measure:
    """Return the measure of a position."""
    return InchMeasure(position) if position.is_free else HexMeasure(position)
