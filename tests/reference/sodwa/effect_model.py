"""Model: effects in a state of a SODWA battle: what is on whom, what terrain they make, which tiles they link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.sodwa.movement_boards import Ground

Json = dict[str, Any]

LAID = {"barrier": "obstructing", "flood": "liquid", "ice": "icy", "corrosion": "corrosive"}
"""The kinds of terrain that effects make."""
SAVED_FROM = {"immolate": "reflex", "immobilize": "fortitude"}
"""The saves that end effects, made as turns end."""


def effect_on(state: Json, who: str, key: str) -> Json | None:
    """Return an effect on a character, None where it has no such effect."""
    return next((effect for effect in state["effects"] if (effect["on"], effect["is"]) == (who, key)), None)


def has(state: Json, who: str, key: str) -> bool:
    return effect_on(state, who, key) is not None


def covered(effects: list[Json]) -> dict[str, str]:
    """Return the kind that each tile or border has by an effect: the later one counts."""
    return {place: LAID[each["is"]] for each in effects if each["is"] in LAID for place in each["on"]}


def links(effects: list[Json]) -> dict[str, str]:
    """Return where each tile of a portal leads to; a portal that has lost a tile leads nowhere (SOD-8.15)."""
    pairs = [each["on"] for each in effects if each["is"] == "portal" and len(each["on"]) == 2]
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


def ruins(state: Json) -> dict[str, str]:
    """Return what destruction has left where: all that is not as in the scenario, save what effects make."""
    made = covered(state["effects"])
    return {place: kind for place, kind in state["terrain"].items() if place not in made}


def kinds_now(bare: Ground, place: str, ruined: Mapping[str, str], made: Mapping[str, str]) -> frozenset[str]:
    """Return what a tile or border is of; a transition tile is one whatever an effect makes of it."""
    drawn = bare.borders.get(place, frozenset()) if "/" in place else bare.tiles[place]
    if place in made:
        return frozenset({made[place]}) | (drawn & {"transition"} if "/" not in place else frozenset())
    return frozenset({ruined[place]} - {"clear"}) if place in ruined else drawn


def terrain(bare: Ground, ruined: dict[str, str], effects: list[Json]) -> dict[str, str]:
    """Return `terrain` of a state: what is not as in the scenario."""
    made = covered(effects)
    drawn = {**bare.borders, **bare.tiles}
    return {
        place: kind
        for place, kind in (ruined | made).items()
        if kinds_now(bare, place, ruined, made) != drawn.get(place, frozenset())
    }


def without_place(effects: list[Json], place: str) -> list[Json]:
    """Return the effects when those on a tile or border have ended there."""
    return [
        {**each, "on": [on for on in each["on"] if on != place]} if isinstance(each["on"], list) else each
        for each in effects
    ]
