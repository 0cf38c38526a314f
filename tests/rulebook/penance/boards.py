"""Generator: boards of Penance, drawn in a few lines.

A capital letter other than F in a drawing is a Casket, which stands on what the rest of its token says: `A` on clear
ground, `A~` in rubble, `T2` at level 2. A fights for red and faces north, everybody else for blue, facing south, and
nobody has a shield or a weapon, so that a shot up the page is a plain one: 5 to reach, hit on side 1.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sightline
from sightline.rules import Attack, installed_systems, require
from sightline.sight import PlannedSight
from sightline.sight.pair_evaluator import find_sighting
from tests.rulebook.drawings import lift_pieces
from tests.rulebook.findings import Row

FRONT = {"A": {"side": "red", "facing": "N", "shield": "none"}, "": {"side": "blue", "facing": "S", "shield": "none"}}
"""What A and all others state unless told."""

RIFLE = {"name": "rifle", "range": 8, "damage": 2}

BASE: Row = ("PEN-6.1", "modifies", "target_number", 5, [])
"""The finding that every legal attack has."""


def board(
    drawing: str,
    *,
    hexes: str = "flat odd-q",
    rulings: Mapping[str, str] | None = None,
    kinds: Mapping[str, Mapping[str, Any]] | None = None,
    **stated: Mapping[str, Any],
) -> sightline.Scenario:
    """Read a drawing with Caskets in it; `stated` says what they state besides the usual, None for leaving it out.

    Kinds of one's own are drawn with the first letter of their names.
    """
    cells, places = lift_pieces(drawing, "A-EG-Z")
    pieces = {name: _casket(name, at, stated.get(name, {})) for name, [at] in places.items()}
    return sightline.parse(
        f"""\
sightline: 1
rules: penance
rulings: {json.dumps(dict(rulings or {}))}
map:
  grid: hex
  hexes: {hexes}
  kinds: {json.dumps(dict(kinds or {}))}
  legend: {json.dumps({kind[0]: kind for kind in kinds or {}})}
  cells: |2
{cells}
pieces: {json.dumps(pieces)}
"""
    )


def apart(hexes: int) -> str:
    """Draw A south of T, so many hexes away."""
    return "T\n" + ".\n" * (hexes - 1) + "A"


def shot(drawing: str, **more: Any) -> Any:
    """Judge the shot of A at T on a drawn board."""
    return board(drawing, **more).shot("A", "T")


def odds(number: int, **more: Any) -> Any:
    """Return the odds against a number that no board need bring about."""
    scenario = board("T\n.\nA", **more)
    position, pieces = scenario.position, scenario.board.pieces
    rules, attacker, target = installed_systems()["penance"], pieces["A"], pieces["T"]
    sighting = find_sighting(require(rules, PlannedSight).sight(), position, attacker.cell, target.cell)
    rolled = rules.roll(Attack(position, attacker, target, None, 2, lambda: sighting), {"target_number": number})
    assert rolled is not None
    return rolled[1]


def _casket(name: str, at: str, stated: Mapping[str, Any]) -> dict[str, Any]:
    usual = FRONT.get(name, FRONT[""])
    casket = {"at": at, **usual, **stated}
    return {key: value for key, value in casket.items() if value is not None}
