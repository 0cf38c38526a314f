"""Pictures of a position and of answers: SVG, text, PNG. Knows no rule system."""

from typing import TYPE_CHECKING

from sightline._lazy import lazy_names

if TYPE_CHECKING:
    from sightline.render.area_scenes import advise_scene, reach_scene, threat_scene
    from sightline.render.captions import Remark
    from sightline.render.cell_map import CellMap, text_map
    from sightline.render.chart_scenes import chart_scene
    from sightline.render.colours import TABLES, Colours
    from sightline.render.parts import ChartLines, Corner, Mark, Ray, Segment, Value
    from sightline.render.plain_text import text
    from sightline.render.rasterizer import png
    from sightline.render.scene import Scene, board_scene, line_scene, see_scene, shot_scene
    from sightline.render.side_view.side_view_page import side_view_svg
    from sightline.render.strike_scenes import strike_scene
    from sightline.render.svg_page import draw_layer, layer_hashes, svg
    from sightline.render.text_layout import wrap_lines

__all__ = [
    "TABLES",
    "CellMap",
    "ChartLines",
    "Colours",
    "Corner",
    "Mark",
    "Ray",
    "Remark",
    "Scene",
    "Segment",
    "Value",
    "advise_scene",
    "board_scene",
    "chart_scene",
    "draw_layer",
    "layer_hashes",
    "line_scene",
    "png",
    "reach_scene",
    "see_scene",
    "shot_scene",
    "side_view_svg",
    "strike_scene",
    "svg",
    "text",
    "text_map",
    "threat_scene",
    "wrap_lines",
]

if not TYPE_CHECKING:
    _MODULES = {
        "area_scenes": ("advise_scene", "reach_scene", "threat_scene"),
        "captions": ("Remark",),
        "cell_map": ("CellMap", "text_map"),
        "chart_scenes": ("chart_scene",),
        "colours": ("TABLES", "Colours"),
        "parts": ("ChartLines", "Corner", "Mark", "Ray", "Segment", "Value"),
        "plain_text": ("text",),
        "rasterizer": ("png",),
        "scene": ("Scene", "board_scene", "line_scene", "see_scene", "shot_scene"),
        "side_view.side_view_page": ("side_view_svg",),
        "strike_scenes": ("strike_scene",),
        "svg_page": ("draw_layer", "layer_hashes", "svg"),
        "text_layout": ("wrap_lines",),
    }
    _PLACES = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}
    __getattr__, __dir__ = lazy_names(__name__, _PLACES)
