"""One cell as a picture by itself, for programs that draw maps of tiles."""

from __future__ import annotations

from sightline.render.layers.canvas import Canvas
from sightline.render.pages.surface_layers import definitions, surface_layers
from sightline.render.pages.svg_document import defs
from sightline.render.primitives.colours import style_sheet
from sightline.render.primitives.pixels import number
from sightline.render.primitives.projection import CellProjection
from sightline.render.scenes.scene import Scene

_UNIT = 32.0
_LAYERS = ("ground", "terrain")


def tile_svg(scene: Scene, size: tuple[int, int]) -> str:
    """Return the ground of a board of one cell as SVG of a width and height in pixels, cut along the cell's sides."""
    projection = CellProjection(board=scene.board, unit=_UNIT)
    canvas = Canvas(scene, projection, "tile", "tile")
    layers = [layer for layer in surface_layers(scene) if layer.name in _LAYERS]
    drawn = [defs(definitions(canvas)), *("".join(layer.draw(canvas)) for layer in layers)]
    style = f"<style>{style_sheet('colour', canvas.scope, ''.join(drawn))}</style>"
    box = f'viewBox="0 0 {number(projection.width)} {number(projection.height)}"'
    width, height = size
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="tile" {box} width="{width}" height="{height}"'
    return "\n".join((f'{head} preserveAspectRatio="none">', style, *drawn, "</svg>\n"))
