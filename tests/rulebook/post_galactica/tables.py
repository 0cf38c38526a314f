"""Generator: free tables of Post Galactica, 40x20 inches; A stands at [5, 10] and T at [15, 10].

Bases are circles of an inch: the two are 9 inches apart, and the lines between them fill the band from y 9.5 to 10.5.
A, F and G fight for red, all others for blue. Features and buildings are stated by `box`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import sightline
from sightline.plane import Polygon, Spot
from tests.rulebook.post_galactica.boards import BLADE, RED

Box = list[list[float]]
STANDS: Mapping[str, list[float]] = {"A": [5, 10], "T": [15, 10]}


def box(left: float, top: float, right: float, bottom: float) -> Box:
    """Return the outline of an upright rectangle."""
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def feature(kind: str, outline: Box, **means: Any) -> dict[str, Any]:
    """Return a feature; unless stated it does not block."""
    return {"is": kind, "blocks": False, **means, "outline": outline}


def wall(*corners: float) -> dict[str, Any]:
    """Return a feature that blocks."""
    return feature("wall", box(*corners), blocks=True)


def building(*corners: float, **stated: Any) -> dict[str, Any]:
    """Return what a building states."""
    return {"building": True, "at": None, "base": None, "outline": box(*corners), **stated}


def table(
    *features: Mapping[str, Any], rulings: Mapping[str, str] | None = None, **stated: Mapping[str, Any]
) -> sightline.Scenario:
    """Read a table with these features; `stated` says what units state."""
    return sightline.parse(text(*features, rulings=rulings, **stated))


def text(*features: Mapping[str, Any], rulings: Mapping[str, str] | None = None, **stated: Mapping[str, Any]) -> str:
    """Write the scenario of a table."""
    pieces = {name: _unit(name, stated.get(name, {})) for name in dict.fromkeys([*STANDS, *stated])}
    free = {"grid": "free", "size": "40x20", "features": features}
    return json.dumps(
        {"sightline": 1, "rules": "post-galactica", "rulings": dict(rulings or {}), "map": free, "pieces": pieces}
    )


def shot(*features: Mapping[str, Any], **more: Any) -> Any:
    """Judge the ranged attack of A on T on a table; without a weapon it reaches any distance."""
    return table(*features, **more).shot("A", "T")


def melee(*features: Mapping[str, Any], **more: Any) -> Any:
    """Judge the attack of A on T with a blade, or with the weapons that A states."""
    return shot(*features, **{**more, "A": {"weapons": [BLADE], **more.get("A", {})}})


def can_end(scenario: sightline.Scenario, *spot: float) -> bool:
    """Return whether the outline of A's move shows a place."""
    rings = (Polygon(tuple(Spot(*corner) for corner in ring)) for ring in _rings(scenario))
    return sum(Spot(*spot) in ring for ring in rings) % 2 == 1


def _rings(scenario: sightline.Scenario) -> Sequence[Sequence[Sequence[float]]]:
    rings: Sequence[Sequence[Sequence[float]]] = json.loads(scenario.reach("A").to_json())["outline"]
    return rings


def _unit(name: str, stated: Mapping[str, Any]) -> dict[str, Any]:
    unit = {"at": STANDS.get(name), "side": "red" if name[0] in RED else "blue", "base": 1, **stated}
    return {key: value for key, value in unit.items() if value is not None}
