"""One scene, drawn as SVG, as text, as PNG. Knows boards, findings and verdicts, and no rule system."""

from typing import TYPE_CHECKING

from sightline._lazy import lazy_getattr
from sightline.render.either import board_scene, chart_scene, reach_scene, see_scene, shot_scene, svg, text

if TYPE_CHECKING:
    from sightline.render.captions import Remark
    from sightline.render.cell_areas import advise_scene, threat_scene
    from sightline.render.colours import TABLES, Colours
    from sightline.render.free_table.scene import TableScene
    from sightline.render.parts import Corner, Mark, Ray, Value
    from sightline.render.rasterizer import png
    from sightline.render.scene import Scene, line_scene
    from sightline.render.side_view.view import side_view_svg
    from sightline.render.terrain_strikes import strike_scene
    from sightline.render.textmap import map_text

__all__ = [
    "TABLES",
    "Colours",
    "Corner",
    "Mark",
    "Ray",
    "Remark",
    "Scene",
    "TableScene",
    "Value",
    "advise_scene",
    "board_scene",
    "chart_scene",
    "line_scene",
    "map_text",
    "png",
    "reach_scene",
    "see_scene",
    "shot_scene",
    "side_view_svg",
    "strike_scene",
    "svg",
    "text",
    "threat_scene",
]

if not TYPE_CHECKING:
    _MODULES = {
        "cell_areas": ("advise_scene", "threat_scene"),
        "rasterizer": ("png",),
        "captions": ("Remark",),
        "colours": ("TABLES", "Colours"),
        "parts": ("Corner", "Mark", "Ray", "Value"),
        "scene": ("Scene", "line_scene"),
        "side_view.view": ("side_view_svg",),
        "terrain_strikes": ("strike_scene",),
        "free_table.scene": ("TableScene",),
        "textmap": ("map_text",),
    }
    _PLACES = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}
    __getattr__ = lazy_getattr(__name__, _PLACES)
