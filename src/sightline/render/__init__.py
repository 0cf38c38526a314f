"""One scene, drawn as SVG, as text, as PNG. Knows boards, findings and verdicts, and no rule system."""

from sightline.render.areas import advise_scene, threat_scene
from sightline.render.captions import Remark
from sightline.render.colours import TABLES, Colours
from sightline.render.either import board_scene, chart_scene, reach_scene, see_scene, shot_scene, svg, text
from sightline.render.parts import Corner, Mark, Ray, Value
from sightline.render.png import png
from sightline.render.scene import Scene, line_scene
from sightline.render.sideview import side_view
from sightline.render.strikes import strike_scene
from sightline.render.table.scene import TableScene
from sightline.render.text import map_text

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
    "side_view",
    "strike_scene",
    "svg",
    "text",
    "threat_scene",
]
