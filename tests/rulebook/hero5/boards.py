"""Generator: boards of HERO, drawn in a few lines; pointy hexes, rows 2, 4 ... shoved right.

Capital letters in a drawing are characters, who stand on what the rest of their token says: `A` on clear ground, `Ad`
on difficult, `AE` two in one hex. Who is not drawn but states `at` stands there. A, F and G fight for red, all others
for blue. Kinds of a test's own are drawn with the first letters of their names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sightline
from sightline.board import format_cell
from tests.rulebook.drawings import lift_pieces
from tests.rulebook.findings import Row

RED = "AFG"
STAFF = {"name": "staff", "range": "melee"}
"""A weapon for melee; without one an attack is at range."""

OCV: Row = ("HERO-7.1", "modifies", "ocv", 3, [])
DCV: Row = ("HERO-7.1", "modifies", "dcv", 3, [])
HALF: Row = ("HERO-6.1", "modifies", "dcv", 2, [])
MOSTLY: Row = ("HERO-6.1", "modifies", "dcv", 4, [])
TOTAL: Row = ("HERO-6.1", "forbids", None, None, [])
"""The findings of every legal attack, and of each degree of concealment."""


def board(
    drawing: str,
    *,
    hexes: str = "pointy odd-r",
    rulings: Mapping[str, str] | None = None,
    kinds: Mapping[str, Mapping[str, Any]] | None = None,
    borders: Mapping[str, str] | None = None,
    **stated: Mapping[str, Any],
) -> sightline.Scenario:
    """Read a drawing; `borders` names those with each kind, `stated` says what characters state.

    None leaves out what they state as a rule.
    """
    return sightline.parse(text(drawing, hexes=hexes, rulings=rulings, kinds=kinds, borders=borders, **stated))


def text(
    drawing: str,
    *,
    hexes: str = "pointy odd-r",
    rulings: Mapping[str, str] | None = None,
    kinds: Mapping[str, Mapping[str, Any]] | None = None,
    borders: Mapping[str, str] | None = None,
    **stated: Mapping[str, Any],
) -> str:
    """Write the scenario of a drawing; the pieces stand one to a line, after the line `pieces:`."""
    cells, lifted = lift_pieces(drawing)
    drawn = {name: at for name, [at] in lifted.items()}
    names = dict.fromkeys([*drawn, *stated])
    pieces = "\n".join(f"  {name}: {_character(name, drawn.get(name), stated.get(name, {}))}" for name in names)
    listed = {kind: labels.split() for kind, labels in (borders or {}).items()}
    return f"""\
sightline: 1
rules: hero5
rulings: {json.dumps(dict(rulings or {}))}
map:
  grid: hex
  hexes: {hexes}
  kinds: {json.dumps(dict(kinds or {}))}
  legend: {json.dumps({kind[0]: kind for kind in kinds or {}})}
  borders: {json.dumps(listed)}
  cells: |2
{cells}
pieces:
{pieces}
"""


def places(drawing: str, *, manner: Mapping[str, Any] | None = None, **more: Any) -> Mapping[str, Any]:
    """Return where A can move to or through on a drawn board, in that manner."""
    cells: Mapping[str, Any] = board(drawing, **more).reach("A", **(manner or {})).cells
    return cells


def place(label: str, drawing: str, **more: Any) -> Any:
    """Return what is said of one place that A can move to or through."""
    return places(drawing, **more)[label]


def costs(drawing: str, **more: Any) -> dict[str, int]:
    """Return what each place that A can move to or through costs."""
    return {label: each.cost for label, each in places(drawing, **more).items()}


def stops(drawing: str, **more: Any) -> dict[str, tuple[str, ...]]:
    """Return the places where a move of A may not end, with the clauses why."""
    return {label: each.stops for label, each in places(drawing, **more).items() if not each.may_stop}


def provokes(label: str, drawing: str, **more: Any) -> str:
    """Return the names of those whom the move of A to a place provokes."""
    return "".join(place(label, drawing, **more).provokes)


def rolls(label: str, drawing: str, **more: Any) -> list[tuple[str, str, str]]:
    """Return the clause of each roll on the way of A to a place, before which place it is, and where a failure ends."""
    return [(each.clause, each.before, each.else_) for each in place(label, drawing, **more).rolls]


def shot(drawing: str, **more: Any) -> Any:
    """Judge the ranged attack of A on T on a drawn board."""
    return board(drawing, **more).shot("A", "T")


def melee(drawing: str, **more: Any) -> Any:
    """Judge the attack of A on T in melee on a drawn board."""
    return shot(drawing, **{**more, "A": {"weapons": [STAFF], **more.get("A", {})}})


def seen(verdict: Any) -> tuple[str, str | None]:
    """Return how far the target is concealed, and the corner that the attacker has picked."""
    return verdict.concealment, verdict.corner


def held(scenario: sightline.Scenario, name: str = "A") -> str:
    """Return the hexes on which a character stands, sorted."""
    return " ".join(sorted(format_cell(scenario.board, cell) for cell in scenario.board.pieces[name].cells))


def squeezed(scenario: sightline.Scenario, name: str = "A") -> Any:
    """Return whether a character is squeezed where it stands: its own place is the first of those it reaches."""
    own: Any = next(iter(scenario.reach(name).cells.values()))
    return own.squeezed


def _character(name: str, at: str | None, stated: Mapping[str, Any]) -> str:
    character = {"at": at, "side": "red" if name[0] in RED else "blue", **stated}
    return json.dumps({key: value for key, value in character.items() if value is not None})
