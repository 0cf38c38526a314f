"""Marks of terrain, distinguishable in black and white: strokes round (0, 0), with a cell's edges at distance 1.

They are looked up by the name of a kind: a name means the same in all systems, unless a system states its own drawing.
Other kinds are shown by marks of their meaning and a texture, or by their letter if that does not distinguish them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from sightline.render.primitives.pixels import number
from sightline.rules import Stroke, TerrainDrawing


def _at(shape: str, *places: tuple[float, float]) -> str:
    """Return a path with the same shape, in relative commands, at several points."""
    return "".join(f"M{number(x)} {number(y)}{shape}" for x, y in places)


def _disc(radius: float) -> str:
    r, d = number(radius), number(2 * radius)
    return f"m-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"


_TREES = ((-0.5, -0.28), (0.5, -0.3), (-0.62, 0.36), (0.02, 0.52), (0.6, 0.34), (0.0, -0.12))
_FIRS = (
    (-0.62, -0.1),
    (-0.3, -0.42),
    (0.06, -0.2),
    (0.36, -0.46),
    (0.66, -0.08),
    (-0.42, 0.34),
    (0.36, 0.3),
    (-0.02, 0.6),
)
_STONES = ((-0.62, -0.28), (0.3, -0.42), (-0.2, -0.02), (0.5, 0.1), (-0.66, 0.3), (0.06, 0.5))
_PEBBLES = ((-0.08, -0.46), (0.16, 0.1), (-0.26, 0.42), (0.62, 0.48), (-0.4, 0.1))
_WAVE = "q.14-.18.28 0t.28 0 .28 0 .28 0"
_FLAKE = "m-.22 0h.44m-.33-.19.22.38m0-.38-.22.38"
_TUFT = "m-.18-.1.12.22m.06-.34v.34m.18-.24-.12.24"
_DROP = "m0-.26c.1.17.17.22.17.32a.17.17 0 1 1-.34 0c0-.1.07-.15.17-.32z"
_CLOUD = "m-.3.14a.17.17 0 0 1 .05-.33.24.24 0 0 1 .45-.04.19.19 0 0 1 .1.37z"
_BAG = "m-.14-.11h.28a.11.11 0 0 1 0 .22h-.28a.11.11 0 0 1 0-.22z"
_CORNERS = ((-0.46, -0.2), (0.46, -0.24), (-0.46, 0.46), (0.46, 0.44))
_STIPPLE = (
    *((x, y) for y in (-0.4, 0.32) for x in (-0.5, 0, 0.5)),
    *((x, -0.04) for x in (-0.72, -0.25, 0.25, 0.72)),
    *((x, 0.66) for x in (-0.25, 0.25)),
)
_COURSES = "M-.78-.16H.78M-.78.18H.78M-.26-.5v.34M.26-.5v.34M-.52-.16v.34M0-.16v.34M.52-.16v.34M-.26.18v.34M.26.18v.34"
_TEETH = "M-.66-.3v.5M-.42-.36v.9M-.18-.34v.56M.06-.24v.9M.3-.2v.5M.54-.24v.86M.74-.28v.4"
_SALTIRE = "M-.37-.33.37.41M.37-.33-.37.41"
_BAGS = ((-0.52, 0.46), (0, 0.46), (0.52, 0.46), (-0.26, 0.2), (0.26, 0.2), (0, -0.06))
_CLOUDS = ((-0.34, -0.22), (0.38, 0.02), (-0.3, 0.44))
_STAR = "m-.2 0h.4m-.2-.2v.4m-.14-.34.28.28m0-.28-.28.28"
_SCRATCHES = "M-.3.2.22-.14M-.12.32.34 0"
_BUBBLES = ((-0.4, -0.2), (0.44, 0.12), (-0.26, 0.48)), ((0.1, -0.3), (0.02, 0.14), (-0.62, 0.18), (0.3, 0.52))
_HATCH = "M-.62-.08-.2-.5M-.62.3.18-.5M-.5.56.56-.5M-.12.56.62-.18M.28.56.62.22"

TERRAINS: Mapping[str, TerrainDrawing] = MappingProxyType(
    {
        "forest": TerrainDrawing(
            "on-forest",
            (Stroke("mark", _at("v.34", *_TREES), 0.07), Stroke("tree", _at(_disc(0.19), *_TREES), 0.045)),
        ),
        "dense-forest": TerrainDrawing("on-dense-forest", (Stroke("fir", _at("m0-.3.21.5h-.42z", *_FIRS), 0.04),)),
        "rubble": TerrainDrawing(
            "on-rubble",
            (
                Stroke("stone", _at("l.12-.15.22.02.08.17-.14.14-.24-.02z", *_STONES), 0.05),
                Stroke("stone", _at("l.09-.07.09.06-.05.1h-.1z", *_PEBBLES), 0.04),
            ),
        ),
        "water": TerrainDrawing(
            "on-water",
            (Stroke("wave", _at(_WAVE, (-0.7, -0.36), (-0.44, -0.02), (-0.7, 0.32), (-0.44, 0.64)), 0.08),),
            True,
        ),
        "liquid": TerrainDrawing("on-liquid", (Stroke("drop", _at(_DROP, *_CORNERS), 0.05),), is_flat=True),
        "ice": TerrainDrawing(
            "on-ice",
            (Stroke("frost", _at(_FLAKE, *_CORNERS, (0, 0.1)), 0.06),),
            is_flat=True,
        ),
        "icy": TerrainDrawing(
            "on-ice",
            (Stroke("frost", _at(_STAR, *_CORNERS), 0.06), Stroke("frost", _SCRATCHES, 0.06)),
            is_flat=True,
        ),
        "corrosive": TerrainDrawing(
            "on-corrosive",
            (
                Stroke("bubble", _at(_disc(0.16), *_BUBBLES[0]), 0.055),
                Stroke("bubble", _at(_disc(0.08), *_BUBBLES[1]), 0.055),
            ),
            is_flat=True,
        ),
        "wall": TerrainDrawing(
            "on-stone", (Stroke("brick", "M-.78-.5H.78V.52H-.78z", 0.07), Stroke("mortar", _COURSES, 0.06))
        ),
        "building": TerrainDrawing(
            "on-stone",
            (
                Stroke("roof", "M-.7-.46H.7V.54H-.7z", 0.07),
                Stroke("mark", "M-.7-.46-.26.04-.7.54M.7-.46.26.04.7.54M-.26.04H.26", 0.06),
            ),
        ),
        "cliff": TerrainDrawing(
            "on-stone",
            (
                Stroke("scree", "M-.8-.26Q-.4-.56 0-.3T.8-.3", 0.11),
                Stroke("scree", _TEETH, 0.06),
            ),
        ),
        "obstacle": TerrainDrawing(
            "on-rough",
            (Stroke("roof", "M-.42-.4H.42V.44H-.42z", 0.07), Stroke("mark", "M-.42-.4.42.44M.42-.4-.42.44", 0.06)),
        ),
        "blocking": TerrainDrawing(
            "on-stone", (Stroke("block", "M-.66-.54H.66V.6H-.66z", 0.06), Stroke("block-line", _HATCH, 0.05))
        ),
        "obstructing": TerrainDrawing(
            "on-stone", (Stroke("stone", "M-.62-.5H.62V.56H-.62z", 0.08), Stroke("mark", _HATCH, 0.06))
        ),
        "obstructing-indoor": TerrainDrawing(
            "on-stone",
            (Stroke("mark-open", "M-.6-.5H.6V.58H-.6z", 0.08), Stroke("block", "M-.3-.22H.3V.3H-.3z", 0.05)),
        ),
        "transition": TerrainDrawing(
            "on-transition",
            (Stroke("mark", "M-.5-.14H.5m-.24-.22.24.22-.24.22M.5.38H-.5m.24-.22-.24.22.24.22", 0.09),),
            is_flat=True,
        ),
        "impassable": TerrainDrawing(
            "on-stone", (Stroke("mark", f"M0 .04{_disc(0.52)}", 0.1), Stroke("mark", _SALTIRE, 0.1))
        ),
        "difficult": TerrainDrawing(
            "on-rough", (Stroke("mark", _at(_TUFT, *_CORNERS, (0, 0.14)), 0.065),), is_flat=True
        ),
        "impeding": TerrainDrawing(
            "on-haze",
            (Stroke("mark-solid", _at(_disc(0.06), *_STIPPLE), 0.02),),
        ),
        "light-cover": TerrainDrawing("on-rough", (Stroke("stone", _at(_BAG, *_BAGS[:3]), 0.06),)),
        "heavy-cover": TerrainDrawing(
            "on-rough",
            (Stroke("stone", _at(_BAG, *_BAGS), 0.06),),
        ),
        "hurdle": TerrainDrawing(
            "on-rough",
            (Stroke("mark", "M-.5 .52V-.02M.5 .52V-.02M-.6 .16H.6M-.72-.1Q-.1-1 .56-.28m.02-.3v.32h-.32", 0.09),),
            is_flat=True,
        ),
        "obscuring": TerrainDrawing("on-haze", (Stroke("mark-open", _at(_CLOUD, *_CLOUDS), 0.06),)),
    }
)
UNKNOWN = TerrainDrawing("on-other")
"""The drawing of a kind without one: a tint without strokes, used with its letter."""


class Texture(NamedTuple):
    """A faint pattern: the path in a tile 1 wide and high, its turn in degrees, and the width of its lines."""

    path: str
    angle: int = 0
    width: float = 0.13


TEXTURES = (
    Texture("M.5 0V1", 45),
    Texture("M.5 .5h.01", 0, 0.34),
    Texture("M.5 0V1", 90),
    Texture("M.5 0V1", 0),
    Texture("M.5 0V1M0 .5H1", 45, 0.1),
    Texture("M.5 .15V.65", 90, 0.16),
    Texture("M.5 0V1", -45),
    Texture("M0 .7 .5 .25 1 .7", 0, 0.12),
    Texture("M.5 .18V.82M.18 .5H.82", 0, 0.13),
    Texture("M.5 0V1M0 .5H1", 0, 0.1),
    Texture("M.5 .22a.28.28 0 1 0 .01 0z", 0, 0.11),
    Texture("M.5 .15V.65", 0, 0.16),
    Texture("M.5 .15V.65", 45, 0.16),
)
"""The textures, ordered so that neighbours differ most."""
