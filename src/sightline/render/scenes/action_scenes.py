"""Scenes of actions before they are taken: their paths and targets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from sightline.i18n import _
from sightline.lattice import Cell
from sightline.render.scenes.area_scenes import reach_scene
from sightline.render.scenes.parts import Mark, Ray, Value
from sightline.render.scenes.scene import Scene, board_scene
from sightline.rules import ActionSketch, Effect, Position, Reach, Ruleset

_COVERED = "reached-2"


def action_scene(rules: Ruleset[Any], position: Position, sketch: ActionSketch, *, title: str = "") -> Scene:
    """Return the scene of an action: the places along its path, or lines to its targets, and the affected area."""
    if sketch.places:
        found = Reach(from_=sketch.who, cells=sketch.places)
        return structs.replace(reach_scene(rules, position, found, title=title), caption="", remarks=())
    scene = board_scene(rules, position, title=title)
    cells = [site for site in sketch.sites if isinstance(site, Cell)]
    return structs.replace(
        scene,
        viewer=sketch.who,
        rays=tuple(_lines(scene, sketch)),
        values={cell: Value("", _COVERED) for cell in cells},
        tints={_COVERED: _("comes under it")} if cells else {},
        marks={site: Mark(Effect.NOTES) for site in sketch.sites if not isinstance(site, Cell)},
    )


def _lines(scene: Scene, sketch: ActionSketch) -> Iterator[Ray]:
    """Yield a bare line from the acting piece to each target of the action."""
    pieces, centre = scene.board.pieces, scene.board.grid.centre
    for name in sketch.aims_at:
        if name != sketch.who:
            yield Ray(centre(pieces[sketch.who].cell), centre(pieces[name].cell))
