"""A scene as plain text: for terminals, for screen readers, for mails. No colour codes; every row aligned."""

from __future__ import annotations

from sightline.render.cell_map import map_blocks
from sightline.render.scene import Scene
from sightline.render.table_text import table_blocks
from sightline.render.text_layout import laid_out


def text(scene: Scene, *, max_cells: int | None = None) -> str:
    """Return a scene in characters: the map, lists of what is on it, a legend, the caption and the remarks.

    A map of more than `max_cells` columns or rows is left out, which the text says.
    """
    blocks = table_blocks if scene.is_free else map_blocks
    return laid_out(scene, blocks(scene, max_cells=max_cells))
