"""Textures that fill the cells of a kind and distinguish kinds with the same meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import number
from sightline.render.primitives.svg_tags import ROUND
from sightline.render.primitives.terrain_marks import TEXTURES

_TILE, _SMALLEST_TILE, _OPACITY = 0.4, 5.0, 0.42


def fill(canvas: Canvas, data: str, texture: int, size: str = "mark") -> str:
    """Return a path filled with a texture, given its index and the size of the cell."""
    return f'<path d="{data}" fill="url(#{canvas.prefix}-{size}-texture-{texture})"/>'


def definitions(canvas: Canvas, kinds: Iterable[str], size: str) -> Iterator[str]:
    """Define the textures of kinds for the cell size of the canvas."""
    own = canvas.scene.own_kinds
    for texture in sorted({own[kind].texture for kind in kinds if kind in own}):
        path, angle, width = TEXTURES[texture]
        tile = max(_SMALLEST_TILE, _TILE * canvas.unit)
        turned = f"rotate({angle}) " if angle else ""
        box = f'width="1" height="1" patternUnits="userSpaceOnUse" patternTransform="{turned}scale({number(tile)})"'
        line = f'<path class="mark" d="{path}" stroke-width="{number(width)}" stroke-opacity="{_OPACITY}"{ROUND}/>'
        yield f'<pattern id="{canvas.prefix}-{size}-texture-{texture}" {box}>{line}</pattern>'
