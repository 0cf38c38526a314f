"""Which way a table is measured."""

from __future__ import annotations

from sightline.rules import Position
from sightline.rules.post_galactica.hexes import Hexes
from sightline.rules.post_galactica.inches import Inches
from sightline.rules.post_galactica.measure import Measure


def measure_of(position: Position) -> Measure:
    """Give the table of a position as it is measured."""
    return Inches(position) if position.is_free else Hexes(position)
