"""Generator: boards of SODWA, drawn in a few lines.

Capital letters in a drawing, X apart, which is terrain, stand on what the rest of their token says: `A` on clear
ground, `Ti1` on an impeding tile at level 1, `TOi` with an object beside. O, P and Q are objects; A, F and G fight for
red, all others for blue. Who is not drawn but states `at` stands there. Kinds of a test's own are drawn with the first
letters of their names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import sightline
from sightline.rules import Dice
from tests.rulebook.drawings import lift_pieces
from tests.rulebook.findings import Row

RED = "AFG"
OBJECTS = "OPQ"
NUMBERS = {"accuracy": 40, "defense": 100, "damage": 5}
FIGHTER = {"melee": NUMBERS, "ranged": NUMBERS}
"""What a character of standard size states that hits another with 60 or more."""
MOVED = {"moved": True}
FRAIL = {"health": 1}
FLYER = {"abilities": ["flight"]}

ACCURACY: Row = ("SOD-5.2", "modifies", "attack_value", 40, [])
DEFENSE: Row = ("SOD-5.2", "modifies", "defense_value", 100, [])
DAMAGE: Row = ("SOD-5.7", "modifies", "damage", 5, [])
PLAIN = [ACCURACY, DEFENSE, DAMAGE]
UNSEEN: Row = ("SOD-5.1", "forbids", None, None, [])
"""The findings of an attack between fighters, and of one out of sight or out of Range."""


def board(
    drawing: str,
    *,
    rulings: Mapping[str, str] | None = None,
    kinds: Mapping[str, Mapping[str, Any]] | None = None,
    borders: Mapping[str, str] | None = None,
    links: Iterable[str] = (),
    **stated: Mapping[str, Any],
) -> sightline.Scenario:
    """Read a drawing; `borders` names those with each kind, `links` the tiles of portals.

    `stated` says what pieces state. None leaves out what they state as a rule.
    """
    cells, lifted = lift_pieces(drawing, "A-WYZ")
    drawn = {name: at for name, [at] in lifted.items()}
    names = dict.fromkeys([*drawn, *stated])
    pieces = "\n".join(f"  {name}: {_piece(name, drawn.get(name), stated.get(name, {}))}" for name in names)
    listed = {kind: labels.split() for kind, labels in (borders or {}).items()}
    return sightline.parse(f"""\
sightline: 1
rules: sodwa
rulings: {json.dumps(dict(rulings or {}))}
map:
  grid: square
  kinds: {json.dumps(dict(kinds or {}))}
  legend: {json.dumps({kind[0]: kind for kind in kinds or {}})}
  borders: {json.dumps(listed)}
  links: {json.dumps([link.split() for link in links])}
  cells: |
{cells}
pieces:
{pieces}
""")


def shot(drawing: str, **more: Any) -> Any:
    """Judge the attack of A on T on a drawn board by position alone, unless they state numbers."""
    return board(drawing, **more).shot("A", "T")


def sight(drawing: str, start: str = "A", stop: str = "T", **more: Any) -> str:
    """Return what one character sees of another on a drawn board."""
    return str(board(drawing, **more).shot(start, stop).sight)


def attack(drawing: str, **more: Any) -> Any:
    """Judge the attack of A on T on a drawn board; both are fighters."""
    return duel(drawing, **more).shot("A", "T")


def duel(drawing: str, **more: Any) -> sightline.Scenario:
    """Read a drawing on which A and T are fighters."""
    return board(drawing, **{**more, **{name: {**FIGHTER, **more.get(name, {})} for name in "AT"}})


def values(verdict: Any) -> tuple[int | None, int | None, int]:
    """Return the attack value, the defense value and the difficulty."""
    return verdict.attack_value, verdict.defense_value, verdict.to_hit.difficulty


def adds(clause: str, on: str, value: int) -> Row:
    """Return the finding of a clause that changes a number."""
    return (clause, "modifies", on, value, [])


def roll(number: int, drawing: str, **more: Any) -> Any:
    """Roll the attack of A on T on a drawn board, both fighters, with a seed whose dice show that number."""
    return duel(drawing, **more).resolve("A", "T", seed=_seeds()[number])


def steps(verdict: Any) -> list[tuple[str, str]]:
    """Return what happens in order: the clause of each step and what it says."""
    return [(step.clause.id, step.why) for step in verdict.steps]


@cache
def _seeds() -> Mapping[int, int]:
    """Return, for every roll of 1 to 100, a seed that rolls it."""
    found = dict[int, int]()
    for seed in range(2000):
        dice = Dice(seed)
        tens, ones = dice.throw(range(10)), dice.throw(range(10))
        found.setdefault(10 * tens + ones or 100, seed)
    return found


def places(drawing: str, **more: Any) -> Mapping[str, Any]:
    """Return where A can move to or through on a drawn board."""
    cells: Mapping[str, Any] = board(drawing, **more).reach("A").cells
    return cells


def costs(drawing: str, **more: Any) -> dict[str, int]:
    """Return what each tile that A can move to or through costs."""
    return {label: each.cost for label, each in places(drawing, **more).items()}


def ends(drawing: str, **more: Any) -> dict[str, tuple[str, ...]]:
    """Return the tiles where a move of A has to end, with the clauses why."""
    return {label: each.stops for label, each in places(drawing, **more).items() if each.ends_move}


def passed(drawing: str, **more: Any) -> dict[str, tuple[str, ...]]:
    """Return the tiles that A can only pass, with the clauses why."""
    return {label: each.no_stop for label, each in places(drawing, **more).items() if not each.may_stop}


def _piece(name: str, at: str | None, stated: Mapping[str, Any]) -> str:
    usual = {"kind": "object"} if name[0] in OBJECTS else {"side": "red" if name[0] in RED else "blue"}
    piece = {"at": at, **usual, **stated}
    return json.dumps({key: value for key, value in piece.items() if value is not None})
