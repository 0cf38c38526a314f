"""Pictures of a position and of answers: SVG, text, PNG. Knows no rule system."""

from typing import TYPE_CHECKING

from sightline._lazy import lazy_names

if TYPE_CHECKING:
    from sightline.render.pages.svg_page import draw_layer, layer_hashes, svg
    from sightline.render.pages.tile import tile_svg
    from sightline.render.primitives.colours import TABLES, Colours
    from sightline.render.raster.rasterizer import png
    from sightline.render.scenes.action_scenes import action_scene
    from sightline.render.scenes.area_scenes import advise_scene, reach_scene, threat_scene
    from sightline.render.scenes.captions import Remark
    from sightline.render.scenes.chart_scenes import chart_scene
    from sightline.render.scenes.parts import ChartLines, Corner, Mark, Ray, Segment, Value
    from sightline.render.scenes.scene import Scene, board_scene, line_scene, see_scene, shot_scene
    from sightline.render.scenes.strike_scenes import strike_scene
    from sightline.render.screen.backdrop import Backdrop, build_backdrop
    from sightline.render.screen.screen_document import screen_document
    from sightline.render.screen.screen_payload import Nearby, Screen
    from sightline.render.screen.screen_picture import build_screen
    from sightline.render.side_view.side_view_page import side_view_svg
    from sightline.render.text_maps.cell_map import CellMap, text_map
    from sightline.render.text_maps.plain_text import text
    from sightline.render.text_maps.text_layout import wrap_lines

__all__ = [
    "TABLES",
    "Backdrop",
    "CellMap",
    "ChartLines",
    "Colours",
    "Corner",
    "Mark",
    "Nearby",
    "Ray",
    "Remark",
    "Scene",
    "Screen",
    "Segment",
    "Value",
    "action_scene",
    "advise_scene",
    "board_scene",
    "build_backdrop",
    "build_screen",
    "chart_scene",
    "draw_layer",
    "layer_hashes",
    "line_scene",
    "png",
    "reach_scene",
    "screen_document",
    "see_scene",
    "shot_scene",
    "side_view_svg",
    "strike_scene",
    "svg",
    "text",
    "text_map",
    "threat_scene",
    "tile_svg",
    "wrap_lines",
]

if not TYPE_CHECKING:
    _MODULES = {
        "pages.svg_page": ("draw_layer", "layer_hashes", "svg"),
        "pages.tile": ("tile_svg",),
        "primitives.colours": ("TABLES", "Colours"),
        "raster.rasterizer": ("png",),
        "scenes.action_scenes": ("action_scene",),
        "scenes.area_scenes": ("advise_scene", "reach_scene", "threat_scene"),
        "scenes.captions": ("Remark",),
        "scenes.chart_scenes": ("chart_scene",),
        "scenes.parts": ("ChartLines", "Corner", "Mark", "Ray", "Segment", "Value"),
        "scenes.scene": ("Scene", "board_scene", "line_scene", "see_scene", "shot_scene"),
        "scenes.strike_scenes": ("strike_scene",),
        "screen.backdrop": ("Backdrop", "build_backdrop"),
        "screen.screen_document": ("screen_document",),
        "screen.screen_payload": ("Nearby", "Screen"),
        "screen.screen_picture": ("build_screen",),
        "side_view.side_view_page": ("side_view_svg",),
        "text_maps.cell_map": ("CellMap", "text_map"),
        "text_maps.plain_text": ("text",),
        "text_maps.text_layout": ("wrap_lines",),
    }
    _MODULE_OF = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}
    __getattr__, __dir__ = lazy_names(__name__, _MODULE_OF)
