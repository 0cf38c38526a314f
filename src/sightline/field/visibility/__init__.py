"""The questions that are asked of all cells of a map at once."""

from sightline.field.cell_field import CellField

__all__ = ["CellField"]
