"""Examples of questions, for the description of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_HEXES = (
    "{sightline: 1, rules: penance, map: {grid: hex, size: 7x8, terrain: {rubble: [D3]}}, pieces: {"
    "A: {at: D7, side: red, facing: N, weapons: [{name: rifle, range: 8, damage: 2}]}, "
    "T: {at: D2, side: blue, facing: S, shield: none}}}"
)
_SQUARES = (
    "{sightline: 1, rules: sodwa, map: {grid: square, size: 5x3, terrain: {obstructing: [D1]}}, pieces: {"
    "Ana: {at: A1, range: 4, melee: {accuracy: 40, defense: 100, damage: 3}, "
    "ranged: {accuracy: 40, defense: 100, damage: 2}}}}"
)
EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "shot": {"scenario": _HEXES, "from": "A", "to": "T", "why_not": True},
    "chart": {"scenario": _HEXES, "rulings": {"cover-effect": "to-hit-and-defense"}},
    "see": {"scenario": _HEXES, "from": "A"},
    "reach": {"scenario": _HEXES, "from": "A", "set": {"A.sp": 4}},
    "threat": {"scenario": _HEXES, "side": "blue"},
    "advise": {"scenario": _HEXES, "from": "A", "top": 5},
    "line": {"scenario": _HEXES, "from": "A1", "to": "D7@E"},
    "resolve": {"scenario": _HEXES, "from": "A", "to": "T", "seed": 1},
    "check": {"scenario": _HEXES},
    "draw": {"scenario": _HEXES, "lang": "fr"},
    "strike": {"scenario": _SQUARES, "from": "Ana", "to": "D1"},
    "edit": {"scenario": _HEXES, "edits": [{"piece": "A", "set": {"at": "D6"}}, {"title": "Nearer"}]},
}
"""An example of a request body for each question, by its name."""
