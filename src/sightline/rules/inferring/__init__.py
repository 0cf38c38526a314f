"""Finding boards on which a published chart comes out: a plan of sight, read for a board that is not known yet."""

from sightline.rules.inferring.formulas import FALSE, TRUE, Formulas, Literal
from sightline.rules.inferring.sheets import Row, SheetColumn
from sightline.rules.inferring.unknown import Assignment, Base, Element, Glance, Inference, Unknown

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
