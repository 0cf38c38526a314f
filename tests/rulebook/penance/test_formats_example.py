"""The worked example of the page on formats, in every field."""

from __future__ import annotations

import json
from typing import Any

import sightline

SCENARIO = """\
sightline: 1                       # format version
title: Across the rubble
rules: penance                     # penance | hero5 | combat-hex | sodwa | post-galactica | the key of an added system
rulings: {casket-cover: any}       # optional: another choice than the default; {use: club.yaml} shares a profile
map:
  grid: hex                        # hex | square | free
  hexes: flat odd-q                # hex only: flat odd-q (default) | flat even-q | pointy odd-r | pointy even-r
  size: 7x8                        # columns x rows
  terrain: {rubble: [D3], wall: [F2:F4]}   # F2:F4 is a rectangle of labels
  levels: {1: [B2]}
pieces:
  A: {at: D7, side: red, facing: N, shield: left, weapons: [{name: rifle, range: 8, damage: 2}]}
  T: {at: D2, side: blue, facing: S, shield: none}
"""


def modifies(clause: str, on: str, value: int, at: list[str], why: str, message: str, **args: Any) -> dict[str, Any]:
    """Return a finding as JSON has it."""
    said = {"id": message, "args": args}
    return {"clause": clause, "effect": "modifies", "on": on, "value": value, "at": at, "why": why, "message": said}


ANSWER: dict[str, Any] = {
    "sightline": sightline.__version__,
    "rules": "penance",
    "rules_revision": 1,
    "from": "A",
    "to": "T",
    "weapon": "rifle",
    "distance": 5,
    "sight": "clear",
    "legal": True,
    "to_hit": {"target_number": 7},
    "odds": {
        "hit": "5/18",
        "percent": 27.78,
        "outcomes": {"plain": "0", "strong": "7/36", "critical": "1/18", "execution": "1/36"},
    },
    "side_hit": 1,
    "damage_bonus": 0,
    "defense": 0,
    "reactions": ["other"],
    "dealt": {"plain": 2, "strong": 3, "critical": 4, "execution": 2},
    "expected_damage": "31/36",
    "findings": [
        modifies("PEN-6.1", "target_number", 5, [], "base number", "base-number"),
        modifies("PEN-1.2", "target_number", 1, [], "medium range: 5 hexes", "range-band", band="medium", hexes=5),
        modifies(
            "PEN-3.2",
            "target_number",
            1,
            ["D3"],
            "rubble at D3 covers T",
            "cover",
            terrain="rubble",
            cell="D3",
            target="T",
        ),
        modifies("PEN-6.6", "damage", 2, [], "rifle", "card-damage", weapon="rifle"),
    ],
    "rulings": {"cover-effect": "to-hit"},
    "lines": [{"from": "D7", "to": "D2"}],
}


def test_shot_comes_out_in_every_field_and_in_order() -> None:
    verdict = sightline.parse(SCENARIO).shot("A", "T")
    expected = {**ANSWER, "rules_revision": verdict.rules_revision}
    assert list(json.loads(verdict.to_json()).items()) == list(expected.items())
    assert verdict.to_json(indent=0) == json.dumps(expected, separators=(",", ":"))


def test_chart_is_a_row_per_weapon_of_every_pair() -> None:
    there, back = sightline.parse(SCENARIO).chart()
    assert there == sightline.parse(SCENARIO).shot("A", "T", weapon="rifle")
    assert (back.from_, back.to, back.weapon) == ("T", "A", None)
