"""The field of a scenario on a map of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline import Scenario

if TYPE_CHECKING:
    from sightline.field.cell_field import CellField


def field_of(scenario: Scenario) -> CellField:
    """Return the field of a map of cells."""
    from sightline.field.cell_field import CellField

    field = scenario.field()
    assert isinstance(field, CellField)
    return field
