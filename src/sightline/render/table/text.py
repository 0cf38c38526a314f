"""A scene of a table as plain text."""

from __future__ import annotations

from sightline.render.table.scene import TableScene
from sightline.render.text import laid_out


def text(scene: TableScene, *, most_cells: int | None = None) -> str:
    """Tell a scene."""
    return laid_out(scene, [])
