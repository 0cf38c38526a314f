"""Generator: boards of Post Galactica, drawn in a few lines; pointy hexes, rows 2, 4 ... shoved right.

Capital letters in a drawing are units, which stand on what the rest of their token says: `A` on clear ground, `Tl` in
light cover. Who is not drawn but states `at` stands there; with a list of hexes it is a building. A, F and G fight for
red, all others for blue. Kinds of a test's own are drawn with the first letters of their names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sightline
from sightline.rules import installed_systems
from tests.rulebook.drawings import lift_pieces
from tests.rulebook.findings import Row

RED = "AFG"
RULINGS = {ruling.name for ruling in installed_systems()["post-galactica"].rulings}
RIFLE = {"name": "rifle", "range": 6}
BLADE = {"name": "blade", "range": "melee"}
PIKE = {"name": "pike", "range": "melee", "melee_reach": 3}
BUILDING = {"building": True}

SKILL: Row = ("PG-H1", "modifies", "hit_check", 7, [])
TOUGHNESS: Row = ("PG-H2", "modifies", "wound_threshold", 4, [])
PLAIN = [SKILL, TOUGHNESS]
"""The findings of every attack between plain units that may be made."""


def board(
    drawing: str,
    *,
    rulings: Mapping[str, str] | None = None,
    kinds: Mapping[str, Mapping[str, Any]] | None = None,
    **stated: Mapping[str, Any],
) -> sightline.Scenario:
    """Read a drawing; `stated` says what units state."""
    return sightline.parse(text(drawing, rulings=rulings, kinds=kinds, **stated))


def text(
    drawing: str,
    *,
    rulings: Mapping[str, str] | None = None,
    kinds: Mapping[str, Mapping[str, Any]] | None = None,
    **stated: Mapping[str, Any],
) -> str:
    """Write the scenario of a drawing; the pieces stand one to a line, after the line `pieces:`."""
    cells, lifted = lift_pieces(drawing)
    drawn = {name: at for name, [at] in lifted.items()}
    names = dict.fromkeys([*drawn, *stated])
    pieces = "\n".join(f"  {name}: {_unit(name, drawn.get(name), stated.get(name, {}))}" for name in names)
    return f"""\
sightline: 1
rules: post-galactica
rulings: {json.dumps(dict(rulings or {}))}
map:
  grid: hex
  hexes: pointy odd-r
  kinds: {json.dumps(dict(kinds or {}))}
  legend: {json.dumps({kind[0]: kind for kind in kinds or {}})}
  cells: |2
{cells}
pieces:
{pieces}
"""


def shot(drawing: str, **more: Any) -> Any:
    """Judge the ranged attack of A on T on a drawn board; without a weapon it reaches any distance."""
    return board(drawing, **more).shot("A", "T")


def melee(drawing: str, **more: Any) -> Any:
    """Judge the attack of A on T with a blade, or with the weapons that A states."""
    return shot(drawing, **{**more, "A": {"weapons": [BLADE], **more.get("A", {})}})


def blocks(*at: str) -> Row:
    """Return the finding of something that cuts a line."""
    return ("PG-20.2", "blocks", None, None, list(at))


def adds(clause: str, on: str, *at: str) -> Row:
    """Return the finding of a clause that adds 1 to a number."""
    return (clause, "modifies", on, 1, list(at))


def light(clause: str, *at: str) -> list[Row]:
    """Return the findings of light cover."""
    return [adds(clause, "wound_threshold", *at)]


def heavy(clause: str, *at: str) -> list[Row]:
    """Return the findings of heavy cover."""
    return [adds(clause, "wound_threshold", *at), adds(clause, "hit_check", *at)]


def places(drawing: str, **more: Any) -> Mapping[str, Any]:
    """Return where A can move to or through on a drawn board."""
    cells: Mapping[str, Any] = board(drawing, **more).reach("A").cells
    return cells


def costs(drawing: str, **more: Any) -> dict[str, int]:
    """Return what each place that A can move to or through costs."""
    return {label: each.cost for label, each in places(drawing, **more).items()}


def stops(drawing: str, **more: Any) -> dict[str, tuple[str, ...]]:
    """Return the places where a move of A may not end, with the clauses why."""
    return {label: each.stops for label, each in places(drawing, **more).items() if not each.may_stop}


def ends(drawing: str, **more: Any) -> dict[str, tuple[str, ...]]:
    """Return the places where a move of A has to end, with the clauses why."""
    return {label: each.stops for label, each in places(drawing, **more).items() if each.ends_move}


def _unit(name: str, at: str | None, stated: Mapping[str, Any]) -> str:
    unit = {"at": at, "side": "red" if name[0] in RED else "blue", **stated}
    if isinstance(unit["at"], list):
        unit = {**BUILDING, **unit}
    return json.dumps({key: value for key, value in unit.items() if value is not None})
