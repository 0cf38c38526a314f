"""Movement in inches on a free table: where a base can end its move, and by which path. Knows no rules.

The base moves as the disc round it and ends as what it is. The place of a base is that of its centre, so obstacles are
grown by the radius of that disc, and paths are those of a point: straight lines that bend at corners of grown obstacles
and on the borders of grown difficult ground. Needs shapely, which is loaded when something is asked.
"""

from __future__ import annotations

from types import ModuleType

from sightline.extras import MissingExtra
from sightline.i18n import _
from sightline.plane.movement.query import Move, Outline, Path
from sightline.plane.shapes import Spot

__all__ = ["Move", "Outline", "Path", "outline", "path_to"]


def outline(move: Move) -> Outline:
    """Give where a move may end.

    Raises MissingExtra where the library that measures it is not installed.
    """
    found: Outline = _answers().outline(move)
    return found


def path_to(move: Move, wish: Spot) -> Path | None:
    """Give a path to the end of a move that is nearest to a wish, None where nothing can be reached.

    What `outline` shows comes no nearer to the wish by more than its bound, and where the wish is shown it is the end.
    Where the wish lies beyond the rim of a zone that ends the move, the end lies on the rim itself.
    Raises MissingExtra where the library that measures it is not installed.
    """
    found: Path | None = _answers().path_to(move, wish)
    return found


def _answers() -> ModuleType:
    try:
        from sightline.plane.movement import result
    except ImportError as missing:
        raise MissingExtra(_("shapely, which measures moves on free tables,"), "free") from missing
    return result
