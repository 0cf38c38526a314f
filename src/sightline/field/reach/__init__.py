"""Minimum costs of moves between all cells of a board, for all sources at once."""

from sightline.field.reach.queries import ReachQueries

__all__ = ["ReachQueries"]
