"""The signs before cells and borders on a map of characters: findings, sight, lines, zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from typing import NamedTuple

from sightline.i18n import N_, _
from sightline.lattice import Cell, Contact, ContactType
from sightline.render.scenes.scene import Scene
from sightline.render.text_maps.text_layout import SIGHTS, SIGNS
from sightline.rules import Site


class MapSign(NamedTuple):
    """A sign, its meaning, and the class of its colour, "" for none."""

    char: str
    meaning: str
    css: str = ""


NO_SIGN = MapSign("", "")
_CROSSED, _BESIDE = MapSign(">", N_("the line crosses it")), MapSign("|", N_("the line runs along its side"))
_HATCHED = ("/", "\\")
"""The signs of zones, the first seat's first."""
_OF_AREAS = "@&$;{}<"
"""The signs of areas under an effect, which all parts of an area share."""
_THREATENED = MapSign("^", N_("threatened by others"))


def map_signs(scene: Scene) -> Mapping[Site, MapSign]:
    """Return the sign of each cell and border that has one; borders have signs only between squares."""
    signs: dict[Site, MapSign] = {}
    for hatch, (side, cells) in zip(_HATCHED, scene.zones.items(), strict=False):
        signs |= dict.fromkeys(cells, MapSign(hatch, _("zone of {side}").format(side=side)))
    for char, area in zip(cycle(_OF_AREAS), scene.marked_areas, strict=False):
        signs |= dict.fromkeys(_shown(scene, area.sites), MapSign(char, area.meaning))
    for contact in (contact for ray in scene.rays for contact in ray.contacts):
        for cell in contact.cells:
            if sign := _course(contact):
                signs.setdefault(cell, sign)
    signs |= dict.fromkeys(scene.threatened, _THREATENED)
    signs |= {cell: MapSign(*SIGHTS[sight]) for cell, sight in (scene.seen or {}).items() if sight in SIGHTS}
    signs |= {
        cell: MapSign(badge.char, badge.meaning)
        for cell, value in scene.values.items()
        for badge in value.badges
        if badge.char
    }
    marked = _shown(scene, scene.marks)
    return signs | {site: MapSign(*SIGNS[scene.marks[site].effect], scene.marks[site].effect.value) for site in marked}


def _shown(scene: Scene, sites: Iterable[Site]) -> Iterator[Site]:
    """Yield the sites that can have a sign: cells, and between squares borders with terrain."""
    shown = scene.board.borders if scene.board.grid.kind == "square" else ()
    return (site for site in sites if isinstance(site, Cell) or site in shown)


def _course(contact: Contact) -> MapSign | None:
    match contact.kind:
        case ContactType.TOUCHES | ContactType.CROSSES_BORDER:
            return None
        case ContactType.ALONG:
            return _BESIDE
        case _:
            return _CROSSED
