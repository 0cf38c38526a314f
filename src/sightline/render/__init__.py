"""One scene, drawn as SVG, as text, as PNG. Knows boards, findings and verdicts, and no rule system."""

from sightline.render.captions import Remark
from sightline.render.colours import TABLES, Colours
from sightline.render.png import MissingExtra, png
from sightline.render.scene import (
    Mark,
    Ray,
    Scene,
    board_scene,
    chart_scene,
    line_scene,
    see_scene,
    shot_scene,
)
from sightline.render.svg import svg
from sightline.render.text import text

__all__ = [
    "TABLES",
    "Colours",
    "Mark",
    "MissingExtra",
    "Ray",
    "Remark",
    "Scene",
    "board_scene",
    "chart_scene",
    "line_scene",
    "png",
    "see_scene",
    "shot_scene",
    "svg",
    "text",
]
