"""What pieces reach, from everywhere on a board at once; and least costs on plain grids."""

from sightline.field.reach.plain_grid import DIRECTIONS, costs_around, costs_between
from sightline.field.reach.queries import Reaching

__all__ = ["DIRECTIONS", "Reaching", "costs_around", "costs_between"]
