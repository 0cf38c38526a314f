"""A scene as plain text, for terminals, screen readers and mails, with aligned rows."""

from __future__ import annotations

from sightline.render.scenes.scene import Scene
from sightline.render.text_maps.text_canvas import Painter, unpainted
from sightline.render.text_maps.text_layout import TextOptions, laid_out


def text(
    scene: Scene,
    *,
    max_cells: int | None = None,
    width: int | None = None,
    has_map: bool = True,
    paint: Painter = unpainted,
) -> str:
    """Return a scene in characters: the map, lists of what is on it, a legend, the caption and the remarks.

    The map and its legend fit in `width` columns, by default 100; other lines are not wrapped, see `wrap_lines`. A map
    of more than `max_cells` columns or rows is omitted, which the text says. Without a map there is no legend either.
    """
    if scene.is_free:
        from sightline.render.text_maps.table_text import table_blocks as blocks
    else:
        from sightline.render.text_maps.cell_map import map_blocks as blocks
    return laid_out(scene, blocks(scene, TextOptions(max_cells, width, has_map=has_map, paint=paint)))
