"""Movement in inches on a free table: where a base can end its move, and by which path. No rules.

The base moves as its circumscribed disc and ends as its true shape. The position of a base is that of its centre, so
obstacles are offset by the radius of that disc (configuration space), and paths are those of a point: straight legs
that bend at corners of offset obstacles and on the borders of offset difficult ground. Needs shapely, which is imported
at the first query.
"""

from __future__ import annotations

from types import ModuleType

from sightline.extras import MissingExtra
from sightline.i18n import _
from sightline.plane.movement.query import MoveQuery, Path, ReachableArea
from sightline.plane.shapes import Spot

__all__ = ["MoveQuery", "Path", "ReachableArea", "find_path", "reachable_area"]


def reachable_area(move: MoveQuery) -> ReachableArea:
    """Return the area in which a move may end. Raise MissingExtra if shapely is not installed."""
    found: ReachableArea = _import_result().reachable_area(move)
    return found


def find_path(move: MoveQuery, wish: Spot) -> Path | None:
    """Return a path to the end of a move nearest to `wish`; None if nothing can be reached.

    The area of `reachable_area` is not nearer to the wish than this end by more than its bound; a wish inside the area
    is itself the end. If the wish lies beyond the rim of a zone that ends the move, the end lies on the rim itself.
    Raise MissingExtra if shapely is not installed.
    """
    found: Path | None = _import_result().find_path(move, wish)
    return found


def _import_result() -> ModuleType:
    try:
        from sightline.plane.movement import result
    except ImportError as missing:
        raise MissingExtra(_("shapely, which measures moves on free tables,"), "free") from missing
    return result
