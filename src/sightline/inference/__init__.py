"""Finding boards on which a published chart comes out: a plan of sight, read for a board that is not known yet."""

from sightline.inference.chart_rows import Row, SheetColumn
from sightline.inference.formulas import FALSE, TRUE, Formulas, Literal
from sightline.inference.unknown_board import Assignment, Base, Element, Glance, Inference, Unknown

__all__ = [
    "FALSE",
    "TRUE",
    "Assignment",
    "Base",
    "Element",
    "Formulas",
    "Glance",
    "Inference",
    "Literal",
    "Row",
    "SheetColumn",
    "Unknown",
]
