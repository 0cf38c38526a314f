"""The scene of an attack on an obstacle."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from sightline.board import parse_border, parse_cell
from sightline.i18n import _, localized, ngettext
from sightline.lattice import Point
from sightline.render.primitives.text_metrics import explained, shorten
from sightline.render.scenes.captions import LONGEST_NAME, finding_remark
from sightline.render.scenes.parts import Ray
from sightline.render.scenes.scene import Scene, board_scene, site_marks
from sightline.rules import Position, Ruleset, Strike, depiction_of


def strike_scene(rules: Ruleset[Any], position: Position, found: Strike, *, title: str = "") -> Scene:
    """Return the scene of an attack on a cell or border, which hits without dice, and all findings about it."""
    scene = board_scene(rules, position, title=title)
    attacker = scene.board.pieces[found.from_]
    return structs.replace(
        scene,
        about=(found.from_,),
        rays=(Ray(scene.board.grid.centre(attacker.cell), _middle(scene, found.at)),),
        marks=site_marks(scene.board, found.findings),
        caption=explained(f"{shorten(found.from_, LONGEST_NAME)} → {found.at}", ", ".join(_result(found))),
        remarks=tuple(finding_remark(depiction_of(rules), finding) for finding in found.findings),
    )


def _middle(scene: Scene, place: str) -> Point:
    """Return the centre of a cell, or the lattice point next to the middle of a border."""
    grid = scene.board.grid
    if "/" not in place:
        return grid.centre(parse_cell(scene.board, place))
    one, other = (grid.centre(cell) for cell in parse_border(scene.board, place))
    return Point((one.x + other.x) // 2, (one.y + other.y) // 2)


def _result(found: Strike) -> list[str]:
    parts = [localized(found.kind)]
    if not found.legal:
        return [*parts, _("not allowed")]
    if found.damage is None:
        return [*parts, _("its damage is not stated")]
    parts.append(ngettext("{damage} damage", "{damage} damage", found.damage).format(damage=found.damage))
    return [*parts, _("the obstacle is destroyed") if found.destroys else _("the obstacle stands")]
